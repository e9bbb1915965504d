//! What surrounds the parts: the backdrop, the ground grid, and laying the finished canvas into its target.

use super::error::GpuError;
use super::parts::BLEND_OVER;
use super::renderer::{Frame, program, unit_rgb};
use crate::preview::look::{Background, Rgb};
use three_d::core::prelude::vec3;
use three_d::core::{
    Blend, BlendEquationType, BlendMultiplierType, Context, DepthTest, Program, RenderStates,
    Texture2D, VertexBuffer, Viewport, WriteMask,
};

/// Colours that are multiplied by alpha, over what is there.
const BLEND_MULTIPLIED: Blend = Blend::Enabled {
    source_rgb_multiplier: BlendMultiplierType::One,
    destination_rgb_multiplier: BlendMultiplierType::OneMinusSrcAlpha,
    source_alpha_multiplier: BlendMultiplierType::One,
    destination_alpha_multiplier: BlendMultiplierType::OneMinusSrcAlpha,
    rgb_equation: BlendEquationType::Add,
    alpha_equation: BlendEquationType::Add,
};

/// Programs and corners of everything that is one or two triangles.
pub(super) struct Scenery {
    backdrop: Program,
    ground: Program,
    present: Program,
    /// One triangle that covers the screen.
    screen_corners: VertexBuffer<[f32; 2]>,
    /// Two triangles that cover the square -1..1.
    square_corners: VertexBuffer<[f32; 2]>,
}

impl Scenery {
    pub(super) fn new(context: &Context) -> Result<Self, GpuError> {
        let screen = include_str!("shaders/screen.vert");
        Ok(Self {
            backdrop: program(context, screen, include_str!("shaders/backdrop.frag"))?,
            ground: program(
                context,
                include_str!("shaders/ground.vert"),
                include_str!("shaders/ground.frag"),
            )?,
            present: program(context, screen, include_str!("shaders/present.frag"))?,
            screen_corners: VertexBuffer::new_with_data(
                context,
                &[[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]],
            ),
            square_corners: VertexBuffer::new_with_data(
                context,
                &[
                    [-1.0, -1.0],
                    [1.0, -1.0],
                    [1.0, 1.0],
                    [-1.0, -1.0],
                    [1.0, 1.0],
                    [-1.0, 1.0],
                ],
            ),
        })
    }

    /// The gradient behind everything, if there is one.
    pub(super) fn draw_backdrop(&self, frame: &Frame<'_>) {
        let Background::Gradient { top, bottom } = frame.picture.look.background else {
            return;
        };
        let color = |rgb: Rgb| {
            let [r, g, b] = unit_rgb(rgb);
            vec3(r, g, b)
        };
        let program = &self.backdrop;
        program.use_uniform_if_required("top_color", color(top));
        program.use_uniform_if_required("bottom_color", color(bottom));
        program.use_vertex_attribute("corner", &self.screen_corners);
        program.draw_arrays(flat_states(Blend::Disabled), frame.viewport, 3);
    }

    /// The grid, before the parts: they cover it, and what lets light through shows it.
    pub(super) fn draw_ground(&self, frame: &Frame<'_>) {
        let Some(ground) = frame.picture.scene.ground else {
            return;
        };
        let [r, g, b] = unit_rgb(frame.picture.look.grid);
        let program = &self.ground;
        program.use_uniform_if_required(
            "clip_from_world",
            frame.clip_from_view * frame.view_from_world,
        );
        program.use_uniform_if_required("reach", ground.reach_m);
        program.use_uniform_if_required("spacing", ground.spacing_m);
        program.use_uniform_if_required("grid_color", vec3(r, g, b));
        program.use_uniform_if_required("scale", frame.scale);
        program.use_vertex_attribute("corner", &self.square_corners);
        program.draw_arrays(flat_states(BLEND_OVER), frame.viewport, 6);
    }

    /// Lays a finished canvas into the bound target, pixel for pixel.
    pub(super) fn present(&self, picture: &Texture2D, viewport: Viewport) {
        let program = &self.present;
        program.use_texture("picture", picture);
        program.use_vertex_attribute("corner", &self.screen_corners);
        program.draw_arrays(flat_states(BLEND_MULTIPLIED), viewport, 3);
    }
}

/// No depth, neither asked nor written.
pub(super) fn flat_states(blend: Blend) -> RenderStates {
    RenderStates {
        write_mask: WriteMask::COLOR,
        depth_test: DepthTest::Always,
        blend,
        ..RenderStates::default()
    }
}

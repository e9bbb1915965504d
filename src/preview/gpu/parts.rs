//! Draws the parts of a scene, in their order. The one place that culls.

use super::error::GpuError;
use super::renderer::{Frame, program};
use super::uploads::{Uploads, is_drawn};
use crate::preview::look::Shading;
use crate::preview::scene::part::{AlphaMode, Part};
use three_d::core::prelude::{Vec4, vec4};
use three_d::core::{
    Blend, BlendEquationType, BlendMultiplierType, Context, Cull, DepthTest, Program, RenderStates,
    Texture2D, WriteMask,
};

/// Colours over what is there, alpha gathered: what is left is multiplied by alpha.
pub(super) const BLEND_OVER: Blend = Blend::Enabled {
    source_rgb_multiplier: BlendMultiplierType::SrcAlpha,
    destination_rgb_multiplier: BlendMultiplierType::OneMinusSrcAlpha,
    source_alpha_multiplier: BlendMultiplierType::One,
    destination_alpha_multiplier: BlendMultiplierType::OneMinusSrcAlpha,
    rgb_equation: BlendEquationType::Add,
    alpha_equation: BlendEquationType::Add,
};

/// The program of the parts, and the texture of parts that have none.
pub(super) struct PartsPass {
    program: Program,
    white: Texture2D,
}

impl PartsPass {
    pub(super) fn new(context: &Context) -> Result<Self, GpuError> {
        let white = super::gl::Pixels {
            width: 1,
            height: 1,
            rgba: &[255; 4],
        };
        Ok(Self {
            program: program(
                context,
                include_str!("shaders/part.vert"),
                include_str!("shaders/part.frag"),
            )?,
            white: super::gl::texture(context, &white, 1).ok_or_else(|| GpuError::Canvas {
                width: 1,
                height: 1,
                reason: "texture".to_owned(),
            })?,
        })
    }

    /// Draws the visible parts in file order: never sorted, each over and before those drawn earlier as depth has it.
    pub(super) fn draw(&self, frame: &Frame<'_>, uploads: &Uploads) {
        let program = &self.program;
        program.use_uniform_if_required("view_from_world", frame.view_from_world);
        program.use_uniform_if_required("clip_from_view", frame.clip_from_view);
        let shading = match frame.picture.look.shading {
            Shading::Toon => 0,
            Shading::Lit => 1,
            Shading::Unlit => 2,
        };
        program.use_uniform_if_required("shading", shading);
        for part in &frame.picture.scene.parts {
            if is_drawn(part) {
                self.draw_part(frame, uploads, part);
            }
        }
    }

    fn draw_part(&self, frame: &Frame<'_>, uploads: &Uploads, part: &Part) {
        /// How much of the highlight's colour is mixed in.
        const HIGHLIGHT_SHARE: f32 = 0.85;
        let Some(uploaded) = uploads.of(part) else {
            return;
        };
        let program = &self.program;
        let [r, g, b, a] = part.base_color;
        program.use_uniform_if_required("base_color", vec4(r, g, b, a));
        program.use_uniform_if_required("least_alpha", part.alpha.least_alpha());
        program.use_uniform_if_required("is_blended", i32::from(part.alpha == AlphaMode::Blended));
        let [r, g, b] = super::renderer::unit_rgb(frame.picture.look.highlight);
        let share = if part.highlighted {
            HIGHLIGHT_SHARE
        } else {
            0.0
        };
        program.use_uniform_if_required::<Vec4>("highlight", vec4(r, g, b, share));
        program.use_texture("part_texture", uploaded.texture.unwrap_or(&self.white));
        program.use_vertex_attribute("position", uploaded.positions);
        program.use_vertex_attribute("normal", uploaded.normals);
        program.use_vertex_attribute("uv", uploaded.uvs);
        program.draw_elements(states(part), frame.viewport, uploaded.triangles);
    }
}

fn states(part: &Part) -> RenderStates {
    RenderStates {
        write_mask: WriteMask::COLOR_AND_DEPTH,
        depth_test: DepthTest::LessOrEqual,
        blend: match part.alpha {
            AlphaMode::Opaque => Blend::Disabled,
            AlphaMode::Blended => BLEND_OVER,
        },
        // Our front faces are clockwise on the screen, which the GPU calls the back (see `crate::preview`): leaving
        // out its fronts leaves out our backs.
        cull: if part.two_sided {
            Cull::None
        } else {
            Cull::Front
        },
    }
}

//! Draws bones: lines and dots of fixed width on the screen, over everything.

use super::error::GpuError;
use super::parts::BLEND_OVER;
use super::renderer::{Frame, program, unit_rgb};
use super::scenery::flat_states;
use crate::preview::look::Rgb;
use crate::preview::scene::skeleton::Skeleton;
use three_d::core::prelude::vec2;
use three_d::core::{Context, InstanceBuffer, Program, VertexBuffer};

/// Half the width of a bone's line, points.
const LINE_HALF_WIDTH: f32 = 0.9;
/// Half the width of a joint's dot, points.
const DOT_HALF_WIDTH: f32 = 2.2;
/// Half the width of the dot of a highlighted joint, points.
const HIGHLIGHT_HALF_WIDTH: f32 = 4.0;

/// The program of the lines, and the lines of the skeleton shown last.
pub(super) struct LinesPass {
    program: Program,
    corners: VertexBuffer<[f32; 2]>,
    shown: Option<Shown>,
}

/// Lines on the GPU and what they were made of.
struct Shown {
    skeleton: Skeleton,
    colors: [Rgb; 2],
    n_lines: u32,
    starts: InstanceBuffer<[f32; 3]>,
    ends: InstanceBuffer<[f32; 3]>,
    tints: InstanceBuffer<[f32; 3]>,
    half_widths: InstanceBuffer<f32>,
}

impl LinesPass {
    pub(super) fn new(context: &Context) -> Result<Self, GpuError> {
        Ok(Self {
            program: program(
                context,
                include_str!("shaders/line.vert"),
                include_str!("shaders/line.frag"),
            )?,
            corners: VertexBuffer::new_with_data(
                context,
                &[
                    [0.0, -1.0],
                    [1.0, -1.0],
                    [1.0, 1.0],
                    [0.0, -1.0],
                    [1.0, 1.0],
                    [0.0, 1.0],
                ],
            ),
            shown: None,
        })
    }

    /// Draws the scene's skeleton, if it has one.
    pub(super) fn draw(&mut self, context: &Context, frame: &Frame<'_>) {
        let Some(skeleton) = &frame.picture.scene.skeleton else {
            self.shown = None;
            return;
        };
        let colors = [frame.picture.look.bone, frame.picture.look.highlight];
        let is_current = self
            .shown
            .as_ref()
            .is_some_and(|shown| shown.skeleton == *skeleton && shown.colors == colors);
        if !is_current {
            self.shown = Some(Shown::new(context, skeleton, colors));
        }
        let Some(shown) = self.shown.as_ref().filter(|shown| shown.n_lines > 0) else {
            return;
        };
        let program = &self.program;
        program.use_uniform_if_required(
            "clip_from_world",
            frame.clip_from_view * frame.view_from_world,
        );
        let half_size_px = vec2(
            frame.viewport.width as f32 * 0.5,
            frame.viewport.height as f32 * 0.5,
        );
        program.use_uniform_if_required("half_size_px", half_size_px);
        program.use_uniform_if_required("near", frame.near_m);
        program.use_uniform_if_required("scale", frame.scale);
        program.use_vertex_attribute("corner", &self.corners);
        program.use_instance_attribute("line_start", &shown.starts);
        program.use_instance_attribute("line_end", &shown.ends);
        program.use_instance_attribute("tint", &shown.tints);
        program.use_instance_attribute("half_width", &shown.half_widths);
        program.draw_arrays_instanced(flat_states(BLEND_OVER), frame.viewport, 6, shown.n_lines);
    }
}

impl Shown {
    fn new(context: &Context, skeleton: &Skeleton, colors: [Rgb; 2]) -> Self {
        let lines = lines(skeleton, colors);
        let starts: Vec<_> = lines.iter().map(|line| line.start).collect();
        let ends: Vec<_> = lines.iter().map(|line| line.end).collect();
        let tints: Vec<_> = lines.iter().map(|line| line.tint).collect();
        let half_widths: Vec<_> = lines.iter().map(|line| line.half_width).collect();
        Self {
            skeleton: skeleton.clone(),
            colors,
            n_lines: crate::base::numbers::u32_of(lines.len()),
            starts: InstanceBuffer::new_with_data(context, &starts),
            ends: InstanceBuffer::new_with_data(context, &ends),
            tints: InstanceBuffer::new_with_data(context, &tints),
            half_widths: InstanceBuffer::new_with_data(context, &half_widths),
        }
    }
}

struct Line {
    start: [f32; 3],
    end: [f32; 3],
    tint: [f32; 3],
    half_width: f32,
}

/// Lines from parent to child first, dots over them, highlighted bones last.
fn lines(skeleton: &Skeleton, [bone_color, highlight_color]: [Rgb; 2]) -> Vec<Line> {
    let is_highlighted = |bone: usize| {
        u32::try_from(bone).is_ok_and(|bone| skeleton.highlighted.binary_search(&bone).is_ok())
    };
    let mut lines = Vec::new();
    for highlighted in [false, true] {
        let tint = unit_rgb(if highlighted {
            highlight_color
        } else {
            bone_color
        });
        for joint in 0..skeleton.joints.len() {
            if let Some((parent, from, to)) = skeleton.link(joint)
                && is_highlighted(parent as usize) == highlighted
            {
                lines.push(Line {
                    start: from.to_array(),
                    end: to.to_array(),
                    tint,
                    half_width: LINE_HALF_WIDTH,
                });
            }
        }
        for (index, joint) in skeleton.joints.iter().enumerate() {
            if is_highlighted(index) == highlighted {
                lines.push(Line {
                    start: joint.position.to_array(),
                    end: joint.position.to_array(),
                    tint,
                    half_width: if highlighted {
                        HIGHLIGHT_HALF_WIDTH
                    } else {
                        DOT_HALF_WIDTH
                    },
                });
            }
        }
    }
    lines
}

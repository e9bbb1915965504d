//! Draws a scene into a window's paint callback or into an image. It knows no window and no event loop.

use super::error::GpuError;
use super::facts::Facts;
use super::gl::{Canvas, FoundState};
use super::lines::LinesPass;
use super::parts::PartsPass;
use super::scenery::Scenery;
use super::uploads::Uploads;
use crate::model::image::Image;
use crate::preview::camera::{Camera, ViewSize};
use crate::preview::look::{Background, Look, Rgb, Smoothing};
use crate::preview::scene::Scene;
use crate::preview::scene::ground::Ground;
use std::fmt;
use std::mem::ManuallyDrop;
use std::sync::Arc;
use three_d::core::prelude::Mat4;
use three_d::core::{Context, Program, ScissorBox, Viewport};

/// What is drawn: a scene, from where, and how.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// What is shown.
    pub scene: &'a Scene,
    /// From where.
    pub camera: &'a Camera,
    /// How.
    pub look: &'a Look,
}

/// A rectangle of physical pixels, counted from the lower left corner of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelBox {
    /// To its left edge.
    pub left: i32,
    /// To its lower edge.
    pub bottom: i32,
    /// From left to right; 0 or less is empty.
    pub width: i32,
    /// From bottom to top; 0 or less is empty.
    pub height: i32,
}

/// Where in a window a picture is laid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The picture's whole area.
    pub viewport_px: PixelBox,
    /// The part of the window that may be touched.
    pub clip_px: PixelBox,
    /// Physical pixels a point: lines and dots grow with it.
    pub pixels_per_point: f32,
}

/// Draws pictures with one OpenGL context, whose objects it makes when it first draws.
///
/// Those objects can only be deleted while the context is current: call [`Renderer::free`] then. A renderer dropped
/// without it leaves them to the end of the context.
#[derive(Default)]
pub struct Renderer {
    /// None = nothing was drawn yet; an error = drawing cannot work here and is not tried again.
    ready: Option<Result<ManuallyDrop<Box<Ready>>, GpuError>>,
}

/// Everything that lives on the GPU.
struct Ready {
    context: Context,
    facts: Facts,
    parts: PartsPass,
    lines: LinesPass,
    scenery: Scenery,
    uploads: Uploads,
    canvas: Option<Canvas>,
    shown: Option<Shown>,
}

/// What the canvas holds.
struct Shown {
    scene: Scene,
    camera: Camera,
    look: Look,
    scale: f32,
}

/// A picture on its way: what each pass needs to know.
pub(super) struct Frame<'a> {
    pub(super) picture: Picture<'a>,
    pub(super) viewport: Viewport,
    pub(super) view_from_world: Mat4,
    pub(super) clip_from_view: Mat4,
    pub(super) near_m: f32,
    /// Pixels a point.
    pub(super) scale: f32,
}

impl fmt::Debug for Renderer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.ready {
            None => "untouched",
            Some(Ok(_)) => "ready",
            Some(Err(_)) => "failed",
        };
        write!(out, "Renderer({state})")
    }
}

impl Renderer {
    /// Lays the picture into whatever framebuffer is bound, inside the placement. When neither scene, camera, look nor
    /// size has changed since the last call, the finished picture is laid in again and nothing is drawn.
    ///
    /// It is made for a paint callback: `gl` is the painter's and current, and what the painter does not set itself
    /// after a callback is put back.
    ///
    /// # Errors
    ///
    /// [`GpuError`]. Without OpenGL 3.3 or its shaders the same error comes back at once on every further call.
    pub fn draw(
        &mut self,
        gl: &Arc<glow::Context>,
        picture: &Picture<'_>,
        placement: &Placement,
    ) -> Result<(), GpuError> {
        let viewport = placement.viewport_px;
        let touched = viewport.intersection(placement.clip_px);
        let Some((width, height)) = viewport.size().filter(|_| touched.size().is_some()) else {
            return Ok(());
        };
        let found = FoundState::read(gl);
        let result = self.ready(gl).and_then(|ready| {
            ready.show(picture, (width, height), placement.pixels_per_point)?;
            found.bind_target(gl);
            ready.present(viewport.viewport(), touched.scissor());
            Ok(())
        });
        found.restore(gl);
        result
    }

    /// The picture as an image of its own, not shown anywhere; `gl` is current. What [`Renderer::draw`] keeps for the
    /// window stays as it is.
    ///
    /// # Errors
    ///
    /// [`GpuError`].
    pub fn image(
        &mut self,
        gl: &Arc<glow::Context>,
        picture: &Picture<'_>,
        (width, height): (u32, u32),
    ) -> Result<Image, GpuError> {
        let found = FoundState::read(gl);
        let result = self
            .ready(gl)
            .and_then(|ready| ready.image(picture, (width, height)));
        found.restore(gl);
        result
    }

    /// Deletes everything on the GPU; the context is current. The renderer may be used again afterwards.
    pub fn free(&mut self) {
        if let Some(Ok(ready)) = self.ready.take() {
            drop(ManuallyDrop::into_inner(ready));
        }
    }

    fn ready(&mut self, gl: &Arc<glow::Context>) -> Result<&mut Ready, GpuError> {
        let make = || Ready::new(gl).map(|ready| ManuallyDrop::new(Box::new(ready)));
        match self.ready.get_or_insert_with(make) {
            Ok(ready) => Ok(ready),
            Err(error) => Err(error.clone()),
        }
    }
}

impl Ready {
    fn new(gl: &Arc<glow::Context>) -> Result<Self, GpuError> {
        let facts = Facts::read(gl)?;
        let context =
            Context::from_gl_context(Arc::clone(gl)).map_err(|error| GpuError::Shader {
                log: error.to_string(),
            })?;
        Ok(Self {
            parts: PartsPass::new(&context)?,
            lines: LinesPass::new(&context)?,
            scenery: Scenery::new(&context)?,
            uploads: Uploads::default(),
            canvas: None,
            shown: None,
            facts,
            context,
        })
    }

    /// Brings the picture onto the kept canvas, unless it is there already.
    fn show(
        &mut self,
        picture: &Picture<'_>,
        size: (u32, u32),
        scale: f32,
    ) -> Result<(), GpuError> {
        let canvas = match self.canvas.take() {
            Some(canvas)
                if (canvas.width, canvas.height) == size
                    && canvas.n_samples == self.n_samples(picture.look.smoothing) =>
            {
                let is_shown = self
                    .shown
                    .as_ref()
                    .is_some_and(|shown| shown.is(picture, scale));
                if is_shown {
                    self.canvas = Some(canvas);
                    return Ok(());
                }
                canvas
            }
            other => {
                drop(other);
                self.new_canvas(size, picture.look.smoothing)?
            }
        };
        self.paint(&canvas, picture, scale);
        self.uploads.keep_only(Some(picture.scene));
        self.canvas = Some(canvas);
        self.shown = Some(Shown {
            scene: picture.scene.clone(),
            camera: *picture.camera,
            look: *picture.look,
            scale,
        });
        Ok(())
    }

    fn image(&mut self, picture: &Picture<'_>, size: (u32, u32)) -> Result<Image, GpuError> {
        let canvas = self.new_canvas(size, picture.look.smoothing)?;
        self.paint(&canvas, picture, 1.0);
        let shown = self.shown.as_ref().map(|shown| &shown.scene);
        self.uploads.keep_only(shown);
        let mut pixels = flipped(&canvas.read(), size.0);
        if picture.look.background == Background::Transparent {
            divide_by_alpha(&mut pixels);
        }
        Ok(Image {
            width: size.0,
            height: size.1,
            pixels,
        })
    }

    fn new_canvas(&self, size: (u32, u32), smoothing: Smoothing) -> Result<Canvas, GpuError> {
        let (width, height) = size;
        let most = self.facts.max_canvas_side;
        if width == 0 || height == 0 || width > most || height > most {
            return Err(GpuError::Size {
                width,
                height,
                most,
            });
        }
        Canvas::new(&self.context, size, self.n_samples(smoothing))
    }

    fn n_samples(&self, smoothing: Smoothing) -> u32 {
        /// Smooth enough for outlines of 8 bits, and what every GPU with OpenGL 3.3 has.
        const SMOOTH_SAMPLES: u32 = 4;
        let is_smooth = match smoothing {
            Smoothing::On => true,
            Smoothing::Off => false,
            Smoothing::Auto => !self.facts.is_software,
        };
        let n_samples = SMOOTH_SAMPLES.min(self.facts.max_samples);
        if is_smooth && n_samples > 1 {
            n_samples
        } else {
            0
        }
    }

    fn paint(&mut self, canvas: &Canvas, picture: &Picture<'_>, scale: f32) {
        self.uploads.add(&self.context, &self.facts, picture.scene);
        let frame = Frame::new(*picture, (canvas.width, canvas.height), scale);
        canvas.begin();
        self.scenery.draw_backdrop(&frame);
        self.scenery.draw_ground(&frame);
        self.parts.draw(&frame, &self.uploads);
        self.lines.draw(&self.context, &frame);
        canvas.finish();
    }

    fn present(&self, viewport: Viewport, touched: ScissorBox) {
        if let Some(canvas) = &self.canvas {
            self.context.set_scissor(touched);
            self.scenery.present(&canvas.texture, viewport);
        }
    }
}

impl Shown {
    fn is(&self, picture: &Picture<'_>, scale: f32) -> bool {
        self.camera == *picture.camera
            && self.look == *picture.look
            && self.scale == scale
            && self.scene == *picture.scene
    }
}

impl<'a> Frame<'a> {
    fn new(picture: Picture<'a>, (width, height): (u32, u32), scale: f32) -> Self {
        let Picture { scene, camera, .. } = picture;
        let bounds = [scene.bounds(), scene.ground.map(Ground::bounds)];
        let range = camera.depth_range(
            bounds
                .into_iter()
                .flatten()
                .reduce(crate::geom::bounds::Bounds::union),
        );
        let size = ViewSize {
            width_px: width as f32,
            height_px: height as f32,
        };
        Self {
            picture,
            viewport: Viewport::new_at_origo(width, height),
            view_from_world: camera.view_from_world().to_cols_array_2d().into(),
            clip_from_view: camera
                .clip_from_view(size.aspect(), range)
                .to_cols_array_2d()
                .into(),
            near_m: range.near_m,
            scale: scale.clamp(0.5, 8.0),
        }
    }
}

impl PixelBox {
    /// What both have.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        let left = self.left.max(other.left);
        let bottom = self.bottom.max(other.bottom);
        let right = self
            .left
            .saturating_add(self.width)
            .min(other.left.saturating_add(other.width));
        let top = self
            .bottom
            .saturating_add(self.height)
            .min(other.bottom.saturating_add(other.height));
        Self {
            left,
            bottom,
            width: right.saturating_sub(left).max(0),
            height: top.saturating_sub(bottom).max(0),
        }
    }

    /// Width and height; `None` when empty.
    fn size(self) -> Option<(u32, u32)> {
        let width = u32::try_from(self.width).ok().filter(|width| *width > 0)?;
        let height = u32::try_from(self.height)
            .ok()
            .filter(|height| *height > 0)?;
        Some((width, height))
    }

    fn viewport(self) -> Viewport {
        let (width, height) = self.size().unwrap_or_default();
        Viewport {
            x: self.left,
            y: self.bottom,
            width,
            height,
        }
    }

    fn scissor(self) -> ScissorBox {
        self.viewport().into()
    }
}

/// A program of these shaders.
pub(super) fn program(
    context: &Context,
    vertex: &str,
    fragment: &str,
) -> Result<Program, GpuError> {
    Program::from_source(context, vertex, fragment).map_err(|error| GpuError::Shader {
        log: error.to_string(),
    })
}

/// 0..=255 as 0..=1.
pub(super) fn unit_rgb(rgb: Rgb) -> [f32; 3] {
    rgb.map(|channel| f32::from(channel) / 255.0)
}

/// Rows in opposite order.
fn flipped(rgba: &[u8], width: u32) -> Vec<u8> {
    let row_bytes = (width as usize * 4).max(4);
    rgba.chunks_exact(row_bytes)
        .rev()
        .flatten()
        .copied()
        .collect()
}

/// Colours multiplied by alpha, made straight again.
fn divide_by_alpha(rgba: &mut [u8]) {
    for pixel in rgba.as_chunks_mut::<4>().0 {
        let [r, g, b, a] = *pixel;
        if a > 0 && a < 255 {
            let straight = |channel: u8| {
                let value = (u32::from(channel) * 255 + u32::from(a) / 2) / u32::from(a);
                u8::try_from(value).unwrap_or(u8::MAX)
            };
            *pixel = [straight(r), straight(g), straight(b), a];
        }
    }
}

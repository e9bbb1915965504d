//! Pictures of the window without a screen: egui's own painter in an off-screen context.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pixel counts of a window are small and not negative"
)]

use bem_studio::model::image::Image;
use bem_studio::preview::gpu::Offscreen;
use egui_kittest::TestRenderer;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use three_d::core::{ClearState, DepthTexture2D, Interpolation, Texture2D, Wrapping};

/// Keeps what the window uploads, and paints its shapes when asked.
#[derive(Clone)]
pub(super) struct Camera(Rc<RefCell<Inner>>);

struct Inner {
    painter: egui_glow::Painter,
    three_d: three_d::Context,
    offscreen: Offscreen,
}

impl Camera {
    /// A camera, or why this machine has no OpenGL.
    pub(super) fn new() -> Result<Self, String> {
        let offscreen = Offscreen::new().map_err(|error| error.to_string())?;
        let gl = Arc::clone(offscreen.gl());
        let three_d = three_d::Context::from_gl_context(Arc::clone(&gl))
            .map_err(|error| error.to_string())?;
        let painter =
            egui_glow::Painter::new(gl, "", None, false).map_err(|error| error.to_string())?;
        Ok(Self(Rc::new(RefCell::new(Inner {
            painter,
            three_d,
            offscreen,
        }))))
    }

    /// What the window shows, top row first.
    pub(super) fn picture(&self, ctx: &egui::Context, output: &egui::FullOutput) -> Image {
        let mut inner = self.0.borrow_mut();
        let pixels_per_point = ctx.pixels_per_point();
        let size = ctx.content_rect().size() * pixels_per_point;
        let (width, height) = (size.x.round() as u32, size.y.round() as u32);
        let shapes = ctx.tessellate(output.shapes.clone(), pixels_per_point);
        let color = Texture2D::new_empty::<[u8; 4]>(
            &inner.three_d,
            width,
            height,
            Interpolation::Nearest,
            Interpolation::Nearest,
            None,
            Wrapping::ClampToEdge,
            Wrapping::ClampToEdge,
        );
        let depth = DepthTexture2D::new::<f32>(
            &inner.three_d,
            width,
            height,
            Wrapping::ClampToEdge,
            Wrapping::ClampToEdge,
        );
        let target =
            three_d::core::RenderTarget::new(color.as_color_target(None), depth.as_depth_target());
        target.clear(ClearState::color_and_depth(0.0, 0.0, 0.0, 1.0, 1.0));
        let painter = &mut inner.painter;
        target
            .write::<std::convert::Infallible>(|| {
                painter.paint_primitives([width, height], pixels_per_point, &shapes);
                Ok(())
            })
            .expect("painting does not fail");
        let rows: Vec<[u8; 4]> = target.read_color();
        assert!(
            !format!("{:?}", inner.offscreen).is_empty(),
            "the context lives on"
        );
        Image {
            width,
            height,
            pixels: rows.concat(),
        }
    }
}

impl TestRenderer for Camera {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        let mut inner = self.0.borrow_mut();
        inner
            .painter
            .paint_and_update_textures([1, 1], 1.0, &[], delta);
    }
}

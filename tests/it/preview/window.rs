//! Drawing into a target of somebody else's, as a window's paint callback does.
#![expect(
    clippy::expect_used,
    reason = "EGL and OpenGL 3.3 are there, or nothing can be tested"
)]

use super::figures::{EXACT, front_quad, plain, scene_of, square_camera};
use bem_studio::preview::gpu::{Offscreen, Picture, PixelBox, Placement, Renderer};
use bem_studio::preview::look::{Background, Look};
use bem_studio::preview::scene::Scene;
use glam::Vec2;
use std::convert::Infallible;
use std::sync::Arc;
use three_d::core::{
    ClearState, Context, DepthTexture2D, Interpolation, RenderTarget, Texture2D, Wrapping, f24,
};

const WIDTH: u32 = 80;
const HEIGHT: u32 = 60;
const BLUE: [u8; 4] = [0, 0, 255, 255];

/// A window of 80 by 60 pixels, blue before anything is drawn.
struct Window {
    context: Context,
    color: Texture2D,
    depth: DepthTexture2D,
    renderer: Renderer,
    offscreen: Offscreen,
}

impl Window {
    fn new() -> Self {
        let offscreen = Offscreen::new().expect("EGL and OpenGL 3.3 are there");
        let context = Context::from_gl_context(Arc::clone(offscreen.gl())).expect("a context");
        let wrap = Wrapping::ClampToEdge;
        let near = Interpolation::Nearest;
        Self {
            color: Texture2D::new_empty::<[u8; 4]>(
                &context, WIDTH, HEIGHT, near, near, None, wrap, wrap,
            ),
            depth: DepthTexture2D::new::<f24>(&context, WIDTH, HEIGHT, wrap, wrap),
            context,
            renderer: Renderer::default(),
            offscreen,
        }
    }

    /// Clears the window, draws into it and gives its pixels, top row first.
    fn draw(&mut self, picture: &Picture<'_>, placement: &Placement) -> Vec<[u8; 4]> {
        let target = RenderTarget::new(
            self.color.as_color_target(None),
            self.depth.as_depth_target(),
        );
        target.clear(ClearState::color_and_depth(0.0, 0.0, 1.0, 1.0, 1.0));
        target
            .write::<Infallible>(|| {
                self.renderer
                    .draw(self.offscreen.gl(), picture, placement)
                    .expect("it draws");
                Ok(())
            })
            .expect("nothing to fail")
            .read_color()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        self.renderer.free();
    }
}

fn at(pixels: &[[u8; 4]], x: u32, y: u32) -> [u8; 4] {
    pixels[(y * WIDTH + x) as usize]
}

fn red_square() -> Scene {
    scene_of([plain(
        front_quad(Vec2::splat(-1.0), Vec2::ONE, 0.0),
        [200, 0, 0],
    )])
}

/// The square in the middle of a black area 40 wide and 20 high, whose lower left corner is at (30, 10).
const PLACEMENT: Placement = Placement {
    viewport_px: PixelBox {
        left: 30,
        bottom: 10,
        width: 40,
        height: 20,
    },
    clip_px: PixelBox {
        left: 0,
        bottom: 0,
        width: 1000,
        height: 1000,
    },
    pixels_per_point: 1.0,
};

#[test]
fn the_picture_fills_its_placement_and_nothing_else() {
    let (scene, camera) = (red_square(), square_camera());
    let picture = Picture {
        scene: &scene,
        camera: &camera,
        look: &EXACT,
    };
    let pixels = Window::new().draw(&picture, &PLACEMENT);
    // Rows from the top: the area covers rows 30..50, columns 30..70, the square columns 40..60.
    assert_eq!(at(&pixels, 50, 40), [200, 0, 0, 255], "the square");
    assert_eq!(
        at(&pixels, 35, 40),
        [0, 0, 0, 255],
        "background on its left"
    );
    assert_eq!(
        at(&pixels, 65, 31),
        [0, 0, 0, 255],
        "background on its right"
    );
    for (x, y) in [(29, 40), (70, 40), (50, 29), (50, 50), (0, 0), (79, 59)] {
        assert_eq!(at(&pixels, x, y), BLUE, "untouched at {x}, {y}");
    }
}

#[test]
fn a_clip_cuts_the_picture_without_moving_it() {
    let (scene, camera) = (red_square(), square_camera());
    let picture = Picture {
        scene: &scene,
        camera: &camera,
        look: &EXACT,
    };
    let mut window = Window::new();
    let clipped = Placement {
        clip_px: PixelBox {
            left: 45,
            bottom: 15,
            width: 100,
            height: 100,
        },
        ..PLACEMENT
    };
    let pixels = window.draw(&picture, &clipped);
    assert_eq!(at(&pixels, 46, 40), [200, 0, 0, 255], "inside the clip");
    assert_eq!(at(&pixels, 44, 40), BLUE, "left of it");
    assert_eq!(at(&pixels, 46, 46), BLUE, "below it");
    assert_eq!(
        at(&pixels, 65, 40),
        [0, 0, 0, 255],
        "the square ends where it did"
    );
    let nowhere = Placement {
        clip_px: PixelBox {
            left: 0,
            bottom: 0,
            width: 30,
            height: 60,
        },
        ..PLACEMENT
    };
    let pixels = window.draw(&picture, &nowhere);
    assert!(
        pixels.iter().all(|pixel| *pixel == BLUE),
        "nothing in common, nothing drawn"
    );
}

#[test]
fn changes_are_seen_and_what_stays_is_shown_again() {
    let mut window = Window::new();
    let camera = square_camera();
    let mut scene = red_square();
    for (color, wanted) in [
        ([200, 0, 0], [200, 0, 0, 255]),
        ([200, 0, 0], [200, 0, 0, 255]),
        ([0, 150, 0], [0, 150, 0, 255]),
    ] {
        let [r, g, b] = color.map(|channel: u8| f32::from(channel) / 255.0);
        scene.parts[0].base_color = [r, g, b, 1.0];
        let picture = Picture {
            scene: &scene,
            camera: &camera,
            look: &EXACT,
        };
        let pixels = window.draw(&picture, &PLACEMENT);
        assert_eq!(at(&pixels, 50, 40), wanted, "this scene's colour");
    }
    // An image on the side leaves what the window shows alone.
    let other = scene_of([]);
    let picture = Picture {
        scene: &other,
        camera: &camera,
        look: &EXACT,
    };
    window
        .renderer
        .image(window.offscreen.gl(), &picture, (16, 16))
        .expect("an image");
    let picture = Picture {
        scene: &scene,
        camera: &camera,
        look: &EXACT,
    };
    let pixels = window.draw(&picture, &PLACEMENT);
    assert_eq!(at(&pixels, 50, 40), [0, 150, 0, 255], "still there");
    // After freeing, everything is made anew.
    window.renderer.free();
    let pixels = window.draw(&picture, &PLACEMENT);
    assert_eq!(at(&pixels, 50, 40), [0, 150, 0, 255], "there again");
}

#[test]
fn a_clear_background_lets_the_window_show_through() {
    let mut scene = red_square();
    scene.parts[0].surface = front_quad(Vec2::new(-1.0, -1.0), Vec2::new(0.0, 1.0), 0.0);
    let (camera, look) = (
        square_camera(),
        Look {
            background: Background::Transparent,
            ..EXACT
        },
    );
    let picture = Picture {
        scene: &scene,
        camera: &camera,
        look: &look,
    };
    let pixels = Window::new().draw(&picture, &PLACEMENT);
    assert_eq!(at(&pixels, 55, 40), [200, 0, 0, 255], "the figure");
    assert_eq!(at(&pixels, 45, 40), BLUE, "the window behind it");
}

#[test]
fn others_may_draw_in_the_same_context_in_between() {
    let mut window = Window::new();
    let (scene, camera) = (red_square(), square_camera());
    let picture = Picture {
        scene: &scene,
        camera: &camera,
        look: &EXACT,
    };
    window.draw(&picture, &PLACEMENT);
    window.context.set_scissor(three_d::core::ScissorBox {
        x: 0,
        y: 0,
        width: 1,
        height: 1,
    });
    window.context.set_cull(three_d::core::Cull::FrontAndBack);
    window
        .context
        .set_write_mask(three_d::core::WriteMask::NONE);
    let camera = camera.seen_from(bem_studio::preview::camera::framing::View::Back);
    let two_sided = {
        let mut scene = scene.clone();
        scene.parts[0].two_sided = true;
        scene
    };
    let picture = Picture {
        scene: &two_sided,
        camera: &camera,
        look: &EXACT,
    };
    let pixels = window.draw(&picture, &PLACEMENT);
    assert_eq!(
        at(&pixels, 50, 40),
        [200, 0, 0, 255],
        "drawn whatever state was left"
    );
}

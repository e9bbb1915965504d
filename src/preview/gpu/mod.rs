//! The GPU's side of the picture: the only place that names its crates. It decides nothing about what is shown.
//!
//! [`Renderer`] draws into a window's paint callback, [`Offscreen`] without a window. Either way
//! the scene is drawn into a canvas of its own first, with its own depth and samples, and only then laid into the
//! target: so neither the window's depth buffer nor its samples matter, and a picture that has not changed is shown
//! again without drawing anything.
//!
//! In a window, one renderer lives behind a lock that the paint callback shares with its owner. The callback hands in
//! the painter's `gl()`, the box of `viewport_in_pixels()` (`left_px`, `from_bottom_px`, `width_px`, `height_px`) as
//! the placement's viewport and that of `clip_rect_in_pixels()` as its clip. The owner frees the renderer while the
//! window is closing and its context still current.
//!
//! Every call that a GPU crate marks unsafe is in `gl.rs`; all else goes through three-d's core. All of it expects the
//! OpenGL context to be current on the calling thread, which is so inside a paint callback.

mod error;
mod facts;
mod gl;
mod lines;
mod offscreen;
mod parts;
mod renderer;
mod scenery;
#[cfg(all(unix, not(target_os = "macos")))]
mod surfaceless;
mod uploads;

pub use error::{GpuError, OffscreenError};
pub use offscreen::Offscreen;
pub use renderer::{Picture, PixelBox, Placement, Renderer};

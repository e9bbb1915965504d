//! The GPU's side of the picture: the only place that names its crates. It decides nothing about what is shown.
//!
//! [`renderer::Renderer`] draws into a window's paint callback, [`offscreen::Offscreen`] without a window. Either way
//! the scene is drawn into a canvas of its own first, with its own depth and samples, and only then laid into the
//! target: so neither the window's depth buffer nor its samples matter, and a picture that has not changed is shown
//! again without drawing anything.
//!
//! Every call that a GPU crate marks unsafe is in `gl.rs`; all else goes through three-d's core. All of it expects the
//! OpenGL context to be current on the calling thread, which is so inside a paint callback.

pub mod error;
mod gl;
mod lines;
pub mod offscreen;
mod parts;
pub mod renderer;
mod scenery;
mod uploads;

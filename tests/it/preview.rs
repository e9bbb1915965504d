//! The picture of a figure: camera, scene, picking, and what the GPU makes of them.

mod camera;
mod figures;
#[cfg(all(unix, not(target_os = "macos")))]
mod offscreen;
mod picking;
#[cfg(all(unix, not(target_os = "macos")))]
mod sample;
mod scene;
#[cfg(all(unix, not(target_os = "macos")))]
mod window;

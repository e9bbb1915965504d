//! The picture of a figure: camera, scene, picking, and what the GPU makes of them.

mod camera;
mod figures;
#[cfg(all(unix, not(target_os = "macos")))]
mod offscreen;
mod package_work;
#[cfg(all(unix, not(target_os = "macos")))]
mod packages;
mod picking;
mod raw;
#[cfg(all(unix, not(target_os = "macos")))]
mod sample;
mod scene;
mod textures;
#[cfg(all(unix, not(target_os = "macos")))]
mod window;

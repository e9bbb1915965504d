//! Pictures without a window: an OpenGL context of its own through EGL. Linux and its kin only; elsewhere asking for one
//! is answered by an error.

use super::error::OffscreenError;
use super::renderer::{Picture, Renderer};
use crate::model::image::Image;
use std::fmt;
use std::sync::Arc;

#[cfg(all(unix, not(target_os = "macos")))]
use super::surfaceless::Surfaceless as Held;

/// Where there is no such context: a value that cannot be made.
#[cfg(not(all(unix, not(target_os = "macos"))))]
enum Held {}

/// A context without a window, and a renderer in it. It stays on the thread that made it; one after another may be
/// made, and several may live side by side.
pub struct Offscreen {
    renderer: Renderer,
    held: Held,
}

impl fmt::Debug for Offscreen {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Offscreen({:?})", self.renderer)
    }
}

impl Offscreen {
    /// A context on the first device that gives OpenGL 3.3, current on this thread.
    ///
    /// # Errors
    ///
    /// [`OffscreenError`].
    pub fn new() -> Result<Self, OffscreenError> {
        Ok(Self {
            renderer: Renderer::default(),
            held: Held::new()?,
        })
    }

    /// The picture as an image.
    ///
    /// # Errors
    ///
    /// [`OffscreenError`].
    pub fn image(
        &mut self,
        picture: &Picture<'_>,
        size: (u32, u32),
    ) -> Result<Image, OffscreenError> {
        self.held.make_current()?;
        Ok(self.renderer.image(self.held.gl(), picture, size)?)
    }

    /// The OpenGL functions, for others who draw in this context; current until another context is made so.
    pub fn gl(&self) -> &Arc<glow::Context> {
        self.held.gl()
    }
}

impl Drop for Offscreen {
    fn drop(&mut self) {
        if self.held.make_current().is_ok() {
            self.renderer.free();
        }
    }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
impl Held {
    fn new() -> Result<Self, OffscreenError> {
        Err(OffscreenError::NotOnThisSystem)
    }

    fn make_current(&self) -> Result<(), OffscreenError> {
        match *self {}
    }

    fn gl(&self) -> &Arc<glow::Context> {
        match *self {}
    }
}

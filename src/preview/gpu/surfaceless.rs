//! An OpenGL context without a window, through EGL. It draws nothing.

use super::error::OffscreenError;
use super::gl;
use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device;
use glutin::config::{Api, ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, Version};
use glutin::error::{Error, ErrorKind};
use std::sync::Arc;

/// An OpenGL 3.3 context without a window. It stays on the thread that made it.
pub(super) struct Surfaceless {
    context: PossiblyCurrentContext,
    gl: Arc<glow::Context>,
}

impl Surfaceless {
    /// A context on the first device that gives one, current on this thread.
    ///
    /// # Errors
    ///
    /// [`OffscreenError::NoEglLibrary`] and [`OffscreenError::NoDevice`].
    pub(super) fn new() -> Result<Self, OffscreenError> {
        let devices = Device::query_devices().map_err(|error| match error.error_kind() {
            ErrorKind::NotFound => OffscreenError::NoEglLibrary,
            _ => no_device(&error),
        })?;
        let mut answers = Vec::new();
        for device in devices {
            match Self::on(&device) {
                Ok(surfaceless) => return Ok(surfaceless),
                Err(error) => answers.push(error.to_string()),
            }
        }
        Err(OffscreenError::NoDevice {
            detail: if answers.is_empty() {
                "EGL: 0".to_owned()
            } else {
                answers.join("; ")
            },
        })
    }

    fn on(device: &Device) -> Result<Self, Error> {
        let template = ConfigTemplateBuilder::new()
            .with_api(Api::OPENGL)
            .with_surface_type(ConfigSurfaceTypes::empty())
            .build();
        let attributes = ContextAttributesBuilder::new()
            .with_context_api(ContextApi::OpenGl(Some(Version::new(3, 3))))
            .build(None);
        let (display, context) = gl::egl_context(device, template, &attributes)?;
        let context = context.make_current_surfaceless()?;
        Ok(Self {
            context,
            gl: gl::egl_functions(&display),
        })
    }

    /// Makes it current on this thread again, should another have taken its place.
    ///
    /// # Errors
    ///
    /// [`OffscreenError::NoDevice`].
    pub(super) fn make_current(&self) -> Result<(), OffscreenError> {
        self.context
            .make_current_surfaceless()
            .map_err(|error| no_device(&error))
    }

    /// Its functions.
    pub(super) fn gl(&self) -> &Arc<glow::Context> {
        &self.gl
    }
}

fn no_device(error: &Error) -> OffscreenError {
    OffscreenError::NoDevice {
        detail: error.to_string(),
    }
}

//! What must be known of a GPU before drawing with it. It makes nothing on it.

use super::error::GpuError;
use super::gl;
use glow::HasContext as _;

/// Words in the names of drawing programs that need no graphics processor.
const SOFTWARE_NAMES: [&str; 6] = [
    "llvmpipe",
    "softpipe",
    "swiftshader",
    "swrast",
    "software",
    "basic render",
];

/// Limits and kind of a GPU.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// Longest side of a texture, pixels.
    pub(super) max_texture_side: u32,
    /// Longest side of a canvas, pixels.
    pub(super) max_canvas_side: u32,
    /// Most samples a pixel of a canvas.
    pub(super) max_samples: u32,
    /// The processor itself draws.
    pub(super) is_software: bool,
}

impl Facts {
    /// Reads them.
    ///
    /// # Errors
    ///
    /// [`GpuError::OldOpenGl`].
    pub(super) fn read(gl: &glow::Context) -> Result<Self, GpuError> {
        let version = gl.version();
        let least = if version.is_embedded { (3, 0) } else { (3, 3) };
        if (version.major, version.minor) < least {
            return Err(GpuError::OldOpenGl {
                found: gl::text(gl, glow::VERSION),
            });
        }
        let name = gl::text(gl, glow::RENDERER).to_ascii_lowercase();
        let max_texture_side = gl::number(gl, glow::MAX_TEXTURE_SIZE);
        Ok(Self {
            max_texture_side,
            max_canvas_side: gl::number(gl, glow::MAX_RENDERBUFFER_SIZE).min(max_texture_side),
            max_samples: gl::number(gl, glow::MAX_SAMPLES),
            is_software: SOFTWARE_NAMES.iter().any(|word| name.contains(word)),
        })
    }
}

//! Every call that glow, three-d or glutin marks unsafe, behind safe functions. It draws nothing itself.
//!
//! All of it expects the context to be current on the calling thread: callers are paint callbacks, or hold a context
//! without a window that they have just made current.
#![expect(
    unsafe_code,
    reason = "OpenGL is called through function pointers; this is the one file that does so"
)]

use super::error::GpuError;
use glow::HasContext as _;
#[cfg(all(unix, not(target_os = "macos")))]
use glutin::{
    api::egl::{context::NotCurrentContext, device::Device, display::Display},
    config::ConfigTemplate,
    context::ContextAttributes,
    display::GlDisplay as _,
    error::ErrorKind,
};
use std::sync::Arc;
use three_d::core::{Context, Interpolation, Mipmap, Texture2D, Wrapping};

/// A number that describes the GPU.
pub(super) fn number(gl: &glow::Context, parameter: u32) -> u32 {
    // SAFETY: a query of a constant; an unknown one sets an error flag and leaves 0.
    let value = unsafe { gl.get_parameter_i32(parameter) };
    u32::try_from(value).unwrap_or(0)
}

/// A text that describes the GPU.
pub(super) fn text(gl: &glow::Context, parameter: u32) -> String {
    // SAFETY: a query of a constant; callers ask for names that every OpenGL has.
    unsafe { gl.get_parameter_string(parameter) }
}

/// The framebuffers that were bound when we were called, to be bound again before we return.
pub(super) struct FoundState {
    draw: Option<glow::Framebuffer>,
    read: Option<glow::Framebuffer>,
}

impl FoundState {
    /// Reads the bindings, and clears error flags others have left, which would be taken for ours.
    pub(super) fn read(gl: &glow::Context) -> Self {
        /// A context that was lost reports errors for ever.
        const MOST_ERRORS: usize = 16;
        // SAFETY: queries without side effects on anything but the error flags; the context is current.
        unsafe {
            for _ in 0..MOST_ERRORS {
                if gl.get_error() == glow::NO_ERROR {
                    break;
                }
            }
            Self {
                draw: gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING),
                read: gl.get_parameter_framebuffer(glow::READ_FRAMEBUFFER_BINDING),
            }
        }
    }

    /// Draws go where they went when we were called.
    pub(super) fn bind_target(&self, gl: &glow::Context) {
        // SAFETY: the framebuffer was bound at the start of this call, so it exists.
        unsafe { gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, self.draw) };
    }

    /// Puts back the bindings and the rest of what the window's painter does not set itself.
    pub(super) fn restore(&self, gl: &glow::Context) {
        // SAFETY: both framebuffers were bound at the start of this call; the rest are valid state values.
        unsafe {
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, self.draw);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, self.read);
            gl.depth_mask(true);
            gl.color_mask(true, true, true, true);
            gl.active_texture(glow::TEXTURE0);
            gl.bind_texture(glow::TEXTURE_2D, None);
            gl.pixel_store_i32(glow::PACK_ALIGNMENT, 4);
            gl.pixel_store_i32(glow::UNPACK_ALIGNMENT, 4);
        }
    }
}

/// Pixels for a texture: RGBA8, top row first, which is row 0 of the texture and v = 0.
pub(super) struct Pixels<'a> {
    pub(super) width: u32,
    pub(super) height: u32,
    /// `width * height * 4` bytes; others are refused.
    pub(super) rgba: &'a [u8],
}

/// A repeating texture with all its smaller levels. `None` when the bytes do not fit the size.
pub(super) fn texture(
    context: &Context,
    pixels: &Pixels<'_>,
    anisotropy: u32,
) -> Option<Texture2D> {
    let Pixels {
        width,
        height,
        rgba,
    } = *pixels;
    let n_bytes = (width as usize)
        .checked_mul(height as usize)?
        .checked_mul(4)?;
    if n_bytes == 0 || rgba.len() != n_bytes {
        return None;
    }
    let mipmap = Mipmap {
        filter: Interpolation::Linear,
        max_levels: u32::MAX,
        max_ratio: anisotropy,
    };
    let (signed_width, signed_height) = signed(width, height);
    // SAFETY: the slice holds exactly the rows that the driver reads with an alignment of 1; `new_unchecked` has bound
    // the texture and makes the smaller levels after the closure.
    Some(unsafe {
        context.pixel_store_i32(glow::UNPACK_ALIGNMENT, 1);
        Texture2D::new_unchecked::<[u8; 4]>(
            context,
            width,
            height,
            Interpolation::Linear,
            Interpolation::Linear,
            Some(mipmap),
            Wrapping::Repeat,
            Wrapping::Repeat,
            |_| {
                context.tex_image_2d(
                    glow::TEXTURE_2D,
                    0,
                    glow::RGBA8.cast_signed(),
                    signed_width,
                    signed_height,
                    0,
                    glow::RGBA,
                    glow::UNSIGNED_BYTE,
                    glow::PixelUnpackData::Slice(Some(rgba)),
                );
            },
        )
    })
}

/// What pictures are drawn into: colour and depth, maybe with several samples a pixel, and a texture of the result.
/// Dropping it deletes its objects, so the context must be current then, too.
pub(super) struct Canvas {
    gl: Arc<glow::Context>,
    /// Drawn into.
    drawn: glow::Framebuffer,
    /// Holds the texture; the same as `drawn` without samples.
    resolved: glow::Framebuffer,
    buffers: Vec<glow::Renderbuffer>,
    /// The finished picture, bottom row first, colours multiplied by alpha.
    pub(super) texture: Texture2D,
    /// Width, pixels.
    pub(super) width: u32,
    /// Height, pixels.
    pub(super) height: u32,
    /// Samples a pixel; 0 = one, drawn straight into the texture.
    pub(super) n_samples: u32,
}

impl Canvas {
    /// A canvas; sizes and samples are within the GPU's limits.
    ///
    /// # Errors
    ///
    /// [`GpuError::Canvas`].
    pub(super) fn new(
        context: &Context,
        (width, height): (u32, u32),
        n_samples: u32,
    ) -> Result<Self, GpuError> {
        let refused = |reason: String| GpuError::Canvas {
            width,
            height,
            reason,
        };
        let gl: &Arc<glow::Context> = context;
        let found = FoundState::read(gl);
        // SAFETY: new objects with sizes within the limits; every name used was made just before.
        let canvas = unsafe {
            let resolved = gl.create_framebuffer().map_err(refused)?;
            let drawn = if n_samples > 0 {
                gl.create_framebuffer().map_err(refused)?
            } else {
                resolved
            };
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(resolved));
            let texture = attached_texture(context, width, height);
            let mut canvas = Self {
                gl: Arc::clone(gl),
                drawn,
                resolved,
                buffers: Vec::new(),
                texture,
                width,
                height,
                n_samples,
            };
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(drawn));
            if n_samples > 0 {
                canvas
                    .attach(glow::COLOR_ATTACHMENT0, glow::RGBA8)
                    .map_err(refused)?;
            }
            canvas
                .attach(glow::DEPTH_ATTACHMENT, glow::DEPTH_COMPONENT24)
                .map_err(refused)?;
            canvas
        };
        // SAFETY: the framebuffer is bound; a query.
        let (status, error) = unsafe {
            (
                gl.check_framebuffer_status(glow::FRAMEBUFFER),
                gl.get_error(),
            )
        };
        found.restore(gl);
        if status == glow::FRAMEBUFFER_COMPLETE && error == glow::NO_ERROR {
            Ok(canvas)
        } else {
            Err(refused(format!("status {status:#x}, error {error:#x}")))
        }
    }

    /// A new renderbuffer for the bound framebuffer.
    ///
    /// # Safety
    ///
    /// `drawn` is bound, the context is current.
    unsafe fn attach(&mut self, attachment: u32, format: u32) -> Result<(), String> {
        let (width, height) = signed(self.width, self.height);
        let gl = &self.gl;
        // SAFETY: as the caller promises; the name was made just before.
        unsafe {
            let buffer = gl.create_renderbuffer()?;
            gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
            if self.n_samples > 0 {
                gl.renderbuffer_storage_multisample(
                    glow::RENDERBUFFER,
                    self.n_samples.cast_signed(),
                    format,
                    width,
                    height,
                );
            } else {
                gl.renderbuffer_storage(glow::RENDERBUFFER, format, width, height);
            }
            gl.framebuffer_renderbuffer(
                glow::FRAMEBUFFER,
                attachment,
                glow::RENDERBUFFER,
                Some(buffer),
            );
            gl.bind_renderbuffer(glow::RENDERBUFFER, None);
            self.buffers.push(buffer);
        }
        Ok(())
    }

    /// From here on everything is drawn into the canvas, which is cleared: no colour, no alpha, farthest depth.
    pub(super) fn begin(&self) {
        let gl = &self.gl;
        // SAFETY: the framebuffer is ours and complete; the rest are valid state values.
        unsafe {
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, Some(self.drawn));
            gl.disable(glow::SCISSOR_TEST);
            gl.color_mask(true, true, true, true);
            gl.depth_mask(true);
            gl.clear_color(0.0, 0.0, 0.0, 0.0);
            gl.clear_depth_f32(1.0);
            gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT);
        }
    }

    /// Brings what was drawn into the texture.
    pub(super) fn finish(&self) {
        if self.n_samples == 0 {
            return;
        }
        let (width, height) = signed(self.width, self.height);
        let gl = &self.gl;
        // SAFETY: both framebuffers are ours, complete, of one size and colour format.
        unsafe {
            gl.disable(glow::SCISSOR_TEST);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.drawn));
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, Some(self.resolved));
            gl.blit_framebuffer(
                0,
                0,
                width,
                height,
                0,
                0,
                width,
                height,
                glow::COLOR_BUFFER_BIT,
                glow::NEAREST,
            );
        }
    }

    /// The finished picture: RGBA8, bottom row first, colours multiplied by alpha.
    pub(super) fn read(&self) -> Vec<u8> {
        let mut rgba = vec![0; self.width as usize * self.height as usize * 4];
        let (width, height) = signed(self.width, self.height);
        let gl = &self.gl;
        // SAFETY: the framebuffer is ours and complete; the slice holds exactly the rows written with an alignment of 1.
        unsafe {
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.resolved));
            gl.pixel_store_i32(glow::PACK_ALIGNMENT, 1);
            gl.read_pixels(
                0,
                0,
                width,
                height,
                glow::RGBA,
                glow::UNSIGNED_BYTE,
                glow::PixelPackData::Slice(Some(&mut rgba)),
            );
        }
        rgba
    }
}

impl Drop for Canvas {
    fn drop(&mut self) {
        // SAFETY: the objects are ours and deleted once; whoever drops a canvas has made the context current.
        unsafe {
            for buffer in self.buffers.drain(..) {
                self.gl.delete_renderbuffer(buffer);
            }
            self.gl.delete_framebuffer(self.resolved);
            if self.drawn != self.resolved {
                self.gl.delete_framebuffer(self.drawn);
            }
        }
    }
}

/// An empty texture, attached to the bound framebuffer as its colour.
///
/// # Safety
///
/// A framebuffer of ours is bound, the context is current.
unsafe fn attached_texture(context: &Context, width: u32, height: u32) -> Texture2D {
    let (signed_width, signed_height) = signed(width, height);
    // SAFETY: as the caller promises; `new_unchecked` has bound the texture whose name is read back.
    unsafe {
        Texture2D::new_unchecked::<[u8; 4]>(
            context,
            width,
            height,
            Interpolation::Nearest,
            Interpolation::Nearest,
            None,
            Wrapping::ClampToEdge,
            Wrapping::ClampToEdge,
            |_| {
                context.tex_image_2d(
                    glow::TEXTURE_2D,
                    0,
                    glow::RGBA8.cast_signed(),
                    signed_width,
                    signed_height,
                    0,
                    glow::RGBA,
                    glow::UNSIGNED_BYTE,
                    glow::PixelUnpackData::Slice(None),
                );
                context.framebuffer_texture_2d(
                    glow::FRAMEBUFFER,
                    glow::COLOR_ATTACHMENT0,
                    glow::TEXTURE_2D,
                    context.get_parameter_texture(glow::TEXTURE_BINDING_2D),
                    0,
                );
            },
        )
    }
}

/// Sizes as OpenGL wants them; they are below its limits, which are signed.
fn signed(width: u32, height: u32) -> (i32, i32) {
    (
        i32::try_from(width).unwrap_or(i32::MAX),
        i32::try_from(height).unwrap_or(i32::MAX),
    )
}

/// A display of an EGL device, and a context of it that is current nowhere yet.
///
/// # Errors
///
/// Whatever EGL answers.
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) fn egl_context(
    device: &Device,
    template: ConfigTemplate,
    attributes: &ContextAttributes,
) -> Result<(Display, NotCurrentContext), glutin::error::Error> {
    // SAFETY: no native display or window handle is passed, here or in the two descriptions.
    unsafe {
        let display = Display::with_device(device, None)?;
        let config = display
            .find_configs(template)?
            .next()
            .ok_or(ErrorKind::BadConfig)?;
        let context = display.create_context(&config, attributes)?;
        Ok((display, context))
    }
}

/// The OpenGL functions of a display one of whose contexts is current.
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) fn egl_functions(display: &Display) -> Arc<glow::Context> {
    // SAFETY: the addresses are those of the display itself, and callers have made its context current.
    let gl =
        unsafe { glow::Context::from_loader_function_cstr(|name| display.get_proc_address(name)) };
    Arc::new(gl)
}

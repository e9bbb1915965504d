//! A picture becomes a texture payload: size, rows, mip levels, format (bem.md ch. 10, 22.4). Decoding picture files is
//! done elsewhere, as is the choice of a format.
//!
//! Levels lie one after the other, large to small, without padding. Rows are stored as the target's
//! [`GeometryPreset`] says, turned before anything is compressed.

mod blocks;
pub mod format;
mod levels;
mod opaque;
mod texel;
mod transfer;

pub use texel::TextureRole;

use crate::base::cancel::{Cancel, Cancelled};
use crate::base::limits;
use crate::convert::texture::blocks::Tally;
use crate::convert::texture::format::{TextureFormat, full_chain, side_at};
use crate::convert::texture::levels::MixLevel;
use crate::model::image::Image;
use crate::model::target::GeometryPreset;
use std::borrow::Cow;

/// How long the encoder searches for better blocks. Means nothing to RGBA32 and R8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quality {
    /// For a first look.
    Draft,
    /// For trying out.
    #[default]
    Normal,
    /// For publishing; several times slower.
    High,
}

impl Quality {
    const fn level(self) -> dds::CompressionQuality {
        match self {
            Self::Draft => dds::CompressionQuality::Fast,
            Self::Normal => dds::CompressionQuality::Normal,
            Self::High => dds::CompressionQuality::High,
        }
    }
}

/// How many levels are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MipChain {
    /// Down to 1 x 1.
    #[default]
    Full,
    /// The picture alone.
    Single,
}

/// What becomes of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureSettings {
    /// The stored format.
    pub format: TextureFormat,
    /// What the channels hold. Colour in a format without sRGB form ([`TextureFormat::has_srgb`]) is taken as data.
    pub role: TextureRole,
    /// How long to search for better blocks.
    pub quality: Quality,
    /// How many levels are stored.
    pub mips: MipChain,
    /// Top row first (EFMI) or bottom row first (plain).
    pub rows: GeometryPreset,
}

/// Whom a long conversion listens to and reports to. Reports come from any thread, one at a time, and only grow.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Raised to stop the work.
    pub cancel: &'a Cancel,
    /// Gets the share that is done, 0..=1.
    pub report: &'a (dyn Fn(f64) + Sync),
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Watch")
            .field("cancel", self.cancel)
            .finish_non_exhaustive()
    }
}

impl<'a> Watch<'a> {
    /// Listens to a token and reports to nobody.
    pub fn silent(cancel: &'a Cancel) -> Self {
        Self {
            cancel,
            report: &|_| (),
        }
    }
}

/// A texture ready to be packed.
#[derive(Clone, Debug, PartialEq)]
pub struct EncodedTexture {
    /// Pixels; with the block formats a multiple of 4.
    pub width: u32,
    /// Pixels; with the block formats a multiple of 4.
    pub height: u32,
    /// Levels stored.
    pub mips: u32,
    /// As asked for.
    pub format: TextureFormat,
    /// Whether the manifest marks it as colour.
    pub srgb: bool,
    /// The payload, exactly [`format::mip_chain_bytes`].
    pub bytes: Vec<u8>,
    /// The picture's size, when its sides had to be brought up to multiples of 4.
    pub enlarged_from: Option<(u32, u32)>,
    /// The picture had see-through pixels and the format keeps no alpha.
    pub has_lost_alpha: bool,
    /// Peak signal-to-noise ratio of the first level over the format's channels; `None` when nothing was lost.
    pub psnr_db: Option<f64>,
}

/// Why a picture cannot become a texture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextureError {
    /// A side is 0 or above 32,768 (TEX-02).
    #[error("a texture of {width} x {height}, sides may be 1 to {max}", max = limits::IMAGE_SIDE)]
    Size {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    /// The picture's bytes are not as many as its size says.
    #[error("a picture of {width} x {height} with {n_bytes} bytes")]
    PixelCount {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// Bytes found.
        n_bytes: usize,
    },
    /// ASTC is made by the phone installer, not here.
    #[error("{format:?} is read, never written")]
    NotEncodable {
        /// The format asked for.
        format: TextureFormat,
    },
    /// The token was raised.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The block encoder refused; nothing is known that makes it do so.
    #[error("the block encoder refused: {reason}")]
    Encoder {
        /// Its own words.
        reason: String,
    },
}

impl TextureError {
    fn encoder(reason: impl std::fmt::Display) -> Self {
        Self::Encoder {
            reason: reason.to_string(),
        }
    }
}

/// Makes the payload of one texture.
///
/// - Block formats want sides that are multiples of 4: both are brought up to the next one, 63 x 50 to 64 x 52, by a
///   Catmull-Rom spline in the role's own terms.
/// - Levels halve the one before, rounded down, by area: colour in linear light weighted by alpha, data as it is, normals
///   as unit vectors.
/// - BC1 keeps no alpha: every pixel counts as opaque. In BC3 and BC7 a pixel with alpha 255 has alpha 255 when read back;
///   blocks that break this are written anew.
///
/// Rows are worked on by the rayon pool that this is called in; the bytes do not depend on its size.
///
/// # Errors
///
/// A picture without or with too many pixels, a format that is never written, a raised token.
pub fn encode(
    image: &Image,
    settings: &TextureSettings,
    watch: &Watch<'_>,
) -> Result<EncodedTexture, TextureError> {
    check(image)?;
    let format = settings.format;
    let role = match settings.role {
        TextureRole::Color if !format.has_srgb() => TextureRole::Data,
        role => role,
    };
    let is_opaque = image
        .pixels
        .iter()
        .skip(3)
        .step_by(4)
        .all(|alpha| *alpha == 255);
    let has_lost_alpha = !is_opaque && !format.has_alpha();
    let mut top = Cow::Borrowed(image);
    if settings.rows == GeometryPreset::Plain {
        top = Cow::Owned(levels::flip_rows(&top));
    }
    if has_lost_alpha && format == TextureFormat::Bc1 {
        make_opaque(top.to_mut());
    }
    if format.wants_multiples_of_4() {
        let enlarged = levels::enlarge_to_multiples_of_4(&top, role, watch.cancel)?;
        top = enlarged.map_or(top, Cow::Owned);
    }
    let mips = match settings.mips {
        MipChain::Full => full_chain(top.width, top.height),
        MipChain::Single => 1,
    };
    let tally = Tally::new(watch, n_pixels_of_chain(top.width, top.height, mips));
    let first = blocks::compress(&top, format, settings.quality, &tally)?;
    let psnr_db = psnr_db(first.squared_error, &top, format);
    let mut bytes = first.bytes;
    let mut level: Option<MixLevel> = None;
    for _ in 1..mips {
        let next = match &level {
            None => MixLevel::below(&top, role, watch.cancel)?,
            Some(level) => level.next(role, watch.cancel)?,
        };
        let image = next.to_image(role);
        bytes.extend(blocks::compress(&image, format, settings.quality, &tally)?.bytes);
        level = Some(next);
    }
    Ok(EncodedTexture {
        width: top.width,
        height: top.height,
        mips,
        format,
        srgb: role == TextureRole::Color,
        bytes,
        enlarged_from: ((top.width, top.height) != (image.width, image.height))
            .then_some((image.width, image.height)),
        has_lost_alpha,
        psnr_db,
    })
}

fn check(image: &Image) -> Result<(), TextureError> {
    let (width, height) = (image.width, image.height);
    let allowed = 1..=limits::IMAGE_SIDE;
    if !allowed.contains(&width) || !allowed.contains(&height) {
        return Err(TextureError::Size { width, height });
    }
    let n_bytes = image.pixels.len();
    let wanted = u64::from(width) * u64::from(height) * 4;
    if crate::base::numbers::u64_of(n_bytes) != wanted {
        return Err(TextureError::PixelCount {
            width,
            height,
            n_bytes,
        });
    }
    Ok(())
}

fn make_opaque(image: &mut Image) {
    for alpha in image.pixels.iter_mut().skip(3).step_by(4) {
        *alpha = 255;
    }
}

fn n_pixels_of_chain(width: u32, height: u32, mips: u32) -> u64 {
    let level = |k| u64::from(side_at(width, k)) * u64::from(side_at(height, k));
    (0..mips).map(level).sum()
}

fn psnr_db(squared_error: u64, image: &Image, format: TextureFormat) -> Option<f64> {
    let n_channels = match format {
        TextureFormat::Bc1 => 3,
        TextureFormat::Bc4 => 1,
        TextureFormat::Bc5 => 2,
        _ => 4,
    };
    let n_values = u64::from(image.width) * u64::from(image.height) * n_channels;
    (squared_error > 0).then(|| {
        let mean = squared_error as f64 / n_values as f64;
        10.0 * (255.0 * 255.0 / mean).log10()
    })
}

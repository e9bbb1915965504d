//! PNG writing, for preview pictures and exported textures. Same pixels, same bytes.

use crate::base::numbers;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};

/// Why a PNG could not be written; both are the caller's doing or the machine's, never the user's.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The pixels do not fill the stated size, or it is empty.
    #[error("{width} x {height} RGBA pixels wanted, {n_bytes} bytes given")]
    Size {
        /// Stated width in pixels.
        width: u32,
        /// Stated height in pixels.
        height: u32,
        /// Bytes given.
        n_bytes: usize,
    },
    /// The encoder gave up.
    #[error("the PNG could not be written: {0}")]
    Encoder(String),
}

/// Encodes RGBA8 pixels, straight alpha, top row first, as a PNG file.
///
/// # Errors
///
/// When `rgba` is not `width * height * 4` bytes, or is empty, or the encoder gives up.
pub fn encode_png(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, PngError> {
    let wanted = u64::from(width)
        .saturating_mul(u64::from(height))
        .saturating_mul(4);
    if wanted == 0 || numbers::u64_of(rgba.len()) != wanted {
        return Err(PngError::Size {
            width,
            height,
            n_bytes: rgba.len(),
        });
    }
    let mut file = Vec::new();
    PngEncoder::new_with_quality(&mut file, CompressionType::Default, FilterType::Adaptive)
        .write_image(rgba, width, height, ExtendedColorType::Rgba8)
        .map_err(|cause| PngError::Encoder(cause.to_string()))?;
    Ok(file)
}

//! Rows of a texture level as packages store them (bem.md ch. 10), decoded. Which level, and which way up it is shown, is
//! decided elsewhere.

use crate::base::numbers::{u64_of, usize_of_u64};
use crate::formats::bem::texture_layout::TextureFormat;
use ::dds::{ColorFormat, DecodeOptions, Format, ImageViewMut, Size, decode};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// One level of a texture, its rows in stored order.
#[derive(Clone, Copy, Debug)]
pub struct StoredLevel<'a> {
    /// How pixels are stored.
    pub format: TextureFormat,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Exactly [`TextureFormat::level_bytes`].
    pub bytes: &'a [u8],
}

/// Why rows of a level cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoredError {
    /// The level has another length than its size and format say (TEX-05).
    #[error("a level has {n_bytes} bytes where {wanted_bytes} belong")]
    Length {
        /// Bytes there.
        n_bytes: u64,
        /// Bytes of such a level.
        wanted_bytes: u64,
    },
    /// The rows asked for do not begin at a block, or are not there.
    #[error("rows {start}..{end} cannot be decoded on their own")]
    Rows {
        /// First row.
        start: u32,
        /// One past the last row.
        end: u32,
    },
    /// The decoder gave up.
    #[error("the level cannot be decoded: {reason}")]
    Decoder {
        /// Its own words, English.
        reason: String,
    },
}

/// Decodes `rows` of a level: `pixels[(row * width + x) * 4 + channel]`, R, G, B, A as stored.
///
/// `rows.start` is a multiple of the block's height; `rows.end` is one, too, or the last row. One-channel formats come
/// out grey, two-channel ones without blue, both opaque.
///
/// # Errors
///
/// See [`StoredError`]. A decoder that panics is an error like any other. Memory: the pixels asked for.
pub fn decode_rows(level: &StoredLevel<'_>, rows: Range<u32>) -> Result<Vec<u8>, StoredError> {
    let wanted_bytes = level.format.level_bytes(level.width, level.height);
    if u64_of(level.bytes.len()) != wanted_bytes {
        return Err(StoredError::Length {
            n_bytes: u64_of(level.bytes.len()),
            wanted_bytes,
        });
    }
    let refused = || StoredError::Rows {
        start: rows.start,
        end: rows.end,
    };
    let n_rows = rows.end.checked_sub(rows.start).ok_or_else(refused)?;
    let is_whole = |row: u32| row.is_multiple_of(level.format.block);
    let ends_well = is_whole(rows.end) || rows.end == level.height;
    if !is_whole(rows.start) || !ends_well || rows.end > level.height || n_rows == 0 {
        return Err(refused());
    }
    let stored = level.format.level_bytes(level.width, n_rows);
    let before = level.format.level_bytes(level.width, rows.start);
    let skipped = level.bytes.get(usize_of_u64(before)..).unwrap_or_default();
    let stored = skipped.get(..usize_of_u64(stored)).ok_or_else(refused)?;
    let n_pixels = u64::from(level.width).saturating_mul(u64::from(n_rows));
    let mut pixels = vec![0; usize_of_u64(n_pixels.saturating_mul(4))];
    let size = Size::new(level.width, n_rows);
    let codec = codec_of(level.format).ok_or_else(|| decoder("the format is unknown"))?;
    let view = ImageViewMut::new(&mut pixels, size, ColorFormat::RGBA_U8).ok_or_else(refused)?;
    let mut reader = stored;
    catch_unwind(AssertUnwindSafe(|| {
        decode(&mut reader, view, codec, &DecodeOptions::default())
    }))
    .unwrap_or(Err(::dds::DecodingError::MemoryLimitExceeded))
    .map_err(decoder)?;
    Ok(pixels)
}

fn decoder(reason: impl std::fmt::Display) -> StoredError {
    StoredError::Decoder {
        reason: reason.to_string(),
    }
}

/// The decoder of a format by its number (TEX-01).
const fn codec_of(format: TextureFormat) -> Option<Format> {
    Some(match format.code {
        4 => Format::R8G8B8A8_UNORM,
        10 => Format::BC1_UNORM,
        12 => Format::BC3_UNORM,
        25 => Format::BC7_UNORM,
        26 => Format::BC4_UNORM,
        27 => Format::BC5_UNORM,
        48 => Format::ASTC_4X4_UNORM,
        49 => Format::ASTC_5X5_UNORM,
        50 => Format::ASTC_6X6_UNORM,
        63 => Format::R8_UNORM,
        _ => return None,
    })
}

//! Zstandard blocks: exactly one standard frame with its content size and without dictionary (CON-12).
//! It knows nothing of what the bytes mean.

use crate::base::memory;
use crate::base::numbers::{u64_of, usize_of_u64};

const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// What is wrong with a Zstandard block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// It does not start as a standard frame; skippable frames do not count.
    #[error("it does not start with a Zstandard frame")]
    NoFrame,
    /// The frame asks for a dictionary.
    #[error("the frame asks for a dictionary")]
    Dictionary,
    /// The frame does not say how long its content is.
    #[error("the frame does not state its content size")]
    NoContentSize,
    /// The frame states another size than the directory.
    #[error("the frame states {found_bytes} bytes, the directory {wanted_bytes}")]
    OtherContentSize {
        /// In the frame header.
        found_bytes: u64,
        /// In the directory.
        wanted_bytes: u64,
    },
    /// The frame ends before the block does, or is cut off.
    #[error("the block is not exactly one frame")]
    NotOneFrame,
    /// The content cannot be decoded, or to another length.
    #[error("the content cannot be decoded")]
    Damaged,
    /// The machine has no memory for it.
    #[error("there is no memory for {wanted_bytes} bytes")]
    NoMemory {
        /// Bytes asked for.
        wanted_bytes: u64,
    },
}

/// Checks everything that can be seen without decoding.
///
/// # Errors
///
/// Any [`FrameError`] but `Damaged` and `NoMemory`.
pub fn check(stored: &[u8], decoded_size: u64) -> Result<(), FrameError> {
    let found_bytes = content_size(stored)?;
    if found_bytes != decoded_size {
        return Err(FrameError::OtherContentSize {
            found_bytes,
            wanted_bytes: decoded_size,
        });
    }
    match zstd::zstd_safe::find_frame_compressed_size(stored) {
        Ok(length) if length == stored.len() => Ok(()),
        _ => Err(FrameError::NotOneFrame),
    }
}

/// Decodes a block to exactly `decoded_size` bytes. The caller has capped `decoded_size` (CON-08).
///
/// # Errors
///
/// Any [`FrameError`].
pub fn decode(stored: &[u8], decoded_size: u64) -> Result<Vec<u8>, FrameError> {
    check(stored, decoded_size)?;
    let no_memory = FrameError::NoMemory {
        wanted_bytes: decoded_size,
    };
    let wanted = usize_of_u64(decoded_size);
    let mut out = memory::buffer(wanted).map_err(|_refused| no_memory)?;
    let mut decoder = zstd::bulk::Decompressor::new().map_err(|_refused| no_memory)?;
    match decoder.decompress_to_buffer(stored, &mut out) {
        Ok(length) if u64_of(length) == decoded_size => Ok(out),
        _ => Err(FrameError::Damaged),
    }
}

/// The content size in the frame header (RFC 8878, 3.1.1.1).
fn content_size(stored: &[u8]) -> Result<u64, FrameError> {
    let rest = stored.strip_prefix(&MAGIC).ok_or(FrameError::NoFrame)?;
    let (&descriptor, rest) = rest.split_first().ok_or(FrameError::NotOneFrame)?;
    let is_single_segment = descriptor & 0x20 != 0;
    if descriptor & 0x03 != 0 {
        return Err(FrameError::Dictionary);
    }
    let n_window_bytes = usize::from(!is_single_segment);
    let rest = rest.get(n_window_bytes..).ok_or(FrameError::NotOneFrame)?;
    let size = match (descriptor >> 6, is_single_segment) {
        (0, false) => return Err(FrameError::NoContentSize),
        (0, true) => rest.first().map(|&byte| u64::from(byte)),
        (1, _) => rest
            .first_chunk()
            .map(|bytes| u64::from(u16::from_le_bytes(*bytes)).saturating_add(256)),
        (2, _) => rest
            .first_chunk()
            .map(|bytes| u64::from(u32::from_le_bytes(*bytes))),
        _ => rest.first_chunk().map(|bytes| u64::from_le_bytes(*bytes)),
    };
    size.ok_or(FrameError::NotOneFrame)
}

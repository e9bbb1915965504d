//! Unpacking of members, with their length and CRC-32 checked (ZIP-06). Output is bounded by the claimed size.

use crate::base::memory;
use crate::base::numbers::{u64_of, usize_of_u64};
use flate2::{Decompress, FlushDecompress, Status};
use std::borrow::Cow;

/// What is wrong with a member's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InflateError {
    /// The deflated stream is broken, cut off, or followed by something.
    #[error("the packed data is damaged")]
    Damaged,
    /// It unpacks to another length than the directory says.
    #[error("it does not unpack to the {wanted_bytes} bytes the directory states")]
    OtherSize {
        /// In the directory.
        wanted_bytes: u64,
    },
    /// The CRC-32 differs.
    #[error("the checksum differs")]
    OtherCrc,
    /// The machine has no memory for it.
    #[error("there is no memory for {wanted_bytes} bytes")]
    NoMemory {
        /// Bytes asked for.
        wanted_bytes: u64,
    },
}

/// The bytes of a stored member, checked.
///
/// # Errors
///
/// Another length or checksum.
pub fn check_stored(
    stored: Cow<'_, [u8]>,
    size: u64,
    crc: u32,
) -> Result<Cow<'_, [u8]>, InflateError> {
    if u64_of(stored.len()) != size {
        return Err(InflateError::OtherSize { wanted_bytes: size });
    }
    check_crc(&stored, crc)?;
    Ok(stored)
}

/// Unpacks a deflated member to exactly `size` bytes, which the caller has capped.
///
/// # Errors
///
/// See [`InflateError`].
pub fn inflate(packed: &[u8], size: u64, crc: u32) -> Result<Vec<u8>, InflateError> {
    let mut out = memory::buffer(usize_of_u64(size))
        .map_err(|_refused| InflateError::NoMemory { wanted_bytes: size })?;
    out.resize(usize_of_u64(size), 0);
    let mut decoder = Decompress::new(false);
    let status = decoder
        .decompress(packed, &mut out, FlushDecompress::Finish)
        .map_err(|_error| InflateError::Damaged)?;
    if status != Status::StreamEnd {
        // Either there is more to come than the directory says, or the stream is cut off.
        let is_full = decoder.total_out() == size;
        return Err(if is_full {
            InflateError::OtherSize { wanted_bytes: size }
        } else {
            InflateError::Damaged
        });
    }
    if decoder.total_out() != size {
        return Err(InflateError::OtherSize { wanted_bytes: size });
    }
    if decoder.total_in() != u64_of(packed.len()) {
        return Err(InflateError::Damaged);
    }
    check_crc(&out, crc)?;
    Ok(out)
}

fn check_crc(bytes: &[u8], wanted: u32) -> Result<(), InflateError> {
    if crc_of(bytes) == wanted {
        Ok(())
    } else {
        Err(InflateError::OtherCrc)
    }
}

/// CRC-32 as ZIP uses it.
pub fn crc_of(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

//! Payload blocks: compressed in parallel batches, written in order (WRT-03). It numbers nothing.

use crate::base::limits::{BEM_FILE_BYTES, MIB};
use crate::base::numbers::u64_of;
use crate::formats::bem::container::{CODEC_RAW, CODEC_ZSTD, Entry};
use crate::formats::bem::write::{Numbering, PayloadStore, WriteError, WriteOptions};
use rayon::prelude::*;
use std::borrow::Cow;
use std::io::{self, Write};
use zstd::zstd_safe::CParameter;

/// Decoded bytes worked on at once: ours; a batch is a few payloads of a usual texture's size, or one of the largest.
const BATCH_BYTES: u64 = 64 * MIB;

/// How blocks are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// All as they are.
    Raw,
    /// As one Zstandard frame each where that is smaller.
    Zstd {
        /// 1..=22; larger is slower and smaller.
        level: i32,
    },
}

impl Default for Compression {
    fn default() -> Self {
        Self::Zstd { level: 9 }
    }
}

/// Writes all kept payloads from `start` (offset in the file) on and returns the directory.
pub(super) fn write_all<P: PayloadStore + ?Sized, W: Write>(
    payloads: &P,
    numbering: &Numbering,
    start: u64,
    options: &WriteOptions,
    sink: &mut W,
) -> Result<Vec<Entry>, WriteError> {
    let mut entries = Vec::with_capacity(numbering.kept().len());
    let mut offset = start;
    let mut rest = numbering.kept();
    while !rest.is_empty() {
        options.cancel.check()?;
        let (batch, later) = rest.split_at(batch_len(payloads, rest));
        rest = later;
        let blocks: Vec<Block<'_>> = batch
            .par_iter()
            .map(|&old| Block::of(payloads.bytes(old)?, options.compression))
            .collect::<Result<_, WriteError>>()?;
        for block in blocks {
            let stored_size = u64_of(block.stored.len());
            let end = offset.saturating_add(stored_size);
            if end > BEM_FILE_BYTES {
                return Err(WriteError::FileSize { size_bytes: end });
            }
            sink.write_all(&block.stored)?;
            entries.push(Entry {
                codec: block.codec,
                reserved: 0,
                offset,
                stored_size,
                decoded_size: block.decoded_size,
            });
            offset = end;
        }
    }
    Ok(entries)
}

/// How many payloads from the front make up the next batch; at least one.
fn batch_len<P: PayloadStore + ?Sized>(payloads: &P, rest: &[u32]) -> usize {
    let mut n_bytes = 0_u64;
    let n_fitting = rest
        .iter()
        .take_while(|&&old| {
            n_bytes = n_bytes.saturating_add(payloads.size(old).unwrap_or_default());
            n_bytes <= BATCH_BYTES
        })
        .count();
    n_fitting.max(1).min(rest.len())
}

struct Block<'a> {
    codec: u32,
    stored: Cow<'a, [u8]>,
    decoded_size: u64,
}

impl<'a> Block<'a> {
    fn of(bytes: Cow<'a, [u8]>, compression: Compression) -> Result<Self, WriteError> {
        let decoded_size = u64_of(bytes.len());
        if let Compression::Zstd { level } = compression {
            let compressed = compress(&bytes, level)?;
            if compressed.len() < bytes.len() {
                return Ok(Self {
                    codec: CODEC_ZSTD,
                    stored: Cow::Owned(compressed),
                    decoded_size,
                });
            }
        }
        Ok(Self {
            codec: CODEC_RAW,
            stored: bytes,
            decoded_size,
        })
    }
}

/// One frame with its content size, without dictionary and checksum. Single-threaded: with worker threads the bytes would
/// depend on their number. Windows stay at 128 MiB or below at every level.
fn compress(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(level.clamp(1, 22))?;
    compressor.set_parameter(CParameter::ContentSizeFlag(true))?;
    compressor.set_parameter(CParameter::DictIdFlag(false))?;
    compressor.set_parameter(CParameter::ChecksumFlag(false))?;
    compressor.compress(bytes)
}

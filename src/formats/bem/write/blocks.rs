//! Payload blocks: compressed by several workers, written in order (WRT-03). It numbers nothing.

use crate::base::limits::{BEM_FILE_BYTES, KIB, MIB};
use crate::base::numbers::{u64_of, usize_of_u64};
use crate::formats::bem::container::{CODEC_RAW, CODEC_ZSTD, Entry};
use crate::formats::bem::write::line::{Line, Piece};
use crate::formats::bem::write::{Numbering, PayloadStore, WriteError, WriteOptions};
use std::io::{self, Seek, SeekFrom, Write};
use zstd::stream::raw::{CParameter, Encoder, InBuffer, Operation as _, OutBuffer};

/// Bytes held besides one and a half times the largest payload: ours; with what the rest of the program holds they make
/// up 64 MiB.
const BUDGET_BYTES: u64 = 42 * MIB;
/// Bytes a compressor holds at the levels up to 9, measured; smaller payloads take less.
const COMPRESSOR_BYTES: u64 = 15 * MIB;
/// The same at higher levels.
const STRONG_COMPRESSOR_BYTES: u64 = 800 * MIB;
/// Bytes of a frame that are sent at once.
const PIECE_BYTES: u64 = 64 * KIB;

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

impl Compression {
    /// Bytes that work on a payload of this size holds besides the payload.
    fn held_bytes(self, size: u64) -> u64 {
        match self {
            Self::Raw => 0,
            Self::Zstd { level } => {
                let most = if level <= 9 {
                    COMPRESSOR_BYTES
                } else {
                    STRONG_COMPRESSOR_BYTES
                };
                size.saturating_mul(8).saturating_add(MIB).min(most)
            }
        }
    }
}

/// Writes all kept payloads from `start` (offset in the file) on and returns the directory.
pub(super) fn write_all<P: PayloadStore + ?Sized, W: Write + Seek>(
    payloads: &P,
    numbering: &Numbering,
    start: u64,
    options: &WriteOptions,
    sink: &mut W,
) -> Result<Vec<Entry>, WriteError> {
    let kept = numbering.kept();
    let size_of = |old: u32| payloads.size(old).unwrap_or_default();
    let largest = kept.iter().map(|old| size_of(*old)).max();
    // A worker of the pool takes the pieces itself and must never wait for room.
    let budget = if rayon::current_thread_index().is_some() {
        u64::MAX
    } else {
        let largest = largest.unwrap_or_default();
        largest
            .saturating_add(largest / 2)
            .saturating_add(BUDGET_BYTES)
    };
    let cost = |old: u32| {
        let own = if payloads.is_in_memory(old) {
            0
        } else {
            size_of(old)
        };
        let at_work = own.saturating_add(options.compression.held_bytes(size_of(old)));
        at_work.max(payloads.held_bytes(old))
    };
    let line = Line::new(budget);
    let mut writer = Writer {
        base: sink.stream_position()?,
        offset: 0,
        sink,
    };
    let mut entries: Vec<Entry> = Vec::with_capacity(kept.len());
    rayon::in_place_scope(|scope| {
        let mut n_begun = 0_usize;
        for index in 0..kept.len() {
            let written = options
                .cancel
                .check()
                .map_err(WriteError::from)
                .and_then(|()| {
                    writer.block(&line, index, || {
                        while let Some(&old) = kept.get(n_begun)
                            && line.admit(n_begun, cost(old))
                        {
                            n_begun = n_begun.saturating_add(1);
                            scope.spawn(|_| work(payloads, kept, options.compression, &line));
                        }
                    })
                });
            let offset = start.saturating_add(writer.offset);
            let entry = written.and_then(|block| block.entry(offset));
            match entry {
                Ok(entry) => {
                    writer.offset = writer.offset.saturating_add(entry.stored_size);
                    entries.push(entry);
                }
                Err(error) => {
                    line.stop();
                    return Err(error);
                }
            }
            line.advance();
        }
        Ok(entries)
    })
}

/// A block as it was written.
struct Block {
    codec: u32,
    stored_size: u64,
    decoded_size: u64,
}

impl Block {
    fn entry(self, offset: u64) -> Result<Entry, WriteError> {
        let end = offset.saturating_add(self.stored_size);
        if end > BEM_FILE_BYTES {
            return Err(WriteError::FileSize { size_bytes: end });
        }
        Ok(Entry {
            codec: self.codec,
            reserved: 0,
            offset,
            stored_size: self.stored_size,
            decoded_size: self.decoded_size,
        })
    }
}

/// The sink and how far it is filled.
struct Writer<'s, W> {
    sink: &'s mut W,
    /// Where the first block starts in the sink.
    base: u64,
    /// Bytes of the blocks that are done.
    offset: u64,
}

impl<W: Write + Seek> Writer<'_, W> {
    /// Writes the pieces of one payload; `begin_more` is called whenever room may have become free.
    fn block(
        &mut self,
        line: &Line<'_>,
        index: usize,
        mut begin_more: impl FnMut(),
    ) -> Result<Block, WriteError> {
        let mut codec = CODEC_ZSTD;
        let mut stored_size = 0_u64;
        loop {
            begin_more();
            match line.take(index) {
                Piece::Frame(bytes) => {
                    self.sink.write_all(&bytes)?;
                    stored_size = stored_size.saturating_add(u64_of(bytes.len()));
                    line.give_back(bytes);
                }
                Piece::Raw(bytes) => {
                    let start = self.base.saturating_add(self.offset);
                    if stored_size > 0 {
                        self.sink.seek(SeekFrom::Start(start))?;
                    }
                    self.sink.write_all(&bytes)?;
                    codec = CODEC_RAW;
                    stored_size = u64_of(bytes.len());
                }
                Piece::End { decoded_size } => {
                    return Ok(Block {
                        codec,
                        stored_size,
                        decoded_size,
                    });
                }
                Piece::Failed(error) => return Err(error),
                Piece::Lost => return Err(WriteError::Io(io::ErrorKind::Other.into())),
            }
        }
    }
}

/// Works on the next payload that nobody works on yet.
fn work<'p, P: PayloadStore + ?Sized>(
    payloads: &'p P,
    kept: &[u32],
    compression: Compression,
    line: &Line<'p>,
) {
    let index = line.begin();
    let Some(&old) = kept.get(index) else { return };
    let mut guard = Guard {
        line,
        index,
        last: Piece::Lost,
    };
    guard.last = match send(payloads, old, compression, (line, index)) {
        Ok(decoded_size) => Piece::End { decoded_size },
        Err(error) => Piece::Failed(error),
    };
}

/// Sends the last piece of a payload when it is dropped, also while a panic unwinds.
struct Guard<'l, 'p> {
    line: &'l Line<'p>,
    index: usize,
    last: Piece<'p>,
}

impl Drop for Guard<'_, '_> {
    fn drop(&mut self) {
        let last = std::mem::replace(&mut self.last, Piece::Lost);
        self.line.send_last(self.index, last);
    }
}

/// Sends the frame of a payload, or where that is not smaller the payload. Gives its size.
fn send<'p, P: PayloadStore + ?Sized>(
    payloads: &'p P,
    old: u32,
    compression: Compression,
    (line, index): (&Line<'p>, usize),
) -> Result<u64, WriteError> {
    let bytes = payloads.bytes(old)?;
    let size = u64_of(bytes.len());
    let is_smaller = match compression {
        Compression::Raw => false,
        Compression::Zstd { level } => compress(&bytes, level, (line, index))?,
    };
    if !is_smaller {
        line.send_raw(index, bytes);
    }
    Ok(size)
}

/// One frame with its content size, without dictionary and checksum, sent in pieces. Says whether it is smaller than
/// `bytes`; if not, or where nobody listens, it stops early.
///
/// Single-threaded: with worker threads the bytes would depend on their number. Windows stay at 128 MiB or below at
/// every level.
fn compress(bytes: &[u8], level: i32, (line, index): (&Line<'_>, usize)) -> io::Result<bool> {
    let mut encoder = Encoder::new(level.clamp(1, 22))?;
    encoder.set_parameter(CParameter::ContentSizeFlag(true))?;
    encoder.set_parameter(CParameter::DictIdFlag(false))?;
    encoder.set_parameter(CParameter::ChecksumFlag(false))?;
    encoder.set_pledged_src_size(Some(u64_of(bytes.len())))?;
    let piece_bytes = usize_of_u64(PIECE_BYTES).min(bytes.len());
    let mut n_sent = 0_usize;
    let mut input = InBuffer::around(bytes);
    loop {
        let mut piece = line.buffer(piece_bytes);
        let mut output = OutBuffer::around(&mut piece);
        let is_read = input.pos() == bytes.len();
        let left = if is_read {
            encoder.finish(&mut output, true)?
        } else {
            encoder.run(&mut input, &mut output)?
        };
        n_sent = n_sent.saturating_add(piece.len());
        if n_sent >= bytes.len() {
            return Ok(false);
        }
        if !piece.is_empty() && !line.send_frame(index, piece) {
            return Ok(true);
        }
        if is_read && left == 0 {
            return Ok(true);
        }
    }
}

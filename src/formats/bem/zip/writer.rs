//! Writes archives: sizes and checksums in every header, UTF-8 names, no dates, no extra fields; the same input gives the
//! same bytes. Archives that would need Zip64 are refused: what we write is at most 4 GiB (COL-01, DEC-15).

use crate::base::numbers::u64_of;
use crate::formats::bem::zip::inflate::crc_of;
use flate2::{Compress, Compression, FlushCompress, Status};
use std::borrow::Cow;
use std::io::{self, Write};

const LOCAL: [u8; 4] = *b"PK\x03\x04";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
/// Version needed to extract: 2.0, deflate and folders.
const VERSION: u16 = 20;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// 1980-01-01, the earliest date of the format: output must not depend on the clock.
const DATE: u16 = 0x0021;

/// Why an archive cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriterError {
    /// Sizes or counts need Zip64.
    #[error("the archive would be larger than 4 GiB or have too many members")]
    TooLarge,
    /// The sink failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// An archive being written.
#[derive(Debug)]
pub struct Writer<W> {
    sink: W,
    offset: u32,
    n_members: u16,
    directory: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Starts an archive at the sink's current place, which is its offset 0.
    pub const fn new(sink: W) -> Self {
        Self {
            sink,
            offset: 0,
            n_members: 0,
            directory: Vec::new(),
        }
    }

    /// Adds a member as it is.
    ///
    /// # Errors
    ///
    /// See [`WriterError`].
    pub fn store(&mut self, name: &str, bytes: &[u8]) -> Result<(), WriterError> {
        self.add(name, STORED, bytes, (bytes.len(), crc_of(bytes)))
    }

    /// Adds a member, deflated where that is smaller. `level`: 1..=9.
    ///
    /// # Errors
    ///
    /// See [`WriterError`].
    pub fn deflate(&mut self, name: &str, bytes: &[u8], level: u32) -> Result<(), WriterError> {
        let facts = (bytes.len(), crc_of(bytes));
        match deflated(bytes, level) {
            Some(packed) => self.add(name, DEFLATED, &packed, facts),
            None => self.add(name, STORED, bytes, facts),
        }
    }

    fn add(
        &mut self,
        name: &str,
        method: u16,
        data: &[u8],
        (unpacked, crc): (usize, u32),
    ) -> Result<(), WriterError> {
        let name_length = u16::try_from(name.len()).map_err(|_error| WriterError::TooLarge)?;
        let mut facts = Vec::new();
        facts.extend(VERSION.to_le_bytes());
        facts.extend(FLAGS.to_le_bytes());
        facts.extend(method.to_le_bytes());
        facts.extend(0_u16.to_le_bytes());
        facts.extend(DATE.to_le_bytes());
        facts.extend(crc.to_le_bytes());
        facts.extend(short(data.len())?.to_le_bytes());
        facts.extend(short(unpacked)?.to_le_bytes());
        facts.extend(name_length.to_le_bytes());
        facts.extend(0_u16.to_le_bytes());

        self.directory.extend(CENTRAL);
        self.directory.extend(VERSION.to_le_bytes());
        self.directory.extend(&facts);
        // No comment, disk 0, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(self.offset.to_le_bytes());
        self.directory.extend(name.as_bytes());

        let parts: [&[u8]; 4] = [&LOCAL, &facts, name.as_bytes(), data];
        for part in parts {
            self.write(part)?;
        }
        self.n_members = self
            .n_members
            .checked_add(1)
            .filter(|n| *n < u16::MAX)
            .ok_or(WriterError::TooLarge)?;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), WriterError> {
        self.sink.write_all(bytes)?;
        self.offset = self
            .offset
            .checked_add(short(bytes.len())?)
            .filter(|offset| *offset < u32::MAX)
            .ok_or(WriterError::TooLarge)?;
        Ok(())
    }

    /// Writes the directory and hands back the sink.
    ///
    /// # Errors
    ///
    /// See [`WriterError`].
    pub fn finish(mut self) -> Result<W, WriterError> {
        let start = self.offset;
        let directory = std::mem::take(&mut self.directory);
        let length = short(directory.len())?;
        self.write(&directory)?;
        let mut end = END.to_vec();
        end.extend([0; 4]);
        end.extend(self.n_members.to_le_bytes());
        end.extend(self.n_members.to_le_bytes());
        end.extend(length.to_le_bytes());
        end.extend(start.to_le_bytes());
        end.extend(0_u16.to_le_bytes());
        self.write(&end)?;
        Ok(self.sink)
    }
}

/// A size that fits without Zip64.
fn short(size: usize) -> Result<u32, WriterError> {
    u32::try_from(size)
        .ok()
        .filter(|size| *size < u32::MAX)
        .ok_or(WriterError::TooLarge)
}

/// The deflated bytes, if they are fewer.
fn deflated(bytes: &[u8], level: u32) -> Option<Cow<'_, [u8]>> {
    let mut out = vec![0; bytes.len()];
    let mut encoder = Compress::new(Compression::new(level.clamp(1, 9)), false);
    let status = encoder
        .compress(bytes, &mut out, FlushCompress::Finish)
        .ok()?;
    let length = usize::try_from(encoder.total_out()).ok()?;
    let is_smaller = status == Status::StreamEnd && u64_of(length) < u64_of(bytes.len());
    out.truncate(length);
    is_smaller.then_some(Cow::Owned(out))
}

//! The payloads of an opened package, decoded one at a time on request, whatever container they lie in.
//! It keeps no decoded bytes and knows nothing of their meaning.

use crate::base::limits::BEM_PAYLOAD_BYTES;
use crate::base::numbers::{u32_of, u64_of, usize_of};
use crate::formats::bem::container::frame::{self, FrameError};
use crate::formats::bem::container::{CODEC_RAW, CODEC_ZSTD, Container};
use crate::formats::bem::zip::inflate::{self, InflateError};
use std::borrow::Cow;

pub use crate::formats::bem::source::{Source, SourceError};

/// How a block is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// As it is.
    Raw,
    /// One Zstandard frame.
    Zstd,
    /// A member of a ZIP, stored as it is.
    Member {
        /// CRC-32 of its bytes.
        crc: u32,
    },
    /// A deflated member of a ZIP.
    Deflated {
        /// CRC-32 of the unpacked bytes.
        crc: u32,
    },
    /// A codec or ZIP method the format does not know, or an encrypted member (CON-07, ZIP-06).
    Unknown(u32),
    /// A number without a member in a ZIP (ZIP-04).
    Missing,
}

/// One stored payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// How it is stored.
    pub coding: Coding,
    /// Where it starts in the file.
    pub offset: u64,
    /// Bytes in the file.
    pub stored_size: u64,
    /// Bytes when decoded.
    pub decoded_size: u64,
}

impl Block {
    /// Whether its stored bytes are the payload.
    pub const fn is_stored_as_it_is(&self) -> bool {
        matches!(self.coding, Coding::Raw | Coding::Member { .. })
    }
}

/// Why a payload cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PayloadError {
    /// There is none with this ID (CON-13, ZIP-04).
    #[error("there is no payload {payload}; {n_payloads} are there")]
    NoSuchPayload {
        /// The ID asked for.
        payload: u32,
        /// Number of payloads.
        n_payloads: u32,
    },
    /// A size is 0 or above 512 MiB, or a raw block states two sizes (CON-08, CON-09).
    #[error("payload {payload} states impossible sizes")]
    BadSize {
        /// The payload.
        payload: u32,
    },
    /// Its codec is unknown (CON-07).
    #[error("payload {payload} has the unknown codec {codec}")]
    UnknownCodec {
        /// The payload.
        payload: u32,
        /// As stored.
        codec: u32,
    },
    /// It lies outside the file (CON-03, CON-10).
    #[error("payload {payload} reaches beyond the end of the file")]
    OutsideFile {
        /// The payload.
        payload: u32,
    },
    /// The machine cannot read its bytes.
    #[error("payload {payload}: {source}")]
    Unreadable {
        /// The payload.
        payload: u32,
        /// Why.
        source: SourceError,
    },
    /// Its Zstandard block is wrong (CON-12).
    #[error("payload {payload}: {source}")]
    Frame {
        /// The payload.
        payload: u32,
        /// What is wrong.
        source: FrameError,
    },
    /// Its member in a ZIP is damaged (ZIP-06).
    #[error("payload {payload}: {source}")]
    Member {
        /// The payload.
        payload: u32,
        /// What is wrong.
        source: InflateError,
    },
}

/// All payloads of an opened package; index = payload ID.
#[derive(Clone, Debug)]
pub struct Payloads {
    source: Source,
    blocks: Vec<Block>,
}

impl Payloads {
    /// Payloads lying in `source` as `blocks` say.
    pub const fn new(source: Source, blocks: Vec<Block>) -> Self {
        Self { source, blocks }
    }

    /// The payloads of a binary package.
    pub fn of_container(source: Source, container: &Container) -> Self {
        let blocks = container.entries.iter().map(|entry| Block {
            coding: match entry.codec {
                CODEC_RAW => Coding::Raw,
                CODEC_ZSTD => Coding::Zstd,
                codec => Coding::Unknown(codec),
            },
            offset: entry.offset,
            stored_size: entry.stored_size,
            decoded_size: entry.decoded_size,
        });
        Self::new(source, blocks.collect())
    }

    /// Number of payloads.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// How they are stored.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Whether the blocks lie in memory, and not in a file.
    pub const fn is_stored_in_memory(&self) -> bool {
        self.source.is_in_memory()
    }

    /// Decoded size in bytes by payload ID, as the container states it.
    pub fn sizes(&self) -> Vec<u64> {
        self.blocks.iter().map(|block| block.decoded_size).collect()
    }

    /// The decoded bytes of one payload; raw ones of a file in memory are not copied.
    ///
    /// # Errors
    ///
    /// See [`PayloadError`]. At most 512 MiB are reserved.
    pub fn payload(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        let block = self.blocks.get(usize_of(payload));
        let no_such = PayloadError::NoSuchPayload {
            payload,
            n_payloads: u32_of(self.blocks.len()),
        };
        let block = block.ok_or(no_such)?;
        let sizes = 1..=BEM_PAYLOAD_BYTES;
        match block.coding {
            Coding::Missing => return Err(no_such),
            Coding::Unknown(codec) => return Err(PayloadError::UnknownCodec { payload, codec }),
            _ => {}
        }
        if !sizes.contains(&block.stored_size) || !sizes.contains(&block.decoded_size) {
            return Err(PayloadError::BadSize { payload });
        }
        let stored = self.stored(block).map_err(|source| match source {
            SourceError::Outside => PayloadError::OutsideFile { payload },
            source => PayloadError::Unreadable { payload, source },
        })?;
        let size = block.decoded_size;
        let member = |source| PayloadError::Member { payload, source };
        match block.coding {
            Coding::Member { crc } => inflate::check_stored(stored, size, crc).map_err(member),
            Coding::Deflated { crc } => inflate::inflate(&stored, size, crc)
                .map(Cow::Owned)
                .map_err(member),
            Coding::Zstd => frame::decode(&stored, size)
                .map(Cow::Owned)
                .map_err(|source| PayloadError::Frame { payload, source }),
            _ if u64_of(stored.len()) == size => Ok(stored),
            _ => Err(PayloadError::BadSize { payload }),
        }
    }

    fn stored(&self, block: &Block) -> Result<Cow<'_, [u8]>, SourceError> {
        let end = block.offset.checked_add(block.stored_size);
        let end = end.ok_or(SourceError::Outside)?;
        self.source.read(block.offset..end)
    }
}

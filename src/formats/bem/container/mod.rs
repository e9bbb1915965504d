//! The binary container: 40-byte header, manifest, payload directory, blocks (bem.md ch. 2). It decodes no block.

pub mod frame;
mod header;

pub use header::{CODEC_RAW, CODEC_ZSTD, Entry, Header, MAGIC, MAJOR};

use crate::base::numbers::{u64_of, usize_of, usize_of_u64};
use crate::formats::bem::limits::{ENTRY_BYTES, HEADER_BYTES};
use std::ops::Range;

/// Where everything lies in the file. Plain facts; whether they obey the rules is not judged here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Container {
    /// The header as stored.
    pub header: Header,
    /// Bytes of the manifest in the file.
    pub manifest: Range<usize>,
    /// The directory; array index = payload ID.
    pub entries: Vec<Entry>,
}

/// Why no container can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContainerError {
    /// The first eight bytes are no BEM magic (CON-01).
    #[error("this is no BEM package: the first 8 bytes differ")]
    NoMagic,
    /// The file ends inside the header (CON-03).
    #[error("{size_bytes} bytes are too few for the {HEADER_BYTES}-byte header")]
    NoHeader {
        /// Length of the file.
        size_bytes: u64,
    },
    /// A version we do not know (VER-01).
    #[error("version {major}.{minor} is unknown")]
    UnknownVersion {
        /// As stored.
        major: u16,
        /// As stored.
        minor: u16,
    },
    /// Manifest or directory reach beyond the end of the file (CON-06).
    #[error("manifest and directory need {wanted_bytes} bytes, the file has {size_bytes}")]
    TooShort {
        /// Bytes the header asks for.
        wanted_bytes: u64,
        /// Length of the file.
        size_bytes: u64,
    },
}

impl Container {
    /// Reads header and directory. Memory is bounded by the length of `bytes`.
    ///
    /// # Errors
    ///
    /// What leaves nothing to look at: no magic, an unknown version, a header whose sizes do not fit the file.
    pub fn read(bytes: &[u8]) -> Result<Self, ContainerError> {
        let size_bytes = u64_of(bytes.len());
        if !bytes.starts_with(&MAGIC) {
            return Err(ContainerError::NoMagic);
        }
        let header = Header::read(bytes).ok_or(ContainerError::NoHeader { size_bytes })?;
        if !header.is_known_version() {
            return Err(ContainerError::UnknownVersion {
                major: header.major,
                minor: header.minor,
            });
        }
        let wanted_bytes = header.directory_end();
        let too_short = ContainerError::TooShort {
            wanted_bytes,
            size_bytes,
        };
        if wanted_bytes > size_bytes {
            return Err(too_short);
        }
        let start = usize_of_u64(HEADER_BYTES);
        let end = start.saturating_add(usize_of_u64(header.manifest_size));
        let entry_bytes = usize_of_u64(ENTRY_BYTES);
        let entries = bytes
            .get(end..)
            .ok_or(too_short)?
            .chunks_exact(entry_bytes)
            .take(usize_of(header.payload_count))
            .filter_map(Entry::read)
            .collect();
        Ok(Self {
            header,
            manifest: start..end,
            entries,
        })
    }
}

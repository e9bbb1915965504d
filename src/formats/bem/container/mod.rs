//! The binary container: 40-byte header, manifest, payload directory, blocks (bem.md ch. 2). It decodes no block.

pub mod frame;
mod header;

pub use header::{CODEC_RAW, CODEC_ZSTD, Entry, Header, MAGIC, MAJOR};

use crate::base::limits::BEM_MANIFEST_BYTES;
use crate::base::numbers::usize_of_u64;
use crate::formats::bem::limits::{ENTRY_BYTES, HEADER_BYTES};
use crate::formats::bem::source::{Source, SourceError};
use std::borrow::Cow;
use std::ops::Range;

/// Most directory entries that are read: ours; four times what any minor allows (CON-05), and what the most generous
/// known reader lists.
const MOST_ENTRIES: u32 = 65_536;

/// Where everything lies in the file. Plain facts; whether they obey the rules is not judged here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Container {
    /// The header as stored.
    pub header: Header,
    /// Bytes of the manifest in the file.
    pub manifest: Range<u64>,
    /// The directory; array index = payload ID. Of a longer one than 65,536 entries the rest is left out.
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
    /// The machine cannot read it.
    #[error("the file cannot be read: {0}")]
    Unreadable(#[from] SourceError),
}

impl Container {
    /// Reads header and directory and nothing else of the file.
    ///
    /// # Errors
    ///
    /// What leaves nothing to look at: no magic, an unknown version, a header whose sizes do not fit the file.
    pub fn read(source: &Source) -> Result<Self, ContainerError> {
        let size_bytes = source.size_bytes();
        let head = source.head(HEADER_BYTES)?;
        if !head.starts_with(&MAGIC) {
            return Err(ContainerError::NoMagic);
        }
        let header = Header::read(&head).ok_or(ContainerError::NoHeader { size_bytes })?;
        if !header.is_known_version() {
            return Err(ContainerError::UnknownVersion {
                major: header.major,
                minor: header.minor,
            });
        }
        let wanted_bytes = header.directory_end();
        if wanted_bytes > size_bytes {
            return Err(ContainerError::TooShort {
                wanted_bytes,
                size_bytes,
            });
        }
        let end = HEADER_BYTES.saturating_add(header.manifest_size);
        let n_entries = header.payload_count.min(MOST_ENTRIES);
        let directory_bytes = u64::from(n_entries).saturating_mul(ENTRY_BYTES);
        let directory = source.read(end..end.saturating_add(directory_bytes))?;
        let entries = directory.chunks_exact(usize_of_u64(ENTRY_BYTES));
        Ok(Self {
            header,
            manifest: HEADER_BYTES..end,
            entries: entries.filter_map(Entry::read).collect(),
        })
    }

    /// The text of the manifest; none where it is larger than any manifest may be (CON-04).
    ///
    /// # Errors
    ///
    /// When the machine cannot read it.
    pub fn manifest_text<'s>(
        &self,
        source: &'s Source,
    ) -> Result<Option<Cow<'s, [u8]>>, SourceError> {
        if self.header.manifest_size > BEM_MANIFEST_BYTES {
            return Ok(None);
        }
        source.read(self.manifest.clone()).map(Some)
    }
}

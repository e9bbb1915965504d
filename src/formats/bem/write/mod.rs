//! Writes binary packages (bem.md ch. 20). It checks no rule but the limits of the container.
//!
//! Payloads are merged, dropped and put in order, the manifest gets its written form, blocks are compressed; the same
//! input gives the same bytes everywhere. What is handed in has been checked (WRT-06).

mod blocks;
mod line;
mod merge;
mod normal;

pub use blocks::Compression;
pub use merge::{Numbering, number_payloads};
pub use normal::normalise;

use crate::base::cancel::{Cancel, Cancelled};
use crate::base::limits::{BEM_FILE_BYTES, BEM_MANIFEST_BYTES, BEM_PAYLOAD_BYTES};
use crate::base::numbers::{u32_of, u64_of, usize_of};
use crate::formats::bem::container::{Entry, Header, MAJOR};
use crate::formats::bem::json;
use crate::formats::bem::limits::{ENTRY_BYTES, HEADER_BYTES, Limits, MAX_MINOR};
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::payloads::{PayloadError, Payloads};
use crate::formats::bem::references::{ReferencePlace, references_mut};
use std::borrow::Cow;
use std::io::{self, Seek, SeekFrom, Write};

/// Where the writer gets payloads from. Each is asked for at most three times and held only while it is worked on.
pub trait PayloadStore: Sync {
    /// Number of payloads; IDs are `0..len`.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Decoded size of one payload in bytes.
    fn size(&self, payload: u32) -> Option<u64>;

    /// Whether the bytes of a payload lie in memory anyway, so that having them takes none.
    fn is_in_memory(&self, _payload: u32) -> bool {
        false
    }

    /// The most bytes that are held while a payload is got.
    fn held_bytes(&self, payload: u32) -> u64 {
        if self.is_in_memory(payload) {
            0
        } else {
            self.size(payload).unwrap_or_default()
        }
    }

    /// The decoded bytes of one payload.
    ///
    /// # Errors
    ///
    /// When it cannot be had.
    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError>;
}

impl<B: AsRef<[u8]> + Sync> PayloadStore for [B] {
    fn len(&self) -> usize {
        <[B]>::len(self)
    }

    fn size(&self, payload: u32) -> Option<u64> {
        let index = usize::try_from(payload).ok()?;
        self.get(index).map(|bytes| u64_of(bytes.as_ref().len()))
    }

    fn is_in_memory(&self, _payload: u32) -> bool {
        true
    }

    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        usize::try_from(payload)
            .ok()
            .and_then(|index| self.get(index))
            .map(|bytes| Cow::Borrowed(bytes.as_ref()))
            .ok_or_else(|| PayloadError::NoSuchPayload {
                payload,
                n_payloads: u32_of(<[B]>::len(self)),
            })
    }
}

impl PayloadStore for Payloads {
    fn len(&self) -> usize {
        Self::len(self)
    }

    fn size(&self, payload: u32) -> Option<u64> {
        let index = usize::try_from(payload).ok()?;
        self.blocks().get(index).map(|block| block.decoded_size)
    }

    fn is_in_memory(&self, payload: u32) -> bool {
        let block = self.blocks().get(usize_of(payload));
        block.is_some_and(|block| self.is_stored_in_memory() && block.is_stored_as_it_is())
    }

    fn held_bytes(&self, payload: u32) -> u64 {
        let Some(block) = self.blocks().get(usize_of(payload)) else {
            return 0;
        };
        let stored = if self.is_stored_in_memory() {
            0
        } else {
            block.stored_size
        };
        if block.is_stored_as_it_is() {
            stored
        } else {
            stored.saturating_add(block.decoded_size)
        }
    }

    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        self.payload(payload)
    }
}

/// How to write.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// How blocks are compressed.
    pub compression: Compression,
    /// Stops the work between two payloads.
    pub cancel: Cancel,
}

/// What was written besides the bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The manifest with its new payload numbers, as it stands in the file.
    pub manifest: Manifest,
    /// Which old payload became which new one.
    pub numbering: Numbering,
    /// Bytes of the file.
    pub size_bytes: u64,
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A reference to a payload that was not handed in (CON-13).
    #[error("{place}: there is no payload {payload}")]
    MissingPayload {
        /// Where the reference stands.
        place: ReferencePlace,
        /// The payload it asks for.
        payload: u32,
    },
    /// A payload is empty or larger than 512 MiB (CON-08).
    #[error("payload {payload} has {size_bytes} bytes; 1 to {BEM_PAYLOAD_BYTES} can be stored")]
    PayloadSize {
        /// The payload, as numbered by the caller.
        payload: u32,
        /// Its size.
        size_bytes: u64,
    },
    /// More payloads than the minor allows (CON-05).
    #[error("{n_payloads} payloads; version 1.{minor} stores {limit}")]
    TooManyPayloads {
        /// After merging.
        n_payloads: u32,
        /// The minor written.
        minor: u16,
        /// Its limit.
        limit: u32,
    },
    /// The manifest is larger than 4 MiB (CON-04).
    #[error("the manifest has {size_bytes} bytes; {BEM_MANIFEST_BYTES} can be stored")]
    ManifestSize {
        /// Its size.
        size_bytes: u64,
    },
    /// The file would be larger than 2 GiB (CON-03).
    #[error("the file would have {size_bytes} bytes; {BEM_FILE_BYTES} are allowed")]
    FileSize {
        /// Its size, at least.
        size_bytes: u64,
    },
    /// The minor is none of the format (VER-01).
    #[error("there is no version 1.{minor}")]
    UnknownMinor {
        /// As asked for.
        minor: u16,
    },
    /// A payload cannot be had from its store.
    #[error(transparent)]
    Payload(#[from] PayloadError),
    /// The caller asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The compressor or the sink failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Writes a package into memory. `payloads[id]` are decoded bytes.
///
/// # Errors
///
/// See [`WriteError`].
pub fn write<B: AsRef<[u8]> + Sync>(
    manifest: &Manifest,
    payloads: &[B],
    minor: u16,
    options: &WriteOptions,
) -> Result<(Vec<u8>, Written), WriteError> {
    let mut sink = io::Cursor::new(Vec::new());
    let written = write_to(manifest, payloads, minor, options, &mut sink)?;
    Ok((sink.into_inner(), written))
}

/// Writes a package into a sink.
///
/// Besides the payloads that the store holds in memory anyway, at most one and a half times the largest payload and 64 MiB
/// are held at compression levels up to 9, whatever the number of threads; only called on a thread of a rayon pool there
/// is no such bound.
///
/// The sink is written from its current position on; it is left at its end. Bytes of it may be written twice.
///
/// # Errors
///
/// See [`WriteError`]. What the sink holds then is worthless.
pub fn write_to<P: PayloadStore + ?Sized, W: Write + Seek>(
    manifest: &Manifest,
    payloads: &P,
    minor: u16,
    options: &WriteOptions,
    sink: &mut W,
) -> Result<Written, WriteError> {
    if minor > MAX_MINOR {
        return Err(WriteError::UnknownMinor { minor });
    }
    let mut manifest = normalise(manifest);
    let numbering = number_payloads(&manifest, payloads, &options.cancel)?;
    for (_, id) in references_mut(&mut manifest) {
        *id = numbering.new_id(*id).unwrap_or(*id);
    }
    let text = json::to_compact(&manifest.to_value());
    let mut header = header_for(&text, &numbering, minor)?;
    let start = sink.stream_position()?;
    let n_directory_bytes = header.directory_end();
    sink.seek(SeekFrom::Start(start.saturating_add(n_directory_bytes)))?;
    let entries = blocks::write_all(payloads, &numbering, n_directory_bytes, options, sink)?;
    header.file_size = entries.last().map_or(n_directory_bytes, |last| {
        last.offset.saturating_add(last.stored_size)
    });
    let end = sink.stream_position()?;
    sink.seek(SeekFrom::Start(start))?;
    sink.write_all(&front(&header, &text, &entries))?;
    sink.seek(SeekFrom::Start(end))?;
    Ok(Written {
        manifest,
        numbering,
        size_bytes: header.file_size,
    })
}

/// The header without its file size, or the limit it breaks.
fn header_for(text: &str, numbering: &Numbering, minor: u16) -> Result<Header, WriteError> {
    let manifest_size = u64_of(text.len());
    if manifest_size > BEM_MANIFEST_BYTES {
        return Err(WriteError::ManifestSize {
            size_bytes: manifest_size,
        });
    }
    let n_payloads = u32_of(numbering.kept().len());
    let limit = Limits::of(minor).payloads;
    if n_payloads > limit {
        return Err(WriteError::TooManyPayloads {
            n_payloads,
            minor,
            limit,
        });
    }
    Ok(Header {
        major: MAJOR,
        minor,
        header_size: u32::try_from(HEADER_BYTES).unwrap_or(u32::MAX),
        file_size: 0,
        manifest_size,
        payload_count: n_payloads,
        flags: 0,
    })
}

/// Header, manifest and directory.
fn front(header: &Header, text: &str, entries: &[Entry]) -> Vec<u8> {
    let n_bytes = HEADER_BYTES
        .saturating_add(header.manifest_size)
        .saturating_add(u64_of(entries.len()).saturating_mul(ENTRY_BYTES));
    let mut out = Vec::with_capacity(usize::try_from(n_bytes).unwrap_or_default());
    header.write(&mut out);
    out.extend_from_slice(text.as_bytes());
    for entry in entries {
        entry.write(&mut out);
    }
    out
}

//! ZIP archives as containers of packages: their members as they lie there, and a deterministic writer (bem.md ch. 16).
//!
//! No rule is judged here: duplicate names, odd paths and unknown methods are handed out as they are, for `check`. An
//! archive is recognised by its first four bytes, never by its name (ZIP-01).

mod archive;
pub mod inflate;
mod names;
mod package;
mod writer;

pub(in crate::formats::bem) use archive::MOST_MEMBERS;
pub use archive::{Archive, ArchiveError, Member, Storage};
pub use package::{PREVIEW, member_name, write_package};
pub use writer::{Writer, WriterError};

/// The first four bytes of an archive.
pub const MAGIC: [u8; 4] = *b"PK\x03\x04";
/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";
/// The folder of the payloads.
pub const PAYLOADS: &str = "payloads/";

/// Whether a file is an archive, by its first four bytes.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

//! MDL of the PSY Metal Gear Solid System, v1.00, as it lies on disk: reader and structural rules (mdl.md ch. 1, 5).
//!
//! Nothing is given a meaning here: strips stay strips, and weights stay 16-bit words; that is the importer's work.
//!
//! Everything is as stored: right-handed, Y up, positions in the space of their object, UV (0, 0) is the top left
//! corner. The file has no magic number, so a file is one when its records hold together (ch. 5); others that are taken
//! for it are told by name.

mod error;
mod file;
mod foreign;
mod place;
mod read;
mod records;
mod warning;
mod words;

pub use error::{ErrorCode, ReadError, Value};
pub use file::{Bounds, Mdl, Normal, Object, Packet, Vertex, packet_flags, type_bits};
pub use foreign::Foreign;
pub use read::{is_likely, read};
pub use warning::{Warning, WarningCode};
pub use words::findings;

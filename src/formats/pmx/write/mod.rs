//! Document to bytes: what no edit touched is copied, the rest encoded (PMX-30, PMX-36).

mod assembly;
mod compare;
mod encoder;

use crate::formats::pmx::document::Pmx;
use crate::formats::pmx::error::Value;
use crate::formats::pmx::section::Section;
use crate::formats::pmx::write::assembly::{Assembly, Reuse};
use std::fmt;

pub use compare::{Difference, verify};

/// Why a document cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct WriteError {
    /// What is wrong.
    pub code: WriteErrorCode,
    /// Where.
    pub section: Section,
    /// Record of the section, from 0.
    pub record: Option<u32>,
    /// Item of the record, from 0.
    pub item: Option<u32>,
    /// Field, by its name in pmx.md ch. 1.
    pub field: &'static str,
    /// What does not fit.
    pub value: Option<Value>,
}

/// Why a document cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WriteErrorCode {
    /// An index that its field cannot hold (PMX-38).
    IndexDoesNotFit,
    /// A number that its field cannot hold.
    ValueDoesNotFit,
    /// A block without its flag, or a flag without its block.
    FlagsDisagree,
    /// A text that is not in the file's encoding.
    TextEncoding,
    /// More records than a count can say, or 2 GiB and more in all.
    TooLarge,
}

impl WriteErrorCode {
    /// The stable code for machines.
    pub const fn code(self) -> &'static str {
        match self {
            Self::IndexDoesNotFit => "index-does-not-fit",
            Self::ValueDoesNotFit => "value-does-not-fit",
            Self::FlagsDisagree => "flags-disagree",
            Self::TextEncoding => "text-encoding",
            Self::TooLarge => "too-large",
        }
    }
}

impl fmt::Display for WriteErrorCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.code())
    }
}

/// The file of a document: the very bytes it was read from where no edit touched it.
///
/// # Errors
/// A value that its field cannot hold; nothing is ever masked (PMX-38).
pub fn write(pmx: &Pmx) -> Result<Vec<u8>, WriteError> {
    if pmx.is_as_read() {
        return Ok(pmx.source_bytes().to_vec());
    }
    Assembly::new(pmx, Reuse::Untouched).finish()
}

/// The same file with every field encoded anew: slower, and the proof that nothing but the fields is needed.
///
/// # Errors
/// As [`write()`].
pub fn encode(pmx: &Pmx) -> Result<Vec<u8>, WriteError> {
    Assembly::new(pmx, Reuse::Nothing).finish()
}

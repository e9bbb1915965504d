//! Changing a document so that everything it does not touch stays as it is (PMX-36..PMX-42).
//!
//! A field of a record is changed through its `..._mut` method. Inserting, deleting and moving records renumbers every
//! reference to them (PMX-39) and widens index sizes where counts outgrow them (PMX-37). What an edit makes impossible
//! to store is refused when the document is written, never cut to size (PMX-38).

mod encoding;
mod faces;
mod field;
mod insert;
mod references;
mod remove;
mod renumber;
mod vertices;

use crate::formats::pmx::section::Section;

pub use renumber::{Consequence, Effect};

/// Why an edit is refused; the document is then as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum EditError {
    /// There is no such record.
    NoSuchRecord {
        /// The section.
        section: Section,
        /// The record asked for, from 0.
        record: u32,
    },
    /// The section has no records that can be inserted, deleted or moved like this.
    NoSuchTable {
        /// The section.
        section: Section,
    },
    /// More records than a count can say.
    TooMany {
        /// The section.
        section: Section,
    },
    /// A vertex with more or fewer extra UVs than the header says.
    ExtraUvs {
        /// What the header says.
        wanted: u8,
        /// What the vertex has.
        found: usize,
    },
    /// The new order does not name every record exactly once.
    NotAnOrder {
        /// The section.
        section: Section,
    },
    /// The index counts of the materials reach beyond the face list, so that it is not known which faces are whose.
    FaceRanges,
    /// A text of 2 GiB or more.
    TextTooLong,
    /// Texts that do not decode cleanly, so that the encoding cannot change (PMX-42).
    Undecodable {
        /// All of them.
        texts: Vec<TextPlace>,
    },
    /// A 2.0 file with bytes after the joints cannot become 2.1 (PMX-41).
    TailInTheWay,
    /// 2.0 has no soft bodies.
    NoSoftBodies,
}

/// Where a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// The section.
    pub section: Section,
    /// The record, from 0; none in the info.
    pub record: Option<u32>,
    /// The field.
    pub field: &'static str,
}

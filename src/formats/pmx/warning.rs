//! What a PMX document holds that is odd but kept (PMX-26, table of ch. 2).

use crate::formats::pmx::section::Section;
use std::fmt;

/// One kind of oddity in one field, however often it occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What is odd.
    pub code: WarningCode,
    /// Where.
    pub section: Section,
    /// Record where it occurs first, from 0; none for the section as a whole.
    pub record: Option<u32>,
    /// Item of that record where it occurs first.
    pub item: Option<u32>,
    /// Field, by its name in pmx.md ch. 1.
    pub field: &'static str,
    /// How often it occurs in this field.
    pub count: u64,
}

/// What can be odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WarningCode {
    /// UTF-16 text of an odd number of bytes.
    TextOddLength,
    /// UTF-16 text with half a character.
    TextUnpairedSurrogate,
    /// UTF-8 text with invalid bytes.
    TextInvalidUtf8,
    /// Text that starts with a byte-order mark.
    TextBom,
    /// Text with a NUL in it.
    TextNul,
    /// NaN or infinity.
    FloatNotFinite,
    /// More than 8 globals.
    GlobalsExtra,
    /// Bytes after the last section.
    TailBytes,
    /// A 2.1 file that ends after the joints (PMX-14).
    SoftSectionAbsent,
    /// A 2.0 file with things of 2.1 (PMX-06).
    V21InV20,
    /// More records than an index of this size can tell apart.
    IndexSizeSmall,
    /// A number without a meaning.
    UnknownValue,
    /// Flag bits without a meaning.
    UnknownFlagBits,
    /// A face with a vertex that is not there.
    FaceIndexRange,
    /// A number of face indexes that is no multiple of 3.
    FaceRemainder,
    /// A vertex with a bone that is not there.
    VertexBoneRange,
    /// Any other index that is neither valid nor a legal -1.
    RefRange,
    /// A material's index count that is negative or no multiple of 3.
    MaterialCount,
    /// Index counts of the materials that do not add up to the face list.
    MaterialSum,
    /// Bones that are their own ancestors.
    ParentCycle,
    /// Bones appended to themselves, directly or in a circle.
    AppendCycle,
    /// A group morph with a group among its members.
    GroupNested,
    /// Equal raw names.
    DuplicateName,
}

impl WarningCode {
    /// The stable code for machines.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TextOddLength => "text-odd-length",
            Self::TextUnpairedSurrogate => "text-unpaired-surrogate",
            Self::TextInvalidUtf8 => "text-invalid-utf8",
            Self::TextBom => "text-bom",
            Self::TextNul => "text-nul",
            Self::FloatNotFinite => "float-not-finite",
            Self::GlobalsExtra => "globals-extra",
            Self::TailBytes => "tail-bytes",
            Self::SoftSectionAbsent => "soft-section-absent",
            Self::V21InV20 => "v21-in-v20",
            Self::IndexSizeSmall => "index-size-small",
            Self::UnknownValue => "unknown-value",
            Self::UnknownFlagBits => "unknown-flag-bits",
            Self::FaceIndexRange => "face-index-range",
            Self::FaceRemainder => "face-remainder",
            Self::VertexBoneRange => "vertex-bone-range",
            Self::RefRange => "ref-range",
            Self::MaterialCount => "material-count",
            Self::MaterialSum => "material-sum",
            Self::ParentCycle => "parent-cycle",
            Self::AppendCycle => "append-cycle",
            Self::GroupNested => "group-nested",
            Self::DuplicateName => "duplicate-name",
        }
    }
}

impl fmt::Display for WarningCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.code())
    }
}

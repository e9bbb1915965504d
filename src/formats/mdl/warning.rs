//! What an MDL file holds that is odd but kept.

use std::fmt;

/// One oddity at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What is odd.
    pub code: WarningCode,
    /// Object, from 0; none = the header.
    pub object: Option<u32>,
    /// Packet of that object, from 0; none = the object itself.
    pub packet: Option<u32>,
    /// Field, by its name in mdl.md ch. 1.
    pub field: &'static str,
    /// Bytes from the start of the file to the first byte of the field.
    pub offset: u64,
}

/// What can be odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WarningCode {
    /// A box whose lower corner exceeds its upper one (MDL-03).
    BoxSwapped,
    /// A parent that comes after its child (MDL-02).
    ParentAfterChild,
    /// An object without the Gouraud bit, which the format requires.
    FlatObject,
    /// More than 64 vertices in a packet.
    PacketTooLong,
    /// Vertices, normals or UVs that do not start on 16 bytes (MDL-01).
    Unaligned,
    /// Objects beyond `n_models`, announced by the reserved word, were read too (MDL-05).
    ExtraObjects,
    /// The reserved word announces objects beyond `n_models`, but their records are no objects (MDL-05).
    ExtraObjectsUnusable,
}

impl WarningCode {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::BoxSwapped,
        Self::ParentAfterChild,
        Self::FlatObject,
        Self::PacketTooLong,
        Self::Unaligned,
        Self::ExtraObjects,
        Self::ExtraObjectsUnusable,
    ];

    /// The stable code for machines.
    pub const fn code(self) -> &'static str {
        match self {
            Self::BoxSwapped => "box-swapped",
            Self::ParentAfterChild => "parent-after-child",
            Self::FlatObject => "flat-object",
            Self::PacketTooLong => "packet-too-long",
            Self::Unaligned => "unaligned",
            Self::ExtraObjects => "extra-objects",
            Self::ExtraObjectsUnusable => "extra-objects-unusable",
        }
    }
}

impl fmt::Display for WarningCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.code())
    }
}

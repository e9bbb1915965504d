//! Why a PMX file was refused: what was read, where, what was found and what was allowed (PMX-27).
//! The sentences for people are in `words.rs`.

use crate::formats::pmx::header::{IndexKind, IndexSize};
use crate::formats::pmx::section::Section;
use std::fmt;

/// Why a file was refused: the first fault in reading order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct ReadError {
    /// What is wrong.
    pub code: ErrorCode,
    /// Where.
    pub section: Section,
    /// Record of the section, from 0; none for the section's count, the header and info.
    pub record: Option<u32>,
    /// IK link, morph offset, frame element, anchor or pin of the record, from 0.
    pub item: Option<u32>,
    /// Field, by its name in pmx.md ch. 1; section counts are `count`.
    pub field: &'static str,
    /// Bytes from the start of the file to the first byte of the field; for a text, of its length.
    pub offset: u64,
    /// Bytes the field, the text or the whole count needs.
    pub want: Option<u64>,
    /// Bytes there are: from the field on for a fixed width, after the length or count otherwise.
    pub left: Option<u64>,
    /// What was found.
    pub value: Option<Value>,
    /// What salvage could keep, if it may be offered (PMX-44).
    pub salvage: Option<SalvageOffer>,
    /// An index size in the header that is likely not the one used (PMX-29).
    pub size_lie: Option<SizeLie>,
    /// What other kind of file it is, if the first bytes tell (PMX-45).
    pub other_kind: Option<OtherKind>,
}

/// A value that was found in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(i64),
    /// Four bytes, shown as eight hexadecimal digits.
    Hex(u32),
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(out, "{number}"),
            Self::Hex(bits) => write!(out, "{bits:08x}"),
        }
    }
}

/// What salvage would keep of the section that is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SalvageOffer {
    /// Where the file is cut.
    pub section: Section,
    /// Whole records of it.
    pub n_kept: u32,
    /// Records it announces; none when its count is cut off too.
    pub n_announced: Option<u32>,
}

/// An index size that is likely not the one the records are written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeLie {
    /// Which index.
    pub kind: IndexKind,
    /// What the header says.
    pub said: IndexSize,
    /// The size with which the records do read; none when no other does.
    pub fits: Option<IndexSize>,
}

/// A kind of file that is taken for PMX by mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherKind {
    /// A ZIP archive; a PMX may be inside.
    Zip,
    /// Binary glTF.
    Gltf,
    /// FBX, binary or text.
    Fbx,
    /// VRM, which is glTF with a figure in it.
    Vrm,
    /// DirectX X.
    X,
    /// MMD motion.
    Vmd,
    /// BEM package.
    Bem,
    /// PNG picture.
    Png,
}

impl OtherKind {
    /// How far into a file the word that tells VRM from glTF is looked for: its JSON comes first.
    const LOOK_BYTES: usize = 1 << 20;

    /// The kind that the first bytes tell.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let magics: [(&[u8], Self); 9] = [
            (b"PK\x03\x04", Self::Zip),
            (b"PK\x05\x06", Self::Zip),
            (b"glTF", Self::Gltf),
            (b"Kaydara FBX Binary", Self::Fbx),
            (b"; FBX", Self::Fbx),
            (b"xof ", Self::X),
            (b"Vocaloid Motion Data", Self::Vmd),
            (b"BEM\0PKG\0", Self::Bem),
            (b"\x89PNG", Self::Png),
        ];
        let (_, kind) = magics.iter().find(|(magic, _)| bytes.starts_with(magic))?;
        let head = bytes.get(..Self::LOOK_BYTES).unwrap_or(bytes);
        let says = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
        if *kind == Self::Gltf && (says(b"\"VRM\"") || says(b"\"VRMC_vrm\"")) {
            return Some(Self::Vrm);
        }
        Some(*kind)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zip => "ZIP",
            Self::Gltf => "glTF",
            Self::Fbx => "FBX",
            Self::Vrm => "VRM",
            Self::X => "X",
            Self::Vmd => "VMD",
            Self::Bem => "BEM",
            Self::Png => "PNG",
        }
    }
}

/// What can be wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorCode {
    /// 2 GiB or more (PMX-20).
    FileTooLarge,
    /// Some other kind of file (PMX-45).
    NotPmx,
    /// PMX 1.0 (PMX-45).
    Pmx10,
    /// PMD, the older format (PMX-45).
    Pmd,
    /// `PMX` with a wrong fourth byte (PMX-45).
    DamagedSignature,
    /// Neither 2.0 nor 2.1 (PMX-05).
    Version,
    /// Fewer than 8 globals (PMX-24).
    GlobalsCount,
    /// No such text encoding (PMX-24).
    Encoding,
    /// More than 4 extra UVs (PMX-24).
    ExtraUvCount,
    /// An index size other than 1, 2, 4 (PMX-24).
    IndexSize,
    /// A count below 0 (PMX-21).
    NegativeCount,
    /// A count that the rest of the file cannot hold (PMX-21).
    CountOverFile,
    /// A text length below 0 (PMX-22).
    NegativeTextLength,
    /// A text longer than the rest of the file (PMX-22).
    TextOverFile,
    /// A field that does not fit whole (PMX-23).
    Cut,
    /// An unknown deform kind (PMX-24).
    DeformKind,
    /// An unknown morph kind (PMX-24).
    MorphKind,
    /// An IK limit byte above 1 (PMX-24).
    IkLimitByte,
    /// A toon flag above 1 where the width depends on it (PMX-25).
    ToonFlag,
    /// An element kind above 1 where the width depends on it (PMX-25).
    FrameElementKind,
}

impl ErrorCode {
    /// The stable code for machines.
    pub const fn code(self) -> &'static str {
        match self {
            Self::FileTooLarge => "file-too-large",
            Self::NotPmx => "not-pmx",
            Self::Pmx10 => "pmx-1.0",
            Self::Pmd => "pmd",
            Self::DamagedSignature => "damaged-signature",
            Self::Version => "version",
            Self::GlobalsCount => "globals-count",
            Self::Encoding => "encoding",
            Self::ExtraUvCount => "extra-uv-count",
            Self::IndexSize => "index-size",
            Self::NegativeCount => "negative-count",
            Self::CountOverFile => "count-over-file",
            Self::NegativeTextLength => "negative-text-length",
            Self::TextOverFile => "text-over-file",
            Self::Cut => "cut",
            Self::DeformKind => "deform-kind",
            Self::MorphKind => "morph-kind",
            Self::IkLimitByte => "ik-limit-byte",
            Self::ToonFlag => "toon-flag",
            Self::FrameElementKind => "frame-element-kind",
        }
    }

    /// Whether it means that bytes are missing, which salvage can live with (PMX-44).
    pub const fn is_shortage(self) -> bool {
        matches!(self, Self::Cut | Self::CountOverFile | Self::TextOverFile)
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.code())
    }
}

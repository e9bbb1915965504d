//! Why an MDL file was refused: which object and packet, which field, where, what was found (mdl.md ch. 5).
//! The sentences for people are in `words.rs`.

use crate::formats::mdl::foreign::Foreign;
use serde_json::{Map, Value as Json, json};
use std::fmt;

/// Why a file was refused: the first fault in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct ReadError {
    /// What is wrong.
    pub code: ErrorCode,
    /// Object, from 0; none = the header or the file as a whole.
    pub object: Option<u32>,
    /// Packet of that object, from 0; none = the object's own record.
    pub packet: Option<u32>,
    /// Field, by its name in mdl.md ch. 1.
    pub field: &'static str,
    /// Bytes from the start of the file to the first byte of the field.
    pub offset: u64,
    /// What was found.
    pub value: Option<Value>,
    /// Bytes that are needed from where the data starts.
    pub want: Option<u64>,
    /// Bytes there are from there on.
    pub left: Option<u64>,
    /// What other kind of file it is.
    pub foreign: Option<Foreign>,
}

/// A value that was found in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// The bits of a float.
    Float(u32),
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(out, "{number}"),
            Self::Float(bits) => {
                let float = f32::from_bits(*bits);
                if float.is_subnormal() || float.abs() >= 1e9 {
                    write!(out, "{float:e}")
                } else {
                    write!(out, "{float}")
                }
            }
        }
    }
}

impl ReadError {
    /// As a JSON object: `object` and `packet` are null when there is none; `value`, `want`, `left` and `foreign` are
    /// members only where they apply. Floats are text, since some of them are no JSON numbers.
    pub fn to_json(self) -> Json {
        let mut object = Map::new();
        let mut member = |name: &str, value| object.insert(name.to_owned(), value);
        member("code", json!(self.code.code()));
        member("object", json!(self.object));
        member("packet", json!(self.packet));
        member("field", json!(self.field));
        member("offset", json!(self.offset));
        match self.value {
            Some(Value::Number(number)) => {
                member("value", json!(number));
            }
            Some(float @ Value::Float(_)) => {
                member("value", json!(float.to_string()));
            }
            None => {}
        }
        if let Some(want) = self.want {
            member("want", json!(want));
        }
        if let Some(left) = self.left {
            member("left", json!(left));
        }
        if let Some(foreign) = self.foreign {
            member("foreign", json!(foreign.name()));
        }
        Json::Object(object)
    }
}

/// What can be wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorCode {
    /// Some other kind of file that its first bytes tell.
    Foreign,
    /// Neither a known kind of file nor anything that holds together as an MDL.
    NotMdl,
    /// More bytes than offsets of this format are read for.
    FileTooLarge,
    /// Too short for the header.
    HeaderCut,
    /// `n_models` below 1.
    ModelCount,
    /// Object records run past the end.
    ObjectsOverFile,
    /// A box with NaN or infinity.
    BoxNotFinite,
    /// The header's box holds a denormal: it is no box.
    BoxDenormal,
    /// A translation with NaN or infinity.
    TranslationNotFinite,
    /// A translation of 1e7 and more.
    TranslationHuge,
    /// A parent that is neither -1 nor an object.
    ParentRange,
    /// Parents that form a loop.
    ParentLoop,
    /// `n_packs` below 0.
    PacketCount,
    /// Packet records that would lie within the header or the object records, or before the file.
    PacketsOffset,
    /// Packet records that do not start on 4 bytes.
    PacketsUnaligned,
    /// Packet records run past the end.
    PacketsOverFile,
    /// `n_verts` below 0.
    VertexCount,
    /// Data that would lie within the header or the object records, or before the file.
    DataOffset,
    /// Data runs past the end.
    DataOverFile,
    /// More packets than are read.
    TooManyPackets,
    /// More vertices than are read.
    TooManyVertices,
}

impl ErrorCode {
    /// All of them.
    pub const ALL: [Self; 21] = [
        Self::Foreign,
        Self::NotMdl,
        Self::FileTooLarge,
        Self::HeaderCut,
        Self::ModelCount,
        Self::ObjectsOverFile,
        Self::BoxNotFinite,
        Self::BoxDenormal,
        Self::TranslationNotFinite,
        Self::TranslationHuge,
        Self::ParentRange,
        Self::ParentLoop,
        Self::PacketCount,
        Self::PacketsOffset,
        Self::PacketsUnaligned,
        Self::PacketsOverFile,
        Self::VertexCount,
        Self::DataOffset,
        Self::DataOverFile,
        Self::TooManyPackets,
        Self::TooManyVertices,
    ];

    /// The stable code for machines.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Foreign => "foreign",
            Self::NotMdl => "not-mdl",
            Self::FileTooLarge => "file-too-large",
            Self::HeaderCut => "header-cut",
            Self::ModelCount => "model-count",
            Self::ObjectsOverFile => "objects-over-file",
            Self::BoxNotFinite => "box-not-finite",
            Self::BoxDenormal => "box-denormal",
            Self::TranslationNotFinite => "translation-not-finite",
            Self::TranslationHuge => "translation-huge",
            Self::ParentRange => "parent-range",
            Self::ParentLoop => "parent-loop",
            Self::PacketCount => "packet-count",
            Self::PacketsOffset => "packets-offset",
            Self::PacketsUnaligned => "packets-unaligned",
            Self::PacketsOverFile => "packets-over-file",
            Self::VertexCount => "vertex-count",
            Self::DataOffset => "data-offset",
            Self::DataOverFile => "data-over-file",
            Self::TooManyPackets => "too-many-packets",
            Self::TooManyVertices => "too-many-vertices",
        }
    }

    /// Whether it means that bytes are missing: `want` and `left` say how many.
    pub const fn is_shortage(self) -> bool {
        matches!(
            self,
            Self::HeaderCut | Self::ObjectsOverFile | Self::PacketsOverFile | Self::DataOverFile
        )
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.code())
    }
}

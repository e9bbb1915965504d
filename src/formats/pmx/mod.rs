//! PMX 2.0 and 2.1 as they lie on disk: lossless reader and writer (pmx.md ch. 1-3).
//! Nothing is given a meaning here; that is the importer's work.
//!
//! Everything is as stored: left-handed, Y up, the figure faces -Z, its own left is at +X, front faces are clockwise,
//! UV (0, 0) is the top left corner, angles are radians, colours 0..1 (pmx.md 5.1). Indices count from 0; -1 is "none"
//! for every kind but vertices; any index may dangle, and any float may be NaN or infinite, bit for bit.

mod bone;
mod check;
mod document;
mod edit;
mod error;
mod fields;
mod frame;
mod header;
mod material;
mod memory;
mod morph;
mod physics;
mod read;
mod section;
mod summary;
mod table;
mod text;
mod vertices;
mod warning;
mod words;
mod write;

pub use bone::{Append, Bone, Ik, IkLimit, LocalAxes, Tail, bone_flags};
pub use document::Pmx;
pub use edit::{Consequence, EditError, Effect, TextPlace};
pub use error::{ErrorCode, OtherKind, ReadError, SalvageOffer, SizeLie, Value};
pub use frame::{Frame, FrameElement};
pub use header::{
    Encoding, Header, IndexKind, IndexSize, IndexSizes, Info, VERSION_20_BITS, VERSION_21_BITS,
    Version,
};
pub use material::{Material, material_flags};
pub use morph::{
    BoneOffset, GroupOffset, ImpulseOffset, MaterialOffset, Morph, Offsets, UvOffset, VertexOffset,
};
pub use physics::{Anchor, Body, Joint, SoftBody};
pub use read::{Salvaged, read, salvage};
pub use section::Section;
pub use summary::{Counts, Summary, summary};
pub use text::Text;
pub use vertices::{Deform, DeformKind, Sdef, Vertex, Vertices};
pub use warning::{Warning, WarningCode};
pub use write::{Difference, WriteError, WriteErrorCode, encode, verify, write};

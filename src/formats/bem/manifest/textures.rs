//! The texture table and texture slots (bem.md ch. 10, 11). It decodes no pixel.

use crate::formats::bem::json::Members;
use crate::formats::bem::manifest::Condition;

/// A texture-table entry (bem.md ch. 10).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Texture {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Levels stored.
    pub mips: u32,
    /// Unity texture format number.
    pub format: u32,
    /// Colour data.
    pub srgb: bool,
    /// Name of the texture object it replaces.
    pub original_name: String,
    /// `normal` or absent.
    pub semantic: Option<String>,
    /// `xy-unorm` or `xyz-unorm`.
    pub normal_encoding: Option<String>,
    /// Payload ID.
    pub payload: u32,
    /// Unknown members.
    pub extra: Members,
}

/// A texture whose replacement depends on the selection (bem.md ch. 11). Closed object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextureSlot {
    /// Unique id.
    pub id: String,
    /// Candidates in order.
    pub candidates: Vec<SlotCandidate>,
}

/// One candidate of a slot. Closed object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlotCandidate {
    /// When it holds; none = always.
    pub when: Option<Condition>,
    /// Index into [`super::Manifest::textures`]; none = the original stays.
    pub texture: Option<u32>,
}

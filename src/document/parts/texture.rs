//! Textures and the slots that choose between them (bem.md ch. 10, 11). No pixel is decoded here.

use crate::document::blob::Blob;
use crate::document::condition::Condition;
use crate::document::ids::{SlotId, SourceId, TextureId};
use crate::document::metadata::Metadata;
use std::sync::Arc;

/// A texture of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// Name of the original texture it replaces.
    pub original_name: String,
    /// Where its pixels come from.
    pub picture: Picture,
    /// How it is stored; a raw picture stays as it is.
    pub format: TextureFormat,
    /// Colour data; false for masks and normals.
    pub srgb: bool,
    /// Whether the smaller levels are stored too; a raw picture stays as it is.
    pub mips: Mips,
    /// `normal` for a normal map (TEX-09).
    pub semantic: Option<String>,
    /// `xy-unorm` or `xyz-unorm` (TEX-10).
    pub normal_encoding: Option<String>,
    /// Unknown members.
    pub metadata: Metadata,
}

/// Where a texture's pixels come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// An entry of a figure's texture table. Missing pictures are stored as a neutral placeholder.
    Figure {
        /// The figure.
        source: SourceId,
        /// Index into its texture table.
        texture: u32,
    },
    /// One colour: the diffuse colour of a material without texture. R, G, B, A.
    Plain([u8; 4]),
    /// Levels as an opened package had them.
    Raw(Arc<RawTexture>),
}

/// Encoded levels, from large to small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawTexture {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Levels stored.
    pub mips: u32,
    /// Format number (bem.md ch. 10).
    pub format: u32,
    /// All levels.
    pub bytes: Blob,
}

/// How pixels are stored (bem.md ch. 10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextureFormat {
    /// Four bytes a pixel.
    Rgba32,
    /// BC7: one byte a pixel, nearly lossless.
    #[default]
    Bc7,
}

/// Which levels of a texture are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mips {
    /// Down to 1 x 1.
    #[default]
    Full,
    /// Only the largest.
    Single,
}

/// A texture of a draw or of a kept material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextureReference {
    /// Always this one.
    Texture(TextureId),
    /// What the slot chooses.
    Slot(SlotId),
}

/// A texture whose replacement depends on the selection: exactly one candidate holds (SLOT-04).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextureSlot {
    /// The slot.
    pub id: SlotId,
    /// Stable id in the package.
    pub export_id: String,
    /// Candidates in order.
    pub candidates: Vec<SlotCandidate>,
}

/// One candidate of a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotCandidate {
    /// When it holds; none = always.
    pub when: Option<Condition>,
    /// The texture; none = the original stays.
    pub texture: Option<TextureId>,
}

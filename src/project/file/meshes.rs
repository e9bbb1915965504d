//! Meshes, textures and slots.

use super::{Blob, Condition, Metadata, Place};
use serde::{Deserialize, Serialize};

/// A replacement mesh.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mesh {
    /// Part number.
    pub id: u32,
    /// Component it is made for.
    pub component: u32,
    /// Figure it comes from; absent = it has a geometry of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<u32>,
    /// Vertex streams of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub geometry: Option<Geometry>,
    /// Draw segments.
    pub draws: Vec<Draw>,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// Vertex streams with their declaration and palette.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Geometry {
    /// Without skin.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub is_static: bool,
    /// Number of vertices.
    pub vertex_count: u32,
    /// 2 or 4 bytes.
    pub index_size: u32,
    /// Vertex streams.
    pub streams: Vec<Stream>,
    /// Semantic, format, dimension, stream, offset.
    pub attributes: Vec<[u32; 5]>,
    /// Palette.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bones: Vec<PaletteBone>,
}

/// A vertex stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stream {
    /// Bytes a vertex.
    pub stride: u32,
    /// Its bytes.
    pub blob: Blob,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// A palette entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaletteBone {
    /// Component index.
    pub component: u32,
    /// Index into its bone table.
    pub index: u32,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// A draw segment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draw {
    /// Material of the figure; absent = it has triangles of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<u32>,
    /// Triangles of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub triangles: Option<RawDraw>,
    /// Original material.
    pub donor: Place,
    /// Texture numbers, and slots.
    pub textures: Vec<TextureReference>,
    /// When it is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// Properties and keywords it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overrides: Option<MaterialOverrides>,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// Triangles of a draw of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawDraw {
    /// Number of indices.
    pub count: u32,
    /// The index list.
    pub blob: Blob,
}

/// A texture number, or a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TextureReference {
    /// Part number of a texture.
    Texture(u32),
    /// Part number of a slot.
    Slot {
        /// The slot.
        slot: u32,
    },
}

/// Properties and keywords a draw changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MaterialOverrides {
    /// Property and value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub floats: Vec<(String, f64)>,
    /// Property and R, G, B, A.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub colors: Vec<(String, [f64; 4])>,
    /// Property and x, y, z, w.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vectors: Vec<(String, [f64; 4])>,
    /// Keywords switched off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disable_keywords: Vec<String>,
    /// Keywords switched on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub enable_keywords: Vec<String>,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// A texture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texture {
    /// Part number.
    pub id: u32,
    /// Original texture name.
    pub original_name: String,
    /// Where its pixels come from.
    pub picture: Picture,
    /// `rgba32` or `bc7`.
    pub format: String,
    /// Colour data.
    pub srgb: bool,
    /// `full` or `single`.
    pub mips: String,
    /// `normal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub semantic: Option<String>,
    /// `xy-unorm` or `xyz-unorm`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal_encoding: Option<String>,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// Where pixels come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Picture {
    /// A figure's texture table.
    Figure {
        /// Part number of the figure.
        source: u32,
        /// Index into its table.
        texture: u32,
    },
    /// One colour, R, G, B, A.
    Plain([u8; 4]),
    /// Levels as they are.
    Raw(RawPicture),
}

/// Encoded levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawPicture {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Levels.
    pub mips: u32,
    /// Format number of the package format.
    pub format: u32,
    /// All levels.
    pub blob: Blob,
}

/// A texture slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Part number.
    pub id: u32,
    /// Id in the package.
    pub export_id: String,
    /// Candidates in order.
    pub candidates: Vec<SlotCandidate>,
}

/// A candidate of a slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotCandidate {
    /// When it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// Part number of the texture; absent = the original stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texture: Option<u32>,
}

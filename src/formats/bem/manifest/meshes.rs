//! Replacement meshes and their draws (bem.md ch. 9, 13). It decodes no vertex.

use crate::formats::bem::json::Members;
use crate::formats::bem::manifest::Condition;
use crate::formats::bem::manifest::TextureReference;

/// A replacement mesh (bem.md ch. 9).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Explicit structure only: `skinned` or `static`.
    pub renderer_kind: Option<String>,
    /// Number of vertices.
    pub vertex_count: u32,
    /// 2 or 4 bytes.
    pub index_size: u32,
    /// Vertex streams.
    pub streams: Vec<Stream>,
    /// Vertex declaration.
    pub attributes: Vec<Attribute>,
    /// Palette of a skinned mesh.
    pub bones: Vec<PaletteBone>,
    /// Draw segments in order.
    pub draws: Vec<Draw>,
    /// 1.0 only: payload ID of the whole index list.
    pub indices: Option<u32>,
    /// 1.0 only: length of the whole index list.
    pub index_count: Option<u32>,
    /// Unknown members.
    pub extra: Members,
}

impl Mesh {
    /// Whether it has a skin: every mesh but a `static` one of the explicit structure.
    pub fn is_skinned(&self) -> bool {
        self.renderer_kind.as_deref() != Some("static")
    }
}

/// A vertex stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stream {
    /// Bytes a vertex, 1..=64.
    pub stride: u32,
    /// Payload ID.
    pub payload: u32,
    /// Unknown members.
    pub extra: Members,
}

/// A vertex attribute, written as an array of these five (bem.md 22.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attribute {
    /// 0 (position) to 13 (blend indices).
    pub semantic: u32,
    /// 0 (32-bit float) to 11 (32-bit signed integer).
    pub format: u32,
    /// 1..=4 components.
    pub dimension: u32,
    /// Index of its stream.
    pub stream: u32,
    /// Byte offset in the stream's vertex.
    pub offset: u32,
}

/// A palette entry: a bone of a donor component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PaletteBone {
    /// Component index.
    pub component: u32,
    /// Index into its bone table.
    pub index: u32,
    /// Equal to that table entry.
    pub name: String,
    /// Unknown members.
    pub extra: Members,
}

/// A draw segment: triangles with one material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draw {
    /// 1.1+: when it is drawn; none = always.
    pub when: Option<Condition>,
    /// 1.1+: payload ID of its indices.
    pub indices: Option<u32>,
    /// 1.0 only: first index in the mesh's list.
    pub start: Option<u32>,
    /// Number of indices, a multiple of 3.
    pub count: u32,
    /// Component that lends the material.
    pub material_component: u32,
    /// Index into its materials.
    pub material_slot: u32,
    /// Equal to that table entry.
    pub material_name: String,
    /// Replacement textures.
    pub textures: Vec<TextureReference>,
    /// 1.5: changed properties and keywords.
    pub material_overrides: Option<MaterialOverrides>,
    /// Unknown members.
    pub extra: Members,
}

/// Properties and keywords a draw changes in its copied material (bem.md ch. 13). Lists keep their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaterialOverrides {
    /// Property -> value.
    pub floats: Vec<(String, f64)>,
    /// Property -> R, G, B, A.
    pub colors: Vec<(String, [f64; 4])>,
    /// Property -> x, y, z, w.
    pub vectors: Vec<(String, [f64; 4])>,
    /// Keywords switched off.
    pub disable_keywords: Vec<String>,
    /// Keywords switched on.
    pub enable_keywords: Vec<String>,
    /// Unknown members.
    pub extra: Members,
}

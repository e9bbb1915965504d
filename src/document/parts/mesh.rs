//! Replacement meshes and their draws: made of a figure, or raw as an opened package had them (bem.md ch. 9, 13).

use super::{MaterialPlace, TextureReference};
use crate::document::blob::Blob;
use crate::document::condition::Condition;
use crate::document::ids::SourceId;
use crate::document::metadata::Metadata;
use std::sync::Arc;

/// A replacement mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Component it is made for. A raw mesh may stand in for others too: it is named after this one.
    pub component: u32,
    /// Where its vertices come from.
    pub geometry: Geometry,
    /// Draw segments in order; those of a figure in the figure's order (PMX-60).
    pub draws: Vec<Draw>,
    /// Unknown members.
    pub metadata: Metadata,
}

/// Where the vertices of a mesh come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Geometry {
    /// Materials of a figure, converted when the package is made.
    Figure(SourceId),
    /// Vertex streams as they are, never converted.
    Raw(Arc<RawGeometry>),
}

/// Vertex streams with their declaration and palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawGeometry {
    /// Without skin: `static` of the explicit target structure.
    pub is_static: bool,
    /// Number of vertices.
    pub vertex_count: u32,
    /// 2 or 4 bytes.
    pub index_size: u32,
    /// Vertex streams.
    pub streams: Vec<RawStream>,
    /// (semantic, format, dimension, stream, offset) a row, as bem.md 22.1 numbers them.
    pub attributes: Vec<[u32; 5]>,
    /// Palette of a skinned mesh.
    pub bones: Vec<PaletteBone>,
}

/// A vertex stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawStream {
    /// Bytes a vertex.
    pub stride: u32,
    /// `vertex_count * stride` bytes.
    pub bytes: Blob,
    /// Unknown members.
    pub metadata: Metadata,
}

/// A palette entry: a bone of a donor component.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaletteBone {
    /// Component index.
    pub component: u32,
    /// Index into its bone table.
    pub index: u32,
    /// Unknown members.
    pub metadata: Metadata,
}

/// One draw segment.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// What is drawn.
    pub triangles: Triangles,
    /// Original material that is copied for it.
    pub donor: MaterialPlace,
    /// Replacement textures.
    pub textures: Vec<TextureReference>,
    /// When it is drawn; none = always.
    pub when: Option<Condition>,
    /// Properties and keywords it changes in its material; none = none (MAT-10).
    pub overrides: Option<Arc<MaterialOverrides>>,
    /// Unknown members.
    pub metadata: Metadata,
}

/// The triangles of a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Triangles {
    /// Those of a material of the mesh's figure.
    Figure {
        /// The material.
        material: u32,
    },
    /// An index list as it is.
    Raw {
        /// Number of indices, a multiple of 3.
        count: u32,
        /// `count * index_size` bytes.
        indices: Blob,
    },
}

/// Properties and keywords a draw changes in its copied material (bem.md ch. 13). Lists keep their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaterialOverrides {
    /// Property and value.
    pub floats: Vec<(String, f64)>,
    /// Property and R, G, B, A.
    pub colors: Vec<(String, [f64; 4])>,
    /// Property and x, y, z, w.
    pub vectors: Vec<(String, [f64; 4])>,
    /// Keywords switched off.
    pub disable_keywords: Vec<String>,
    /// Keywords switched on.
    pub enable_keywords: Vec<String>,
    /// Unknown members.
    pub metadata: Metadata,
}

impl Mesh {
    /// The figure it is made of, if it is.
    pub const fn source(&self) -> Option<SourceId> {
        match self.geometry {
            Geometry::Figure(source) => Some(source),
            Geometry::Raw(_) => None,
        }
    }

    /// Its vertex streams, if it has its own.
    pub const fn raw(&self) -> Option<&Arc<RawGeometry>> {
        match &self.geometry {
            Geometry::Figure(_) => None,
            Geometry::Raw(raw) => Some(raw),
        }
    }
}

impl Draw {
    /// The material of the figure it draws, if it does.
    pub const fn material(&self) -> Option<u32> {
        match self.triangles {
            Triangles::Figure { material } => Some(material),
            Triangles::Raw { .. } => None,
        }
    }
}

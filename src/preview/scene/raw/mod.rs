//! Surfaces out of the streams and index lists of a package's mesh (bem.md ch. 9, 22.1 to 22.4). It reads no skin and
//! poses nothing: what is stored is the rest pose.
//!
//! Positions and normals are stored in the space of [`crate::geom`], as the conversion writes them; front faces keep
//! their order. Of texture coordinates v is turned back where the target's [`GeometryPreset`] has bottom rows first.

mod attributes;
mod error;
mod normals;

pub use error::RawError;
pub use normals::NormalSums;

use super::surface::{Columns, Surface};
use crate::base::limits;
use crate::base::numbers::{u64_of, usize_of};
use crate::formats::bem::manifest::Attribute;
use crate::geom::tbn;
use crate::model::target::GeometryPreset;
use attributes::Column;
use glam::{Vec2, Vec3};
use std::sync::Arc;

const POSITION: u32 = 0;
const NORMAL: u32 = 1;
const UV0: u32 = 4;

/// A mesh as its package states it.
#[derive(Clone, Copy, Debug)]
pub struct RawMesh<'a> {
    /// Number of vertices.
    pub vertex_count: u32,
    /// 2 or 4 bytes.
    pub index_size: u32,
    /// Vertex declaration.
    pub attributes: &'a [Attribute],
    /// Vertex streams.
    pub streams: &'a [RawStream<'a>],
    /// How vertex data is written for the target (bem.md 22.4).
    pub geometry: GeometryPreset,
}

/// A vertex stream.
#[derive(Clone, Copy, Debug)]
pub struct RawStream<'a> {
    /// Bytes a vertex.
    pub stride: u32,
    /// `vertex_count * stride` bytes.
    pub bytes: &'a [u8],
}

/// The vertices of a mesh, columns of equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawVertices {
    /// `positions[vertex]`, metres, finite.
    pub positions: Vec<Vec3>,
    /// `normals[vertex]`, of unit length, or zero where none is stored.
    pub normals: Vec<Vec3>,
    /// `uvs[vertex]`, (0, 0) top left, finite; zero where none are stored.
    pub uvs: Vec<Vec2>,
}

impl RawVertices {
    /// Whether some vertex has no normal.
    pub fn lacks_normals(&self) -> bool {
        self.normals.contains(&Vec3::ZERO)
    }

    /// The same as columns to be shared.
    pub fn into_columns(self) -> Columns {
        Columns {
            positions: Arc::from(self.positions),
            normals: Arc::from(self.normals),
            uvs: Arc::from(self.uvs),
        }
    }
}

/// Whether an attribute is among those that a surface shows: position, normal and first texture coordinate.
pub const fn is_shown(attribute: &Attribute) -> bool {
    matches!(attribute.semantic, POSITION | NORMAL | UV0)
}

/// The vertices of a mesh. Attributes of any declared format are read; an element that is not declared counts as 0.
///
/// A normal of one 32-bit element is the packed word of bem.md 22.3. Normals that are not stored, not finite or not
/// packed come out as zero: [`NormalSums`] has them.
///
/// # Errors
///
/// What is wrong with the mesh, see [`RawError`]. At most [`limits::MESH_VERTICES`] vertices are made.
pub fn vertices(mesh: &RawMesh<'_>) -> Result<RawVertices, RawError> {
    let n_vertices = usize_of(mesh.vertex_count);
    if !(1..=limits::MESH_VERTICES).contains(&n_vertices) {
        return Err(RawError::VertexCount {
            vertex_count: mesh.vertex_count,
        });
    }
    let find = |semantic: u32| -> Result<Option<Column<'_>>, RawError> {
        let mut attributes = mesh.attributes.iter();
        let declared = attributes.find(|attribute| attribute.semantic == semantic);
        declared
            .map(|attribute| Column::of(mesh, attribute))
            .transpose()
    };
    let positions: Vec<Vec3> = find(POSITION)?
        .ok_or(RawError::NoPosition)?
        .vectors::<3>()
        .map(Vec3::from_array)
        .collect();
    all_finite(POSITION, positions.iter().map(|at| at.is_finite()))?;
    let normals = match find(NORMAL)? {
        Some(column) => normals_of(&column),
        None => vec![Vec3::ZERO; n_vertices],
    };
    let uvs: Vec<Vec2> = match find(UV0)? {
        Some(column) => column
            .vectors::<2>()
            .map(|uv| uv_of(Vec2::from_array(uv), mesh.geometry))
            .collect(),
        None => vec![Vec2::ZERO; n_vertices],
    };
    all_finite(UV0, uvs.iter().map(|uv| uv.is_finite()))?;
    Ok(RawVertices {
        positions,
        normals,
        uvs,
    })
}

fn normals_of(column: &Column<'_>) -> Vec<Vec3> {
    let unit = |normal: Vec3| normal.try_normalize().unwrap_or(Vec3::ZERO);
    match column.words() {
        Some(words) => words
            .map(|word| tbn::decode(word).map_or(Vec3::ZERO, |(normal, _)| normal))
            .collect(),
        None => column
            .vectors::<3>()
            .map(|normal| unit(Vec3::from_array(normal)))
            .collect(),
    }
}

/// The texture coordinate as the one space has it.
fn uv_of(stored: Vec2, geometry: GeometryPreset) -> Vec2 {
    match geometry {
        GeometryPreset::Efmi => stored,
        GeometryPreset::Plain => Vec2::new(stored.x, 1.0 - stored.y),
    }
}

fn all_finite(semantic: u32, mut finite: impl Iterator<Item = bool>) -> Result<(), RawError> {
    match finite.position(|is_finite| !is_finite) {
        Some(vertex) => Err(RawError::NotFinite { semantic, vertex }),
        None => Ok(()),
    }
}

/// The triangles of an index list of whole triangles, corners in stored order.
///
/// # Errors
///
/// Another index size than 2 or 4 bytes, a list that is no whole number of triangles or too long, an index without a
/// vertex.
pub fn triangles(mesh: &RawMesh<'_>, indices: &[u8]) -> Result<Vec<[u32; 3]>, RawError> {
    let index_size = usize_of(mesh.index_size);
    if !matches!(index_size, 2 | 4) {
        return Err(RawError::IndexSize {
            index_size: mesh.index_size,
        });
    }
    let n_indices = indices.len() / index_size;
    let is_whole = indices.len().is_multiple_of(index_size * 3);
    if !is_whole || !(3..=limits::DRAW_INDICES).contains(&n_indices) {
        return Err(RawError::IndexLength {
            n_bytes: u64_of(indices.len()),
            index_size: mesh.index_size,
        });
    }
    let index = |at: &[u8]| match *at {
        [a, b] => u32::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
        _ => u32::MAX,
    };
    let corners: Vec<u32> = indices.chunks_exact(index_size).map(index).collect();
    if let Some(place) = corners.iter().position(|it| *it >= mesh.vertex_count) {
        return Err(RawError::Index {
            place,
            vertex: corners.get(place).copied().unwrap_or(u32::MAX),
            vertex_count: mesh.vertex_count,
        });
    }
    let (triangles, _) = corners.as_chunks::<3>();
    Ok(triangles.to_vec())
}

/// One surface for each index list, over the same columns. Missing normals are those of all these triangles.
///
/// # Errors
///
/// Those of [`vertices`] and [`triangles`].
pub fn surfaces(mesh: &RawMesh<'_>, draws: &[&[u8]]) -> Result<Vec<Surface>, RawError> {
    let mut vertices = vertices(mesh)?;
    let lists: Vec<Vec<[u32; 3]>> = draws
        .iter()
        .map(|indices| triangles(mesh, indices))
        .collect::<Result<_, _>>()?;
    if vertices.lacks_normals() {
        let mut sums = NormalSums::new(vertices.positions.len());
        for triangles in &lists {
            sums.add(&vertices.positions, triangles);
        }
        sums.fill(&mut vertices.normals);
    }
    let columns = vertices.into_columns();
    lists
        .into_iter()
        .map(|triangles| Ok(Surface::new(columns.clone(), Arc::from(triangles))?))
        .collect()
}

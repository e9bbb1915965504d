//! Positions in the bytes of a vertex stream (bem.md ch. 9): read them, and write moved ones back.

use super::Offsets;
use crate::base::numbers::{u64_of, usize_of};
use crate::formats::bem::manifest::Mesh;

const SEMANTIC_POSITION: u32 = 0;
const FORMAT_FLOAT32: u32 = 0;

/// Where the positions of a mesh lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionPlace {
    /// Index into the mesh's streams.
    pub stream_idx: usize,
    /// Payload ID of that stream.
    pub payload: u32,
    /// Bytes a vertex.
    pub stride: usize,
    /// Byte offset in a vertex.
    pub offset: usize,
}

/// Why the positions of a mesh cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StreamError {
    /// The mesh has no position of three 32-bit floats (PAR-13, HINT-15).
    #[error("the mesh has no position of three 32-bit floats")]
    NoPosition,
    /// The stream has another length than vertices times stride (MESH-04).
    #[error(
        "the stream has {n_bytes} bytes; {vertex_count} vertices of {stride} bytes are declared"
    )]
    Length {
        /// Bytes of the stream.
        n_bytes: u64,
        /// Vertices of the mesh.
        vertex_count: u32,
        /// Bytes a vertex.
        stride: usize,
    },
}

/// Where a mesh keeps its positions; none if it has none of three 32-bit floats.
pub fn position_place(mesh: &Mesh) -> Option<PositionPlace> {
    let attribute = mesh.attributes.iter().find(|attribute| {
        attribute.semantic == SEMANTIC_POSITION
            && attribute.format == FORMAT_FLOAT32
            && attribute.dimension == 3
    })?;
    let stream_idx = usize_of(attribute.stream);
    let stream = mesh.streams.get(stream_idx)?;
    let place = PositionPlace {
        stream_idx,
        payload: stream.payload,
        stride: usize_of(stream.stride),
        offset: usize_of(attribute.offset),
    };
    let end = place.offset.checked_add(12)?;
    (end <= place.stride).then_some(place)
}

/// The base positions of a mesh, `positions[vertex]`, out of the bytes of its position stream.
///
/// # Errors
///
/// No position of three floats, or a stream of another length.
pub fn positions(mesh: &Mesh, stream: &[u8]) -> Result<Vec<[f32; 3]>, StreamError> {
    let place = checked_place(mesh, stream)?;
    let vertices = stream.chunks_exact(place.stride.max(1));
    Ok(vertices
        .filter_map(|vertex| position(vertex, place.offset))
        .collect())
}

/// The bytes of the position stream with moved positions; all other bytes, and vertices that no record touches, stay.
///
/// # Errors
///
/// No position of three floats, or a stream of another length.
pub fn moved_stream(mesh: &Mesh, stream: &[u8], offsets: &Offsets) -> Result<Vec<u8>, StreamError> {
    let place = checked_place(mesh, stream)?;
    let mut moved = stream.to_vec();
    let vertices = moved.chunks_exact_mut(place.stride.max(1));
    for (idx, vertex) in vertices.enumerate() {
        let Some(base) = position(vertex, place.offset) else {
            continue;
        };
        let values = offsets.moved(idx, base);
        let words = vertex.get_mut(place.offset..).unwrap_or_default();
        for (word, value) in words.chunks_exact_mut(4).zip(values) {
            word.copy_from_slice(&value.to_le_bytes());
        }
    }
    Ok(moved)
}

fn checked_place(mesh: &Mesh, stream: &[u8]) -> Result<PositionPlace, StreamError> {
    let place = position_place(mesh).ok_or(StreamError::NoPosition)?;
    let wanted = usize_of(mesh.vertex_count).saturating_mul(place.stride);
    if stream.len() == wanted {
        Ok(place)
    } else {
        Err(StreamError::Length {
            n_bytes: u64_of(stream.len()),
            vertex_count: mesh.vertex_count,
            stride: place.stride,
        })
    }
}

fn position(vertex: &[u8], offset: usize) -> Option<[f32; 3]> {
    let bytes = vertex.get(offset..)?.first_chunk::<12>()?;
    let [x0, x1, x2, x3, y0, y1, y2, y3, z0, z1, z2, z3] = *bytes;
    Some([
        f32::from_le_bytes([x0, x1, x2, x3]),
        f32::from_le_bytes([y0, y1, y2, y3]),
        f32::from_le_bytes([z0, z1, z2, z3]),
    ])
}

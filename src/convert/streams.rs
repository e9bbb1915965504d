//! Vertex columns written into a layout's streams, little-endian. What is written is decided by the mesh conversion.

use crate::base::numbers::usize_of;
use crate::convert::layout::{Layout, SkinStream};
use crate::convert::skin::SkinLanes;
use crate::formats::bem::manifest::Attribute;
use crate::geom::tangents::Tangent;
use crate::geom::tbn;
use glam::{Vec2, Vec3};

/// Vertices of one mesh as they are stored, columns of equal length.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    /// Metres.
    pub(super) positions: Vec<Vec3>,
    /// Unit length.
    pub(super) normals: Vec<Vec3>,
    /// As stored: v already runs as the target wants it.
    pub(super) uvs: Vec<Vec2>,
    /// As stored: already turned as the target wants it.
    pub(super) tangents: Vec<Tangent>,
    /// Empty for a static mesh.
    pub(super) lanes: Vec<SkinLanes>,
}

/// `(stride, bytes)` for every stream of the layout; bytes hold `n_vertices * stride`.
pub(super) fn write(layout: &Layout, columns: &Columns) -> Vec<(u32, Vec<u8>)> {
    let n_vertices = columns.positions.len();
    let mut streams: Vec<(u32, Vec<u8>)> = layout
        .strides()
        .iter()
        .map(|stride| (*stride, vec![0; n_vertices * usize_of(*stride)]))
        .collect();
    for attribute in layout.attributes() {
        let (stride, bytes) = &mut streams[usize_of(attribute.stream)];
        let mut rows = Rows {
            bytes,
            stride: usize_of(*stride),
            offset: usize_of(attribute.offset),
        };
        write_attribute(&mut rows, attribute, layout.skin(), columns);
    }
    streams
}

/// The place of one attribute in all vertices of its stream.
struct Rows<'a> {
    bytes: &'a mut [u8],
    stride: usize,
    offset: usize,
}

impl Rows<'_> {
    fn fill<T, const N: usize>(&mut self, column: &[T], value: impl Fn(&T) -> [u8; N]) {
        let vertices = self.bytes.chunks_exact_mut(self.stride);
        for (vertex, item) in vertices.zip(column) {
            vertex[self.offset..self.offset + N].copy_from_slice(&value(item));
        }
    }
}

/// Texture coordinates beyond the first repeat it; vertex colours stay at 0, which is the neutral 0.5 (bem.md 22.2); a
/// Color attribute is white.
fn write_attribute(
    rows: &mut Rows<'_>,
    attribute: &Attribute,
    skin: SkinStream,
    columns: &Columns,
) {
    match (attribute.semantic, attribute.dimension) {
        (0, _) => rows.fill(&columns.positions, |v| floats::<3, 12>(v.to_array())),
        (1, 1) => {
            let words: Vec<u32> = columns
                .normals
                .iter()
                .zip(&columns.tangents)
                .map(|(normal, tangent)| tbn::encode(*normal, *tangent))
                .collect();
            rows.fill(&words, |word| word.to_le_bytes());
        }
        (1, _) => rows.fill(&columns.normals, |v| floats::<3, 12>(v.to_array())),
        (2, _) => rows.fill(&columns.tangents, |tangent| {
            let [x, y, z] = tangent.direction.to_array();
            floats::<4, 16>([x, y, z, tangent.bitangent.factor()])
        }),
        (3, _) => rows.fill(&columns.positions, |_| [255; 4]),
        (4..=11, 2) => rows.fill(&columns.uvs, |v| floats::<2, 8>(v.to_array())),
        (12, _) if skin == SkinStream::Float32 => rows.fill(&columns.lanes, |lanes| {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "weights between 0 and 1; the stream holds single precision"
            )]
            let weights = lanes.weights.map(|weight| weight as f32);
            floats::<4, 16>(weights)
        }),
        (12, _) => rows.fill(&columns.lanes, |lanes| {
            let [a, b, c, d] = lanes.unorm16().map(u16::to_le_bytes);
            [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]]
        }),
        (13, _) if skin == SkinStream::Float32 => rows.fill(&columns.lanes, |lanes| {
            joined::<4, 16>(lanes.indices.map(|index| u32::from(index).to_le_bytes()))
        }),
        (13, _) => rows.fill(&columns.lanes, |lanes| lanes.indices),
        _ => {}
    }
}

fn floats<const N: usize, const BYTES: usize>(values: [f32; N]) -> [u8; BYTES] {
    joined(values.map(f32::to_le_bytes))
}

fn joined<const N: usize, const BYTES: usize>(words: [[u8; 4]; N]) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for (place, byte) in bytes.iter_mut().zip(words.iter().flatten()) {
        *place = *byte;
    }
    bytes
}

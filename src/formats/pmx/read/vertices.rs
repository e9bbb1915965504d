//! Reads vertices and faces, which are most of a file: whole records at once, field by field only where one fails.

use crate::base::numbers::u32_of;
use crate::bytes::floats;
use crate::formats::pmx::error::ErrorCode;
use crate::formats::pmx::header::{IndexKind, IndexSize};
use crate::formats::pmx::read::reader::{Fallible, Reader};
use crate::formats::pmx::section::Section;
use crate::formats::pmx::vertices::{
    BONE_FIELDS, Deform, DeformKind, Sdef, Vertex, Vertices, WEIGHT_FIELDS,
};

/// Fewest bytes of a vertex record (pmx.md 1.8).
fn smallest_vertex(n_extra_uvs: u8, bone: IndexSize) -> u64 {
    let extra = u64::from(n_extra_uvs).saturating_mul(16);
    extra
        .saturating_add(37)
        .saturating_add(u64::from(bone.n_bytes()))
}

/// Reads the vertex section.
pub(super) fn read_vertices(reader: &mut Reader<'_>, vertices: &mut Vertices) -> Fallible<()> {
    let smallest = smallest_vertex(reader.n_extra_uvs, reader.sizes.bone);
    let (n_vertices, n_room) = reader.section(Section::Vertices, smallest)?;
    *vertices = Vertices::with_room(n_room, reader.n_extra_uvs);
    match reader.sizes.bone {
        IndexSize::One => read_all::<One>(reader, vertices, n_vertices),
        IndexSize::Two => read_all::<Two>(reader, vertices, n_vertices),
        IndexSize::Four => read_all::<Four>(reader, vertices, n_vertices),
    }
}

/// Reads the face section: `count` is that of indexes.
pub(super) fn read_faces(reader: &mut Reader<'_>, faces: &mut Vec<u32>) -> Fallible<()> {
    let size = reader.sizes.of(IndexKind::Vertex);
    let n_bytes = u64::from(size.n_bytes());
    let (n_indexes, _) = reader.section(Section::Faces, n_bytes)?;
    let length = n_indexes.saturating_mul(usize::from(size.n_bytes()));
    let bytes = reader.take("vertex", length)?;
    *faces = match size {
        IndexSize::One => bytes.iter().map(|byte| u32::from(*byte)).collect(),
        IndexSize::Two => {
            let (words, _) = bytes.as_chunks::<2>();
            let words = words.iter();
            words.map(|b| u32::from(u16::from_le_bytes(*b))).collect()
        }
        IndexSize::Four => {
            let (words, _) = bytes.as_chunks::<4>();
            words.iter().map(|b| u32::from_le_bytes(*b)).collect()
        }
    };
    Ok(())
}

fn read_all<W: BoneWidth>(
    reader: &mut Reader<'_>,
    vertices: &mut Vertices,
    n_vertices: usize,
) -> Fallible<()> {
    let n_sets = usize::from(reader.n_extra_uvs);
    for vertex in 0..n_vertices {
        if let Some(rest) = read_whole::<W>(reader.cursor.rest(), n_sets, vertices) {
            reader.cursor.continue_at(rest);
        } else {
            reader.record = Some(u32_of(vertex));
            let row = read_by_field(reader)?;
            vertices.push(&row);
        }
    }
    Ok(())
}

/// One record from the start of `bytes` to the end of the columns, and the bytes after it; none, with the columns
/// untouched, when it is cut or its deform kind is unknown.
#[inline]
fn read_whole<'a, W: BoneWidth>(
    bytes: &'a [u8],
    n_sets: usize,
    vertices: &mut Vertices,
) -> Option<&'a [u8]> {
    let (head, rest) = bytes.split_first_chunk::<32>()?;
    let (extra, rest) = rest.split_at_checked(n_sets.checked_mul(16)?)?;
    let (kind, rest) = rest.split_first()?;
    let kind = DeformKind::from_byte(*kind)?;
    let (bones, weights, points, rest) = match kind {
        DeformKind::Bdef1 => {
            let (bones, rest) = W::one(rest)?;
            (bones, [0.0; 4], None, rest)
        }
        DeformKind::Bdef2 => {
            let (bones, rest) = W::two(rest)?;
            let (weight, rest) = rest.split_first_chunk::<4>()?;
            let weight = f32::from_le_bytes(*weight);
            (bones, [weight, 0.0, 0.0, 0.0], None, rest)
        }
        DeformKind::Bdef4 | DeformKind::Qdef => {
            let (bones, rest) = W::four(rest)?;
            let (weights, rest) = rest.split_first_chunk::<16>()?;
            (bones, floats(weights), None, rest)
        }
        DeformKind::Sdef => {
            let (bones, rest) = W::two(rest)?;
            let (weight, rest) = rest.split_first_chunk::<4>()?;
            let weight = f32::from_le_bytes(*weight);
            let (points, rest) = rest.split_first_chunk::<36>()?;
            (bones, [weight, 0.0, 0.0, 0.0], Some(points), rest)
        }
    };
    let (edge_scale, rest) = rest.split_first_chunk::<4>()?;
    if let Some(points) = points {
        let [cx, cy, cz, ax, ay, az, bx, by, bz] = floats(points);
        vertices.sdefs.push(Sdef {
            vertex: u32_of(vertices.len()),
            c: [cx, cy, cz],
            r0: [ax, ay, az],
            r1: [bx, by, bz],
        });
    }
    let [x, y, z, nx, ny, nz, u, v] = floats(head);
    vertices.positions.push([x, y, z]);
    vertices.normals.push([nx, ny, nz]);
    vertices.uvs.push([u, v]);
    if n_sets > 0 {
        let (sets, _) = extra.as_chunks::<16>();
        vertices
            .extra_uvs
            .extend(sets.iter().map(|set| floats::<4>(set)));
    }
    vertices.deforms.push(kind);
    vertices.bones.push(bones);
    vertices.weights.push(weights);
    vertices.edge_scales.push(f32::from_le_bytes(*edge_scale));
    Some(rest)
}

/// Reads one record field by field: the way that knows which field is at fault.
fn read_by_field(reader: &mut Reader<'_>) -> Fallible<Vertex> {
    let position = reader.f32s("position")?;
    let normal = reader.f32s("normal")?;
    let uv = reader.f32s("uv")?;
    let mut extra_uvs = Vec::new();
    for _ in 0..reader.n_extra_uvs {
        extra_uvs.push(reader.f32s("extra_uv")?);
    }
    let offset = reader.offset();
    let byte = reader.u8("deform_kind")?;
    let Some(kind) = DeformKind::from_byte(byte) else {
        let value = (offset, i64::from(byte));
        return Err(reader.refuse_value(ErrorCode::DeformKind, "deform_kind", value));
    };
    let mut bones = [-1; 4];
    for (bone, field) in bones.iter_mut().zip(BONE_FIELDS).take(kind.n_bones()) {
        *bone = reader.index(IndexKind::Bone, field)?;
    }
    let mut weights = [0.0; 4];
    for (weight, field) in weights.iter_mut().zip(WEIGHT_FIELDS).take(kind.n_weights()) {
        *weight = reader.f32(field)?;
    }
    let points = match kind {
        DeformKind::Sdef => [
            reader.f32s("sdef_c")?,
            reader.f32s("sdef_r0")?,
            reader.f32s("sdef_r1")?,
        ],
        _ => [[0.0; 3]; 3],
    };
    Ok(Vertex {
        position,
        normal,
        uv,
        extra_uvs,
        deform: Deform::from_lanes(kind, bones, weights, points),
        edge_scale: reader.f32("edge_scale")?,
    })
}

/// The bone index sizes with which `n_vertices` records follow each other at the start of `bytes`.
pub(super) fn bone_sizes_that_walk(
    bytes: &[u8],
    n_extra_uvs: u8,
    n_vertices: u32,
) -> Vec<IndexSize> {
    let all = IndexSize::ALL.into_iter();
    all.filter(|size| walks(bytes, n_extra_uvs, n_vertices, *size))
        .collect()
}

/// Whether `n_vertices` records follow each other at the start of `bytes`.
fn walks(bytes: &[u8], n_extra_uvs: u8, n_vertices: u32, bone: IndexSize) -> bool {
    let n_head = 32_usize.saturating_add(usize::from(n_extra_uvs).saturating_mul(16));
    let mut rest = bytes;
    for _ in 0..n_vertices {
        let Some(after) = step(rest, n_head, bone) else {
            return false;
        };
        rest = after;
    }
    true
}

/// The bytes after the record at the start of `bytes`.
fn step(bytes: &[u8], n_head: usize, bone: IndexSize) -> Option<&[u8]> {
    let kind = DeformKind::from_byte(*bytes.get(n_head)?)?;
    let n_bytes = kind.n_data_bytes(bone).checked_add(n_head)?;
    bytes.get(n_bytes.checked_add(1)?.checked_add(4)?..)
}

/// Bone indexes of one width: the first 1, 2 or 4 lanes filled, -1 in the others, and the bytes after them.
trait BoneWidth {
    fn one(bytes: &[u8]) -> Option<([i32; 4], &[u8])>;
    fn two(bytes: &[u8]) -> Option<([i32; 4], &[u8])>;
    fn four(bytes: &[u8]) -> Option<([i32; 4], &[u8])>;
}

struct One;
struct Two;
struct Four;

impl BoneWidth for One {
    fn one(bytes: &[u8]) -> Option<([i32; 4], &[u8])> {
        let ([a], rest) = bytes.split_first_chunk::<1>()?;
        Some(([byte(*a), -1, -1, -1], rest))
    }

    fn two(bytes: &[u8]) -> Option<([i32; 4], &[u8])> {
        let ([a, b], rest) = bytes.split_first_chunk::<2>()?;
        Some(([byte(*a), byte(*b), -1, -1], rest))
    }

    fn four(bytes: &[u8]) -> Option<([i32; 4], &[u8])> {
        let (four, rest) = bytes.split_first_chunk::<4>()?;
        Some((four.map(byte), rest))
    }
}

impl BoneWidth for Two {
    fn one(bytes: &[u8]) -> Option<([i32; 4], &[u8])> {
        let (a, rest) = bytes.split_first_chunk::<2>()?;
        Some(([word(*a), -1, -1, -1], rest))
    }

    fn two(bytes: &[u8]) -> Option<([i32; 4], &[u8])> {
        let ([a, b, c, d], rest) = bytes.split_first_chunk::<4>()?;
        Some(([word([*a, *b]), word([*c, *d]), -1, -1], rest))
    }

    fn four(bytes: &[u8]) -> Option<([i32; 4], &[u8])> {
        let ([a, b, c, d, e, f, g, h], rest) = bytes.split_first_chunk::<8>()?;
        let words = [[*a, *b], [*c, *d], [*e, *f], [*g, *h]];
        Some((words.map(word), rest))
    }
}

impl BoneWidth for Four {
    fn one(bytes: &[u8]) -> Option<([i32; 4], &[u8])> {
        let (a, rest) = bytes.split_first_chunk::<4>()?;
        Some(([i32::from_le_bytes(*a), -1, -1, -1], rest))
    }

    fn two(bytes: &[u8]) -> Option<([i32; 4], &[u8])> {
        let (a, rest) = bytes.split_first_chunk::<4>()?;
        let (b, rest) = rest.split_first_chunk::<4>()?;
        let bones = [i32::from_le_bytes(*a), i32::from_le_bytes(*b), -1, -1];
        Some((bones, rest))
    }

    fn four(bytes: &[u8]) -> Option<([i32; 4], &[u8])> {
        let (sixteen, rest) = bytes.split_first_chunk::<16>()?;
        let mut bones = [0; 4];
        let (words, _) = sixteen.as_chunks::<4>();
        for (bone, word) in bones.iter_mut().zip(words) {
            *bone = i32::from_le_bytes(*word);
        }
        Some((bones, rest))
    }
}

fn byte(byte: u8) -> i32 {
    i32::from(i8::from_le_bytes([byte]))
}

fn word(bytes: [u8; 2]) -> i32 {
    i32::from(i16::from_le_bytes(bytes))
}

//! The fixed records of an MDL file as raw words (mdl.md ch. 1). No rule is checked here.

use crate::base::numbers::{u64_of, usize_of_u64};
use crate::bytes::{Cursor, Short};
use crate::formats::mdl::file::{Bounds, Normal, Vertex};

/// Bytes of the header.
pub(super) const HEADER_BYTES: u64 = 32;
/// Bytes of an object record.
pub(super) const OBJECT_BYTES: u64 = 64;
/// Bytes of a packet record.
pub(super) const PACKET_BYTES: u64 = 32;
/// Bytes of a vertex, and of a normal.
pub(super) const VERTEX_BYTES: u64 = 8;
/// Bytes of a UV.
pub(super) const UV_BYTES: u64 = 4;

/// The header.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub(super) n_models: i32,
    pub(super) reserved: i32,
    pub(super) bounds: Bounds,
}

/// An object record.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawObject {
    pub(super) type_bits: u32,
    pub(super) n_packs: i32,
    pub(super) bounds: Bounds,
    pub(super) translation: [f32; 3],
    pub(super) parent: i32,
    pub(super) packs: i32,
}

/// A packet record.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawPacket {
    pub(super) flags: u32,
    pub(super) n_verts: i32,
    pub(super) tex_id: u32,
    pub(super) verts: i32,
    pub(super) norms: i32,
    pub(super) uvs: i32,
}

/// Where object `index` has its record.
pub(super) fn object_offset(index: u32) -> u64 {
    u64::from(index)
        .saturating_mul(OBJECT_BYTES)
        .saturating_add(HEADER_BYTES)
}

/// Bytes of the header and `n_objects` object records: where everything else may begin.
pub(super) fn records_end(n_objects: u32) -> u64 {
    object_offset(n_objects)
}

fn cursor_at(bytes: &[u8], offset: u64) -> Cursor<'_> {
    Cursor::new(bytes.get(usize_of_u64(offset)..).unwrap_or_default())
}

/// Bytes from an offset to the end; 0 beyond it.
pub(super) fn left_at(bytes: &[u8], offset: u64) -> u64 {
    u64_of(bytes.len()).saturating_sub(offset)
}

/// Reads the header.
pub(super) fn header(bytes: &[u8]) -> Result<Header, Short> {
    let mut cursor = Cursor::new(bytes);
    Ok(Header {
        n_models: cursor.i32()?,
        reserved: cursor.i32()?,
        bounds: bounds(&mut cursor)?,
    })
}

fn bounds(cursor: &mut Cursor<'_>) -> Result<Bounds, Short> {
    Ok(Bounds {
        lower: cursor.f32s()?,
        upper: cursor.f32s()?,
    })
}

/// Reads the record of an object.
pub(super) fn object(bytes: &[u8], index: u32) -> Result<RawObject, Short> {
    let mut cursor = cursor_at(bytes, object_offset(index));
    Ok(RawObject {
        type_bits: cursor.u32()?,
        n_packs: cursor.i32()?,
        bounds: bounds(&mut cursor)?,
        translation: cursor.f32s()?,
        parent: cursor.i32()?,
        packs: cursor.i32()?,
    })
}

/// Reads the packet record at an offset. Its reserved word and its colours are passed over (MDL-05).
pub(super) fn packet(bytes: &[u8], offset: u64) -> Result<RawPacket, Short> {
    let mut cursor = cursor_at(bytes, offset);
    let (flags, n_verts, tex_id) = (cursor.u32()?, cursor.i32()?, cursor.u32()?);
    cursor.u32()?;
    Ok(RawPacket {
        flags,
        n_verts,
        tex_id,
        verts: cursor.i32()?,
        norms: cursor.i32()?,
        uvs: cursor.i32()?,
    })
}

/// The words of an array of 8-byte entries; fewer where the bytes end early.
fn quads(bytes: &[u8], offset: u64, count: u32) -> impl Iterator<Item = [i16; 4]> {
    let rest = bytes.get(usize_of_u64(offset)..).unwrap_or_default();
    let (entries, _) = rest.as_chunks::<8>();
    entries
        .iter()
        .take(crate::base::numbers::usize_of(count))
        .map(|[a, b, c, d, e, f, g, h]| {
            [[*a, *b], [*c, *d], [*e, *f], [*g, *h]].map(i16::from_le_bytes)
        })
}

/// Reads vertices; the caller has checked that they are there.
pub(super) fn vertices(bytes: &[u8], offset: u64, count: u32) -> Vec<Vertex> {
    quads(bytes, offset, count)
        .map(|[x, y, z, weight]| Vertex {
            position: [x, y, z],
            weight,
        })
        .collect()
}

/// Reads normals; the caller has checked that they are there.
pub(super) fn normals(bytes: &[u8], offset: u64, count: u32) -> Vec<Normal> {
    quads(bytes, offset, count)
        .map(|[x, y, z, draw]| Normal {
            direction: [x, y, z],
            draw,
        })
        .collect()
}

/// Reads UVs; the caller has checked that they are there.
pub(super) fn uvs(bytes: &[u8], offset: u64, count: u32) -> Vec<[i16; 2]> {
    let rest = bytes.get(usize_of_u64(offset)..).unwrap_or_default();
    let (entries, _) = rest.as_chunks::<4>();
    entries
        .iter()
        .take(crate::base::numbers::usize_of(count))
        .map(|[a, b, c, d]| [[*a, *b], [*c, *d]].map(i16::from_le_bytes))
        .collect()
}

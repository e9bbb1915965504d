//! Reads morphs: their offsets are of one width each, so a whole list is checked at once (pmx.md 1.6).

use crate::bytes::floats;
use crate::formats::pmx::error::ErrorCode;
use crate::formats::pmx::header::{IndexKind, IndexSize};
use crate::formats::pmx::morph::{
    BoneOffset, GroupOffset, ImpulseOffset, MaterialOffset, Morph, Offsets, UvOffset, VertexOffset,
};
use crate::formats::pmx::read::reader::{Fallible, Reader};

/// Reads a morph.
pub(super) fn read_morph(reader: &mut Reader<'_>) -> Fallible<Morph> {
    let name = reader.text("name")?;
    let name_en = reader.text("name_en")?;
    let panel = reader.u8("panel")?;
    let offset = reader.offset();
    let kind = reader.u8("kind")?;
    let Some((pointed_at, n_data)) = layout_of(kind) else {
        let value = (offset, i64::from(kind));
        return Err(reader.refuse_value(ErrorCode::MorphKind, "kind", value));
    };
    let size = reader.sizes.of(pointed_at);
    let width = usize::from(size.n_bytes()).saturating_add(n_data);
    let smallest = u64::from(size.n_bytes()).saturating_add(u64::try_from(n_data).unwrap_or(0));
    let n_offsets = reader.count("offsets", smallest)?;
    let bytes = reader.take("index", n_offsets.saturating_mul(width))?;
    let list = List { bytes, width, size };
    let offsets = match kind {
        0 => Offsets::Group(list.read(group)),
        1 => Offsets::Vertex(list.read(vertex)),
        2 => Offsets::Bone(list.read(bone)),
        8 => Offsets::Material(list.read(material)),
        9 => Offsets::Flip(list.read(group)),
        10 => Offsets::Impulse(list.read(impulse)),
        _ => Offsets::Uv {
            set: kind.saturating_sub(3),
            offsets: list.read(uv),
        },
    };
    Ok(Morph {
        name,
        name_en,
        panel,
        offsets,
    })
}

/// What the offsets of a kind point at, and their bytes after the index; none for an unknown kind.
const fn layout_of(kind: u8) -> Option<(IndexKind, usize)> {
    match kind {
        0 | 9 => Some((IndexKind::Morph, 4)),
        1 => Some((IndexKind::Vertex, 12)),
        2 => Some((IndexKind::Bone, 28)),
        3..=7 => Some((IndexKind::Vertex, 16)),
        8 => Some((IndexKind::Material, 113)),
        10 => Some((IndexKind::Body, 25)),
        _ => None,
    }
}

/// A list of offsets of one width, whole.
struct List<'a> {
    bytes: &'a [u8],
    width: usize,
    size: IndexSize,
}

impl List<'_> {
    fn read<T>(&self, parse: impl Fn(IndexSize, &[u8]) -> Option<T>) -> Vec<T> {
        let records = self.bytes.chunks_exact(self.width);
        let mut offsets = Vec::with_capacity(records.len());
        offsets.extend(records.filter_map(|record| parse(self.size, record)));
        offsets
    }
}

fn group(size: IndexSize, record: &[u8]) -> Option<GroupOffset> {
    let (index, rest) = signed(size, record)?;
    let [value] = floats(rest);
    Some(GroupOffset { index, value })
}

fn vertex(size: IndexSize, record: &[u8]) -> Option<VertexOffset> {
    let (index, rest) = unsigned(size, record)?;
    let offset = floats(rest);
    Some(VertexOffset { index, offset })
}

fn bone(size: IndexSize, record: &[u8]) -> Option<BoneOffset> {
    let (index, rest) = signed(size, record)?;
    let (translation, rotation) = rest.split_first_chunk::<12>()?;
    Some(BoneOffset {
        index,
        translation: floats(translation),
        rotation: floats(rotation),
    })
}

fn uv(size: IndexSize, record: &[u8]) -> Option<UvOffset> {
    let (index, rest) = unsigned(size, record)?;
    let offset = floats(rest);
    Some(UvOffset { index, offset })
}

fn material(size: IndexSize, record: &[u8]) -> Option<MaterialOffset> {
    let (index, rest) = signed(size, record)?;
    let (operation, values) = rest.split_first()?;
    Some(MaterialOffset {
        index,
        operation: *operation,
        values: floats(values),
    })
}

fn impulse(size: IndexSize, record: &[u8]) -> Option<ImpulseOffset> {
    let (index, rest) = signed(size, record)?;
    let (local, rest) = rest.split_first()?;
    let (velocity, torque) = rest.split_first_chunk::<12>()?;
    Some(ImpulseOffset {
        index,
        local: *local,
        velocity: floats(velocity),
        torque: floats(torque),
    })
}

/// A vertex index from the start of `bytes`, unsigned at 1 and 2 bytes (PMX-07), and what follows it.
fn unsigned(size: IndexSize, bytes: &[u8]) -> Option<(u32, &[u8])> {
    match size {
        IndexSize::One => bytes
            .split_first()
            .map(|(byte, rest)| (u32::from(*byte), rest)),
        IndexSize::Two => bytes
            .split_first_chunk()
            .map(|(word, rest)| (u32::from(u16::from_le_bytes(*word)), rest)),
        IndexSize::Four => bytes
            .split_first_chunk()
            .map(|(word, rest)| (u32::from_le_bytes(*word), rest)),
    }
}

/// An index of any other kind, signed at every width, and what follows it.
fn signed(size: IndexSize, bytes: &[u8]) -> Option<(i32, &[u8])> {
    match size {
        IndexSize::One => bytes
            .split_first_chunk()
            .map(|(byte, rest)| (i32::from(i8::from_le_bytes(*byte)), rest)),
        IndexSize::Two => bytes
            .split_first_chunk()
            .map(|(word, rest)| (i32::from(i16::from_le_bytes(*word)), rest)),
        IndexSize::Four => bytes
            .split_first_chunk()
            .map(|(word, rest)| (i32::from_le_bytes(*word), rest)),
    }
}

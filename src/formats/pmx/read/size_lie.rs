//! Looks for an index size in the header that is not the one the records are written with (PMX-29).

use crate::base::limits;
use crate::base::numbers::u64_of;
use crate::formats::pmx::error::{ErrorCode, ReadError, SizeLie};
use crate::formats::pmx::header::{IndexKind, IndexSize};
use crate::formats::pmx::read::read_document;
use crate::formats::pmx::read::reader::{Mode, Reader};
use crate::formats::pmx::read::{header, vertices};
use crate::formats::pmx::section::Section;
use crate::formats::pmx::text::Source;
use std::sync::Arc;

/// In how many vertices from the start an unknown deform kind points at the bone index size.
const FIRST_VERTICES: u32 = 16;

/// The index size that likely is not true, if there is one.
///
/// The file is read again with each other size of each kind: if that explains all of it, the header lies. An unknown
/// deform kind early in the vertices is taken for a wrong bone index size even so.
pub(super) fn find(source: &Arc<Source>, fault: &ReadError) -> Option<SizeLie> {
    if fault.section <= Section::Info || u64_of(source.bytes.len()) > limits::PMX_SIZE_TRIAL_BYTES {
        return None;
    }
    let mut reader = Reader::new(source, Mode::Strict);
    let header = header::read_header(&mut reader).ok()?;
    let said = header.index_sizes;
    for kind in kinds_before(fault.section) {
        for size in IndexSize::ALL {
            let trial = said.with(*kind, size);
            if trial == said {
                continue;
            }
            let explains = read_document(source, Mode::Strict, Some(trial))
                .is_ok_and(|pmx| pmx.tail().is_empty());
            if explains {
                return Some(SizeLie {
                    kind: *kind,
                    said: said.of(*kind),
                    fits: Some(size),
                });
            }
        }
    }
    let is_early = fault.record.is_some_and(|record| record < FIRST_VERTICES);
    if fault.code != ErrorCode::DeformKind || !is_early {
        return None;
    }
    header::read_info(&mut reader).ok()?;
    let n_vertices = u32::try_from(reader.cursor.i32().ok()?).ok()?;
    let rest = reader.cursor.rest();
    let walking = vertices::bone_sizes_that_walk(rest, header.n_extra_uvs, n_vertices);
    let fits = match walking.as_slice() {
        [only] => Some(*only),
        _ => None,
    };
    Some(SizeLie {
        kind: IndexKind::Bone,
        said: said.bone,
        fits,
    })
}

/// The index kinds whose widths decide where a section and those before it lie.
const fn kinds_before(section: Section) -> &'static [IndexKind] {
    use IndexKind::{Body, Bone, Material, Morph, Texture, Vertex};
    match section {
        Section::Header | Section::Info => &[],
        Section::Vertices => &[Bone],
        Section::Faces | Section::Textures => &[Bone, Vertex],
        Section::Materials | Section::Bones => &[Bone, Vertex, Texture],
        _ => &[Bone, Vertex, Texture, Material, Morph, Body],
    }
}

//! Whether a written file holds the document it was written from (PMX-43). Floats are compared by their bits.

use crate::formats::pmx::document::Pmx;
use crate::formats::pmx::error::ReadError;
use crate::formats::pmx::fields::Record;
use crate::formats::pmx::header::{Header, IndexSize, IndexSizes};
use crate::formats::pmx::read::read;
use crate::formats::pmx::section::Section;
use crate::formats::pmx::vertices::Vertices;
use crate::formats::pmx::write::encoder::Encoder;

/// Why a written file is not the document it was written from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Difference {
    /// It does not even read.
    #[error("{0}")]
    Unreadable(#[from] ReadError),
    /// It says something else.
    #[error("{section} differs")]
    Differs {
        /// The first section that does.
        section: Section,
        /// The first record of it that does; none for its count, the header, info and tail.
        record: Option<u32>,
    },
}

/// Reads `bytes` and compares every field with `pmx`.
///
/// # Errors
/// The first difference.
pub fn verify(bytes: &[u8], pmx: &Pmx) -> Result<(), Difference> {
    let read = read(bytes.to_vec())?;
    let differs = |section, record| Err(Difference::Differs { section, record });
    if read.header != pmx.header {
        return differs(Section::Header, None);
    }
    if read.info != pmx.info {
        return differs(Section::Info, None);
    }
    if !are_same_vertices(&read.vertices, &pmx.vertices) {
        return differs(Section::Vertices, None);
    }
    if read.faces != pmx.faces {
        return differs(Section::Faces, None);
    }
    same_records(&pmx.header, read.textures(), pmx.textures())?;
    same_records(&pmx.header, read.materials(), pmx.materials())?;
    same_records(&pmx.header, read.bones(), pmx.bones())?;
    same_records(&pmx.header, read.morphs(), pmx.morphs())?;
    same_records(&pmx.header, read.frames(), pmx.frames())?;
    same_records(&pmx.header, read.bodies(), pmx.bodies())?;
    same_records(&pmx.header, read.joints(), pmx.joints())?;
    if read.soft_bodies.is_some() != pmx.soft_bodies.is_some() {
        return differs(Section::SoftBodies, None);
    }
    let ours = pmx.soft_bodies().unwrap_or_default();
    same_records(&pmx.header, read.soft_bodies().unwrap_or_default(), ours)?;
    if read.tail() != pmx.tail() {
        return differs(Section::Tail, None);
    }
    Ok(())
}

fn are_same_vertices(a: &Vertices, b: &Vertices) -> bool {
    let points = |vertices: &Vertices| -> Vec<(u32, [[u32; 3]; 3])> {
        let sdefs = vertices.sdefs.iter();
        let bits = |point: [f32; 3]| point.map(f32::to_bits);
        sdefs
            .map(|sdef| (sdef.vertex, [sdef.c, sdef.r0, sdef.r1].map(bits)))
            .collect()
    };
    are_same_bits(a.positions.as_flattened(), b.positions.as_flattened())
        && are_same_bits(a.normals.as_flattened(), b.normals.as_flattened())
        && are_same_bits(a.uvs.as_flattened(), b.uvs.as_flattened())
        && are_same_bits(a.extra_uvs.as_flattened(), b.extra_uvs.as_flattened())
        && a.deforms == b.deforms
        && a.bones == b.bones
        && are_same_bits(a.weights.as_flattened(), b.weights.as_flattened())
        && are_same_bits(&a.edge_scales, &b.edge_scales)
        && points(a) == points(b)
}

fn are_same_bits(a: &[f32], b: &[f32]) -> bool {
    let pairs = || a.iter().zip(b);
    a.len() == b.len() && pairs().all(|(a, b)| a.to_bits() == b.to_bits())
}

/// Compares records by what they encode to, with indexes wide enough for any.
fn same_records<T: Record>(header: &Header, a: &[T], b: &[T]) -> Result<(), Difference> {
    let section = T::SECTION;
    if a.len() != b.len() {
        let record = None;
        return Err(Difference::Differs { section, record });
    }
    let wide = Header {
        index_sizes: IndexSizes {
            vertex: IndexSize::Four,
            texture: IndexSize::Four,
            material: IndexSize::Four,
            bone: IndexSize::Four,
            morph: IndexSize::Four,
            body: IndexSize::Four,
        },
        ..header.clone()
    };
    let mut ours = Encoder::new(&wide, 256);
    let mut theirs = Encoder::new(&wide, 256);
    for (place, (a, b)) in a.iter().zip(b).enumerate() {
        ours.out.clear();
        theirs.out.clear();
        ours.at(section, Some(place));
        let both = a.visit(&mut ours).is_ok() && b.visit(&mut theirs).is_ok();
        if !both || ours.out.as_slice() != theirs.out.as_slice() {
            return Err(Difference::Differs {
                section,
                record: u32::try_from(place).ok(),
            });
        }
    }
    Ok(())
}

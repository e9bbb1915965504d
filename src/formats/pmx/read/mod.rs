//! Bytes to document, and what salvage keeps of broken ones (pmx.md ch. 2).

mod header;
mod morphs;
mod physics;
mod reader;
mod records;
mod size_lie;
mod vertices;

use crate::base::limits;
use crate::base::numbers::{u32_of, u64_of};
use crate::formats::pmx::check::check;
use crate::formats::pmx::document::{Pmx, Standing};
use crate::formats::pmx::error::{ErrorCode, ReadError, SalvageOffer, Value};
use crate::formats::pmx::header::{IndexSizes, Version};
use crate::formats::pmx::read::reader::{Fallible, Mode, Reader};
use crate::formats::pmx::section::Section;
use crate::formats::pmx::table::{Span, Table};
use crate::formats::pmx::text::Source;
use std::sync::Arc;

/// What salvage made of a file (PMX-44).
#[derive(Clone, Debug)]
pub struct Salvaged {
    /// All whole records before the fault; [`Pmx::is_salvaged`] unless there was none.
    pub pmx: Pmx,
    /// The fault that cut the file, with what is kept of its section; none when the file reads without one.
    pub cut: Option<ReadError>,
}

/// Reads a file; every byte is accounted for, oddities are kept and listed in [`Pmx::warnings`].
///
/// # Errors
/// The first fault in reading order (PMX-21..PMX-25), with what salvage could keep.
pub fn read(bytes: Vec<u8>) -> Result<Pmx, ReadError> {
    let source = Arc::new(Source { bytes });
    match read_document(&source, Mode::Strict, None) {
        Ok(mut pmx) => {
            pmx.warnings = check(&pmx);
            Ok(pmx)
        }
        Err(fault) => Err(explain(&source, *fault)),
    }
}

/// Reads what is whole of a file that is cut in its morphs or later; only when the user asks for it (PMX-44).
///
/// # Errors
/// Any fault that is not a shortage of bytes there.
pub fn salvage(bytes: Vec<u8>) -> Result<Salvaged, ReadError> {
    let source = Arc::new(Source { bytes });
    match salvage_document(&source) {
        Ok(mut salvaged) => {
            salvaged.pmx.warnings = check(&salvaged.pmx);
            Ok(salvaged)
        }
        Err(fault) => Err(explain(&source, *fault)),
    }
}

/// The fault with what can be said about its cause and about a way out.
fn explain(source: &Arc<Source>, mut fault: ReadError) -> ReadError {
    fault.size_lie = size_lie::find(source, &fault);
    if fault.code.is_shortage() && fault.section.is_salvageable() {
        fault.salvage = salvage_document(source)
            .ok()
            .and_then(|salvaged| salvaged.cut?.salvage);
    }
    fault
}

/// Reads a whole file; `sizes` are taken in place of the header's where given.
fn read_document(source: &Arc<Source>, mode: Mode, sizes: Option<IndexSizes>) -> Fallible<Pmx> {
    let mut pmx = Pmx::empty(Arc::clone(source));
    read_into(&mut Reader::new(source, mode), &mut pmx, sizes)?;
    Ok(pmx)
}

fn salvage_document(source: &Arc<Source>) -> Fallible<Salvaged> {
    let mut pmx = Pmx::empty(Arc::clone(source));
    let mut reader = Reader::new(source, Mode::Salvage);
    let Err(mut fault) = read_into(&mut reader, &mut pmx, None) else {
        return Ok(Salvaged { pmx, cut: None });
    };
    if !(fault.code.is_shortage() && fault.section.is_salvageable()) {
        return Err(fault);
    }
    let section = fault.section;
    let n_kept = match section {
        Section::Morphs => pmx.morphs().len(),
        Section::Frames => pmx.frames().len(),
        Section::Bodies => pmx.bodies().len(),
        Section::Joints => pmx.joints().len(),
        _ => pmx.soft_bodies().map_or(0, <[_]>::len),
    };
    fault.salvage = Some(SalvageOffer {
        section,
        n_kept: u32_of(n_kept),
        n_announced: reader.n_announced,
    });
    pmx.standing = Standing::Salvaged;
    Ok(Salvaged {
        pmx,
        cut: Some(*fault),
    })
}

/// Fills `pmx` section by section; what was whole before a fault stays in it.
fn read_into(reader: &mut Reader<'_>, pmx: &mut Pmx, sizes: Option<IndexSizes>) -> Fallible<()> {
    let size_bytes = u64_of(reader.cursor.left());
    if size_bytes >= limits::PMX_FILE_BYTES {
        let mut fault = reader.refuse(ErrorCode::FileTooLarge, "signature", 0);
        fault.value = Some(Value::Number(i64::try_from(size_bytes).unwrap_or(i64::MAX)));
        return Err(fault);
    }
    pmx.header = header::read_header(reader)?;
    pmx.origin.header = span_from(0, reader);
    if let Some(sizes) = sizes {
        reader.sizes = sizes;
    }
    pmx.origin.sizes = reader.sizes;
    let start = reader.offset();
    pmx.info = header::read_info(reader)?;
    pmx.origin.info = span_from(start, reader);
    let start = reader.offset().saturating_add(4);
    vertices::read_vertices(reader, &mut pmx.vertices)?;
    pmx.origin.vertices = span_from(start, reader);
    let start = reader.offset().saturating_add(4);
    vertices::read_faces(reader, &mut pmx.faces)?;
    pmx.origin.faces = span_from(start, reader);
    read_tables(reader, pmx)
}

fn read_tables(reader: &mut Reader<'_>, pmx: &mut Pmx) -> Fallible<()> {
    let width = |size: crate::formats::pmx::header::IndexSize| u64::from(size.n_bytes());
    let sizes = reader.sizes;
    let smallest = |fixed: u64, indexes: u64| fixed.saturating_add(indexes);
    let bone = width(sizes.bone);
    let body = width(sizes.body);
    let material = smallest(84, width(sizes.texture).saturating_mul(2));
    reader.table(
        Section::Textures,
        4,
        &mut pmx.textures,
        records::read_texture,
    )?;
    reader.table(
        Section::Materials,
        material,
        &mut pmx.materials,
        records::read_material,
    )?;
    let least = smallest(26, bone.saturating_mul(2));
    reader.table(Section::Bones, least, &mut pmx.bones, records::read_bone)?;
    reader.table(Section::Morphs, 14, &mut pmx.morphs, morphs::read_morph)?;
    reader.table(Section::Frames, 13, &mut pmx.frames, records::read_frame)?;
    let least = smallest(69, bone);
    reader.table(Section::Bodies, least, &mut pmx.bodies, physics::read_body)?;
    let least = smallest(105, body.saturating_mul(2));
    reader.table(Section::Joints, least, &mut pmx.joints, physics::read_joint)?;
    if pmx.header.version() == Version::V21 && reader.cursor.left() > 0 {
        let least = smallest(141, width(sizes.material));
        let mut soft_bodies = Table::default();
        let read = reader.table(
            Section::SoftBodies,
            least,
            &mut soft_bodies,
            physics::read_soft_body,
        );
        if reader.n_announced.is_some() {
            pmx.soft_bodies = Some(soft_bodies);
        }
        read?;
    }
    let start = reader.offset();
    pmx.tail = Span {
        start,
        end: u32_of(pmx.source.bytes.len()),
    };
    Ok(())
}

/// From `start` to where the reader is.
fn span_from(start: u32, reader: &Reader<'_>) -> Span {
    Span {
        start,
        end: reader.offset(),
    }
}

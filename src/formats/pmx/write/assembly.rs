//! A file put together section by section: spans of the source that follow each other are copied in one piece.

use crate::base::limits;
use crate::base::numbers::{u32_of, u64_of};
use crate::formats::pmx::document::{Origin, Pmx};
use crate::formats::pmx::fields::{Record, Visitor as _, visit_vertex};
use crate::formats::pmx::header::{Encoding, Header, IndexKind};
use crate::formats::pmx::section::Section;
use crate::formats::pmx::table::{Span, Table};
use crate::formats::pmx::write::encoder::Encoder;
use crate::formats::pmx::write::{WriteError, WriteErrorCode};

/// What may be copied from the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reuse {
    /// What no edit touched.
    Untouched,
    /// Nothing but the tail, which has no fields.
    Nothing,
}

/// The bytes so far, and a span of the source that is still to be copied.
pub(super) struct Assembly<'a> {
    pmx: &'a Pmx,
    reuse: Reuse,
    encoder: Encoder,
    pending: Span,
}

impl<'a> Assembly<'a> {
    /// Nothing yet.
    pub(super) fn new(pmx: &'a Pmx, reuse: Reuse) -> Self {
        let length = pmx.source_bytes().len();
        let spare = length.checked_div(64).unwrap_or(0);
        let room = length.saturating_add(spare).saturating_add(64);
        Self {
            pmx,
            reuse,
            encoder: Encoder::new(pmx.header(), room),
            pending: Span::NONE,
        }
    }

    /// The whole file.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, WriteError> {
        let pmx = self.pmx;
        self.put_header()?;
        self.put_vertices()?;
        self.put_faces()?;
        self.put_table(&pmx.textures)?;
        self.put_table(&pmx.materials)?;
        self.put_table(&pmx.bones)?;
        self.put_table(&pmx.morphs)?;
        self.put_table(&pmx.frames)?;
        self.put_table(&pmx.bodies)?;
        self.put_table(&pmx.joints)?;
        if let Some(soft_bodies) = &pmx.soft_bodies {
            self.put_table(soft_bodies)?;
        }
        self.flush();
        self.encoder.out.put(pmx.tail());
        let size_bytes = u64_of(self.encoder.out.len());
        if size_bytes >= limits::PMX_FILE_BYTES {
            self.encoder.at(Section::Header, None);
            let value = i64::try_from(size_bytes).unwrap_or(i64::MAX);
            let code = WriteErrorCode::TooLarge;
            return Err(self.encoder.refuse(code, "signature", Some(value)));
        }
        Ok(self.encoder.out.finish())
    }

    /// Copies a span of the source; one that goes on where the last one ended joins it.
    fn copy(&mut self, span: Span) {
        if span.is_none() {
            return;
        }
        if self.pending.end == span.start && !self.pending.is_none() {
            self.pending.end = span.end;
        } else {
            self.flush();
            self.pending = span;
        }
    }

    fn flush(&mut self) {
        let range = self.pending.range();
        let bytes = self.pmx.source_bytes().get(range).unwrap_or_default();
        self.encoder.out.put(bytes);
        self.pending = Span::NONE;
    }

    /// Whether records of the source with such indexes still have the right widths.
    fn has_source_widths(&self, kinds: &[IndexKind]) -> bool {
        let (now, then) = (&self.pmx.header.index_sizes, &self.pmx.origin.sizes);
        self.reuse == Reuse::Untouched && kinds.iter().all(|kind| now.of(*kind) == then.of(*kind))
    }

    fn put_count(&mut self, section: Section, count: usize) -> Result<(), WriteError> {
        self.flush();
        self.encoder.at(section, None);
        self.encoder.count("count", count)
    }

    fn put_header(&mut self) -> Result<(), WriteError> {
        let pmx = self.pmx;
        if self.reuse == Reuse::Untouched && !pmx.origin.header.is_none() {
            self.copy(pmx.origin.header);
        } else {
            encode_header(&mut self.encoder, pmx.header())?;
        }
        if self.reuse == Reuse::Untouched && !pmx.origin.info.is_none() {
            self.copy(pmx.origin.info);
            return Ok(());
        }
        self.flush();
        self.encoder.at(Section::Info, None);
        let info = pmx.info();
        self.encoder.text("name", &info.name)?;
        self.encoder.text("name_en", &info.name_en)?;
        self.encoder.text("comment", &info.comment)?;
        self.encoder.text("comment_en", &info.comment_en)
    }

    fn put_vertices(&mut self) -> Result<(), WriteError> {
        let pmx = self.pmx;
        let n_vertices = pmx.vertices.len();
        self.put_count(Section::Vertices, n_vertices)?;
        let may_copy = self.has_source_widths(&[IndexKind::Bone]);
        if may_copy && !pmx.origin.vertices.is_none() {
            self.copy(pmx.origin.vertices);
            return Ok(());
        }
        for idx in 0..n_vertices {
            let start = pmx.origin.vertex_starts.get(idx);
            match start.filter(|start| may_copy && **start != Origin::GONE) {
                Some(start) => self.copy(pmx.vertex_span(idx, *start)),
                None => self.encode_vertex(idx)?,
            }
        }
        Ok(())
    }

    fn encode_vertex(&mut self, idx: usize) -> Result<(), WriteError> {
        self.flush();
        self.encoder.at(Section::Vertices, Some(idx));
        let n_sets = usize::from(self.pmx.header.n_extra_uvs);
        visit_vertex(&self.pmx.vertices, (idx, n_sets), &mut self.encoder)
    }

    fn put_faces(&mut self) -> Result<(), WriteError> {
        let pmx = self.pmx;
        self.put_count(Section::Faces, pmx.faces.len())?;
        if self.has_source_widths(&[IndexKind::Vertex]) && !pmx.origin.faces.is_none() {
            self.copy(pmx.origin.faces);
            return Ok(());
        }
        for (place, vertex) in pmx.faces.iter().enumerate() {
            let put = self.encoder.put_vertex("vertex", *vertex);
            put.map_err(|error| WriteError {
                record: Some(u32_of(place)),
                ..error
            })?;
        }
        Ok(())
    }

    fn put_table<T: Record>(&mut self, table: &Table<T>) -> Result<(), WriteError> {
        self.put_count(T::SECTION, table.records().len())?;
        let rows = table.records().iter().zip(table.spans());
        for (place, (record, span)) in rows.enumerate() {
            if !span.is_none() && self.has_source_widths(record.index_kinds()) {
                self.copy(*span);
            } else {
                self.flush();
                self.encoder.at(T::SECTION, Some(place));
                record.visit(&mut self.encoder)?;
            }
        }
        Ok(())
    }
}

fn encode_header(encoder: &mut Encoder, header: &Header) -> Result<(), WriteError> {
    encoder.out.put(b"PMX ");
    encoder.out.put_u32(header.version_bits);
    let n_globals = header.globals_extra.len().saturating_add(8);
    let Ok(n_globals) = u8::try_from(n_globals) else {
        let value = i64::try_from(n_globals).unwrap_or(i64::MAX);
        let code = WriteErrorCode::ValueDoesNotFit;
        return Err(encoder.refuse(code, "globals_count", Some(value)));
    };
    encoder.out.put_u8(n_globals);
    encoder.out.put_u8(match header.encoding {
        Encoding::Utf16 => 0,
        Encoding::Utf8 => 1,
    });
    encoder.out.put_u8(header.n_extra_uvs);
    for kind in IndexKind::ALL {
        encoder.out.put_u8(header.index_sizes.of(kind).n_bytes());
    }
    encoder.out.put(&header.globals_extra);
    Ok(())
}

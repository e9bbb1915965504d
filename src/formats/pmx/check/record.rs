//! Checks the fields of records one by one: texts, floats, values and indexes.

use crate::formats::pmx::check::found::{Found, Spot};
use crate::formats::pmx::check::text;
use crate::formats::pmx::document::Pmx;
use crate::formats::pmx::fields::{Known, MinusOne, Record, Visitor, item};
use crate::formats::pmx::header::IndexKind;
use crate::formats::pmx::section::Section;
use crate::formats::pmx::text::Text;
use crate::formats::pmx::warning::WarningCode;
use std::convert::Infallible;

/// Where the walk is, and how many records there are to point at.
pub(super) struct Checker<'a> {
    found: &'a mut Found,
    n_vertices: usize,
    n_textures: usize,
    n_materials: usize,
    n_bones: usize,
    n_morphs: usize,
    n_bodies: usize,
    section: Section,
    record: Option<u32>,
    item: Option<u32>,
}

impl<'a> Checker<'a> {
    /// At the info texts of `pmx`.
    pub(super) fn new(pmx: &Pmx, found: &'a mut Found) -> Self {
        Self {
            found,
            n_vertices: pmx.n_records(IndexKind::Vertex),
            n_textures: pmx.n_records(IndexKind::Texture),
            n_materials: pmx.n_records(IndexKind::Material),
            n_bones: pmx.n_records(IndexKind::Bone),
            n_morphs: pmx.n_records(IndexKind::Morph),
            n_bodies: pmx.n_records(IndexKind::Body),
            section: Section::Info,
            record: None,
            item: None,
        }
    }

    /// Goes to a record.
    pub(super) fn at(&mut self, section: Section, record: usize) {
        self.section = section;
        self.record = item(record);
        self.item = None;
    }

    /// The bytes of a text.
    pub(super) fn check_text(&mut self, field: &'static str, text: &Text) {
        for code in text::oddities(text) {
            self.add(code, field);
        }
    }

    fn add(&mut self, code: WarningCode, field: &'static str) {
        let spot = Spot {
            section: self.section,
            record: self.record,
            item: self.item,
            field,
        };
        self.found.add(code, spot);
    }

    fn check_known(&mut self, field: &'static str, value: u16, known: Known) {
        match known {
            Known::UpTo(most) if value > u16::from(most) => {
                self.add(WarningCode::UnknownValue, field);
            }
            Known::NoBits(bits) if value & bits != 0 => {
                self.add(WarningCode::UnknownFlagBits, field);
            }
            _ => {}
        }
    }

    const fn n_records(&self, kind: IndexKind) -> usize {
        match kind {
            IndexKind::Vertex => self.n_vertices,
            IndexKind::Texture => self.n_textures,
            IndexKind::Material => self.n_materials,
            IndexKind::Bone => self.n_bones,
            IndexKind::Morph => self.n_morphs,
            IndexKind::Body => self.n_bodies,
        }
    }
}

/// Checks every record of a section.
pub(super) fn check_table<T: Record>(checker: &mut Checker<'_>, records: &[T]) {
    for (place, record) in records.iter().enumerate() {
        checker.at(T::SECTION, place);
        let Ok(()) = record.visit(checker);
    }
}

/// Whether a float is a number.
pub(super) const fn is_finite(value: f32) -> bool {
    value.to_bits() & 0x7f80_0000 != 0x7f80_0000
}

impl Visitor for Checker<'_> {
    type Stop = Infallible;

    fn at_item(&mut self, item: Option<u32>) {
        self.item = item;
    }

    fn text(&mut self, field: &'static str, text: &Text) -> Result<(), Infallible> {
        self.check_text(field, text);
        Ok(())
    }

    fn byte(&mut self, field: &'static str, value: u8, known: Known) -> Result<(), Infallible> {
        self.check_known(field, u16::from(value), known);
        Ok(())
    }

    fn word(&mut self, field: &'static str, value: u16, known: Known) -> Result<(), Infallible> {
        self.check_known(field, value, known);
        Ok(())
    }

    fn number(&mut self, _field: &'static str, _value: i32) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn floats(&mut self, field: &'static str, values: &[f32]) -> Result<(), Infallible> {
        if !values.iter().all(|value| is_finite(*value)) {
            self.add(WarningCode::FloatNotFinite, field);
        }
        Ok(())
    }

    #[inline]
    fn index(
        &mut self,
        field: &'static str,
        kind: IndexKind,
        (value, minus_one): (i32, MinusOne),
    ) -> Result<(), Infallible> {
        let is_record = usize::try_from(value).is_ok_and(|value| value < self.n_records(kind));
        let is_none = value == -1 && minus_one == MinusOne::Legal;
        if !is_record && !is_none {
            self.add(WarningCode::RefRange, field);
        }
        Ok(())
    }

    #[inline]
    fn vertex(&mut self, field: &'static str, value: u32) -> Result<(), Infallible> {
        if !usize::try_from(value).is_ok_and(|value| value < self.n_vertices) {
            self.add(WarningCode::RefRange, field);
        }
        Ok(())
    }

    fn vertex_bone(&mut self, field: &'static str, value: i32) -> Result<(), Infallible> {
        let is_record = usize::try_from(value).is_ok_and(|value| value < self.n_bones);
        if !is_record && value != -1 {
            self.add(WarningCode::VertexBoneRange, field);
        }
        Ok(())
    }

    fn shared_toon(&mut self, field: &'static str, value: i32) -> Result<(), Infallible> {
        if !(0..=9).contains(&value) {
            self.add(WarningCode::UnknownValue, field);
        }
        Ok(())
    }

    fn count(&mut self, _field: &'static str, _count: usize) -> Result<(), Infallible> {
        Ok(())
    }

    fn agreement(&mut self, _field: &'static str, _agree: bool) -> Result<(), Infallible> {
        Ok(())
    }
}

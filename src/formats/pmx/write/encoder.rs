//! Fields to bytes. Nothing is cut to size: a value that its field cannot hold is an error (PMX-38).

use crate::bytes::Builder;
use crate::formats::pmx::error::Value;
use crate::formats::pmx::fields::{Known, MinusOne, Visitor};
use crate::formats::pmx::header::{Encoding, Header, IndexKind, IndexSize, IndexSizes};
use crate::formats::pmx::section::Section;
use crate::formats::pmx::text::Text;
use crate::formats::pmx::write::{WriteError, WriteErrorCode};

/// Bytes so far, and the place of the next field.
pub(super) struct Encoder {
    pub(super) out: Builder,
    sizes: IndexSizes,
    encoding: Encoding,
    section: Section,
    record: Option<u32>,
    item: Option<u32>,
}

impl Encoder {
    /// Nothing yet, for a file with this header; room for `capacity` bytes.
    pub(super) fn new(header: &Header, capacity: usize) -> Self {
        Self {
            out: Builder::with_capacity(capacity),
            sizes: header.index_sizes,
            encoding: header.encoding,
            section: Section::Header,
            record: None,
            item: None,
        }
    }

    /// Goes to a section or one of its records.
    pub(super) fn at(&mut self, section: Section, record: Option<usize>) {
        self.section = section;
        self.record = record.and_then(|record| u32::try_from(record).ok());
        self.item = None;
    }

    /// An error about `field` here.
    pub(super) fn refuse(
        &self,
        code: WriteErrorCode,
        field: &'static str,
        value: Option<i64>,
    ) -> WriteError {
        WriteError {
            code,
            section: self.section,
            record: self.record,
            item: self.item,
            field,
            value: value.map(Value::Number),
        }
    }

    fn misfit(&self, field: &'static str, value: i32) -> WriteError {
        let code = WriteErrorCode::IndexDoesNotFit;
        self.refuse(code, field, Some(i64::from(value)))
    }

    /// A vertex index (PMX-07).
    pub(super) fn put_vertex(&mut self, field: &'static str, value: u32) -> Result<(), WriteError> {
        let misfit = |encoder: &Self| {
            let code = WriteErrorCode::IndexDoesNotFit;
            encoder.refuse(code, field, Some(i64::from(value)))
        };
        match self.sizes.vertex {
            IndexSize::One => match u8::try_from(value) {
                Ok(byte) => self.out.put_u8(byte),
                Err(_) => return Err(misfit(self)),
            },
            IndexSize::Two => match u16::try_from(value) {
                Ok(word) => self.out.put_u16(word),
                Err(_) => return Err(misfit(self)),
            },
            IndexSize::Four => self.out.put_u32(value),
        }
        Ok(())
    }

    /// An index of any other kind, signed at every width (PMX-07).
    fn put_index(
        &mut self,
        field: &'static str,
        kind: IndexKind,
        value: i32,
    ) -> Result<(), WriteError> {
        match self.sizes.of(kind) {
            IndexSize::One => match i8::try_from(value) {
                Ok(byte) => self.out.put(&byte.to_le_bytes()),
                Err(_) => return Err(self.misfit(field, value)),
            },
            IndexSize::Two => match i16::try_from(value) {
                Ok(word) => self.out.put(&word.to_le_bytes()),
                Err(_) => return Err(self.misfit(field, value)),
            },
            IndexSize::Four => self.out.put_i32(value),
        }
        Ok(())
    }
}

impl Visitor for Encoder {
    type Stop = WriteError;

    fn at_item(&mut self, item: Option<u32>) {
        self.item = item;
    }

    fn text(&mut self, field: &'static str, text: &Text) -> Result<(), WriteError> {
        if text.encoding() != self.encoding && !text.is_empty() {
            return Err(self.refuse(WriteErrorCode::TextEncoding, field, None));
        }
        self.count(field, text.raw().len())?;
        self.out.put(text.raw());
        Ok(())
    }

    fn byte(&mut self, _field: &'static str, value: u8, _known: Known) -> Result<(), WriteError> {
        self.out.put_u8(value);
        Ok(())
    }

    fn word(&mut self, _field: &'static str, value: u16, _known: Known) -> Result<(), WriteError> {
        self.out.put_u16(value);
        Ok(())
    }

    fn number(&mut self, _field: &'static str, value: i32) -> Result<(), WriteError> {
        self.out.put_i32(value);
        Ok(())
    }

    #[inline]
    fn floats(&mut self, _field: &'static str, values: &[f32]) -> Result<(), WriteError> {
        self.out.put_f32s(values);
        Ok(())
    }

    #[inline]
    fn index(
        &mut self,
        field: &'static str,
        kind: IndexKind,
        (value, _): (i32, MinusOne),
    ) -> Result<(), WriteError> {
        self.put_index(field, kind, value)
    }

    #[inline]
    fn vertex(&mut self, field: &'static str, value: u32) -> Result<(), WriteError> {
        self.put_vertex(field, value)
    }

    #[inline]
    fn vertex_bone(&mut self, field: &'static str, value: i32) -> Result<(), WriteError> {
        self.put_index(field, IndexKind::Bone, value)
    }

    fn shared_toon(&mut self, field: &'static str, value: i32) -> Result<(), WriteError> {
        let Ok(byte) = u8::try_from(value) else {
            let code = WriteErrorCode::ValueDoesNotFit;
            return Err(self.refuse(code, field, Some(i64::from(value))));
        };
        self.out.put_u8(byte);
        Ok(())
    }

    fn count(&mut self, field: &'static str, count: usize) -> Result<(), WriteError> {
        let Ok(number) = i32::try_from(count) else {
            let count = i64::try_from(count).unwrap_or(i64::MAX);
            return Err(self.refuse(WriteErrorCode::TooLarge, field, Some(count)));
        };
        self.out.put_i32(number);
        Ok(())
    }

    fn agreement(&mut self, field: &'static str, agree: bool) -> Result<(), WriteError> {
        if agree {
            Ok(())
        } else {
            Err(self.refuse(WriteErrorCode::FlagsDisagree, field, None))
        }
    }
}

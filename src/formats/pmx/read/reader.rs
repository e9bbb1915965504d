//! The fields of a PMX file, one after the other, with the place of each for errors (PMX-21..PMX-23, PMX-27).

use crate::base::numbers::{u32_of, u64_of, usize_of_u64};
use crate::bytes::{Cursor, Short};
use crate::formats::pmx::error::{ErrorCode, ReadError, Value};
use crate::formats::pmx::header::{Encoding, IndexKind, IndexSize, IndexSizes};
use crate::formats::pmx::section::Section;
use crate::formats::pmx::table::{Span, Table};
use crate::formats::pmx::text::{Source, Text};
use std::sync::Arc;

/// The error is boxed: it is big, and every field could be one.
pub(super) type Fallible<T> = Result<T, Box<ReadError>>;

/// What to do about a section count that the file cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Refuse it.
    Strict,
    /// In the sections that may be cut, read what is there (PMX-44).
    Salvage,
}

/// A place in the file, and what the header said about widths.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    source: &'a Arc<Source>,
    pub(super) cursor: Cursor<'a>,
    mode: Mode,
    pub(super) encoding: Encoding,
    pub(super) n_extra_uvs: u8,
    pub(super) sizes: IndexSizes,
    pub(super) section: Section,
    pub(super) record: Option<u32>,
    pub(super) item: Option<u32>,
    /// The count of the section being read, once it is known.
    pub(super) n_announced: Option<u32>,
}

impl<'a> Reader<'a> {
    /// At the start of the file.
    pub(super) fn new(source: &'a Arc<Source>, mode: Mode) -> Self {
        Self {
            source,
            cursor: Cursor::new(&source.bytes),
            mode,
            encoding: Encoding::default(),
            n_extra_uvs: 0,
            sizes: IndexSizes::default(),
            section: Section::Header,
            record: None,
            item: None,
            n_announced: None,
        }
    }

    /// Bytes from the start of the file to here.
    pub(super) fn offset(&self) -> u32 {
        u32_of(self.cursor.offset())
    }

    /// An error about `field` at `offset`.
    #[expect(
        clippy::unnecessary_box_returns,
        reason = "every error of the reader travels boxed"
    )]
    pub(super) fn refuse(
        &self,
        code: ErrorCode,
        field: &'static str,
        offset: u32,
    ) -> Box<ReadError> {
        Box::new(ReadError {
            code,
            section: self.section,
            record: self.record,
            item: self.item,
            field,
            offset: u64::from(offset),
            want: None,
            left: None,
            value: None,
            salvage: None,
            size_lie: None,
            other_kind: None,
        })
    }

    /// An error about the value of `field` at `offset`.
    #[expect(
        clippy::unnecessary_box_returns,
        reason = "every error of the reader travels boxed"
    )]
    pub(super) fn refuse_value(
        &self,
        code: ErrorCode,
        field: &'static str,
        (offset, value): (u32, i64),
    ) -> Box<ReadError> {
        let mut error = self.refuse(code, field, offset);
        error.value = Some(Value::Number(value));
        error
    }

    /// An error about a field that does not fit whole (PMX-23).
    #[expect(
        clippy::unnecessary_box_returns,
        reason = "every error of the reader travels boxed"
    )]
    pub(super) fn cut(&self, field: &'static str, short: Short) -> Box<ReadError> {
        let mut error = self.refuse(ErrorCode::Cut, field, self.offset());
        error.want = Some(short.want);
        error.left = Some(short.left);
        error
    }

    /// One byte.
    pub(super) fn u8(&mut self, field: &'static str) -> Fallible<u8> {
        self.cursor.u8().map_err(|short| self.cut(field, short))
    }

    /// Two bytes.
    pub(super) fn u16(&mut self, field: &'static str) -> Fallible<u16> {
        self.cursor.u16().map_err(|short| self.cut(field, short))
    }

    /// Four bytes, signed.
    pub(super) fn i32(&mut self, field: &'static str) -> Fallible<i32> {
        self.cursor.i32().map_err(|short| self.cut(field, short))
    }

    /// One float.
    pub(super) fn f32(&mut self, field: &'static str) -> Fallible<f32> {
        self.f32s::<1>(field).map(|[value]| value)
    }

    /// `N` floats that are one field.
    pub(super) fn f32s<const N: usize>(&mut self, field: &'static str) -> Fallible<[f32; N]> {
        self.cursor.f32s().map_err(|short| self.cut(field, short))
    }

    /// `count` bytes that are one field.
    pub(super) fn take(&mut self, field: &'static str, count: usize) -> Fallible<&'a [u8]> {
        self.cursor
            .take(count)
            .map_err(|short| self.cut(field, short))
    }

    /// An index of any kind but vertex, which is signed at every width (PMX-07).
    pub(super) fn index(&mut self, kind: IndexKind, field: &'static str) -> Fallible<i32> {
        let read = match self.sizes.of(kind) {
            IndexSize::One => self
                .cursor
                .array()
                .map(|b| i32::from(i8::from_le_bytes(*b))),
            IndexSize::Two => self
                .cursor
                .array()
                .map(|b| i32::from(i16::from_le_bytes(*b))),
            IndexSize::Four => self.cursor.i32(),
        };
        read.map_err(|short| self.cut(field, short))
    }

    /// A text (PMX-22).
    pub(super) fn text(&mut self, field: &'static str) -> Fallible<Text> {
        let offset = self.offset();
        let length = self.i32(field)?;
        let Ok(n_bytes) = u32::try_from(length) else {
            let code = ErrorCode::NegativeTextLength;
            return Err(self.refuse_value(code, field, (offset, i64::from(length))));
        };
        let start = self.offset();
        let over = |short: Short| {
            let mut error = self.refuse(ErrorCode::TextOverFile, field, offset);
            error.want = Some(short.want);
            error.left = Some(short.left);
            error
        };
        let mut ahead = self.cursor;
        ahead.take(usize_of_u64(u64::from(n_bytes))).map_err(over)?;
        self.cursor = ahead;
        Ok(Text::within(self.source, start, n_bytes, self.encoding).unwrap_or_default())
    }

    /// A count of things of at least `smallest` bytes each (PMX-21).
    pub(super) fn count(&mut self, field: &'static str, smallest: u64) -> Fallible<usize> {
        let offset = self.offset();
        let number = self.i32(field)?;
        let Ok(count) = u32::try_from(number) else {
            let code = ErrorCode::NegativeCount;
            return Err(self.refuse_value(code, field, (offset, i64::from(number))));
        };
        let want = u64::from(count).saturating_mul(smallest);
        let left = u64_of(self.cursor.left());
        if want > left {
            let value = (offset, i64::from(number));
            let mut error = self.refuse_value(ErrorCode::CountOverFile, field, value);
            error.want = Some(want);
            error.left = Some(left);
            return Err(error);
        }
        Ok(usize_of_u64(u64::from(count)))
    }

    /// Enters a section and reads its count of records of at least `smallest` bytes each.
    ///
    /// The second number is how many records room may be made for: fewer than announced in salvage mode only.
    pub(super) fn section(&mut self, section: Section, smallest: u64) -> Fallible<(usize, usize)> {
        self.section = section;
        self.record = None;
        self.item = None;
        self.n_announced = None;
        if self.mode == Mode::Salvage && section.is_salvageable() {
            let announced = self.count("count", 0)?;
            self.n_announced = Some(u32_of(announced));
            let at_most = u64_of(self.cursor.left())
                .checked_div(smallest)
                .unwrap_or(0);
            return Ok((announced, announced.min(usize_of_u64(at_most))));
        }
        let count = self.count("count", smallest)?;
        self.n_announced = Some(u32_of(count));
        Ok((count, count))
    }

    /// Reads a whole section into `table`, which keeps the whole records when one fails.
    pub(super) fn table<T>(
        &mut self,
        section: Section,
        smallest: u64,
        table: &mut Table<T>,
        read_record: impl Fn(&mut Self) -> Fallible<T>,
    ) -> Fallible<()> {
        let (n_records, n_room) = self.section(section, smallest)?;
        *table = Table::with_room(n_room);
        for record in 0..n_records {
            self.record = Some(u32_of(record));
            self.item = None;
            let start = self.offset();
            let read = read_record(self)?;
            let end = self.offset();
            table.push(read, Span { start, end });
        }
        Ok(())
    }
}

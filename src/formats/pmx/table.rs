//! Records of one section and where each of them lies in the file it was read from (PMX-30).

use std::ops::Range;

/// Where a record lies in the source; empty for one that was edited or never was there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    /// First byte.
    pub(super) start: u32,
    /// One past the last byte.
    pub(super) end: u32,
}

impl Span {
    /// The span of a record that must be encoded.
    pub(super) const NONE: Self = Self { start: 0, end: 0 };

    /// Whether there are bytes to copy.
    pub(super) const fn is_none(self) -> bool {
        self.start == self.end
    }

    /// The span as a range of positions in memory.
    pub(super) fn range(self) -> Range<usize> {
        let position = |offset| usize::try_from(offset).unwrap_or(usize::MAX);
        position(self.start)..position(self.end)
    }
}

/// Records with their spans, of equal length.
#[derive(Clone, Debug)]
pub(super) struct Table<T> {
    records: Vec<T>,
    spans: Vec<Span>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            records: Vec::new(),
            spans: Vec::new(),
        }
    }
}

impl<T> Table<T> {
    /// An empty table with room for exactly `n_records`, which the caller has checked against the file (PMX-21).
    pub(super) fn with_room(n_records: usize) -> Self {
        Self {
            records: Vec::with_capacity(n_records),
            spans: Vec::with_capacity(n_records),
        }
    }

    /// Adds a record that was read from `span`.
    pub(super) fn push(&mut self, record: T, span: Span) {
        self.records.push(record);
        self.spans.push(span);
    }

    /// All records.
    pub(super) fn records(&self) -> &[T] {
        &self.records
    }

    /// Where each of them lies.
    pub(super) fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// A record for changing: from now on it is encoded.
    pub(super) fn edit(&mut self, idx: usize) -> Option<&mut T> {
        *self.spans.get_mut(idx)? = Span::NONE;
        self.records.get_mut(idx)
    }
}

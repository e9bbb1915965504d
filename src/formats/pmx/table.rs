//! Records of one section and where each of them lies in the file it was read from (PMX-30).

use crate::base::numbers::usize_of;
use crate::formats::pmx::memory::room;
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

    /// Bytes of what the lists have room for.
    pub(super) fn room_bytes(&self) -> u64 {
        room(&self.records).saturating_add(room(&self.spans))
    }

    /// A record for changing: from now on it is encoded.
    pub(super) fn record_mut(&mut self, idx: usize) -> Option<&mut T> {
        *self.spans.get_mut(idx)? = Span::NONE;
        self.records.get_mut(idx)
    }

    /// Hands every record to `change`, which says whether it changed it; those that changed are encoded from now on.
    pub(super) fn change_each(&mut self, mut change: impl FnMut(usize, &mut T) -> bool) {
        let rows = self.records.iter_mut().zip(&mut self.spans);
        for (idx, (record, span)) in rows.enumerate() {
            if change(idx, record) {
                *span = Span::NONE;
            }
        }
    }

    /// Puts new records before the one at `at`; beyond the end they are added there.
    pub(super) fn insert(&mut self, at: usize, records: Vec<T>) {
        let at = at.min(self.records.len());
        let spans = std::iter::repeat_n(Span::NONE, records.len());
        self.spans.splice(at..at, spans);
        self.records.splice(at..at, records);
    }

    /// Puts the records in the order of their old places; those that are not named go.
    pub(super) fn arrange(&mut self, order: &[u32]) {
        let old = std::mem::take(&mut self.records).into_iter();
        let mut old: Vec<Option<T>> = old.map(Some).collect();
        let old_spans = std::mem::take(&mut self.spans);
        for place in order {
            let idx = usize_of(*place);
            if let Some(record) = old.get_mut(idx).and_then(Option::take) {
                self.records.push(record);
                self.spans
                    .push(old_spans.get(idx).copied().unwrap_or_default());
            }
        }
    }
}

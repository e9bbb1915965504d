//! The warnings found so far: equal ones are counted, the first place is kept.

use crate::formats::pmx::section::Section;
use crate::formats::pmx::warning::{Warning, WarningCode};
use std::collections::BTreeMap;

/// A place in a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) section: Section,
    pub(super) record: Option<u32>,
    pub(super) item: Option<u32>,
    pub(super) field: &'static str,
}

/// Warnings by section, code and field.
#[derive(Debug, Default)]
pub(super) struct Found(BTreeMap<(Section, WarningCode, &'static str), Warning>);

impl Found {
    /// One more occurrence; the first one added of its kind gives the place.
    pub(super) fn add(&mut self, code: WarningCode, spot: Spot) {
        self.add_many(code, spot, 1);
    }

    /// `count` more occurrences, the first of them at `spot`.
    pub(super) fn add_many(&mut self, code: WarningCode, spot: Spot, count: u64) {
        if count == 0 {
            return;
        }
        let Spot {
            section,
            record,
            item,
            field,
        } = spot;
        let warning = self.0.entry((section, code, field)).or_insert(Warning {
            code,
            section,
            record,
            item,
            field,
            count: 0,
        });
        warning.count = warning.count.saturating_add(count);
    }

    /// All of them, by section, code and field.
    pub(super) fn into_list(self) -> Vec<Warning> {
        self.0.into_values().collect()
    }
}

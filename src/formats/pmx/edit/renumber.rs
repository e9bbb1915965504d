//! Where records go when some are inserted, deleted or moved, and what becomes of the references to them.

use crate::base::numbers::{u32_of, usize_of};
use crate::formats::pmx::header::IndexKind;
use crate::formats::pmx::section::Section;
use std::collections::BTreeMap;

/// What deleting records does to one field of other records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Consequence {
    /// Section of the records that refer to the deleted ones.
    pub section: Section,
    /// The field that refers to them.
    pub field: &'static str,
    /// What becomes of it.
    pub effect: Effect,
    /// How often.
    pub count: u64,
    /// The first record it happens to, by its number before the edit.
    pub first_record: u32,
    /// The first item of that record.
    pub first_item: Option<u32>,
}

/// What becomes of a reference to a deleted record (PMX-40).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// It becomes -1.
    Cleared,
    /// The item that holds it goes: face, morph offset, frame element, IK link, anchor or pin.
    Removed,
}

/// New numbers of the records of one kind.
#[derive(Clone, Debug)]
pub(super) struct Renumbering {
    /// By old number; [`GONE`] for the deleted.
    new_by_old: Vec<u32>,
}

/// In a [`Renumbering`]: deleted.
const GONE: u32 = u32::MAX;

impl Renumbering {
    /// `count` new records before `at` of `n_old`.
    pub(super) fn inserting(n_old: usize, at: usize, count: usize) -> Self {
        let (n_old, at, count) = (u32_of(n_old), u32_of(at), u32_of(count));
        let moved = |old: u32| {
            if old < at {
                old
            } else {
                old.saturating_add(count)
            }
        };
        Self {
            new_by_old: (0..n_old).map(moved).collect(),
        }
    }

    /// The records in the order of their old numbers; those that are not named go.
    pub(super) fn arranging(n_old: usize, order: &[u32]) -> Self {
        let mut new_by_old = vec![GONE; n_old];
        for (new, old) in order.iter().enumerate() {
            if let Some(slot) = new_by_old.get_mut(usize_of(*old)) {
                *slot = u32_of(new);
            }
        }
        Self { new_by_old }
    }

    /// Whether a record is deleted.
    pub(super) fn is_gone(&self, old: usize) -> bool {
        self.new_by_old.get(old) == Some(&GONE)
    }

    /// Whether a vertex index points at a deleted vertex.
    pub(super) fn is_vertex_gone(&self, old: u32) -> bool {
        self.is_gone(usize_of(old))
    }

    /// The new number for a vertex index, none if it points at a deleted vertex. What points nowhere keeps its number
    /// (PMX-37).
    pub(super) fn vertex(&self, old: u32) -> Option<u32> {
        match self.new_by_old.get(usize_of(old)) {
            Some(&GONE) => None,
            Some(new) => Some(*new),
            None => Some(old),
        }
    }

    /// The new number for any other index, none if it points at a deleted record. What points nowhere, -1 included,
    /// keeps its number (PMX-37).
    pub(super) fn index(&self, old: i32) -> Option<i32> {
        let Ok(number) = u32::try_from(old) else {
            return Some(old);
        };
        let new = self.vertex(number)?;
        Some(i32::try_from(new).unwrap_or(old))
    }
}

/// One walk over all references to one kind of records.
pub(super) struct Pass<'a> {
    pub(super) kind: IndexKind,
    numbers: &'a Renumbering,
    section: Section,
    record: u32,
    consequences: BTreeMap<(Section, &'static str, Effect), Consequence>,
}

impl<'a> Pass<'a> {
    /// A walk over references to `kind`.
    pub(super) const fn new(kind: IndexKind, numbers: &'a Renumbering) -> Self {
        Self {
            kind,
            numbers,
            section: Section::Header,
            record: 0,
            consequences: BTreeMap::new(),
        }
    }

    /// The numbers of the walk.
    pub(super) const fn numbers(&self) -> &'a Renumbering {
        self.numbers
    }

    /// Goes to a record, by its number before the edit.
    pub(super) fn at(&mut self, section: Section, record: usize) {
        self.section = section;
        self.record = u32_of(record);
    }

    /// Renumbers a reference that may be -1; says whether it changed.
    pub(super) fn refer(&mut self, field: &'static str, index: &mut i32) -> bool {
        let new = self.numbers.index(*index);
        if new.is_none() {
            self.note(field, Effect::Cleared, None);
        }
        let new = new.unwrap_or(-1);
        let changed = new != *index;
        *index = new;
        changed
    }

    /// Renumbers the items of a list by the index in each; those that point at deleted records go. Says whether any
    /// item changed or went.
    pub(super) fn keep<T>(
        &mut self,
        field: &'static str,
        items: &mut Vec<T>,
        index: impl Fn(&mut T) -> &mut i32,
    ) -> bool {
        self.keep_if(field, items, |item| Some(index(item)))
    }

    /// [`Pass::keep`] for lists of which only some items point at the kind of this walk.
    pub(super) fn keep_if<T>(
        &mut self,
        field: &'static str,
        items: &mut Vec<T>,
        index: impl Fn(&mut T) -> Option<&mut i32>,
    ) -> bool {
        let numbers = self.numbers;
        self.retain(field, items, |item| match index(item) {
            Some(old) => {
                let new = numbers.index(*old)?;
                Some(std::mem::replace(old, new) != new)
            }
            None => Some(false),
        })
    }

    /// [`Pass::keep`] for items that point at vertices.
    pub(super) fn keep_vertices<T>(
        &mut self,
        field: &'static str,
        items: &mut Vec<T>,
        index: impl Fn(&mut T) -> &mut u32,
    ) -> bool {
        let numbers = self.numbers;
        let renumber = |old: &mut u32| {
            let new = numbers.vertex(*old)?;
            Some(std::mem::replace(old, new) != new)
        };
        self.retain(field, items, |item| renumber(index(item)))
    }

    /// Keeps the items for which `renumber` gives whether they changed, drops and notes the others.
    fn retain<T>(
        &mut self,
        field: &'static str,
        items: &mut Vec<T>,
        renumber: impl Fn(&mut T) -> Option<bool>,
    ) -> bool {
        let mut any_changed = false;
        let mut place: u32 = 0;
        items.retain_mut(|item| {
            let changed = renumber(item);
            if changed.is_none() {
                self.note(field, Effect::Removed, Some(place));
            }
            any_changed |= changed.unwrap_or(true);
            place = place.saturating_add(1);
            changed.is_some()
        });
        any_changed
    }

    /// Writes down what happens to the record the walk is at.
    pub(super) fn note(&mut self, field: &'static str, effect: Effect, item: Option<u32>) {
        let key = (self.section, field, effect);
        let consequence = self.consequences.entry(key).or_insert(Consequence {
            section: self.section,
            field,
            effect,
            count: 0,
            first_record: self.record,
            first_item: item,
        });
        consequence.count = consequence.count.saturating_add(1);
    }

    /// What happened, by section and field.
    pub(super) fn into_consequences(self) -> Vec<Consequence> {
        self.consequences.into_values().collect()
    }
}

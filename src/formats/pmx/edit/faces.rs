//! The face list and what materials own of it: every edit keeps each face with its material (PMX-40).

use crate::base::numbers::{u32_of, usize_of};
use crate::formats::pmx::document::{Pmx, Standing};
use crate::formats::pmx::edit::EditError;
use crate::formats::pmx::edit::insert::check_room;
use crate::formats::pmx::edit::renumber::{Pass, Renumbering};
use crate::formats::pmx::material::Material;
use crate::formats::pmx::section::Section;
use crate::formats::pmx::table::Span;
use std::ops::Range;

impl Pmx {
    /// Where the faces of material `material` begin; an error when those before reach beyond the face list.
    fn first_index(&self, material: usize) -> Result<usize, EditError> {
        let before = self.materials().iter().take(material);
        let start = before.fold(0_usize, |sum, m| sum.saturating_add(owned(m)));
        if start > self.faces.len() {
            return Err(EditError::FaceRanges);
        }
        Ok(start)
    }

    /// Changes one entry of the face list.
    ///
    /// # Errors
    /// [`EditError::NoSuchRecord`] when there is no such entry.
    pub fn set_face_vertex(&mut self, place: u32, vertex: u32) -> Result<(), EditError> {
        let slot = self.faces.get_mut(usize_of(place));
        *slot.ok_or(EditError::NoSuchRecord {
            section: Section::Faces,
            record: place,
        })? = vertex;
        self.touch_faces();
        Ok(())
    }

    /// Adds faces at the end of what a material owns.
    ///
    /// # Errors
    /// No such material, too many faces, or index counts that reach beyond the face list.
    pub fn insert_faces(&mut self, material: u32, faces: &[[u32; 3]]) -> Result<(), EditError> {
        let idx = usize_of(material);
        if idx >= self.materials().len() {
            let section = Section::Materials;
            let record = material;
            return Err(EditError::NoSuchRecord { section, record });
        }
        let at = self.first_index(idx.saturating_add(1))?;
        let indexes = faces.as_flattened();
        check_room(Section::Faces, self.faces.len(), indexes.len())?;
        if let Some(material) = self.materials.record_mut(idx) {
            let count = i32::try_from(indexes.len()).unwrap_or(i32::MAX);
            material.index_count = material.index_count.max(0).saturating_add(count);
        }
        self.faces.splice(at..at, indexes.iter().copied());
        self.touch_faces();
        Ok(())
    }

    /// Puts the faces of a material that is about to stand at `material` into the list.
    pub(super) fn make_room_for(
        &mut self,
        material: usize,
        indexes: &[u32],
    ) -> Result<(), EditError> {
        let at = self.first_index(material)?;
        check_room(Section::Faces, self.faces.len(), indexes.len())?;
        if !indexes.is_empty() {
            self.faces.splice(at..at, indexes.iter().copied());
            self.touch_faces();
        }
        Ok(())
    }

    /// Puts the face list in the order of the materials' old places; what a material that is not named owns goes.
    pub(super) fn arrange_faces(&mut self, order: &[u32]) -> Result<(), EditError> {
        self.first_index(self.materials().len())?;
        let ranges = ranges_of(self.materials(), self.faces.len());
        let rest = u32_of(self.materials().len());
        let mut faces = Vec::with_capacity(self.faces.len());
        for place in order.iter().chain(std::iter::once(&rest)) {
            let range = ranges.get(usize_of(*place)).cloned().unwrap_or_default();
            faces.extend_from_slice(self.faces.get(range).unwrap_or_default());
        }
        if faces != self.faces {
            self.faces = faces;
            self.touch_faces();
        }
        Ok(())
    }

    /// Renumbers the vertices of all faces; faces with a deleted vertex go.
    pub(super) fn renumber_faces(&mut self, pass: &mut Pass<'_>) {
        let numbers = pass.numbers();
        let old_faces = std::mem::take(&mut self.faces);
        self.drop_faces(&old_faces, |face, place| {
            let goes = face.iter().any(|vertex| numbers.is_vertex_gone(*vertex));
            if goes {
                pass.note_face(place);
            }
            goes
        });
        for vertex in &mut self.faces {
            *vertex = numbers.vertex(*vertex).unwrap_or(*vertex);
        }
        if self.faces != old_faces {
            self.touch_faces();
        }
    }

    /// Deletes faces by number, face n being the entries 3n to 3n + 2.
    pub(super) fn delete_faces(&mut self, numbers: &Renumbering) {
        let old_faces = std::mem::take(&mut self.faces);
        let mut n_lost: Vec<u32> = Vec::new();
        let ranges = ranges_of(self.materials(), old_faces.len());
        for range in ranges {
            let mut lost: u32 = 0;
            for place in range {
                let is_gone = place
                    .checked_div(3)
                    .is_some_and(|face| numbers.is_gone(face));
                match old_faces.get(place) {
                    Some(vertex) if !is_gone => self.faces.push(*vertex),
                    _ => lost = lost.saturating_add(1),
                }
            }
            n_lost.push(lost);
        }
        self.take_from_counts(&n_lost);
        self.touch_faces();
    }

    /// Fills the face list with those of `old_faces` that do not go, each counted by threes within its material.
    fn drop_faces(&mut self, old_faces: &[u32], mut goes: impl FnMut(&[u32], usize) -> bool) {
        self.faces.reserve_exact(old_faces.len());
        let mut n_lost: Vec<u32> = Vec::new();
        for range in ranges_of(self.materials(), old_faces.len()) {
            let mut place = range.start;
            let mut lost: u32 = 0;
            for face in old_faces.get(range).unwrap_or_default().chunks(3) {
                if goes(face, place) {
                    lost = lost.saturating_add(u32_of(face.len()));
                } else {
                    self.faces.extend_from_slice(face);
                }
                place = place.saturating_add(face.len());
            }
            n_lost.push(lost);
        }
        self.take_from_counts(&n_lost);
    }

    /// Takes lost entries from the index counts, one number a material.
    fn take_from_counts(&mut self, n_lost: &[u32]) {
        self.materials.change_each(|idx, material| {
            let lost = n_lost.get(idx).copied().unwrap_or(0);
            let lost = i32::try_from(lost).unwrap_or(i32::MAX);
            material.index_count = material.index_count.saturating_sub(lost);
            lost > 0
        });
    }

    /// From now on the face list is encoded.
    fn touch_faces(&mut self) {
        self.origin.faces = Span::NONE;
        self.touch(Standing::RecordsEdited);
    }
}

/// Entries of the face list that a material claims; a negative count claims none (PMX-61).
fn owned(material: &Material) -> usize {
    usize::try_from(material.index_count).unwrap_or(0)
}

/// What each material owns of a face list of `n_indexes`, clamped to it, and at the end what none does.
fn ranges_of(materials: &[Material], n_indexes: usize) -> Vec<Range<usize>> {
    let mut start: usize = 0;
    let mut ranges = Vec::with_capacity(materials.len().saturating_add(1));
    for material in materials {
        let end = start.saturating_add(owned(material)).min(n_indexes);
        ranges.push(start..end);
        start = end;
    }
    ranges.push(start..n_indexes);
    ranges
}

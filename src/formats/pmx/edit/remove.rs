//! Deleting and moving records, and what that does to the references to them (PMX-39, PMX-40).

use crate::base::numbers::{u32_of, usize_of};
use crate::formats::pmx::document::{Pmx, Standing};
use crate::formats::pmx::edit::EditError;
use crate::formats::pmx::edit::renumber::{Consequence, Effect, Pass, Renumbering};
use crate::formats::pmx::header::IndexKind;
use crate::formats::pmx::section::Section;

impl Pmx {
    /// What [`Pmx::delete`] would do to other records, for showing it before it is done.
    ///
    /// # Errors
    /// As [`Pmx::delete`].
    pub fn consequences(
        &self,
        section: Section,
        records: &[u32],
    ) -> Result<Vec<Consequence>, EditError> {
        self.clone().delete(section, records)
    }

    /// Deletes records, in any order and each named any number of times; in the face list a record is a face, the
    /// entries 3n to 3n + 2.
    ///
    /// References to them become -1 where -1 is "none", elsewhere the item that refers to them goes. The faces of a
    /// deleted material go with it.
    ///
    /// # Errors
    /// No such record, a section that has no records, or, for materials, index counts that reach beyond the face list.
    pub fn delete(
        &mut self,
        section: Section,
        records: &[u32],
    ) -> Result<Vec<Consequence>, EditError> {
        let n_old = self.n_in(section)?;
        let mut goes = vec![false; n_old];
        for record in records {
            let slot = goes.get_mut(usize_of(*record));
            *slot.ok_or(EditError::NoSuchRecord {
                section,
                record: *record,
            })? = true;
        }
        let stays = (0..).zip(&goes).filter(|(_, goes)| !**goes);
        let order: Vec<u32> = stays.map(|(old, _)| old).collect();
        self.arrange(section, n_old, &order)
    }

    /// Puts the records of a section in a new order: `order[new]` is the old number. Faces move with their materials;
    /// the face list itself has no order of its own to change.
    ///
    /// # Errors
    /// A section without records, an order that does not name every record exactly once, or, for materials, index
    /// counts that reach beyond the face list.
    pub fn reorder(&mut self, section: Section, order: &[u32]) -> Result<(), EditError> {
        let n_old = self.n_in(section)?;
        if section == Section::Faces {
            return Err(EditError::NoSuchTable { section });
        }
        let mut is_named = vec![false; n_old];
        for old in order {
            let slot = is_named.get_mut(usize_of(*old));
            let slot = slot.ok_or(EditError::NotAnOrder { section })?;
            if std::mem::replace(slot, true) {
                return Err(EditError::NotAnOrder { section });
            }
        }
        if order.len() != n_old {
            return Err(EditError::NotAnOrder { section });
        }
        self.arrange(section, n_old, order).map(drop)
    }

    /// Records of a section, faces by threes.
    fn n_in(&self, section: Section) -> Result<usize, EditError> {
        match section {
            Section::Vertices => Ok(self.vertices.len()),
            Section::Faces => Ok(self.faces.len().div_ceil(3)),
            Section::Textures => Ok(self.textures().len()),
            Section::Materials => Ok(self.materials().len()),
            Section::Bones => Ok(self.bones().len()),
            Section::Morphs => Ok(self.morphs().len()),
            Section::Frames => Ok(self.frames().len()),
            Section::Bodies => Ok(self.bodies().len()),
            Section::Joints => Ok(self.joints().len()),
            Section::SoftBodies => Ok(self.soft_bodies().map_or(0, <[_]>::len)),
            Section::Header | Section::Info | Section::Tail => {
                Err(EditError::NoSuchTable { section })
            }
        }
    }

    /// Puts records in the order of their old places; those that are not named go.
    fn arrange(
        &mut self,
        section: Section,
        n_old: usize,
        order: &[u32],
    ) -> Result<Vec<Consequence>, EditError> {
        let is_same = order.len() == n_old && (0..).zip(order).all(|(new, old)| new == *old);
        if is_same {
            return Ok(Vec::new());
        }
        let numbers = Renumbering::arranging(n_old, order);
        let mut consequences = Vec::new();
        if section == Section::Materials {
            let n_before = self.faces.len();
            self.arrange_faces(order)?;
            let n_lost = n_before.saturating_sub(self.faces.len());
            if n_lost > 0 {
                let first = (0..n_old).find(|material| numbers.is_gone(*material));
                consequences.push(lost_faces(n_lost, first));
            }
        }
        if let Some(kind) = kind_of(section) {
            let mut pass = Pass::new(kind, &numbers);
            self.renumber(&mut pass);
            consequences.extend(pass.into_consequences());
        }
        match section {
            Section::Vertices => self.arrange_vertices(order),
            Section::Faces => self.delete_faces(&numbers),
            Section::Textures => self.textures.arrange(order),
            Section::Materials => self.materials.arrange(order),
            Section::Bones => self.bones.arrange(order),
            Section::Morphs => self.morphs.arrange(order),
            Section::Frames => self.frames.arrange(order),
            Section::Bodies => self.bodies.arrange(order),
            Section::Joints => self.joints.arrange(order),
            Section::SoftBodies => {
                if let Some(soft_bodies) = &mut self.soft_bodies {
                    soft_bodies.arrange(order);
                }
            }
            Section::Header | Section::Info | Section::Tail => {}
        }
        self.touch(Standing::RecordsEdited);
        Ok(consequences)
    }
}

/// The faces that go with their materials, at the first material that goes.
fn lost_faces(n_indexes: usize, first: Option<usize>) -> Consequence {
    Consequence {
        section: Section::Faces,
        field: "vertex",
        effect: Effect::Removed,
        count: u64::from(u32_of(n_indexes.div_ceil(3))),
        first_record: first.map_or(0, u32_of),
        first_item: None,
    }
}

/// The index kind that points at the records of a section.
const fn kind_of(section: Section) -> Option<IndexKind> {
    match section {
        Section::Vertices => Some(IndexKind::Vertex),
        Section::Textures => Some(IndexKind::Texture),
        Section::Materials => Some(IndexKind::Material),
        Section::Bones => Some(IndexKind::Bone),
        Section::Morphs => Some(IndexKind::Morph),
        Section::Bodies => Some(IndexKind::Body),
        _ => None,
    }
}

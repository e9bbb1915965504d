//! New records: references to those behind them are renumbered, index sizes widened where needed (PMX-37, PMX-39).
//! References inside the new records are numbers of the document as it is afterwards.

use crate::base::numbers::usize_of;
use crate::formats::pmx::bone::Bone;
use crate::formats::pmx::document::{Pmx, Standing};
use crate::formats::pmx::edit::EditError;
use crate::formats::pmx::edit::renumber::{Pass, Renumbering};
use crate::formats::pmx::frame::Frame;
use crate::formats::pmx::header::{IndexKind, IndexSize, Version};
use crate::formats::pmx::material::Material;
use crate::formats::pmx::morph::Morph;
use crate::formats::pmx::physics::{Body, Joint, SoftBody};
use crate::formats::pmx::section::Section;
use crate::formats::pmx::table::Span;
use crate::formats::pmx::text::Text;
use crate::formats::pmx::vertices::Vertex;

impl Pmx {
    /// Puts vertices before the one at `at`.
    ///
    /// # Errors
    /// `at` beyond the end, too many vertices, or not as many extra UVs as the header says.
    pub fn insert_vertices(&mut self, at: u32, rows: &[Vertex]) -> Result<(), EditError> {
        for row in rows {
            self.check_extra_uvs(row)?;
        }
        let at = self.make_place(IndexKind::Vertex, at, rows.len())?;
        self.splice_vertices(at, rows);
        Ok(())
    }

    /// Puts textures before the one at `at`.
    ///
    /// # Errors
    /// `at` beyond the end, or too many textures.
    pub fn insert_textures(&mut self, at: u32, textures: Vec<Text>) -> Result<(), EditError> {
        let at = self.make_place(IndexKind::Texture, at, textures.len())?;
        self.textures.insert(at, textures);
        Ok(())
    }

    /// Puts a material before the one at `at`, with the face-list entries it owns; its index count becomes theirs.
    ///
    /// # Errors
    /// `at` beyond the end, too many materials or faces, or index counts that reach beyond the face list.
    pub fn insert_material(
        &mut self,
        at: u32,
        mut material: Material,
        indexes: &[u32],
    ) -> Result<(), EditError> {
        let place = self.check_place(IndexKind::Material, at, 1)?;
        self.make_room_for(place, indexes)?;
        material.index_count = i32::try_from(indexes.len()).unwrap_or(i32::MAX);
        let place = self.make_place(IndexKind::Material, at, 1)?;
        self.materials.insert(place, vec![material]);
        Ok(())
    }

    /// Puts bones before the one at `at`.
    ///
    /// # Errors
    /// `at` beyond the end, or too many bones.
    pub fn insert_bones(&mut self, at: u32, bones: Vec<Bone>) -> Result<(), EditError> {
        let at = self.make_place(IndexKind::Bone, at, bones.len())?;
        self.bones.insert(at, bones);
        Ok(())
    }

    /// Puts morphs before the one at `at`.
    ///
    /// # Errors
    /// `at` beyond the end, or too many morphs.
    pub fn insert_morphs(&mut self, at: u32, morphs: Vec<Morph>) -> Result<(), EditError> {
        let at = self.make_place(IndexKind::Morph, at, morphs.len())?;
        self.morphs.insert(at, morphs);
        Ok(())
    }

    /// Puts rigid bodies before the one at `at`.
    ///
    /// # Errors
    /// `at` beyond the end, or too many bodies.
    pub fn insert_bodies(&mut self, at: u32, bodies: Vec<Body>) -> Result<(), EditError> {
        let at = self.make_place(IndexKind::Body, at, bodies.len())?;
        self.bodies.insert(at, bodies);
        Ok(())
    }

    /// Puts display frames before the one at `at`; nothing refers to frames.
    ///
    /// # Errors
    /// `at` beyond the end, or too many frames.
    pub fn insert_frames(&mut self, at: u32, frames: Vec<Frame>) -> Result<(), EditError> {
        let at = check_place(Section::Frames, self.frames().len(), at, frames.len())?;
        self.frames.insert(at, frames);
        self.touch(Standing::RecordsEdited);
        Ok(())
    }

    /// Puts joints before the one at `at`; nothing refers to joints.
    ///
    /// # Errors
    /// `at` beyond the end, or too many joints.
    pub fn insert_joints(&mut self, at: u32, joints: Vec<Joint>) -> Result<(), EditError> {
        let at = check_place(Section::Joints, self.joints().len(), at, joints.len())?;
        self.joints.insert(at, joints);
        self.touch(Standing::RecordsEdited);
        Ok(())
    }

    /// Puts soft bodies before the one at `at`; nothing refers to soft bodies. A 2.1 document without that section
    /// gets one.
    ///
    /// # Errors
    /// `at` beyond the end, too many soft bodies, or a 2.0 document.
    pub fn insert_soft_bodies(
        &mut self,
        at: u32,
        soft_bodies: Vec<SoftBody>,
    ) -> Result<(), EditError> {
        if self.header.version() == Version::V20 {
            return Err(EditError::NoSoftBodies);
        }
        let table = self.soft_bodies.get_or_insert_default();
        let at = check_place(
            Section::SoftBodies,
            table.records().len(),
            at,
            soft_bodies.len(),
        )?;
        table.insert(at, soft_bodies);
        self.touch(Standing::RecordsEdited);
        Ok(())
    }

    /// Widens the index size if needed and renumbers all references as for `count` new records before `at`.
    fn make_place(&mut self, kind: IndexKind, at: u32, count: usize) -> Result<usize, EditError> {
        let place = self.check_place(kind, at, count)?;
        if count == 0 {
            return Ok(place);
        }
        let n_old = self.n_records(kind);
        self.widen(kind, n_old.saturating_add(count));
        let numbers = Renumbering::inserting(n_old, place, count);
        let mut pass = Pass::new(kind, &numbers);
        self.renumber(&mut pass);
        self.touch(Standing::RecordsEdited);
        Ok(place)
    }

    fn check_place(&self, kind: IndexKind, at: u32, count: usize) -> Result<usize, EditError> {
        check_place(section_of(kind), self.n_records(kind), at, count)
    }

    /// Makes the indexes of a kind wide enough for `count` records; they never get narrower (PMX-37).
    fn widen(&mut self, kind: IndexKind, count: usize) {
        let size = self.header.index_sizes.of(kind);
        let wanted = IndexSize::for_count(kind, count);
        if wanted > size {
            self.header.index_sizes = self.header.index_sizes.with(kind, wanted);
            self.origin.header = Span::NONE;
        }
    }
}

/// The section whose records an index kind points at.
pub(super) const fn section_of(kind: IndexKind) -> Section {
    match kind {
        IndexKind::Vertex => Section::Vertices,
        IndexKind::Texture => Section::Textures,
        IndexKind::Material => Section::Materials,
        IndexKind::Bone => Section::Bones,
        IndexKind::Morph => Section::Morphs,
        IndexKind::Body => Section::Bodies,
    }
}

/// The place for `count` new records before the one at `at` of `n_old`.
fn check_place(section: Section, n_old: usize, at: u32, count: usize) -> Result<usize, EditError> {
    if usize_of(at) > n_old {
        let record = at;
        return Err(EditError::NoSuchRecord { section, record });
    }
    check_room(section, n_old, count)?;
    Ok(usize_of(at))
}

/// A count is a signed 32-bit number (PMX-03).
pub(super) fn check_room(section: Section, n_old: usize, count: usize) -> Result<(), EditError> {
    if i32::try_from(n_old.saturating_add(count)).is_err() {
        return Err(EditError::TooMany { section });
    }
    Ok(())
}

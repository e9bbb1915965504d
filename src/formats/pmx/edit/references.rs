//! Every reference in a document, for renumbering: the complete list of PMX-39.

use crate::base::numbers::u32_of;
use crate::formats::pmx::bone::{Bone, Ik, Tail};
use crate::formats::pmx::document::{Origin, Pmx};
use crate::formats::pmx::edit::renumber::{Effect, Pass};
use crate::formats::pmx::fields::Record;
use crate::formats::pmx::frame::Frame;
use crate::formats::pmx::header::IndexKind;
use crate::formats::pmx::material::Material;
use crate::formats::pmx::morph::{Morph, Offsets};
use crate::formats::pmx::physics::{Body, Joint, SoftBody};
use crate::formats::pmx::section::Section;
use crate::formats::pmx::table::Table;
use crate::formats::pmx::vertices::BONE_FIELDS;

/// A record that may refer to others.
trait Refers: Record {
    /// Renumbers its references to the kind of `pass`; says whether anything changed.
    fn renumber(&mut self, pass: &mut Pass<'_>) -> bool;
}

impl Pmx {
    /// Renumbers every reference to the kind of `pass` but those of records that are deleted themselves.
    pub(super) fn renumber(&mut self, pass: &mut Pass<'_>) {
        match pass.kind {
            IndexKind::Vertex => self.renumber_faces(pass),
            IndexKind::Bone => self.renumber_vertex_bones(pass),
            _ => {}
        }
        renumber_table(&mut self.materials, IndexKind::Material, pass);
        renumber_table(&mut self.bones, IndexKind::Bone, pass);
        renumber_table(&mut self.morphs, IndexKind::Morph, pass);
        renumber_table(&mut self.bodies, IndexKind::Body, pass);
        // Nothing points at these: vertex stands for a kind that no table of records has.
        renumber_table(&mut self.frames, IndexKind::Vertex, pass);
        renumber_table(&mut self.joints, IndexKind::Vertex, pass);
        if let Some(soft_bodies) = &mut self.soft_bodies {
            renumber_table(soft_bodies, IndexKind::Vertex, pass);
        }
    }

    fn renumber_vertex_bones(&mut self, pass: &mut Pass<'_>) {
        let mut changed: Vec<u32> = Vec::new();
        let rows = self.vertices.bones.iter_mut().zip(&self.vertices.deforms);
        for (idx, (bones, deform)) in rows.enumerate() {
            pass.at(Section::Vertices, idx);
            let lanes = bones.iter_mut().zip(BONE_FIELDS).take(deform.n_bones());
            let mut any = false;
            for (bone, field) in lanes {
                any |= pass.refer(field, bone);
            }
            if any {
                changed.push(u32_of(idx));
            }
        }
        if !changed.is_empty() {
            self.own_vertex_starts();
        }
        for idx in changed {
            let idx = usize::try_from(idx).ok();
            let start = idx.and_then(|idx| self.origin.vertex_starts.get_mut(idx));
            if let Some(start) = start {
                *start = Origin::GONE;
            }
        }
    }
}

/// Renumbers the references of a table whose own records are of kind `own`.
fn renumber_table<T: Refers>(table: &mut Table<T>, own: IndexKind, pass: &mut Pass<'_>) {
    let is_own = pass.kind == own && own != IndexKind::Vertex;
    table.change_each(|idx, record| {
        if is_own && pass.numbers().is_gone(idx) {
            return false;
        }
        pass.at(T::SECTION, idx);
        record.renumber(pass)
    });
}

impl Refers for Material {
    fn renumber(&mut self, pass: &mut Pass<'_>) -> bool {
        if pass.kind != IndexKind::Texture {
            return false;
        }
        let mut changed = pass.refer("texture", &mut self.texture);
        changed |= pass.refer("sphere", &mut self.sphere);
        if !self.has_shared_toon() {
            changed |= pass.refer("toon", &mut self.toon);
        }
        changed
    }
}

impl Refers for Bone {
    fn renumber(&mut self, pass: &mut Pass<'_>) -> bool {
        if pass.kind != IndexKind::Bone {
            return false;
        }
        let mut changed = pass.refer("parent", &mut self.parent);
        if let Tail::Bone(bone) = &mut self.tail {
            changed |= pass.refer("tail", bone);
        }
        if let Some(append) = &mut self.append {
            changed |= pass.refer("append_parent", &mut append.parent);
        }
        if let Some(ik) = &mut self.ik {
            changed |= pass.refer("ik_target", &mut ik.target);
            changed |= renumber_links(ik, pass);
        }
        changed
    }
}

/// Links that go take their limits with them.
fn renumber_links(ik: &mut Ik, pass: &mut Pass<'_>) -> bool {
    let mut links: Vec<(u32, i32)> = (0..).zip(ik.links.iter().copied()).collect();
    let changed = pass.keep("ik_link", &mut links, |(_, bone)| bone);
    if !changed {
        return false;
    }
    let limits = std::mem::take(&mut ik.limits);
    for (place, (old_place, _)) in links.iter().enumerate() {
        let found = limits.binary_search_by_key(old_place, |limit| limit.link);
        if let Some(limit) = found.ok().and_then(|found| limits.get(found)) {
            let mut limit = *limit;
            limit.link = u32_of(place);
            ik.limits.push(limit);
        }
    }
    ik.links = links.into_iter().map(|(_, bone)| bone).collect();
    true
}

impl Refers for Morph {
    fn renumber(&mut self, pass: &mut Pass<'_>) -> bool {
        let kind = pass.kind;
        match &mut self.offsets {
            Offsets::Group(offsets) | Offsets::Flip(offsets) if kind == IndexKind::Morph => {
                pass.keep("index", offsets, |offset| &mut offset.index)
            }
            Offsets::Vertex(offsets) if kind == IndexKind::Vertex => {
                pass.keep_vertices("index", offsets, |offset| &mut offset.index)
            }
            Offsets::Uv { offsets, .. } if kind == IndexKind::Vertex => {
                pass.keep_vertices("index", offsets, |offset| &mut offset.index)
            }
            Offsets::Bone(offsets) if kind == IndexKind::Bone => {
                pass.keep("index", offsets, |offset| &mut offset.index)
            }
            Offsets::Material(offsets) if kind == IndexKind::Material => {
                pass.keep("index", offsets, |offset| &mut offset.index)
            }
            Offsets::Impulse(offsets) if kind == IndexKind::Body => {
                pass.keep("index", offsets, |offset| &mut offset.index)
            }
            _ => false,
        }
    }
}

impl Refers for Frame {
    fn renumber(&mut self, pass: &mut Pass<'_>) -> bool {
        let kind = pass.kind;
        if kind != IndexKind::Bone && kind != IndexKind::Morph {
            return false;
        }
        pass.keep_if("element_index", &mut self.elements, |element| {
            (element.points_at() == kind).then_some(&mut element.index)
        })
    }
}

impl Refers for Body {
    fn renumber(&mut self, pass: &mut Pass<'_>) -> bool {
        pass.kind == IndexKind::Bone && pass.refer("bone", &mut self.bone)
    }
}

impl Refers for Joint {
    fn renumber(&mut self, pass: &mut Pass<'_>) -> bool {
        if pass.kind != IndexKind::Body {
            return false;
        }
        let changed = pass.refer("body_a", &mut self.body_a);
        pass.refer("body_b", &mut self.body_b) | changed
    }
}

impl Refers for SoftBody {
    fn renumber(&mut self, pass: &mut Pass<'_>) -> bool {
        match pass.kind {
            IndexKind::Material => pass.refer("material", &mut self.material),
            IndexKind::Body => {
                pass.keep("anchor_body", &mut self.anchors, |anchor| &mut anchor.body)
            }
            IndexKind::Vertex => {
                let anchors = &mut self.anchors;
                let changed =
                    pass.keep_vertices("anchor_vertex", anchors, |anchor| &mut anchor.vertex);
                pass.keep_vertices("pin_vertex", &mut self.pins, |vertex| vertex) | changed
            }
            _ => false,
        }
    }
}

impl Pass<'_> {
    /// Writes down that a face goes.
    pub(super) fn note_face(&mut self, place: usize) {
        self.at(Section::Faces, place);
        self.note("vertex", Effect::Removed, None);
    }
}

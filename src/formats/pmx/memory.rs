//! How much memory a document takes, counted from what its lists have room for (PMX-20, PMX-S2).

use crate::base::numbers::u64_of;
use crate::formats::pmx::document::Pmx;
use crate::formats::pmx::morph::Offsets;
use crate::formats::pmx::table::Table;
use std::mem::size_of;

impl Pmx {
    /// Bytes of the file and of every list of the document. A text that an edit has put in is not counted.
    pub fn memory_bytes(&self) -> u64 {
        let vertices = &self.vertices;
        [
            room(&self.source.bytes),
            room(&vertices.positions),
            room(&vertices.normals),
            room(&vertices.uvs),
            room(&vertices.extra_uvs),
            room(&vertices.deforms),
            room(&vertices.bones),
            room(&vertices.weights),
            room(&vertices.sdefs),
            room(&vertices.edge_scales),
            room(&self.origin.vertex_starts),
            room(&self.faces),
            self.textures.memory_bytes(|_| 0),
            self.materials.memory_bytes(|_| 0),
            self.bones.memory_bytes(|bone| {
                bone.ik.as_ref().map_or(0, |ik| {
                    let own = u64_of(size_of_val(ik.as_ref()));
                    own.saturating_add(room(&ik.links))
                        .saturating_add(room(&ik.limits))
                })
            }),
            self.morphs.memory_bytes(|morph| offsets(&morph.offsets)),
            self.frames.memory_bytes(|frame| room(&frame.elements)),
            self.bodies.memory_bytes(|_| 0),
            self.joints.memory_bytes(|_| 0),
            self.soft_bodies.as_ref().map_or(0, |soft_bodies| {
                soft_bodies
                    .memory_bytes(|soft| room(&soft.anchors).saturating_add(room(&soft.pins)))
            }),
            room(&self.warnings),
        ]
        .into_iter()
        .fold(0, u64::saturating_add)
    }
}

impl<T> Table<T> {
    /// Bytes of the records, of their spans, and of what `inside` says each record holds.
    fn memory_bytes(&self, inside: impl Fn(&T) -> u64) -> u64 {
        let all = self.records().iter().map(inside);
        let inside = all.fold(0, u64::saturating_add);
        self.room_bytes().saturating_add(inside)
    }
}

/// Bytes of what a list has room for.
pub(super) fn room<T>(list: &Vec<T>) -> u64 {
    u64_of(list.capacity()).saturating_mul(u64_of(size_of::<T>()))
}

fn offsets(offsets: &Offsets) -> u64 {
    match offsets {
        Offsets::Group(list) | Offsets::Flip(list) => room(list),
        Offsets::Vertex(list) => room(list),
        Offsets::Bone(list) => room(list),
        Offsets::Uv { offsets, .. } => room(offsets),
        Offsets::Material(list) => room(list),
        Offsets::Impulse(list) => room(list),
    }
}

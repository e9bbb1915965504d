//! What a step of the history holds in memory beyond the next one, in bytes, estimated. Shared parts weigh nothing, nor
//! do blobs, which are read when they are needed.

use crate::base::numbers::u64_of;
use crate::document::parts::{Document, Source, Target};
use crate::model::bone_map::BoneMap;
use crate::model::figure::Model;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A small part of a document: names, a few numbers, conditions.
const PART: u64 = 512;
/// An entry of a list or table of parts.
const ENTRY: u64 = 24;

/// Bytes of `held` that `other` does not share.
pub(super) fn unshared_bytes(held: &Document, other: &Document) -> u64 {
    let sources = held.sources.iter().map(|(id, source)| {
        let known = other.sources.get(id).map(Arc::as_ref);
        source_bytes(source, known)
    });
    let target = held
        .target
        .iter()
        .map(|target| target_bytes(target, other.target.as_deref()));
    sources.sum::<u64>()
        + target.sum::<u64>()
        + of_table(&held.meshes, &other.meshes)
        + of_table(&held.textures, &other.textures)
        + of_list(&held.groups, &other.groups)
        + of_list(&held.constraints, &other.constraints)
        + of_list(&held.rules, &other.rules)
        + of_list(&held.slots, &other.slots)
        + of_list(&held.parameters, &other.parameters)
        + of_list(&held.channels, &other.channels)
        + of_list(&held.drivers, &other.drivers)
        + PART
}

fn of_table<Id: Ord, Part>(held: &BTreeMap<Id, Arc<Part>>, other: &BTreeMap<Id, Arc<Part>>) -> u64 {
    let is_own = |(id, part): &(&Id, &Arc<Part>)| {
        !other.get(id).is_some_and(|other| Arc::ptr_eq(part, other))
    };
    u64_of(held.iter().filter(is_own).count()) * PART + u64_of(held.len()) * ENTRY
}

fn of_list<Part>(held: &[Arc<Part>], other: &[Arc<Part>]) -> u64 {
    let known: Vec<*const Part> = other.iter().map(Arc::as_ptr).collect();
    let is_own = |(at, part): &(usize, &Arc<Part>)| {
        // Most parts stand where they stood.
        known.get(*at) != Some(&Arc::as_ptr(part)) && !known.contains(&Arc::as_ptr(part))
    };
    u64_of(held.iter().enumerate().filter(is_own).count()) * PART + u64_of(held.len()) * ENTRY
}

fn source_bytes(held: &Arc<Source>, other: Option<&Source>) -> u64 {
    let Some(other) = other else {
        return PART + model_bytes(&held.model) + map_bytes(&held.bone_map);
    };
    if std::ptr::eq(held.as_ref(), other) {
        return ENTRY;
    }
    let mut bytes = PART + u64_of(held.places.len()) * ENTRY;
    if !Arc::ptr_eq(&held.bone_map, &other.bone_map) {
        bytes += map_bytes(&held.bone_map);
    }
    if !Arc::ptr_eq(&held.model, &other.model) {
        bytes += model_bytes(&held.model);
    }
    bytes
}

fn map_bytes(map: &BoneMap) -> u64 {
    let names = map.targets.iter().flat_map(|bone| &bone.target);
    u64_of(map.targets.len()) * 48 + names.map(|name| u64_of(name.len()) + 16).sum::<u64>()
}

/// The columns of vertices and the triangles outweigh the rest by far; morphs are counted as twice the vertices.
fn model_bytes(model: &Model) -> u64 {
    let vertices = u64_of(model.vertices.positions.len());
    let has_morphs = u64::from(!model.morphs.is_empty());
    vertices * (96 + 48 * has_morphs)
        + u64_of(model.triangles.len()) * 12
        + u64_of(model.bones.len()) * PART
}

fn target_bytes(held: &Target, other: Option<&Target>) -> u64 {
    if other.is_some_and(|other| Arc::ptr_eq(&held.profile, &other.profile)) {
        return 0;
    }
    let bones = held
        .profile
        .components
        .iter()
        .map(|component| component.bone_names.len());
    u64_of(held.profile.components.len()) * PART + u64_of(bones.sum()) * 48
}

//! Figures, their bone maps and where their materials go.

use super::rebuild::rebuild;
use super::refusals::{MAP_LENGTH, NO_PLACE, NO_TARGET, NO_TARGET_BONE, no_such_part, refused};
use super::take_id;
use super::target::has_place;
use crate::base::numbers::usize_of;
use crate::base::text::Message;
use crate::document::edit::EditError;
use crate::document::ids::SourceId;
use crate::document::parts::{Document, MaterialPlace, Source};
use crate::model::bone_map::{BoneMap, BoneTarget, MappedBy};
use std::sync::Arc;

pub(super) fn add(next: &mut Document, source: &Arc<Source>) -> Result<(), EditError> {
    for place in source.places.iter().flatten() {
        check_place(next, *place)?;
    }
    let id = SourceId(take_id(next));
    next.sources.insert(id, Arc::clone(source));
    rebuild(next);
    Ok(())
}

/// Refuses a place the target does not have.
pub(super) fn check_place(document: &Document, place: MaterialPlace) -> Result<(), EditError> {
    let profile = document
        .profile()
        .ok_or_else(|| refused(Message::new(&NO_TARGET)))?;
    if has_place(profile, place) {
        return Ok(());
    }
    Err(refused(
        Message::new(&NO_PLACE)
            .with("component", place.component)
            .with("slot", place.slot),
    ))
}

pub(super) fn remove(next: &mut Document, id: SourceId) -> Result<(), EditError> {
    next.sources.remove(&id).ok_or_else(|| no_such_part(id))?;
    rebuild(next);
    Ok(())
}

fn source_mut(next: &mut Document, id: SourceId) -> Result<&mut Source, EditError> {
    next.sources
        .get_mut(&id)
        .map(Arc::make_mut)
        .ok_or_else(|| no_such_part(id))
}

pub(super) fn map_bone(
    next: &mut Document,
    id: SourceId,
    bone: u32,
    target: Option<&str>,
) -> Result<(), EditError> {
    if let Some(name) = target {
        let profile = next
            .profile()
            .ok_or_else(|| refused(Message::new(&NO_TARGET)))?;
        if !profile
            .components
            .iter()
            .any(|component| component.bone_names.iter().any(|known| known == name))
        {
            return Err(refused(Message::new(&NO_TARGET_BONE).with("bone", name)));
        }
    }
    let source = source_mut(next, id)?;
    let entry = match target {
        Some(name) => BoneTarget {
            target: Some(name.to_owned()),
            by: MappedBy::Author,
        },
        None => folded(source, bone),
    };
    let map = Arc::make_mut(&mut source.bone_map);
    *map.targets
        .get_mut(usize_of(bone))
        .ok_or_else(|| no_such_part(format!("{id}/bone:{bone}")))? = entry;
    Ok(())
}

/// The target of the nearest ancestor that has one.
fn folded(source: &Source, bone: u32) -> BoneTarget {
    let mut at = source
        .model
        .bones
        .get(usize_of(bone))
        .and_then(|bone| bone.parent);
    for _ in 0..source.model.bones.len() {
        let Some(index) = at else { break };
        if let Some(found) = source
            .bone_map
            .targets
            .get(usize_of(index))
            .and_then(|entry| entry.target.clone())
        {
            return BoneTarget {
                target: Some(found),
                by: MappedBy::Parent,
            };
        }
        at = source
            .model
            .bones
            .get(usize_of(index))
            .and_then(|bone| bone.parent);
    }
    BoneTarget::default()
}

pub(super) fn set_bone_map(
    next: &mut Document,
    id: SourceId,
    map: &Arc<BoneMap>,
) -> Result<(), EditError> {
    let source = source_mut(next, id)?;
    let (given, wanted) = (map.targets.len(), source.model.bones.len());
    if given != wanted {
        return Err(refused(
            Message::new(&MAP_LENGTH)
                .with("given", given)
                .with("wanted", wanted),
        ));
    }
    source.bone_map = Arc::clone(map);
    Ok(())
}

pub(super) fn place_material(
    next: &mut Document,
    id: SourceId,
    material: u32,
    place: Option<MaterialPlace>,
) -> Result<(), EditError> {
    if let Some(place) = place {
        check_place(next, place)?;
    }
    let source = source_mut(next, id)?;
    let entry = source.places.get_mut(usize_of(material));
    *entry.ok_or_else(|| no_such_part(format!("{id}/material:{material}")))? = place;
    rebuild(next);
    Ok(())
}

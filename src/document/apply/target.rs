//! The character, and what stays when another one is chosen.

use super::rebuild::rebuild;
use super::refusals::{OTHER_TABLES, refused};
use crate::base::numbers::usize_of;
use crate::base::text::Message;
use crate::document::edit::EditError;
use crate::document::ids::SourceId;
use crate::document::parts::{ComponentRule, Document, MaterialPlace, Target};
use crate::model::target::{TargetComponent, TargetProfile};
use std::sync::Arc;

pub(super) fn set(next: &mut Document, target: &Arc<Target>) -> Result<(), EditError> {
    check_tables(next, &target.profile)?;
    let before = next.target.replace(Arc::clone(target));
    next.rules = kept_rules(&next.rules, before.as_deref(), &target.profile);
    // A mesh made for another component starts anew, so that its component is replaced again.
    let known = before
        .as_ref()
        .map(|target| target.profile.components.as_slice())
        .unwrap_or_default();
    let is_same = |at: u32| {
        let name = |components: &[TargetComponent]| {
            components
                .get(usize_of(at))
                .map(|known| known.mesh_name.clone())
        };
        name(known) == name(&target.profile.components)
    };
    next.meshes.retain(|_, mesh| is_same(mesh.component));
    let ids: Vec<SourceId> = next.sources.keys().copied().collect();
    for id in ids {
        if let Some(source) = next.sources.get_mut(&id) {
            let profile = target.profile.as_ref();
            for place in &mut Arc::make_mut(source).places {
                *place = place.filter(|place| has_place(profile, *place));
            }
        }
    }
    rebuild(next);
    Ok(())
}

/// Raw meshes and fixed appearances name bones, materials and components by their place in the tables: those must stay.
fn check_tables(document: &Document, profile: &TargetProfile) -> Result<(), EditError> {
    let is_bound =
        document.appearances.is_some() || document.meshes.values().any(|mesh| mesh.raw().is_some());
    let Some(known) = document.profile().filter(|_| is_bound) else {
        return Ok(());
    };
    let tables = |profile: &TargetProfile| {
        let components = profile.components.iter();
        components
            .map(|component| {
                (
                    component.mesh_name.clone(),
                    component.bone_names.clone(),
                    component.materials.clone(),
                )
            })
            .collect::<Vec<_>>()
    };
    if tables(known) == tables(profile) && known.explicit == profile.explicit {
        return Ok(());
    }
    Err(refused(
        Message::new(&OTHER_TABLES).with("name", &profile.name),
    ))
}

/// Rules of components that the new target has at the same place, by the name of their mesh; the others keep the original.
fn kept_rules(
    rules: &[Arc<ComponentRule>],
    before: Option<&Target>,
    profile: &TargetProfile,
) -> Vec<Arc<ComponentRule>> {
    let known = before.map_or(&[][..], |target| target.profile.components.as_slice());
    let pairs = profile.components.iter().enumerate();
    pairs
        .map(|(at, component)| {
            let is_same = known
                .get(at)
                .is_some_and(|known| known.mesh_name == component.mesh_name);
            let rule = rules.get(at).filter(|_| is_same);
            rule.cloned().unwrap_or_default()
        })
        .collect()
}

/// Whether the target has this material.
pub(super) fn has_place(profile: &TargetProfile, place: MaterialPlace) -> bool {
    profile
        .components
        .get(usize_of(place.component))
        .is_some_and(|component| usize_of(place.slot) < component.materials.len())
}

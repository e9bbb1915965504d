//! What each edit does to the parts. A refused edit returns an error and no document.

mod rebuild;
mod refusals;

use crate::base::numbers::usize_of;
use crate::base::text::Message;
use crate::document::condition::Condition;
use crate::document::edit::{Edit, EditError};
use crate::document::ids::{ChoiceId, GroupId, SourceId, TextureId};
use crate::document::naming;
use crate::document::parts::{
    Choice, ComponentRule, Document, MaterialPlace, Mips, Operation, OptionGroup, PackageFacts,
    Source, Target, TextureFormat,
};
use crate::model::bone_map::{BoneMap, BoneTarget, MappedBy};
use crate::model::target::{TargetComponent, TargetProfile};
use rebuild::rebuild;
use refusals::{
    BAD_ID, GROUP_COUNT, GROUP_SIZE, MAP_LENGTH, NO_PLACE, NO_TARGET, NO_TARGET_BONE, TEXT_LENGTH,
    no_such_part, refused,
};
use std::sync::Arc;

/// The document after `edit`.
pub(super) fn apply(edit: &Edit, document: &Document) -> Result<Document, EditError> {
    let mut next = document.clone();
    match edit {
        Edit::Together(_, edits) => {
            for edit in edits {
                next = apply(edit, &next)?;
            }
        }
        Edit::SetPackage(facts) => set_package(&mut next, facts)?,
        Edit::SetTarget(target) => set_target(&mut next, target),
        Edit::AddSource(source) => add_source(&mut next, source)?,
        Edit::RemoveSource(id) => remove_source(&mut next, *id)?,
        Edit::MapBone {
            source,
            bone,
            target,
        } => map_bone(&mut next, *source, *bone, target.as_deref())?,
        Edit::SetBoneMap { source, map } => set_bone_map(&mut next, *source, map)?,
        Edit::PlaceMaterial {
            source,
            material,
            place,
        } => place_material(&mut next, *source, *material, *place)?,
        Edit::SetTexture {
            texture,
            format,
            mips,
        } => set_texture(&mut next, *texture, *format, *mips)?,
        Edit::SetRule { component, rule } => set_rule(&mut next, *component, rule)?,
        Edit::AddGroup { name, choices } => add_group(&mut next, name, choices)?,
        Edit::RemoveGroup(group) => remove_group(&mut next, *group)?,
        Edit::RenameGroup {
            group,
            name,
            choices,
        } => rename_group(&mut next, *group, name, choices)?,
    }
    Ok(next)
}

fn set_package(next: &mut Document, facts: &PackageFacts) -> Result<(), EditError> {
    if !naming::is_stable_id(&facts.id) {
        return Err(refused(Message::new(&BAD_ID).with("id", &facts.id)));
    }
    for (field, text) in [
        ("name", &facts.name),
        ("author", &facts.author),
        ("version", &facts.version),
    ] {
        check_text(field, text)?;
    }
    next.package = facts.clone();
    Ok(())
}

fn check_text(field: &str, text: &str) -> Result<(), EditError> {
    if (1..=256).contains(&text.len()) {
        return Ok(());
    }
    Err(refused(
        Message::new(&TEXT_LENGTH)
            .with("field", field)
            .with("length", text.len()),
    ))
}

fn set_target(next: &mut Document, target: &Arc<Target>) {
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

fn has_place(profile: &TargetProfile, place: MaterialPlace) -> bool {
    profile
        .components
        .get(usize_of(place.component))
        .is_some_and(|component| usize_of(place.slot) < component.materials.len())
}

fn add_source(next: &mut Document, source: &Arc<Source>) -> Result<(), EditError> {
    for place in source.places.iter().flatten() {
        check_place(next, *place)?;
    }
    let id = SourceId(take_id(next));
    next.sources.insert(id, Arc::clone(source));
    rebuild(next);
    Ok(())
}

fn check_place(document: &Document, place: MaterialPlace) -> Result<(), EditError> {
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

fn remove_source(next: &mut Document, id: SourceId) -> Result<(), EditError> {
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

fn map_bone(
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

fn set_bone_map(next: &mut Document, id: SourceId, map: &Arc<BoneMap>) -> Result<(), EditError> {
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

fn place_material(
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

fn set_texture(
    next: &mut Document,
    id: TextureId,
    format: TextureFormat,
    mips: Mips,
) -> Result<(), EditError> {
    let texture = next.textures.get_mut(&id).ok_or_else(|| no_such_part(id))?;
    let texture = Arc::make_mut(texture);
    (texture.format, texture.mips) = (format, mips);
    Ok(())
}

fn set_rule(
    next: &mut Document,
    component: u32,
    rule: &Arc<ComponentRule>,
) -> Result<(), EditError> {
    for branch in &rule.branches {
        for (group, choice) in branch.when.atoms() {
            let known = next
                .group(group)
                .is_some_and(|group| group.choices.iter().any(|known| known.id == choice));
            if !known {
                return Err(no_such_part(choice));
            }
        }
    }
    let operations = rule
        .branches
        .iter()
        .map(|branch| branch.then)
        .chain([rule.otherwise]);
    for operation in operations {
        if let Operation::Replace(mesh) = operation
            && !next.meshes.contains_key(&mesh)
        {
            return Err(no_such_part(mesh));
        }
    }
    let entry = next.rules.get_mut(usize_of(component));
    *entry.ok_or_else(|| no_such_part(format!("component:{component}")))? = Arc::clone(rule);
    Ok(())
}

fn take_id(next: &mut Document) -> u32 {
    let id = next.next_id;
    next.next_id = id.saturating_add(1);
    id
}

fn add_group(next: &mut Document, name: &str, choices: &[String]) -> Result<(), EditError> {
    check_group(name, choices)?;
    if next.groups.len() >= 64 {
        return Err(refused(Message::new(&GROUP_COUNT)));
    }
    let id = GroupId(take_id(next));
    let taken = |id: &str| next.groups.iter().any(|group| group.export_id == id);
    let export_id = naming::export_id(name, "option", taken);
    let mut made: Vec<Choice> = Vec::with_capacity(choices.len());
    for name in choices {
        let export_id = naming::export_id(name, "choice", |id| {
            made.iter().any(|choice| choice.export_id == id)
        });
        made.push(Choice {
            id: ChoiceId(take_id(next)),
            export_id,
            name: name.clone(),
        });
    }
    let Some(default) = made.first().map(|choice| choice.id) else {
        return Ok(());
    };
    next.groups.push(Arc::new(OptionGroup {
        id,
        export_id,
        name: name.to_owned(),
        default,
        choices: made,
    }));
    Ok(())
}

fn check_group(name: &str, choices: &[String]) -> Result<(), EditError> {
    check_text("name", name)?;
    if choices.is_empty() || choices.len() > 64 {
        return Err(refused(
            Message::new(&GROUP_SIZE).with("given", choices.len()),
        ));
    }
    choices
        .iter()
        .try_for_each(|choice| check_text("name", choice))
}

fn remove_group(next: &mut Document, id: GroupId) -> Result<(), EditError> {
    let at = next
        .groups
        .iter()
        .position(|group| group.id == id)
        .ok_or_else(|| no_such_part(id))?;
    let default = Condition::Is {
        group: id,
        choice: next.groups[at].default,
    };
    for rule in next.rules_naming(id) {
        let names = |condition: &Condition| condition.atoms().iter().any(|(group, _)| *group == id);
        let rule = Arc::make_mut(&mut next.rules[rule]);
        // What players saw by default stays what they see.
        if let Some(branch) = rule.branches.iter().find(|branch| branch.when == default) {
            rule.otherwise = branch.then;
        }
        rule.branches.retain(|branch| !names(&branch.when));
    }
    for mesh in next.meshes.values_mut() {
        for draw in &mut Arc::make_mut(mesh).draws {
            draw.when = draw
                .when
                .take()
                .filter(|when| !when.atoms().iter().any(|(group, _)| *group == id));
        }
    }
    next.groups.remove(at);
    Ok(())
}

fn rename_group(
    next: &mut Document,
    id: GroupId,
    name: &str,
    choices: &[String],
) -> Result<(), EditError> {
    check_group(name, choices)?;
    let group = next
        .groups
        .iter_mut()
        .find(|group| group.id == id)
        .ok_or_else(|| no_such_part(id))?;
    if group.choices.len() != choices.len() {
        return Err(refused(
            Message::new(&GROUP_SIZE).with("given", choices.len()),
        ));
    }
    let group = Arc::make_mut(group);
    name.clone_into(&mut group.name);
    for (choice, name) in group.choices.iter_mut().zip(choices) {
        name.clone_into(&mut choice.name);
    }
    Ok(())
}

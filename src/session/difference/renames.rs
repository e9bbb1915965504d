//! Conditions in one form, and ids that were renamed: what the second package calls differently is called as in the first
//! one before the two are compared, so that one rename is one difference.

use crate::formats::bem::manifest::{BindingEffect, Condition, Manifest, TextureReference};
use crate::session::difference::compare::{Change, ChangeKind};

/// Old and new id.
type Rename = (String, String);

/// Brings every condition into one form: nested lists of one kind flattened, operands sorted and each once, a list of one
/// its member, a double `not` gone.
pub(super) fn simplify_conditions(manifest: &mut Manifest) {
    for_each_condition(manifest, &|condition| *condition = simplified(condition));
    manifest.selection_constraints.sort();
    manifest.selection_constraints.dedup();
}

fn simplified(condition: &Condition) -> Condition {
    match condition {
        Condition::Constant(_) | Condition::Eq { .. } => condition.clone(),
        Condition::Not(inner) => match simplified(inner) {
            Condition::Not(inner) => *inner,
            Condition::Constant(value) => Condition::Constant(!value),
            inner => Condition::Not(Box::new(inner)),
        },
        Condition::All(operands) => joined(operands, true),
        Condition::Any(operands) => joined(operands, false),
    }
}

/// `is_all`: all must hold, else any.
fn joined(operands: &[Condition], is_all: bool) -> Condition {
    let mut flat = Vec::with_capacity(operands.len());
    for operand in operands {
        match (simplified(operand), is_all) {
            (Condition::All(inner), true) | (Condition::Any(inner), false) => flat.extend(inner),
            (Condition::Constant(value), is_all) if value == is_all => {}
            (Condition::Constant(value), _) => return Condition::Constant(value),
            (operand, _) => flat.push(operand),
        }
    }
    flat.sort();
    flat.dedup();
    match (flat.len(), is_all) {
        (0, is_all) => Condition::Constant(is_all),
        (1, _) => flat.remove(0),
        (_, true) => Condition::All(flat),
        (_, false) => Condition::Any(flat),
    }
}

/// Visits every condition of a manifest; an absent one stays absent, one that always holds becomes so.
fn for_each_condition(manifest: &mut Manifest, visit: &dyn Fn(&mut Condition)) {
    let optional = |when: &mut Option<Condition>| {
        if let Some(condition) = when {
            visit(condition);
        }
        if *when == Some(Condition::Constant(true)) {
            *when = None;
        }
    };
    for group in manifest.option_groups.iter_mut().flatten() {
        optional(&mut group.available_when);
    }
    manifest.selection_constraints.iter_mut().for_each(visit);
    for rule in &mut manifest.component_rules {
        let candidates = rule.candidates.iter_mut();
        candidates.for_each(|candidate| optional(&mut candidate.when));
    }
    for slot in &mut manifest.texture_slots {
        let candidates = slot.candidates.iter_mut();
        candidates.for_each(|candidate| optional(&mut candidate.when));
    }
    for draw in manifest.meshes.iter_mut().flat_map(|mesh| &mut mesh.draws) {
        optional(&mut draw.when);
    }
    for parameter in &mut manifest.parameters {
        optional(&mut parameter.available_when);
    }
}

/// Finds the renames between two manifests and takes them back in the second.
pub(super) fn take_back(before: &Manifest, after: &mut Manifest) -> Vec<Change> {
    let mut changes = Vec::new();
    groups(before, after, &mut changes);
    slots(before, after, &mut changes);
    parameters(before, after, &mut changes);
    drivers(before, after, &mut changes);
    appearances(before, after, &mut changes);
    changes
}

/// Ids that are gone and ids that are new, joined where exactly one of each looks alike.
fn renamed<T>(
    before: &[T],
    after: &[T],
    id: impl Fn(&T) -> &String,
    is_alike: impl Fn(&T, &T) -> bool,
) -> Vec<Rename> {
    let is_in = |list: &[T], wanted: &T| list.iter().any(|other| id(other) == id(wanted));
    let gone: Vec<&T> = before.iter().filter(|it| !is_in(after, it)).collect();
    let new: Vec<&T> = after.iter().filter(|it| !is_in(before, it)).collect();
    let mut found = Vec::new();
    for old in &gone {
        let mut twins = new.iter().filter(|it| is_alike(old, it));
        let (Some(twin), None) = (twins.next(), twins.next()) else {
            continue;
        };
        let mut rivals = gone.iter().filter(|it| is_alike(it, twin));
        if (rivals.next(), rivals.next()).1.is_none() {
            found.push((id(old).clone(), id(twin).clone()));
        }
    }
    found
}

fn tell(changes: &mut Vec<Change>, table: &str, renames: &[Rename]) {
    for (old, new) in renames {
        let place = format!("/{table}/{new}");
        changes.push(Change::new(ChangeKind::Renamed, place, old, new));
    }
}

fn old_id(renames: &[Rename], id: &mut String) {
    if let Some((old, _)) = renames.iter().find(|(_, new)| new == id) {
        id.clone_from(old);
    }
}

fn groups(before: &Manifest, after: &mut Manifest, changes: &mut Vec<Change>) {
    let (Some(old), Some(new)) = (&before.option_groups, &after.option_groups) else {
        return;
    };
    let renames = renamed(
        old,
        new,
        |group| &group.id,
        |a, b| {
            let ids = |group: &crate::formats::bem::manifest::OptionGroup| -> Vec<String> {
                group
                    .choices
                    .iter()
                    .map(|choice| choice.id.clone())
                    .collect()
            };
            a.name == b.name && ids(a) == ids(b)
        },
    );
    tell(changes, "option_groups", &renames);
    let rename = |condition: &mut Condition| {
        for_each_eq(condition, &|group, _| old_id(&renames, group));
    };
    for_each_condition(after, &rename);
    for group in after.option_groups.iter_mut().flatten() {
        old_id(&renames, &mut group.id);
    }
    choices(before, after, changes);
}

/// Choices within the groups that both have.
fn choices(before: &Manifest, after: &mut Manifest, changes: &mut Vec<Change>) {
    let mut all: Vec<(String, Vec<Rename>)> = Vec::new();
    for group in after.option_groups.iter_mut().flatten() {
        let mut olds = before.option_groups.iter().flatten();
        let Some(old) = olds.find(|old| old.id == group.id) else {
            continue;
        };
        let renames = renamed(
            &old.choices,
            &group.choices,
            |choice| &choice.id,
            |a, b| a.name == b.name,
        );
        tell(
            changes,
            &format!("option_groups/{}/choices", group.id),
            &renames,
        );
        for choice in &mut group.choices {
            old_id(&renames, &mut choice.id);
        }
        old_id(&renames, &mut group.default);
        all.push((group.id.clone(), renames));
    }
    let rename = |condition: &mut Condition| {
        for_each_eq(condition, &|group, choice| {
            if let Some((_, renames)) = all.iter().find(|(id, _)| id == group) {
                old_id(renames, choice);
            }
        });
    };
    for_each_condition(after, &rename);
    // Renaming may have changed the order of operands.
    simplify_conditions(after);
}

/// Visits group and choice of every atom. Recursion ends with the depth of the JSON.
fn for_each_eq(condition: &mut Condition, visit: &dyn Fn(&mut String, &mut String)) {
    match condition {
        Condition::Constant(_) => {}
        Condition::Eq { group, choice } => visit(group, choice),
        Condition::All(operands) | Condition::Any(operands) => {
            for inner in operands {
                for_each_eq(inner, visit);
            }
        }
        Condition::Not(inner) => for_each_eq(inner, visit),
    }
}

fn slots(before: &Manifest, after: &mut Manifest, changes: &mut Vec<Change>) {
    let renames = renamed(
        &before.texture_slots,
        &after.texture_slots,
        |slot| &slot.id,
        |a, b| a.candidates == b.candidates,
    );
    tell(changes, "texture_slots", &renames);
    for slot in &mut after.texture_slots {
        old_id(&renames, &mut slot.id);
    }
    let draws = after.meshes.iter_mut().flat_map(|mesh| &mut mesh.draws);
    let drawn = draws.flat_map(|draw| &mut draw.textures);
    let candidates = after.component_rules.iter_mut();
    let candidates = candidates.flat_map(|rule| &mut rule.candidates);
    let kept = candidates
        .flat_map(|candidate| &mut candidate.material_overrides)
        .flat_map(|kept| &mut kept.textures);
    for reference in drawn.chain(kept) {
        if let TextureReference::Slot(id) = reference {
            old_id(&renames, id);
        }
    }
}

fn parameters(before: &Manifest, after: &mut Manifest, changes: &mut Vec<Change>) {
    let renames = renamed(
        &before.parameters,
        &after.parameters,
        |slider| &slider.id,
        |a, b| a.name == b.name && (a.min, a.max, a.step) == (b.min, b.max, b.step),
    );
    tell(changes, "parameters", &renames);
    for slider in &mut after.parameters {
        old_id(&renames, &mut slider.id);
    }
    for channel in &mut after.mesh_deformations {
        old_id(&renames, &mut channel.parameter);
    }
    for binding in after
        .drivers
        .iter_mut()
        .flat_map(|driver| &mut driver.bindings)
    {
        if let BindingEffect::MorphParameter { target, .. } = &mut binding.effect {
            old_id(&renames, target);
        }
    }
}

fn drivers(before: &Manifest, after: &mut Manifest, changes: &mut Vec<Change>) {
    let renames = renamed(
        &before.drivers,
        &after.drivers,
        |driver| &driver.id,
        |a, b| a.bindings == b.bindings && a.name == b.name && a.waveform == b.waveform,
    );
    tell(changes, "drivers", &renames);
    for driver in &mut after.drivers {
        old_id(&renames, &mut driver.id);
    }
}

fn appearances(before: &Manifest, after: &mut Manifest, changes: &mut Vec<Change>) {
    let (Some(old), Some(new)) = (&before.appearances, &mut after.appearances) else {
        return;
    };
    let renames = renamed(
        &old.appearances,
        &new.appearances,
        |appearance| &appearance.id,
        |a, b| a.name == b.name,
    );
    tell(changes, "appearances", &renames);
    for appearance in &mut new.appearances {
        old_id(&renames, &mut appearance.id);
    }
    old_id(&renames, &mut new.default_appearance_id);
}

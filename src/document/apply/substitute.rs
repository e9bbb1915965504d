//! What follows everywhere when a group, choice, texture or slot goes.

use crate::document::condition::Condition;
use crate::document::ids::{ChoiceId, GroupId};
use crate::document::parts::{
    ComponentRule, Document, KeepOverride, Operation, OrderedRule, TextureReference,
};
use std::sync::Arc;

/// Replaces the atoms of one group in every condition of the document. Cases that can no longer hold are gone; where an
/// ordered rule decides early, the rest of it is gone too.
pub(super) fn replace_atoms(
    next: &mut Document,
    group: GroupId,
    replace: &impl Fn(ChoiceId) -> Condition,
) {
    let changed = |condition: &Condition| {
        condition.with_atoms(&|named, choice| {
            if named == group {
                replace(choice)
            } else {
                Condition::Is {
                    group: named,
                    choice,
                }
            }
        })
    };
    // `None` stands for always, and for a condition that became so.
    let change = |when: &mut Option<Condition>| {
        let now = when.as_ref().filter(|now| now.names(group)).map(&changed);
        match now {
            None => true,
            Some(Condition::Constant(true)) => {
                *when = None;
                true
            }
            Some(Condition::Constant(false)) => false,
            Some(now) => {
                *when = Some(now);
                true
            }
        }
    };
    for other in &mut next.groups {
        let names = |when: &Condition| when.names(group);
        if other.available_when.as_ref().is_some_and(names) {
            let other = Arc::make_mut(other);
            if !change(&mut other.available_when) {
                other.available_when = Some(Condition::Constant(false));
            }
        }
    }
    for constraint in &mut next.constraints {
        if constraint.names(group) {
            *constraint = Arc::new(changed(constraint));
        }
    }
    next.constraints
        .retain(|constraint| **constraint != Condition::Constant(true));
    for rule in &mut next.rules {
        if rule.conditions().iter().any(|when| when.names(group)) {
            match Arc::make_mut(rule) {
                ComponentRule::Ordered(rule) => change_ordered(rule, &changed),
                ComponentRule::Candidates(rule) => rule
                    .candidates
                    .retain_mut(|candidate| change(&mut candidate.when)),
            }
        }
    }
    for mesh in next.meshes.values_mut() {
        let names = |when: &Option<Condition>| when.as_ref().is_some_and(|when| when.names(group));
        if mesh.draws.iter().any(|draw| names(&draw.when)) {
            for draw in &mut Arc::make_mut(mesh).draws {
                if !change(&mut draw.when) {
                    draw.when = Some(Condition::Constant(false));
                }
            }
        }
    }
    for slot in &mut next.slots {
        let names = |when: &Option<Condition>| when.as_ref().is_some_and(|when| when.names(group));
        if slot.candidates.iter().any(|known| names(&known.when)) {
            Arc::make_mut(slot)
                .candidates
                .retain_mut(|candidate| change(&mut candidate.when));
        }
    }
    for parameter in &mut next.parameters {
        let names = |when: &Condition| when.names(group);
        if parameter.available_when.as_ref().is_some_and(names) {
            let parameter = Arc::make_mut(parameter);
            if !change(&mut parameter.available_when) {
                parameter.available_when = Some(Condition::Constant(false));
            }
        }
    }
}

fn change_ordered(rule: &mut OrderedRule, changed: &impl Fn(&Condition) -> Condition) {
    let mut kept = Vec::with_capacity(rule.branches.len());
    for mut branch in rule.branches.drain(..) {
        branch.when = changed(&branch.when);
        match branch.when {
            Condition::Constant(false) => {}
            Condition::Constant(true) => {
                rule.otherwise = branch.then;
                break;
            }
            _ => kept.push(branch),
        }
    }
    rule.branches = kept;
}

/// Takes a texture or slot out of every list that names it.
pub(super) fn drop_textures(next: &mut Document, gone: TextureReference) {
    for mesh in next.meshes.values_mut() {
        if mesh.draws.iter().any(|draw| draw.textures.contains(&gone)) {
            for draw in &mut Arc::make_mut(mesh).draws {
                draw.textures.retain(|known| *known != gone);
            }
        }
    }
    for rule in &mut next.rules {
        let named = rule
            .operations()
            .into_iter()
            .any(|operation| operation.textures().any(|known| known == gone));
        if named {
            for operation in Arc::make_mut(rule).operations_mut() {
                drop_from_operation(operation, gone);
            }
        }
    }
}

/// A kept material without textures left is kept as it is.
fn drop_from_operation(operation: &mut Operation, gone: TextureReference) {
    let Operation::Retexture(overrides) = operation else {
        return;
    };
    let kept: Vec<KeepOverride> = overrides
        .iter()
        .cloned()
        .filter_map(|mut entry| {
            entry.textures.retain(|known| *known != gone);
            (!entry.textures.is_empty()).then_some(entry)
        })
        .collect();
    *operation = if kept.is_empty() {
        Operation::Keep
    } else {
        Operation::Retexture(kept.into())
    };
}

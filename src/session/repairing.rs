//! A proved repair of the manifest as a step of the document.

use crate::analysis::{Change, Repair};
use crate::base::text::Phrase;
use crate::document::condition::Condition;
use crate::document::edit::{DrawSettings, Edit};
use crate::document::metadata::Metadata;
use crate::document::parts::{
    Candidate, CandidateRule, ComponentRule, Document, Operation, OptionGroup, SlotCandidate,
    TextureSlot,
};
use crate::export::provenance::Provenance;
use crate::formats::bem::manifest;
use std::sync::Arc;

static MEND: Phrase = Phrase::new("修复", "修正", "Repair");

/// The step that makes the changes of a repair; none when the document has no such place: an ordered rule is compiled
/// anew with every export and has no candidates of its own.
pub(super) fn edit_of(
    document: &Document,
    provenance: &Provenance,
    repair: &Repair,
) -> Option<Edit> {
    let mut next = document.clone();
    let mut edits = Vec::with_capacity(repair.changes.len());
    for change in &repair.changes {
        let edit = step_of(&next, provenance, change)?;
        next = edit.apply(&next).ok()?;
        edits.push(edit);
    }
    Some(Edit::Together(&MEND, edits))
}

fn step_of(document: &Document, provenance: &Provenance, change: &Change) -> Option<Edit> {
    match change {
        Change::SetDrawWhen { mesh, draw, when } => {
            let id = *provenance.meshes.get(*mesh)?;
            let known = document.meshes.get(&id)?.draws.get(*draw)?;
            Some(Edit::SetDraw {
                mesh: id,
                draw: u32::try_from(*draw).ok()?,
                settings: DrawSettings {
                    donor: known.donor,
                    textures: known.textures.clone(),
                    when: taken(document, when.as_ref())?,
                    overrides: known.overrides.clone(),
                },
            })
        }
        Change::SetGroupAlways { group } => {
            let group = document.groups.get(*group)?;
            Some(Edit::SetGroup(Arc::new(OptionGroup {
                available_when: None,
                ..group.as_ref().clone()
            })))
        }
        Change::AddConstraint(constraint) => {
            let mut constraints = document.constraints.clone();
            constraints.push(Arc::new(condition(document, constraint)?));
            Some(Edit::SetConstraints(constraints))
        }
        Change::RemoveConstraint { constraint } => {
            let mut constraints = document.constraints.clone();
            constraints.get(*constraint)?;
            constraints.remove(*constraint);
            Some(Edit::SetConstraints(constraints))
        }
        Change::SetCandidateWhen { .. }
        | Change::AddCandidate { .. }
        | Change::RemoveCandidate { .. } => rule_step(document, change),
        Change::SetSlotWhen { .. }
        | Change::AddSlotCandidate { .. }
        | Change::RemoveSlotCandidate { .. } => slot_step(document, change),
        Change::RemoveDraw { .. } => None,
    }
}

/// A change of a component's candidates.
fn rule_step(document: &Document, change: &Change) -> Option<Edit> {
    match change {
        Change::SetCandidateWhen {
            component,
            candidate,
            when,
        } => {
            let mut rule = stated(document, *component)?;
            rule.candidates.get_mut(*candidate)?.when = taken(document, when.as_ref())?;
            set_rule(*component, rule)
        }
        Change::AddCandidate {
            component,
            candidate,
        } => {
            let then = match candidate.operation {
                manifest::Operation::Keep => Operation::Keep,
                manifest::Operation::Hide => Operation::Hide,
                manifest::Operation::Replace { .. } => return None,
            };
            let mut rule = stated(document, *component)?;
            rule.candidates.push(Candidate {
                when: taken(document, candidate.when.as_ref())?,
                then,
                metadata: Metadata::default(),
            });
            set_rule(*component, rule)
        }
        Change::RemoveCandidate {
            component,
            candidate,
        } => {
            let mut rule = stated(document, *component)?;
            rule.candidates.get(*candidate)?;
            rule.candidates.remove(*candidate);
            set_rule(*component, rule)
        }
        _ => None,
    }
}

/// A change of a slot's candidates.
fn slot_step(document: &Document, change: &Change) -> Option<Edit> {
    match change {
        Change::SetSlotWhen {
            slot,
            candidate,
            when,
        } => {
            let mut slot = slot_of(document, *slot)?;
            slot.candidates.get_mut(*candidate)?.when = taken(document, when.as_ref())?;
            Some(Edit::SetSlot(Arc::new(slot)))
        }
        Change::AddSlotCandidate { slot, candidate } => {
            let mut slot = slot_of(document, *slot)?;
            if candidate.texture.is_some() {
                return None;
            }
            slot.candidates.push(SlotCandidate {
                when: taken(document, candidate.when.as_ref())?,
                texture: None,
            });
            Some(Edit::SetSlot(Arc::new(slot)))
        }
        Change::RemoveSlotCandidate { slot, candidate } => {
            let mut slot = slot_of(document, *slot)?;
            slot.candidates.get(*candidate)?;
            slot.candidates.remove(*candidate);
            Some(Edit::SetSlot(Arc::new(slot)))
        }
        _ => None,
    }
}

fn stated(document: &Document, component: usize) -> Option<CandidateRule> {
    match document.rules.get(component)?.as_ref() {
        ComponentRule::Candidates(rule) => Some(rule.clone()),
        ComponentRule::Ordered(_) => None,
    }
}

fn set_rule(component: usize, rule: CandidateRule) -> Option<Edit> {
    Some(Edit::SetRule {
        component: u32::try_from(component).ok()?,
        rule: Arc::new(ComponentRule::Candidates(rule)),
    })
}

fn slot_of(document: &Document, slot: usize) -> Option<TextureSlot> {
    document.slots.get(slot).map(|slot| slot.as_ref().clone())
}

/// Always stays always; otherwise the condition, none when it names what the document does not have.
#[expect(
    clippy::option_option,
    reason = "the inner none is a condition that always holds"
)]
fn taken(document: &Document, when: Option<&manifest::Condition>) -> Option<Option<Condition>> {
    match when {
        None => Some(None),
        Some(when) => condition(document, when).map(Some),
    }
}

/// Recursion ends with the depth of the condition.
fn condition(document: &Document, when: &manifest::Condition) -> Option<Condition> {
    let all = |parts: &[manifest::Condition]| {
        let parts = parts.iter().map(|part| condition(document, part));
        parts.collect::<Option<Vec<Condition>>>()
    };
    Some(match when {
        manifest::Condition::Constant(value) => Condition::Constant(*value),
        manifest::Condition::Eq { group, choice } => {
            let mut groups = document.groups.iter();
            let group = groups.find(|known| known.export_id == *group)?;
            let mut choices = group.choices.iter();
            let choice = choices.find(|known| known.export_id == *choice)?;
            Condition::Is {
                group: group.id,
                choice: choice.id,
            }
        }
        manifest::Condition::All(parts) => Condition::All(all(parts)?),
        manifest::Condition::Any(parts) => Condition::Any(all(parts)?),
        manifest::Condition::Not(part) => Condition::Not(Box::new(condition(document, part)?)),
    })
}

//! A repair as data: changes of a manifest, to be made in order. Whether they help is `repairs`' matter.

use crate::base::text::Message;
use crate::formats::bem::manifest::{Candidate, Condition, Manifest, SlotCandidate};

/// What a repair does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RepairKind {
    /// Where several candidates hold the first one wins.
    FirstWins,
    /// Where none holds the original is kept.
    ElseKeep,
    /// The combinations that show the fault are forbidden.
    Forbid,
    /// What never happens or never decides is taken out.
    Remove,
}

/// One change of a manifest. Indices are those at the time the change is made, in the order of the list.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A candidate of a component gets another condition; `None` = always.
    SetCandidateWhen {
        /// Component index.
        component: usize,
        /// Candidate index.
        candidate: usize,
        /// The condition.
        when: Option<Condition>,
    },
    /// A component gets one more candidate, after the others.
    AddCandidate {
        /// Component index.
        component: usize,
        /// The candidate.
        candidate: Candidate,
    },
    /// A component loses a candidate.
    RemoveCandidate {
        /// Component index.
        component: usize,
        /// Candidate index.
        candidate: usize,
    },
    /// A candidate of a texture slot gets another condition; `None` = always.
    SetSlotWhen {
        /// Slot index.
        slot: usize,
        /// Candidate index.
        candidate: usize,
        /// The condition.
        when: Option<Condition>,
    },
    /// A texture slot gets one more candidate, after the others.
    AddSlotCandidate {
        /// Slot index.
        slot: usize,
        /// The candidate.
        candidate: SlotCandidate,
    },
    /// A texture slot loses a candidate.
    RemoveSlotCandidate {
        /// Slot index.
        slot: usize,
        /// Candidate index.
        candidate: usize,
    },
    /// A draw gets another condition; `None` = always.
    SetDrawWhen {
        /// Mesh index.
        mesh: usize,
        /// Draw index.
        draw: usize,
        /// The condition.
        when: Option<Condition>,
    },
    /// A mesh loses a draw.
    RemoveDraw {
        /// Mesh index.
        mesh: usize,
        /// Draw index.
        draw: usize,
    },
    /// A group exists always.
    SetGroupAlways {
        /// Group index.
        group: usize,
    },
    /// One more constraint, after the others.
    AddConstraint(Condition),
    /// A constraint goes.
    RemoveConstraint {
        /// Constraint index.
        constraint: usize,
    },
}

/// A repair that was proved to work.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair {
    /// What it does.
    pub kind: RepairKind,
    /// The changes, to be made in this order.
    pub changes: Vec<Change>,
    /// The words on its button.
    pub message: Message,
}

impl Repair {
    /// Makes the changes. False, and the manifest as it was, when one of them does not fit.
    pub fn apply(&self, manifest: &mut Manifest) -> bool {
        let mut changed = manifest.clone();
        let is_made = self
            .changes
            .iter()
            .all(|change| change.apply(&mut changed).is_some());
        if is_made {
            *manifest = changed;
        }
        is_made
    }
}

impl Change {
    fn apply(&self, manifest: &mut Manifest) -> Option<()> {
        match self.clone() {
            Self::SetCandidateWhen {
                component,
                candidate,
                when,
            } => {
                let rule = manifest.component_rules.get_mut(component)?;
                rule.candidates.get_mut(candidate)?.when = when;
            }
            Self::AddCandidate {
                component,
                candidate,
            } => {
                let rule = manifest.component_rules.get_mut(component)?;
                rule.candidates.push(candidate);
            }
            Self::RemoveCandidate {
                component,
                candidate,
            } => {
                let rule = manifest.component_rules.get_mut(component)?;
                take(&mut rule.candidates, candidate)?;
            }
            Self::SetSlotWhen {
                slot,
                candidate,
                when,
            } => {
                let slot = manifest.texture_slots.get_mut(slot)?;
                slot.candidates.get_mut(candidate)?.when = when;
            }
            Self::AddSlotCandidate { slot, candidate } => {
                let slot = manifest.texture_slots.get_mut(slot)?;
                slot.candidates.push(candidate);
            }
            Self::RemoveSlotCandidate { slot, candidate } => {
                let slot = manifest.texture_slots.get_mut(slot)?;
                take(&mut slot.candidates, candidate)?;
            }
            Self::SetDrawWhen { mesh, draw, when } => {
                let mesh = manifest.meshes.get_mut(mesh)?;
                mesh.draws.get_mut(draw)?.when = when;
            }
            Self::RemoveDraw { mesh, draw } => {
                take(&mut manifest.meshes.get_mut(mesh)?.draws, draw)?;
            }
            Self::SetGroupAlways { group } => {
                let groups = manifest.option_groups.as_mut()?;
                groups.get_mut(group)?.available_when = None;
            }
            Self::AddConstraint(constraint) => manifest.selection_constraints.push(constraint),
            Self::RemoveConstraint { constraint } => {
                take(&mut manifest.selection_constraints, constraint)?;
            }
        }
        Some(())
    }
}

fn take<T>(list: &mut Vec<T>, place: usize) -> Option<T> {
    (place < list.len()).then(|| list.remove(place))
}

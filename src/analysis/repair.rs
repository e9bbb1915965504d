//! A repair as data: changes of a manifest, to be made in order. Whether they help is `repairs`' matter.

use crate::base::text::Message;
use crate::dd::Count;
use crate::formats::bem::manifest::{Candidate, Condition, Manifest, SlotCandidate};

/// What a repair does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RepairKind {
    /// Where several candidates hold the first one wins.
    FirstWins,
    /// The same with the two that meet in the example in the other order.
    SwapOrder,
    /// Where none holds the original is kept.
    ElseKeep,
    /// The combinations that show the fault are forbidden.
    Forbid,
    /// What never happens or never decides is taken out.
    Remove,
}

impl RepairKind {
    /// The word used in machine-readable output.
    pub const fn code(self) -> &'static str {
        match self {
            Self::FirstWins => "first wins",
            Self::SwapOrder => "swap order",
            Self::ElseKeep => "else keep",
            Self::Forbid => "forbid",
            Self::Remove => "remove",
        }
    }
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

/// Changes that may help, and the words for them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Draft {
    pub(super) kind: RepairKind,
    pub(super) changes: Vec<Change>,
    pub(super) message: Message,
}

/// How a package stands before or after a repair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Legal saved assignments that show the fault; `None` = not counted.
    pub failing_assignments: Option<Count>,
    /// Legal saved assignments.
    pub saved_assignments: Option<Count>,
    /// Legal effective selections.
    pub effective_selections: Option<Count>,
    /// Rejections of the whole package.
    pub n_rejections: usize,
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
    /// The package as it is.
    pub before: Standing,
    /// The package with the changes.
    pub after: Standing,
}

impl Repair {
    /// Makes the changes. False, and the manifest as it was, when one of them does not fit.
    pub fn apply(&self, manifest: &mut Manifest) -> bool {
        match changed(manifest, &self.changes) {
            Some(changed) => {
                *manifest = changed;
                true
            }
            None => false,
        }
    }
}

/// The manifest with changes; `None` when one of them does not fit.
pub(super) fn changed(manifest: &Manifest, changes: &[Change]) -> Option<Manifest> {
    let mut changed = manifest.clone();
    for change in changes {
        change.apply(&mut changed)?;
    }
    Some(changed)
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

//! Repairs before they are proved: rewritten conditions, constraints against what fails, removals.

use super::conditions::{self, all, any, not};
use super::engine::{Loaded, Revision};
use super::explain::Explanation;
use super::facts::{Fact, FactKind};
use super::idle::{Idle, IdleKind};
use super::phrases;
use super::repair::{Change, Draft, RepairKind};
use super::rules::{Fault, Subject};
use super::space::Space;
use super::written::condition_of;
use crate::base::text::Message;
use crate::dd::{Node, Stop};
use crate::formats::bem::manifest::{Candidate, Condition, Manifest, Operation, SlotCandidate};

/// Combinations that are forbidden at most to repair one fault.
pub(super) const MAX_FORBIDDEN: usize = 8;

/// Repairs that rewrite conditions, before they are proved.
pub(super) fn drafts(
    space: &mut Space,
    loaded: &Loaded,
    revision: Revision<'_>,
    fact: &Fact,
) -> Result<Vec<Draft>, Stop> {
    let fault = loaded.faults.iter().find(|fault| {
        fault.rule == fact.rule
            && fault.kind == fact.kind
            && fault.subject.pointer() == fact.pointer
    });
    let Some(fault) = fault else {
        return Ok(Vec::new());
    };
    let manifest = revision.manifest;
    let mut drafts = Vec::new();
    match (fault.kind, fault.subject) {
        (
            FactKind::NoDraw,
            Subject::Candidate {
                component,
                candidate,
            },
        ) => {
            let place = (component, candidate);
            drafts.extend(keep_where_empty(space, loaded, manifest, place)?);
        }
        _ => match list_of(loaded, manifest, fault) {
            Some(list) if fault.kind == FactKind::Overlap => {
                drafts.extend(first_wins(space, manifest, &list)?);
                if let [first, second, ..] = fact.candidates.as_slice() {
                    let swapped = list.swapped(*first, *second);
                    drafts.extend(first_wins(space, manifest, &swapped)?);
                }
            }
            Some(list) => drafts.extend(else_keep(space, manifest, &list)?),
            None => {}
        },
    }
    Ok(drafts)
}

/// The candidates of a component or slot, in the order in which they are to be asked.
struct List {
    subject: Subject,
    /// Where each stands in the manifest.
    places: Vec<usize>,
    written: Vec<Option<Condition>>,
    nodes: Vec<Node>,
}

fn list_of(loaded: &Loaded, manifest: &Manifest, fault: &Fault) -> Option<List> {
    let (written, nodes) = match fault.subject {
        Subject::Component(component) => {
            let candidates = &manifest.component_rules.get(component)?.candidates;
            let written = candidates.iter().map(|one| one.when.clone()).collect();
            (written, loaded.predicates.candidates.get(component)?)
        }
        Subject::Slot(slot) => {
            let candidates = &manifest.texture_slots.get(slot)?.candidates;
            let written = candidates.iter().map(|one| one.when.clone()).collect();
            (written, loaded.predicates.slots.get(slot)?)
        }
        Subject::Candidate { .. } | Subject::Whole => return None,
    };
    Some(List {
        subject: fault.subject,
        places: (0..nodes.len()).collect(),
        written,
        nodes: nodes.clone(),
    })
}

impl List {
    /// The same with two places of the order exchanged.
    fn swapped(&self, first: usize, second: usize) -> Self {
        let mut swapped = Self {
            subject: self.subject,
            places: self.places.clone(),
            written: self.written.clone(),
            nodes: self.nodes.clone(),
        };
        if first.max(second) < self.places.len() {
            swapped.places.swap(first, second);
            swapped.written.swap(first, second);
            swapped.nodes.swap(first, second);
        }
        swapped
    }

    fn is_in_order(&self) -> bool {
        self.places.is_sorted()
    }

    fn set(&self, idx: usize, when: Condition) -> Option<Change> {
        let candidate = self.places[idx];
        let when = (when != Condition::Constant(true)).then_some(when);
        Some(match self.subject {
            Subject::Component(component) => Change::SetCandidateWhen {
                component,
                candidate,
                when,
            },
            Subject::Slot(slot) => Change::SetSlotWhen {
                slot,
                candidate,
                when,
            },
            Subject::Candidate { .. } | Subject::Whole => return None,
        })
    }

    fn remove(&self, idx: usize) -> Option<Change> {
        let candidate = self.places[idx];
        Some(match self.subject {
            Subject::Component(component) => Change::RemoveCandidate {
                component,
                candidate,
            },
            Subject::Slot(slot) => Change::RemoveSlotCandidate { slot, candidate },
            Subject::Candidate { .. } | Subject::Whole => return None,
        })
    }
}

/// Each candidate with the earlier ones ruled out that it meets.
fn first_wins(space: &mut Space, manifest: &Manifest, list: &List) -> Result<Option<Draft>, Stop> {
    let n_candidates = list.nodes.len();
    // meets[earlier][later - earlier - 1]
    let mut meets = Vec::with_capacity(n_candidates);
    for (earlier, node) in list.nodes.iter().enumerate() {
        let mut row = Vec::new();
        for later in &list.nodes[earlier + 1..] {
            let both = space.dd.and(*node, *later)?;
            row.push(space.legal(both)?.0 != Node::FALSE);
        }
        meets.push(row);
    }
    let meets = |earlier: usize, later: usize| meets[earlier][later - earlier - 1];
    let short = conditions::first_wins_where(&list.written, meets);
    let mut changes = Vec::new();
    let mut removals = Vec::new();
    let mut covered = Node::FALSE;
    for idx in 0..n_candidates {
        let left = space.dd.and_not(list.nodes[idx], covered)?;
        covered = space.dd.or(covered, list.nodes[idx])?;
        if !(0..idx).any(|earlier| meets(earlier, idx)) {
            continue;
        }
        if space.legal(left)?.0 == Node::FALSE {
            removals.extend(list.remove(idx).map(|change| (list.places[idx], change)));
            continue;
        }
        let when = match &short {
            Ok(written) => Some(written[idx].clone()),
            Err(_) => checked_condition(space, manifest, left),
        };
        match when.and_then(|when| list.set(idx, when)) {
            Some(change) => changes.push(change),
            None => return Ok(None),
        }
    }
    // From the last, so that indices stay right.
    removals.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
    changes.extend(removals.into_iter().map(|(_, change)| change));
    let (kind, phrase) = if list.is_in_order() {
        (RepairKind::FirstWins, &phrases::REPAIR_FIRST_WINS)
    } else {
        (RepairKind::SwapOrder, &phrases::REPAIR_SWAP_ORDER)
    };
    Ok(Some(Draft {
        kind,
        changes,
        message: Message::new(phrase),
    }))
}

/// One more candidate that keeps the original where none of the others holds.
fn else_keep(space: &mut Space, manifest: &Manifest, list: &List) -> Result<Option<Draft>, Stop> {
    let covered = space.dd.or_all(&list.nodes)?;
    let gap = space.dd.not(covered)?;
    let when = match conditions::otherwise(&list.written) {
        Ok(when) => Some(when),
        Err(_) => checked_condition(space, manifest, gap),
    };
    let Some(when) = when else {
        return Ok(None);
    };
    let when = Some(when);
    let change = match list.subject {
        Subject::Component(component) => Change::AddCandidate {
            component,
            candidate: Candidate {
                when,
                operation: Operation::Keep,
                ..Candidate::default()
            },
        },
        Subject::Slot(slot) => Change::AddSlotCandidate {
            slot,
            candidate: SlotCandidate {
                when,
                texture: None,
            },
        },
        Subject::Candidate { .. } | Subject::Whole => return Ok(None),
    };
    Ok(Some(Draft {
        kind: RepairKind::ElseKeep,
        changes: vec![change],
        message: Message::new(&phrases::REPAIR_ELSE_KEEP),
    }))
}

/// The replacement only where something is drawn, and the original where nothing would be.
fn keep_where_empty(
    space: &mut Space,
    loaded: &Loaded,
    manifest: &Manifest,
    (component, candidate): (usize, usize),
) -> Result<Option<Draft>, Stop> {
    let Some(mesh) = loaded.package.components[component][candidate].mesh else {
        return Ok(None);
    };
    let node = loaded.predicates.candidates[component][candidate];
    let drawn = loaded.predicates.any_draw[mesh];
    let shown = space.dd.and(node, drawn)?;
    let empty = space.dd.and_not(node, drawn)?;
    let rule = &manifest.component_rules[component].candidates[candidate];
    let when = rule.when.clone().unwrap_or(Condition::Constant(true));
    let draws = manifest.meshes[mesh].draws.iter();
    let some_draw = any(draws.map(|draw| draw.when.clone().unwrap_or(Condition::Constant(true))));
    let write = |space: &Space, short: Condition, node: Node| {
        conditions::checked(short)
            .ok()
            .or_else(|| checked_condition(space, manifest, node))
    };
    let replaced = write(space, all([when.clone(), some_draw.clone()]), shown);
    let kept = write(space, all([when, not(some_draw)]), empty);
    let (Some(replaced), Some(kept)) = (replaced, kept) else {
        return Ok(None);
    };
    let keep = Change::AddCandidate {
        component,
        candidate: Candidate {
            when: Some(kept).filter(|when| *when != Condition::Constant(true)),
            operation: Operation::Keep,
            ..Candidate::default()
        },
    };
    let narrowed = if space.legal(shown)?.0 == Node::FALSE {
        Change::RemoveCandidate {
            component,
            candidate,
        }
    } else {
        Change::SetCandidateWhen {
            component,
            candidate,
            when: Some(replaced).filter(|when| *when != Condition::Constant(true)),
        }
    };
    Ok(Some(Draft {
        kind: RepairKind::ElseKeep,
        changes: vec![keep, narrowed],
        message: Message::new(&phrases::REPAIR_ELSE_KEEP),
    }))
}

/// A diagram as a condition within the format's limits.
fn checked_condition(space: &Space, manifest: &Manifest, node: Node) -> Option<Condition> {
    condition_of(space, manifest, node).and_then(|condition| conditions::checked(condition).ok())
}

/// Constraints against every combination that shows the fault, when there are few.
pub(super) fn forbidding(manifest: &Manifest, explanations: &[Explanation]) -> Option<Draft> {
    if explanations.is_empty() || explanations.len() > MAX_FORBIDDEN {
        return None;
    }
    let changes = explanations
        .iter()
        .map(|one| conditions::checked(not(cube(manifest, one))).map(Change::AddConstraint))
        .collect::<Result<Vec<_>, _>>()
        .ok()?;
    let first = explanations.first()?;
    let words = first.state.words(manifest, &first.groups);
    Some(Draft {
        kind: RepairKind::Forbid,
        changes,
        message: Message::new(&phrases::REPAIR_FORBID)
            .with("example", words)
            .with("n", explanations.len()),
    })
}

/// "The groups that matter are set like this": a hidden group has none of its choices.
fn cube(manifest: &Manifest, explanation: &Explanation) -> Condition {
    let groups = manifest.option_groups.as_deref().unwrap_or_default();
    all(explanation.groups.iter().filter_map(|idx| {
        let group = groups.get(*idx)?;
        let state = explanation.state.groups.get(*idx)?;
        let eq = |choice: &str| Condition::Eq {
            group: group.id.clone(),
            choice: choice.to_owned(),
        };
        if state.is_available {
            let choice = group.choices.get(usize::from(state.choice_idx))?;
            return Some(eq(&choice.id));
        }
        Some(not(any(group.choices.iter().map(|choice| eq(&choice.id)))))
    }))
}

/// The one change that takes something without effect out.
pub(super) fn removal(manifest: &Manifest, idle: &Idle) -> Option<Change> {
    let parts: Vec<&str> = idle.pointer.split('/').skip(1).collect();
    let number = |place: usize| parts.get(place).and_then(|part| part.parse::<usize>().ok());
    let table = parts.first().copied()?;
    let outer = number(1)?;
    match (idle.kind, table) {
        (IdleKind::ConstraintIdle, _) => Some(Change::RemoveConstraint { constraint: outer }),
        (IdleKind::CandidateNever, _) => Some(Change::RemoveCandidate {
            component: outer,
            candidate: number(3)?,
        }),
        (IdleKind::DrawNever, _) => {
            let is_last = manifest.meshes.get(outer)?.draws.len() == 1;
            (!is_last).then_some(Change::RemoveDraw {
                mesh: outer,
                draw: number(3)?,
            })
        }
        (IdleKind::SlotCandidateNever, _) => {
            let candidate = number(3)?;
            let candidates = manifest.texture_slots.get(outer)?.candidates.iter();
            let mut others = candidates.enumerate().filter(|(idx, _)| *idx != candidate);
            // A slot without any texture would not be one (SLOT-03).
            others.any(|(_, other)| other.texture.is_some()).then_some(
                Change::RemoveSlotCandidate {
                    slot: outer,
                    candidate,
                },
            )
        }
        (IdleKind::ConditionAlways, "option_groups") => {
            Some(Change::SetGroupAlways { group: outer })
        }
        (IdleKind::ConditionAlways, "component_rules") => Some(Change::SetCandidateWhen {
            component: outer,
            candidate: number(3)?,
            when: None,
        }),
        (IdleKind::ConditionAlways, "texture_slots") => Some(Change::SetSlotWhen {
            slot: outer,
            candidate: number(3)?,
            when: None,
        }),
        (IdleKind::ConditionAlways, "meshes") => Some(Change::SetDrawWhen {
            mesh: outer,
            draw: number(3)?,
            when: None,
        }),
        _ => None,
    }
}

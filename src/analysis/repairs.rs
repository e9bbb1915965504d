//! Repairs for faults and for what has no effect: each was tried out and proved to take the fault away without bringing
//! another, before it is offered.

use super::conditions::{self, all, any, not};
use super::engine::{Engine, Loaded, Revision};
use super::error::{AnalysisError, Budget};
use super::explain::Explanation;
use super::facts::{Fact, FactKind};
use super::idle::{Idle, IdleKind};
use super::phrases;
use super::prove::Analysis;
use super::repair::{Change, Repair, RepairKind};
use super::rules::{Fault, Subject};
use super::space::Space;
use super::written::condition_of;
use crate::base::cancel::Cancel;
use crate::base::findings::Severity;
use crate::base::text::Message;
use crate::dd::{Node, Stop};
use crate::formats::bem::manifest::{Candidate, Condition, Manifest, Operation, SlotCandidate};
use std::collections::BTreeMap;

/// Combinations that are forbidden at most to repair one fault.
const MAX_FORBIDDEN: usize = 8;

impl Engine {
    /// Repairs for a fact of the revision that was checked last, which `revision` must be; all proved to work. The
    /// engine then knows that revision still.
    ///
    /// # Errors
    ///
    /// [`AnalysisError`]: a proof is too large, it was cancelled, or a name leads nowhere.
    pub fn repairs(
        &mut self,
        revision: Revision<'_>,
        fact: &Fact,
        cancel: &Cancel,
    ) -> Result<Vec<Repair>, AnalysisError> {
        let explanations = self.explain(revision, fact, MAX_FORBIDDEN + 1, cancel)?;
        let Some(loaded) = self.loaded.take() else {
            return Ok(Vec::new());
        };
        let drafts = drafts(&mut self.space, &loaded, revision, fact);
        self.loaded = Some(loaded);
        let mut drafts = drafts?;
        drafts.extend(forbidding(revision.manifest, &explanations));
        let before = rejections(revision, cancel)?;
        let target = key(fact);
        let mut repairs = Vec::new();
        for repair in drafts {
            let mut manifest = revision.manifest.clone();
            if !repair.apply(&mut manifest) {
                continue;
            }
            let changed = Revision {
                manifest: &manifest,
                ..revision
            };
            let after = rejections(changed, cancel)?;
            let count = |found: &Rejections, key: &Key| found.get(key).copied().unwrap_or(0);
            let is_gone = count(&after, &target) < count(&before, &target);
            if is_gone && after.iter().all(|(key, n)| *n <= count(&before, key)) {
                repairs.push(repair);
            }
        }
        Ok(repairs)
    }
}

/// The repair for something without effect: taking it out, proved to change no fault and no selection. `None` where that
/// is not a matter of one change.
///
/// # Errors
///
/// [`AnalysisError`]: a proof is too large, it was cancelled, or a name leads nowhere.
pub fn repair_idle(
    revision: Revision<'_>,
    idle: &Idle,
    cancel: &Cancel,
) -> Result<Option<Repair>, AnalysisError> {
    let Some(change) = removal(revision.manifest, idle) else {
        return Ok(None);
    };
    let repair = Repair {
        kind: RepairKind::Remove,
        changes: vec![change],
        message: Message::new(&phrases::REPAIR_REMOVE),
    };
    let mut manifest = revision.manifest.clone();
    if !repair.apply(&mut manifest) {
        return Ok(None);
    }
    let changed = Revision {
        manifest: &manifest,
        ..revision
    };
    let before = Engine::new()?.check_live(revision, &Budget::LIVE, cancel)?;
    let after = Engine::new()?.check_live(changed, &Budget::LIVE, cancel)?;
    let is_same = rejections_of(&before) == rejections_of(&after)
        && before.summary.saved_assignments == after.summary.saved_assignments
        && before.summary.effective_selections == after.summary.effective_selections;
    Ok(is_same.then_some(repair))
}

/// Rule, kind and the component or slot of a rejection.
type Key = (&'static str, FactKind, String);

/// How many rejections of each kind there are.
type Rejections = BTreeMap<Key, usize>;

fn key(fact: &Fact) -> Key {
    // Candidates may move; the component or slot they belong to does not.
    let place: Vec<&str> = fact.pointer.split('/').take(3).collect();
    (fact.rule, fact.kind, place.join("/"))
}

fn rejections(revision: Revision<'_>, cancel: &Cancel) -> Result<Rejections, AnalysisError> {
    let analysis = Engine::new()?.check_live(revision, &Budget::LIVE, cancel)?;
    Ok(rejections_of(&analysis))
}

fn rejections_of(analysis: &Analysis) -> Rejections {
    let mut rejections = Rejections::new();
    for fact in &analysis.facts {
        if fact.export == Some(Severity::Error) {
            *rejections.entry(key(fact)).or_default() += 1;
        }
    }
    rejections
}

/// Repairs that rewrite conditions, before they are proved.
fn drafts(
    space: &mut Space,
    loaded: &Loaded,
    revision: Revision<'_>,
    fact: &Fact,
) -> Result<Vec<Repair>, Stop> {
    let fault = loaded.faults.iter().find(|fault| {
        fault.rule == fact.rule
            && fault.kind == fact.kind
            && fault.subject.pointer() == fact.pointer
    });
    let Some(fault) = fault else {
        return Ok(Vec::new());
    };
    let manifest = revision.manifest;
    let draft = match (fault.kind, fault.subject) {
        (
            FactKind::NoDraw,
            Subject::Candidate {
                component,
                candidate,
            },
        ) => keep_where_empty(space, loaded, manifest, (component, candidate))?,
        _ => match list_of(loaded, manifest, fault) {
            Some(list) if fault.kind == FactKind::Overlap => first_wins(space, manifest, &list)?,
            Some(list) => else_keep(space, manifest, &list)?,
            None => None,
        },
    };
    Ok(draft.into_iter().collect())
}

/// The candidates of a component or slot.
struct List {
    subject: Subject,
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
        written,
        nodes: nodes.clone(),
    })
}

impl List {
    fn set(&self, candidate: usize, when: Condition) -> Option<Change> {
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

    fn remove(&self, candidate: usize) -> Option<Change> {
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
fn first_wins(space: &mut Space, manifest: &Manifest, list: &List) -> Result<Option<Repair>, Stop> {
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
            removals.extend(list.remove(idx));
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
    changes.extend(removals.into_iter().rev());
    Ok(Some(Repair {
        kind: RepairKind::FirstWins,
        changes,
        message: Message::new(&phrases::REPAIR_FIRST_WINS),
    }))
}

/// One more candidate that keeps the original where none of the others holds.
fn else_keep(space: &mut Space, manifest: &Manifest, list: &List) -> Result<Option<Repair>, Stop> {
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
    Ok(Some(Repair {
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
) -> Result<Option<Repair>, Stop> {
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
    Ok(Some(Repair {
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
fn forbidding(manifest: &Manifest, explanations: &[Explanation]) -> Option<Repair> {
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
    Some(Repair {
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
fn removal(manifest: &Manifest, idle: &Idle) -> Option<Change> {
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

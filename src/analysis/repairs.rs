//! Repairs for faults and for what has no effect: each was tried out and proved to take the fault away without bringing
//! another, before it is offered.

use super::drafts::{MAX_FORBIDDEN, drafts, forbidding, removal};
use super::engine::{Engine, Revision};
use super::error::{AnalysisError, Budget};
use super::facts::{Fact, FactKind};
use super::idle::Idle;
use super::phrases;
use super::prove::Analysis;
use super::repair::{Draft, Repair, RepairKind, Standing, changed};
use crate::base::cancel::Cancel;
use crate::base::findings::Severity;
use crate::base::text::Message;
use crate::dd::Count;
use crate::formats::bem::manifest::Manifest;
use std::collections::BTreeMap;

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
        let found = drafts(&mut self.space, &loaded, revision, fact);
        self.loaded = Some(loaded);
        let mut drafts = found?;
        drafts.extend(forbidding(revision.manifest, &explanations));
        if drafts.is_empty() {
            return Ok(Vec::new());
        }
        let mut prover = Self::new()?;
        let before = prover.check_live(revision, &Budget::LIVE, cancel)?;
        let mut repairs = Vec::new();
        for draft in drafts {
            let repaired = prover.proved(revision, (fact, &before), draft, cancel)?;
            repairs.extend(repaired);
        }
        Ok(repairs)
    }

    /// The draft as a repair, if it takes the fault away and brings no other.
    fn proved(
        &mut self,
        revision: Revision<'_>,
        (fact, before): (&Fact, &Analysis),
        draft: Draft,
        cancel: &Cancel,
    ) -> Result<Option<Repair>, AnalysisError> {
        let Some(manifest) = changed(revision.manifest, &draft.changes) else {
            return Ok(None);
        };
        if n_candidates(&manifest) > most_candidates(revision.minor) {
            return Ok(None);
        }
        let changed = Revision {
            manifest: &manifest,
            ..revision
        };
        let after = self.check_live(changed, &Budget::LIVE, cancel)?;
        let (rejected, left) = (rejections_of(before), rejections_of(&after));
        let target = key(fact);
        let count = |found: &Rejections, key: &Key| found.get(key).copied().unwrap_or(0);
        let is_gone = count(&left, &target) < count(&rejected, &target);
        let brings_none = left.iter().all(|(key, n)| *n <= count(&rejected, key));
        Ok((is_gone && brings_none).then(|| Repair {
            kind: draft.kind,
            changes: draft.changes,
            message: draft.message,
            before: standing(before, Some(&target)),
            after: standing(&after, Some(&target)),
        }))
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
    let changes = vec![change];
    let Some(manifest) = changed(revision.manifest, &changes) else {
        return Ok(None);
    };
    let changed = Revision {
        manifest: &manifest,
        ..revision
    };
    let before = Engine::new()?.check_live(revision, &Budget::LIVE, cancel)?;
    let after = Engine::new()?.check_live(changed, &Budget::LIVE, cancel)?;
    let is_same = rejections_of(&before) == rejections_of(&after)
        && before.summary.saved_assignments == after.summary.saved_assignments
        && before.summary.effective_selections == after.summary.effective_selections;
    Ok(is_same.then(|| Repair {
        kind: RepairKind::Remove,
        changes,
        message: Message::new(&phrases::REPAIR_REMOVE),
        before: standing(&before, None),
        after: standing(&after, None),
    }))
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

fn rejections_of(analysis: &Analysis) -> Rejections {
    let mut rejections = Rejections::new();
    for fact in rejecting(analysis) {
        *rejections.entry(key(fact)).or_default() += 1;
    }
    rejections
}

fn rejecting(analysis: &Analysis) -> impl Iterator<Item = &Fact> {
    let facts = analysis.facts.iter();
    facts.filter(|fact| fact.export == Some(Severity::Error))
}

/// What OPT-16 counts: candidates of components and slots, and draws.
fn n_candidates(manifest: &Manifest) -> usize {
    let rules = manifest.component_rules.iter();
    let slots = manifest.texture_slots.iter();
    let meshes = manifest.meshes.iter();
    let in_rules: usize = rules.map(|rule| rule.candidates.len()).sum();
    let in_slots: usize = slots.map(|slot| slot.candidates.len()).sum();
    let draws: usize = meshes.map(|mesh| mesh.draws.len()).sum();
    in_rules + in_slots + draws
}

/// What OPT-16 allows.
const fn most_candidates(minor: u16) -> usize {
    if minor < 2 { 512 } else { 4096 }
}

/// How a package stands to a fault; without one, how it stands.
fn standing(analysis: &Analysis, fault: Option<&Key>) -> Standing {
    let failing = rejecting(analysis).filter(|fact| fault == Some(&key(fact)));
    let failing = failing.map(|fact| fact.saved_assignments);
    Standing {
        failing_assignments: failing.max().unwrap_or_else(|| fault.map(|_| Count::ZERO)),
        saved_assignments: analysis.summary.saved_assignments,
        effective_selections: analysis.summary.effective_selections,
        n_rejections: rejecting(analysis).count(),
    }
}

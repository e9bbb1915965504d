//! The second opinion: what was proved must show in the evaluator's plan of the state that is told.

use super::engine::Revision;
use super::error::AnalysisError;
use super::evaluate::{self, Plan, Replaced};
use super::facts::FactKind;
use super::questions::{Breach, Found};
use super::rules::Subject;
use super::space::Space;
use super::state::State;
use super::summary::{Maximum, Metric};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A maximum in words of the package.
pub(super) fn told(found: &Found, space: &Space) -> Maximum {
    Maximum {
        metric: found.metric,
        limit: found.limit,
        lower: found.lower,
        upper: found.upper,
        witness: space.state(&found.values),
        candidate: found.candidate,
    }
}

/// Puts every witness through the evaluator: it must be legal and have the value claimed.
pub(super) fn confirm_maxima(
    revision: Revision<'_>,
    maxima: &[Maximum],
) -> Result<(), AnalysisError> {
    let mut plans: BTreeMap<&State, Plan> = BTreeMap::new();
    for maximum in maxima {
        let plan = match plans.entry(&maximum.witness) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let choices = maximum.witness.choices();
                let plan = evaluate::plan(revision.manifest, revision.payload_sizes, &choices)?;
                place.insert(plan)
            }
        };
        let replaced = maximum.candidate.and_then(|place| {
            let mut replaced = plan.replaced.iter();
            replaced.find(|one| (one.component, one.candidate) == place)
        });
        let value = match maximum.metric {
            Metric::Draws => replaced.map_or(0, |one| one.draws.len() as u64),
            Metric::Indices => replaced.map_or(0, |one| one.n_indices),
            Metric::Textures => plan.textures.len() as u64,
            Metric::DecodedBytes => plan.decoded_bytes,
            Metric::ResidentBytes => plan.resident_bytes,
        };
        confirm(
            value == maximum.lower && plan.is_legal,
            maximum.metric.code(),
            "",
        )?;
    }
    Ok(())
}

/// An error unless the evaluator shows what was proved.
pub(super) fn confirm(
    is_shown: bool,
    rule: &'static str,
    pointer: &str,
) -> Result<(), AnalysisError> {
    if is_shown {
        Ok(())
    } else {
        Err(AnalysisError::Unconfirmed {
            rule,
            pointer: pointer.to_owned(),
        })
    }
}

/// Whether a plan shows a fault of OPT-17, OPT-18 or SLOT-04.
pub(super) fn shows(plan: &Plan, kind: FactKind, subject: Subject) -> bool {
    let n_candidates = true_candidates(plan, subject).len();
    plan.is_legal
        && match kind {
            FactKind::Overlap => n_candidates >= 2,
            FactKind::Gap => n_candidates == 0,
            _ => replaced(plan, subject).is_some_and(|one| one.draws.is_empty()),
        }
}

/// Candidates that hold, of the component or slot a fault is about.
pub(super) fn true_candidates(plan: &Plan, subject: Subject) -> Vec<usize> {
    let found = match subject {
        Subject::Component(component) | Subject::Candidate { component, .. } => {
            plan.candidates.get(component)
        }
        Subject::Slot(slot) => plan.slot_candidates.get(slot),
        Subject::Whole => None,
    };
    found.cloned().unwrap_or_default()
}

fn replaced(plan: &Plan, subject: Subject) -> Option<&Replaced> {
    plan.replaced.iter().find(|one| {
        subject
            == Subject::Candidate {
                component: one.component,
                candidate: one.candidate,
            }
    })
}

/// What a legal state has of a metric; `None` when it is not legal or the subject is not there.
pub(super) fn value(
    revision: Revision<'_>,
    state: &State,
    metric: Metric,
    subject: Subject,
) -> Result<Option<u64>, AnalysisError> {
    let choices = state.choices();
    let plan = evaluate::plan(revision.manifest, revision.payload_sizes, &choices)?;
    if !plan.is_legal {
        return Ok(None);
    }
    let replaced = replaced(&plan, subject);
    Ok(match metric {
        Metric::Draws => replaced.map(|one| one.draws.len() as u64),
        Metric::Indices => replaced.map(|one| one.n_indices),
        Metric::Textures => Some(plan.textures.len() as u64),
        Metric::DecodedBytes => Some(plan.decoded_bytes),
        Metric::ResidentBytes => Some(plan.resident_bytes),
    })
}

/// Being over a limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Over {
    metric: Metric,
    subject: Subject,
    limit: u64,
}

impl Over {
    pub(super) fn of(breach: &Breach, limit: u64) -> Self {
        Self {
            metric: breach.metric,
            subject: breach.subject,
            limit,
        }
    }

    pub(super) fn shows(
        self,
        revision: Revision<'_>,
        state: &State,
    ) -> Result<bool, AnalysisError> {
        let value = value(revision, state, self.metric, self.subject)?;
        Ok(value.is_some_and(|value| value > self.limit))
    }
}

/// A state over a limit with groups put back to their defaults one by one while it stays so: no single group can be
/// put back any more.
pub(super) fn nearer(
    revision: Revision<'_>,
    mut choices: Vec<u16>,
    over: Over,
) -> Result<State, AnalysisError> {
    let defaults = evaluate::default_choices(revision.manifest);
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for idx in (0..choices.len()).rev() {
            if choices[idx] == defaults[idx] {
                continue;
            }
            let kept = std::mem::replace(&mut choices[idx], defaults[idx]);
            let state = evaluate::state_of(revision.manifest, &choices)?;
            if over.shows(revision, &state)? {
                has_changed = true;
            } else {
                choices[idx] = kept;
            }
        }
    }
    evaluate::state_of(revision.manifest, &choices)
}

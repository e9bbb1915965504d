//! The rules of the package format as the session asks for them: structure and payloads from `formats`, selections from
//! `analysis`, put together here.

use crate::analysis::{self, Analysis, AnalysisError, Budget, Engine, Metric, Revision, Summary};
use crate::base::cancel::Cancel;
use crate::base::findings::{Finding, Place, Severity};
use crate::base::text::Message;
use crate::formats::bem::check::{self, Checked, Hooks, StageA};
use crate::formats::bem::lowest::{self, Facts, Lowest, Maxima};
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::package::Package;
use crate::formats::bem::source::Source;
use crate::formats::bem::write::PayloadStore;
use crate::session::words;
use std::cell::RefCell;
use std::sync::{Arc, Mutex};

/// By which column of the rule tables a package is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It is read: what the rulebook tolerates is a warning.
    Read,
    /// It is to be written: every broken rule rejects.
    Export,
}

impl From<Purpose> for check::Purpose {
    fn from(purpose: Purpose) -> Self {
        match purpose {
            Purpose::Read => Self::Read,
            Purpose::Export => Self::Export,
        }
    }
}

/// The engine of the check while editing, kept from one revision to the next: what did not change is not proved again.
#[derive(Clone, Debug, Default)]
pub(super) struct Warm(Arc<Mutex<Option<Engine>>>);

impl Warm {
    /// Works with the engine, a new one where another thread has it.
    pub(super) fn with<T>(
        &self,
        work: impl FnOnce(&mut Engine) -> Result<T, Message>,
    ) -> Result<T, Message> {
        let kept = self.0.lock().ok().and_then(|mut kept| kept.take());
        let mut engine = match kept {
            Some(engine) => engine,
            None => Engine::new().map_err(|error| words::not_proved(&error))?,
        };
        let done = work(&mut engine);
        // A run that was cancelled leaves good tables behind.
        if let Ok(mut kept) = self.0.lock() {
            *kept = Some(engine);
        }
        done
    }
}

/// A manifest proved under the lowest version that can carry it.
#[derive(Debug)]
pub(super) struct Proved {
    pub(super) lowest: Lowest,
    pub(super) analysis: Analysis,
}

/// Proves a manifest that passed the structural rules, under the lowest minor that can carry it (bem.md ch. 19).
///
/// The maxima may ask for a later version, whose limits are wider: then it is proved again under those.
pub(super) fn prove(
    manifest: &Manifest,
    sizes: &[u64],
    budget: &Budget,
    cancel: &Cancel,
) -> Result<Proved, AnalysisError> {
    prove_again(&mut Engine::new()?, manifest, sizes, (budget, cancel))
}

/// The same with what the published tool would say (SEL-03).
pub(super) fn prove_whole(
    manifest: &Manifest,
    sizes: &[u64],
    budget: &Budget,
    cancel: &Cancel,
) -> Result<Proved, AnalysisError> {
    under_lowest(manifest, sizes, |revision| whole(revision, budget, cancel))
}

/// Everything about one revision under one minor.
fn whole(
    revision: Revision<'_>,
    budget: &Budget,
    cancel: &Cancel,
) -> Result<Analysis, AnalysisError> {
    let mut engine = Engine::new()?;
    let mut analysis = engine.prove(revision, budget, cancel)?;
    let published = engine.published(revision, &mut analysis, cancel)?;
    if !published.is_accepted() {
        analysis.proof = None;
    }
    Ok(analysis)
}

/// The same with what earlier revisions left in `engine`.
pub(super) fn prove_again(
    engine: &mut Engine,
    manifest: &Manifest,
    sizes: &[u64],
    (budget, cancel): (&Budget, &Cancel),
) -> Result<Proved, AnalysisError> {
    under_lowest(manifest, sizes, |revision| {
        engine.prove(revision, budget, cancel)
    })
}

/// The quick check after an edit: all faults, counts, and maxima as far as the budget reaches.
pub(super) fn check_live(
    engine: &mut Engine,
    manifest: &Manifest,
    sizes: &[u64],
    (budget, cancel): (&Budget, &Cancel),
) -> Result<Proved, AnalysisError> {
    under_lowest(manifest, sizes, |revision| {
        engine.check_live(revision, budget, cancel)
    })
}

fn under_lowest(
    manifest: &Manifest,
    sizes: &[u64],
    mut ask: impl FnMut(Revision<'_>) -> Result<Analysis, AnalysisError>,
) -> Result<Proved, AnalysisError> {
    let mut facts = Facts {
        n_payloads: sizes.len(),
        maxima: None,
    };
    let mut lowest = lowest::lowest_minor(manifest, &facts);
    loop {
        let analysis = ask(Revision {
            manifest,
            minor: lowest.minor,
            payload_sizes: Some(sizes),
        })?;
        facts.maxima = maxima_of(&analysis.summary);
        let next = lowest::lowest_minor(manifest, &facts);
        if next.minor <= lowest.minor {
            return Ok(Proved { lowest, analysis });
        }
        lowest = next;
    }
}

/// The lowest minor before anything is proved.
pub(super) fn lowest_minor(manifest: &Manifest, n_payloads: usize) -> u16 {
    lowest::lowest_minor(
        manifest,
        &Facts {
            n_payloads,
            maxima: None,
        },
    )
    .minor
}

/// The maxima that count for the lowest version; none where any is unknown.
pub(super) fn maxima_of(summary: &Summary) -> Option<Maxima> {
    let value = |metric| summary.maximum(metric).map(|maximum| maximum.upper);
    Some(Maxima {
        textures: value(Metric::Textures)?,
        decoded_bytes: value(Metric::DecodedBytes)?,
        resident_bytes: value(Metric::ResidentBytes)?,
    })
}

/// What the structural rules say of a manifest with its payload sizes: fast enough for every edit.
pub(super) fn of_manifest(manifest: &Manifest, minor: u16, sizes: &[u64]) -> Vec<Finding> {
    check::check_manifest(manifest, minor, Some(sizes), check::Purpose::Export)
}

/// What all rules but those of selections say of a manifest with its payloads.
pub(super) fn of_payloads<P: PayloadStore + ?Sized>(
    manifest: &Manifest,
    minor: u16,
    payloads: &P,
    cancel: &Cancel,
) -> Vec<Finding> {
    let hooks = Hooks {
        cancel: Some(cancel),
        ..Hooks::default()
    };
    check::check_package(manifest, minor, payloads, check::Purpose::Export, hooks)
}

/// What judging a file came to.
#[derive(Debug)]
pub(super) struct Judged {
    /// The package, if its manifest could be read.
    pub(super) package: Option<Package>,
    pub(super) findings: Vec<Finding>,
    pub(super) summary: Option<Summary>,
}

/// Judges a whole file by every rule.
pub(super) fn judge(source: impl Into<Source>, purpose: Purpose, cancel: &Cancel) -> Judged {
    let summary = RefCell::new(None);
    let analyse = |manifest: &Manifest, minor: u16, sizes: &[u64]| {
        let revision = Revision {
            manifest,
            minor,
            payload_sizes: Some(sizes),
        };
        let proved = whole(revision, &Budget::EXACT, cancel);
        let (stage, found) = stage_a(proved, purpose);
        *summary.borrow_mut() = found;
        stage
    };
    let hooks = Hooks {
        analyse: Some(&analyse),
        cancel: Some(cancel),
        ..Hooks::default()
    };
    let Checked { package, findings } = check::open_with(source, purpose.into(), hooks);
    Judged {
        package,
        findings,
        summary: summary.into_inner(),
    }
}

/// Runs `work` with the stages that `formats` leaves to higher floors.
pub(super) fn with_hooks<T>(
    purpose: Purpose,
    cancel: &Cancel,
    work: impl FnOnce(Hooks<'_>) -> T,
) -> T {
    let analyse = |manifest: &Manifest, minor: u16, sizes: &[u64]| {
        let proved = analysis::prove(manifest, minor, Some(sizes), &Budget::EXACT, cancel);
        stage_a(proved, purpose).0
    };
    work(Hooks {
        analyse: Some(&analyse),
        cancel: Some(cancel),
        ..Hooks::default()
    })
}

fn stage_a(proved: Result<Analysis, AnalysisError>, purpose: Purpose) -> (StageA, Option<Summary>) {
    match proved {
        Ok(proved) => {
            let stage = StageA {
                findings: facts(&proved.facts, purpose),
                maxima: maxima_of(&proved.summary),
                ..StageA::default()
            };
            (stage, Some(proved.summary))
        }
        Err(AnalysisError::Cancelled) => (StageA::default(), None),
        Err(error) => {
            let severity = if purpose == Purpose::Read {
                Severity::Warning
            } else {
                Severity::Error
            };
            let finding = Finding::new("SEL-01", severity, Place::Whole, words::not_proved(&error));
            (
                StageA {
                    findings: vec![finding],
                    ..StageA::default()
                },
                None,
            )
        }
    }
}

/// The findings that facts are by one column.
pub(super) fn facts(facts: &[analysis::Fact], purpose: Purpose) -> Vec<Finding> {
    let one = |fact: &analysis::Fact| match purpose {
        Purpose::Read => fact.read_finding(),
        Purpose::Export => fact.export_finding(),
    };
    facts.iter().filter_map(one).collect()
}

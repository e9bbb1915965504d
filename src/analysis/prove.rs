//! The entry point: one manifest in, everything that was proved about it out.

use super::appearances::appearances;
use super::error::{AnalysisError, Budget};
use super::evaluate;
use super::facts::Fact;
use super::limits::Limits;
use super::maxima::Answers;
use super::meter;
use super::package::Package;
use super::predicates::Predicates;
use super::proof::Proof;
use super::questions::{self, Answered, Asked, Found};
use super::report::Reporter;
use super::rules;
use super::space::Space;
use super::summary::{Maximum, Metric, Summary, Verdict};
use crate::base::cancel::Cancel;
use crate::base::findings::Severity;
use crate::formats::bem::manifest::Manifest;

/// Everything that was proved about one manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Every fault, in manifest order; empty when there is none.
    pub facts: Vec<Fact>,
    /// Counts and maxima.
    pub summary: Summary,
    /// The certificate: there when nothing rejects on export, every limit was proved and sizes were given.
    pub proof: Option<Proof>,
}

/// Proves a manifest over all its selections, or a 1.0 package over its appearances.
///
/// `minor` is the header minor whose limits hold. `payload_sizes[payload]` are decoded sizes in bytes; without them
/// the byte limits are left out, and so is the proof. The manifest has passed the structural rules (stage M). The
/// answer depends on nothing but the arguments. Raise `cancel` from another thread to give up early.
///
/// # Errors
///
/// [`AnalysisError`]: the proof is too large, it was cancelled, or the structural rules do not hold.
pub fn prove(
    manifest: &Manifest,
    minor: u16,
    payload_sizes: Option<&[u64]>,
    budget: &Budget,
    cancel: &Cancel,
) -> Result<Analysis, AnalysisError> {
    let limits = Limits::of(minor);
    let mut analysis = if manifest.option_groups.is_none() {
        prove_appearances(manifest, &limits, payload_sizes)?
    } else {
        prove_options(manifest, &limits, payload_sizes, budget, cancel)?
    };
    let rejects = |fact: &Fact| fact.export == Some(Severity::Error);
    if let Some(sizes) = payload_sizes
        && !analysis.facts.iter().any(rejects)
        && analysis
            .summary
            .maxima
            .iter()
            .all(|maximum| maximum.verdict() == Verdict::Within)
    {
        analysis.proof = Some(Proof::of(manifest, minor, sizes));
    }
    Ok(analysis)
}

fn prove_appearances(
    manifest: &Manifest,
    limits: &Limits,
    payload_sizes: Option<&[u64]>,
) -> Result<Analysis, AnalysisError> {
    let (appearances, facts) = appearances(manifest, limits, payload_sizes)?;
    Ok(Analysis {
        facts,
        summary: Summary {
            appearances,
            ..Summary::default()
        },
        proof: None,
    })
}

fn prove_options(
    manifest: &Manifest,
    limits: &Limits,
    payload_sizes: Option<&[u64]>,
    budget: &Budget,
    cancel: &Cancel,
) -> Result<Analysis, AnalysisError> {
    let package = Package::of(manifest)?;
    if let Some(sizes) = payload_sizes {
        package.check_payloads(sizes)?;
    }
    let mut space = Space::new(&package, None, budget.nodes, cancel)?;
    let predicates = Predicates::of(&package, &mut space)?;
    let sound_bytes = package
        .sounds
        .iter()
        .map(|payload| Package::size(payload_sizes, *payload))
        .fold(0, u64::saturating_add);
    let all = space.tally_all();
    let mut summary = Summary {
        assignments_in_all: Some(space.assignments_in_all()),
        saved_assignments: Some(all.saved),
        effective_selections: Some(all.effective),
        sound_bytes,
        ..Summary::default()
    };
    let faults = rules::faults(&package, &predicates, &mut space)?;
    let answered = if space.is_reachable {
        let asked = Asked {
            limits: *limits,
            sizes: payload_sizes,
            budget: *budget,
            cancel,
        };
        questions::answer(
            &package,
            &predicates,
            &mut space,
            &asked,
            &mut Answers::default(),
        )?
    } else {
        Answered::default()
    };
    summary.maxima = answered.found.iter().map(|one| told(one, &space)).collect();
    confirm(manifest, payload_sizes, &summary.maxima)?;
    let mut reporter = Reporter::new(manifest, payload_sizes, &space, &package);
    reporter.space_facts()?;
    for fault in &faults {
        reporter.fault(fault)?;
    }
    for breach in &answered.breaches {
        reporter.breach(breach, limits)?;
    }
    reporter.sounds(&summary);
    for excess in &answered.excesses {
        reporter.excess(excess);
    }
    let asked = (limits.nodes, payload_sizes.is_some());
    let (reading, _) = meter::read(&package, None, asked, cancel)?;
    summary.symbolic_nodes = reading.nodes;
    reporter.effort(reading, limits);
    Ok(Analysis {
        facts: reporter.facts,
        summary,
        proof: None,
    })
}

fn told(found: &Found, space: &Space) -> Maximum {
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
fn confirm(
    manifest: &Manifest,
    payload_sizes: Option<&[u64]>,
    maxima: &[Maximum],
) -> Result<(), AnalysisError> {
    for maximum in maxima {
        let choices = maximum.witness.choices();
        let plan = evaluate::plan(manifest, payload_sizes, &choices)?;
        let replaced = maximum.candidate.and_then(|place| {
            let found = plan.replaced.iter();
            let mut found = found.filter(|one| (one.component, one.candidate) == place);
            found.next()
        });
        let value = match maximum.metric {
            Metric::Draws => replaced.map_or(0, |one| one.draws.len() as u64),
            Metric::Indices => replaced.map_or(0, |one| one.n_indices),
            Metric::Textures => plan.textures.len() as u64,
            Metric::DecodedBytes => plan.decoded_bytes,
            Metric::ResidentBytes => plan.resident_bytes,
        };
        if value != maximum.lower || !plan.is_legal {
            return Err(AnalysisError::Unconfirmed {
                rule: maximum.metric.code(),
                pointer: String::new(),
            });
        }
    }
    Ok(())
}

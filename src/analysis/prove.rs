//! The entry point: one manifest in, everything that was proved about it out.

use super::appearances::appearances;
use super::engine::{Engine, Revision};
use super::error::{AnalysisError, Budget};
use super::facts::Fact;
use super::limits::Limits;
use super::meter;
use super::package::Package;
use super::proof::Proof;
use super::report::Reporter;
use super::space::Space;
use super::summary::{Summary, Verdict};
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
    let revision = Revision {
        manifest,
        minor,
        payload_sizes,
    };
    Engine::new()?.prove(revision, budget, cancel)
}

impl Engine {
    /// Proves a revision: as [`prove`] does, with what earlier revisions left. Facts, counts and exact maxima are those
    /// of a fresh proof; where several selections attain a maximum, another of them may be told.
    ///
    /// # Errors
    ///
    /// [`AnalysisError`]: the proof is too large, it was cancelled, or a name leads nowhere.
    pub fn prove(
        &mut self,
        revision: Revision<'_>,
        budget: &Budget,
        cancel: &Cancel,
    ) -> Result<Analysis, AnalysisError> {
        let mut analysis = self.check_live(revision, budget, cancel)?;
        if self.loaded.is_some() {
            self.advise(revision, &mut analysis, (budget, cancel))?;
            self.meter(revision, &mut analysis, cancel)?;
        }
        let rejects = |fact: &Fact| fact.export == Some(Severity::Error);
        let maxima = &analysis.summary.maxima;
        if let Some(sizes) = revision.payload_sizes
            && !analysis.facts.iter().any(rejects)
            && maxima.iter().all(|one| one.verdict() == Verdict::Within)
        {
            analysis.proof = Some(Proof::of(revision.manifest, revision.minor, sizes));
        }
        Ok(analysis)
    }

    /// The quick lane for the check after every edit: everything but advice, the node meter (SEL-01, SEL-02)
    /// and the certificate.
    ///
    /// # Errors
    ///
    /// [`AnalysisError`]: the proof is too large, it was cancelled, or a name leads nowhere.
    pub fn check_live(
        &mut self,
        revision: Revision<'_>,
        budget: &Budget,
        cancel: &Cancel,
    ) -> Result<Analysis, AnalysisError> {
        if revision.manifest.option_groups.is_some() {
            return match self.check(revision, budget, cancel) {
                Err(AnalysisError::TooLarge { .. }) => too_large(revision, budget.nodes, cancel),
                other => other,
            };
        }
        self.loaded = None;
        let limits = Limits::of(revision.minor);
        let (appearances, facts) = appearances(revision.manifest, &limits, revision.payload_sizes)?;
        Ok(Analysis {
            facts,
            summary: Summary {
                appearances,
                ..Summary::default()
            },
            proof: None,
        })
    }
}

/// What is left to say about conditions too entangled to be proved: that they are (SEL-01), and whether the defaults are
/// legal. An error where the format's own way of checking would manage.
fn too_large(
    revision: Revision<'_>,
    limit: usize,
    cancel: &Cancel,
) -> Result<Analysis, AnalysisError> {
    let package = Package::of(revision.manifest)?;
    let limits = Limits::of(revision.minor);
    let asked = (limits.nodes, revision.payload_sizes);
    let reading = meter::read(&package, None, asked, cancel)?.reading;
    if reading.nodes.is_some() {
        return Err(AnalysisError::TooLarge { limit });
    }
    let space = Space::empty().ok_or(AnalysisError::TooLarge { limit })?;
    let mut reporter = Reporter::new(revision, &space, &package);
    reporter.default_fact()?;
    reporter.effort(reading, &limits);
    Ok(Analysis {
        facts: reporter.facts,
        summary: Summary::default(),
        proof: None,
    })
}

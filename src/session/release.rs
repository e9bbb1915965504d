//! The document as a package: checked while it is edited, written when asked.

use crate::analysis::{Budget, Engine, Fact, Summary};
use crate::base::cancel::Cancel;
use crate::base::digest::Digest;
use crate::base::files;
use crate::base::findings::{Finding, Severity};
use crate::base::numbers::u64_of;
use crate::base::progress::Progress;
use crate::base::text::Message;
use crate::convert::texture::Quality;
use crate::document::parts::Document;
use crate::export::build::{self, BuildError};
use crate::export::provenance::Provenance;
use crate::export::seal;
use crate::export::skeleton::{Skeleton, skeleton};
use crate::session::outputs::{self, OutputKind};
use crate::session::problems::{self, Problem};
use crate::session::rules::{self, Purpose};
use crate::session::words;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a check of one revision found.
#[derive(Clone, Debug)]
pub struct Check {
    /// The revision that was checked.
    pub revision: u64,
    /// What is wrong, the worst first.
    pub problems: Vec<Problem>,
    /// What an export would be, if it can be told.
    pub forecast: Option<Forecast>,
    /// The package the document would become, without converted bytes; none when it cannot become one.
    pub skeleton: Option<Arc<Skeleton>>,
    /// Counts and maxima, as far as the time of a check allows; none when the structure is broken.
    pub summary: Option<Summary>,
}

/// What an export would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Format 1.minor.
    pub minor: u16,
    /// Decoded payloads together, bytes; the file is usually smaller.
    pub size_bytes: u64,
    /// States players can reach, in decimal digits.
    pub n_states: String,
}

impl Check {
    /// The same with facts that a deeper look found.
    pub(super) fn with_facts(&self, document: &Document, facts: &[Fact]) -> Self {
        let mut with = self.clone();
        let nothing = Provenance::default();
        let provenance = self
            .skeleton
            .as_ref()
            .map_or(&nothing, |skeleton| &skeleton.provenance);
        let known = |problem: &Problem| {
            self.problems
                .iter()
                .any(|known| known.finding == problem.finding)
        };
        let found = facts
            .iter()
            .filter_map(|fact| problems::of_fact(document, provenance, fact));
        with.problems
            .extend(found.filter(|problem| !known(problem)));
        with.problems
            .sort_by_key(|problem| std::cmp::Reverse(problem.finding.severity));
        with
    }

    /// How many problems block the export.
    pub fn n_blocking(&self) -> usize {
        self.problems
            .iter()
            .filter(|problem| problem.is_blocking())
            .count()
    }
}

/// Checks a document without converting anything, with what earlier checks left in `engine`.
///
/// # Errors
///
/// Only when it was cancelled or the proof could not be completed.
pub(super) fn check(
    document: &Document,
    revision: u64,
    engine: &mut Engine,
    cancel: &Cancel,
) -> Result<Check, Message> {
    let mut problems = problems::of_document(document);
    let (mut made, mut summary) = (None, None);
    let forecast = match skeleton(document) {
        Ok(skeleton) => {
            let proved = prove_skeleton(&skeleton, engine, cancel)?;
            let findings = proved.findings.into_iter();
            problems.extend(
                findings
                    .map(|finding| problems::of_finding(document, &skeleton.provenance, finding)),
            );
            let facts = proved.facts.iter();
            problems.extend(
                facts.filter_map(|fact| problems::of_fact(document, &skeleton.provenance, fact)),
            );
            summary = proved.summary;
            made = Some(Arc::new(skeleton));
            proved.forecast
        }
        Err(findings) => {
            let nothing = Provenance::default();
            problems.extend(
                findings
                    .into_iter()
                    .map(|finding| problems::of_finding(document, &nothing, finding)),
            );
            None
        }
    };
    if document.appearances.is_some() && problems.iter().any(Problem::is_blocking) {
        problems.push(problems::outgrown());
    }
    problems.sort_by_key(|problem| std::cmp::Reverse(problem.finding.severity));
    Ok(Check {
        revision,
        problems,
        forecast,
        skeleton: made,
        summary,
    })
}

/// What a proof of the skeleton came to.
#[derive(Default)]
struct ProvedSkeleton {
    forecast: Option<Forecast>,
    findings: Vec<Finding>,
    facts: Vec<Fact>,
    summary: Option<Summary>,
}

fn prove_skeleton(
    skeleton: &Skeleton,
    engine: &mut Engine,
    cancel: &Cancel,
) -> Result<ProvedSkeleton, Message> {
    let Skeleton {
        manifest,
        payload_sizes,
        ..
    } = skeleton;
    let minor = rules::lowest_minor(manifest, payload_sizes.len());
    let findings = rules::of_manifest(manifest, minor, payload_sizes);
    if is_blocked(&findings) {
        return Ok(ProvedSkeleton {
            findings,
            ..ProvedSkeleton::default()
        });
    }
    let how = (&Budget::LIVE, cancel);
    let proved = rules::check_live(engine, manifest, payload_sizes, how);
    let proved = proved.map_err(|error| words::not_proved(&error))?;
    let summary = proved.analysis.summary;
    let n_states = summary.effective_selections.as_ref().map_or_else(
        || summary.appearances.len().max(1).to_string(),
        ToString::to_string,
    );
    let forecast = Forecast {
        minor: proved.lowest.minor,
        size_bytes: payload_sizes.iter().sum(),
        n_states,
    };
    Ok(ProvedSkeleton {
        forecast: Some(forecast),
        findings,
        facts: proved.analysis.facts,
        summary: Some(summary),
    })
}

pub(super) fn is_blocked(findings: &[Finding]) -> bool {
    findings
        .iter()
        .any(|finding| finding.severity == Severity::Error)
}

/// Findings of a document for scripts: those that need no package.
pub fn document_findings(document: &Document) -> Vec<Finding> {
    problems::of_document(document)
        .into_iter()
        .map(|problem| problem.finding)
        .collect()
}

/// A package that was written.
#[derive(Clone, Debug)]
pub struct Exported {
    /// Where it lies, absolute.
    pub path: PathBuf,
    /// Format 1.minor.
    pub minor: u16,
    /// Size of the file in bytes.
    pub size_bytes: u64,
    /// How many payloads it holds.
    pub n_payloads: usize,
    /// Content of the file.
    pub digest: Digest,
    /// What is worth knowing; nothing of it blocks.
    pub findings: Vec<Finding>,
}

/// Why nothing was written.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The sentence for people.
    pub message: Message,
    /// Everything that stands in the way.
    pub findings: Vec<Finding>,
}

impl From<Message> for Failure {
    fn from(message: Message) -> Self {
        Self {
            message,
            findings: Vec::new(),
        }
    }
}

impl From<Failure> for Message {
    fn from(failure: Failure) -> Self {
        failure.message
    }
}

pub(super) fn blocked(findings: Vec<Finding>) -> Failure {
    let first = findings
        .iter()
        .find(|finding| finding.severity == Severity::Error);
    let message = Message::new(&words::CANNOT_EXPORT).with(
        "n",
        findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .count(),
    );
    let message = match first {
        Some(first) => message.with_message("first", first.message.clone()),
        None => message.with("first", ""),
    };
    Failure { message, findings }
}

/// Converts, proves, seals, and writes a package. The old file stays until the new one is whole.
///
/// # Errors
///
/// [`Failure`] with every finding that blocks; nothing was written and the old file is untouched.
pub fn export(
    document: &Document,
    project: Option<&Path>,
    path: &Path,
    cancel: &Cancel,
    progress: &Progress,
) -> Result<Exported, Failure> {
    let path = files::absolute(path);
    let mut inputs = outputs::inputs_of(document);
    inputs.extend(project.map(Path::to_path_buf));
    outputs::check(&path, OutputKind::Package, &inputs)?;
    let mut findings: Vec<Finding> = document_findings(document);
    if findings
        .iter()
        .any(|finding| finding.severity == Severity::Error)
    {
        return Err(blocked(findings));
    }
    let built =
        build::build(document, Quality::Normal, cancel, progress).map_err(|error| match error {
            BuildError::Findings(findings) => blocked(findings),
            BuildError::Cancelled(_) => Message::new(&words::CANCELLED).into(),
        })?;
    progress.begin(&words::STAGE_PROVE, 1);
    let ready = seal::merge_payloads(built).map_err(|error| words::not_sealed(&error))?;
    let sizes = ready.payload_sizes();
    let proved = rules::prove_whole(&ready.manifest, &sizes, &Budget::EXACT, cancel);
    let minor = proved.as_ref().map_or_else(
        |_| rules::lowest_minor(&ready.manifest, sizes.len()),
        |proved| proved.lowest.minor,
    );
    findings.extend(rules::of_payloads(
        &ready.manifest,
        minor,
        &ready.payloads,
        cancel,
    ));
    if is_blocked(&findings) {
        return Err(blocked(findings));
    }
    let proved = proved.map_err(|error| words::not_proved(&error))?.analysis;
    findings.extend(rules::facts(&proved.facts, Purpose::Export));
    let Some(proof) = proved.proof.filter(|_| !is_blocked(&findings)) else {
        return Err(blocked(findings));
    };
    let n_payloads = sizes.len();
    let bytes = seal::seal(&ready, &proof).map_err(|error| words::not_sealed(&error))?;
    cancel.check().map_err(words::cancelled)?;
    progress.begin(&words::STAGE_WRITE, 1);
    files::write_atomic(&path, &bytes).map_err(|error| words::file_error(&error))?;
    Ok(Exported {
        path,
        minor,
        size_bytes: u64_of(bytes.len()),
        n_payloads,
        digest: Digest::of(&bytes),
        findings,
    })
}

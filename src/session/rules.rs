//! The rules of the package format as the session asks for them: one place where they are put together.

use crate::analysis::{self, AnalysisError, Budget};
use crate::base::cancel::Cancel;
use crate::base::findings::{Finding, Place, Severity};
use crate::base::text::Message;
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::package::Package;
use crate::session::words;

/// By which column of the rule tables a package is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It is read: what the rulebook tolerates is a warning.
    Read,
    /// It is to be written: every broken rule rejects.
    Export,
}

/// The lowest minor that can carry a manifest (bem.md ch. 19).
pub(super) fn lowest_minor(manifest: &Manifest, _sizes: &[u64]) -> u16 {
    u16::from(manifest.option_groups.is_some())
}

/// Everything the rules say of a manifest with its payload sizes.
pub(super) fn of_manifest(_manifest: &Manifest, _minor: u16, _sizes: &[u64]) -> Vec<Finding> {
    Vec::new()
}

/// Everything the rules say of a manifest with its payloads.
pub(super) fn of_payloads(
    _manifest: &Manifest,
    _minor: u16,
    _payloads: &[Vec<u8>],
) -> Vec<Finding> {
    Vec::new()
}

/// What judging a file came to.
#[derive(Debug, Default)]
pub(super) struct Judged {
    pub(super) minor: Option<u16>,
    pub(super) manifest: Option<Manifest>,
    pub(super) n_payloads: usize,
    pub(super) findings: Vec<Finding>,
    pub(super) summary: Option<analysis::Summary>,
}

/// Judges a whole file.
pub(super) fn judge(bytes: Vec<u8>, purpose: Purpose, cancel: &Cancel) -> Judged {
    let package = match Package::read(bytes) {
        Ok(package) => package,
        Err(error) => {
            let message = Message::new(&words::NOT_PROVED).with("what", error);
            let findings = vec![Finding::new("CON", Severity::Error, Place::Whole, message)];
            return Judged {
                findings,
                ..Judged::default()
            };
        }
    };
    let mut findings = Vec::new();
    let sizes = package.payloads.sizes();
    let proved = analysis::prove(
        &package.manifest,
        package.minor,
        Some(&sizes),
        &Budget::EXACT,
        cancel,
    );
    let summary = match proved {
        Ok(proved) => {
            findings.extend(facts(&proved.facts, purpose));
            Some(proved.summary)
        }
        Err(error) => {
            findings.push(Finding::new(
                "SEL",
                Severity::Warning,
                Place::Whole,
                analysis_error(&error),
            ));
            None
        }
    };
    Judged {
        minor: Some(package.minor),
        n_payloads: sizes.len(),
        manifest: Some(package.manifest),
        findings,
        summary,
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

/// Why there is no proof.
pub(super) fn analysis_error(error: &AnalysisError) -> Message {
    match error {
        AnalysisError::Cancelled => Message::new(&words::CANCELLED),
        error => Message::new(&words::NOT_PROVED).with("what", error),
    }
}

//! Shorthands for looking at findings. No test stands here.

use bem_studio::base::findings::{Finding, Severity, worst};
use bem_studio::base::text::Language;
use bem_studio::formats::bem::check::{Checked, Purpose, open};
use std::collections::BTreeSet;

pub(super) fn open_read(bytes: &[u8]) -> Checked {
    open(bytes, Purpose::Read)
}

/// `ok`, `warn` or `reject`.
pub(super) fn verdict_of(findings: &[Finding]) -> &'static str {
    match worst(findings) {
        Some(Severity::Error) => "reject",
        Some(Severity::Warning) => "warn",
        _ => "ok",
    }
}

pub(super) fn verdict(checked: &Checked) -> &'static str {
    verdict_of(&checked.findings)
}

/// The broken rules, sorted, each once; hints and what only export refuses left out.
pub(super) fn rules_of(findings: &[Finding]) -> Vec<String> {
    let told: BTreeSet<String> = findings
        .iter()
        .filter(|finding| finding.severity > Severity::Hint)
        .map(|finding| finding.rule.to_string())
        .collect();
    told.into_iter().collect()
}

pub(super) fn rules(checked: &Checked) -> Vec<String> {
    rules_of(&checked.findings)
}

/// Everything told, one finding a line.
pub(super) fn messages(findings: &[Finding]) -> String {
    let lines = findings.iter().map(|finding| {
        let text = finding.message.text(Language::En);
        let severity = finding.severity.code();
        format!("{} {severity} {}: {text}", finding.rule, finding.place)
    });
    lines.collect::<Vec<_>>().join("\n")
}

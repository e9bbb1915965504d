//! Lists of `id:value` pairs joined by `&` (SAV-01). It knows no ids.

use crate::base::findings::{Finding, Place, Severity};
use crate::base::text::Message;

/// One entry of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry<'t> {
    /// Counted from 1.
    pub(super) number: usize,
    /// As it stands there.
    pub(super) text: &'t str,
    /// Id and value; none unless there is exactly one `:`.
    pub(super) pair: Option<(&'t str, &'t str)>,
}

/// The entries of a list; the empty text has none, `a:b&` has an empty second one.
pub(super) fn entries(text: &str) -> impl Iterator<Item = Entry<'_>> {
    let parts = text.split('&').enumerate();
    parts.filter(|_| !text.is_empty()).map(|(idx, part)| Entry {
        number: idx.saturating_add(1),
        text: part,
        pair: part
            .split_once(':')
            .filter(|(_, value)| !value.contains(':')),
    })
}

/// Findings of one severity.
#[derive(Debug)]
pub(super) struct Report {
    severity: Severity,
    findings: Vec<Finding>,
}

impl Report {
    pub(super) const fn new(severity: Severity) -> Self {
        Self {
            severity,
            findings: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, rule: &'static str, message: Message) {
        let finding = Finding::new(rule, self.severity, Place::Whole, message);
        self.findings.push(finding);
    }

    pub(super) fn into_findings(self) -> Vec<Finding> {
        self.findings
    }
}

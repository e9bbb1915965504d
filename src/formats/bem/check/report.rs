//! Collects findings: one severity column for reading, one for export, and a cap for faults that come by thousands.

use crate::base::findings::{Finding, Place, Severity};
use crate::base::text::{Message, Phrase, grouped};
use std::collections::BTreeMap;

/// Findings of one rule and severity that are listed one by one; further ones are counted.
const LISTED: usize = 100;

static MORE: Phrase = Phrase::new(
    "另有 {n} 处同样的问题。",
    "同じ問題がほかに {n} か所あります。",
    "The same fault is found in {n} more places.",
);

/// Why a package is checked: it decides how bad a broken rule is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// It was read from somewhere: the rulebook's Read column.
    #[default]
    Read,
    /// It is to be written: every broken rule refuses it; only hints do not.
    Export,
}

/// The Read column of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::formats::bem) enum OnRead {
    /// Legal when read; told as a hint.
    Fine,
    /// The package opens, with a warning.
    Warn,
    /// The package is refused.
    Reject,
}

/// A rule with its Read column.
#[derive(Clone, Copy, Debug)]
pub(in crate::formats::bem) struct Rule {
    /// Its ID.
    pub(in crate::formats::bem) id: &'static str,
    /// Its Read column.
    pub(in crate::formats::bem) on_read: OnRead,
    /// Whether its text names the JSON type, so that a wrong type breaks this rule and not the general JSON-10.
    pub(in crate::formats::bem) names_type: bool,
}

impl Rule {
    /// A rule that refuses what is read.
    pub(in crate::formats::bem) const fn reject(id: &'static str) -> Self {
        Self {
            id,
            on_read: OnRead::Reject,
            names_type: false,
        }
    }

    /// A rule that only warns when something is read.
    pub(in crate::formats::bem) const fn warn(id: &'static str) -> Self {
        Self {
            id,
            on_read: OnRead::Warn,
            names_type: false,
        }
    }

    /// A rule that only export enforces.
    pub(in crate::formats::bem) const fn fine(id: &'static str) -> Self {
        Self {
            id,
            on_read: OnRead::Fine,
            names_type: false,
        }
    }

    /// The same rule, whose text names the JSON type of its member.
    pub(in crate::formats::bem) const fn typed(mut self) -> Self {
        self.names_type = true;
        self
    }

    /// The same rule with the Read column of an exception.
    pub(in crate::formats::bem) const fn on_read(mut self, on_read: OnRead) -> Self {
        self.on_read = on_read;
        self
    }
}

/// The findings of one check, in order of discovery.
#[derive(Clone, Debug)]
pub(in crate::formats::bem) struct Report {
    purpose: Purpose,
    findings: Vec<Finding>,
    counts: BTreeMap<(&'static str, Severity), usize>,
}

impl Report {
    pub(in crate::formats::bem) const fn new(purpose: Purpose) -> Self {
        Self {
            purpose,
            findings: Vec::new(),
            counts: BTreeMap::new(),
        }
    }

    pub(in crate::formats::bem) const fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// A broken rule.
    pub(in crate::formats::bem) fn add(&mut self, rule: Rule, place: Place, message: Message) {
        self.push(rule.id, self.severity(rule), place, message);
    }

    const fn severity(&self, rule: Rule) -> Severity {
        match (self.purpose, rule.on_read) {
            (Purpose::Export, _) | (Purpose::Read, OnRead::Reject) => Severity::Error,
            (Purpose::Read, OnRead::Warn) => Severity::Warning,
            (Purpose::Read, OnRead::Fine) => Severity::Hint,
        }
    }

    /// Counts a broken rule of which enough places are listed: nobody has to find out where it is and what to say then.
    pub(in crate::formats::bem) fn is_only_counted(&mut self, rule: Rule) -> bool {
        let key = (rule.id, self.severity(rule));
        match self.counts.get_mut(&key) {
            Some(count) if *count >= LISTED => {
                *count = count.saturating_add(1);
                true
            }
            _ => false,
        }
    }

    /// Advice: `HINT-nn`.
    pub(in crate::formats::bem) fn hint(
        &mut self,
        id: &'static str,
        place: Place,
        message: Message,
    ) {
        self.push(id, Severity::Hint, place, message);
    }

    fn push(&mut self, id: &'static str, severity: Severity, place: Place, message: Message) {
        let count = self.counts.entry((id, severity)).or_default();
        *count = count.saturating_add(1);
        if *count <= LISTED {
            self.findings
                .push(Finding::new(id, severity, place, message));
        }
    }

    /// Whether anything found so far refuses the package.
    pub(in crate::formats::bem) fn has_errors(&self) -> bool {
        self.counts
            .keys()
            .any(|(_, severity)| *severity == Severity::Error)
    }

    /// Whether this rule was broken.
    pub(in crate::formats::bem) fn has(&self, id: &str) -> bool {
        self.counts.keys().any(|(known, _)| *known == id)
    }

    /// Takes over findings made elsewhere.
    pub(in crate::formats::bem) fn extend(&mut self, other: Self) {
        for finding in other.findings {
            self.findings.push(finding);
        }
        for (key, count) in other.counts {
            let sum = self.counts.entry(key).or_default();
            *sum = sum.saturating_add(count);
        }
    }

    /// Takes over finished findings of a higher floor as they are.
    pub(in crate::formats::bem) fn adopt(&mut self, findings: Vec<Finding>) {
        self.findings.extend(findings);
    }

    /// All findings; what went beyond the cap is counted in one finding for each rule.
    pub(in crate::formats::bem) fn finish(mut self) -> Vec<Finding> {
        for ((id, severity), count) in self.counts {
            let n_more = count.saturating_sub(LISTED);
            if n_more > 0 {
                let message = Message::new(&MORE).with("n", grouped(n_more));
                self.findings
                    .push(Finding::new(id, severity, Place::Whole, message));
            }
        }
        self.findings
    }
}

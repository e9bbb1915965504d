//! What validators and importers have to say: one finding a fault, collected, never thrown.
//! It knows no rule: rule IDs come from the rulebooks and are only carried here.

use crate::base::text::Message;
use std::borrow::Cow;
use std::fmt;

/// How bad a finding is. Ordered: the worst is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Advice that never blocks anything (`HINT-nn`).
    Hint,
    /// Legal or tolerated, but worth a look.
    Warning,
    /// The thing is refused.
    Error,
}

impl Severity {
    /// The word used in machine-readable output.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Warning => "warn",
            Self::Error => "reject",
        }
    }
}

/// Where a finding points.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The file or document as a whole.
    #[default]
    Whole,
    /// A JSON pointer into a manifest, such as `/meshes/0/draws/2/when`.
    Pointer(String),
    /// A byte offset from the start of the file.
    Offset(u64),
    /// A member of an archive, by its name there.
    Member(String),
    /// A part of the document being edited, as its owner names it, such as `source:1/bone:14`.
    Part(String),
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Pointer(text) | Self::Member(text) | Self::Part(text) => out.write_str(text),
            Self::Offset(offset) => write!(out, "@{offset}"),
        }
    }
}

/// One fault, warning or hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Stable code: a rule ID of a rulebook (`MESH-13`, `HINT-03`) or a code of ours (`bone-folded`).
    pub rule: Cow<'static, str>,
    /// How bad it is where it was found.
    pub severity: Severity,
    /// Where it is.
    pub place: Place,
    /// The sentence for people, with value and limit as its arguments.
    pub message: Message,
}

impl Finding {
    /// A finding; the arguments in the order of the fields.
    pub fn new(
        rule: impl Into<Cow<'static, str>>,
        severity: Severity,
        place: Place,
        message: Message,
    ) -> Self {
        Self {
            rule: rule.into(),
            severity,
            place,
            message,
        }
    }
}

/// The worst severity among `findings`, `None` when there are none.
pub fn worst(findings: &[Finding]) -> Option<Severity> {
    findings.iter().map(|finding| finding.severity).max()
}

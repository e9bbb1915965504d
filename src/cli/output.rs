//! Printing: sentences for people, one line of JSON a result for scripts.

use super::Format;
use crate::base::findings::{Finding, Place};
use crate::base::text::{Language, Message};
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::ExitCode;

/// The exit code of every failure.
pub(super) const FAILURE: u8 = 2;

/// Where and how results are printed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Output {
    is_json: bool,
    pub(super) language: Language,
}

impl Output {
    pub(super) fn new(format: Format) -> Self {
        Self {
            is_json: format.json,
            language: format.lang,
        }
    }

    /// A result that is good: text for people, or its JSON.
    pub(super) fn good(self, text: &str, json: &Value) -> ExitCode {
        self.print(text, json);
        ExitCode::SUCCESS
    }

    /// A result that is bad.
    pub(super) fn bad(self, text: &str, json: &Value) -> ExitCode {
        self.print(text, json);
        ExitCode::from(FAILURE)
    }

    /// A failure without a result of its own.
    pub(super) fn failure(self, message: &Message, findings: &[Finding]) -> ExitCode {
        let text = self.failure_text(message, findings);
        let json = json!({
            "success": false,
            "message": message.text(self.language),
            "findings": self.findings(findings),
        });
        self.bad(&text, &json)
    }

    /// A failure for people: its sentence, then one finding a line.
    pub(super) fn failure_text(self, message: &Message, findings: &[Finding]) -> String {
        let mut text = message.text(self.language);
        for finding in findings {
            text.push_str("\n  ");
            text.push_str(&self.line(finding));
        }
        text
    }

    /// Prints text for people, or a line that is JSON already.
    pub(super) fn print_line(self, text: &str, json: &str) {
        let mut out = std::io::stdout().lock();
        // A reader that went away (`| head`) is no failure of ours.
        drop(writeln!(out, "{}", if self.is_json { json } else { text }));
    }

    /// Prints without deciding anything.
    pub(super) fn print(self, text: &str, json: &Value) {
        let mut out = std::io::stdout().lock();
        let line = if self.is_json {
            json.to_string()
        } else {
            text.to_owned()
        };
        // A reader that went away (`| head`) is no failure of ours.
        drop(writeln!(out, "{line}"));
    }

    /// One finding as a line.
    pub(super) fn line(self, finding: &Finding) -> String {
        let at = match &finding.place {
            Place::Whole => String::new(),
            place => format!(" {place}"),
        };
        format!(
            "{} {}{at}: {}",
            finding.severity.code(),
            finding.rule,
            finding.message.text(self.language)
        )
    }

    /// Findings as JSON: rule, severity, at, message.
    pub(super) fn findings(self, findings: &[Finding]) -> Value {
        let one = |finding: &Finding| {
            json!({
                "rule": finding.rule,
                "severity": finding.severity.code(),
                "at": finding.place.to_string(),
                "message": finding.message.text(self.language),
            })
        };
        findings.iter().map(one).collect()
    }
}

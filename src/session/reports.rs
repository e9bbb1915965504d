//! The one JSON document a command tells scripts, and the report file with the same text (bem.md ch. 21).

use crate::base::files;
use crate::base::findings::{Finding, Severity};
use crate::base::text::{Language, Message};
use crate::session::outputs::{self, OutputKind, REPORT_HEAD};
use crate::session::words;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// What every document says whatever the command.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'h> {
    /// The command's name.
    pub command: &'h str,
    /// What it was asked to read.
    pub sources: &'h [PathBuf],
    /// Whether it went well.
    pub is_good: bool,
    /// Of sentences.
    pub language: Language,
}

/// The document: heading, facts of the command, findings. Keys of the heading go before facts of the same name.
pub fn document(
    heading: Heading<'_>,
    facts: Map<String, Value>,
    message: Option<&Message>,
    findings: &[Finding],
) -> Value {
    let mut out = facts;
    let sources = heading.sources.iter();
    let sources: Vec<String> = sources.map(|path| path.display().to_string()).collect();
    let issue = |finding: &Finding| {
        json!({
            "code": finding.rule,
            "message": finding.message.text(heading.language),
        })
    };
    let is_issue = |finding: &&Finding| finding.severity != Severity::Hint;
    let issues = findings.iter().filter(is_issue).map(issue);
    let heading_members = json!({
        "command": heading.command,
        "tool_version": env!("CARGO_PKG_VERSION"),
        "source": match sources.as_slice() {
            [one] => json!(one),
            many => json!(many),
        },
        "success": heading.is_good,
        "conversion_ready": heading.is_good,
        "render_verified": false,
        "issues": issues.collect::<Vec<Value>>(),
    });
    if let Value::Object(members) = heading_members {
        out.extend(members);
    }
    if let Some(message) = message {
        out.insert("message".to_owned(), json!(message.text(heading.language)));
    }
    Value::Object(out)
}

/// The text of a document: one line. The command comes first, which is how a report is known.
pub fn text_of(document: &Value) -> String {
    let mut rest = document.clone();
    let command = rest
        .as_object_mut()
        .and_then(|members| members.remove("command"))
        .unwrap_or_default();
    let rest = rest.to_string();
    let rest = rest.strip_prefix('{').unwrap_or(&rest);
    let head = String::from_utf8_lossy(REPORT_HEAD);
    let comma = if rest.starts_with('}') { "" } else { "," };
    format!("{head}{command}{comma}{rest}")
}

/// Refuses a place for a report that is an input, an output, or holds anything but a report (WRT-08).
///
/// # Errors
///
/// Why nothing may be written there.
pub fn check(report: &Path, inputs: &[PathBuf], outputs: &[PathBuf]) -> Result<(), Message> {
    let place = |path: &Path| files::resolved(path);
    let own = place(report);
    // An output need not exist yet; below an output folder is inside the output.
    let collides = outputs.iter().any(|path| own.starts_with(place(path)))
        || inputs.iter().any(|path| own == place(path));
    if collides {
        return Err(Message::new(&words::REPORT_COLLIDES).with("path", report.display()));
    }
    outputs::check(report, OutputKind::Report, inputs)
}

/// Makes the folder of a report that an export task names; an empty one is lost in many an archive.
///
/// # Errors
///
/// Why it cannot be made.
pub fn make_room(report: &Path) -> Result<(), Message> {
    files::make_folder(&files::folder_of(report)).map_err(|error| words::file_error(&error))
}

/// Writes the report; the old one stays until the new one is whole.
///
/// # Errors
///
/// Why it cannot be written.
pub fn write(report: &Path, document: &Value) -> Result<(), Message> {
    let mut text = text_of(document);
    text.push('\n');
    files::write_atomic(report, text.as_bytes()).map_err(|error| words::file_error(&error))
}

//! `check`: packages judged by every rule.

use super::output::{FAILURE, Output};
use super::verbs::Telling;
use crate::session::package::{self, CheckReport, Purpose};
use crate::session::reports::{self, Heading};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

impl From<bool> for Purpose {
    /// `--export` applies the export column.
    fn from(is_export: bool) -> Self {
        if is_export { Self::Export } else { Self::Read }
    }
}

/// Checks every file; one JSON line a file. Fails when any is rejected. A report holds all of them in one document.
pub(super) fn check(files: &[PathBuf], purpose: Purpose, telling: &Telling) -> ExitCode {
    let output = Output::new(telling.format);
    if let Some(report) = &telling.report
        && let Err(message) = reports::check(report, files, &[])
    {
        return output.failure(&message, &[]);
    }
    let mut is_good = true;
    let mut documents = Vec::new();
    let mut findings = Vec::new();
    for file in files {
        let report = package::check(file, purpose);
        is_good &= !report.is_rejected();
        let json = json_of(&report, &output);
        output.print(&text_of(&report, &output), &json);
        if telling.report.is_some() {
            documents.push(json);
            findings.extend(report.findings);
        }
    }
    if let Some(report) = &telling.report {
        let heading = Heading {
            command: "check",
            sources: files,
            is_good,
            language: output.language,
        };
        let mut facts = serde_json::Map::new();
        facts.insert("files".to_owned(), Value::Array(documents));
        let document = reports::document(heading, facts, None, &findings);
        if let Err(message) = reports::write(report, &document) {
            return output.failure(&message, &[]);
        }
    }
    if is_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(FAILURE)
    }
}

fn text_of(report: &CheckReport, output: &Output) -> String {
    let minor = report
        .minor
        .map_or_else(String::new, |minor| format!(" (BEM 1.{minor})"));
    let mut text = format!("{}: {}{minor}", report.file.display(), report.verdict());
    for finding in &report.findings {
        text.push_str("\n  ");
        text.push_str(&output.line(finding));
    }
    text
}

fn json_of(report: &CheckReport, output: &Output) -> Value {
    let selection = report
        .selection
        .iter()
        .map(|(key, value)| (key.to_string(), json!(value)));
    json!({
        "file": report.file.display().to_string(),
        "verdict": report.verdict(),
        "minor": report.minor,
        "findings": output.findings(&report.findings),
        "selection": selection.collect::<serde_json::Map<String, Value>>(),
    })
}

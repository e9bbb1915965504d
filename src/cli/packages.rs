//! `check`: packages judged by every rule.

use super::output::{FAILURE, Output};
use crate::session::package::{self, CheckReport, Purpose};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

impl From<bool> for Purpose {
    /// `--export` applies the export column.
    fn from(is_export: bool) -> Self {
        if is_export { Self::Export } else { Self::Read }
    }
}

/// Checks every file; one JSON line a file. Fails when any is rejected.
pub(super) fn check(files: &[PathBuf], purpose: Purpose, output: &Output) -> ExitCode {
    let mut is_good = true;
    for file in files {
        let report = package::check(file, purpose);
        is_good &= !report.is_rejected();
        output.print(&text_of(&report, output), &json_of(&report, output));
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

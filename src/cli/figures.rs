//! `inspect` and `rewrite`: model files as they are.

use super::output::Output;
use crate::session::inspect::{self, Damage, Inspection};
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;

/// Tells what is in a model file; a broken one is told with its error.
pub(super) fn inspect(file: &Path, damage: Damage, output: &Output) -> ExitCode {
    match inspect::inspect(file, damage) {
        Ok(seen) => {
            let text = text_of(&seen, output);
            let json = json_of(&seen, output);
            if seen.is_good {
                output.good(&text, &json)
            } else {
                output.bad(&text, &json)
            }
        }
        Err(message) => output.failure(&message, &[]),
    }
}

fn text_of(seen: &Inspection, output: &Output) -> String {
    let mut text = seen.text(output.language);
    for finding in seen.findings.iter().flatten() {
        text.push_str("\n  ");
        text.push_str(&output.line(finding));
    }
    text
}

/// The facts or the error, and what is said in a language.
fn json_of(seen: &Inspection, output: &Output) -> Value {
    let mut json = seen.json.clone();
    if let (Some(members), Some(findings)) = (json.as_object_mut(), &seen.findings) {
        match &seen.error {
            Some(error) => members.insert("message".to_owned(), error.text(output.language).into()),
            None => members.insert("findings".to_owned(), output.findings(findings)),
        };
    }
    json
}

/// Reads a PMX file and writes it back.
pub(super) fn rewrite(file: &Path, to: &Path, output: &Output) -> ExitCode {
    match inspect::rewrite(file, to) {
        Ok(size_bytes) => {
            let text = format!("{}: {size_bytes} bytes", to.display());
            output.good(
                &text,
                &json!({ "success": true, "output": to.display().to_string(), "size": size_bytes }),
            )
        }
        Err(message) => output.failure(&message, &[]),
    }
}

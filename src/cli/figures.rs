//! `inspect` and `rewrite`: PMX files as they are.

use super::output::Output;
use crate::session::inspect::{self, Damage};
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;

/// Tells what is in a PMX file; a broken one is told with its error.
pub(super) fn inspect(file: &Path, damage: Damage, output: &Output) -> ExitCode {
    match inspect::inspect(file, damage) {
        Ok(seen) if seen.is_good => output.good(&seen.text(output.language), &seen.json),
        Ok(seen) => output.bad(&seen.text(output.language), &seen.json),
        Err(message) => output.failure(&message, &[]),
    }
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

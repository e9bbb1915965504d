//! `prove`: a manifest with payload sizes proved over all its selections.

use super::output::{FAILURE, Output};
use crate::base::cancel::Cancel;
use crate::session::proving;
use std::path::Path;
use std::process::ExitCode;

/// Proves a file. Fails when it is rejected or a limit was not proved.
pub(super) fn prove(file: &Path, output: &Output) -> ExitCode {
    let proving = match proving::prove(file, &Cancel::new()) {
        Ok(proving) => proving,
        Err(message) => return output.failure(&message, &[]),
    };
    let text = format!("{}: {}", file.display(), proving.text(output.language));
    output.print_line(&text, &proving.json(output.language));
    if matches!(proving.verdict(), "ok" | "warn") {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(FAILURE)
    }
}

//! Chooses between the command line and the window. No logic lives here.

#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

use bem_studio::cli::{self, Request, Sample};
use bem_studio::ui::app::{self, Opening};
use std::process::ExitCode;

fn main() -> ExitCode {
    let opening = match cli::run() {
        Request::Done(code) => return code,
        Request::Window {
            sample: Sample::Wanted,
            ..
        } => Opening::Sample,
        Request::Window {
            file: Some(file), ..
        } => Opening::File(file),
        Request::Window { file: None, .. } => Opening::Start,
    };
    match app::run(opening) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => app::report_no_window(&error),
    }
}

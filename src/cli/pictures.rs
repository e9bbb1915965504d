//! `render` of one state: of a package, or of the package that a project would become.

use super::output::Output;
use super::projects;
use crate::base::cancel::Cancel;
use crate::base::progress::Progress;
use crate::base::text::Message;
use crate::session::intake::{self, FileKind};
use crate::session::package_picture::{self, Rendered, State};
use crate::session::release::Failure;
use crate::session::storage;
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;

/// Renders a file as PNG. `state`: options and sliders as the command line writes them; both empty shows a project as it
/// is edited, and a package at its defaults.
pub(super) fn render(
    file: &Path,
    state: State<'_>,
    to: &Path,
    size: &str,
    output: &Output,
) -> ExitCode {
    let kind = match intake::kind_of(file) {
        Ok(kind) => kind,
        Err(message) => return output.failure(&message, &[]),
    };
    if kind != FileKind::Package && state == State::default() {
        return projects::render(file, to, size, output);
    }
    let Some(size) = projects::parse_size(size) else {
        return output.failure(&Message::new(&projects::BAD_SIZE), &[]);
    };
    match rendered(file, kind, state, (to, size)) {
        Ok(rendered) => tell(&rendered, to, size, output),
        Err(failure) => output.failure(&failure.message, &failure.findings),
    }
}

fn rendered(
    file: &Path,
    kind: FileKind,
    state: State<'_>,
    to: (&Path, (u32, u32)),
) -> Result<Rendered, Failure> {
    let (cancel, progress) = (Cancel::new(), Progress::new());
    if kind == FileKind::Package {
        return package_picture::render(file, state, to, &cancel);
    }
    let opened = storage::open(file, &cancel, &progress)?;
    package_picture::render_document(&opened.document, state, to, (&cancel, &progress))
}

fn tell(rendered: &Rendered, to: &Path, (width, height): (u32, u32), output: &Output) -> ExitCode {
    let mut text = format!("{}: {width} x {height}", to.display());
    for finding in &rendered.faults {
        text.push_str("\n  ");
        text.push_str(&output.line(finding));
    }
    let json = json!({
        "success": true,
        "output": to.display().to_string(),
        "width": width,
        "height": height,
        "options": rendered.options,
        "sliders": rendered.sliders,
        "triangles": rendered.n_triangles,
        "kept": rendered.kept,
        "findings": output.findings(&rendered.faults),
    });
    output.good(&text, &json)
}

//! `render`: a project, a model, or one state of a package as a picture.

use super::output::Output;
use crate::base::cancel::Cancel;
use crate::base::progress::Progress;
use crate::base::text::{Message, Phrase};
use crate::session::intake::FileKind;
use crate::session::package_picture::{self, State};
use crate::session::{compose, intake, picture, storage};
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

static BAD_SIZE: Phrase = Phrase::new(
    "尺寸应写作 1280x800，每边 1 到 8192 像素。",
    "サイズは 1280x800 のように、各辺 1〜8192 ピクセルで書いてください。",
    "A size is written like 1280x800, each side 1 to 8192 pixels.",
);
static NO_STATES: Phrase = Phrase::new(
    "{path} 不是包：--select 和 --params 只用于包。请先导出项目，再渲染导出的包。",
    "{path} はパッケージではありません。--select と --params はパッケージ専用です。プロジェクトは書き出してから指定してください。",
    "{path} is no package: --select and --params are for packages. Export the project and render the package.",
);

/// Renders a file as PNG. `state`: options and sliders of a package as the command line writes them.
pub(super) fn render(
    file: &Path,
    state: (&str, &str),
    to: &Path,
    size: &str,
    output: &Output,
) -> ExitCode {
    let Some(size) = parse_size(size) else {
        return output.failure(&Message::new(&BAD_SIZE), &[]);
    };
    match intake::kind_of(file) {
        Ok(FileKind::Package) => render_package(file, state, to, size, output),
        Ok(_) if state != ("", "") => {
            let message = Message::new(&NO_STATES).with("path", file.display());
            output.failure(&message, &[])
        }
        Ok(kind) => match render_document(file, kind, to, size) {
            Ok(()) => {
                let json = json!({
                    "success": true,
                    "output": to.display().to_string(),
                    "width": size.0,
                    "height": size.1,
                });
                output.good(&told(to, size), &json)
            }
            Err(message) => output.failure(&message, &[]),
        },
        Err(message) => output.failure(&message, &[]),
    }
}

fn told(to: &Path, (width, height): (u32, u32)) -> String {
    format!("{}: {width} x {height}", to.display())
}

fn render_package(
    file: &Path,
    (options, sliders): (&str, &str),
    to: &Path,
    size: (u32, u32),
    output: &Output,
) -> ExitCode {
    let state = State { options, sliders };
    match package_picture::render(file, state, to, size, &Cancel::new()) {
        Ok(rendered) => {
            let mut text = told(to, size);
            for finding in &rendered.faults {
                text.push_str("\n  ");
                text.push_str(&output.line(finding));
            }
            let json = json!({
                "success": true,
                "output": to.display().to_string(),
                "width": size.0,
                "height": size.1,
                "options": rendered.options,
                "sliders": rendered.sliders,
                "triangles": rendered.n_triangles,
                "kept": rendered.kept,
                "findings": output.findings(&rendered.faults),
            });
            output.good(&text, &json)
        }
        Err(failure) => output.failure(&failure.message, &failure.findings),
    }
}

fn render_document(
    file: &Path,
    kind: FileKind,
    to: &Path,
    size: (u32, u32),
) -> Result<(), Message> {
    let (cancel, progress) = (Cancel::new(), Progress::new());
    let document = match kind {
        FileKind::Figure => {
            let figure = intake::load_figure(file, None, &cancel, &progress)?;
            compose::alone(&Arc::new(figure))?
        }
        _ => storage::open(file, &cancel, &progress)?.document,
    };
    picture::render(&document, to, size, &cancel)
}

fn parse_size(text: &str) -> Option<(u32, u32)> {
    let (width, height) = text.split_once(['x', 'X', '×'])?;
    let side = |text: &str| {
        text.trim()
            .parse::<u32>()
            .ok()
            .filter(|side| (1..=8192).contains(side))
    };
    Some((side(width)?, side(height)?))
}

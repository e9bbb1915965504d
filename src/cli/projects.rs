//! `import`, `export` and `render`: from a model to a project, a package, a picture.

use super::Format;
use super::output::Output;
use crate::base::cancel::Cancel;
use crate::base::findings::Finding;
use crate::base::progress::Progress;
use crate::base::text::{self, Message, Phrase};
use crate::session::intake::Reading;
use crate::session::{compose, intake, picture, release, storage};
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

pub(super) static BAD_SIZE: Phrase = Phrase::new(
    "尺寸应写作 1280x800，每边 1 到 8192 像素。",
    "サイズは 1280x800 のように、各辺 1〜8192 ピクセルで書いてください。",
    "A size is written like 1280x800, each side 1 to 8192 pixels.",
);

/// What `import` is asked for.
#[derive(Args, Clone, Debug)]
pub(super) struct ImportArguments {
    /// The model file, or a folder that holds one
    figure: PathBuf,
    /// The character catalogue
    #[arg(long, value_name = "CATALOG")]
    target: PathBuf,
    /// The project to write
    #[arg(short, long, value_name = "PROJECT")]
    output: PathBuf,
    /// Metres per unit of the file; what is left out is the format's own
    #[arg(long, value_name = "METRES", value_parser = scale)]
    scale: Option<f32>,
    /// Turn the figure about the vertical axis, in degrees, so that it faces the way the character does
    #[arg(long, value_name = "DEGREES", default_value = "0", value_parser = turn)]
    turn: u32,
    /// The figure's surface points inward: flip normals and winding
    #[arg(long)]
    inside_out: bool,
    #[command(flatten)]
    format: Format,
}

fn scale(text: &str) -> Result<f32, String> {
    let scale = text.parse::<f32>().ok();
    let usable = scale.filter(|scale| scale.is_finite() && *scale > 0.0);
    usable.ok_or_else(|| "a number above 0 is needed".to_owned())
}

fn turn(text: &str) -> Result<u32, String> {
    let turn = text.parse::<u32>().ok();
    let usable = turn.filter(|turn| matches!(turn, 0 | 90 | 180 | 270));
    usable.ok_or_else(|| "0, 90, 180 or 270 is needed".to_owned())
}

/// Imports a model for a character and writes the project.
pub(super) fn import(arguments: &ImportArguments) -> ExitCode {
    let reading = Reading {
        meters_per_unit: arguments.scale,
        turn_degrees: arguments.turn,
        inside_out: arguments.inside_out,
    };
    let output = Output::new(arguments.format);
    let to = arguments.output.as_path();
    match imported(&arguments.figure, reading, (&arguments.target, to)) {
        Ok((figure, findings)) => {
            let mut text = format!("{}", to.display());
            for finding in &findings {
                text.push_str("\n  ");
                text.push_str(&output.line(finding));
            }
            let json = json!({
                "success": true,
                "output": to.display().to_string(),
                "figure": figure,
                "findings": output.findings(&findings),
            });
            output.good(&text, &json)
        }
        Err(message) => output.failure(&message, &[]),
    }
}

fn imported(
    figure: &Path,
    reading: Reading,
    (target, to): (&Path, &Path),
) -> Result<(Value, Vec<Finding>), Message> {
    let target = intake::load_catalog(target)?;
    let figure = intake::load_figure(figure, Some(reading), &Cancel::new(), &Progress::new())?;
    let document = compose::imported(&figure, &target)?;
    storage::save(&document, to)?;
    let model = &figure.model;
    let facts = json!({
        "name": figure.name(),
        "vertices": model.vertices.positions.len(),
        "triangles": model.triangles.len(),
        "materials": model.materials.len(),
        "bones": model.bones.len(),
        "morphs": model.morphs.len(),
    });
    // The document tells a missing texture with what it is used for.
    let textures = figure
        .findings
        .iter()
        .filter(|finding| finding.rule != "texture-missing");
    let mut findings: Vec<Finding> = textures.cloned().collect();
    findings.extend(figure.report.findings.iter().cloned());
    findings.extend(release::document_findings(&document));
    Ok((facts, findings))
}

/// Exports a project, or a package opened as one, as a package.
pub(super) fn export(project: &Path, to: &Path, output: &Output) -> ExitCode {
    let opened = match storage::open_any(project, &Cancel::new(), &Progress::new()) {
        Ok(opened) => opened,
        Err(failure) => return output.failure(&failure.message, &failure.findings),
    };
    let made = release::export(
        &opened.document,
        Some(&opened.path),
        to,
        &Cancel::new(),
        &Progress::new(),
    );
    match made {
        Ok(exported) => {
            let mut text = format!(
                "{}: BEM 1.{}, {}, {} payloads",
                to.display(),
                exported.minor,
                text::bytes(exported.size_bytes),
                exported.n_payloads
            );
            for warning in &opened.warnings {
                text.push_str("\n  warn ");
                text.push_str(&warning.text(output.language));
            }
            for finding in &exported.findings {
                text.push_str("\n  ");
                text.push_str(&output.line(finding));
            }
            let json = json!({
                "success": true,
                "output": to.display().to_string(),
                "format_version": format!("1.{}", exported.minor),
                "size": exported.size_bytes,
                "payloads": exported.n_payloads,
                "blake3": exported.digest.to_hex(),
                "findings": output.findings(&exported.findings),
                "warnings": opened.warnings.iter().map(|warning| warning.text(output.language)).collect::<Vec<_>>(),
            });
            output.good(&text, &json)
        }
        Err(failure) => output.failure(&failure.message, &failure.findings),
    }
}

/// Renders a project or a model as PNG.
pub(super) fn render(project: &Path, to: &Path, size: &str, output: &Output) -> ExitCode {
    match rendered(project, to, size) {
        Ok((width, height)) => {
            let text = format!("{}: {width} x {height}", to.display());
            output.good(
                &text,
                &json!({ "success": true, "output": to.display().to_string(), "width": width, "height": height }),
            )
        }
        Err(message) => output.failure(&message, &[]),
    }
}

fn rendered(project: &Path, to: &Path, size: &str) -> Result<(u32, u32), Message> {
    let size = parse_size(size).ok_or_else(|| Message::new(&BAD_SIZE))?;
    let (cancel, progress) = (Cancel::new(), Progress::new());
    let document = match intake::kind_of(project)? {
        intake::FileKind::Figure => compose::alone(&Arc::new(intake::load_figure(
            project, None, &cancel, &progress,
        )?))?,
        _ => storage::open_any(project, &cancel, &progress)?.document,
    };
    picture::render(&document, to, size, &cancel)?;
    Ok(size)
}

pub(super) fn parse_size(text: &str) -> Option<(u32, u32)> {
    let (width, height) = text.split_once(['x', 'X', '×'])?;
    let side = |text: &str| {
        text.trim()
            .parse::<u32>()
            .ok()
            .filter(|side| (1..=8192).contains(side))
    };
    Some((side(width)?, side(height)?))
}

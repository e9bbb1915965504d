//! Anyone's package: opened, judged by every rule, told, and made a document where it holds. The file is never changed.

use crate::analysis::{Metric, Summary};
use crate::base::cancel::Cancel;
use crate::base::files;
use crate::base::findings::{self, Finding, Place, Severity};
use crate::base::limits;
use crate::base::text::Message;
use crate::document::parts::Document;
use crate::formats::bem::manifest::TargetStructure;
use crate::formats::bem::package::Package;
use crate::project;
use crate::project::package::{OpenError, blobs_of};
use crate::session::{rules, words};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use crate::session::rules::Purpose;

/// The verdict on one file.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The file.
    pub file: PathBuf,
    /// Minor of its header, if it has one.
    pub minor: Option<u16>,
    /// Everything found, in the order of the stages.
    pub findings: Vec<Finding>,
    /// Counts and maxima by name, big numbers in decimal digits.
    pub selection: Vec<(&'static str, String)>,
}

impl CheckReport {
    /// Whether any rule rejects.
    pub fn is_rejected(&self) -> bool {
        findings::worst(&self.findings) == Some(Severity::Error)
    }

    /// `ok`, `warn` or `reject`.
    pub fn verdict(&self) -> &'static str {
        match findings::worst(&self.findings) {
            Some(Severity::Error) => "reject",
            Some(Severity::Warning) => "warn",
            Some(Severity::Hint) | None => "ok",
        }
    }
}

/// A package that is open for looking.
#[derive(Clone, Debug)]
pub struct PackageView {
    /// The file, absolute.
    pub path: PathBuf,
    /// Its size in bytes.
    pub size_bytes: u64,
    /// The verdict.
    pub report: CheckReport,
    /// Display name.
    pub name: String,
    /// Stable id.
    pub package_id: String,
    /// Author.
    pub author: String,
    /// Version of the release.
    pub version: String,
    /// Id of the character or weapon.
    pub character: String,
    /// Components of the target.
    pub n_components: usize,
    /// Replacement meshes.
    pub n_meshes: usize,
    /// Texture-table entries.
    pub n_textures: usize,
    /// Option groups.
    pub n_groups: usize,
    /// Payloads.
    pub n_payloads: usize,
    /// States players can reach, in decimal digits.
    pub n_states: String,
}

/// Judges a file by every rule. A file that cannot be read is a finding too.
pub fn check(path: &Path, purpose: Purpose) -> CheckReport {
    match files::open_capped(path, limits::BEM_COLLECTION_BYTES) {
        Ok(file) => report_of(path, &rules::judge(file, purpose, &Cancel::new())),
        Err(error) => CheckReport {
            file: path.to_path_buf(),
            minor: None,
            findings: vec![Finding::new(
                "file",
                Severity::Error,
                Place::Whole,
                words::file_error(&error),
            )],
            selection: Vec::new(),
        },
    }
}

fn report_of(path: &Path, judged: &rules::Judged) -> CheckReport {
    CheckReport {
        file: path.to_path_buf(),
        minor: judged.package.as_ref().map(|package| package.minor),
        findings: judged.findings.clone(),
        selection: judged
            .summary
            .as_ref()
            .map(selection_of)
            .unwrap_or_default(),
    }
}

/// Counts and maxima by the names of bem.md 18.5.
fn selection_of(summary: &Summary) -> Vec<(&'static str, String)> {
    let counts = [
        ("saved_assignments", &summary.saved_assignments),
        ("effective_selections", &summary.effective_selections),
    ];
    let counts = counts
        .into_iter()
        .filter_map(|(name, count)| count.as_ref().map(|count| (name, count.to_string())));
    let maxima = Metric::ALL.into_iter().filter_map(|metric| {
        let maximum = summary.maximum(metric)?;
        maximum
            .is_exact()
            .then(|| (metric.code(), maximum.lower.to_string()))
    });
    counts.chain(maxima).collect()
}

/// An opened package.
#[derive(Clone, Debug)]
pub struct OpenedPackage {
    /// What it is and what is wrong with it.
    pub view: PackageView,
    /// The same for editing; none when a rule rejects it.
    pub document: Option<Box<Document>>,
}

/// Opens a package: for looking, and for editing if no rule rejects it.
///
/// # Errors
///
/// Why the file cannot be read; a package that breaks rules opens with its findings.
pub fn open(path: &Path, cancel: &Cancel) -> Result<OpenedPackage, Message> {
    let path = files::absolute(path);
    let file = files::open_capped(&path, limits::BEM_COLLECTION_BYTES)
        .map_err(|error| words::file_error(&error))?;
    let size_bytes = file.size_bytes();
    let judged = rules::judge(file, Purpose::Read, cancel);
    let report = report_of(&path, &judged);
    cancel.check().map_err(words::cancelled)?;
    let Some(package) = judged.package else {
        let first = report
            .findings
            .iter()
            .find(|finding| finding.severity == Severity::Error);
        let what = first.map_or_else(
            || Message::new(&words::NO_MANIFEST),
            |first| first.message.clone(),
        );
        return Err(Message::new(&words::IN_FILE)
            .with("path", path.display())
            .with_message("message", what));
    };
    let document = if report.is_rejected() {
        None
    } else {
        document_of(&package, cancel)?.map(Box::new)
    };
    let view = view_of(path, size_bytes, report, &package);
    Ok(OpenedPackage { view, document })
}

/// The package as a document; none when a table names what is not there, which a rule would have told.
fn document_of(package: &Package, cancel: &Cancel) -> Result<Option<Document>, Message> {
    let payloads = Arc::new(package.payloads.clone());
    let blobs = blobs_of(&payloads, cancel).map_err(|error| error.0)?;
    match project::package::document_of(&package.manifest, &blobs) {
        Ok(document) => Ok(Some(document)),
        Err(OpenError::Dangling { .. }) => Ok(None),
        Err(OpenError::Blob(error)) => Err(error.0),
    }
}

fn view_of(path: PathBuf, size_bytes: u64, report: CheckReport, package: &Package) -> PackageView {
    let manifest = &package.manifest;
    let character = match &manifest.target.structure {
        TargetStructure::Legacy { character_id, .. } => character_id.clone(),
        TargetStructure::Explicit { id, .. } => id.clone(),
    };
    let states = report
        .selection
        .iter()
        .find(|(name, _)| *name == "effective_selections");
    let n_appearances = manifest
        .appearances
        .as_ref()
        .map(|fixed| fixed.appearances.len());
    let n_states = n_appearances
        .map(|count| count.to_string())
        .or_else(|| states.map(|(_, value)| value.clone()));
    PackageView {
        size_bytes,
        name: manifest.name.clone(),
        package_id: manifest.package_id.clone(),
        author: manifest.author.clone(),
        version: manifest.version.clone(),
        character,
        n_components: manifest.target.components.len(),
        n_meshes: manifest.meshes.len(),
        n_textures: manifest.textures.len(),
        n_groups: manifest.option_groups.as_ref().map_or(0, Vec::len),
        n_payloads: package.payloads.len(),
        n_states: n_states.unwrap_or_else(|| "?".to_owned()),
        report,
        path,
    }
}

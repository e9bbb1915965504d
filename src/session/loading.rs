//! Anything that holds one package, opened for looking: a package file of either container, or an editable project.

use crate::base::cancel::Cancel;
use crate::base::files;
use crate::base::findings::{Finding, Severity};
use crate::base::limits;
use crate::base::numbers::u32_of;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::{FileKind, classify};
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::payloads::{Payloads, Source};
use crate::formats::bem::write::PayloadStore;
use crate::session::editable::{self, PROJECT};
use crate::session::release::Failure;
use crate::session::rules::{self, Purpose};
use crate::session::words;
use std::path::{Path, PathBuf};

static REJECTED: Phrase = Phrase::new(
    "{path} 不是有效的包：{first}",
    "{path} は有効なパッケージではありません。{first}",
    "{path} is no valid package. {first}",
);
static NO_PACKAGE: Phrase = Phrase::new(
    "{path} 不是 BEM 包。",
    "{path} は BEM パッケージではありません。",
    "{path} is no BEM package.",
);
static COLLECTION: Phrase = Phrase::new(
    "{path} 是合集，里面有多个包。请先解包，再使用其中一个。",
    "{path} はパッケージのコレクションです。先に展開して、中の一つを使ってください。",
    "{path} is a collection of packages. Unpack it first and use one of them.",
);

/// In what a package lay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A binary package.
    Binary,
    /// A package as a ZIP.
    Zip,
    /// An editable project.
    Project,
}

impl Origin {
    /// The word scripts get.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Binary => "binary",
            Self::Zip => "zip",
            Self::Project => "project",
        }
    }
}

/// A package that may be used.
pub(super) struct Loaded {
    /// The file.
    pub(super) path: PathBuf,
    pub(super) origin: Origin,
    /// Minor of the header, of a ZIP the stated or inferred one; none = a project, which has none.
    pub(super) minor: Option<u16>,
    pub(super) manifest: Manifest,
    pub(super) payloads: Box<dyn PayloadStore>,
    /// Bytes each payload takes in the file, by payload ID; of a project its decoded size.
    pub(super) stored_sizes: Vec<u64>,
    /// What reading tolerated; advice about the content is `check`'s to give.
    pub(super) warnings: Vec<Finding>,
}

impl Loaded {
    /// Decoded sizes in bytes, by payload ID.
    pub(super) fn sizes(&self) -> Vec<u64> {
        sizes_of(&*self.payloads)
    }
}

/// Decoded sizes in bytes, by payload ID.
pub(super) fn sizes_of<P: PayloadStore + ?Sized>(payloads: &P) -> Vec<u64> {
    (0..u32_of(payloads.len()))
        .map(|id| payloads.size(id).unwrap_or_default())
        .collect()
}

/// The project file a path stands for: a folder's `project.json`, or a JSON file itself.
pub(super) fn project_file(path: &Path) -> Option<PathBuf> {
    if files::is_folder(path) {
        return Some(path.join(PROJECT));
    }
    let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
    (ending.is_some_and(|ending| ending == "json")).then(|| path.to_path_buf())
}

/// A file that is read in parts, and what it is, by its content.
pub(super) fn read_source(path: &Path) -> Result<(Source, FileKind), Message> {
    let file = files::open_capped(path, limits::BEM_COLLECTION_BYTES)
        .map_err(|error| words::file_error(&error))?;
    let source = Source::from(file);
    let kind = classify(&source);
    Ok((source, kind))
}

/// Which broken rules still let a package be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tolerance {
    /// None that reject.
    Valid,
    /// Those of its version: it may state too low a one.
    AnyVersion,
}

/// Opens a package or project.
///
/// # Errors
///
/// It cannot be read, or rules reject it: all findings.
pub(super) fn load(path: &Path, tolerance: Tolerance, cancel: &Cancel) -> Result<Loaded, Failure> {
    if let Some(project) = project_file(path) {
        let opened = editable::open(&project)?;
        let stored_sizes = sizes_of(&opened.payloads);
        return Ok(Loaded {
            path: project,
            origin: Origin::Project,
            minor: None,
            manifest: opened.manifest,
            payloads: Box::new(opened.payloads),
            stored_sizes,
            warnings: warnings(opened.findings),
        });
    }
    let (source, kind) = read_source(path)?;
    let origin = match kind {
        FileKind::Collection => {
            return Err(Message::new(&COLLECTION)
                .with("path", path.display())
                .into());
        }
        FileKind::Binary => Origin::Binary,
        FileKind::PackageZip | FileKind::OtherZip | FileKind::Unknown => Origin::Zip,
    };
    let judged = rules::judge(source, Purpose::Read, cancel);
    cancel.check().map_err(words::cancelled)?;
    let is_fatal = |finding: &&Finding| {
        let is_about_version =
            tolerance == Tolerance::AnyVersion && finding.rule.starts_with("VER-");
        finding.severity == Severity::Error && !is_about_version
    };
    let is_refused = judged.findings.iter().any(|finding| is_fatal(&finding));
    match judged.package {
        Some(package) if !is_refused => Ok(Loaded {
            path: path.to_path_buf(),
            origin,
            minor: Some(package.minor),
            manifest: package.manifest,
            stored_sizes: stored_sizes(&package.payloads),
            payloads: Box::new(package.payloads),
            warnings: warnings(judged.findings),
        }),
        _ => Err(rejected(path, judged.findings)),
    }
}

/// Why a package may not be used: the first rule that rejects it, then all of them, the worst first.
pub(super) fn rejected(path: &Path, findings: Vec<Finding>) -> Failure {
    let mut findings = warnings(findings);
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    let first = findings.first();
    let first = first.filter(|finding| finding.severity == Severity::Error);
    let message = match first {
        Some(first) => Message::new(&REJECTED).with_message("first", first.message.clone()),
        None => Message::new(&NO_PACKAGE),
    };
    Failure {
        message: message.with("path", path.display()),
        findings,
    }
}

fn warnings(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.retain(|finding| finding.severity != Severity::Hint);
    findings
}

fn stored_sizes(payloads: &Payloads) -> Vec<u64> {
    let blocks = payloads.blocks().iter();
    blocks.map(|block| block.stored_size).collect()
}

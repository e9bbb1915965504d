//! Opening and saving projects: the text is `project`'s, the files it names are loaded here.

use crate::base::cancel::Cancel;
use crate::base::digest::Digest;
use crate::base::files;
use crate::base::limits;
use crate::base::numbers::u64_of;
use crate::base::progress::Progress;
use crate::base::text::Message;
use crate::document::blob::Blob;
use crate::document::ids::SourceId;
use crate::document::parts::Document;
use crate::project::error::ProjectError;
use crate::project::read::{self, Loaded, LoadedFigure};
use crate::project::write;
use crate::session::blobs;
use crate::session::intake::{self, Figure, FileKind, Reading};
use crate::session::outputs::{self, OutputKind};
use crate::session::package::{self, OpenedPackage};
use crate::session::release::Failure;
use crate::session::words;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bytes that common file systems allow a name.
const LONGEST_NAME: usize = 255;

/// An opened project.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Where it lies, absolute.
    pub path: PathBuf,
    /// The document.
    pub document: Document,
    /// Its figures with their reports.
    pub figures: BTreeMap<SourceId, Arc<Figure>>,
    /// What is worth knowing.
    pub warnings: Vec<Message>,
}

/// Opens a project and everything it names.
///
/// # Errors
///
/// A sentence that names the file, what is wrong with it, and what to do.
pub fn open(path: &Path, cancel: &Cancel, progress: &Progress) -> Result<Opened, Message> {
    let path = files::absolute(path);
    let bytes = files::read_capped(&path, limits::PROJECT_BYTES)
        .map_err(|error| words::file_error(&error))?;
    let folder = blobs::folder_of(&path);
    let blob = |digest, size_bytes| blobs::find(&folder, digest, size_bytes);
    let Assembled {
        document,
        figures,
        warnings,
    } = assemble((&path, &bytes), &blob, cancel, progress)?;
    Ok(Opened {
        path,
        document,
        figures,
        warnings,
    })
}

/// Project text with everything it names.
#[derive(Clone, Debug)]
pub struct Assembled {
    /// The document.
    pub document: Document,
    /// Its figures with their reports.
    pub figures: BTreeMap<SourceId, Arc<Figure>>,
    /// What is worth knowing.
    pub warnings: Vec<Message>,
}

/// The document of project text that lies at a path (absolute), with the files it names; `blob` finds bytes by content
/// and size.
pub(super) fn assemble(
    (path, text): (&Path, &[u8]),
    blob: &dyn Fn(Digest, u64) -> Option<Blob>,
    cancel: &Cancel,
    progress: &Progress,
) -> Result<Assembled, Message> {
    let bad = |error: &ProjectError| {
        Message::new(&words::BAD_PROJECT)
            .with("path", path.display())
            .with_message("what", error.message())
    };
    let stored = read::read(text, &files::folder_of(path)).map_err(|error| bad(&error))?;
    let mut warnings = Vec::new();
    let profile = match stored.wanted_catalog() {
        None => None,
        Some(wanted) => {
            must_be_there(&wanted.path)?;
            let target = intake::load_catalog(&wanted.path)?;
            let digest = target.digest();
            if wanted.digest != digest {
                warnings
                    .push(Message::new(&words::SOURCE_CHANGED).with("path", wanted.path.display()));
            }
            digest.map(|digest| (Arc::clone(&target.profile), digest))
        }
    };
    let mut figures = Vec::new();
    for wanted in stored.wanted_figures() {
        must_be_there(&wanted.path)?;
        let reading = Reading {
            meters_per_unit: Some(wanted.meters_per_unit),
            turn_degrees: wanted.orientation.turn.degrees(),
            inside_out: wanted.orientation.inside_out,
        };
        let figure = intake::load_figure(&wanted.path, Some(reading), cancel, progress)?;
        if wanted.digest != Some(figure.digest) {
            warnings.push(Message::new(&words::SOURCE_CHANGED).with("path", wanted.path.display()));
        }
        figures.push(Arc::new(figure));
    }
    let loaded: Vec<LoadedFigure> = figures
        .iter()
        .map(|figure| LoadedFigure {
            model: Arc::clone(&figure.model),
            digest: figure.digest,
        })
        .collect();
    let loaded = Loaded {
        catalog: profile,
        figures: &loaded,
        blob,
    };
    let document = read::assemble(&stored, &loaded).map_err(|error| bad(&error))?;
    let figures = document.sources.keys().copied().zip(figures).collect();
    Ok(Assembled {
        document,
        figures,
        warnings,
    })
}

/// Opens a project, or a package as a document: what can be edited and exported.
///
/// # Errors
///
/// As [`open`]; a package that a rule rejects is refused with its findings.
pub fn open_any(path: &Path, cancel: &Cancel, progress: &Progress) -> Result<Opened, Failure> {
    if intake::kind_of(path)? != FileKind::Package {
        return Ok(open(path, cancel, progress)?);
    }
    let OpenedPackage { view, document } = package::open(path, cancel)?;
    let Some(document) = document else {
        let findings = view.report.findings;
        return Err(Failure {
            message: words::package_broken(path, &findings),
            findings,
        });
    };
    Ok(Opened {
        path: view.path,
        document: *document,
        figures: BTreeMap::new(),
        warnings: Vec::new(),
    })
}

fn must_be_there(path: &Path) -> Result<(), Message> {
    if files::is_file(path) {
        return Ok(());
    }
    Err(Message::new(&words::SOURCE_MISSING).with("path", path.display()))
}

/// Saves a document as a project. Returns where, absolute.
///
/// # Errors
///
/// A sentence that names the file and what to do; the old file is untouched.
pub fn save(document: &Document, path: &Path) -> Result<PathBuf, Message> {
    let path = files::absolute(path);
    outputs::check(&path, OutputKind::Project, &outputs::inputs_of(document))?;
    let text = write::write(document, &files::folder_of(&path)).map_err(|error| {
        // The words of the writer are English: an argument for machines, not a part of the sentence.
        Message::new(&words::PROJECT_NOT_WRITTEN)
            .with("path", path.display())
            .with("reason", error)
    })?;
    // What the text names has to be there before it.
    blobs::save(document, &blobs::folder_of(&path), &Cancel::new())?;
    // What is there already need not be written, and must not take the place of what was there before.
    let is_there = files::size_bytes(&path) == Some(u64_of(text.len()))
        && files::read_capped(&path, limits::PROJECT_BYTES)
            .is_ok_and(|bytes| bytes == text.as_bytes());
    if !is_there {
        files::write_atomic_keeping(&path, text.as_bytes(), &previous_of(&path))
            .map_err(|error| words::file_error(&error))?;
    }
    Ok(path)
}

/// Where the version before the last saving stays: the project's name with a tilde, which takes the place of the last
/// letter where a file system has no room for one more.
pub fn previous_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    if name.len() >= LONGEST_NAME
        && let Some(ending) = name.to_str().map(str::to_owned)
    {
        let mut letters = ending.chars();
        letters.next_back();
        name = letters.as_str().into();
    }
    name.push("~");
    path.with_file_name(name)
}

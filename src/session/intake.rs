//! Files become figures and targets: read, parsed, textures found and decoded. Nothing is changed here.

use crate::base::cancel::Cancel;
use crate::base::digest::Digest;
use crate::base::files;
use crate::base::findings::Finding;
use crate::base::limits;
use crate::base::progress::Progress;
use crate::base::text::Message;
use crate::document::parts::Target;
use crate::formats::pmx;
use crate::import;
use crate::import::report::Report;
use crate::model::figure::Model;
use crate::session::words;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An imported figure with where it came from.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The model file, absolute.
    pub path: PathBuf,
    /// Its content.
    pub digest: Digest,
    /// What it became.
    pub model: Arc<Model>,
    /// What was kept, converted and dropped.
    pub report: Report,
    /// What is odd about its textures.
    pub findings: Vec<Finding>,
}

impl Figure {
    /// Its own name, or that of its file.
    pub fn name(&self) -> String {
        let name = &self.model.name;
        let own = [&name.local, &name.english]
            .into_iter()
            .map(|name| name.trim())
            .find(|name| !name.is_empty());
        let file = || {
            self.path
                .file_stem()
                .map(|stem| stem.to_string_lossy().into_owned())
                .unwrap_or_default()
        };
        own.map_or_else(file, |name| name.chars().take(80).collect())
    }
}

/// What a file is, by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A PMX model.
    Figure,
    /// A character catalogue.
    Catalog,
    /// A project.
    Project,
    /// A package.
    Package,
}

/// Tells what a file is. Its name decides only where the content says nothing.
///
/// # Errors
///
/// The file is empty, cannot be read, or is nothing that can be opened.
pub fn kind_of(path: &Path) -> Result<FileKind, Message> {
    if files::is_folder(path) {
        return Ok(FileKind::Figure);
    }
    let head = files::read_head(path, 4096).map_err(|error| words::file_error(&error))?;
    let text = head
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(&head)
        .trim_ascii_start();
    if head.starts_with(b"BEM\0PKG\0") {
        return Ok(FileKind::Package);
    }
    if head.starts_with(b"PK\x03\x04") && has_ending(path, &["bem", "zip"]) {
        return Ok(FileKind::Package);
    }
    if text.starts_with(b"{") {
        let is_project =
            contains(text, b"\"bem-studio-project\"") || has_ending(path, &["bemstudio"]);
        return Ok(if is_project {
            FileKind::Project
        } else {
            FileKind::Catalog
        });
    }
    if head.is_empty() {
        return Err(Message::new(&words::EMPTY_FILE).with("path", path.display()));
    }
    if has_ending(path, &["bem"]) {
        return Ok(FileKind::Package);
    }
    let is_model =
        head.starts_with(b"PMX") || head.starts_with(b"Pm") || has_ending(path, &["pmx", "pmd"]);
    if is_model {
        return Ok(FileKind::Figure);
    }
    Err(Message::new(&words::UNKNOWN_KIND).with("path", path.display()))
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    ending.is_some_and(|ending| endings.contains(&ending.as_str()))
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
}

/// The model that is meant by a path: the file itself, or the only model in a folder.
fn model_file(path: &Path) -> Result<PathBuf, Message> {
    if !files::is_folder(path) {
        return Ok(path.to_path_buf());
    }
    let listed = files::list_tree(path).map_err(|error| words::file_error(&error))?;
    let models: Vec<&String> = listed
        .iter()
        .filter(|name| name.to_ascii_lowercase().ends_with(".pmx"))
        .collect();
    match models.as_slice() {
        [] => Err(Message::new(&words::FOLDER_WITHOUT_MODEL).with("path", path.display())),
        [one] => Ok(path.join(one)),
        many => {
            let names: Vec<&str> = many.iter().take(5).map(|name| name.as_str()).collect();
            Err(Message::new(&words::FOLDER_WITH_MANY)
                .with("path", path.display())
                .with("n", many.len())
                .with("names", names.join(", ")))
        }
    }
}

/// Reads and imports a model with its textures.
///
/// `meters_per_unit` none = the importer's own (PMX-87). A folder that holds one model stands for it.
///
/// # Errors
///
/// A sentence that names the file, what is wrong with it, and what to do.
pub fn load_figure(
    path: &Path,
    meters_per_unit: Option<f32>,
    cancel: &Cancel,
    progress: &Progress,
) -> Result<Figure, Message> {
    let path = files::absolute(&model_file(path)?);
    progress.begin(&words::STAGE_PARSE, 1);
    let bytes = files::read_capped(&path, limits::PMX_FILE_BYTES - 1)
        .map_err(|error| words::file_error(&error))?;
    let in_file = |message: Message| {
        Message::new(&words::IN_FILE)
            .with("path", path.display())
            .with_message("message", message)
    };
    let digest = Digest::of(&bytes);
    let file = pmx::read(bytes).map_err(|error| in_file(error.message()))?;
    progress.step();
    cancel.check().map_err(words::cancelled)?;
    let root = files::folder_of(&path);
    let written: Vec<String> = file
        .textures()
        .iter()
        .map(|text| text.view().to_string())
        .collect();
    let listing = if written.is_empty() {
        Vec::new()
    } else {
        files::list_tree(&root).unwrap_or_default()
    };
    progress.begin(&words::STAGE_TEXTURES, written.len());
    let loaded = import::textures::load(&written, &listing, &BTreeMap::new(), |name| {
        progress.step();
        files::read_capped(&root.join(name), limits::IMAGE_FILE_BYTES)
    });
    cancel.check().map_err(words::cancelled)?;
    let settings = meters_per_unit.map_or_else(import::pmx::Settings::default, |meters_per_unit| {
        import::pmx::Settings { meters_per_unit }
    });
    let imported = import::pmx::import(&file, loaded.textures, &settings);
    Ok(Figure {
        path,
        digest,
        model: Arc::new(imported.model),
        report: imported.report,
        findings: loaded.findings,
    })
}

/// Reads a character catalogue.
///
/// # Errors
///
/// A sentence that names the file, what is wrong with it, and what to do.
pub fn load_catalog(path: &Path) -> Result<Arc<Target>, Message> {
    let path = files::absolute(path);
    let bytes = files::read_capped(&path, limits::CATALOG_BYTES)
        .map_err(|error| words::file_error(&error))?;
    let catalog = import::catalog::read(&bytes).map_err(|error| {
        Message::new(&words::IN_FILE)
            .with("path", path.display())
            .with_message("message", error.finding().message)
    })?;
    let digest = Digest::of(&bytes);
    let profile = Arc::new(catalog.profile);
    Ok(Arc::new(Target::of_catalog(path, digest, profile)))
}

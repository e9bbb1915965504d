//! Files become figures and targets: read, parsed, textures found and decoded. Nothing is changed here.

use crate::base::cancel::Cancel;
use crate::base::digest::Digest;
use crate::base::files;
use crate::base::findings::Finding;
use crate::base::limits;
use crate::base::progress::Progress;
use crate::base::text::Message;
use crate::document::parts::Target;
use crate::formats::{mdl, pmx};
use crate::import;
use crate::import::report::Report;
use crate::import::textures::Loaded;
use crate::model::figure::{Model, Orientation, Turn};
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
    /// A PMX or MDL model.
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
    if is_pmx(&head) || has_ending(path, &["pmx", "pmd"]) {
        return Ok(FileKind::Figure);
    }
    if has_ending(path, MDL_ENDINGS) || mdl::is_likely(&head) {
        return Ok(FileKind::Figure);
    }
    let foreign = mdl::Foreign::of(&head).filter(|foreign| foreign.is_other_model());
    Err(match foreign {
        Some(foreign) => in_file(path, foreign.message()),
        None => Message::new(&words::UNKNOWN_KIND).with("path", path.display()),
    })
}

/// What MDL files are called, and those that are taken for them.
const MDL_ENDINGS: &[&str] = &["mdl", "mdx", "kms", "kmd"];

/// Whether a file is called like an MDL, or like one of those that are taken for it.
pub(super) fn is_called_mdl(path: &Path) -> bool {
    has_ending(path, MDL_ENDINGS)
}

/// Whether content is PMX or its forerunner by its first bytes.
pub(super) fn is_pmx(head: &[u8]) -> bool {
    head.starts_with(b"PMX") || head.starts_with(b"Pm")
}

fn in_file(path: &Path, message: Message) -> Message {
    Message::new(&words::IN_FILE)
        .with("path", path.display())
        .with_message("message", message)
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
        .filter(|name| has_ending(Path::new(name), &["pmx", "mdl"]))
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

/// What an author may say about how a model is read; a project remembers it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// Metres per unit of the file; none = the importer's own (PMX-87, MDL-30).
    pub meters_per_unit: Option<f32>,
    /// A turn about the vertical axis in degrees: 0, 90, 180 or 270; another angle counts as 0.
    pub turn_degrees: u32,
    /// The surface points inward: flip normals and winding (MDL-16).
    pub inside_out: bool,
}

impl Reading {
    fn orientation(self) -> Orientation {
        Orientation {
            turn: Turn::from_degrees(self.turn_degrees).unwrap_or_default(),
            inside_out: self.inside_out,
        }
    }
}

/// Reads and imports a model with its textures.
///
/// `reading` none = everything as the format says. A folder that holds one model stands for it.
///
/// # Errors
///
/// A sentence that names the file, what is wrong with it, and what to do.
pub fn load_figure(
    path: &Path,
    reading: Option<Reading>,
    cancel: &Cancel,
    progress: &Progress,
) -> Result<Figure, Message> {
    let path = files::absolute(&model_file(path)?);
    progress.begin(&words::STAGE_PARSE, 1);
    let bytes = files::read_capped(&path, limits::PMX_FILE_BYTES - 1)
        .map_err(|error| words::file_error(&error))?;
    let reading = reading.unwrap_or_default();
    let textures = Textures {
        root: files::folder_of(&path),
        cancel,
        progress,
    };
    let digest = Digest::of(&bytes);
    let is_mdl = !is_pmx(&bytes) && (is_called_mdl(&path) || mdl::is_likely(&bytes));
    let (model, report, findings) = if is_mdl {
        let file = mdl::read(&bytes).map_err(|error| in_file(&path, error.message()))?;
        mdl_figure(&file, &textures, reading)?
    } else {
        let file = pmx::read(bytes).map_err(|error| in_file(&path, error.message()))?;
        pmx_figure(&file, &textures, reading)?
    };
    Ok(Figure {
        path,
        digest,
        model: Arc::new(model),
        report,
        findings,
    })
}

/// A model with its report and what is odd about its textures.
type Made = (Model, Report, Vec<Finding>);

fn pmx_figure(file: &pmx::Pmx, textures: &Textures<'_>, reading: Reading) -> Result<Made, Message> {
    let written: Vec<String> = file
        .textures()
        .iter()
        .map(|text| text.view().to_string())
        .collect();
    let loaded = textures.load(&written, |_| BTreeMap::new())?;
    let settings = reading
        .meters_per_unit
        .map_or_else(import::pmx::Settings::default, |meters_per_unit| {
            import::pmx::Settings { meters_per_unit }
        });
    let mut imported = import::pmx::import(file, loaded.textures, &settings);
    import::orientation::orient(&mut imported.model, reading.orientation());
    Ok((imported.model, imported.report, loaded.findings))
}

fn mdl_figure(file: &mdl::Mdl, textures: &Textures<'_>, reading: Reading) -> Result<Made, Message> {
    let ids = import::mdl::textures::ids(file);
    let written: Vec<String> = ids
        .iter()
        .map(|id| import::mdl::textures::written(*id))
        .collect();
    let mut findings = Vec::new();
    let loaded = textures.load(&written, |listing| {
        let matches = import::mdl::textures::matches(&ids, listing);
        findings = matches.findings;
        matches.files
    })?;
    let mut settings = import::mdl::Settings {
        orientation: reading.orientation(),
        ..import::mdl::Settings::default()
    };
    if let Some(meters_per_unit) = reading.meters_per_unit {
        settings.meters_per_unit = meters_per_unit;
    }
    let imported = import::mdl::import(file, loaded.textures, &settings);
    findings.extend(loaded.findings);
    Ok((imported.model, imported.report, findings))
}

/// The folder of a model, for its textures.
struct Textures<'a> {
    root: PathBuf,
    cancel: &'a Cancel,
    progress: &'a Progress,
}

impl Textures<'_> {
    /// Finds and decodes what a model names. `choices` sees the folder's files and may say which stand for which.
    fn load(
        &self,
        written: &[String],
        choices: impl FnOnce(&[String]) -> BTreeMap<String, String>,
    ) -> Result<Loaded, Message> {
        self.progress.step();
        self.cancel.check().map_err(words::cancelled)?;
        let listing = if written.is_empty() {
            Vec::new()
        } else {
            files::list_tree(&self.root).unwrap_or_default()
        };
        self.progress.begin(&words::STAGE_TEXTURES, written.len());
        let choices = choices(&listing);
        let loaded = import::textures::load(written, &listing, &choices, |name| {
            self.progress.step();
            files::read_capped(&self.root.join(name), limits::IMAGE_FILE_BYTES)
        });
        self.cancel.check().map_err(words::cancelled)?;
        Ok(loaded)
    }
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
    let catalog =
        import::catalog::read(&bytes).map_err(|error| in_file(&path, error.finding().message))?;
    let digest = Digest::of(&bytes);
    let profile = Arc::new(catalog.profile);
    Ok(Arc::new(Target::of_catalog(path, digest, profile)))
}

//! What `pack` reads: a project, or an export task with the project, spec and facts it names (bem.md ch. 21).
//! Nothing is written here.

use crate::base::files;
use crate::base::findings::Finding;
use crate::base::limits;
use crate::base::numbers::{u32_of, u64_of, usize_of};
use crate::base::text::{Message, Phrase};
use crate::formats::bem::authoring::deformation_spec::read_spec;
use crate::formats::bem::authoring::export_task::{ExportTask, TaskMode, collisions, read_task};
use crate::formats::bem::authoring::morphs::{self, Materials, positions_of_stream};
use crate::formats::bem::authoring::paths::comparable_path;
use crate::formats::bem::check::is_thumbnail;
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::payloads::PayloadError;
use crate::formats::bem::write::PayloadStore;
use crate::formats::bem::zip::PREVIEW;
use crate::session::editable::{self, Editable, PROJECT, PayloadFiles};
use crate::session::loading::project_file;
use crate::session::release::{Failure, is_blocked};
use crate::session::words;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// How export tasks are called.
const TASK_ENDING: &str = ".bemproj.json";
/// Largest task or spec in bytes: ours; offsets written into a spec for a mesh of a million vertices stay below.
const TEXT_BYTES: u64 = 256 * limits::MIB;

static NO_PROJECT: Phrase = Phrase::new(
    "{path} 里没有“project.json”，也没有唯一的“*.bemproj.json”。请指定其中一个文件。",
    "{path} に「project.json」も、ただ一つの「*.bemproj.json」もありません。ファイルを指定してください。",
    "{path} holds neither a project.json nor exactly one *.bemproj.json. Name the file to pack.",
);
static WRONG_KIND: Phrase = Phrase::new(
    "{path} 不是工程文件夹、“project.json”或“*.bemproj.json”。包请先解包。",
    "{path} はプロジェクトのフォルダーでも「project.json」でも「*.bemproj.json」でもありません。パッケージは先に展開してください。",
    "{path} is no project folder, project.json or *.bemproj.json. Unpack a package first.",
);
static BAD_TASK: Phrase = Phrase::new(
    "{path} 无法作为导出任务使用。",
    "{path} を書き出しタスクとして使えません。",
    "{path} cannot be used as an export task.",
);
static CONVERTS: Phrase = Phrase::new(
    "{path} 是转换源压缩包的任务，这个程序不做此转换。请先转换成可编辑工程，再用“pack”任务。",
    "{path} は元の書庫を変換するタスクで、このプログラムでは変換しません。先に編集用プロジェクトにして「pack」のタスクにしてください。",
    "{path} converts a source archive, which this program does not. Make an editable project first and use a task of mode pack.",
);
static BAD_SPEC: Phrase = Phrase::new(
    "{path} 无法作为形变说明使用。",
    "{path} を変形の指定として使えません。",
    "{path} cannot be used as a deformation spec.",
);

static SPEC_APPLIED: Phrase = Phrase::new(
    "已套用形变说明 {path}：{n} 个滑块。",
    "変形の指定 {path} を適用しました。スライダー {n} 個。",
    "The deformation spec {path} was applied; sliders: {n}.",
);

/// Everything a package is packed from.
#[derive(Debug)]
pub struct Sources {
    /// The project or task file.
    pub(super) path: PathBuf,
    /// The manifest with what the task changes.
    pub(super) manifest: Manifest,
    /// Its payloads.
    pub(super) payloads: Payloads,
    /// A thumbnail beside the project, for a ZIP.
    pub(super) thumbnail: Option<Vec<u8>>,
    /// Where the task wants the package.
    pub(super) output: Option<PathBuf>,
    /// Where the task wants the report.
    pub(super) report: Option<PathBuf>,
    /// Every file that is read.
    pub(super) inputs: Vec<PathBuf>,
    /// What was done to the manifest on the way.
    pub(super) notices: Vec<Message>,
    /// What is worth knowing.
    pub(super) findings: Vec<Finding>,
}

impl Sources {
    /// Where the task wants the package; none = it is no task.
    pub fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Where the task wants the report.
    pub fn report(&self) -> Option<&Path> {
        self.report.as_deref()
    }

    /// Every file that is read: nothing may be written there (WRT-08).
    pub fn inputs(&self) -> &[PathBuf] {
        &self.inputs
    }
}

/// The payload files of a project and what a deformation spec added to them.
#[derive(Debug)]
pub(super) struct Payloads {
    files: PayloadFiles,
    more: Vec<Vec<u8>>,
}

impl Payloads {
    fn added(&self, payload: u32) -> Option<&Vec<u8>> {
        let index = usize_of(payload).checked_sub(self.files.len())?;
        self.more.get(index)
    }
}

impl PayloadStore for Payloads {
    fn len(&self) -> usize {
        self.files.len() + self.more.len()
    }

    fn size(&self, payload: u32) -> Option<u64> {
        match self.added(payload) {
            Some(bytes) => Some(u64_of(bytes.len())),
            None => self.files.size(payload),
        }
    }

    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        match self.added(payload) {
            Some(bytes) => Ok(Cow::Borrowed(bytes)),
            None => self.files.bytes(payload),
        }
    }
}

/// Opens a project folder, a project file or an export task.
///
/// # Errors
///
/// All that is wrong with it, its payload files, its spec, and where it wants to write (TASK-03).
pub fn open(path: &Path) -> Result<Sources, Failure> {
    let path = source_file(path)?;
    if is_task(&path) {
        task(path)
    } else {
        let project = editable::open(&path)?;
        Ok(of_project(path, project))
    }
}

fn is_task(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| is_task_name(&name.to_string_lossy()))
}

fn is_task_name(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(TASK_ENDING)
}

/// The file that a path stands for.
fn source_file(path: &Path) -> Result<PathBuf, Message> {
    let about = |phrase| Message::new(phrase).with("path", path.display());
    let project = project_file(path).ok_or_else(|| about(&WRONG_KIND))?;
    if !files::is_folder(path) || files::is_taken(&project) {
        return Ok(project);
    }
    let names = files::list_tree(path).map_err(|error| words::file_error(&error))?;
    let is_task = |name: &&String| !name.contains('/') && is_task_name(name);
    let mut tasks = names.iter().filter(is_task);
    match (tasks.next(), tasks.next()) {
        (Some(name), None) => Ok(path.join(name)),
        _ => Err(about(&NO_PROJECT)),
    }
}

fn of_project(path: PathBuf, project: Editable) -> Sources {
    let mut inputs = vec![path.clone()];
    inputs.extend(project.payloads.paths.iter().cloned());
    let preview = files::folder_of(&path).join(PREVIEW);
    let thumbnail = files::read_capped(&preview, 8 * limits::MIB).ok();
    let thumbnail = thumbnail.filter(|bytes| is_thumbnail(bytes));
    inputs.extend(thumbnail.is_some().then_some(preview));
    Sources {
        path,
        manifest: project.manifest,
        payloads: Payloads {
            files: project.payloads,
            more: Vec::new(),
        },
        thumbnail,
        output: None,
        report: None,
        inputs,
        notices: Vec::new(),
        findings: project.findings,
    }
}

/// A task: its project, with its spec applied and its facts put in; the files stay as they are (TASK-02).
fn task(path: PathBuf) -> Result<Sources, Failure> {
    let bytes = read(&path)?;
    let read = read_task(&bytes);
    let Some(task) = read.value else {
        return Err(Failure {
            message: Message::new(&BAD_TASK).with("path", path.display()),
            findings: read.findings,
        });
    };
    if task.mode == TaskMode::Convert {
        return Err(Message::new(&CONVERTS).with("path", path.display()).into());
    }
    let folder = files::folder_of(&path);
    let source = folder.join(unified(&task.source));
    let project = if files::is_folder(&source) {
        source.join(PROJECT)
    } else {
        source
    };
    let mut sources = of_project(project.clone(), editable::open(&project)?);
    sources.inputs.push(path.clone());
    sources.findings.extend(read.findings);
    if let Some(spec) = &task.deformations {
        let spec = folder.join(unified(spec));
        apply_spec(&mut sources, &spec)?;
    }
    task.package.apply_to(&mut sources.manifest);
    let findings = colliding(&task, &path, &sources.inputs);
    if is_blocked(&findings) {
        return Err(Failure {
            message: Message::new(&BAD_TASK).with("path", path.display()),
            findings,
        });
    }
    sources.output = Some(folder.join(unified(&task.output)));
    sources.report = task.report.as_ref().map(|to| folder.join(unified(to)));
    sources.path = path;
    Ok(sources)
}

/// TASK-03, links followed; two names that differ in case only are one file on many computers.
fn colliding(task: &ExportTask, path: &Path, inputs: &[PathBuf]) -> Vec<Finding> {
    let folder = files::folder_of(path);
    let place_of = |name: &str| {
        let real = files::resolved(&folder.join(unified(name)));
        comparable_path(&real.to_string_lossy())
    };
    let own = path.file_name().map(|name| name.to_string_lossy());
    let seen_from_task = |input: &PathBuf| files::absolute(input).to_string_lossy().into_owned();
    let is_other = |input: &&PathBuf| input.as_path() != path;
    let inputs: Vec<String> = inputs.iter().filter(is_other).map(seen_from_task).collect();
    collisions(task, &own.unwrap_or_default(), &inputs, place_of)
}

/// `\` counts as `/` in all of these files.
fn unified(path: &str) -> String {
    path.replace('\\', "/")
}

fn read(path: &Path) -> Result<Vec<u8>, Message> {
    files::read_capped(path, TEXT_BYTES).map_err(|error| words::file_error(&error))
}

fn apply_spec(sources: &mut Sources, path: &Path) -> Result<(), Failure> {
    let failed = |findings| Failure {
        message: Message::new(&BAD_SPEC).with("path", path.display()),
        findings,
    };
    let read = read_spec(&read(path)?);
    let spec = read.value.ok_or_else(|| failed(read.findings))?;
    let folder = files::folder_of(path);
    sources.inputs.push(path.to_path_buf());
    let named = morphs::files_of(&spec);
    let named = named.iter().map(|name| folder.join(unified(name)));
    sources.inputs.extend(named);
    let materials = OfProject {
        manifest: &sources.manifest,
        payloads: &sources.payloads,
        folder: &folder,
    };
    let n_payloads = u32_of(sources.payloads.len());
    let applied = morphs::apply(&spec, &sources.manifest, n_payloads, &materials);
    let applied = applied.map_err(failed)?;
    sources.manifest = applied.manifest;
    sources.payloads.more = applied.payloads;
    sources.notices.push(
        Message::new(&SPEC_APPLIED)
            .with("path", path.display())
            .with("n", spec.parameters.len()),
    );
    Ok(())
}

/// What a spec is applied with: meshes of the project, files beside the spec.
struct OfProject<'a> {
    manifest: &'a Manifest,
    payloads: &'a Payloads,
    folder: &'a Path,
}

impl Materials for OfProject<'_> {
    fn positions(&self, mesh: u32) -> Option<Vec<[f32; 3]>> {
        let mesh = self.manifest.meshes.get(usize_of(mesh))?;
        let position = mesh
            .attributes
            .iter()
            .find(|it| (it.semantic, it.format, it.dimension) == (0, 0, 3))?;
        let stream = mesh.streams.get(usize_of(position.stream))?;
        let bytes = self.payloads.bytes(stream.payload).ok()?;
        Some(positions_of_stream(&bytes, stream.stride, position.offset))
    }

    fn file(&self, path: &str) -> Option<Vec<u8>> {
        files::read_capped(&self.folder.join(unified(path)), TEXT_BYTES).ok()
    }
}

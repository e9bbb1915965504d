//! Editable projects on disk: `project.json` beside its decoded payloads (bem.md ch. 21). Nothing is written here.

use crate::base::files::{self, FileError};
use crate::base::findings::{Finding, Place, Severity};
use crate::base::limits;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::authoring::project::{check_sizes, read_project};
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::payloads::PayloadError;
use crate::formats::bem::source::SourceError;
use crate::formats::bem::write::PayloadStore;
use crate::session::release::{Failure, is_blocked};
use crate::session::words;
use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The name of the project file.
pub(super) const PROJECT: &str = "project.json";

static NOT_READ: Phrase = Phrase::new(
    "{path} 无法作为可编辑工程读取。",
    "{path} を編集用プロジェクトとして読めません。",
    "{path} cannot be read as an editable project.",
);
static OUTSIDE: Phrase = Phrase::new(
    "数据文件“{value}”经链接指向工程文件夹之外。请把它复制到工程里。",
    "データファイル「{value}」はリンクをたどるとプロジェクトのフォルダーの外に出ます。プロジェクトの中にコピーしてください。",
    "The payload file “{value}” leads out of the project folder by a link. Copy it into the project.",
);

/// An editable project with its payload files, none of them read yet.
#[derive(Debug)]
pub(super) struct Editable {
    /// The manifest as it stands in the project.
    pub(super) manifest: Manifest,
    /// Its payloads.
    pub(super) payloads: PayloadFiles,
    /// What is worth knowing.
    pub(super) findings: Vec<Finding>,
}

/// Opens a project file (PRJ-01 to PRJ-03).
pub(super) fn open(path: &Path) -> Result<Editable, Failure> {
    let failed = |findings| Failure {
        message: Message::new(&NOT_READ).with("path", path.display()),
        findings,
    };
    let bytes = files::read_capped(path, limits::PROJECT_BYTES)
        .map_err(|error| words::file_error(&error))?;
    let read = read_project(&bytes);
    let Some(project) = read.value else {
        return Err(failed(read.findings));
    };
    let mut findings = read.findings;
    let folder = files::resolved(&files::folder_of(path));
    let mut payloads = PayloadFiles::default();
    for (index, name) in project.payload_files.iter().enumerate() {
        let file = files::resolved(&folder.join(name));
        let place = Place::Pointer(format!("/payload_files/{index}"));
        let mut refuse = |rule, message| {
            let finding = Finding::new(rule, Severity::Error, place.clone(), message);
            findings.push(finding);
        };
        if !file.starts_with(&folder) {
            refuse("PRJ-03", Message::new(&OUTSIDE).with("value", name));
        }
        match files::size_of(&file) {
            Ok(size) => payloads.sizes.push(size),
            Err(error) => refuse("PRJ-03", words::file_error(&error)),
        }
        payloads.paths.push(file);
    }
    if !is_blocked(&findings) {
        findings.extend(check_sizes(&payloads.sizes));
    }
    if is_blocked(&findings) {
        return Err(failed(findings));
    }
    Ok(Editable {
        manifest: project.manifest,
        payloads,
        findings,
    })
}

/// Decoded payloads as files, by payload ID. Each is read when it is asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct PayloadFiles {
    /// Where they lie, links followed.
    pub(super) paths: Vec<PathBuf>,
    /// Bytes, as they were when the project was opened.
    sizes: Vec<u64>,
}

impl PayloadStore for PayloadFiles {
    fn len(&self) -> usize {
        self.paths.len()
    }

    fn size(&self, payload: u32) -> Option<u64> {
        let index = usize::try_from(payload).ok()?;
        self.sizes.get(index).copied()
    }

    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        let index = usize::try_from(payload).ok();
        let path = index.and_then(|index| self.paths.get(index));
        let Some(path) = path else {
            return Err(PayloadError::NoSuchPayload {
                payload,
                n_payloads: crate::base::numbers::u32_of(self.paths.len()),
            });
        };
        let bytes = files::read_capped(path, limits::BEM_PAYLOAD_BYTES);
        let bytes = bytes.map_err(|error| PayloadError::Unreadable {
            payload,
            source: SourceError::Unreadable(match error {
                FileError::NotFound(_) => ErrorKind::NotFound,
                FileError::TooLarge { .. } => ErrorKind::FileTooLarge,
                FileError::Io { source, .. } => source.kind(),
                FileError::NotAFile(_) | FileError::NotAsWritten(_) => ErrorKind::Other,
            }),
        })?;
        if self.size(payload) == Some(crate::base::numbers::u64_of(bytes.len())) {
            Ok(Cow::Owned(bytes))
        } else {
            // The file changed under our hands: nothing of what was checked holds.
            Err(PayloadError::BadSize { payload })
        }
    }
}

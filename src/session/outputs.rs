//! Where something may be written: never over an input, never over a file of another kind (WRT-08).

use crate::base::files;
use crate::base::text::{Message, Phrase};
use crate::document::parts::Document;
use std::path::{Path, PathBuf};

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputKind {
    Project,
    Package,
    Picture,
    Model,
}

static ENDING: Phrase = Phrase::new(
    "{path}：文件名应以 .{ending} 结尾。",
    "{path}：ファイル名の末尾は .{ending} にしてください。",
    "{path}: the file's name must end with .{ending}.",
);
static NO_FOLDER: Phrase = Phrase::new(
    "文件夹 {folder} 不存在。请先建立它，或选择别的位置。",
    "フォルダー {folder} がありません。作成するか、別の場所を選んでください。",
    "The folder {folder} does not exist. Make it first, or choose another place.",
);
static IS_FOLDER: Phrase = Phrase::new(
    "{path} 是文件夹。请给出文件名。",
    "{path} はフォルダーです。ファイル名を指定してください。",
    "{path} is a folder. Give the name of a file.",
);
static IS_INPUT: Phrase = Phrase::new(
    "不能写入 {path}：它是本项目的输入文件。请换一个名字。",
    "{path} には書けません。このプロジェクトの入力ファイルです。別の名前にしてください。",
    "{path} cannot be written: it is an input of this project. Choose another name.",
);
static OTHER_KIND: Phrase = Phrase::new(
    "{path} 已存在，而且是另一种文件，不会被覆盖。请换一个名字，或先删除它。",
    "{path} は別の種類の既存ファイルなので上書きしません。別の名前にするか、先に削除してください。",
    "{path} exists and is a file of another kind; it is not overwritten. Choose another name, or delete it first.",
);

impl OutputKind {
    const fn ending(self) -> &'static str {
        match self {
            Self::Project => "bemstudio",
            Self::Package => "bem",
            Self::Picture => "png",
            Self::Model => "pmx",
        }
    }

    /// Whether the first bytes of a file are those of this kind.
    fn matches(self, head: &[u8]) -> bool {
        match self {
            Self::Project => {
                let word = b"\"bem-studio-project\"";
                // The word stands after the groups and meshes, maybe far behind: the opening brace has to do.
                head.trim_ascii_start().starts_with(b"{")
                    || head.windows(word.len()).any(|window| window == word)
            }
            Self::Package => head.starts_with(b"BEM\0PKG\0") || head.starts_with(b"PK\x03\x04"),
            Self::Picture => head.starts_with(b"\x89PNG"),
            Self::Model => head.starts_with(b"PMX"),
        }
    }
}

/// Refuses places that nothing of this kind may be written to; `inputs` are files that must stay.
pub(super) fn check(path: &Path, kind: OutputKind, inputs: &[PathBuf]) -> Result<(), Message> {
    let about = |phrase: &'static Phrase| Message::new(phrase).with("path", path.display());
    if files::is_folder(path) {
        return Err(about(&IS_FOLDER));
    }
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    if ending.as_deref() != Some(kind.ending()) {
        return Err(about(&ENDING).with("ending", kind.ending()));
    }
    let folder = files::folder_of(path);
    if !files::is_folder(&folder) {
        return Err(Message::new(&NO_FOLDER).with("folder", folder.display()));
    }
    if inputs
        .iter()
        .any(|input| input == path || files::is_same(input, path))
    {
        return Err(about(&IS_INPUT));
    }
    match files::read_head(path, 4096) {
        Ok(head) if head.is_empty() || kind.matches(&head) => Ok(()),
        Ok(_) => Err(about(&OTHER_KIND)),
        // Nothing is there yet, or what is there cannot be read and the write itself will tell.
        Err(_) => Ok(()),
    }
}

/// Every file a document is made from: models, their textures, the catalogue.
pub(super) fn inputs_of(document: &Document) -> Vec<PathBuf> {
    let mut inputs: Vec<PathBuf> = document
        .target
        .iter()
        .filter_map(|target| target.path().map(Path::to_path_buf))
        .collect();
    for source in document.sources.values() {
        let folder = files::folder_of(&source.path);
        let found = source
            .model
            .textures
            .iter()
            .filter_map(|texture| texture.file.as_ref());
        inputs.extend(found.map(|file| folder.join(file)));
        inputs.push(source.path.clone());
    }
    inputs
}

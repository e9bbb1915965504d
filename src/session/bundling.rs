//! `bundle`: packages into one collection, stored as they are (COL-01 to COL-03). The written archive is opened again
//! and compared before it replaces anything.

use crate::base::cancel::Cancel;
use crate::base::files::{self, FileError, StagedFile};
use crate::base::findings::Finding;
use crate::base::limits;
use crate::base::numbers::u64_of;
use crate::base::text::{self, Language, Message, Phrase};
use crate::formats::bem::check::{
    Collected, CollectionError, FileKind, classify, collected_bytes, read_collection,
    write_collection,
};
use crate::formats::bem::manifest::TargetStructure;
use crate::formats::bem::payloads::Source;
use crate::session::answer::{Answer, members};
use crate::session::loading::read_source;
use crate::session::outputs::{self, OutputKind};
use crate::session::release::Failure;
use crate::session::rules::{self, Purpose};
use crate::session::words;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

static BUNDLED: Phrase = Phrase::new(
    "已写出 {path}：{n} 个包，{size}，已重新打开并核对",
    "{path} を書き出しました：パッケージ {n} 個、{size}、開き直して照合済み",
    "{path}: packages: {n}, {size}, opened again and compared",
);
static MEMBER: Phrase = Phrase::new(
    "  {entry}：{name}，BEM {minor}",
    "  {entry}：{name}、BEM {minor}",
    "  {entry}: {name}, BEM {minor}",
);
static COUNT: Phrase = Phrase::new(
    "合集要有 1 到 256 个包，给出了 {n} 个。",
    "コレクションのパッケージは 1〜256 個ですが、{n} 個あります。",
    "A collection has 1 to 256 packages, not {n}.",
);
static NOT_BINARY: Phrase = Phrase::new(
    "{path} 不是二进制的 BEM 包，不能放进合集。ZIP 包请先解包，再用“pack”写成“.bem”。",
    "{path} はバイナリの BEM パッケージではなく、コレクションに入れられません。ZIP は展開し、「pack」で「.bem」にしてください。",
    "{path} is no binary BEM package and cannot go into a collection. Unpack a ZIP and pack it as .bem first.",
);
static NOT_VALID: Phrase = Phrase::new(
    "{path} 违反了规则，不能放进合集。",
    "{path} は規則に反しているため、コレクションに入れられません。",
    "{path} breaks rules and cannot go into a collection.",
);
static SAME_ID: Phrase = Phrase::new(
    "{path} 的包 ID“{id}”与 {first} 的相同（不区分大小写）。合集中每个 ID 只能有一个包。",
    "{path} のパッケージ ID「{id}」は {first} と同じです（大文字と小文字は区別しません）。コレクションでは ID ごとに一つだけです。",
    "{path} has the package id {id}, like {first} (ignoring case). A collection holds one package of each id.",
);
static TOO_LARGE: Phrase = Phrase::new(
    "合集会超过 4 GiB，或其中一个包超过 2 GiB。请分成几个合集。",
    "コレクションが 4 GiB を、またはパッケージが 2 GiB を超えます。分けてください。",
    "The collection would exceed 4 GiB, or one package 2 GiB. Make several collections.",
);
static NOT_AS_WRITTEN: Phrase = Phrase::new(
    "写出的合集重新打开后与包不一致，这是程序内部的错误。请报告此问题。",
    "書いたコレクションを開き直すとパッケージと一致しません。プログラム内部の誤りです。ご報告ください。",
    "The collection that was written opens differently, which is a mistake of this program. Please report it.",
);

/// A collection that was written.
#[derive(Clone, Debug)]
pub struct Bundled {
    /// Where it lies, absolute.
    pub path: PathBuf,
    /// Size of the file in bytes.
    pub size_bytes: u64,
    /// Its packages in order.
    pub packages: Vec<Bundle>,
    /// What is worth knowing.
    pub findings: Vec<Finding>,
}

/// One package of it.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// Its name in the archive.
    pub entry: String,
    /// Stable id.
    pub package_id: String,
    /// Display name.
    pub name: String,
    /// Minor of its header.
    pub minor: u16,
    /// `character` or `weapon`.
    pub target_kind: String,
    /// Id of the character or weapon.
    pub target_id: String,
}

impl Bundle {
    fn of(collected: &Collected) -> Self {
        let manifest = &collected.manifest;
        let (kind, id) = match &manifest.target.structure {
            TargetStructure::Legacy { character_id, .. } => ("character", character_id),
            TargetStructure::Explicit { kind, id, .. } => (kind.as_str(), id),
        };
        Self {
            entry: collected.member.clone(),
            package_id: manifest.package_id.clone(),
            name: manifest.name.clone(),
            minor: collected.minor,
            target_kind: kind.to_owned(),
            target_id: id.clone(),
        }
    }

    fn json(&self) -> Value {
        let mut json = members(json!({
            "entry": self.entry,
            "package_id": self.package_id,
            "name": self.name,
            "format_version": format!("1.{}", self.minor),
            "target_kind": self.target_kind,
            "target_id": self.target_id,
        }));
        if self.target_kind == "character" {
            json.insert("character_id".to_owned(), json!(self.target_id));
        }
        Value::Object(json)
    }
}

impl Answer for Bundled {
    fn lines(&self) -> Vec<Message> {
        let head = Message::new(&BUNDLED)
            .with("path", self.path.display())
            .with("n", self.packages.len())
            .with("size", text::bytes(self.size_bytes));
        let one = |bundle: &Bundle| {
            Message::new(&MEMBER)
                .with("entry", &bundle.entry)
                .with("name", &bundle.name)
                .with("minor", format_args!("1.{}", bundle.minor))
        };
        std::iter::once(head)
            .chain(self.packages.iter().map(one))
            .collect()
    }

    fn facts(&self, _language: Language) -> Map<String, Value> {
        members(json!({
            "format": "BEM-ZIP",
            "output": self.path.display().to_string(),
            "size": self.size_bytes,
            "packages": self.packages.iter().map(Bundle::json).collect::<Vec<Value>>(),
        }))
    }

    fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

/// Writes a collection of binary packages.
///
/// # Errors
///
/// A package that may not go in, two of one id, or why the machine refuses; an old archive is untouched.
pub fn bundle(paths: &[PathBuf], to: &Path, cancel: &Cancel) -> Result<Bundled, Failure> {
    let to = files::absolute(to);
    outputs::check(&to, OutputKind::Archive, paths)?;
    let mut sources = Vec::with_capacity(paths.len());
    for path in paths {
        cancel.check().map_err(words::cancelled)?;
        let (source, kind) = read_source(path)?;
        if kind != FileKind::Binary {
            return Err(Message::new(&NOT_BINARY)
                .with("path", path.display())
                .into());
        }
        sources.push(source);
    }
    let mut staged = StagedFile::beside(&to).map_err(|error| words::file_error(&error))?;
    let written = rules::with_hooks(Purpose::Read, cancel, |hooks| {
        write_collection(&sources, hooks, staged.sink())
    });
    written.map_err(|error| refused(error, paths, &sources, &to))?;
    let bytes = staged.read_back(limits::BEM_COLLECTION_BYTES);
    let bytes = bytes.map_err(|error| words::file_error(&error))?;
    let size_bytes = u64_of(bytes.len());
    let packages = compared(&Source::from(bytes), &sources, cancel)?;
    cancel.check().map_err(words::cancelled)?;
    staged.commit().map_err(|error| words::file_error(&error))?;
    Ok(Bundled {
        path: to,
        size_bytes,
        findings: Vec::new(),
        packages,
    })
}

fn refused(error: CollectionError, paths: &[PathBuf], sources: &[Source], to: &Path) -> Failure {
    let path_of = |index: usize| {
        let path = paths.get(index).map(|path| path.display().to_string());
        path.unwrap_or_default()
    };
    match error {
        CollectionError::Count { n_packages } => Message::new(&COUNT).with("n", n_packages).into(),
        CollectionError::NotValid { index, findings } => Failure {
            message: Message::new(&NOT_VALID).with("path", path_of(index)),
            findings,
        },
        CollectionError::SameId { id } => {
            let folded = id.to_ascii_lowercase();
            let has_id = |source: &&Source| {
                let package = crate::formats::bem::package::Package::read((*source).clone());
                package
                    .is_ok_and(|package| package.manifest.package_id.to_ascii_lowercase() == folded)
            };
            let mut twins =
                (0..sources.len()).filter(|index| sources.get(*index).as_ref().is_some_and(has_id));
            let (first, second) = (twins.next(), twins.next());
            Message::new(&SAME_ID)
                .with("id", id)
                .with("first", path_of(first.unwrap_or(0)))
                .with("path", path_of(second.unwrap_or(0)))
                .into()
        }
        CollectionError::TooLarge => Message::new(&TOO_LARGE).into(),
        CollectionError::Io(source) => words::file_error(&FileError::Io {
            path: to.to_path_buf(),
            source,
        })
        .into(),
    }
}

/// The archive read back: a collection of exactly these packages.
fn compared(archive: &Source, sources: &[Source], cancel: &Cancel) -> Result<Vec<Bundle>, Failure> {
    let differs = |findings| Failure {
        message: Message::new(&NOT_AS_WRITTEN),
        findings,
    };
    if classify(archive) != FileKind::Collection {
        return Err(differs(Vec::new()));
    }
    let read = rules::with_hooks(Purpose::Read, cancel, |hooks| {
        read_collection(archive, hooks)
    });
    let collection = read.map_err(differs)?;
    let is_whole = collection.packages.len() == sources.len()
        && collection
            .packages
            .iter()
            .zip(sources)
            .all(|(package, source)| {
                let stored = collected_bytes(archive, package);
                stored.is_some_and(|stored| stored.bytes() == source.bytes())
            });
    if !is_whole {
        return Err(differs(collection.issues));
    }
    Ok(collection.packages.iter().map(Bundle::of).collect())
}

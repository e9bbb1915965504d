//! `unpack`: a package becomes an editable project, a collection one project a package or its packages as they are
//! (bem.md 16.3, ch. 21). The output folder appears as a whole or not at all.

use crate::base::cancel::Cancel;
use crate::base::files::{self, StagedFolder};
use crate::base::findings::Finding;
use crate::base::numbers::u32_of;
use crate::base::text::{Language, Message, Phrase};
use crate::export::seal::SealError;
use crate::formats::bem::authoring::project::write_project;
use crate::formats::bem::check::{
    Collected, Collection, FileKind, collected_bytes, read_collection, thumbnail,
};
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::package::Package;
use crate::formats::bem::payloads::{PayloadError, Source};
use crate::formats::bem::zip::{PREVIEW, member_name};
use crate::session::answer::{Answer, members};
use crate::session::editable::PROJECT;
use crate::session::loading::{read_source, rejected};
use crate::session::release::{Failure, is_blocked};
use crate::session::rules::{self, Purpose};
use crate::session::{outputs, words};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

static UNPACKED: Phrase = Phrase::new(
    "{output}：BEM {minor}，{n} 个数据文件",
    "{output}：BEM {minor}、データファイル {n} 個",
    "{output}: BEM {minor}, payload files: {n}",
);
static MEMBER: Phrase = Phrase::new(
    "{output}：BEM {minor}，来自合集中的 {member}",
    "{output}：BEM {minor}、コレクションの {member} から",
    "{output}: BEM {minor}, from {member} of the collection",
);
static PARTIAL: Phrase = Phrase::new(
    "合集中有 {n} 个包被拒收，没有解出。",
    "コレクションのパッケージ {n} 個は受け付けられず、展開していません。",
    "Packages of the collection that were refused and not unpacked: {n}.",
);
static IGNORED: Phrase = Phrase::new(
    "合集中有 {n} 个文件不是包，已忽略。",
    "コレクションの {n} 個のファイルはパッケージではないため、飛ばしました。",
    "Files of the collection that are no packages and were passed over: {n}.",
);
static NOT_UNPACKED: Phrase = Phrase::new(
    "{path} 没有解包，里面没有可用的包。",
    "{path} は展開していません。使えるパッケージがありません。",
    "{path} was not unpacked: it holds no package that can be used.",
);

/// How the packages of a collection are unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Members {
    /// Each as an editable project in a folder named like its id.
    Projects,
    /// Each as it lies there, named like its id.
    Files,
}

/// What was unpacked.
#[derive(Clone, Debug)]
pub struct Unpacked {
    /// The folder.
    pub output: PathBuf,
    /// One for a package, in the order of the archive for a collection.
    pub packages: Vec<UnpackedPackage>,
    /// Packages of a collection that were refused.
    pub n_refused: usize,
    /// Members of a collection that are no packages.
    pub n_ignored: usize,
    /// What is worth knowing.
    pub findings: Vec<Finding>,
}

/// One package that was unpacked.
#[derive(Clone, Debug)]
pub struct UnpackedPackage {
    /// Its project file, or the package itself.
    pub path: PathBuf,
    /// Its place in the collection.
    pub member: Option<String>,
    /// Stable id.
    pub package_id: String,
    /// Display name.
    pub name: String,
    /// The minor it is read as.
    pub minor: u16,
    /// Number of payloads.
    pub n_payloads: usize,
}

impl Answer for Unpacked {
    fn lines(&self) -> Vec<Message> {
        let one = |package: &UnpackedPackage| {
            let phrase = if package.member.is_some() {
                &MEMBER
            } else {
                &UNPACKED
            };
            Message::new(phrase)
                .with("output", package.path.display())
                .with("minor", format_args!("1.{}", package.minor))
                .with("n", package.n_payloads)
                .with("member", package.member.as_deref().unwrap_or_default())
        };
        let mut lines: Vec<Message> = self.packages.iter().map(one).collect();
        if self.n_refused > 0 {
            lines.push(Message::new(&PARTIAL).with("n", self.n_refused));
        }
        if self.n_ignored > 0 {
            lines.push(Message::new(&IGNORED).with("n", self.n_ignored));
        }
        lines
    }

    fn facts(&self, _language: Language) -> Map<String, Value> {
        let one = |package: &UnpackedPackage| {
            json!({
                "entry": package.member,
                "path": package.path.display().to_string(),
                "package_id": package.package_id,
                "name": package.name,
                "format_version": format!("1.{}", package.minor),
                "payload_count": package.n_payloads,
            })
        };
        members(json!({
            "format": "BEM-project",
            "output": self.output.display().to_string(),
            "packages": self.packages.iter().map(one).collect::<Vec<Value>>(),
            "partial": self.n_refused > 0,
            "ignored_entries": self.n_ignored,
        }))
    }

    fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

/// Unpacks a package or collection into a new folder.
///
/// # Errors
///
/// The folder exists (PRJ-04), the file is no valid package, or the machine refuses; nothing is left behind.
pub fn unpack(
    path: &Path,
    to: &Path,
    wanted: Members,
    cancel: &Cancel,
) -> Result<Unpacked, Failure> {
    let to = files::absolute(to);
    outputs::check_folder(&to)?;
    let (source, kind) = read_source(path)?;
    if kind == FileKind::Collection {
        return collection(path, &source, &to, wanted, cancel);
    }
    let thumbnail = thumbnail(&source);
    let judged = rules::judge(source, Purpose::Read, cancel);
    let Some(package) = judged.package.filter(|_| !is_blocked(&judged.findings)) else {
        return Err(rejected(path, judged.findings));
    };
    let staged = StagedFolder::beside(&to).map_err(|error| words::file_error(&error))?;
    write_files(&staged, "", &package, cancel)?;
    if let Some(bytes) = thumbnail {
        put(&staged, PREVIEW, &bytes)?;
    }
    staged.commit().map_err(|error| words::file_error(&error))?;
    Ok(Unpacked {
        packages: vec![told(&package.manifest, &package, to.join(PROJECT))],
        output: to,
        n_refused: 0,
        n_ignored: 0,
        findings: judged.findings,
    })
}

fn told(manifest: &Manifest, package: &Package, path: PathBuf) -> UnpackedPackage {
    UnpackedPackage {
        path,
        member: None,
        package_id: manifest.package_id.clone(),
        name: manifest.name.clone(),
        minor: package.minor,
        n_payloads: package.payloads.len(),
    }
}

/// Every good package of a collection; at least one.
fn collection(
    path: &Path,
    source: &Source,
    to: &Path,
    wanted: Members,
    cancel: &Cancel,
) -> Result<Unpacked, Failure> {
    let failed = |findings| Failure {
        message: Message::new(&NOT_UNPACKED).with("path", path.display()),
        findings,
    };
    let read = rules::with_hooks(Purpose::Read, cancel, |hooks| {
        read_collection(source, hooks)
    });
    let Collection {
        packages,
        issues,
        ignored_entries,
        n_refused,
    } = read.map_err(failed)?;
    cancel.check().map_err(words::cancelled)?;
    if packages.is_empty() {
        return Err(failed(issues));
    }
    let staged = StagedFolder::beside(to).map_err(|error| words::file_error(&error))?;
    let mut unpacked = Unpacked {
        output: to.to_path_buf(),
        packages: Vec::with_capacity(packages.len()),
        n_refused,
        n_ignored: ignored_entries,
        findings: issues,
    };
    for collected in &packages {
        cancel.check().map_err(words::cancelled)?;
        let mut told = member(&staged, source, collected, wanted, cancel)?;
        told.path = to.join(&told.path);
        unpacked.packages.push(told);
    }
    staged.commit().map_err(|error| words::file_error(&error))?;
    Ok(unpacked)
}

/// One package of a collection. Its id is a name every system takes (ID-01), and no other has it in another letter case
/// (COL-06).
fn member(
    staged: &StagedFolder,
    source: &Source,
    collected: &Collected,
    wanted: Members,
    cancel: &Cancel,
) -> Result<UnpackedPackage, Failure> {
    let failed = || Message::new(&NOT_UNPACKED).with("path", &collected.member);
    let id = &collected.manifest.package_id;
    let bytes = collected_bytes(source, collected).ok_or_else(failed)?;
    let judged = rules::judge(bytes.clone(), Purpose::Read, cancel);
    let package = judged.package.ok_or_else(failed)?;
    let name = match wanted {
        Members::Files => {
            let name = format!("{id}.bem");
            put(staged, &name, &bytes.bytes().map_err(|_unread| failed())?)?;
            name
        }
        Members::Projects => {
            write_files(staged, &format!("{id}/"), &package, cancel)?;
            if let Some(bytes) = thumbnail(&bytes) {
                put(staged, &format!("{id}/{PREVIEW}"), &bytes)?;
            }
            format!("{id}/{PROJECT}")
        }
    };
    Ok(UnpackedPackage {
        member: Some(collected.member.clone()),
        ..told(&package.manifest, &package, PathBuf::from(name))
    })
}

/// The project file and every payload, decoded; numbers stay as they are.
fn write_files(
    staged: &StagedFolder,
    prefix: &str,
    package: &Package,
    cancel: &Cancel,
) -> Result<(), Failure> {
    let mut manifest = package.manifest.clone();
    // A hint of the container, stale as soon as the project is edited (bem.md 16.1).
    manifest.extra.retain(|(key, _)| key != "format_version");
    let n_payloads = u32_of(package.payloads.len());
    let text = write_project(&manifest, n_payloads);
    put(staged, &format!("{prefix}{PROJECT}"), text.as_bytes())?;
    for id in 0..n_payloads {
        cancel.check().map_err(words::cancelled)?;
        let bytes = match package.payload(id) {
            // A gap among the numbers of a ZIP (ZIP-04): the list of files has none, so a byte stands there.
            Err(PayloadError::NoSuchPayload { .. }) => Cow::Borrowed(&[0][..]),
            bytes => bytes.map_err(|error| SealError::Payload(error).message())?,
        };
        put(staged, &format!("{prefix}{}", member_name(id)), &bytes)?;
    }
    Ok(())
}

fn put(staged: &StagedFolder, name: &str, bytes: &[u8]) -> Result<(), Failure> {
    staged
        .write(name, bytes)
        .map_err(|error| words::file_error(&error).into())
}

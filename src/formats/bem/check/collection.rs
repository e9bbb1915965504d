//! Reads collections: archives of whole packages (bem.md 16.3). No file is touched: what is taken out of a collection is
//! handed back as bytes.

use crate::base::findings::{Finding, Place, Severity};
use crate::base::limits::{BEM_FILE_BYTES, GIB};
use crate::base::text::{Message, Phrase, bytes as shown_bytes, grouped};
use crate::formats::bem::check::archive::{coding, place, unpack};
use crate::formats::bem::check::collection_write::MAX_PACKAGES;
use crate::formats::bem::check::file_kind::{FileKind, classify, is_package_name, kind_of};
use crate::formats::bem::check::opened::{Hooks, open_with};
use crate::formats::bem::check::report::{Purpose, Report, Rule};
use crate::formats::bem::manifest::{Manifest, TargetStructure};
use crate::formats::bem::payloads::Source;
use crate::formats::bem::zip::{Archive, Member, Storage};
use caseless::default_case_fold_str;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

const COL_04: Rule = Rule::reject("COL-04");
const COL_05: Rule = Rule::warn("COL-05");
const COL_06: Rule = Rule::warn("COL-06");
const DEC_35: Rule = Rule::warn("DEC-35");
const MAX_ARCHIVE_BYTES: u64 = 4 * GIB;
const MAX_MEMBERS: usize = 8192;

static TOO_MANY_MEMBERS: Phrase = Phrase::new(
    "合集有 {value} 个成员，最多 {limit} 个。",
    "コレクションの中身は {value} 個ですが、{limit} 個までです。",
    "The collection has {value} members; {limit} are allowed.",
);
static TOO_MANY_PACKAGES: Phrase = Phrase::new(
    "合集有 {value} 个包，最多 {limit} 个。",
    "コレクションのパッケージは {value} 個ですが、{limit} 個までです。",
    "The collection has {value} packages; {limit} are allowed.",
);
static UNREADABLE: Phrase = Phrase::new(
    "合集的目录缺失、被截断或自相矛盾，无法读取。请重新打包或重新下载。",
    "コレクションの目次がないか、途切れているか、矛盾していて、読めません。作り直すか、取得し直してください。",
    "The collection's directory is missing, cut off or contradicts itself, so it cannot be read. Make or fetch it again.",
);
static UNSAFE_PATH: Phrase = Phrase::new(
    "成员的路径不安全，已拒收。",
    "パスが安全ではないため、受け付けません。",
    "The member's path is not safe; it is refused.",
);
static LINK: Phrase = Phrase::new(
    "成员是符号链接，已拒收。",
    "シンボリックリンクのため、受け付けません。",
    "The member is a symbolic link; it is refused.",
);
static ENCRYPTED: Phrase = Phrase::new(
    "成员被加密了，已拒收。",
    "暗号化されているため、受け付けません。",
    "The member is encrypted; it is refused.",
);
static METHOD: Phrase = Phrase::new(
    "成员的压缩方式不受支持，已拒收。",
    "圧縮方式に対応していないため、受け付けません。",
    "The member's compression is not supported; it is refused.",
);
static SAME_PATH: Phrase = Phrase::new(
    "不区分大小写时路径重复，已拒收。",
    "大文字と小文字を区別しないとパスが重複するため、受け付けません。",
    "Ignoring case, the path is there twice; it is refused.",
);
static SIZE: Phrase = Phrase::new(
    "成员解压后为 {value}，允许 1 字节到 {limit}；已拒收。",
    "展開すると {value} で、1 バイト〜{limit} の外のため、受け付けません。",
    "The member unpacks to {value}; 1 byte to {limit} are allowed. It is refused.",
);
static TOTAL: Phrase = Phrase::new(
    "到这里为止所有包合计超过 {limit}，已拒收。",
    "ここまでのパッケージの合計が {limit} を超えるため、受け付けません。",
    "All packages up to this one exceed {limit}; it is refused.",
);
static DAMAGED: Phrase = Phrase::new(
    "成员已损坏，已拒收。",
    "壊れているため、受け付けません。",
    "The member is damaged; it is refused.",
);
static NOT_VALID: Phrase = Phrase::new(
    "这个成员不是有效的包，已拒收。",
    "有効なパッケージではないため、受け付けません。",
    "The member is no valid package; it is refused.",
);
static NESTED: Phrase = Phrase::new(
    "合集里还有一个合集，已拒收。",
    "コレクションの中に別のコレクションがあります。受け付けません。",
    "The member is a collection inside the collection; it is refused.",
);
static MEMBER_IS_ZIP: Phrase = Phrase::new(
    "这个包本身是 ZIP；可以使用，但写合集时会要求二进制格式。",
    "このパッケージ自体が ZIP です。使えますが、コレクションに書くときは二進形式にします。",
    "The package is itself a ZIP; it works, but written collections hold binary packages.",
);
static SAME_ID: Phrase = Phrase::new(
    "几个包的 ID 都是“{value}”（不区分大小写），全部拒收。",
    "ID「{value}」のパッケージが複数あります（大文字と小文字は区別しません）。すべて受け付けません。",
    "Several packages have the id “{value}” (ignoring case); all of them are refused.",
);
static BROKEN_MANIFEST: Phrase = Phrase::new(
    "合集里的“manifest.json”无法使用。",
    "コレクションの「manifest.json」は使えません。",
    "The manifest.json of the collection cannot be used.",
);

/// A good package of a collection.
#[derive(Clone, Debug)]
pub struct Collected {
    /// Its path in the archive.
    pub member: String,
    /// The minor it is read as.
    pub minor: u16,
    /// Its manifest.
    pub manifest: Manifest,
    /// Warnings and hints of its check.
    pub findings: Vec<Finding>,
    /// Where it lies in the archive.
    pub stored: Member,
}

impl Collected {
    /// Kind and id of an explicit target.
    pub fn explicit_target(&self) -> Option<(&str, &str)> {
        match &self.manifest.target.structure {
            TargetStructure::Explicit { kind, id, .. } => Some((kind, id)),
            TargetStructure::Legacy { .. } => None,
        }
    }
}

/// What a collection holds.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// Good packages in the order of the archive.
    pub packages: Vec<Collected>,
    /// What was refused and why, each at its member; findings of a broken package follow its issue.
    pub issues: Vec<Finding>,
    /// Members that are no packages.
    pub ignored_entries: usize,
    /// Members that were refused.
    pub n_refused: usize,
}

impl Collection {
    /// Whether some packages are good and some were refused.
    pub fn is_partial(&self) -> bool {
        !self.packages.is_empty() && self.n_refused > 0
    }

    fn refuse(&mut self, member: &Member, rule: Rule, message: Message) {
        self.n_refused = self.n_refused.saturating_add(1);
        let severity = Severity::Warning;
        self.issues
            .push(Finding::new(rule.id, severity, place(member), message));
    }
}

/// Reads a collection: every `.bem` member is unpacked, checked, and dropped again; good ones are listed (COL-04 to
/// COL-06).
///
/// # Errors
///
/// An archive that is too large, has too many members, or cannot be read: its findings.
pub fn read_collection(source: &Source, hooks: Hooks<'_>) -> Result<Collection, Vec<Finding>> {
    let source = source.in_memory().map_err(|error| refused(&error))?;
    let bytes = source.bytes().map_err(|error| refused(&error))?;
    let file = bytes.as_ref();
    let archive = Archive::read(file).map_err(|error| refused(&error))?;
    let candidates: Vec<&Member> = archive
        .members
        .iter()
        .filter(|member| is_package_name(member))
        .collect();
    limits(&archive, candidates.len())?;
    let mut collection = Collection {
        ignored_entries: archive
            .members
            .iter()
            .filter(|member| !member.is_folder && !is_package_name(member))
            .count(),
        ..Collection::default()
    };
    if let (FileKind::Collection, Some(manifest)) = kind_of(&archive, file) {
        let message = Message::new(&BROKEN_MANIFEST);
        let severity = Severity::Warning;
        collection
            .issues
            .push(Finding::new("ZIP-02", severity, place(manifest), message));
    }
    let mut gate = Gate::default();
    for member in candidates {
        if let Some((rule, message)) = gate.objection(member) {
            collection.refuse(member, rule, message);
        } else {
            read_member(&mut collection, &source, member, hooks);
        }
    }
    refuse_same_ids(&mut collection);
    Ok(collection)
}

fn refused(error: &impl Display) -> Vec<Finding> {
    // The words of the reader are English: an argument for machines, not a part of the sentence.
    let message = Message::new(&UNREADABLE).with("error", error);
    vec![Finding::new(
        COL_04.id,
        Severity::Error,
        Place::Whole,
        message,
    )]
}

/// COL-04.
fn limits(archive: &Archive, n_packages: usize) -> Result<(), Vec<Finding>> {
    let mut report = Report::new(Purpose::Read);
    let mut add = |phrase, value: String, limit: String| {
        let message = Message::new(phrase)
            .with("value", value)
            .with("limit", limit);
        report.add(COL_04, Place::Whole, message);
    };
    if archive.members.len() > MAX_MEMBERS {
        let value = grouped(archive.members.len());
        add(&TOO_MANY_MEMBERS, value, grouped(MAX_MEMBERS));
    }
    if n_packages > MAX_PACKAGES {
        let value = grouped(n_packages);
        add(&TOO_MANY_PACKAGES, value, grouped(MAX_PACKAGES));
    }
    let found = report.finish();
    if found.is_empty() { Ok(()) } else { Err(found) }
}

/// Judges members before they are unpacked (COL-05).
#[derive(Default)]
struct Gate {
    seen: BTreeSet<String>,
    total: u64,
}

impl Gate {
    fn objection(&mut self, member: &Member) -> Option<(Rule, Message)> {
        let say = |phrase| Some((COL_05, Message::new(phrase)));
        if !is_inside(&member.name) {
            return say(&UNSAFE_PATH);
        }
        if member.is_link {
            return say(&LINK);
        }
        if member.is_encrypted {
            return say(&ENCRYPTED);
        }
        if matches!(member.storage, Storage::Other(_)) {
            return say(&METHOD);
        }
        if !self.seen.insert(default_case_fold_str(&member.name)) {
            return say(&SAME_PATH);
        }
        let size = member.unpacked_size;
        let sized = |phrase, limit: u64| {
            let message = Message::new(phrase)
                .with("value", shown_bytes(size))
                .with("limit", shown_bytes(limit));
            Some((COL_05, message))
        };
        if !(1..=BEM_FILE_BYTES).contains(&size) {
            return sized(&SIZE, BEM_FILE_BYTES);
        }
        self.total = self.total.saturating_add(size);
        if self.total > MAX_ARCHIVE_BYTES {
            return sized(&TOTAL, MAX_ARCHIVE_BYTES);
        }
        None
    }
}

/// Relative and never upwards; `\` counts as a separator here.
fn is_inside(name: &str) -> bool {
    let mut parts = name.split(['/', '\\']);
    !name.contains(':') && !name.starts_with(['/', '\\']) && parts.all(|part| part != "..")
}

fn read_member(collection: &mut Collection, source: &Source, member: &Member, hooks: Hooks<'_>) {
    let Some(inner) = inner_source(source, member) else {
        collection.refuse(member, COL_05, Message::new(&DAMAGED));
        return;
    };
    let mut findings = Vec::new();
    match classify(&inner) {
        FileKind::Collection => {
            collection.refuse(member, DEC_35, Message::new(&NESTED));
            return;
        }
        FileKind::PackageZip => {
            let message = Message::new(&MEMBER_IS_ZIP);
            findings.push(Finding::new(
                DEC_35.id,
                Severity::Warning,
                place(member),
                message,
            ));
        }
        _ => {}
    }
    let checked = open_with(inner, Purpose::Read, hooks);
    let is_valid = checked.is_valid();
    findings.extend(checked.findings);
    match checked.package {
        Some(package) if is_valid => collection.packages.push(Collected {
            member: member.name.clone(),
            minor: package.minor,
            manifest: package.manifest,
            findings,
            stored: member.clone(),
        }),
        _ => {
            collection.refuse(member, COL_05, Message::new(&NOT_VALID));
            collection.issues.extend(findings);
        }
    }
}

/// The bytes of a member as a file of its own; a stored one is not copied.
fn inner_source(source: &Source, member: &Member) -> Option<Source> {
    let mut unheard = Report::new(Purpose::Read);
    coding(&mut unheard, member)?;
    let file = source.bytes().ok()?;
    let unpacked = unpack(&mut unheard, member, &file)?;
    if member.storage == Storage::Stored {
        return source.part(member.data.as_ref()?);
    }
    Some(Source::from(unpacked.into_owned()))
}

/// The bytes of a good package of a collection read from `source`.
pub fn collected_bytes(source: &Source, package: &Collected) -> Option<Source> {
    inner_source(source, &package.stored)
}

/// COL-06.
fn refuse_same_ids(collection: &mut Collection) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let folded = |package: &Collected| default_case_fold_str(&package.manifest.package_id);
    for package in &collection.packages {
        let count = counts.entry(folded(package)).or_default();
        *count = count.saturating_add(1);
    }
    let is_single = |package: &Collected| counts.get(&folded(package)) == Some(&1);
    let (good, twins): (Vec<_>, Vec<_>) = std::mem::take(&mut collection.packages)
        .into_iter()
        .partition(is_single);
    collection.packages = good;
    for package in twins {
        let message = Message::new(&SAME_ID).with("value", &package.manifest.package_id);
        collection.refuse(&package.stored, COL_06, message);
    }
}

//! Which members of an archive are what: manifest, payloads, thumbnail, or nothing of a package (ZIP-02, ZIP-09).

use crate::base::numbers::u64_of;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::archive::{place, unpack};
use crate::formats::bem::check::report::{Purpose, Report, Rule};
use crate::formats::bem::limits::{MAX_PREVIEW_BYTES, PNG_SIGNATURE};
use crate::formats::bem::payloads::Source;
use crate::formats::bem::zip::{Archive, MANIFEST, Member, PAYLOADS, PREVIEW};
use caseless::default_case_fold_str;
use std::collections::BTreeMap;

const ZIP_09: Rule = Rule::reject("ZIP-09");

static BAD_PATH: Phrase = Phrase::new(
    "成员的路径“{value}”不安全：应为相对路径，不含“\\”“:”和空的、“.”或“..”路径段。",
    "パス「{value}」は安全ではありません。相対パスとし、「\\」「:」や空・「.」・「..」の区間を含めません。",
    "The path “{value}” is not safe: relative, without “\\”, “:” and without empty, “.” or “..” parts.",
);
static LINK: Phrase = Phrase::new(
    "成员是符号链接。",
    "シンボリックリンクがあります。",
    "The member is a symbolic link.",
);
static SAME_PATH: Phrase = Phrase::new(
    "不区分大小写时，路径与“{first}”相同。",
    "大文字と小文字を区別しないと「{first}」と同じパスです。",
    "Ignoring case, the path equals “{first}”.",
);

/// The members of a package.
#[derive(Debug, Default)]
pub(super) struct Taken<'a> {
    /// The folder that holds everything, with its `/`; empty = none.
    pub(super) prefix: String,
    pub(super) manifest: Option<&'a Member>,
    pub(super) preview: Option<&'a Member>,
    /// Payload number and member, in the order of the archive.
    pub(super) payloads: Vec<(u32, &'a Member)>,
    /// Members that belong to no package.
    pub(super) surplus: Vec<&'a Member>,
}

/// The thumbnail of a package ZIP, if it has one (ZIP-11).
pub fn thumbnail(source: &Source) -> Option<Vec<u8>> {
    let all = source.bytes().ok()?;
    let archive = Archive::read(&all).ok()?;
    let mut unheard = Report::new(Purpose::Read);
    let preview = take(&archive, &mut unheard).preview?;
    if preview.unpacked_size > MAX_PREVIEW_BYTES {
        return None;
    }
    let bytes = unpack(&mut unheard, preview, &all)?;
    is_thumbnail(&bytes).then(|| bytes.into_owned())
}

/// Whether a file can be a thumbnail: a PNG of at most 8 MiB (ZIP-11).
pub fn is_thumbnail(bytes: &[u8]) -> bool {
    bytes.starts_with(&PNG_SIGNATURE) && u64_of(bytes.len()) <= MAX_PREVIEW_BYTES
}

/// Sorts the members and refuses those with unsafe paths (ZIP-09); folders do not count.
pub(super) fn take<'a>(archive: &'a Archive, report: &mut Report) -> Taken<'a> {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    let mut safe = Vec::new();
    for member in &archive.members {
        let path = member.name.strip_suffix('/').unwrap_or(&member.name);
        let message = if !is_safe_path(path) {
            Some(Message::new(&BAD_PATH).with("value", &member.name))
        } else if member.is_link {
            Some(Message::new(&LINK))
        } else {
            seen.insert(default_case_fold_str(path), &member.name)
                .map(|first| Message::new(&SAME_PATH).with("first", first))
        };
        if let Some(message) = message {
            report.add(ZIP_09, place(member), message);
        } else if !member.is_folder {
            safe.push(member);
        }
    }
    let prefix = wrapper(&safe);
    let mut taken = Taken {
        prefix: prefix.to_owned(),
        ..Taken::default()
    };
    for member in safe {
        let name = member.name.strip_prefix(prefix).unwrap_or(&member.name);
        if name == MANIFEST {
            taken.manifest = Some(member);
        } else if name == PREVIEW {
            taken.preview = Some(member);
        } else if let Some(number) = payload_number(name) {
            taken.payloads.push((number, member));
        } else {
            taken.surplus.push(member);
        }
    }
    taken
}

/// The folder that holds every member, if the manifest is not at the root (ZIP-02). One level is stripped.
fn wrapper<'a>(members: &[&'a Member]) -> &'a str {
    let is_at_root = members.iter().any(|member| member.name == MANIFEST);
    let Some((folder, _)) = members.first().and_then(|first| first.name.split_once('/')) else {
        return "";
    };
    let prefix = members
        .first()
        .and_then(|first| first.name.get(..=folder.len()))
        .unwrap_or_default();
    let holds_all = members.iter().all(|member| member.name.starts_with(prefix));
    if holds_all && !is_at_root { prefix } else { "" }
}

/// The number of a payload member: decimal digits and `.bin`, in the payload folder or at the root.
fn payload_number(name: &str) -> Option<u32> {
    let name = name.strip_prefix(PAYLOADS).unwrap_or(name);
    let digits = name.strip_suffix(".bin")?;
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    // A number beyond u32 is one beyond every limit.
    is_number.then(|| digits.parse().unwrap_or(u32::MAX))
}

/// Relative, with ordinary segments only.
pub(super) fn is_safe_path(path: &str) -> bool {
    !path.contains(['\\', ':', '\0'])
        && path
            .split('/')
            .all(|segment| !matches!(segment, "" | "." | ".."))
}

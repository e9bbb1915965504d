//! What a file is, told by its bytes alone (bem.md 16.2). It judges nothing.

use crate::base::limits::BEM_MANIFEST_BYTES;
use crate::base::numbers::u64_of;
use crate::formats::bem::check::archive::unpack;
use crate::formats::bem::check::members;
use crate::formats::bem::check::report::{Purpose, Report};
use crate::formats::bem::container;
use crate::formats::bem::json;
use crate::formats::bem::payloads::Source;
use crate::formats::bem::zip::{self, Archive, Member};

/// How names of packages in a collection end, in any letter case.
pub(super) const ENDING: &str = ".bem";

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A binary package.
    Binary,
    /// One package as a ZIP.
    PackageZip,
    /// A ZIP of whole packages.
    Collection,
    /// A ZIP that is neither.
    OtherZip,
    /// Something else.
    Unknown,
}

/// Tells what a file is; one that cannot be read is unknown. Of a ZIP only the directory and `manifest.json` are
/// looked at.
pub fn classify(source: &Source) -> FileKind {
    let head = source.head(u64_of(container::MAGIC.len()));
    let head = head.unwrap_or_default();
    if head.starts_with(&container::MAGIC) {
        return FileKind::Binary;
    }
    if !zip::is_archive(&head) {
        return FileKind::Unknown;
    }
    let Ok(bytes) = source.bytes() else {
        return FileKind::Unknown;
    };
    match Archive::read(&bytes) {
        Ok(archive) => kind_of(&archive, &bytes).0,
        Err(_) => FileKind::OtherZip,
    }
}

/// The kind of an archive, and a `manifest.json` that cannot be used.
pub(super) fn kind_of<'a>(archive: &'a Archive, file: &[u8]) -> (FileKind, Option<&'a Member>) {
    let mut unheard = Report::new(Purpose::Read);
    let taken = members::take(archive, &mut unheard);
    if let Some(manifest) = taken.manifest
        && is_package_manifest(manifest, file)
    {
        return (FileKind::PackageZip, None);
    }
    let kind = if archive.members.iter().any(is_package_name) {
        FileKind::Collection
    } else if taken.manifest.is_some() {
        // Its faults are better told as those of a package.
        FileKind::PackageZip
    } else {
        FileKind::OtherZip
    };
    (kind, taken.manifest)
}

/// Valid JSON with `package_id` and `target`.
fn is_package_manifest(member: &Member, file: &[u8]) -> bool {
    if member.unpacked_size > BEM_MANIFEST_BYTES {
        return false;
    }
    let mut unheard = Report::new(Purpose::Read);
    let text = unpack(&mut unheard, member, file);
    let parsed = text.and_then(|text| json::parse(&text).ok());
    parsed.is_some_and(|parsed| {
        parsed.value.get("package_id").is_some() && parsed.value.get("target").is_some()
    })
}

/// Whether a member of a collection is meant to be a package.
pub(super) fn is_package_name(member: &Member) -> bool {
    let ending = member.name.len().checked_sub(ENDING.len());
    let tail = ending.and_then(|start| member.name.get(start..));
    !member.is_folder && tail.is_some_and(|tail| tail.eq_ignore_ascii_case(ENDING))
}

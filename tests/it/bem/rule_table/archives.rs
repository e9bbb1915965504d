//! ZIP and COL.

use super::{Case, Row, file, row};
use crate::bem::case_files::{fixture as fixture_bytes, manifest_text};
use crate::bem::rule_cases::made;
use crate::bem::zip_files::{Entry, archive};
use bem_studio::formats::bem::check::{
    CollectionError, FileKind, Hooks, Purpose, classify, read_collection, write_collection,
};
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::payloads::Source;
use bem_studio::formats::bem::zip::{Archive, Storage, member_name};

/// The members of F11 as a package ZIP.
fn members() -> Vec<Entry> {
    let file = fixture_bytes("F11");
    let package = Package::read(file.clone()).expect("opens");
    let mut entries = vec![Entry::deflated(
        "manifest.json",
        manifest_text(&file).as_bytes(),
    )];
    for id in 0..7 {
        let bytes = package.payload(id).expect("decodes");
        entries.push(Entry::deflated(&member_name(id), &bytes));
    }
    entries
}

/// F11 as a ZIP with some of its members changed.
fn zip(change: fn(&mut Vec<Entry>)) -> Case {
    let mut entries = members();
    change(&mut entries);
    Case::File(archive(&entries))
}

/// F11 as a ZIP whose manifest states a version.
fn stating(version: &str) -> Case {
    let mut entries = members();
    let text = String::from_utf8(entries[0].bytes.clone()).expect("UTF-8");
    let stated = format!("{{\"format_version\":\"{version}\",");
    entries[0].bytes = text.replacen('{', &stated, 1).into_bytes();
    Case::File(archive(&entries))
}

/// What is told of F11 as a ZIP with a hole of this size before its directory; the hole takes no memory.
fn zip_of_size(n_bytes: usize) -> Case {
    let small = archive(&members());
    let end = small.len() - 22;
    let start = u32::from_le_bytes(small[end + 16..end + 20].try_into().expect("four bytes"));
    let start = usize::try_from(start).expect("an offset");
    let hole = n_bytes - small.len();
    let mut large = vec![0; n_bytes];
    large[..start].copy_from_slice(&small[..start]);
    large[start + hole..].copy_from_slice(&small[start..]);
    let moved = u32::try_from(start + hole).expect("below 4 GiB");
    large[n_bytes - 6..n_bytes - 2].copy_from_slice(&moved.to_le_bytes());
    let opened = super::opened_source(Source::from(large), Purpose::Read);
    Case::Told(opened)
}

/// What reading a collection of these members tells.
fn collection(entries: &[Entry]) -> Case {
    let source = Source::from(archive(entries));
    Case::Told(match read_collection(&source, Hooks::default()) {
        Ok(collection) => collection.issues,
        Err(findings) => findings,
    })
}

fn packages(names: &[&str]) -> Vec<Entry> {
    let entries = names.iter().enumerate();
    entries
        .map(|(index, name)| Entry::stored(&format!("{index}.bem"), &fixture_bytes(name)))
        .collect()
}

/// What writing a collection of these files comes to.
fn written_collection(files: &[Vec<u8>]) -> Result<Vec<u8>, CollectionError> {
    let sources: Vec<Source> = files.iter().cloned().map(Source::from).collect();
    let mut bytes = Vec::new();
    write_collection(&sources, Hooks::default(), &mut bytes).map(|()| bytes)
}

fn are_stored_under_their_ids(bytes: &[u8]) -> bool {
    let listed = Archive::read(bytes).expect("lists");
    let mut names = listed
        .members
        .iter()
        .map(|member| (&*member.name, member.storage));
    names.next() == Some(("sample.composable.bem", Storage::Stored)) && names.next().is_none()
}

pub(super) const ROWS: &[Row] = &[
    row(
        "ZIP-01",
        "ok",
        || file("ZIP-01-1-ok.bem"),
        // An archive by name alone is none.
        || {
            Case::Holds(
                classify(&Source::from(&b"PK\x05\x06collection.zip"[..])) == FileKind::Unknown,
            )
        },
    ),
    row(
        "ZIP-02",
        "reject",
        || {
            zip(|entries| {
                for entry in entries {
                    entry.name = [b"one/", entry.name.as_slice()].concat();
                }
            })
        },
        || zip(|entries| drop(entries.remove(0))),
    ),
    row(
        "ZIP-03",
        "ok",
        || file("ZIP-03-1-ok.zip"),
        || {
            Case::Holds(
                member_name(7) == "payloads/0007.bin"
                    && member_name(12_345) == "payloads/12345.bin",
            )
        },
    ),
    row(
        "ZIP-04",
        "reject",
        || zip(|_| {}),
        || zip(|entries| drop(entries.remove(4))),
    ),
    row(
        "ZIP-05",
        "reject",
        || zip(|_| {}),
        || file("ZIP-05-2-reject.zip"),
    ),
    row(
        "ZIP-06",
        "reject",
        || zip(|entries| entries[2].method = 0),
        || zip(|entries| entries[2].crc = Some(1)),
    ),
    row(
        "ZIP-07",
        "reject",
        || file("ZIP-07-2-ok.zip"),
        || file("ZIP-07-1-reject.zip"),
    ),
    row(
        "ZIP-08",
        "warn",
        || zip_of_size(2 << 30),
        || zip_of_size((2 << 30) + 1),
    ),
    row(
        "ZIP-09",
        "reject",
        || zip(|_| {}),
        || file("ZIP-09-1-reject.zip"),
    ),
    row("ZIP-10", "reject", || stating("1.1"), || stating("1.0")),
    row(
        "ZIP-11",
        "warn",
        || file("ZIP-11-1-ok.zip"),
        || file("ZIP-11-2-warn.zip"),
    ),
    row(
        "ZIP-12",
        "warn",
        || zip(|entries| entries.push(Entry::stored("payloads/", b""))),
        || zip(|entries| entries.push(Entry::stored("readme.txt", b"text"))),
    ),
    row(
        "COL-01",
        "ok",
        || {
            Case::Holds(
                written_collection(&[fixture_bytes("F11")])
                    .is_ok_and(|bytes| are_stored_under_their_ids(&bytes)),
            )
        },
        || {
            Case::Holds(matches!(
                written_collection(&[]),
                Err(CollectionError::Count { n_packages: 0 })
            ))
        },
    ),
    row(
        "COL-02",
        "ok",
        || Case::Holds(written_collection(&[fixture_bytes("F11"), fixture_bytes("F14")]).is_ok()),
        || {
            let shouted = made("F14").with(
                "\"package_id\":\"sample.resources\"",
                "\"package_id\":\"SAMPLE.composable\"",
            );
            let twins = [fixture_bytes("F11"), shouted.file()];
            Case::Holds(matches!(
                written_collection(&twins),
                Err(CollectionError::SameId { .. })
            ))
        },
    ),
    row(
        "COL-03",
        "ok",
        || Case::Holds(written_collection(&[fixture_bytes("F15")]).is_ok()),
        || {
            Case::Holds(matches!(
                written_collection(&[archive(&members())]),
                Err(CollectionError::NotValid { index: 0, .. })
            ))
        },
    ),
    row(
        "COL-04",
        "reject",
        || collection(&packages(&["F11", "F14"])),
        || {
            let many: Vec<Entry> = (0..257)
                .map(|n| Entry::stored(&format!("{n}.bem"), b"x"))
                .collect();
            collection(&many)
        },
    ),
    row(
        "COL-05",
        "warn",
        || collection(&packages(&["F11"])),
        || collection(&[Entry::stored("../a.bem", &fixture_bytes("F11"))]),
    ),
    row(
        "COL-06",
        "warn",
        || collection(&packages(&["F11", "F14"])),
        || collection(&packages(&["F11", "F14", "F11"])),
    ),
];

//! Collections: what is taken, what is refused, what is written.

use crate::bem::case_files::fixture;
use crate::bem::findings::{messages, rules_of};
use crate::bem::zip_files::{Entry, archive};
use bem_studio::formats::bem::check::{
    Collection, CollectionError, Hooks, collected_bytes, read_collection, write_collection,
};
use bem_studio::formats::bem::payloads::Source;
use bem_studio::formats::bem::zip::{Archive, Storage};

fn read(entries: &[Entry]) -> Collection {
    let source = Source::from(archive(entries));
    read_collection(&source, Hooks::default()).expect("a collection")
}

fn members_of(collection: &Collection) -> Vec<&str> {
    collection
        .packages
        .iter()
        .map(|package| &*package.member)
        .collect()
}

#[test]
fn a_written_collection_holds_the_same_bytes_under_the_package_ids() {
    // TC14-51
    let sources: Vec<Source> = ["F11", "F14", "W14"]
        .map(|name| Source::from(fixture(name)))
        .into();
    let mut bytes = Vec::new();
    write_collection(&sources, Hooks::default(), &mut bytes).expect("writes");
    let listed = Archive::read(&bytes).expect("lists");
    let names: Vec<&str> = listed.members.iter().map(|member| &*member.name).collect();
    assert_eq!(
        names,
        [
            "sample.composable.bem",
            "sample.resources.bem",
            "sample.blade.bem"
        ],
        "names"
    );
    assert!(
        listed
            .members
            .iter()
            .all(|member| member.storage == Storage::Stored),
        "stored"
    );
    let source = Source::from(bytes);
    let collection = read_collection(&source, Hooks::default()).expect("reads");
    assert_eq!(collection.issues, [], "no issues");
    assert!(!collection.is_partial(), "whole");
    let minors: Vec<u16> = collection
        .packages
        .iter()
        .map(|package| package.minor)
        .collect();
    assert_eq!(minors, [1, 4, 4], "minors");
    assert_eq!(
        collection.packages[2].explicit_target(),
        Some(("weapon", "wpn_0001_sample")),
        "target of the weapon"
    );
    assert_eq!(
        collection.packages[0].explicit_target(),
        None,
        "legacy target"
    );
    for (package, original) in collection.packages.iter().zip(&sources) {
        let taken = collected_bytes(&source, package).expect("bytes");
        assert!(taken.bytes() == original.bytes(), "{}", package.member);
    }
}

#[test]
fn bad_members_are_issues_and_others_are_ignored() {
    // TCP-06
    let collection = read(&[
        Entry::stored("a/F11.bem", &fixture("F11")),
        Entry::stored("broken.BEM", b"not a package"),
        Entry::stored("readme.txt", b"text"),
    ]);
    assert_eq!(members_of(&collection), ["a/F11.bem"], "good");
    assert_eq!(collection.n_refused, 1, "refused");
    assert!(collection.is_partial(), "partial");
    assert_eq!(collection.ignored_entries, 1, "ignored");
    assert_eq!(rules_of(&collection.issues), ["COL-05", "CON-01"], "issues");
}

#[test]
fn packages_that_share_an_id_are_all_refused() {
    // TCP-07
    let collection = read(&[
        Entry::stored("one.bem", &fixture("F11")),
        Entry::deflated("two.bem", &fixture("F11")),
        Entry::deflated("F14.bem", &fixture("F14")),
    ]);
    assert_eq!(members_of(&collection), ["F14.bem"], "good");
    assert_eq!(rules_of(&collection.issues), ["COL-06"], "issues");
    assert_eq!(collection.issues.len(), 2, "one for each");
}

#[test]
fn members_that_lead_outside_are_refused_one_by_one() {
    // TCP-08
    for name in [
        "../a.bem",
        "C:/b.bem",
        "/c.bem",
        "x/../../d.bem",
        "..\\e.bem",
    ] {
        let collection = read(&[
            Entry::stored(name, &fixture("F11")),
            Entry::stored("good.bem", &fixture("F14")),
        ]);
        assert_eq!(members_of(&collection), ["good.bem"], "{name}");
        assert_eq!(rules_of(&collection.issues), ["COL-05"], "{name}");
    }
}

#[test]
fn links_encryption_methods_repeats_and_empty_members_are_refused() {
    type Change<'c> = (&'c str, &'c dyn Fn(&mut Entry));
    let odd: [Change<'_>; 5] = [
        ("link", &|entry| entry.mode = 0o120_777),
        ("encrypted", &|entry| entry.flags |= 1),
        ("method", &|entry| entry.method = 93),
        ("empty", &|entry| entry.bytes.clear()),
        ("damaged", &|entry| entry.crc = Some(1)),
    ];
    for (what, change) in odd {
        let mut entry = Entry::stored("odd.bem", &fixture("F11"));
        change(&mut entry);
        let collection = read(&[entry, Entry::stored("good.bem", &fixture("F14"))]);
        assert_eq!(members_of(&collection), ["good.bem"], "{what}");
        assert_eq!(rules_of(&collection.issues), ["COL-05"], "{what}");
    }
    let collection = read(&[
        Entry::stored("a.bem", &fixture("F11")),
        Entry::stored("A.BEM", &fixture("F14")),
    ]);
    assert_eq!(
        members_of(&collection),
        ["a.bem"],
        "the first of a repeated path"
    );
}

#[test]
fn nested_archives_are_ignored_accepted_or_refused_by_what_they_are() {
    // TCP-09 and DEC-35
    let file = fixture("F11");
    let inner_package = {
        let text = crate::bem::case_files::manifest_text(&file);
        let package =
            bem_studio::formats::bem::package::Package::read(file.clone()).expect("opens");
        let mut entries = vec![Entry::deflated("manifest.json", text.as_bytes())];
        for id in 0..7 {
            let bytes = package.payload(id).expect("decodes");
            entries.push(Entry::deflated(&format!("payloads/{id:04}.bin"), &bytes));
        }
        archive(&entries)
    };
    let inner_collection = archive(&[Entry::stored("x.bem", &file)]);
    let collection = read(&[
        Entry::stored("nested.zip", &inner_collection),
        Entry::stored("package.bem", &inner_package),
        Entry::stored("collection.bem", &inner_collection),
    ]);
    assert_eq!(members_of(&collection), ["package.bem"], "the package ZIP");
    assert_eq!(
        rules_of(&collection.packages[0].findings),
        ["DEC-35"],
        "with a warning"
    );
    assert_eq!(
        rules_of(&collection.issues),
        ["DEC-35"],
        "the collection inside"
    );
    assert_eq!(collection.ignored_entries, 1, "the nested ZIP");
}

#[test]
fn a_broken_manifest_in_a_collection_is_an_issue() {
    let collection = read(&[
        Entry::stored("manifest.json", b"{"),
        Entry::stored("F11.bem", &fixture("F11")),
    ]);
    assert_eq!(members_of(&collection), ["F11.bem"], "good");
    assert_eq!(rules_of(&collection.issues), ["ZIP-02"], "issue");
}

#[test]
fn too_many_members_or_packages_refuse_the_whole_archive() {
    let read = |entries: &[Entry]| {
        let source = Source::from(archive(entries));
        read_collection(&source, Hooks::default())
    };
    let many: Vec<Entry> = (0..257)
        .map(|n| Entry::stored(&format!("{n}.bem"), b"x"))
        .collect();
    let refused = read(&many).expect_err("257 packages");
    assert_eq!(rules_of(&refused), ["COL-04"], "{}", messages(&refused));
    let many: Vec<Entry> = (0..8193)
        .map(|n| Entry::stored(&format!("{n}.txt"), b"x"))
        .collect();
    let refused = read(&many).expect_err("8193 members");
    assert_eq!(rules_of(&refused), ["COL-04"], "{}", messages(&refused));
}

#[test]
fn only_valid_binary_packages_with_different_ids_are_written() {
    let write = |packages: &[Vec<u8>]| {
        let sources: Vec<Source> = packages.iter().cloned().map(Source::from).collect();
        let mut bytes = Vec::new();
        let result = write_collection(&sources, Hooks::default(), &mut bytes);
        assert!(
            result.is_ok() || bytes.is_empty(),
            "nothing is written on failure"
        );
        result
    };
    assert!(
        matches!(write(&[]), Err(CollectionError::Count { n_packages: 0 })),
        "none"
    );
    let twins = [fixture("F11"), fixture("F14"), fixture("F11")];
    assert!(
        matches!(write(&twins), Err(CollectionError::SameId { .. })),
        "twins"
    );
    let broken = [fixture("F11"), b"PK\x03\x04".to_vec()];
    assert!(
        matches!(
            write(&broken),
            Err(CollectionError::NotValid { index: 1, .. })
        ),
        "no package"
    );
    let zip = archive(&[Entry::stored("manifest.json", b"{}")]);
    assert!(
        matches!(
            write(&[zip]),
            Err(CollectionError::NotValid { index: 0, .. })
        ),
        "a ZIP"
    );
}

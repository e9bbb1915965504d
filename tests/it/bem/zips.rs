//! Packages as ZIPs: members, names, versions, damage.

use crate::bem::case_files::{fixture, manifest_text};
use crate::bem::findings::{messages, open_read, rules, verdict};
use crate::bem::zip_files::{Entry, archive, deflate};
use bem_studio::base::cancel::Cancel;
use bem_studio::formats::bem::check::{FileKind, classify};
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::payloads::Source;
use bem_studio::formats::bem::zip::{Archive, write_package};

/// The members of a fixture as a package ZIP without `format_version`.
fn members(name: &str) -> Vec<Entry> {
    let file = fixture(name);
    let package = Package::read(file.clone()).expect("opens");
    let mut entries = vec![Entry::deflated(
        "manifest.json",
        manifest_text(&file).as_bytes(),
    )];
    for id in 0..u32::try_from(package.payloads.len()).expect("a count") {
        let bytes = package.payload(id).expect("decodes");
        entries.push(Entry::deflated(&format!("payloads/{id:04}.bin"), &bytes));
    }
    entries
}

fn with_manifest(name: &str, old: &str, new: &str) -> Vec<Entry> {
    let mut entries = members(name);
    let text = String::from_utf8(entries[0].bytes.clone()).expect("UTF-8");
    assert!(text.contains(old), "{name} has no {old}");
    entries[0].bytes = text.replacen(old, new, 1).into_bytes();
    entries
}

fn assert_told(entries: &[Entry], expected: &str, expected_rules: &[&str]) {
    let checked = open_read(&archive(entries));
    let told = messages(&checked.findings);
    assert_eq!(verdict(&checked), expected, "{told}");
    assert_eq!(rules(&checked), expected_rules, "{told}");
}

#[test]
fn every_fixture_opens_as_a_zip_with_the_inferred_minor() {
    for (name, minor) in crate::bem::case_files::FIXTURES {
        let checked = open_read(&archive(&members(name)));
        assert_eq!(
            verdict(&checked),
            "ok",
            "{name}: {}",
            messages(&checked.findings)
        );
        let package = checked.package.expect("a package");
        assert_eq!(package.minor, minor, "{name}: minor");
        let binary = Package::read(fixture(name)).expect("opens");
        assert_eq!(package.manifest, binary.manifest, "{name}: manifest");
        for id in 0..u32::try_from(binary.payloads.len()).expect("a count") {
            assert_eq!(
                package.payload(id),
                binary.payload(id),
                "{name}: payload {id}"
            );
        }
    }
}

#[test]
fn a_written_zip_reads_back_equal_and_twice_the_same() {
    for (name, minor) in crate::bem::case_files::FIXTURES {
        let package = Package::read(fixture(name)).expect("opens");
        let write = || {
            let mut bytes = Vec::new();
            let written = write_package(
                &package.manifest,
                &package.payloads,
                minor,
                None,
                &Cancel::new(),
                &mut bytes,
            )
            .expect("writes");
            assert_eq!(written.size_bytes, bytes.len() as u64, "{name}: size");
            bytes
        };
        let bytes = write();
        assert_eq!(bytes, write(), "{name}: the same bytes");
        let checked = open_read(&bytes);
        let told = messages(&checked.findings);
        assert_eq!(rules(&checked), [""; 0], "{name}: {told}");
        let again = checked.package.expect("a package");
        assert_eq!(again.minor, minor, "{name}: stated minor");
        let mut manifest = again.manifest.clone();
        manifest.extra.retain(|(key, _)| key != "format_version");
        assert_eq!(manifest, package.manifest, "{name}: manifest");
    }
}

#[test]
fn one_wrapper_folder_is_stripped_and_only_if_it_holds_everything() {
    let mut wrapped = members("F11");
    for entry in &mut wrapped {
        entry.name = [b"pack/", entry.name.as_slice()].concat();
    }
    assert_told(&wrapped, "ok", &[]);
    let mut with_folder = wrapped.clone();
    with_folder.insert(0, Entry::stored("pack/", b""));
    with_folder.push(Entry::stored("pack/payloads/", b""));
    with_folder.push(Entry::stored("elsewhere/", b""));
    assert_told(&with_folder, "ok", &[]);
    let mut beside = wrapped.clone();
    beside.push(Entry::stored("readme.txt", b"x"));
    assert_told(&beside, "reject", &["ZIP-02"]);
    let mut two_levels = wrapped;
    for entry in &mut two_levels {
        entry.name = [b"outer/", entry.name.as_slice()].concat();
    }
    assert_told(&two_levels, "reject", &["ZIP-02"]);
    assert_told(&[Entry::stored("a.txt", b"a")], "reject", &["ZIP-02"]);
}

#[test]
fn missing_payloads_are_told_by_their_number() {
    let mut entries = members("F11");
    entries.retain(|entry| entry.name != b"payloads/0003.bin");
    let checked = open_read(&archive(&entries));
    assert_eq!(
        rules(&checked),
        ["ZIP-04"],
        "{}",
        messages(&checked.findings)
    );
    assert!(
        messages(&checked.findings).contains("Missing payload 3"),
        "the number is named: {}",
        messages(&checked.findings)
    );
    let mut entries = members("F11");
    entries.pop();
    assert_told(&entries, "reject", &["ZIP-04"]);
    let mut entries = members("F11");
    entries.push(Entry::stored("payloads/0009.bin", b"unreferenced"));
    assert_told(&entries, "warn", &["ZIP-04"]);
    let choice = r#"{"id":"a","name":"A","preview":99}"#;
    let entries = with_manifest("F11", r#"{"id":"a","name":"A"}"#, choice);
    assert_told(&entries, "warn", &["ZIP-04"]);
}

#[test]
fn stated_versions_are_compared_with_the_content() {
    let with_version = |name: &str, version: &str| {
        let new = format!("{{\"schema\":1,\"format_version\":{version},");
        with_manifest(name, "{\"schema\":1,", &new)
    };
    assert_told(&with_version("F13", "\"1.3\""), "ok", &[]);
    assert_told(&with_version("F13", "\"1.2\""), "reject", &["ZIP-10"]);
    assert_told(&with_version("F13", "\"1.6\""), "warn", &["ZIP-10"]);
    assert_told(&with_version("F13", "\"1.30\""), "warn", &["ZIP-10"]);
    assert_told(&with_version("F13", "1"), "warn", &["ZIP-10"]);
    assert_told(&with_version("F13", "\"1.5\""), "ok", &[]);
    assert_told(&with_version("F10", "\"1.0\""), "ok", &[]);
}

#[test]
fn fixed_appearances_with_later_features_are_refused_as_1_0() {
    let new = r#"{"schema":1,"root_offset":{"path":"Bip001","translation":[0,0,0]},"#;
    let checked = open_read(&archive(&with_manifest("F10", "{\"schema\":1,", new)));
    assert_eq!(
        rules(&checked),
        ["VER-14"],
        "{}",
        messages(&checked.findings)
    );
}

#[test]
fn unknown_methods_encryption_and_damage_are_refused() {
    let change = |change: &dyn Fn(&mut Entry)| {
        let mut entries = members("F11");
        change(&mut entries[2]);
        entries
    };
    assert_told(&change(&|entry| entry.method = 12), "reject", &["ZIP-06"]);
    assert_told(&change(&|entry| entry.flags |= 1), "reject", &["ZIP-06"]);
    assert_told(&change(&|entry| entry.crc = Some(7)), "reject", &["ZIP-06"]);
    assert_told(
        &change(&|entry| entry.size = Some(37)),
        "reject",
        &["ZIP-06"],
    );
    assert_told(
        &change(&|entry| entry.size = Some(35)),
        "reject",
        &["ZIP-06"],
    );
    assert_told(
        &change(&|entry| entry.local_name = Some(b"payloads/0009.bin".to_vec())),
        "reject",
        &["ZIP-06"],
    );
    let cut = |entry: &mut Entry| {
        let mut packed = deflate(&entry.bytes);
        packed.pop();
        entry.data = Some(packed);
    };
    assert_told(&change(&cut), "reject", &["ZIP-06"]);
    let longer = |entry: &mut Entry| {
        let mut packed = deflate(&entry.bytes);
        packed.push(0);
        entry.data = Some(packed);
    };
    assert_told(&change(&longer), "reject", &["ZIP-06"]);
    let mut manifest = members("F11");
    manifest[0].crc = Some(7);
    assert_told(&manifest, "reject", &["ZIP-06"]);
}

#[test]
fn a_truncated_archive_is_refused() {
    let file = archive(&members("F11"));
    for length in (4..file.len()).step_by(7) {
        let checked = open_read(&file[..length]);
        assert_eq!(verdict(&checked), "reject", "{length} bytes");
        assert_eq!(rules(&checked), ["ZIP-06"], "{length} bytes");
    }
}

#[test]
fn bytes_that_serve_two_members_are_refused() {
    let mut file = archive(&[
        Entry::stored("a.bem", &[7; 500]),
        Entry::stored("b.bem", &[7; 500]),
    ]);
    // The second directory entry points at the first member.
    let second = file
        .windows(4)
        .rposition(|four| four == b"PK\x01\x02")
        .expect("an entry");
    file[second + 42..second + 46].copy_from_slice(&0_u32.to_le_bytes());
    let listed = Archive::read(&file).expect("lists");
    assert_eq!(listed.members.len(), 2, "both are listed");
    // The name contradicts, and so would the overlap.
    assert_eq!(listed.members[1].data, None, "the second has no bytes");
}

#[test]
fn zip64_sizes_are_read() {
    let mut entries = members("F11");
    entries[3].is_zip64 = true;
    assert_told(&entries, "ok", &[]);
}

#[test]
fn a_bomb_is_bounded_by_its_stated_size() {
    let zeros = vec![0; 20 << 20];
    let mut entries = members("F11");
    entries.push(Entry {
        size: Some(100),
        ..Entry::deflated("payloads/0007.bin", &zeros)
    });
    assert_told(&entries, "reject", &["ZIP-06"]);
    entries.pop();
    entries.push(Entry {
        size: Some(600 << 20),
        ..Entry::deflated("payloads/0007.bin", &zeros)
    });
    assert_told(&entries, "reject", &["ZIP-07"]);
}

#[test]
fn payload_numbers_beyond_every_limit_are_refused_and_reserve_nothing() {
    for name in ["payloads/16384.bin", "payloads/99999999999.bin"] {
        let mut entries = members("F11");
        entries.push(Entry::stored(name, b"x"));
        assert_told(&entries, "reject", &["ZIP-07"]);
    }
    let mut entries = members("F11");
    entries.push(Entry::stored("payloads/4096.bin", b"x"));
    let checked = open_read(&archive(&entries));
    // 4097 numbers are too many for 1.1, so the content counts as 1.2.
    assert_eq!(checked.package.expect("a package").minor, 2, "inferred");
}

#[test]
fn letter_case_of_names_matters() {
    let mut entries = members("F11");
    entries[1].name = b"Payloads/0000.bin".to_vec();
    assert_told(&entries, "reject", &["ZIP-04", "ZIP-12"]);
}

#[test]
fn unmarked_names_are_read_as_utf_8_gbk_or_shift_jis() {
    let name_of = |raw: &[u8]| {
        let entry = Entry {
            name: raw.to_vec(),
            flags: 0,
            ..Entry::stored("", b"x")
        };
        Archive::read(&archive(&[entry])).expect("lists").members[0]
            .name
            .clone()
    };
    assert_eq!(name_of("灯.bem".as_bytes()), "灯.bem", "UTF-8");
    let (gbk, ..) = encoding_rs::GBK.encode("角色外观包.bem");
    assert_eq!(name_of(&gbk), "角色外观包.bem", "GBK");
    let (sjis, ..) = encoding_rs::SHIFT_JIS.encode("スカートの差分.bem");
    assert_eq!(name_of(&sjis), "スカートの差分.bem", "Shift-JIS");
    let (sjis, ..) = encoding_rs::SHIFT_JIS.encode("新しいフォルダ/髪.bem");
    assert_eq!(
        name_of(&sjis),
        "新しいフォルダ/髪.bem",
        "Shift-JIS with Han letters"
    );
    let (gbk, ..) = encoding_rs::GBK.encode("新建文件夹/头发.bem");
    assert_eq!(name_of(&gbk), "新建文件夹/头发.bem", "GBK with a folder");
}

#[test]
fn the_unicode_path_field_wins_over_an_unmarked_name() {
    let raw = b"x.bem".to_vec();
    let mut crc = flate2::Crc::new();
    crc.update(&raw);
    let text = "灯.bem".as_bytes();
    let mut extra = 0x7075_u16.to_le_bytes().to_vec();
    extra.extend(u16::try_from(5 + text.len()).expect("short").to_le_bytes());
    extra.push(1);
    extra.extend(crc.sum().to_le_bytes());
    extra.extend(text);
    let entry = Entry {
        name: raw,
        flags: 0,
        extra,
        ..Entry::stored("", b"x")
    };
    let listed = Archive::read(&archive(&[entry])).expect("lists");
    assert_eq!(listed.members[0].name, "灯.bem", "name");
}

#[test]
fn files_are_told_apart_by_their_bytes() {
    let kind = |bytes: Vec<u8>| classify(&Source::from(bytes));
    assert_eq!(kind(fixture("F11")), FileKind::Binary, "binary");
    assert_eq!(
        kind(archive(&members("F11"))),
        FileKind::PackageZip,
        "package"
    );
    let mut with_extra = members("F11");
    with_extra.push(Entry::stored("extra.BEM", b"x"));
    assert_eq!(
        kind(archive(&with_extra)),
        FileKind::PackageZip,
        "package with an extra"
    );
    assert_told(&with_extra, "warn", &["ZIP-12"]);
    let collection = [Entry::stored("deep/down/a.Bem", b"x")];
    assert_eq!(
        kind(archive(&collection)),
        FileKind::Collection,
        "collection"
    );
    let broken = [
        Entry::stored("manifest.json", b"{"),
        Entry::stored("a.bem", b"x"),
    ];
    assert_eq!(
        kind(archive(&broken)),
        FileKind::Collection,
        "with a broken manifest"
    );
    assert_eq!(
        kind(archive(&[Entry::stored("a", b"")])),
        FileKind::OtherZip,
        "neither"
    );
    assert_eq!(
        kind(b"BEMPC24\0".to_vec()),
        FileKind::Unknown,
        "an inner format"
    );
}

#[test]
fn data_descriptors_of_streaming_writers_are_read() {
    use std::io::Write as _;
    let package = Package::read(fixture("F11")).expect("opens");
    let mut zip = rawzip::ZipArchiveWriter::new(Vec::new());
    let mut add = |name: &str, bytes: &[u8]| {
        let (mut entry, config) = zip.new_file(name).start().expect("starts");
        let mut writer = config.wrap(&mut entry);
        writer.write_all(bytes).expect("writes");
        let (_, output) = writer.finish().expect("finishes");
        entry.finish(output).expect("finishes");
    };
    add("manifest.json", manifest_text(&fixture("F11")).as_bytes());
    for id in 0..7 {
        add(
            &format!("payloads/{id:04}.bin"),
            &package.payload(id).expect("decodes"),
        );
    }
    let checked = open_read(&zip.finish().expect("finishes"));
    assert_eq!(rules(&checked), [""; 0], "{}", messages(&checked.findings));
}

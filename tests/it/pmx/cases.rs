//! Every sample file comes out as the manifest says.

use super::sample::{Case, cases};
use bem_studio::base::text::Language;
use bem_studio::formats::pmx;

/// Members of the manifest that a summary has.
const SUMMARY: [&str; 11] = [
    "version",
    "encoding",
    "extra_uv",
    "index_sizes",
    "counts",
    "deforms",
    "morph_kinds",
    "morph_offsets",
    "anchors",
    "pins",
    "warnings",
];

fn exact() -> impl Iterator<Item = (Case, pmx::Pmx)> {
    cases().into_iter().filter(Case::is_exact).map(|case| {
        let document = match pmx::read(case.bytes.clone()) {
            Ok(document) => document,
            Err(error) => panic!("{}: {error}", case.name),
        };
        (case, document)
    })
}

#[test]
fn every_good_and_odd_file_reads_as_the_manifest_says() {
    for (case, document) in exact() {
        let summary = pmx::summary(&document).to_json();
        let found = summary.as_object().expect("an object");
        assert_eq!(
            case.expected["bytes"],
            case.bytes.len(),
            "{}: size",
            case.name
        );
        for member in SUMMARY {
            assert_eq!(
                found.get(member),
                case.expected.get(member),
                "{}: {member}; warnings: {:?}",
                case.name,
                document.warnings()
            );
        }
        assert_eq!(
            found.keys().find(|key| !SUMMARY.contains(&key.as_str())),
            None,
            "{}: a member that the manifest does not know",
            case.name
        );
    }
}

#[test]
fn every_good_and_odd_file_writes_back_byte_for_byte() {
    for (case, document) in exact() {
        let written = pmx::write(&document).expect("it writes");
        assert!(written == case.bytes, "{}: copied", case.name);
        let encoded = pmx::encode(&document).expect("it encodes");
        assert!(encoded == case.bytes, "{}: field by field", case.name);
        let verified = pmx::verify(&written, &document);
        assert_eq!(verified, Ok(()), "{}: reads back equal", case.name);
    }
}

#[test]
fn every_bad_file_is_refused_as_the_manifest_says() {
    let mut n_refused = 0;
    for case in cases().iter().filter(|case| !case.is_exact()) {
        let error = pmx::read(case.bytes.clone()).expect_err(&case.name);
        assert_eq!(error.to_json(), case.expected["error"], "{}", case.name);
        let offered = error.salvage.is_some();
        let salvageable = case.expected["salvage"].get("counts").is_some();
        assert_eq!(offered, salvageable, "{}: salvage is offered", case.name);
        for language in Language::ALL {
            let text = error.message().text(language);
            assert!(!text.contains(['{', '}']), "{}: {text}", case.name);
        }
        n_refused += 1;
    }
    assert_eq!(n_refused, 23, "bad files");
}

#[test]
fn salvage_keeps_what_the_manifest_says() {
    for case in cases() {
        let salvaged = pmx::salvage(case.bytes.clone());
        let expected = &case.expected["salvage"];
        if case.is_exact() {
            let salvaged = salvaged.expect("a whole file is salvaged whole");
            assert_eq!(salvaged.cut, None, "{}: nothing is cut", case.name);
            assert!(!salvaged.pmx.is_salvaged(), "{}: not marked", case.name);
        } else if expected.is_null() {
            let error = salvaged.expect_err(&case.name);
            assert_eq!(error.to_json(), case.expected["error"], "{}", case.name);
        } else if let Some(error) = expected.get("error") {
            let found = salvaged.expect_err(&case.name);
            assert_eq!(&found.to_json(), error, "{}", case.name);
        } else {
            let salvaged = salvaged.expect("something is kept");
            let counts = pmx::Counts::of(&salvaged.pmx).to_json();
            assert_eq!(counts, expected["counts"], "{}: counts", case.name);
            let cut = salvaged.cut.expect("a fault").to_json();
            assert_eq!(cut, expected["cut"], "{}: cut", case.name);
            assert!(salvaged.pmx.is_salvaged(), "{}: marked", case.name);
            let written = pmx::write(&salvaged.pmx).expect("it writes");
            let reread = pmx::read(written).expect("it reads");
            assert_eq!(
                pmx::Counts::of(&reread),
                pmx::Counts::of(&salvaged.pmx),
                "{}: what is kept reads without salvage",
                case.name
            );
        }
    }
}

#[test]
fn a_wrong_bone_index_size_is_named_at_the_first_impossible_deform_kind() {
    let bytes = super::sample::bytes_of("bad/bone_size_lies.pmx");
    let error = pmx::read(bytes).expect_err("it is refused");
    let lie = error.size_lie.expect("the likely cause");
    assert_eq!(lie.kind, pmx::IndexKind::Bone, "what lies");
    assert_eq!(lie.said, pmx::IndexSize::One, "what the header says");
    assert_eq!(lie.fits, Some(pmx::IndexSize::Two), "what is used");
    assert_eq!(
        error.message().text(Language::En),
        "vertices, record 1, deform_kind: 63 found at offset 111, allowed is 0..4: the width of what follows depends \
         on it. The likely cause is the header: it says bone_index_size 1, but the records are written with 2.",
        "the sentence"
    );
}

#[test]
fn a_cut_joint_is_told_in_one_sentence_with_the_way_out() {
    let bytes = super::sample::bytes_of("bad/cut_last_joint.pmx");
    let error = pmx::read(bytes).expect_err("it is refused");
    assert_eq!(
        error.to_string(),
        "joints, record 1, spring_rotation: 12 bytes wanted at offset 827, 5 left: the file is cut off. Salvage can \
         open it with 1 of 2 joints.",
        "English"
    );
    assert_eq!(
        error.message().text(Language::Zh),
        "关节，记录 1，spring_rotation：偏移 827 处需要 12 字节，只剩 5 字节：文件不完整。\
         可以用抢救模式打开：关节保留 1 / 2。",
        "Chinese"
    );
}

#[test]
fn other_kinds_of_files_are_named() {
    let kinds: [(&[u8], Option<pmx::OtherKind>); 9] = [
        (b"PK\x03\x04rest", Some(pmx::OtherKind::Zip)),
        (b"glTF\x02\0\0\0", Some(pmx::OtherKind::Gltf)),
        (
            b"glTF\x02\0\0\0{\"extensions\":{\"VRM\":{}}}",
            Some(pmx::OtherKind::Vrm),
        ),
        (b"Kaydara FBX Binary  \0", Some(pmx::OtherKind::Fbx)),
        (b"xof 0302txt 0064", Some(pmx::OtherKind::X)),
        (b"Vocaloid Motion Data 0002", Some(pmx::OtherKind::Vmd)),
        (b"BEM\0PKG\0", Some(pmx::OtherKind::Bem)),
        (b"\x89PNG\r\n\x1a\n", Some(pmx::OtherKind::Png)),
        (b"hello", None),
    ];
    for (bytes, kind) in kinds {
        let error = pmx::read(bytes.to_vec()).expect_err("it is refused");
        assert_eq!(error.code, pmx::ErrorCode::NotPmx, "{kind:?}");
        assert_eq!(error.other_kind, kind, "{kind:?}");
        assert!(error.to_json()["value"].is_string(), "the four bytes");
    }
}

#[test]
fn the_manifest_verdicts_are_the_two_that_the_tests_know() {
    for case in cases() {
        let verdict = &case.expected["verdict"];
        assert!(
            verdict == "exact" || verdict == "refuse",
            "{}: {verdict}",
            case.name
        );
    }
}

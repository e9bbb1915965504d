//! Every sample file comes out as the manifest says.

use super::bench::{bytes_of, folder, verdicts};
use bem_studio::base::text::Language;
use bem_studio::formats::mdl::{self, ErrorCode, Foreign};
use bem_studio::import;
use bem_studio::session::inspect::{self, Damage};
use serde_json::Value as Json;

#[test]
fn every_good_file_has_the_facts_of_the_manifest() {
    for (name, expected) in verdicts("good", 6) {
        let file = mdl::read(&bytes_of(&name)).expect(&name);
        let facts = import::mdl::facts(&file).to_json();
        for member in [
            "bytes",
            "objects",
            "packets",
            "vertices",
            "triangles",
            "degenerate_drawn",
            "world_t",
            "signed_volume_x6",
        ] {
            assert_eq!(facts[member], expected[member], "{name}: {member}");
        }
        assert_eq!(
            facts["triangle_digest"], expected["sha256_triangles"],
            "{name}: triangles"
        );
        assert!(file.warnings.is_empty(), "{name}: {:?}", file.warnings);
    }
}

#[test]
fn every_bad_file_is_refused_for_the_reason_in_the_manifest() {
    let reasons = [
        ("bad/bbox_nan.mdl", ErrorCode::BoxNotFinite, 8),
        ("bad/empty.mdl", ErrorCode::HeaderCut, 0),
        ("bad/n_models_huge.mdl", ErrorCode::ObjectsOverFile, 0),
        ("bad/n_packs_huge.mdl", ErrorCode::PacketsOverFile, 80),
        ("bad/n_verts_neg.mdl", ErrorCode::VertexCount, 100),
        ("bad/packs_off_huge.mdl", ErrorCode::PacketsOffset, 80),
        ("bad/parent_cycle.mdl", ErrorCode::ParentLoop, 76),
        ("bad/random.mdl", ErrorCode::NotMdl, 0),
        ("bad/trunc_uvs.mdl", ErrorCode::DataOverFile, 120),
    ];
    for (name, _) in verdicts("bad", 10) {
        let Some((_, code, offset)) = reasons.iter().find(|(known, ..)| *known == name) else {
            assert_eq!(name, "bad/bbox_swapped.mdl", "a reason for every bad file");
            continue;
        };
        let error = mdl::read(&bytes_of(&name)).expect_err(&name);
        assert_eq!((error.code, error.offset), (*code, *offset), "{name}");
        for language in Language::ALL {
            let text = error.message().text(language);
            assert!(!text.contains(['{', '}']), "{name}: {text}");
        }
    }
}

#[test]
fn a_swapped_box_is_a_warning_and_the_file_still_reads() {
    let file = mdl::read(&bytes_of("bad/bbox_swapped.mdl")).expect("it reads");
    let codes: Vec<&str> = file.warnings.iter().map(|it| it.code.code()).collect();
    assert_eq!(codes, ["box-swapped"], "one warning");
    assert_eq!(import::mdl::facts(&file).triangles, 2, "its triangles");
}

#[test]
fn a_fault_names_object_packet_field_value_and_what_is_missing() {
    let error = mdl::read(&bytes_of("bad/trunc_uvs.mdl")).expect_err("it is cut");
    let json = error.to_json();
    assert_eq!(json["object"], 0, "{json}");
    assert_eq!(json["packet"], 0, "{json}");
    assert_eq!(json["field"], "uvs", "{json}");
    assert_eq!(json["value"], 192, "{json}");
    assert_eq!(
        (&json["want"], &json["left"]),
        (&16.into(), &8.into()),
        "{json}"
    );
    assert_eq!(
        error.to_string(),
        "object 0, packet 0, uvs: the data at 192 runs past the end: 16 bytes are needed, 8 are left (offset 120).",
        "the sentence"
    );
}

#[test]
fn every_foreign_file_is_told_by_its_name() {
    for (name, expected) in verdicts("foreign", 11) {
        let error = mdl::read(&bytes_of(&name)).expect_err(&name);
        assert_eq!(error.code, ErrorCode::Foreign, "{name}");
        let foreign = error.foreign.expect("a kind");
        assert_eq!(Json::from(foreign.name()), expected, "{name}");
        let text = error.to_string();
        let start = format!("This is a {} file, not a PSY MDL", foreign.name());
        assert!(text.starts_with(&start), "{name}: {text}");
    }
}

#[test]
fn inspect_tells_the_facts_the_error_or_the_foreign_name() {
    let seen = |name: &str| inspect::inspect(&folder().join(name), Damage::Refuse).expect("read");
    let good = seen("good/cube.mdl");
    assert!(good.is_good, "a good file");
    assert_eq!(good.json["signed_volume_x6"], 6_000_000, "{}", good.json);
    let bad = seen("bad/n_verts_neg.mdl");
    assert!(!bad.is_good, "a bad file");
    assert_eq!(bad.json["error"]["code"], "vertex-count", "{}", bad.json);
    for name in ["foreign/quake.mdl", "foreign/mgs2.kms", "foreign/war3.mdx"] {
        let foreign = seen(name);
        assert!(!foreign.is_good, "a foreign file");
        assert!(foreign.json["foreign"].is_string(), "{}", foreign.json);
    }
}

#[test]
fn every_foreign_kind_of_the_table_is_told_by_its_first_bytes() {
    let versions = |magic: &[u8], version: u32| [magic, &version.to_le_bytes()].concat();
    let kinds: Vec<(Vec<u8>, Foreign)> = vec![
        (versions(b"IDST", 10), Foreign::GoldSrc),
        (versions(b"IDST", 11), Foreign::Source),
        (b"IDSQ".to_vec(), Foreign::GoldSrcSequence),
        (b"IDP2".to_vec(), Foreign::Quake2),
        (b"MDL2".to_vec(), Foreign::GameStudio),
        (b"MDL3".to_vec(), Foreign::GameStudio),
        (b"MDL4".to_vec(), Foreign::GameStudioOrFromSoftware),
        (b"MDL5".to_vec(), Foreign::GameStudio),
        (
            b"// made by hand\r\n\r\nVersion {".to_vec(),
            Foreign::Warcraft3Text,
        ),
        (b"Version\n{".to_vec(), Foreign::Warcraft3Text),
        (b"MDB ".to_vec(), Foreign::MetalGear3),
        (b"MDCl".to_vec(), Foreign::MetalGear3),
        (b"\xa3\x53\xb2\0".to_vec(), Foreign::MetalGear2),
        (b"MDN ".to_vec(), Foreign::MetalGearLater),
        (b"MDP ".to_vec(), Foreign::MetalGearLater),
        (b"FMDL".to_vec(), Foreign::MetalGearLater),
        (b"MDL ".to_vec(), Foreign::FalcomOrFromSoftware),
        (b"Pmx ".to_vec(), Foreign::Pmx),
        (b"Pmd".to_vec(), Foreign::Pmd),
        (b"BEM\0PKG\0".to_vec(), Foreign::Bem),
        (b"RIFF".to_vec(), Foreign::Riff),
        (b"\x89PNG\r\n".to_vec(), Foreign::Png),
        (b"DDS ".to_vec(), Foreign::Dds),
    ];
    for (bytes, kind) in kinds {
        assert_eq!(Foreign::of(&bytes), Some(kind), "{bytes:?}");
        let error = mdl::read(&bytes).expect_err("it is foreign");
        for language in Language::ALL {
            let text = error.message().text(language);
            assert!(!text.contains(['{', '}']), "{text}");
        }
    }
    assert_eq!(Foreign::of(b"Version 1"), None, "a word alone");
}

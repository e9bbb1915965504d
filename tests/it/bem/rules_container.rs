//! CON and VER rules that the case files do not show.

use crate::bem::case_files::pack;
use crate::bem::findings::{messages, open_read, rules, verdict};
use crate::bem::rule_cases::made;

/// The bytes of F11 with one change, and what is told of it.
fn file_gives(change: impl FnOnce(&mut Vec<u8>), expected: &str, expected_rules: &[&str]) {
    let mut file = made("F11").file();
    change(&mut file);
    let checked = open_read(&file);
    let told = messages(&checked.findings);
    assert_eq!(verdict(&checked), expected, "{told}");
    assert_eq!(rules(&checked), expected_rules, "{told}");
}

/// Where the directory of F11 starts.
const DIRECTORY: usize = 40 + 1974;

#[test]
fn header_size_and_flags_are_fixed() {
    file_gives(|file| file[12] = 41, "reject", &["CON-02"]);
    file_gives(|file| file[36] = 1, "reject", &["CON-02"]);
}

#[test]
fn a_file_that_ends_inside_its_header_is_told_so() {
    file_gives(|file| file.truncate(39), "reject", &["CON-03"]);
    file_gives(|file| file.truncate(8), "reject", &["CON-03"]);
    file_gives(|file| file.truncate(7), "reject", &["CON-01"]);
}

#[test]
fn the_manifest_has_one_byte_to_four_mebibytes() {
    let payload_free = pack(1, "", &[]);
    assert_eq!(rules(&open_read(&payload_free)), ["CON-04"], "empty");
    let mut text = made("F11").text;
    text.push_str(&" ".repeat(4_194_304 - text.len()));
    let largest = pack(1, &text, &made("F11").payloads);
    assert_eq!(rules(&open_read(&largest)), [""; 0], "exactly 4 MiB");
    let larger = pack(1, &format!("{text} "), &made("F11").payloads);
    assert_eq!(rules(&open_read(&larger)), ["CON-04"], "one byte more");
}

#[test]
fn manifest_and_directory_have_to_fit() {
    file_gives(
        |file| file[24..32].copy_from_slice(&2347_u64.to_le_bytes()),
        "reject",
        &["CON-06"],
    );
    file_gives(
        |file| file[32..36].copy_from_slice(&4096_u32.to_le_bytes()),
        "reject",
        &["CON-06"],
    );
    file_gives(
        |file| file[24..32].copy_from_slice(&u64::MAX.to_le_bytes()),
        "reject",
        &["CON-04", "CON-06"],
    );
}

#[test]
fn block_sizes_are_one_byte_to_512_mebibytes() {
    for at in [16, 24] {
        for size in [0, 536_870_913, u64::MAX] {
            let change = |file: &mut Vec<u8>| {
                let at = DIRECTORY + 6 * 32 + at;
                file[at..at + 8].copy_from_slice(&size.to_le_bytes());
            };
            let mut file = made("F11").file();
            change(&mut file);
            let told = rules(&open_read(&file));
            assert!(told.contains(&"CON-08".to_owned()), "size {size}: {told:?}");
        }
    }
}

#[test]
fn blocks_follow_each_other() {
    let entry_offset = |entry: usize| DIRECTORY + entry * 32 + 8;
    for offset in [0_u64, 2239, u64::MAX] {
        let change = |file: &mut Vec<u8>| {
            let at = entry_offset(0);
            file[at..at + 8].copy_from_slice(&offset.to_le_bytes());
        };
        file_gives(change, "reject", &["CON-10"]);
    }
    // Two blocks change places: both are where they should not be.
    let swap = |file: &mut Vec<u8>| {
        let (a, b) = (entry_offset(1), entry_offset(2));
        for byte in 0..8 {
            file.swap(a + byte, b + byte);
        }
    };
    file_gives(swap, "reject", &["CON-10"]);
}

#[test]
fn a_cut_file_repeats_nothing() {
    for cut in [1, 50, 300] {
        file_gives(|file| file.truncate(2386 - cut), "reject", &["CON-03"]);
    }
    // Not even the directory is whole: the size says why.
    file_gives(|file| file.truncate(DIRECTORY + 10), "reject", &["CON-03"]);
}

#[test]
fn a_bad_frame_is_told_once_and_nothing_is_told_of_its_content() {
    let mut made = made("F11");
    let frame = zstd::bulk::compress(&made.payloads[0], 3).expect("compresses");
    let decoded = made.payloads[0].len() as u64;
    let sound = frame.clone();
    let variants: [(&str, Vec<u8>, u64); 6] = [
        ("sound", sound, decoded),
        ("another size", frame.clone(), decoded + 1),
        (
            "two frames",
            [frame.clone(), frame.clone()].concat(),
            decoded,
        ),
        ("trailing byte", [frame.clone(), vec![0]].concat(), decoded),
        ("cut", frame[..frame.len() - 1].to_vec(), decoded),
        ("no frame", vec![0; frame.len()], decoded),
    ];
    for (what, block, decoded) in variants {
        made.payloads[0] = block;
        let mut file = made.file();
        file[DIRECTORY] = 1;
        let at = DIRECTORY + 24;
        file[at..at + 8].copy_from_slice(&decoded.to_le_bytes());
        let checked = open_read(&file);
        let told = messages(&checked.findings);
        let expected: &[&str] = if what == "sound" { &[] } else { &["CON-12"] };
        assert_eq!(rules(&checked), expected, "{what}: {told}");
    }
}

#[test]
fn more_than_two_gibibytes_decoded_earn_a_warning() {
    // Five frames of 512 MiB of one byte value each; only their headers are looked at before the limit of one check.
    let mut block = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
    block.extend(536_870_912_u32.to_le_bytes());
    let n_blocks = 536_870_912_u32 / 131_072;
    for index in 0..n_blocks {
        let is_last = u32::from(index + 1 == n_blocks);
        let header = is_last | (1 << 1) | (131_072 << 3);
        block.extend(&header.to_le_bytes()[..3]);
        block.push(7);
    }
    let base = made("F11");
    let mut payloads = base.payloads.clone();
    payloads.extend(vec![block; 5]);
    let mut file = pack(1, &base.text, &payloads);
    for payload in 7..12 {
        let entry = DIRECTORY + payload * 32;
        file[entry] = 1;
        file[entry + 24..entry + 32].copy_from_slice(&536_870_912_u64.to_le_bytes());
    }
    let source = bem_studio::formats::bem::source::Source::from(&*file);
    let container = bem_studio::formats::bem::container::Container::read(&source).expect("reads");
    let sum: u64 = container
        .entries
        .iter()
        .map(|entry| entry.decoded_size)
        .sum();
    assert!(sum > 2 << 30, "{sum} bytes");
    let cancel = bem_studio::base::cancel::Cancel::new();
    cancel.raise();
    let hooks = bem_studio::formats::bem::check::Hooks {
        cancel: Some(&cancel),
        ..Default::default()
    };
    let purpose = bem_studio::formats::bem::check::Purpose::Read;
    let checked = bem_studio::formats::bem::check::open_with(file, purpose, hooks);
    assert_eq!(
        rules(&checked),
        ["CON-14"],
        "{}",
        messages(&checked.findings)
    );
}

#[test]
fn content_that_needs_more_than_its_header_is_refused() {
    // TC12-04
    let choices: Vec<String> = (2..20)
        .map(|n| format!(",{{\"id\":\"p{n:02}\",\"name\":\"P\"}}"))
        .collect();
    let choices = choices.concat();
    let off = r#"{"id":"off","name":"Off"}"#;
    let twenty = made("F11").with(off, &format!("{off}{choices}"));
    twenty.rejects(&["OPT-02", "VER-02"]);
    twenty.under(2).is_ok();
}

#[test]
fn capabilities_are_texts_and_stand_once() {
    made("F11")
        .with("\"palette-u8\"", "\"palette-u8\",\"palette-u8\"")
        .rejects(&["VER-04"]);
    made("F10")
        .with("\"palette-u8\"", "\"palette-u8\",\"palette-u8\"")
        .warns(&["VER-04"]);
    made("F11")
        .with("\"palette-u8\"", "\"palette-u8\",5")
        .rejects(&["VER-04"]);
    let list = r#"["native-materials","palette-u8","indices-u32","composable-options"]"#;
    made("F11").with(list, "\"all\"").rejects(&["VER-04"]);
}

#[test]
fn base_capabilities_may_be_missing_when_read() {
    for name in ["native-materials", "palette-u8", "indices-u32"] {
        made("F11")
            .with(&format!("\"{name}\","), "")
            .warns(&["VER-06"]);
        made("F10")
            .with(&format!("\"{name}\","), "")
            .warns(&["VER-06"]);
    }
}

#[test]
fn the_structure_capability_follows_the_version() {
    let composable = "\"composable-options\"";
    made("F11")
        .with(&format!(",{composable}"), "")
        .rejects(&["VER-08"]);
    made("F15")
        .with(&format!(",{composable}"), "")
        .warns(&["VER-08"]);
    made("F11")
        .with(composable, "\"composable-options\",\"fixed-appearances\"")
        .rejects(&["VER-08"]);
}

#[test]
fn material_bindings_need_no_capability_when_read() {
    made("F15")
        .with(r#","material_overrides":{"floats":{"_Smoothness":0.35},"enable_keywords":["_EMISSION"]}"#, "")
        .with("\"material-overrides-v1\",", "")
        .is_ok();
}

#[test]
fn version_1_4_wants_resources_and_static_meshes_need_them() {
    made("F11").under(4).warns(&["VER-12"]);
    let with_static = made("F11").with(
        "\"composable-options\"",
        "\"composable-options\",\"static-meshes\"",
    );
    with_static.clone().under(4).rejects(&["VER-12"]);
    with_static.clone().under(5).warns(&["VER-12"]);
    with_static.under(3).rejects(&["VER-02", "VER-05"]);
}

#[test]
fn features_of_later_versions_are_refused_by_name() {
    made("F13")
        .under(2)
        .rejects(&["VER-02", "VER-05", "VER-14"]);
    made("F12S")
        .under(1)
        .rejects(&["MESH-23", "VER-02", "VER-05", "VER-14"]);
    made("F15")
        .under(3)
        .rejects(&["VER-02", "VER-05", "VER-14"]);
    for key in [
        "parameters",
        "mesh_deformations",
        "texture_slots",
        "drivers",
    ] {
        made("F11")
            .on_top(&format!("\"{key}\":[],"))
            .warns(&["VER-14"]);
    }
    let alias = r#""bone_names":["bone0"],"bone_name_aliases":[],"#;
    made("F11")
        .with(r#""bone_names":["bone0"],"#, alias)
        .warns(&["VER-14"]);
    made("F11")
        .on_top(r#""root_offset":{"path":"Bip001","translation":[0,0,0]},"#)
        .rejects(&["VER-02", "VER-14"]);
}

#[test]
fn explicit_targets_under_early_headers_name_1_4_and_nothing_else() {
    for minor in [1, 2, 3] {
        let low = made("F14").under(minor);
        let checked = open_read(&low.file());
        let told = messages(&checked.findings);
        let expected = ["TGT-09", "VER-02", "VER-05", "VER-14"];
        assert_eq!(rules(&checked), expected, "1.{minor}: {told}");
        assert!(told.contains("1.4"), "1.{minor}: {told}");
    }
}

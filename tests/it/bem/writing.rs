//! The writer: merging, numbering, order, compression, the same bytes every time.

use crate::bem::case_files::{FIXTURES, fixture, manifest_text, sha256};
use bem_studio::base::cancel::Cancel;
use bem_studio::formats::bem::json::{parse, to_compact};
use bem_studio::formats::bem::manifest::Manifest;
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::references::references;
use bem_studio::formats::bem::write::{
    Compression, WriteError, WriteOptions, Written, write, write_to,
};

fn raw() -> WriteOptions {
    WriteOptions {
        compression: Compression::Raw,
        ..WriteOptions::default()
    }
}

fn payloads_of(package: &Package) -> Vec<Vec<u8>> {
    (0..u32::try_from(package.payloads.len()).expect("a count"))
        .map(|id| package.payload(id).expect("decodes").into_owned())
        .collect()
}

fn rewritten(minor: u16, text: &str, payloads: &[Vec<u8>]) -> (Vec<u8>, Written) {
    let value = parse(text.as_bytes()).expect("JSON").value;
    write(&Manifest::from_value(&value), payloads, minor, &raw()).expect("writes")
}

#[test]
fn written_raw_the_printed_fixtures_have_the_printed_hashes() {
    let printed = [
        (
            "F10",
            2055,
            "5af5b79364aff6b483199ebeb678b2dd7c74f3c382eab4478820fd199ebdac79",
        ),
        (
            "F11",
            2386,
            "9568de1cfb68ced6fc2069ab9bca016a287cd338f16845ba1893ea5bc3a3044e",
        ),
        (
            "F13",
            2817,
            "1759ebfe7fd7166424ff5bab53ad31fddb70dec0e8bdd8d5825de09d2ace7a39",
        ),
        (
            "F14",
            4298,
            "1892e82968082222123db2776931797e48f8b710843fbebaa3698016fdb25721",
        ),
        (
            "F15",
            3667,
            "d0e528b095a0d4bc45a350d82446f245c4264e83bc6a3210932079f78357b4fe",
        ),
    ];
    for (name, n_bytes, hash) in printed {
        let package = Package::read(fixture(name)).expect("opens");
        let payloads = payloads_of(&package);
        let (bytes, _) =
            write(&package.manifest, &payloads, package.minor, &raw()).expect("writes");
        assert_eq!(bytes.len(), n_bytes, "{name}: length");
        assert_eq!(sha256(&bytes), hash, "{name}: hash");
    }
}

#[test]
fn every_fixture_reads_back_equal_and_twice_the_same() {
    for (name, minor) in FIXTURES {
        let package = Package::read(fixture(name)).expect("opens");
        assert_eq!(package.minor, minor, "{name}: minor");
        let payloads = payloads_of(&package);
        let options = WriteOptions::default();
        let (bytes, written) =
            write(&package.manifest, &payloads, minor, &options).expect("writes");
        let again = Package::read(bytes.clone()).expect("opens again");
        assert_eq!(again.manifest, package.manifest, "{name}: manifest");
        assert_eq!(
            written.manifest, package.manifest,
            "{name}: reported manifest"
        );
        assert_eq!(payloads_of(&again), payloads, "{name}: payloads");
        let (twice, _) = write(&again.manifest, &payloads, minor, &options).expect("writes");
        assert_eq!(twice, bytes, "{name}: the same bytes");
        let mut sink = std::io::Cursor::new(vec![7; 3]);
        sink.set_position(3);
        write_to(&again.manifest, &again.payloads, minor, &options, &mut sink).expect("writes");
        assert_eq!(
            sink.into_inner()[3..],
            bytes,
            "{name}: streamed from the file"
        );
    }
}

#[test]
fn equal_payloads_are_merged_and_all_references_follow() {
    // TCX-19: payload 7 = copy of 6 used by texture 1; payload 8 = a PNG, preview 8 of choice a.
    let package = Package::read(fixture("F11")).expect("opens");
    let mut payloads = payloads_of(&package);
    payloads.push(payloads[6].clone());
    payloads.push(b"\x89PNG\r\n\x1a\n".to_vec());
    let file = fixture("F11");
    let text = manifest_text(&file)
        .replace(r#""payload":6"#, r#""payload":7"#)
        .replace(
            r#"{"id":"a","name":"A"}"#,
            r#"{"id":"a","name":"A","preview":8}"#,
        );
    let (bytes, written) = rewritten(1, &text, &payloads);
    let again = Package::read(bytes).expect("opens");
    assert_eq!(again.payloads.len(), 8, "payloads");
    assert_eq!(again.manifest.textures[1].payload, 6, "texture 1");
    let groups = again.manifest.option_groups.expect("groups");
    assert_eq!(groups[0].choices[0].preview, Some(7), "preview");
    assert_eq!(
        written.numbering.new_id(6),
        None,
        "the other copy was dropped"
    );
    assert_eq!(
        written.numbering.new_id(7),
        Some(6),
        "the copy in use stays"
    );
}

#[test]
fn payloads_are_numbered_by_first_reference() {
    let package = Package::read(fixture("F13")).expect("opens");
    let mut payloads = payloads_of(&package);
    payloads.reverse();
    payloads.push(vec![9; 9]);
    let file = fixture("F13");
    let mut text = manifest_text(&file).to_owned();
    for id in 0..8 {
        let new = 7 - id;
        text = text
            .replace(&format!("\"payload\":{id}"), &format!("\"payload\":@{new}"))
            .replace(&format!("\"indices\":{id}"), &format!("\"indices\":@{new}"));
    }
    let (bytes, written) = rewritten(3, &text.replace('@', ""), &payloads);
    assert_eq!(manifest_text(&bytes), manifest_text(&file), "back in order");
    assert_eq!(
        written.numbering.kept(),
        [7, 6, 5, 4, 3, 2, 1, 0],
        "old IDs"
    );
    assert!(written.numbering.changes_anything(), "renumbered");
    let again = Package::read(bytes).expect("opens");
    assert_eq!(
        payloads_of(&again),
        payloads_of(&package),
        "payloads follow"
    );
}

#[test]
fn the_remap_example_of_the_rulebook_holds() {
    // Payloads 0, 1 and 2 equal, 3 different; a stream on 0, a frame using 3 and a sound using 2 become 0, 1 and 0.
    let text = r#"{"meshes":[{"streams":[{"stride":1,"payload":0}]}],
        "mesh_deformations":[{"mesh":0,"parameter":"p","frames":[{"value":1,"payload":3,"count":0,"encoding":"e"}]}],
        "drivers":[{"id":"d","sound":{"payload":2}}]}"#;
    let payloads = [vec![5; 5], vec![5; 5], vec![5; 5], vec![6; 5]];
    let (_, written) = rewritten(5, text, &payloads);
    let ids: Vec<u32> = references(&written.manifest)
        .iter()
        .map(|(_, id)| *id)
        .collect();
    assert_eq!(ids, [0, 1, 0], "references");
    assert_eq!(written.numbering.kept(), [0, 3], "stored payloads");
}

#[test]
fn all_eight_kinds_of_references_are_found_in_order() {
    let text = r#"{"meshes":[{"streams":[{"payload":1},{"payload":2}],"indices":3,"draws":[{"indices":4},{}]}],
        "textures":[{"payload":5}],"mesh_deformations":[{"frames":[{"value":0,"neutral":true},{"value":1,"payload":6}]}],
        "appearances":[{"preview":7},{}],"option_groups":[{"choices":[{},{"preview":8}]}],
        "drivers":[{},{"sound":{"payload":9}}]}"#;
    let manifest = Manifest::from_value(&parse(text.as_bytes()).expect("JSON").value);
    let found: Vec<(String, u32)> = references(&manifest)
        .into_iter()
        .map(|(place, id)| (place.to_string(), id))
        .collect();
    let expected = [
        ("/meshes/0/streams/0/payload", 1),
        ("/meshes/0/streams/1/payload", 2),
        ("/meshes/0/indices", 3),
        ("/meshes/0/draws/0/indices", 4),
        ("/textures/0/payload", 5),
        ("/mesh_deformations/0/frames/1/payload", 6),
        ("/appearances/0/preview", 7),
        ("/option_groups/0/choices/1/preview", 8),
        ("/drivers/1/sound/payload", 9),
    ];
    let expected: Vec<(String, u32)> = expected
        .iter()
        .map(|(place, id)| ((*place).to_owned(), *id))
        .collect();
    assert_eq!(found, expected, "references");
}

#[test]
fn blocks_are_compressed_only_where_that_is_smaller() {
    let text = r#"{"textures":[{"payload":0},{"payload":1}]}"#;
    let value = parse(text.as_bytes()).expect("JSON").value;
    let mut noise = 1_u32;
    let random: Vec<u8> = (0..2000)
        .map(|_| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 24) as u8
        })
        .collect();
    let payloads = [vec![3; 2000], random];
    let options = WriteOptions::default();
    let (bytes, _) = write(&Manifest::from_value(&value), &payloads, 1, &options).expect("writes");
    let package = Package::read(bytes).expect("opens");
    let blocks = package.payloads.blocks();
    assert!(
        blocks[0].stored_size < 50,
        "{} bytes",
        blocks[0].stored_size
    );
    assert_eq!(blocks[1].stored_size, 2000, "noise stays raw");
    assert_eq!(payloads_of(&package), payloads, "both decode");
}

#[test]
fn the_written_form_has_rounded_floats_and_no_container_hints() {
    let text = r#"{"format_version":"1.5","android_install":{"revision":1},"x":{"a":null,"b":[{"c":null,"d":1}]},"root_offset":{"path":"Bip001","translation":[0.2000000029,-0.0000001,1]},"drivers":[{"id":"d","base_frequency":0.33333333,"bindings":[{"type":"blend_shape","target":"p","range":[0,1]}]}]}"#;
    let (bytes, _) = rewritten(5, text, &[]);
    let written = manifest_text(&bytes);
    for part in [
        r#""translation":[0.2,0.0,1.0]"#,
        r#""base_frequency":0.333333,"#,
        r#""type":"morph_parameter","#,
        r#""range":[0.0,1.0]"#,
        r#""default_playing":false"#,
        r#""x":{"b":[{"d":1}]}"#,
    ] {
        assert!(written.contains(part), "{part} is missing in {written}");
    }
    assert!(
        !written.contains("format_version"),
        "a hint of ZIP packages"
    );
    assert!(
        !written.contains("android_install"),
        "a mark of phone copies"
    );
}

#[test]
fn empty_optional_lists_are_not_written() {
    let file = fixture("F11");
    let text = manifest_text(&file).replacen(
        "\"schema\":1,",
        "\"schema\":1,\"parameters\":[],\"texture_slots\":[],\"selection_constraints\":[],",
        1,
    );
    let value = parse(text.as_bytes()).expect("JSON").value;
    let manifest = Manifest::from_value(&value);
    assert_eq!(
        to_compact(&manifest.to_value()),
        manifest_text(&file),
        "left out"
    );
}

#[test]
fn a_reference_to_nothing_and_an_empty_payload_stop_the_writer() {
    let value = parse(br#"{"textures":[{"payload":0},{"payload":1}]}"#)
        .expect("JSON")
        .value;
    let manifest = Manifest::from_value(&value);
    let refused = write(&manifest, &[vec![1_u8]], 1, &raw());
    let Err(WriteError::MissingPayload { place, payload: 1 }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(place.to_string(), "/textures/1/payload", "its place");
    let refused = write(&manifest, &[vec![1_u8], vec![]], 1, &raw());
    assert!(
        matches!(refused, Err(WriteError::PayloadSize { payload: 1, .. })),
        "{refused:?}"
    );
    let refused = write(&manifest, &[vec![1_u8], vec![2]], 6, &raw());
    assert!(
        matches!(refused, Err(WriteError::UnknownMinor { minor: 6 })),
        "{refused:?}"
    );
}

#[test]
fn a_raised_token_stops_the_writer() {
    let package = Package::read(fixture("F11")).expect("opens");
    let cancel = Cancel::new();
    cancel.raise();
    let options = WriteOptions { cancel, ..raw() };
    let refused = write(&package.manifest, &payloads_of(&package), 1, &options);
    assert!(
        matches!(refused, Err(WriteError::Cancelled(_))),
        "{refused:?}"
    );
}

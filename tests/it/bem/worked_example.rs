//! The complete package printed in bem.md 2.1, byte for byte.

use crate::bem::case_files::{pack, sha256};
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::write::{Compression, WriteOptions, write};

/// The manifest text of bem.md 2.1.
pub(super) const MANIFEST: &str = r#"{"schema":1,"package_id":"sample.tiny","name":"Tiny","author":"A","version":"1","required_capabilities":["native-materials","palette-u8","indices-u32","composable-options"],"target":{"character_id":"chr_0001_sample","platform":"windows-x64","profile_id":"sample","revision":"r1","snapshot":"","world_resource":"chr_0001_sample_postmodel","ui_resource":"chr_0001_sample_uimodel","components":[{"id":0,"mesh_name":"mesh0","original_index_count":3,"bone_names":["bone0"],"materials":["material0"]}]},"meshes":[{"vertex_count":3,"index_size":2,"streams":[{"stride":12,"payload":0},{"stride":8,"payload":1},{"stride":4,"payload":2}],"attributes":[[0,0,3,0,0],[4,0,2,1,0],[13,6,4,2,0]],"bones":[{"component":0,"index":0,"name":"bone0"}],"draws":[{"indices":3,"count":3,"material_component":0,"material_slot":0,"material_name":"material0","textures":[0]}]}],"textures":[{"width":4,"height":4,"mips":3,"format":4,"srgb":true,"original_name":"T_sample_D","payload":4}],"option_groups":[{"id":"lantern","name":"灯","default":"on","choices":[{"id":"on","name":"On"},{"id":"off","name":"Off"}]}],"component_rules":[{"target":0,"candidates":[{"when":{"eq":["lantern","on"]},"operation":"replace","mesh":0},{"when":{"eq":["lantern","off"]},"operation":"hide"}]}]}"#;

/// The five decoded payloads of bem.md 2.1.
pub(super) fn payloads() -> Vec<Vec<u8>> {
    let floats = |values: &[f32]| values.iter().flat_map(|v| v.to_le_bytes()).collect();
    vec![
        floats(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]),
        floats(&[0.0, 0.0, 1.0, 0.0, 0.0, 1.0]),
        vec![0; 12],
        vec![0, 0, 1, 0, 2, 0],
        [0x40, 0x80, 0xc0, 0xff].repeat(21),
    ]
}

/// The 1529 bytes of bem.md 2.1, put together from the printed header, directory and stored blocks.
pub(super) fn printed_file() -> Vec<u8> {
    const HEADER: &str =
        "42454d00504b47000100010028000000f905000000000000e20400000000000005000000000000
        00";
    const DIRECTORY: &str = "
        0100000000000000aa050000000000001500000000000000240000000000000001000000000000
        00bf0500000000000015000000000000001800000000000000
        0000000000000000d4050000000000000c000000000000000c00000000000000
        0000000000000000e00500000000000006000000000000000600000000000000
        0100000000000000e60500000000000013000000000000005400000000000000";
    const BLOCKS: &str = "
        28b52ffd2024650000200000803f02003369cc012c
        28b52ffd2018650000200000803f02002f1c13000b
        000000000000000000000000
        000001000200
        28b52ffd2054550000204080c0ff01003dea88";
    let mut file = hex(HEADER);
    file.extend(MANIFEST.as_bytes());
    file.extend(hex(DIRECTORY));
    file.extend(hex(BLOCKS));
    file
}

/// Bytes from hex digits with white space anywhere.
pub(super) fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<char> = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(&pair.iter().collect::<String>(), 16).expect("hex"))
        .collect()
}

#[test]
fn the_printed_file_has_the_printed_hash() {
    assert_eq!(printed_file().len(), 1529, "length of the file");
    assert_eq!(
        sha256(&printed_file()),
        "b65c28051cc7e9af8ceb197ccd90084d6ad8c7ff042714658242a60a84d4c947",
        "hash of the file"
    );
}

#[test]
fn the_printed_file_decodes_to_the_printed_payloads() {
    let package = Package::read(printed_file()).expect("opens");
    assert_eq!(package.minor, 1, "minor");
    assert_eq!(
        package.payloads.sizes(),
        [36, 24, 12, 6, 84],
        "decoded sizes"
    );
    for (id, expected) in payloads().iter().enumerate() {
        let id = u32::try_from(id).expect("an ID");
        let found = package.payload(id).expect("decodes");
        assert_eq!(*found, **expected, "payload {id}");
    }
}

#[test]
fn written_raw_the_example_has_the_printed_hash() {
    let package = Package::read(printed_file()).expect("opens");
    let options = WriteOptions {
        compression: Compression::Raw,
        ..WriteOptions::default()
    };
    let (bytes, written) = write(&package.manifest, &payloads(), 1, &options).expect("writes");
    assert_eq!(bytes.len(), 1612, "length of the file");
    assert_eq!(bytes, pack(1, MANIFEST, &payloads()), "the plain layout");
    assert_eq!(
        sha256(&bytes),
        "d158ef8ff5bdce6fc46dacdb46e113b1d796d6d7516b285639fffaed183d8024",
        "hash of the file"
    );
    assert_eq!(written.size_bytes, 1612, "reported size");
    assert!(
        !written.numbering.changes_anything(),
        "its payloads are in order already"
    );
}

#[test]
fn written_with_the_default_level_the_example_is_no_larger_than_printed() {
    let package = Package::read(printed_file()).expect("opens");
    let (bytes, _) =
        write(&package.manifest, &payloads(), 1, &WriteOptions::default()).expect("writes");
    assert!(bytes.len() <= 1529, "{} bytes", bytes.len());
    let again = Package::read(bytes).expect("opens again");
    assert_eq!(again.manifest, package.manifest, "the same manifest");
    let decoded: Vec<Vec<u8>> = (0..5)
        .map(|id| again.payload(id).expect("decodes").into_owned())
        .collect();
    assert_eq!(decoded, payloads(), "the same payloads");
}

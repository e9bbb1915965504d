//! Every structural rule, broken in one word of a sound file: the error says where and what.

use super::bench::{CULL_LEFT, Part, Strip, bytes_of, file_of};
use bem_studio::formats::mdl::{self, ErrorCode, ReadError, WarningCode};

/// The quad sample with some of its words replaced.
fn quad_with(words: &[(usize, [u8; 4])]) -> Vec<u8> {
    let mut bytes = bytes_of("good/quad.mdl");
    for (at, word) in words {
        bytes[*at..*at + 4].copy_from_slice(word);
    }
    bytes
}

fn refused(at: usize, word: [u8; 4]) -> ReadError {
    mdl::read(&quad_with(&[(at, word)])).expect_err("it is broken")
}

/// Object and packet of an error.
type Where = (Option<u32>, Option<u32>);

const IN_HEADER: Where = (None, None);
const IN_OBJECT: Where = (Some(0), None);
const IN_PACKET: Where = (Some(0), Some(0));

/// Offset of a word, what it becomes, and the error: code, field, place.
type Broken = (usize, [u8; 4], ErrorCode, &'static str, Where);

const fn int(value: i32) -> [u8; 4] {
    value.to_le_bytes()
}

const fn float(value: f32) -> [u8; 4] {
    value.to_le_bytes()
}

#[rustfmt::skip]
const BROKEN: [Broken; 19] = [
    (0, int(0), ErrorCode::ModelCount, "n_models", IN_HEADER),
    (0, int(-1), ErrorCode::ModelCount, "n_models", IN_HEADER),
    (0, int(3), ErrorCode::ObjectsOverFile, "n_models", IN_HEADER),
    (12, float(f32::INFINITY), ErrorCode::BoxNotFinite, "box_lower", IN_HEADER),
    (20, float(1e-40), ErrorCode::BoxDenormal, "box_upper", IN_HEADER),
    (36, int(-1), ErrorCode::PacketCount, "n_packs", IN_OBJECT),
    (44, float(f32::NAN), ErrorCode::BoxNotFinite, "box_lower", IN_OBJECT),
    (60, float(f32::NEG_INFINITY), ErrorCode::BoxNotFinite, "box_upper", IN_OBJECT),
    (64, float(f32::NAN), ErrorCode::TranslationNotFinite, "translation", IN_OBJECT),
    (72, float(-1e7), ErrorCode::TranslationHuge, "translation", IN_OBJECT),
    (76, int(1), ErrorCode::ParentRange, "parent", IN_OBJECT),
    (76, int(-2), ErrorCode::ParentRange, "parent", IN_OBJECT),
    (76, int(0), ErrorCode::ParentLoop, "parent", IN_OBJECT),
    (80, int(0x5c), ErrorCode::PacketsOffset, "packs", IN_OBJECT),
    (80, int(0x62), ErrorCode::PacketsUnaligned, "packs", IN_OBJECT),
    (80, int(0xd0), ErrorCode::PacketsOverFile, "packs", IN_OBJECT),
    (112, int(0), ErrorCode::DataOffset, "verts", IN_PACKET),
    (116, int(-16), ErrorCode::DataOffset, "norms", IN_PACKET),
    (120, int(i32::MAX), ErrorCode::DataOverFile, "uvs", IN_PACKET),
];

#[test]
fn each_broken_word_is_refused_at_its_field() {
    for (at, word, code, field, place) in BROKEN {
        let error = refused(at, word);
        assert_eq!(error.code, code, "{at}: {error}");
        assert_eq!(error.field, field, "{at}: {error}");
        assert_eq!((error.object, error.packet), place, "{at}: {error}");
        let is_count = code == ErrorCode::ObjectsOverFile;
        assert_eq!(
            error.offset,
            if is_count { 0 } else { at as u64 },
            "{error}"
        );
        assert!(error.value.is_some(), "{at}: {error:?}");
        let is_short = error.want.is_some() && error.left.is_some();
        assert_eq!(is_short, code.is_shortage(), "{at}: {error:?}");
    }
}

#[test]
fn what_is_odd_but_usable_is_a_warning() {
    let words = [
        (32, [0; 4], WarningCode::FlatObject),
        (40, 5000_f32.to_le_bytes(), WarningCode::BoxSwapped),
        (112, 0x84_i32.to_le_bytes(), WarningCode::Unaligned),
    ];
    for (at, word, code) in words {
        let file = mdl::read(&quad_with(&[(at, word)])).expect("it reads");
        let codes: Vec<WarningCode> = file.warnings.iter().map(|it| it.code).collect();
        assert_eq!(codes, [code], "{at}");
    }
    let long = Strip::zigzag(CULL_LEFT, &"D".repeat(65), [0, 0, 0x1000]);
    let child = Part {
        parent: 1,
        strips: vec![long],
        ..Part::default()
    };
    let file = mdl::read(&file_of(2, 0, &[child, Part::default()])).expect("it reads");
    let codes: Vec<WarningCode> = file.warnings.iter().map(|it| it.code).collect();
    assert_eq!(
        codes,
        [WarningCode::ParentAfterChild, WarningCode::PacketTooLong],
        "a parent behind its child, and 65 vertices"
    );
}

#[test]
fn unknown_bits_reserved_words_and_colours_are_kept_or_passed_over() {
    let word = [0xff; 4];
    let bytes = quad_with(&[
        (32, 0xffff_fdf9_u32.to_le_bytes()),
        (84, word),
        (88, word),
        (92, word),
        (96, (CULL_LEFT | 0x00f0_00f0).to_le_bytes()),
        (108, word),
        (124, word),
    ]);
    let file = mdl::read(&bytes).expect("it reads");
    assert!(file.warnings.is_empty(), "{:?}", file.warnings);
    assert_eq!(file.objects[0].type_bits, 0xffff_fdf9, "kept");
    assert_eq!(
        file.objects[0].packets[0].flags,
        CULL_LEFT | 0x00f0_00f0,
        "kept"
    );
}

fn strip_part(parent: i32) -> Part {
    Part {
        parent,
        strips: vec![Strip::zigzag(CULL_LEFT, "SSD", [0, 0, 0x1000])],
        ..Part::default()
    }
}

#[test]
fn objects_that_the_reserved_word_announces_are_read_where_there_is_room() {
    let parts = [strip_part(-1), strip_part(0), strip_part(1)];
    let read = |reserved| mdl::read(&file_of(1, reserved, &parts)).expect("it reads");
    let whole = read(3);
    assert_eq!((whole.n_models, whole.objects.len()), (1, 3), "all three");
    assert_eq!(
        whole.warnings[0].code,
        WarningCode::ExtraObjects,
        "and told"
    );
    for reserved in [0, 1, -1, 4, i32::MAX] {
        let file = read(reserved);
        assert_eq!(file.objects.len(), 1, "reserved {reserved}");
        assert!(file.warnings.is_empty(), "reserved {reserved}");
    }
    let mut bytes = file_of(1, 3, &parts);
    bytes[32 + 64 * 2 + 4..][..4].copy_from_slice(&(-9_i32).to_le_bytes());
    let file = mdl::read(&bytes).expect("it reads without the broken ones");
    assert_eq!(file.objects.len(), 1, "the first alone");
    assert_eq!(
        file.warnings[0].code,
        WarningCode::ExtraObjectsUnusable,
        "told"
    );
}

#[test]
fn parents_that_loop_are_refused_however_long_the_loop() {
    let n = 500;
    let mut parts: Vec<Part> = (1..=n)
        .map(|parent| Part {
            parent: if parent == n { 7 } else { parent },
            ..Part::default()
        })
        .collect();
    let error = mdl::read(&file_of(n, 0, &parts)).expect_err("a loop");
    assert_eq!(error.code, ErrorCode::ParentLoop, "{error}");
    parts[499].parent = -1;
    assert!(mdl::read(&file_of(n, 0, &parts)).is_ok(), "a chain is fine");
}

#[test]
fn shared_packets_and_data_do_not_multiply_without_end() {
    let n = 1200_i32;
    let strip = Strip::zigzag(CULL_LEFT, "SSD", [0, 0, 0x1000]);
    let mut parts = vec![Part::default(); 1200];
    parts[0].strips = vec![strip; 1200];
    let mut bytes = file_of(n, 0, &parts);
    let packs = (32 + 64 * n).to_le_bytes();
    for object in 0..1200 {
        let at = 32 + 64 * object;
        bytes[at + 4..][..4].copy_from_slice(&n.to_le_bytes());
        bytes[at + 48..][..4].copy_from_slice(&packs);
    }
    let error = mdl::read(&bytes).expect_err("1,440,000 packets");
    assert_eq!(error.code, ErrorCode::TooManyPackets, "{error}");

    let n_packets = 200;
    let strip = Strip::zigzag(CULL_LEFT, &"D".repeat(30_000), [0, 0, 0x1000]);
    let mut parts = vec![Part::default()];
    parts[0].strips = vec![Strip::default(); n_packets - 1];
    parts[0].strips.push(strip);
    let mut bytes = file_of(1, 0, &parts);
    let last = bytes[96 + 32 * (n_packets - 1)..][..32].to_vec();
    for packet in 0..n_packets - 1 {
        bytes[96 + 32 * packet..][..32].copy_from_slice(&last);
    }
    let error = mdl::read(&bytes).expect_err("6,000,000 vertices");
    assert_eq!(error.code, ErrorCode::TooManyVertices, "{error}");
}

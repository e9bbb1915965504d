//! CON and VER.

use super::{Case, Row, edited, file, fixture, row};
use crate::bem::case_files::fixture as fixture_bytes;
use crate::bem::case_files::pack;
use crate::bem::rule_cases::made;
use bem_studio::base::cancel::Cancel;
use bem_studio::formats::bem::check::{Hooks, Purpose, open_with};
use bem_studio::formats::bem::lowest::{Facts, lowest_minor};
use bem_studio::formats::bem::package::Package;

/// F11 with some bytes replaced.
fn with_bytes(at: usize, new: &[u8]) -> Case {
    let mut bytes = fixture_bytes("F11");
    bytes[at..at + new.len()].copy_from_slice(new);
    Case::File(bytes)
}

/// Where the directory of F11 starts.
const DIRECTORY: usize = 40 + 1974;

/// F11 whose first payload is this block of codec 1.
fn with_frame(block: Vec<u8>) -> Case {
    let mut made = made("F11");
    let decoded = made.payloads[0].len() as u64;
    made.payloads[0] = block;
    let mut bytes = made.file();
    bytes[DIRECTORY] = 1;
    bytes[DIRECTORY + 24..DIRECTORY + 32].copy_from_slice(&decoded.to_le_bytes());
    Case::File(bytes)
}

fn frame() -> Vec<u8> {
    zstd::bulk::compress(&made("F11").payloads[0], 3).expect("compresses")
}

/// F11 with spaces behind its manifest, so that it has this many bytes.
fn padded_manifest(n_bytes: usize) -> Case {
    let base = made("F11");
    let text = format!("{}{}", base.text, " ".repeat(n_bytes - base.text.len()));
    Case::File(pack(1, &text, &base.payloads))
}

/// What the container of F11 is told with unreferenced frames of 512 MiB of one byte value; they are not decoded.
fn with_large_frames(n: usize) -> Case {
    let mut block = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
    block.extend(536_870_912_u32.to_le_bytes());
    for index in 0..4096_u32 {
        let header = u32::from(index == 4095) | (1 << 1) | (131_072 << 3);
        block.extend(&header.to_le_bytes()[..3]);
        block.push(7);
    }
    let base = made("F11");
    let mut payloads = base.payloads.clone();
    payloads.extend(vec![block; n]);
    let mut bytes = pack(1, &base.text, &payloads);
    for payload in 7..7 + n {
        let entry = DIRECTORY + payload * 32;
        bytes[entry] = 1;
        bytes[entry + 24..entry + 32].copy_from_slice(&536_870_912_u64.to_le_bytes());
    }
    let cancel = Cancel::new();
    cancel.raise();
    let hooks = Hooks {
        cancel: Some(&cancel),
        ..Hooks::default()
    };
    Case::Told(open_with(bytes, Purpose::Read, hooks).findings)
}

fn minor_of(name: &str) -> u16 {
    let package = Package::read(fixture_bytes(name)).expect("opens");
    lowest_minor(&package.manifest, &Facts::default()).minor
}

const COMPOSABLE: &str = "\"composable-options\"";
const TWENTY_CHOICES: &str = r#"{"id":"off","name":"Off"},{"id":"c2","name":"C"},{"id":"c3","name":"C"},{"id":"c4","name":"C"},{"id":"c5","name":"C"},{"id":"c6","name":"C"},{"id":"c7","name":"C"},{"id":"c8","name":"C"},{"id":"c9","name":"C"},{"id":"c10","name":"C"},{"id":"c11","name":"C"},{"id":"c12","name":"C"},{"id":"c13","name":"C"},{"id":"c14","name":"C"},{"id":"c15","name":"C"},{"id":"c16","name":"C"}"#;

pub(super) const ROWS: &[Row] = &[
    row(
        "CON-01",
        "reject",
        || fixture("F11"),
        || file("CON-01-1-reject.bem"),
    ),
    row(
        "CON-02",
        "reject",
        || fixture("F11"),
        || with_bytes(12, &[41]),
    ),
    row(
        "CON-03",
        "reject",
        || fixture("F11"),
        || file("CON-03-1-reject.bem"),
    ),
    row(
        "CON-04",
        "reject",
        || padded_manifest(4_194_304),
        || padded_manifest(4_194_305),
    ),
    row(
        "CON-05",
        "reject",
        || file("CON-05-1-ok.bem"),
        || file("CON-05-3-reject.bem"),
    ),
    row(
        "CON-06",
        "reject",
        || fixture("F11"),
        || with_bytes(32, &4096_u32.to_le_bytes()),
    ),
    row(
        "CON-07",
        "reject",
        || fixture("F11"),
        || file("CON-07-1-reject.bem"),
    ),
    row(
        "CON-08",
        "reject",
        || fixture("F11"),
        || with_bytes(DIRECTORY + 24, &[0; 8]),
    ),
    row(
        "CON-09",
        "reject",
        || fixture("F11"),
        || file("CON-09-1-reject.bem"),
    ),
    row(
        "CON-10",
        "reject",
        || fixture("F11"),
        || with_bytes(DIRECTORY + 8, &[0; 8]),
    ),
    row(
        "CON-11",
        "reject",
        || fixture("F11"),
        || file("CON-11-1-reject.bem"),
    ),
    row(
        "CON-12",
        "reject",
        || with_frame(frame()),
        || with_frame([frame(), frame()].concat()),
    ),
    row(
        "CON-13",
        "reject",
        || fixture("F11"),
        || file("CON-13-1-reject.bem"),
    ),
    row(
        "CON-14",
        "warn",
        || with_large_frames(1),
        || with_large_frames(4),
    ),
    row(
        "CON-15",
        "ok",
        || fixture("F11"),
        || file("CON-15-1-ok.bem"),
    ),
    row(
        "VER-01",
        "reject",
        || fixture("F15"),
        || file("VER-01-1-reject.bem"),
    ),
    row(
        "VER-02",
        "reject",
        || {
            Case::from(
                made("F11")
                    .with(r#"{"id":"off","name":"Off"}"#, TWENTY_CHOICES)
                    .under(2),
            )
        },
        || edited("F11", &[(r#"{"id":"off","name":"Off"}"#, TWENTY_CHOICES)]),
    ),
    row(
        "VER-03",
        "ok",
        || Case::Holds(minor_of("F11") == 1 && minor_of("F15") == 5),
        // A higher header is legal; what is written again gets the lowest one.
        || {
            let high = Package::read(made("F11").under(5).file()).expect("opens");
            Case::Holds(lowest_minor(&high.manifest, &Facts::default()).minor == 1)
        },
    ),
    row(
        "VER-04",
        "reject",
        || fixture("F11"),
        || {
            edited(
                "F11",
                &[("\"palette-u8\"", "\"palette-u8\",\"palette-u8\"")],
            )
        },
    ),
    row(
        "VER-05",
        "reject",
        || file("VER-05-5-ok.bem"),
        || file("VER-05-1-reject.bem"),
    ),
    row(
        "VER-06",
        "warn",
        || fixture("F11"),
        || edited("F11", &[("\"palette-u8\",", "")]),
    ),
    row(
        "VER-07",
        "reject",
        || fixture("F10"),
        || file("VER-07-2-reject.bem"),
    ),
    row(
        "VER-08",
        "reject",
        || fixture("F11"),
        || {
            edited(
                "F11",
                &[(COMPOSABLE, "\"composable-options\",\"fixed-appearances\"")],
            )
        },
    ),
    row(
        "VER-09",
        "reject",
        || file("VER-09-10-ok.bem"),
        || file("VER-09-1-reject.bem"),
    ),
    row(
        "VER-10",
        "ok",
        || fixture("F15"),
        || {
            let overrides = r#","material_overrides":{"floats":{"_Smoothness":0.35},"enable_keywords":["_EMISSION"]}"#;
            edited(
                "F15",
                &[(overrides, ""), ("\"material-overrides-v1\",", "")],
            )
        },
    ),
    row(
        "VER-11",
        "reject",
        || fixture("F14"),
        || file("VER-11-1-reject.bem"),
    ),
    row(
        "VER-12",
        "warn",
        || fixture("F14"),
        || Case::from(made("F11").under(4)),
    ),
    row(
        "VER-13",
        "reject",
        || fixture("F10"),
        || file("VER-13-1-reject.bem"),
    ),
    row(
        "VER-14",
        "reject",
        || fixture("F13"),
        || Case::from(made("F13").under(2)),
    ),
];

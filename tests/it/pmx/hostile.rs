//! Damaged files end in an error at the right place, never in a panic, a hang or a flood of memory (PMX-20, PMX-46).

use super::sample::{bytes_of, cases};
use bem_studio::formats::pmx::{self, ErrorCode};

/// Samples up to this size are damaged at every byte.
const SMALL: usize = 1_000;

/// What must hold whatever the bytes are; returns whether they read.
fn check_any(bytes: &[u8], what: &str) -> bool {
    match pmx::read(bytes.to_vec()) {
        Ok(document) => {
            let written = pmx::write(&document).expect("what reads also writes");
            assert!(written == bytes, "{what}: written as read");
            let encoded = pmx::encode(&document).expect("what reads also encodes");
            assert!(encoded == bytes, "{what}: encoded as read");
            true
        }
        Err(error) => {
            let size = bytes.len() as u64;
            assert!(error.offset <= size, "{what}: {error:?}");
            let is_short = error.code.is_shortage();
            if let (Some(want), Some(left)) = (error.want, error.left) {
                assert!(is_short && want > left, "{what}: {error:?}");
                assert!(error.offset + left <= size, "{what}: {error:?}");
            } else {
                assert!(!is_short, "{what}: {error:?}");
            }
            let salvaged = pmx::salvage(bytes.to_vec());
            assert_eq!(
                error.salvage.is_some(),
                salvaged.is_ok(),
                "{what}: salvage is offered when it works"
            );
            if let Ok(salvaged) = salvaged {
                let written = pmx::write(&salvaged.pmx).expect("what is kept writes");
                assert!(pmx::read(written).is_ok(), "{what}: and reads");
            }
            assert!(!error.to_string().contains('{'), "{what}: {error}");
            false
        }
    }
}

#[test]
fn a_file_cut_anywhere_is_refused_there_or_ends_where_a_file_may_end() {
    for case in cases() {
        if !case.is_exact() || case.bytes.len() > SMALL {
            continue;
        }
        let whole = pmx::read(case.bytes.clone()).expect("the sample reads");
        let n_tail = whole.tail().len();
        for length in 0..case.bytes.len() {
            let what = format!("{} cut to {length}", case.name);
            let reads = check_any(&case.bytes[..length], &what);
            let in_tail = length + n_tail >= case.bytes.len();
            let is_21 = whole.header().version() == pmx::Version::V21;
            let no_soft = is_21 && reads && {
                let cut = pmx::read(case.bytes[..length].to_vec()).expect("it reads");
                cut.soft_bodies().is_none()
            };
            assert_eq!(reads, in_tail || no_soft, "{what}");
        }
    }
}

#[test]
fn a_cut_error_says_the_place_and_what_is_left() {
    let bytes = bytes_of("good/triangle_utf16.pmx");
    for length in 0..bytes.len() {
        let error = pmx::read(bytes[..length].to_vec()).expect_err("it is cut");
        assert!(error.code.is_shortage(), "cut to {length}: {error:?}");
        if error.code == ErrorCode::Cut {
            let left = error.left.expect("left");
            assert_eq!(error.offset + left, length as u64, "cut to {length}");
        }
    }
}

#[test]
fn no_single_byte_can_break_the_reader() {
    let mut n_read = 0_u32;
    let mut n_refused = 0_u32;
    for case in cases() {
        if case.bytes.len() > SMALL {
            continue;
        }
        // One seed a file, so that a failure names a file and a byte.
        let mut seed = 0x9e37_79b9_u32 ^ case.bytes.len() as u32;
        let mut bytes = case.bytes.clone();
        for place in 0..bytes.len() {
            let kept = bytes[place];
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            for value in [0, 0x80, 0xff, kept ^ 1, (seed >> 24) as u8] {
                bytes[place] = value;
                let what = format!("{} byte {place} = {value:02x}", case.name);
                if check_any(&bytes, &what) {
                    n_read += 1;
                } else {
                    n_refused += 1;
                }
            }
            bytes[place] = kept;
        }
    }
    assert!(
        n_read > 30_000 && n_refused > 20_000,
        "{n_read} read, {n_refused} refused"
    );
}

#[test]
fn four_bytes_of_any_count_or_length_are_never_believed() {
    for case in cases() {
        if !case.is_exact() || case.bytes.len() > SMALL {
            continue;
        }
        for place in 0..case.bytes.len().saturating_sub(3) {
            for value in [-1_i32, i32::MIN, i32::MAX] {
                let mut bytes = case.bytes.clone();
                bytes[place..place + 4].copy_from_slice(&value.to_le_bytes());
                check_any(&bytes, &format!("{} at {place}: {value}", case.name));
            }
        }
    }
}

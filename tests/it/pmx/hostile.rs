//! Damaged files end in an error at the right place, never in a panic, a hang or a flood of memory (PMX-20, PMX-46).

use super::sample::{bytes_of, cases};
use bem_studio::formats::pmx::{self, ErrorCode};

/// Samples up to this size are damaged at every byte.
const SMALL: usize = 1_000;

/// Refused samples that are damaged further; the others differ from a good one in a few bytes only.
const BROKEN: [&str; 3] = [
    "bad/bone_size_lies.pmx",
    "bad/cut_after_morphs.pmx",
    "bad/cut_last_joint.pmx",
];

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
        let is_wanted = case.is_exact() || BROKEN.contains(&case.name.as_str());
        if !is_wanted || case.bytes.len() > SMALL {
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
        n_read > 30_000 && n_refused > 10_000,
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

/// The sample with two joints, cut in the second, and with another number of joints announced.
fn joints_announced(count: i32) -> Vec<u8> {
    let whole = bytes_of("bad/cut_last_joint.pmx");
    let salvaged = pmx::salvage(whole.clone()).expect("salvage works");
    // The count stands before the first joint; two empty lists of 4 bytes follow it in the rewritten file.
    let written = pmx::write(&salvaged.pmx).expect("it writes");
    let place = (0..whole.len() - 4)
        .rev()
        .find(|place| {
            whole[*place..place + 4] == 2_i32.to_le_bytes()
                && written[*place..place + 4] == 1_i32.to_le_bytes()
        })
        .expect("the count of joints");
    let mut bytes = whole;
    bytes[place..place + 4].copy_from_slice(&count.to_le_bytes());
    bytes
}

#[test]
fn salvage_reads_past_a_count_that_the_file_cannot_hold() {
    let bytes = joints_announced(383);
    let error = pmx::read(bytes.clone()).expect_err("too few bytes");
    assert_eq!(error.code, ErrorCode::CountOverFile, "{error:?}");
    assert_eq!(error.record, None, "the count itself");
    let offer = error.salvage.expect("salvage is offered");
    assert_eq!((offer.n_kept, offer.n_announced), (1, Some(383)), "offer");
    let salvaged = pmx::salvage(bytes).expect("salvage works");
    let cut = salvaged.cut.expect("a fault");
    assert_eq!(cut.code, ErrorCode::Cut, "the field that is cut");
    assert_eq!(cut.field, "spring_rotation", "its name");
    assert_eq!(salvaged.pmx.joints().len(), 1, "what is kept");
}

#[test]
fn a_huge_count_is_refused_before_and_in_salvage_read_without_making_room_for_it() {
    let bytes = joints_announced(i32::MAX);
    let salvaged = pmx::salvage(bytes.clone()).expect("salvage works");
    assert!(
        salvaged.pmx.memory_bytes() < 8 * bytes.len() as u64 + (1 << 20),
        "no room for what is not there"
    );
}

#[test]
fn salvage_refuses_what_is_more_than_a_shortage() {
    let bytes = joints_announced(-2);
    let error = pmx::salvage(bytes).expect_err("a negative count");
    assert_eq!(error.code, ErrorCode::NegativeCount, "{error:?}");
    let mut bytes = joints_announced(383);
    let error = pmx::salvage(bytes.clone()).expect("salvage works").cut;
    let at = error.expect("a fault").offset as usize;
    // The last field before the cut, turned into the length of a joint's name: go to the record's start.
    let record = (0..at)
        .rev()
        .find(|place| bytes[*place..].starts_with(&8_i32.to_le_bytes()))
        .expect("a name of four letters");
    bytes[record..record + 4].copy_from_slice(&(-5_i32).to_le_bytes());
    let error = pmx::salvage(bytes.clone()).expect_err("a negative length");
    assert_eq!(error.code, ErrorCode::NegativeTextLength, "{error:?}");
    let error = pmx::read(bytes).expect_err("it is refused");
    assert!(error.salvage.is_none(), "salvage is not offered");
}

//! A document never takes much more memory than its file (PMX-20), and made files come through exactly.

#[path = "../../benches/figure.rs"]
mod figure;

use super::sample::{bytes_of, cases, document};
use bem_studio::formats::pmx;
use figure::{Plan, build};

/// Most memory for a file of this size, the file itself included (PMX-20).
fn limit(size: usize) -> u64 {
    8 * size as u64 + (1 << 20)
}

#[test]
fn every_sample_stays_within_the_memory_bound() {
    for case in cases().iter().filter(|case| case.is_exact()) {
        let document = pmx::read(case.bytes.clone()).expect("it reads");
        assert!(
            document.memory_bytes() <= limit(case.bytes.len()),
            "{}: {}",
            case.name,
            document.memory_bytes()
        );
    }
}

#[test]
fn made_files_come_through_exactly_without_a_warning_and_stay_small() {
    for plan in [Plan::plain(5_000), Plan::plain(70_000), Plan::rich(5_000)] {
        let bytes = build(plan);
        let document = pmx::read(bytes.clone()).expect("it reads");
        assert_eq!(document.warnings(), [], "{plan:?}");
        assert!(
            pmx::write(&document) == Ok(bytes.clone()),
            "{plan:?}: copied"
        );
        assert!(
            pmx::encode(&document) == Ok(bytes.clone()),
            "{plan:?}: fields"
        );
        let memory = document.memory_bytes();
        assert!(memory <= 4 * bytes.len() as u64, "{plan:?}: {memory}");
    }
}

/// An empty file whose section at `place` holds `count` records of these bytes, with sizes of one byte.
fn stuffed(place: usize, count: u32, record: &[u8]) -> Vec<u8> {
    let empty = bytes_of("good/all_empty.pmx");
    // Nine section counts end the empty file.
    let first_count = empty.len() - 9 * 4;
    let at = first_count + place * 4;
    let mut bytes = empty[..at].to_vec();
    bytes.extend_from_slice(&count.to_le_bytes());
    for _ in 0..count {
        bytes.extend_from_slice(record);
    }
    bytes.extend_from_slice(&empty[at + 4..]);
    bytes
}

#[test]
fn files_of_nothing_but_the_smallest_records_stay_within_the_bound() {
    let count = 50_000_u32;
    let mut bone = vec![0_u8; 28];
    bone[8 + 12] = 0xff;
    let mut body = vec![0_u8; 70];
    body[8] = 0xff;
    for (place, record) in [
        (0, vec![0_u8; 38]),
        (1, vec![0_u8; 1]),
        (2, vec![0_u8; 4]),
        (3, vec![0_u8; 86]),
        (4, bone),
        (5, vec![0_u8; 14]),
        (6, vec![0_u8; 13]),
        (7, body),
        (8, vec![0_u8; 107]),
    ] {
        // Bones with a tail offset are longer than the smallest record, which has a tail bone.
        let record = if place == 4 {
            let mut record = record;
            record[8 + 12 + 1 + 4] = 1;
            record
        } else {
            record
        };
        let bytes = stuffed(place, count, &record);
        let size = bytes.len();
        let read = pmx::read(bytes).expect("odd, but a file");
        let memory = read.memory_bytes();
        assert!(
            memory <= limit(size),
            "section {place}: {memory} for {size}"
        );
    }
}

#[test]
fn lists_inside_one_record_stay_within_the_bound() {
    let count = 200_000_u32;
    let list = |head: &[u8], item: &[u8]| -> Vec<u8> {
        let mut record = head.to_vec();
        record.extend_from_slice(&count.to_le_bytes());
        for _ in 0..count {
            record.extend_from_slice(item);
        }
        record
    };
    let mut ik_bone = vec![0_u8; 8 + 12 + 1 + 4];
    ik_bone.extend_from_slice(&[0x21, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0]);
    let morph = |kind: u8| vec![0, 0, 0, 0, 0, 0, 0, 0, 1, kind];
    for (place, record) in [
        (4, list(&ik_bone, &[0, 0])),
        (5, list(&morph(0), &[0; 5])),
        (5, list(&morph(1), &[0; 13])),
        (5, list(&morph(2), &[0; 29])),
        (5, list(&morph(3), &[0; 17])),
        (5, list(&morph(8), &[0; 114])),
        (5, list(&morph(10), &[0; 26])),
        (6, list(&[0; 9], &[0, 0])),
    ] {
        let bytes = stuffed(place, 1, &record);
        let size = bytes.len();
        let read = pmx::read(bytes).expect("odd, but a file");
        let memory = read.memory_bytes();
        assert!(
            memory <= limit(size),
            "section {place}: {memory} for {size}"
        );
    }
}

#[test]
fn a_copy_of_a_document_shares_the_bytes_of_its_file() {
    let document = document("humanoid/humanoid.pmx");
    let copy = document.clone();
    assert_eq!(
        copy.source_bytes().as_ptr(),
        document.source_bytes().as_ptr(),
        "one buffer"
    );
}

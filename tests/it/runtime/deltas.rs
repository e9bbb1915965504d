//! Decoding delta payloads (PAR-15 to PAR-17).

use super::fixtures::package;
use bem_studio::formats::bem::delta::{DeltaError as PayloadError, Record};
use bem_studio::runtime::shape::{Delta, DeltaError};

const TWO: &str = r#"{"count":2,"encoding":"sparse-position-f32"}"#;

/// A delta payload put together by hand.
fn payload(header: &str, records: &[(u32, [f32; 3])]) -> Vec<u8> {
    let length = u32::try_from(header.len()).expect("a length");
    let mut out = length.to_le_bytes().to_vec();
    out.extend(header.as_bytes());
    for (vertex, offset) in records {
        out.extend(vertex.to_le_bytes());
        out.extend(offset.iter().flat_map(|value| value.to_le_bytes()));
    }
    out
}

#[test]
fn the_delta_of_the_fixture_is_what_the_rulebook_prints() {
    let package = package("F13");
    let bytes = package.payload(7).expect("it is there");
    assert_eq!(bytes.len(), 80, "4 + 44 + 32");
    let delta = Delta::read(&bytes, 2, 3).expect("a delta");
    let expected = [
        Record {
            vertex: 0,
            offset: [2.0, 4.0, -2.0],
        },
        Record {
            vertex: 2,
            offset: [-1.0, 0.0, 3.0],
        },
    ];
    assert_eq!(delta.records(), expected, "both records");
}

#[test]
fn any_order_of_records_and_an_empty_delta_are_fine() {
    let turned = payload(TWO, &[(2, [1.0, 0.0, 0.0]), (0, [0.0, 1.0, 0.0])]);
    let delta = Delta::read(&turned, 2, 3).expect("a delta");
    assert_eq!(delta.records()[0].vertex, 2, "as it stands there");
    let none = payload(r#"{"count":0,"encoding":"sparse-position-f32"}"#, &[]);
    assert_eq!(none.len(), 48, "4 + 44");
    assert_eq!(
        Delta::read(&none, 0, 3),
        Ok(Delta::default()),
        "no record, no effect"
    );
    let spaced = format!("{}{}", " ".repeat(5000), TWO);
    let long = payload(&spaced, &[(0, [0.0; 3]), (1, [0.0; 3])]);
    assert!(
        Delta::read(&long, 2, 3).is_ok(),
        "a long header is read, as the game does"
    );
}

#[test]
fn faults_are_told_by_their_kind() {
    let zero = [0.0; 3];
    let fine = payload(TWO, &[(0, zero), (2, zero)]);
    let header = DeltaError::Payload(PayloadError::Header);
    let surplus = r#"{"count":2,"encoding":"sparse-position-f32","note":1}"#;
    let repeated = r#"{"count":2,"count":2,"encoding":"sparse-position-f32"}"#;
    for (text, what) in [
        (surplus, "a third key"),
        (repeated, "a key twice"),
        (r#"{"count":2,"encoding":"dense"}"#, "another encoding"),
        ("[2]", "no object"),
        ("{", "no JSON"),
    ] {
        let bytes = payload(text, &[(0, zero), (2, zero)]);
        assert_eq!(Delta::read(&bytes, 2, 3), Err(header), "{what}");
    }
    let length = |found_bytes| {
        DeltaError::Payload(PayloadError::Length {
            found_bytes,
            wanted_bytes: 32,
        })
    };
    assert_eq!(
        Delta::read(&fine[..fine.len() - 1], 2, 3),
        Err(length(31)),
        "a byte short"
    );
    let mut longer = fine.clone();
    longer.push(0);
    assert_eq!(Delta::read(&longer, 2, 3), Err(length(33)), "a byte long");
    let count = DeltaError::Count { found: 2, count: 1 };
    assert_eq!(Delta::read(&fine, 1, 3), Err(count), "the frame says 1");
    let vertex = |record, vertex| DeltaError::Vertex { record, vertex };
    assert_eq!(
        Delta::read(&payload(TWO, &[(0, zero), (3, zero)]), 2, 3),
        Err(vertex(1, 3)),
        "beyond the mesh"
    );
    assert_eq!(
        Delta::read(&payload(TWO, &[(0, zero), (0, zero)]), 2, 3),
        Err(vertex(1, 0)),
        "a vertex twice"
    );
    assert_eq!(
        Delta::read(&payload(TWO, &[(0, zero), (1, [0.0, f32::NAN, 0.0])]), 2, 3),
        Err(DeltaError::NotFinite { record: 1 }),
        "not a number"
    );
}

#[test]
fn every_prefix_of_a_delta_is_refused_and_none_panics() {
    let fine = payload(TWO, &[(0, [1.0; 3]), (2, [2.0; 3])]);
    for length in 0..fine.len() {
        let found = Delta::read(&fine[..length], 2, 3);
        assert!(found.is_err(), "{length} bytes");
    }
    for place in 0..fine.len() {
        for bit in 0..8 {
            let mut mutated = fine.clone();
            mutated[place] ^= 1 << bit;
            if let Ok(delta) = Delta::read(&mutated, 2, 3) {
                assert_eq!(delta.records().len(), 2, "byte {place}, bit {bit}");
            }
        }
    }
}

#[test]
fn a_header_length_of_the_whole_range_is_refused_without_room_for_it() {
    for length in [0, 1_048_577, u32::MAX] {
        let mut bytes = length.to_le_bytes().to_vec();
        bytes.extend([b'{'; 8]);
        let error = DeltaError::Payload(PayloadError::Header);
        assert_eq!(
            Delta::read(&bytes, u32::MAX, u32::MAX),
            Err(error),
            "{length}"
        );
    }
}

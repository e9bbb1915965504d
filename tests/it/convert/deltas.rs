//! Morphs as delta payloads (bem.md ch. 12).

use super::figures::label;
use bem_studio::convert::deltas::{self, DeltaError};
use bem_studio::model::figure::{Model, Morph, MorphEffect, MorphKind, Panel};
use glam::Vec3;

#[test]
fn the_payload_of_f13_is_the_rulebooks() {
    let moved = [
        (0, Vec3::new(2.0, 4.0, -2.0)),
        (2, Vec3::new(-1.0, 0.0, 3.0)),
    ];
    let (bytes, count) = deltas::payload(&moved).expect("finite");
    let mut should = vec![44, 0, 0, 0];
    should.extend(br#"{"count":2,"encoding":"sparse-position-f32"}"#);
    should.extend([0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0x80, 0x40, 0, 0, 0, 0xc0]);
    should.extend([2, 0, 0, 0, 0, 0, 0x80, 0xbf, 0, 0, 0, 0, 0, 0, 0x40, 0x40]);
    assert_eq!(bytes.len(), 80, "size");
    assert_eq!(bytes, should, "bytes");
    assert_eq!(count, 2, "count");
}

#[test]
fn sizes_grow_with_the_digits_of_the_count() {
    for (count, json) in [
        (0, 44),
        (9, 44),
        (10, 45),
        (99, 45),
        (100, 46),
        (350, 46),
        (1_000_000, 50),
    ] {
        let moved: Vec<(u32, Vec3)> = (0..count).map(|vertex| (vertex, Vec3::X)).collect();
        let (bytes, n) = deltas::payload(&moved).expect("finite");
        assert_eq!(n, count, "count");
        assert_eq!(
            bytes.len(),
            4 + json + 16 * count as usize,
            "{count} records"
        );
        assert_eq!(
            bytes[..4],
            u32::try_from(json).expect("small").to_le_bytes(),
            "{count}"
        );
    }
}

#[test]
fn records_are_ascending_and_offsets_of_one_vertex_add_up() {
    let moved = [(9, Vec3::X), (3, Vec3::Y), (9, Vec3::X)];
    let (bytes, count) = deltas::payload(&moved).expect("finite");
    let sorted = [(3, Vec3::Y), (9, Vec3::X * 2.0)];
    assert_eq!(count, 2, "two vertices");
    assert_eq!(deltas::payload(&sorted), Ok((bytes, 2)), "the same payload");
}

#[test]
fn offsets_that_are_no_numbers_are_refused() {
    for broken in [f32::NAN, f32::INFINITY] {
        let moved = [(1, Vec3::X), (4, Vec3::new(0.0, broken, 0.0))];
        assert_eq!(
            deltas::payload(&moved),
            Err(DeltaError::NotFinite { vertex: 4 }),
            "{broken}"
        );
    }
    let overflow = [(0, Vec3::splat(f32::MAX)), (0, Vec3::splat(f32::MAX))];
    assert_eq!(
        deltas::payload(&overflow),
        Err(DeltaError::NotFinite { vertex: 0 }),
        "a sum that overflows"
    );
}

#[test]
fn offsets_follow_their_vertices_into_the_mesh() {
    let moved = [(1, Vec3::X), (4, Vec3::Y), (5, Vec3::Z)];
    assert_eq!(
        deltas::on_mesh(&[0, 4, 5, 8], &moved),
        [(1, Vec3::Y), (2, Vec3::Z)],
        "vertex 1 is not in the mesh"
    );
}

#[test]
fn a_group_is_the_sum_of_its_members_times_their_ratios() {
    let morph = |effect| Morph {
        name: label("m"),
        panel: Panel::Mouth,
        effect,
    };
    let model = Model {
        morphs: vec![
            morph(MorphEffect::Vertex(vec![(1, Vec3::X), (2, Vec3::Y)])),
            morph(MorphEffect::Vertex(vec![(2, Vec3::Z)])),
            morph(MorphEffect::Group(vec![
                (1, 2.0),
                (0, 0.5),
                (3, 1.0),
                (9, 1.0),
                (2, 1.0),
            ])),
            morph(MorphEffect::NotExported {
                kind: MorphKind::Bone,
                n_offsets: 3,
            }),
        ],
        ..Model::default()
    };
    assert_eq!(
        deltas::of_morph(&model, 2),
        Some(vec![
            (1, Vec3::new(0.5, 0.0, 0.0)),
            (2, Vec3::new(0.0, 0.5, 2.0))
        ]),
        "group"
    );
    assert_eq!(
        deltas::of_morph(&model, 1),
        Some(vec![(2, Vec3::Z)]),
        "vertex morph"
    );
    assert_eq!(deltas::of_morph(&model, 3), None, "not exported");
    assert_eq!(deltas::of_morph(&model, 4), None, "no such morph");
}

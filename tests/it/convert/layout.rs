//! Layouts of replacement meshes.

use bem_studio::convert::layout::{Layout, SkinStream};
use bem_studio::model::target::TargetComponent;

const STANDARD: &[[u32; 4]] = &[
    [0, 0, 3, 0],
    [1, 0, 1, 0],
    [4, 0, 2, 1],
    [6, 3, 4, 1],
    [12, 4, 4, 2],
    [13, 6, 4, 2],
];

fn component(strides: &[u32], attributes: &[[u32; 4]]) -> TargetComponent {
    TargetComponent {
        bone_names: vec!["A".to_owned()],
        strides: strides.to_vec(),
        attributes: attributes.to_vec(),
        ..TargetComponent::default()
    }
}

fn rows(layout: &Layout) -> Vec<[u32; 5]> {
    let attributes = layout.attributes().iter();
    attributes
        .map(|a| [a.semantic, a.format, a.dimension, a.stream, a.offset])
        .collect()
}

#[test]
fn the_standard_layout_is_that_of_the_rulebook() {
    let layout = Layout::of(&component(&[], &[]));
    assert_eq!(layout.strides(), [16, 12, 12], "strides");
    assert_eq!(
        rows(&layout),
        [
            [0, 0, 3, 0, 0],
            [1, 0, 1, 0, 12],
            [4, 0, 2, 1, 0],
            [6, 3, 4, 1, 8],
            [12, 4, 4, 2, 0],
            [13, 6, 4, 2, 8]
        ],
        "attributes"
    );
    assert_eq!(
        Layout::of(&component(&[16, 12, 12], STANDARD)),
        layout,
        "declared"
    );
    assert_eq!(
        Layout::of(&component(&[16, 12, 12], &[])),
        layout,
        "by strides"
    );
    assert_eq!(
        Layout::of(&component(&[], STANDARD)),
        layout,
        "by attributes"
    );
}

#[test]
fn known_strides_give_their_layout() {
    let uv_only = Layout::of(&component(&[16, 8, 12], &[]));
    assert_eq!(uv_only.strides(), [16, 8, 12], "16/8/12");
    assert_eq!(rows(&uv_only)[2], [4, 0, 2, 1, 0], "UV only");
    assert_eq!(rows(&uv_only).len(), 5, "no colour");
    let plain = Layout::of(&component(&[40, 16, 32], &[]));
    assert_eq!(plain.strides(), [40, 16, 32], "40/16/32");
    assert_eq!(
        rows(&plain),
        [
            [0, 0, 3, 0, 0],
            [1, 0, 3, 0, 12],
            [2, 0, 4, 0, 24],
            [4, 0, 2, 1, 0],
            [5, 0, 2, 1, 8],
            [12, 0, 4, 2, 0],
            [13, 10, 4, 2, 16]
        ],
        "attributes"
    );
    assert_eq!(plain.skin(), SkinStream::Float32, "its skin");
}

#[test]
fn rigid_originals_get_a_rigid_skin() {
    for (strides, rigid) in [
        (vec![16, 12, 4], None),
        (vec![16, 12, 12], Some(true)),
        (vec![], Some(true)),
    ] {
        let layout = Layout::of(&TargetComponent {
            rigid,
            ..component(&strides, &[])
        });
        assert_eq!(layout.strides(), [16, 12, 4], "{strides:?} {rigid:?}");
        assert_eq!(rows(&layout)[4], [13, 6, 4, 2, 0], "{strides:?} {rigid:?}");
        assert_eq!(layout.skin(), SkinStream::Rigid, "{strides:?} {rigid:?}");
    }
}

#[test]
fn declared_attributes_that_can_be_filled_win_over_the_known_layouts() {
    let twenty = [
        [0, 0, 3, 0],
        [1, 0, 1, 0],
        [4, 0, 2, 1],
        [5, 0, 2, 1],
        [6, 3, 4, 1],
        [12, 4, 4, 2],
        [13, 6, 4, 2],
    ];
    let layout = Layout::of(&component(&[16, 20, 12], &twenty));
    assert_eq!(layout.strides(), [16, 20, 12], "16/20/12");
    let offsets: Vec<u32> = rows(&layout).iter().map(|row| row[4]).collect();
    assert_eq!(offsets, [0, 12, 0, 8, 16, 0, 8], "packed in list order");
    let mut shuffled = twenty;
    shuffled.reverse();
    let last = *rows(&Layout::of(&component(&[16, 20, 12], &shuffled)))
        .last()
        .expect("rows");
    assert_eq!(last, [13, 6, 4, 2, 8], "the skin's indices come last");
}

#[test]
fn layouts_that_cannot_be_filled_become_the_standard_one() {
    let with = |row: [u32; 4], at: usize| {
        let mut rows = STANDARD.to_vec();
        rows[at] = row;
        rows
    };
    let standard = Layout::standard(SkinStream::UNorm16);
    for (what, strides, attributes) in [
        ("20 unknown bytes", vec![16, 20, 12], vec![]),
        ("wrong strides", vec![16, 16, 12], STANDARD.to_vec()),
        ("half floats", vec![], with([4, 1, 2, 1], 2)),
        ("a semantic twice", vec![], with([4, 0, 2, 1], 3)),
        ("no positions", vec![], with([2, 0, 4, 0], 0)),
        ("an unknown format", vec![], with([6, 77, 4, 1], 3)),
        (
            "an enormous dimension",
            vec![],
            with([6, 3, u32::MAX, 1], 3),
        ),
    ] {
        assert_eq!(
            Layout::of(&component(&strides, &attributes)),
            standard,
            "{what}"
        );
    }
}

#[test]
fn originals_without_a_skin_get_none() {
    let boneless = TargetComponent::default();
    assert_eq!(
        Layout::of(&boneless).strides(),
        [16, 12],
        "no bones, nothing known"
    );
    assert_eq!(
        Layout::of(&component(&[16, 12], &[])).skin(),
        SkinStream::None,
        "two streams"
    );
    assert_eq!(
        Layout::of(&component(&[16, 12], &STANDARD[..4])).skin(),
        SkinStream::None,
        "two declared streams"
    );
}

#[test]
fn every_layout_obeys_the_rules_of_the_format() {
    let strides: [&[u32]; 7] = [
        &[],
        &[16, 12, 12],
        &[16, 8, 12],
        &[40, 16, 32],
        &[16, 12, 4],
        &[16, 8],
        &[1, 2, 3, 4],
    ];
    for strides in strides {
        for rigid in [None, Some(true), Some(false)] {
            let layout = Layout::of(&TargetComponent {
                rigid,
                ..component(strides, &[])
            });
            let mut sizes = vec![0; layout.strides().len()];
            for [_, format, dimension, stream, offset] in rows(&layout) {
                let element = [4, 2, 1, 1, 2, 2, 1, 1, 2, 2, 4, 4][format as usize];
                let size = &mut sizes[stream as usize];
                assert_eq!(offset, *size, "MESH-07 with {strides:?}");
                *size += element * dimension;
            }
            assert_eq!(sizes, layout.strides(), "MESH-07 with {strides:?}");
            let last = rows(&layout).last().map(|row| row[0]);
            let is_skinned = layout.skin() != SkinStream::None;
            assert_eq!(last == Some(13), is_skinned, "MESH-08 with {strides:?}");
            assert_eq!(sizes.len(), if is_skinned { 3 } else { 2 }, "MESH-03");
        }
    }
}

//! Slider evaluation (bem.md ch. 12): the interpolation examples, the rows of the cases, and which payloads are read.

use super::fixtures::{manifest, manifest_with, package, planned_at};
use bem_studio::formats::bem::delta::Record;
use bem_studio::formats::bem::manifest::{
    Channel, Condition, Frame, FrameDeltas, Manifest, Parameter,
};
use bem_studio::runtime::plan::plan;
use bem_studio::runtime::selection::Selection;
use bem_studio::runtime::shape::{
    Delta, Offsets, StreamError, frame_shares, moved_stream, position_place, positions,
};
use proptest::prelude::{ProptestConfig, any, prop_assert, proptest};

/// One vertex moved by each frame: tick and offset, none = neutral. Payload i is the i-th of `deltas`.
struct Slider {
    frames: Vec<(u32, Option<[f32; 3]>)>,
}

fn one_vertex(offset: [f32; 3]) -> Delta {
    Delta::of(vec![Record { vertex: 0, offset }], 1).expect("a delta")
}

/// A manifest with these sliders on mesh 0, `p0`, `p1`, ..., and the deltas of their payloads.
fn sliders(sliders: &[Slider]) -> (Manifest, Vec<Delta>) {
    let mut manifest = Manifest::default();
    let mut deltas = Vec::new();
    for (number, slider) in sliders.iter().enumerate() {
        let mut frames = Vec::new();
        let mut neutral = 0;
        for (value, offset) in &slider.frames {
            let payload = u32::try_from(deltas.len()).expect("small");
            frames.push(Frame {
                value: *value,
                deltas: offset.map(|_| FrameDeltas {
                    payload,
                    count: 1,
                    encoding: "sparse-position-f32".to_owned(),
                }),
            });
            match offset {
                None => neutral = *value,
                Some(offset) => deltas.push(one_vertex(*offset)),
            }
        }
        manifest.parameters.push(Parameter {
            id: format!("p{number}"),
            max: 1000,
            step: 1,
            neutral,
            default: neutral,
            ..Parameter::default()
        });
        manifest.mesh_deformations.push(Channel {
            mesh: 0,
            parameter: format!("p{number}"),
            frames,
        });
    }
    (manifest, deltas)
}

/// The offset of the one vertex.
fn offset_at(manifest: &Manifest, deltas: &[Delta], ticks: &[u32]) -> [f32; 3] {
    let mut offsets = Offsets::new(1);
    for share in frame_shares(manifest, 0, ticks) {
        offsets.add(&deltas[share.payload as usize], share.share);
    }
    offsets.offset(0)
}

#[test]
fn between_frames_offsets_are_mixed_as_printed() {
    let (manifest, deltas) = sliders(&[Slider {
        frames: vec![
            (0, None),
            (400, Some([0.2, 0.0, 0.0])),
            (1000, Some([0.5, 0.1, 0.0])),
        ],
    }]);
    for (tick, expected) in [
        (0, [0.0, 0.0, 0.0]),
        (200, [0.1, 0.0, 0.0]),
        (400, [0.2, 0.0, 0.0]),
        (700, [0.35, 0.05, 0.0]),
        (1000, [0.5, 0.1, 0.0]),
    ] {
        assert_eq!(
            offset_at(&manifest, &deltas, &[tick]),
            expected,
            "tick {tick}"
        );
    }
}

#[test]
fn a_neutral_frame_inside_counts_as_zero() {
    let (manifest, deltas) = sliders(&[Slider {
        frames: vec![
            (0, Some([-1.0, 0.0, 0.0])),
            (500, None),
            (1000, Some([2.0, 0.0, 0.0])),
        ],
    }]);
    for (tick, x) in [(0, -1.0), (250, -0.5), (500, 0.0), (750, 1.0), (1000, 2.0)] {
        let expected = [x, 0.0, 0.0];
        assert_eq!(
            offset_at(&manifest, &deltas, &[tick]),
            expected,
            "tick {tick}"
        );
    }
}

#[test]
fn channels_are_summed() {
    let slider = || Slider {
        frames: vec![(0, None), (1000, Some([2.0, 4.0, -2.0]))],
    };
    let (manifest, deltas) = sliders(&[slider(), slider()]);
    assert_eq!(
        offset_at(&manifest, &deltas, &[500, 250]),
        [1.5, 3.0, -1.5],
        "a half and a quarter"
    );
}

#[test]
fn only_the_frame_hit_or_its_two_neighbours_are_read() {
    let (manifest, _) = sliders(&[Slider {
        frames: vec![
            (0, Some([1.0; 3])),
            (300, None),
            (600, Some([2.0; 3])),
            (800, Some([3.0; 3])),
            (1000, Some([4.0; 3])),
        ],
    }]);
    for (tick, payloads) in [
        (0, &[0][..]),
        (299, &[0][..]),
        (300, &[][..]),
        (301, &[1][..]),
        (600, &[1][..]),
        (601, &[1, 2][..]),
        (800, &[2][..]),
        (999, &[2, 3][..]),
        (1000, &[3][..]),
    ] {
        let shares = frame_shares(&manifest, 0, &[tick]);
        let read: Vec<u32> = shares.iter().map(|share| share.payload).collect();
        assert_eq!(read, payloads, "tick {tick}");
        assert_eq!(
            frame_shares(&manifest, 1, &[tick]),
            [],
            "another mesh has no channel"
        );
    }
}

/// Stream 0 of F13 at a tick.
fn stream_at(manifest: &Manifest, tick: u32) -> (Vec<u8>, Vec<[f32; 3]>) {
    let package = package("F13");
    let mesh = &manifest.meshes[0];
    let base = package.payload(0).expect("stream 0");
    let plan = planned_at(manifest, &[("sleeve_length", tick)]);
    let mut offsets = Offsets::new(mesh.vertex_count);
    for share in frame_shares(manifest, 0, &plan.ticks) {
        let bytes = package.payload(share.payload).expect("the delta");
        let n_vertices = share.vertex_count(manifest).expect("a mesh");
        let delta = Delta::read(&bytes, share.count, n_vertices).expect("a delta");
        offsets.add(&delta, share.share);
    }
    let moved = moved_stream(mesh, &base, &offsets).expect("positions");
    let found = positions(mesh, &moved).expect("positions");
    let base_positions = positions(mesh, &base).expect("positions");
    assert_eq!(offsets.apply(&base_positions), found, "both ways");
    (moved, found)
}

#[test]
fn half_way_moves_the_vertices_of_the_fixture_and_nothing_else() {
    let f13 = manifest("F13");
    let (moved, found) = stream_at(&f13, 500);
    assert_eq!(
        found,
        [[1.0, 2.0, -1.0], [1.0, 0.0, 0.0], [-0.5, 1.0, 1.5]],
        "tick 500"
    );
    let package = package("F13");
    let base = package.payload(0).expect("stream 0");
    for (place, (old, new)) in base.iter().zip(&moved).enumerate() {
        if place % 16 >= 12 {
            assert_eq!(old, new, "byte {place} is no position");
        }
    }
    let (rest, _) = stream_at(&f13, 0);
    assert_eq!(rest, *base, "byte-identical at neutral");
    let place = position_place(&f13.meshes[0]).expect("positions");
    assert_eq!(
        (place.stream_idx, place.payload, place.stride, place.offset),
        (0, 0, 16, 0),
        "where they lie"
    );
}

#[test]
fn the_delta_is_read_off_the_neutral_tick_only() {
    let f13 = manifest("F13");
    let at_default = planned_at(&f13, &[]);
    assert!(!at_default.payloads.contains(&7), "default = neutral");
    let moved = planned_at(&f13, &[("sleeve_length", 501)]);
    assert!(moved.payloads.contains(&7), "tick 501");
}

#[test]
fn a_slider_that_is_not_available_stands_at_neutral_and_keeps_its_tick() {
    let mut f13 = manifest("F13");
    f13.parameters[0].available_when = Some(Condition::Eq {
        group: "outfit".to_owned(),
        choice: "b".to_owned(),
    });
    let mut selection = Selection::defaults(&f13);
    selection
        .set_tick(&f13, "sleeve_length", 700)
        .expect("a tick");
    let in_a = plan(&f13, &selection).expect("a plan");
    assert_eq!(in_a.ticks, [0], "neutral");
    assert_eq!(in_a.available_parameters, [false], "not there");
    assert!(!in_a.payloads.contains(&7), "nothing is read");
    assert_eq!(selection.ticks(), [700], "kept");
    selection
        .choose(&f13, "outfit", "b")
        .expect("the choice exists");
    let in_b = plan(&f13, &selection).expect("a plan");
    assert_eq!(in_b.ticks, [700], "back");
    assert!(in_b.payloads.contains(&7), "read");
}

#[test]
fn a_slider_with_its_neutral_inside_mixes_towards_both_ends() {
    let inside = manifest_with(
        "F13",
        &[
            (
                r#""neutral":0,"default":0,"step":1"#,
                r#""neutral":500,"default":500,"step":10"#,
            ),
            (
                r#"{"value":0,"neutral":true},{"value":1000,"payload":7,"count":2,"#,
                r#"{"value":0,"payload":7,"count":2,"encoding":"sparse-position-f32"},{"value":500,"neutral":true},{"value":1000,"payload":8,"count":0,"#,
            ),
        ],
    );
    let (_, found) = stream_at(&inside, 250);
    assert_eq!(
        found[0],
        [1.0, 2.0, -1.0],
        "half of frame 0 on a base of zero"
    );
    let mut selection = Selection::defaults(&inside);
    assert!(
        selection.set_tick(&inside, "sleeve_length", 251).is_err(),
        "251 is between the steps"
    );
    assert_eq!(selection.ticks(), [500], "unchanged");
}

#[test]
fn components_that_share_a_mesh_and_meshes_that_share_a_slider_move_alike() {
    let f14 = manifest("F14");
    let plan = planned_at(&f14, &[("part_length", 500)]);
    for mesh in plan.meshes() {
        let shares = frame_shares(&f14, mesh, &plan.ticks);
        assert_eq!(shares.len(), 1, "mesh {mesh}");
        assert_eq!(shares[0].share.to_bits(), 0.5_f64.to_bits(), "mesh {mesh}");
        let frame = shares[0].frame(&f14).expect("a frame");
        assert_eq!(frame.value, 1000, "mesh {mesh}");
    }
}

#[test]
fn a_stream_of_another_length_is_refused() {
    let f13 = manifest("F13");
    let error = positions(&f13.meshes[0], &[0; 47]).expect_err("a byte short");
    assert_eq!(
        error,
        StreamError::Length {
            n_bytes: 47,
            vertex_count: 3,
            stride: 16
        },
        "told"
    );
    let mut bare = f13.meshes[0].clone();
    bare.attributes.remove(0);
    let error = moved_stream(&bare, &[0; 48], &Offsets::new(3));
    assert_eq!(error, Err(StreamError::NoPosition), "no position");
}

#[test]
fn an_untouched_vertex_keeps_every_bit() {
    let offsets = Offsets::new(2);
    let base = [-0.0_f32, f32::from_bits(0x7FC0_1234), 1.0];
    let moved = offsets.moved(1, base);
    assert_eq!(
        moved.map(f32::to_bits),
        base.map(f32::to_bits),
        "negative zero and NaN stay"
    );
}

#[test]
fn cleared_offsets_are_as_new() {
    let mut offsets = Offsets::new(1);
    offsets.add(&one_vertex([1.0; 3]), 1.0);
    offsets.clear();
    assert_eq!(offsets, Offsets::new(1), "nothing left");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn shares_are_sane_whatever_the_frames(values in proptest::collection::vec(any::<u16>(), 0..6), tick in any::<u16>()) {
        let frames = values.iter().map(|value| (u32::from(*value), Some([1.0; 3]))).collect();
        let (manifest, _) = sliders(&[Slider { frames }]);
        let shares = frame_shares(&manifest, 0, &[u32::from(tick)]);
        prop_assert!(shares.len() <= 2, "at most two frames are read");
        prop_assert!(shares.iter().all(|share| share.share.is_finite()), "shares are numbers");
    }
}

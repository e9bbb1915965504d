//! Weights folded onto target bones and packed.

use super::figures::{lanes, mapped, target};
use bem_studio::convert::donors::{BoneRef, BoneRefs};
use bem_studio::convert::error::ConvertError;
use bem_studio::convert::skin::{self, SkinLanes};
use bem_studio::model::bone_map::{BoneMap, BoneTarget, MappedBy};
use bem_studio::model::figure::{Bone, Influences, Model};
use bem_studio::model::target::TargetProfile;

/// Bones 0.. of a figure, mapped to these names; "" = nowhere.
fn figure(names: &[&str]) -> (Model, BoneMap) {
    let targets = names.iter().map(|name| match *name {
        "" => BoneTarget::default(),
        name => mapped(name, MappedBy::Name),
    });
    let map = BoneMap {
        targets: targets.collect(),
    };
    let model = Model {
        bones: vec![Bone::default(); names.len()],
        ..Model::default()
    };
    (model, map)
}

/// The lanes of vertices with these influences, on component 0.
fn skinned(
    names: &[&str],
    target: &TargetProfile,
    max: usize,
    influences: &[Influences],
) -> Result<(Vec<BoneRef>, Vec<SkinLanes>), ConvertError> {
    let (mut model, map) = figure(names);
    model.vertices.influences = influences.to_vec();
    let refs = BoneRefs::new(&model, &map, target, 0)?;
    let vertices: Vec<u32> = (0..).take(influences.len()).collect();
    let skin = skin::skin(&model, &refs, 0, max, &vertices)?;
    Ok((skin.palette, skin.lanes))
}

const fn place(component: u32, index: u32) -> BoneRef {
    BoneRef { component, index }
}

#[test]
fn bones_that_go_to_one_target_bone_add_up() {
    let four = lanes(&[(0, 0.375), (1, 0.25), (2, 0.25), (3, 0.125)]);
    let target = target(&[&["A", "B"]]);
    let (palette, lanes) = skinned(&["A", "B", "B", "A"], &target, 4, &[four]).expect("a skin");
    assert_eq!(palette, [place(0, 0), place(0, 1)], "two bones");
    assert_eq!(
        lanes[0].indices,
        [0, 1, 0, 0],
        "ties keep their order, unused lanes are 0"
    );
    assert_eq!(
        lanes[0].unorm16(),
        [32_767, 32_768, 0, 0],
        "both round up, the first gives the excess back"
    );
}

#[test]
fn the_largest_influences_stay_and_are_normalised_again() {
    let four = lanes(&[(0, 0.4), (1, 0.3), (2, 0.2), (3, 0.1)]);
    let target = target(&[&["A", "B", "C", "D"]]);
    for (max, should) in [
        (1, [65_535, 0, 0, 0]),
        (2, [37_449, 28_086, 0, 0]),
        (3, [29_127, 21_845, 14_563, 0]),
        (4, [26_214, 19_661, 13_107, 6_553]),
    ] {
        let (palette, lanes) =
            skinned(&["A", "B", "C", "D"], &target, max, &[four]).expect("a skin");
        assert_eq!(palette.len(), max, "bones with {max}");
        let is = lanes[0].unorm16();
        assert_eq!(
            is.iter().map(|w| u32::from(*w)).sum::<u32>(),
            65_535,
            "sum with {max}"
        );
        for (is, should) in is.iter().zip(should) {
            assert!(is.abs_diff(should) <= 1, "{is} for {should} with {max}");
        }
    }
}

#[test]
fn sixteen_bit_weights_sum_to_65535_whatever_the_shares() {
    let mut dice = super::figures::Dice::new(54);
    let target = target(&[&["A", "B", "C", "D"]]);
    let influences: Vec<Influences> = (0..5_000)
        .map(|_| {
            let mut shares: Vec<f32> = (0..4).map(|_| dice.share() + 1e-4).collect();
            shares.sort_by(|a, b| b.total_cmp(a));
            let sum: f32 = shares.iter().sum();
            let pairs: Vec<(u32, f32)> = (0..).zip(shares.iter().map(|s| s / sum)).collect();
            lanes(&pairs)
        })
        .collect();
    let (_, lanes) = skinned(&["A", "B", "C", "D"], &target, 4, &influences).expect("a skin");
    for lane in lanes {
        let whole = lane.unorm16();
        assert_eq!(
            whole.iter().map(|w| u32::from(*w)).sum::<u32>(),
            65_535,
            "{whole:?}"
        );
        for ((weight, whole), index) in lane.weights.iter().zip(whole).zip(lane.indices) {
            assert!(
                (weight * 65_535.0 - f64::from(whole)).abs() < 2.0,
                "{weight}: {whole}"
            );
            assert!(whole > 0 || index == 0, "a lane without weight has index 0");
        }
    }
}

#[test]
fn weights_too_small_to_write_neither_take_a_lane_nor_a_palette_entry() {
    let lopsided = lanes(&[(0, 0.999_999), (1, 0.000_001)]);
    let target = target(&[&["A", "B"]]);
    let (palette, lanes) = skinned(&["A", "B"], &target, 4, &[lopsided]).expect("a skin");
    assert_eq!(palette, [place(0, 0)], "one bone");
    assert_eq!(lanes[0].unorm16(), [65_535, 0, 0, 0], "all on it");
}

#[test]
fn the_own_component_lends_first_then_the_others_in_order() {
    let two = lanes(&[(0, 0.25), (1, 0.25), (2, 0.25), (3, 0.25)]);
    let target = target(&[&["D", "A"], &["B", "C", "A"], &["C", "E"]]);
    let (model, map) = figure(&["E", "C", "B", "A"]);
    let model = Model {
        vertices: bem_studio::model::figure::Vertices {
            influences: vec![two],
            ..Default::default()
        },
        ..model
    };
    for (own, should) in [
        (0, [place(0, 1), place(1, 0), place(1, 1), place(2, 1)]),
        (1, [place(1, 0), place(1, 1), place(1, 2), place(2, 1)]),
        (2, [place(2, 0), place(2, 1), place(0, 1), place(1, 0)]),
    ] {
        let refs = BoneRefs::new(&model, &map, &target, own).expect("refs");
        let skin = skin::skin(&model, &refs, own, 4, &[0]).expect("a skin");
        assert_eq!(skin.palette, should, "seen from component {own}");
    }
}

#[test]
fn names_are_compared_without_separators_and_written_as_the_table_has_them() {
    let one = lanes(&[(0, 1.0)]);
    let target = target(&[&["Bip001 L Hand"]]);
    let (palette, _) = skinned(&["Bip01_L_Hand"], &target, 4, &[one]).expect("a skin");
    assert_eq!(
        palette[0].palette_bone(&target).name,
        "Bip001 L Hand",
        "as in the table"
    );
    assert_eq!(palette[0].palette_bone(&target).index, 0, "its place");
}

#[test]
fn a_name_written_exactly_so_wins_over_one_that_only_compares_equal() {
    let one = lanes(&[(0, 1.0)]);
    let target = target(&[&["Bip001 L Hand", "Bip001_L_Hand", "Bip001_L_Hand"]]);
    let (palette, _) = skinned(&["Bip001_L_Hand"], &target, 4, &[one]).expect("a skin");
    assert_eq!(palette, [place(0, 1)], "the first of the exact ones");
}

#[test]
fn bones_without_a_place_are_all_named_and_only_those_with_weight() {
    let target = target(&[&["A"]]);
    let influences = [lanes(&[(0, 0.5), (2, 0.5)]), lanes(&[(1, 1.0)])];
    assert_eq!(
        skinned(&["A", "X", "W", "V"], &target, 4, &influences),
        Err(ConvertError::BonesNotInTarget {
            names: vec!["W".to_owned(), "X".to_owned()]
        }),
        "in byte order"
    );
    assert_eq!(
        skinned(&["A", "", "W", ""], &target, 4, &influences),
        Err(ConvertError::BonesUnmapped { bones: vec![1] }),
        "unmapped ones first"
    );
    assert_eq!(
        skinned(&["A", "A", "A"], &target, 4, &[Influences::default()]),
        Err(ConvertError::NoWeight { vertex: 0 }),
        "no weight at all"
    );
}

//! The fit with rigs made by hand.

use super::figures::{bone, joint, lanes, mapped};
use bem_studio::convert::fit::{Fit, FitError, FitSettings};
use bem_studio::model::bone_map::{BoneMap, BoneTarget, MappedBy};
use bem_studio::model::figure::{Bone, Model, Vertices};
use bem_studio::model::target::TargetProfile;
use glam::Vec3;

const fn v(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// Name, parent, position, target bone.
const BONES: [(&str, Option<u32>, Vec3, &str); 13] = [
    ("センター", None, v(0.0, 0.8, 0.0), ""),
    ("下半身", Some(0), v(0.0, 1.0, 0.0), "Pelvis"),
    ("上半身", Some(0), v(0.0, 1.0, 0.0), "Spine"),
    ("上半身3", Some(2), v(0.0, 1.15, 0.0), "Spine1"),
    ("上半身2", Some(2), v(0.0, 1.1, 0.0), "Spine1"),
    ("頭", Some(4), v(0.0, 1.4, 0.0), "Head"),
    ("左腕捩", Some(7), v(-0.3, 1.2, 0.0), "L UpperArm"),
    ("左腕", Some(4), v(-0.2, 1.3, 0.0), "L UpperArm"),
    ("左ひじ", Some(7), v(-0.4, 1.1, 0.0), "L Forearm"),
    ("左足", Some(1), v(-0.1, 0.9, 0.0), "L Thigh"),
    ("右足", Some(1), v(0.1, 0.9, 0.0), "R Thigh"),
    ("左足首", Some(9), v(-0.1, 0.1, 0.0), "L Foot"),
    ("髪", Some(5), v(0.0, 1.5, -0.1), "Hair"),
];

/// A left arm in A-pose, legs, trunk; two helpers and a hair bone. Head 1.4 above feet 0.1.
fn figure() -> (Model, BoneMap) {
    let bones = BONES.iter();
    let model = Model {
        bones: bones
            .map(|(name, parent, at, _)| bone(name, *parent, *at))
            .collect(),
        ..Model::default()
    };
    let target = |role: &&str| mapped(format!("Bip001 {role}").trim_end(), MappedBy::Name);
    let map = BoneMap {
        targets: BONES.iter().map(|(.., role)| target(role)).collect(),
    };
    (model, map)
}

/// A rig in T-pose with other lengths; thighs hang on the pelvis, the arm on the neck-less spine. Head 1.7, foot 0.2.
fn rig() -> TargetProfile {
    let rows = [
        ("Bip001", None, v(0.0, 1.0, 0.0)),
        ("Bip001_Pelvis", Some("Bip001"), v(0.0, 1.15, 0.0)),
        ("Bip001_Spine", Some("Bip001_Pelvis"), v(0.0, 1.2, 0.0)),
        ("Bip001_Spine1", Some("Bip001_Spine"), v(0.0, 1.4, 0.0)),
        ("Bip001_Head", Some("Bip001_Spine1"), v(0.0, 1.7, 0.0)),
        (
            "Bip001_L_UpperArm",
            Some("Bip001_Spine1"),
            v(-0.2, 1.6, 0.0),
        ),
        (
            "Bip001_L_Forearm",
            Some("Bip001_L_UpperArm"),
            v(-0.6, 1.6, 0.0),
        ),
        ("Bip001_L_Thigh", Some("Bip001_Pelvis"), v(-0.1, 1.1, 0.0)),
        ("Bip001_R_Thigh", Some("Bip001_Pelvis"), v(0.1, 1.1, 0.0)),
        ("Bip001_L_Foot", Some("Bip001_L_Thigh"), v(-0.1, 0.2, 0.0)),
    ];
    TargetProfile {
        rest_joints: rows
            .into_iter()
            .map(|(name, parent, at)| (name.to_owned(), joint(parent, at)))
            .collect(),
        ..TargetProfile::default()
    }
}

fn with_vertices(model: &mut Model, vertices: &[(Vec3, u32)]) {
    model.vertices = Vertices {
        positions: vertices.iter().map(|(at, _)| *at).collect(),
        normals: vec![Vec3::Y; vertices.len()],
        influences: vertices.iter().map(|(_, b)| lanes(&[(*b, 1.0)])).collect(),
        ..Vertices::default()
    };
}

fn fitted(vertices: &[(Vec3, u32)]) -> Vec<Vec3> {
    let (mut model, map) = figure();
    with_vertices(&mut model, vertices);
    let fit = Fit::new(&model, &map, &rig(), FitSettings::default()).expect("it can be fitted");
    fit.apply(&model).positions
}

fn assert_at(is: Vec3, should: Vec3, what: &str) {
    assert!(
        (is - should).length() < 1e-5,
        "{what}: {is} instead of {should}"
    );
}

#[test]
fn the_scale_is_head_over_feet_against_head_over_feet() {
    let (model, map) = figure();
    let settings = FitSettings {
        size: 2.0,
        ..FitSettings::default()
    };
    let plain = Fit::new(&model, &map, &rig(), FitSettings::default()).expect("fits");
    let large = Fit::new(&model, &map, &rig(), settings).expect("fits");
    assert!(
        (plain.scale() - 1.5 / 1.3).abs() < 1e-6,
        "{}",
        plain.scale()
    );
    assert!(
        (large.scale() - 3.0 / 1.3).abs() < 1e-6,
        "{}",
        large.scale()
    );
}

#[test]
fn a_vertex_on_a_joint_lands_on_the_targets_joint() {
    let (model, _) = figure();
    let target = rig();
    let pairs = [
        (2, "Bip001_Spine"),
        (4, "Bip001_Spine1"),
        (5, "Bip001_Head"),
        (7, "Bip001_L_UpperArm"),
        (8, "Bip001_L_Forearm"),
        (9, "Bip001_L_Thigh"),
        (11, "Bip001_L_Foot"),
    ];
    for (bone, name) in pairs {
        let at = model.bones[bone as usize].position;
        assert_at(
            fitted(&[(at, bone)])[0],
            target.rest_joints[name].position,
            name,
        );
    }
}

#[test]
fn a_limb_is_turned_and_stretched_along_its_own_direction_only() {
    // Halfway down the upper arm, a little in front and a little above at a right angle.
    let (along, across) = (v(-0.1, -0.1, 0.0), v(-0.01, 0.01, 0.0));
    let start = v(-0.2, 1.3, 0.0);
    let places = fitted(&[
        (start + along, 7),
        (start + v(0.0, 0.0, 0.01), 7),
        (start + across, 7),
        (start + along, 6),
    ]);
    let scale = 1.5 / 1.3;
    assert_at(places[0], v(-0.4, 1.6, 0.0), "halfway stays halfway");
    assert_at(places[1], v(-0.2, 1.6, 0.01 * scale), "in front");
    let above = across.length() * scale;
    assert_at(places[2], v(-0.2, 1.6 + above, 0.0), "at a right angle");
    assert_at(places[3], places[0], "a twist bone goes with its arm");
}

#[test]
fn the_main_bone_gives_the_joint_whatever_the_order_of_bones() {
    // 上半身3 stands before 上半身2 and went to the same target bone.
    assert_at(
        fitted(&[(v(0.0, 1.1, 0.0), 3)])[0],
        v(0.0, 1.4, 0.0),
        "上半身2's place",
    );
}

#[test]
fn the_pelvis_is_measured_by_the_thighs_and_carries_the_root() {
    let scale = 1.5 / 1.3;
    let at = v(0.05, 0.95, 0.02);
    let should = v(0.0, 1.1, 0.0) + (at - v(0.0, 0.9, 0.0)) * scale;
    for bone in [1, 0] {
        assert_at(
            fitted(&[(at, bone)])[0],
            should,
            "from the middle of the thighs",
        );
    }
}

#[test]
fn a_joint_without_a_chain_child_turns_with_the_joint_above_it() {
    // The forearm has no hand in either skeleton: it turns with the upper arm and does not stretch.
    let along = v(-0.1, -0.1, 0.0);
    let place = fitted(&[(v(-0.4, 1.1, 0.0) + along, 8)])[0];
    let length = along.length() * 1.5 / 1.3;
    assert_at(place, v(-0.6 - length, 1.6, 0.0), "straight on");
}

#[test]
fn a_bone_whose_target_has_no_rest_joint_moves_with_its_parent() {
    let at = v(0.0, 1.5, -0.1);
    let places = fitted(&[(at, 12), (at, 5)]);
    assert_at(places[0], places[1], "hair with the head");
}

#[test]
fn normals_follow_the_inverse_transpose_and_deltas_the_map_itself() {
    let (mut model, map) = figure();
    with_vertices(&mut model, &[(v(-0.2, 1.3, 0.0), 7)]);
    let leaning = v(0.0, 1.0, 0.0);
    model.vertices.normals = vec![leaning];
    let fit = Fit::new(&model, &map, &rig(), FitSettings::default()).expect("fits");
    let scale = 1.5_f32 / 1.3;
    let length = v(-0.2, -0.2, 0.0).length() * scale;
    let stretch = 0.4 / length;
    // In the arm's own directions (along, above) the normal (0, 1, 0) is (-1, 1) / sqrt 2.
    let normal = v(1.0 / stretch, 1.0, 0.0).normalize();
    assert_at(fit.apply(&model).normals[0], normal, "normal");
    let delta = v(-0.01, 0.0, 0.0);
    let share = 0.01 / 2.0_f32.sqrt() * scale;
    let moved = fit.deltas(&model, &[(0, delta)]);
    assert_eq!(moved[0].0, 0, "the same vertex");
    assert_at(moved[0].1, v(-share * stretch, share, 0.0), "delta");
}

#[test]
fn weights_blend_the_maps_of_their_bones() {
    let (mut model, map) = figure();
    let at = v(-0.3, 1.2, 0.05);
    with_vertices(&mut model, &[(at, 7), (at, 4), (at, 7)]);
    model.vertices.influences[2] = lanes(&[(7, 0.75), (4, 0.25)]);
    let fit = Fit::new(&model, &map, &rig(), FitSettings::default()).expect("fits");
    let places = fit.apply(&model).positions;
    assert_at(
        places[2],
        places[0] * 0.75 + places[1] * 0.25,
        "three to one",
    );
}

#[test]
fn a_target_without_rest_joints_leaves_the_figure_as_it_is() {
    let (mut model, map) = figure();
    with_vertices(&mut model, &[(v(0.1, 0.2, 0.3), 7)]);
    let target = TargetProfile::default();
    let fit = Fit::new(&model, &map, &target, FitSettings::default()).expect("fits");
    assert!(fit.is_identity(), "it says so");
    assert_eq!(fit.scale(), 1.0, "scale");
    let fitted = fit.apply(&model);
    assert_eq!(fitted.positions, model.vertices.positions, "positions");
    assert_eq!(fitted.normals, model.vertices.normals, "normals");
}

#[test]
fn a_figure_of_which_no_bone_stands_for_a_joint_keeps_its_own_pose() {
    let (mut model, mut map) = figure();
    for entry in &mut map.targets {
        *entry = BoneTarget {
            target: Some("Bip001".to_owned()),
            by: MappedBy::Root,
        };
    }
    with_vertices(&mut model, &[(v(0.1, 0.2, 0.3), 7)]);
    let fit = Fit::new(&model, &map, &rig(), FitSettings::default()).expect("fits");
    assert!(fit.is_identity(), "it says so");
    let fitted = fit.apply(&model);
    assert_eq!(fitted.positions, model.vertices.positions, "positions");
}

#[test]
fn opposite_directions_still_land_on_the_joint() {
    let (mut model, map) = figure();
    let mut target = rig();
    for (name, at) in [
        ("Bip001_L_UpperArm", v(-0.2, 1.6, 0.0)),
        ("Bip001_L_Forearm", v(0.0, 1.8, 0.0)),
    ] {
        target.rest_joints.get_mut(name).expect(name).position = at;
    }
    with_vertices(
        &mut model,
        &[(v(-0.4, 1.1, 0.0), 7), (v(-0.2, 1.3, 0.1), 7)],
    );
    let fit = Fit::new(&model, &map, &target, FitSettings::default()).expect("fits");
    let places = fit.apply(&model).positions;
    assert_at(places[0], v(0.0, 1.8, 0.0), "the elbow");
    assert_at(places[1], v(-0.2, 1.6, 0.1 * 1.5 / 1.3), "turned about Z");
}

#[test]
fn skeletons_that_cannot_be_measured_are_refused_by_name() {
    let (model, map) = figure();
    let new = |model: &Model, map: &BoneMap, target: &TargetProfile| {
        Fit::new(model, map, target, FitSettings::default()).map(|fit| fit.scale())
    };
    let mut headless = rig();
    headless.rest_joints.remove("Bip001_Head");
    assert_eq!(
        new(&model, &map, &headless),
        Err(FitError::NoTargetJoint {
            joint: "Bip001_Head"
        }),
        "no head in the target"
    );
    let mut footless = map.clone();
    footless.targets[11] = BoneTarget::default();
    assert_eq!(
        new(&model, &footless, &rig()),
        Err(FitError::NoSourceJoint {
            joint: "Bip001_L_Foot"
        }),
        "no foot in the figure"
    );
    let mut flat = model.clone();
    flat.bones[5].position.y = 0.1;
    assert!(
        matches!(new(&flat, &map, &rig()), Err(FitError::NoHeight { .. })),
        "no height"
    );
    let mut broken = rig();
    broken
        .rest_joints
        .get_mut("Bip001_Spine")
        .expect("spine")
        .position
        .x = f32::NAN;
    assert_eq!(
        new(&model, &map, &broken),
        Err(FitError::JointNotFinite {
            name: "Bip001_Spine".to_owned()
        }),
        "not finite"
    );
    let mut short = map.clone();
    short.targets.pop();
    assert_eq!(
        new(&model, &short, &rig()),
        Err(FitError::MapOfOtherFigure {
            n_bones: 13,
            n_targets: 12
        }),
        "another figure's map"
    );
    for size in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let settings = FitSettings {
            size,
            ..FitSettings::default()
        };
        assert!(
            matches!(
                Fit::new(&model, &map, &rig(), settings),
                Err(FitError::SizeNotPositive { .. })
            ),
            "size {size}"
        );
    }
}

#[test]
fn rigs_whose_parents_go_in_a_circle_are_fitted_all_the_same() {
    use bem_studio::convert::fit::Proportions;
    let (mut model, map) = figure();
    let bones: Vec<Bone> = model.bones.clone();
    with_vertices(
        &mut model,
        &bones
            .iter()
            .zip(0..)
            .map(|(b, i)| (b.position, i))
            .collect::<Vec<_>>(),
    );
    let mut target = rig();
    for joint in target.rest_joints.values_mut() {
        joint.parent = Some("Bip001_L_Forearm".to_owned());
    }
    for proportions in [Proportions::Target, Proportions::Source] {
        let settings = FitSettings {
            proportions,
            size: 1.0,
        };
        let fit = Fit::new(&model, &map, &target, settings).expect("fits");
        let places = fit.apply(&model).positions;
        assert!(places.iter().all(|at| at.is_finite()), "{proportions:?}");
    }
}

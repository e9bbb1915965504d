//! The sample figure fitted into the sample rig: positions that another program computed.

use super::figures::{bone, joint, lanes, mapped};
use bem_studio::convert::fit::{Fit, FitSettings, Proportions};
use bem_studio::model::bone_map::{BoneMap, MappedBy};
use bem_studio::model::figure::{Model, Vertices};
use bem_studio::model::target::TargetProfile;
use glam::Vec3;
use serde_json::Value;

pub(super) struct Sample {
    pub(super) model: Model,
    pub(super) map: BoneMap,
    pub(super) target: TargetProfile,
    pub(super) scale: f64,
    pub(super) fitted: Vec<Vec3>,
}

fn vector(value: &Value) -> Vec3 {
    let part = |at: usize| value[at].as_f64().expect("a number") as f32;
    Vec3::new(part(0), part(1), part(2))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().expect("a list")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().expect("a text")
}

/// The 65 bones, and 22 vertices in place of the 2910.
pub(super) fn sample() -> Sample {
    let file = include_str!("../../data/convert/humanoid_fit.json");
    let data: Value = serde_json::from_str(file).expect("JSON");
    let mut vertices = Vertices::default();
    let mut fitted = Vec::new();
    for vertex in list(&data, "vertices") {
        let pairs: Vec<(u32, f32)> = list(vertex, "lanes")
            .iter()
            .map(|lane| {
                let bone = lane[0].as_u64().expect("a bone");
                let weight = lane[1].as_f64().expect("a weight") as f32;
                (u32::try_from(bone).expect("small"), weight)
            })
            .collect();
        vertices.positions.push(vector(&vertex["at"]));
        vertices.normals.push(Vec3::Z);
        vertices.influences.push(lanes(&pairs));
        fitted.push(vector(&vertex["fitted"]));
    }
    let bones = list(&data, "bones");
    let by = |bone: &Value| match text(bone, "by") {
        "name" => MappedBy::Name,
        _ => MappedBy::Parent,
    };
    Sample {
        model: Model {
            vertices,
            bones: bones
                .iter()
                .map(|b| bone(text(b, "name"), None, vector(&b["at"])))
                .collect(),
            ..Model::default()
        },
        map: BoneMap {
            targets: bones
                .iter()
                .map(|b| mapped(text(b, "target"), by(b)))
                .collect(),
        },
        target: TargetProfile {
            rest_joints: list(&data, "rig")
                .iter()
                .map(|j| {
                    let name = text(j, "name").to_owned();
                    (name, joint(j["parent"].as_str(), vector(&j["at"])))
                })
                .collect(),
            ..TargetProfile::default()
        },
        scale: data["scale"].as_f64().expect("a number"),
        fitted,
    }
}

#[test]
fn the_sample_figure_lands_where_the_rulebook_says() {
    let sample = sample();
    let fit = Fit::new(
        &sample.model,
        &sample.map,
        &sample.target,
        FitSettings::default(),
    )
    .expect("it can be fitted");
    // The figure is in metres at 0.08 m a unit already; the expected scale is per unit.
    assert!(
        (fit.scale() * 0.08 - sample.scale).abs() < 1e-6,
        "scale {}",
        fit.scale()
    );
    let fitted = fit.apply(&sample.model).positions;
    assert_eq!(fitted.len(), 22, "all of them");
    for (vertex, (is, should)) in fitted.iter().zip(&sample.fitted).enumerate() {
        assert!(
            (*is - *should).abs().max_element() < 1e-4,
            "vertex {vertex} is at {is}, not at {should}"
        );
    }
}

#[test]
fn target_proportions_leave_every_joint_where_the_target_has_it() {
    let sample = sample();
    let fit = Fit::new(
        &sample.model,
        &sample.map,
        &sample.target,
        FitSettings::default(),
    )
    .expect("it can be fitted");
    for (name, joint) in &sample.target.rest_joints {
        assert_eq!(fit.joints()[name], joint.position, "{name}");
    }
}

#[test]
fn source_proportions_keep_the_figures_limb_lengths() {
    let sample = sample();
    let settings = FitSettings {
        proportions: Proportions::Source,
        ..FitSettings::default()
    };
    let fit =
        Fit::new(&sample.model, &sample.map, &sample.target, settings).expect("it can be fitted");
    let of_figure = |name: &str| {
        let place = sample.model.bones.iter().position(|b| b.name.local == name);
        sample.model.bones[place.expect(name)].position * fit.scale() as f32
    };
    let of_target = |name: &str| fit.joints()[&format!("Bip001_{name}")];
    let limbs = [
        ("左腕", "左ひじ", "L_UpperArm", "L_Forearm"),
        ("右ひじ", "右手首", "R_Forearm", "R_Hand"),
        ("左足", "左ひざ", "L_Thigh", "L_Calf"),
        ("右ひざ", "右足首", "R_Calf", "R_Foot"),
        ("首", "頭", "Neck", "Head"),
    ];
    for (from, to, joint, next) in limbs {
        let was = (of_figure(to) - of_figure(from)).length();
        let is = of_target(next) - of_target(joint);
        assert!(
            (is.length() - was).abs() < 1e-4,
            "{joint}: {} for {was}",
            is.length()
        );
        let rest = |name: &str| sample.target.rest_joints[&format!("Bip001_{name}")].position;
        let wanted = (rest(next) - rest(joint)).normalize();
        assert!(
            (is.normalize() - wanted).length() < 1e-4,
            "{joint} runs along {is}, the target's along {wanted}"
        );
    }
    let pelvis = sample.target.rest_joints["Bip001_Pelvis"].position;
    assert_eq!(of_target("Pelvis"), pelvis, "the pelvis stays");
}

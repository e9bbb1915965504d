//! The sample figure from its file to the bytes of a mesh, against what its maker says must come out.

use bem_studio::convert::deltas;
use bem_studio::convert::donors::BoneRefs;
use bem_studio::convert::fit::{Fit, FitSettings, FittedFigure, Proportions};
use bem_studio::convert::layout::Layout;
use bem_studio::convert::mesh::{self, ConvertedMesh, DrawSource, MeshSource};
use bem_studio::convert::skin;
use bem_studio::convert::split;
use bem_studio::formats::pmx;
use bem_studio::geom::tbn;
use bem_studio::import::bone_map;
use bem_studio::import::catalog;
use bem_studio::import::pmx::{Settings, import};
use bem_studio::model::bone_map::BoneMap;
use bem_studio::model::figure::Model;
use bem_studio::model::target::TargetProfile;
use glam::DVec3;
use serde_json::Value;

struct Sample {
    model: Model,
    map: BoneMap,
    target: TargetProfile,
    expected: Value,
}

fn sample() -> Sample {
    let file = include_bytes!("../../../resources/sample/humanoid.pmx");
    let catalogue = include_bytes!("../../../resources/sample/sample.catalog.json");
    let expected = include_str!("../../../resources/sample/expected.json");
    let document = pmx::read(file.to_vec()).expect("a PMX file");
    let model = import(&document, Vec::new(), &Settings::default()).model;
    let target = catalog::read(catalogue).expect("a catalogue").profile;
    Sample {
        map: bone_map::guess(&model, &target).map,
        model,
        target,
        expected: serde_json::from_str(expected).expect("JSON"),
    }
}

impl Sample {
    fn fit(&self) -> Fit {
        Fit::new(&self.model, &self.map, &self.target, FitSettings::default())
            .expect("it can be fitted")
    }

    fn draws(&self) -> Vec<DrawSource> {
        let materials = (0..).take(self.model.materials.len());
        materials
            .map(|material| DrawSource::whole(&self.model, material))
            .collect()
    }

    fn mesh(&self, fitted: &FittedFigure, draws: &[DrawSource]) -> ConvertedMesh {
        mesh::convert(&MeshSource {
            model: &self.model,
            fitted,
            map: &self.map,
            target: &self.target,
            component: 0,
            layout: &Layout::of(&self.target.components[0]),
            draws,
        })
        .expect("a mesh")
    }
}

#[test]
fn the_imported_figure_lands_where_its_maker_says() {
    let sample = sample();
    let expected = &sample.expected["fit"];
    let fit = sample.fit();
    let scale = fit.scale() * f64::from(sample.model.meters_per_unit);
    let should = expected["scale"].as_f64().expect("a number");
    assert!(
        (scale - should).abs() < 1e-6,
        "scale {scale} instead of {should}"
    );
    let positions = fit.apply(&sample.model).positions;
    let samples = expected["samples"].as_array().expect("a list");
    assert_eq!(samples.len(), 22, "all of them");
    for place in samples {
        let vertex = usize::try_from(place["vertex"].as_u64().expect("a vertex")).expect("small");
        let part = |at: usize| place["fitted"][at].as_f64().expect("a number");
        let should = DVec3::new(part(0), part(1), part(2)).as_vec3();
        let off = (positions[vertex] - should).abs().max_element();
        assert!(
            off < 1e-4,
            "vertex {vertex} at {} is off by {off}",
            positions[vertex]
        );
    }
}

#[test]
fn the_scale_of_the_import_does_not_change_the_fit() {
    let sample = sample();
    let file = include_bytes!("../../../resources/sample/humanoid.pmx");
    let document = pmx::read(file.to_vec()).expect("a PMX file");
    let settings = Settings {
        meters_per_unit: 0.2,
    };
    let larger = Sample {
        model: import(&document, Vec::new(), &settings).model,
        ..self::sample()
    };
    let (small, large) = (
        sample.fit().apply(&sample.model),
        larger.fit().apply(&larger.model),
    );
    for (vertex, (a, b)) in small.positions.iter().zip(&large.positions).enumerate() {
        assert!((*a - *b).length() < 1e-5, "vertex {vertex}: {a} and {b}");
    }
}

#[test]
fn every_target_bone_receives_the_weight_its_maker_counted() {
    let sample = sample();
    let refs = BoneRefs::new(&sample.model, &sample.map, &sample.target, 0).expect("refs");
    let all: Vec<u32> = (0..2910).collect();
    let skin = skin::skin(&sample.model, &refs, 0, 4, &all).expect("a skin");
    let expected = &sample.expected["palette"]["target_bones"];
    assert_eq!(
        skin.palette.len() as u64,
        *expected,
        "bones that receive weight"
    );
    let mut sums = vec![0.0; skin.palette.len()];
    for lanes in &skin.lanes {
        for (index, weight) in lanes.indices.iter().zip(lanes.unorm16()) {
            sums[usize::from(*index)] += f64::from(weight) / 65_535.0;
        }
    }
    let expected = sample.expected["weight_per_target"]
        .as_object()
        .expect("an object");
    assert_eq!(sums.len(), expected.len(), "as many bones");
    for (bone, is) in skin.palette.iter().zip(sums) {
        let name = bone.palette_bone(&sample.target).name;
        let should = expected[name.trim_start_matches("Bip001_")]
            .as_f64()
            .expect("a number");
        assert!(
            (is - should).abs() < 0.01,
            "{name}: {is} instead of {should}"
        );
    }
}

#[test]
fn each_material_makes_a_mesh_of_the_size_its_maker_says() {
    let sample = sample();
    let fitted = sample.fit().apply(&sample.model);
    for (draw, expected) in sample
        .draws()
        .iter()
        .zip(sample.expected["materials"].as_array().expect("a list"))
    {
        let mesh = sample.mesh(&fitted, std::slice::from_ref(draw));
        let name = &expected["name"];
        assert_eq!(u64::from(mesh.vertex_count), expected["vertices"], "{name}");
        assert_eq!(
            u64::from(mesh.draws[0].count) / 3,
            expected["triangles"],
            "{name}"
        );
        let mut bones: Vec<&str> = mesh
            .palette
            .iter()
            .map(|bone| bone.name.trim_start_matches("Bip001_"))
            .collect();
        bones.sort_unstable();
        let should = expected["target_bones"].as_array().expect("a list");
        let should: Vec<&str> = should.iter().filter_map(Value::as_str).collect();
        assert_eq!(bones, should, "{name}");
    }
}

#[test]
fn packed_words_hold_the_fitted_normals() {
    let sample = sample();
    let fitted = sample.fit().apply(&sample.model);
    let mesh = sample.mesh(&fitted, &sample.draws());
    let rows = mesh.streams[0].1.chunks_exact(16);
    for (row, vertex) in rows.zip(&mesh.source_vertices) {
        let word = u32::from_le_bytes(row[12..].try_into().expect("four"));
        let (normal, tangent) = tbn::decode(word).expect("GEO-04");
        let should = fitted.normals[*vertex as usize];
        assert!(
            normal.angle_between(should).to_degrees() < 0.3,
            "vertex {vertex}: {normal} instead of {should}"
        );
        assert!(
            tangent.direction.dot(should).abs() < 0.01,
            "vertex {vertex}: {tangent:?}"
        );
    }
}

#[test]
fn morphs_become_payloads_that_move_the_fitted_vertices() {
    let sample = sample();
    let fit = sample.fit();
    let fitted = fit.apply(&sample.model);
    let mesh = sample.mesh(&fitted, &sample.draws());
    let mut moved = sample.model.clone();
    for (morph, expected) in (0..).zip(sample.expected["morphs"].as_array().expect("a list")) {
        let Some(own) = deltas::of_morph(&sample.model, morph) else {
            assert!(
                expected["kind"].as_u64() > Some(1),
                "{expected} moves vertices"
            );
            continue;
        };
        if expected["kind"] == 1 {
            assert_eq!(expected["distinct"], own.len(), "{expected}");
        }
        let carried = deltas::on_mesh(&mesh.source_vertices, &fit.deltas(&sample.model, &own));
        let (bytes, count) = deltas::payload(&carried).expect("finite");
        assert_eq!(count as usize, own.len(), "{expected}: every offset");
        let json = 43 + count.to_string().len();
        assert_eq!(bytes.len(), 4 + json + 16 * own.len(), "{expected}");
        // The fit of the moved figure is the moved fit.
        moved
            .vertices
            .positions
            .clone_from(&sample.model.vertices.positions);
        for (vertex, delta) in &own {
            moved.vertices.positions[*vertex as usize] += *delta;
        }
        let after = fit.apply(&moved).positions;
        for ((vertex, _), (_, delta)) in own.iter().zip(&carried) {
            let place = *vertex as usize;
            let off = fitted.positions[place] + *delta - after[place];
            assert!(
                off.length() < 1e-5,
                "{expected}: vertex {vertex} is off by {off}"
            );
        }
    }
}

#[test]
fn the_sample_needs_no_split() {
    let sample = sample();
    let draws = sample.draws();
    let source = MeshSource {
        model: &sample.model,
        fitted: &FittedFigure::default(),
        map: &sample.map,
        target: &sample.target,
        component: 0,
        layout: &Layout::of(&sample.target.components[0]),
        draws: &draws,
    };
    assert_eq!(split::propose(&source), Ok(vec![draws.clone()]), "one mesh");
}

#[test]
fn target_proportions_leave_every_joint_where_the_target_has_it() {
    let sample = sample();
    let fit = sample.fit();
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
        let at = sample.model.bones[place.expect(name)].position.as_dvec3();
        (at * fit.scale()).as_vec3()
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

//! Every sample document of the rulebook is imported as its manifest says.

use super::{bytes_of, json_of};
use bem_studio::formats::pmx;
use bem_studio::import::pmx::{Imported, Settings, flip_selects, import};
use bem_studio::import::report::Section;
use bem_studio::model::figure::{Influences, MorphEffect};
use glam::Vec3;
use serde_json::Value;

fn document(name: &str) -> pmx::Pmx {
    let bytes = bytes_of(&format!("tests/data/pmx/{name}"));
    pmx::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// One metre a unit, so that the manifest's numbers can be compared as they are.
fn imported(name: &str) -> Imported {
    let settings = Settings {
        meters_per_unit: 1.0,
    };
    import(&document(name), Vec::new(), &settings)
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

fn indices(value: &Value) -> Vec<u32> {
    let list = value.as_array().expect("a list");
    list.iter().map(|index| number(index) as u32).collect()
}

fn check_influences(name: &str, wanted: &Value, found: &Influences) {
    let lanes: Vec<(u32, f32)> = found.lanes().collect();
    let wanted = wanted.as_array().expect("lanes");
    if wanted.is_empty() {
        assert_eq!(lanes.len(), 1, "{name}: bound to one bone");
        return;
    }
    assert_eq!(lanes.len(), wanted.len(), "{name}: {lanes:?}");
    for ((bone, weight), wanted) in lanes.into_iter().zip(wanted) {
        assert_eq!(f64::from(bone), number(&wanted[0]), "{name}: bone");
        let off = (f64::from(weight) - number(&wanted[1])).abs();
        assert!(off < 1e-6, "{name}: weight {weight}, wanted {}", wanted[1]);
    }
}

fn check_vertex_morph(name: &str, wanted: &Value, found: &MorphEffect) {
    let MorphEffect::Vertex(offsets) = found else {
        panic!("{name}: {found:?} is no vertex morph");
    };
    let wanted = wanted.as_array().expect("offsets");
    assert_eq!(offsets.len(), wanted.len(), "{name}: {offsets:?}");
    for ((vertex, offset), wanted) in offsets.iter().zip(wanted) {
        assert_eq!(f64::from(*vertex), number(&wanted[0]), "{name}: vertex");
        let [x, y, z] = [0, 1, 2].map(|axis| number(&wanted[1][axis]) as f32);
        let off = (*offset - Vec3::new(-x, y, -z)).length();
        assert!(off < 1e-6, "{name}: {offset}, wanted {wanted} turned");
    }
}

fn check_group_morph(name: &str, wanted: &Value, found: &MorphEffect) {
    let MorphEffect::Group(members) = found else {
        panic!("{name}: {found:?} is no group morph");
    };
    let wanted: Vec<(u32, f32)> = wanted
        .as_array()
        .expect("members")
        .iter()
        .map(|member| (number(&member[0]) as u32, number(&member[1]) as f32))
        .collect();
    assert_eq!(*members, wanted, "{name}");
}

fn check_flip(name: &str, wanted: &Value) {
    let file = document(name);
    let pmx::Offsets::Flip(members) = &file.morphs()[3].offsets else {
        panic!("{name}: morph 3 is no flip");
    };
    for (value, selected) in wanted.as_object().expect("values") {
        let selected = selected.as_u64().map(|member| member as usize);
        let found = flip_selects(members.len(), value.parse().expect("a number"));
        assert_eq!(found, selected, "{name} at {value}");
    }
}

fn check(name: &str, key: &str, wanted: &Value) {
    let Imported { model, report } = imported(name);
    let faces = report.section(Section::Faces);
    match key {
        "influences" => {
            let list = wanted.as_array().expect("vertices");
            assert!(
                model.vertices.influences.len() >= list.len(),
                "{name}: vertices"
            );
            for (wanted, found) in list.iter().zip(&model.vertices.influences) {
                check_influences(name, wanted, found);
            }
        }
        "influences_2" => check_influences(name, wanted, &model.vertices.influences[2]),
        "fallback_vertices" => assert_eq!(report.fallback_vertices, indices(wanted), "{name}"),
        "sdef_vertices" => {
            assert_eq!(
                report.count_of("sdef-approximated") as f64,
                number(wanted),
                "{name}"
            );
        }
        "triangles" => assert_eq!(
            faces.n_converted as f64,
            number(wanted),
            "{name}: triangles"
        ),
        "dropped_triangles" => assert_eq!(faces.n_dropped as f64, number(wanted), "{name}"),
        "points" => assert_eq!(f64::from(report.n_points), number(wanted), "{name}: points"),
        "lines" => assert_eq!(f64::from(report.n_lines), number(wanted), "{name}: lines"),
        "triangles_per_material" => {
            let found: Vec<u32> = model.materials.iter().map(|one| one.n_triangles).collect();
            assert_eq!(found, indices(wanted), "{name}: triangles per material");
        }
        "roots" => {
            let roots: Vec<u32> = (0_u32..)
                .zip(&model.bones)
                .filter(|(_, bone)| bone.parent.is_none())
                .map(|(index, _)| index)
                .collect();
            assert_eq!(roots, indices(wanted), "{name}: roots");
        }
        "vertex_morph_0" => check_vertex_morph(name, wanted, &model.morphs[0].effect),
        "group_9" => check_group_morph(name, wanted, &model.morphs[9].effect),
        "flip_3_selects" => check_flip(name, wanted),
        // Held by the tests of the look-up.
        "texture_lookup" => assert_eq!(model.textures.len(), 14, "{name}: the table is kept"),
        other => panic!("{name}: nobody checks {other}"),
    }
}

#[test]
fn every_import_entry_of_the_manifest_holds() {
    let manifest = json_of("tests/data/pmx/manifest.json");
    let mut n_checked = 0;
    for (name, case) in manifest["files"].as_object().expect("files") {
        for (key, wanted) in case["import"].as_object().into_iter().flatten() {
            check(name, key, wanted);
            n_checked += 1;
        }
    }
    assert_eq!(n_checked, 24, "entries checked");
}

#[test]
fn every_good_and_odd_document_becomes_a_sound_model() {
    let manifest = json_of("tests/data/pmx/manifest.json");
    let mut n_checked = 0;
    for (name, case) in manifest["files"].as_object().expect("files") {
        if case["verdict"] != "exact" || name.starts_with("humanoid") {
            continue;
        }
        let found = imported(name);
        super::soundness::check(name, &found.model);
        super::soundness::check_ledger(name, &document(name), &found.report);
        let again = imported(name);
        assert_eq!(found.model, again.model, "{name}: twice the same model");
        assert_eq!(found.report, again.report, "{name}: twice the same report");
        n_checked += 1;
    }
    assert_eq!(n_checked, 29, "documents checked");
}

#[test]
fn repeated_offsets_add_up_and_panels_are_kept() {
    let model = imported("good/morphs_20.pmx").model;
    assert!(!model.morphs.is_empty(), "there are morphs");
    for morph in &model.morphs {
        if let MorphEffect::Vertex(offsets) = &morph.effect {
            assert!(
                offsets.is_sorted_by(|(a, _), (b, _)| a < b),
                "{:?}",
                morph.name
            );
        }
    }
}

#[test]
fn an_empty_document_becomes_an_empty_model() {
    let Imported { model, report } = imported("good/all_empty.pmx");
    assert!(model.vertices.positions.is_empty(), "no vertices");
    assert_eq!(report.findings, [], "nothing to say");
    assert_eq!(
        report.sections.len(),
        Section::ALL.len(),
        "all sections are counted"
    );
}

#[test]
fn an_unusable_scale_falls_back_to_eight_centimetres() {
    for meters_per_unit in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let settings = Settings { meters_per_unit };
        let found = import(&document("good/triangle_utf8.pmx"), Vec::new(), &settings);
        assert_eq!(found.model.meters_per_unit, 0.08, "{meters_per_unit}");
    }
    let huge = Settings {
        meters_per_unit: f32::MAX,
    };
    let found = import(&document("good/triangle_utf8.pmx"), Vec::new(), &huge);
    super::soundness::check("huge scale", &found.model);
}

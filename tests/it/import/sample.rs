//! The sample figure from file to bone map, against its expected results.

use super::{bytes_of, json_of, path_of, soundness};
use bem_studio::base::files::list_tree;
use bem_studio::formats::pmx;
use bem_studio::import::bone_map::guess;
use bem_studio::import::pmx::{Imported, Settings, import};
use bem_studio::import::report::Section;
use bem_studio::import::{catalog, roles, scale, textures};
use bem_studio::model::bone_map::MappedBy;
use bem_studio::model::figure::{Influences, Model, MorphEffect, MorphKind, Panel};
use bem_studio::model::target::TargetProfile;
use glam::Vec3;
use serde_json::Value;
use std::collections::BTreeMap;

fn expected() -> Value {
    json_of("resources/sample/expected.json")
}

fn document() -> pmx::Pmx {
    pmx::read(bytes_of("resources/sample/humanoid.pmx")).expect("the sample reads")
}

fn imported() -> Imported {
    let file = document();
    let written: Vec<String> = file
        .textures()
        .iter()
        .map(|path| path.view().into_owned())
        .collect();
    let listing = list_tree(&path_of("resources/sample")).expect("listed");
    let loaded = textures::load(&written, &listing, &BTreeMap::new(), |name| {
        Ok(bytes_of(&format!("resources/sample/{name}")))
    });
    import(&file, loaded.textures, &Settings::default())
}

fn target() -> TargetProfile {
    catalog::read(&bytes_of("resources/sample/sample.catalog.json"))
        .expect("the catalogue reads")
        .profile
}

fn point(value: &Value) -> Vec3 {
    Vec3::from_array([0, 1, 2].map(|axis| value[axis].as_f64().expect("a number") as f32))
}

fn count(value: &Value) -> usize {
    value.as_u64().expect("a count") as usize
}

#[test]
fn counts_box_and_axes_are_as_expected() {
    let expected = expected();
    let model = imported().model;
    soundness::check("sample", &model);
    for (key, found) in [
        ("vertices", model.vertices.positions.len()),
        ("triangles", model.triangles.len()),
        ("materials", model.materials.len()),
        ("bones", model.bones.len()),
        ("morphs", model.morphs.len()),
    ] {
        assert_eq!(found, count(&expected["counts"][key]), "{key}");
    }
    let bounds = bem_studio::geom::bounds::Bounds::around(model.vertices.positions.iter().copied())
        .expect("there are vertices");
    let (low, high) = (
        point(&expected["box"]["min"]),
        point(&expected["box"]["max"]),
    );
    let wanted_min = Vec3::new(-high.x, low.y, -high.z) * 0.08;
    let wanted_max = Vec3::new(-low.x, high.y, -low.z) * 0.08;
    assert!(
        (bounds.min - wanted_min).length() < 1e-5,
        "{:?}",
        bounds.min
    );
    assert!(
        (bounds.max - wanted_max).length() < 1e-5,
        "{:?}",
        bounds.max
    );
    for (bone, key) in [
        ("左手首", "left_wrist_metres"),
        ("左つま先", "left_toe_metres"),
    ] {
        let found = model
            .bones
            .iter()
            .find(|one| one.name.local == bone)
            .expect(bone);
        let off = (found.position - point(&expected["axes"][key])).length();
        assert!(off < 1e-5, "{bone} is off by {off}");
    }
    assert_eq!(
        soundness::faces_outward(&model),
        model.triangles.len(),
        "winding stays"
    );
}

#[test]
fn materials_are_as_expected() {
    let expected = expected();
    let model = imported().model;
    let entries = expected["materials"].as_array().expect("materials");
    for (entry, material) in entries.iter().zip(&model.materials) {
        let name = &material.name.local;
        assert_eq!(entry["name"], *name, "name");
        assert_eq!(
            count(&entry["first_index"]),
            material.first_triangle as usize * 3,
            "{name}"
        );
        assert_eq!(
            count(&entry["triangles"]),
            material.n_triangles as usize,
            "{name}"
        );
        assert_eq!(entry["two_sided"], material.two_sided, "{name}: two-sided");
        assert_eq!(
            entry["outline"],
            material.outline.is_some(),
            "{name}: outline"
        );
        assert_eq!(entry["hidden"], material.hidden, "{name}: hidden");
        let texture = material.texture.map(u64::from);
        assert_eq!(entry["texture"].as_u64(), texture, "{name}: texture");
        let corners = &model.triangles[material.triangle_range()];
        let vertices: std::collections::BTreeSet<u32> = corners.iter().flatten().copied().collect();
        assert_eq!(
            count(&entry["vertices"]),
            vertices.len(),
            "{name}: vertices"
        );
        let bones: std::collections::BTreeSet<u32> = vertices
            .iter()
            .flat_map(|vertex| model.vertices.influences[*vertex as usize].lanes())
            .map(|(bone, _)| bone)
            .collect();
        assert_eq!(count(&entry["source_bones"]), bones.len(), "{name}: bones");
    }
}

#[test]
fn only_what_has_transparent_texels_under_its_uvs_is_transparent() {
    let model = imported().model;
    let transparent: Vec<(&str, bool)> = model
        .materials
        .iter()
        .map(|material| (material.name.local.as_str(), material.transparent))
        .collect();
    for (name, is_transparent) in transparent {
        let image = model
            .materials
            .iter()
            .find(|material| material.name.local == name)
            .and_then(|material| model.textures[material.texture? as usize].image.clone());
        let has_alpha = image.is_some_and(|image| image.pixels.chunks(4).any(|one| one[3] < 250));
        assert!(
            !is_transparent || has_alpha || name == "金具",
            "{name} without alpha"
        );
    }
}

#[test]
fn morphs_are_as_expected() {
    let expected = expected();
    let model = imported().model;
    let entries = expected["morphs"].as_array().expect("morphs");
    for (entry, morph) in entries.iter().zip(&model.morphs) {
        let name = &morph.name.local;
        assert_eq!(entry["name"], *name, "name");
        let panel = match count(&entry["panel"]) {
            1 => Panel::Brow,
            2 => Panel::Eye,
            3 => Panel::Mouth,
            _ => Panel::Other,
        };
        assert_eq!(morph.panel, panel, "{name}");
        let (kind, distinct) = match &morph.effect {
            MorphEffect::Vertex(offsets) => (1, offsets.len()),
            MorphEffect::Group(members) => (0, members.len()),
            MorphEffect::NotExported { kind, n_offsets } => {
                let number = match kind {
                    MorphKind::Bone => 2,
                    MorphKind::Uv => 3,
                    MorphKind::Material => 8,
                    other => panic!("{name}: {other:?}"),
                };
                (number, *n_offsets as usize)
            }
        };
        assert_eq!(kind, count(&entry["kind"]), "{name}: kind");
        assert_eq!(
            distinct,
            count(&entry["distinct"]),
            "{name}: distinct offsets"
        );
    }
}

#[test]
fn all_65_bones_find_their_expected_target() {
    let expected = expected();
    let model = imported().model;
    let guess = guess(&model, &target());
    let entries = expected["bones"].as_array().expect("bones");
    assert_eq!(entries.len(), 65, "bones");
    for (entry, (bone, found)) in entries
        .iter()
        .zip(model.bones.iter().zip(&guess.map.targets))
    {
        let name = &bone.name.local;
        assert_eq!(entry["name"], *name, "name");
        let parent = bone.parent.map_or(-1, i64::from);
        assert_eq!(entry["parent"].as_i64(), Some(parent), "{name}: parent");
        let wanted = match entry["target"].as_str().expect("a target") {
            "root" => "Bip001".to_owned(),
            limb => format!("Bip001_{limb}"),
        };
        assert_eq!(found.target.as_deref(), Some(wanted.as_str()), "{name}");
        let by = match entry["by"].as_str().expect("a reason") {
            "name" => MappedBy::Name,
            "parent" => MappedBy::Parent,
            other => panic!("{name}: {other}"),
        };
        assert_eq!(found.by, by, "{name}");
    }
    assert_eq!(guess.folded, [62, 63, 64], "weighted and not in the table");
}

#[test]
fn every_target_bone_receives_its_expected_weight() {
    let expected = expected();
    let model = imported().model;
    let map = guess(&model, &target()).map;
    let mut found: BTreeMap<&str, f64> = BTreeMap::new();
    for (bone, weight) in model.vertices.influences.iter().flat_map(Influences::lanes) {
        let name = map.targets[bone as usize]
            .target
            .as_deref()
            .expect("a target");
        *found.entry(name).or_default() += f64::from(weight);
    }
    let wanted = expected["weight_per_target"].as_object().expect("weights");
    assert_eq!(found.len(), wanted.len(), "target bones with weight");
    for (limb, weight) in wanted {
        let found = found[format!("Bip001_{limb}").as_str()];
        let off = (found - weight.as_f64().expect("a number")).abs();
        assert!(off < 2e-3, "{limb}: {found}, wanted {weight}");
    }
    let sources: std::collections::BTreeSet<u32> = model
        .vertices
        .influences
        .iter()
        .flat_map(Influences::lanes)
        .map(|(bone, _)| bone)
        .collect();
    assert_eq!(
        sources.len(),
        count(&expected["palette"]["source_bones"]),
        "palette"
    );
}

#[test]
fn every_material_finds_its_component() {
    let model = imported().model;
    let target = target();
    let map = guess(&model, &target).map;
    let components: Vec<(&str, u32)> = model
        .materials
        .iter()
        .zip(roles::guess(&model, &target, &map))
        .map(|(material, guess)| {
            assert!(guess.confidence > 0.5, "{:?}: {guess:?}", material.name);
            (
                material.name.local.as_str(),
                guess.component.expect("a component"),
            )
        })
        .collect();
    let wanted = [
        ("肌", 0),
        ("顔", 1),
        ("髪", 2),
        ("服", 3),
        ("金具", 4),
        ("目", 1),
    ];
    assert_eq!(components, wanted, "components");
}

#[test]
fn the_scale_that_fits_the_target_is_as_expected() {
    let wanted = expected()["fit"]["scale"].as_f64().expect("a number");
    let found = scale::meters_per_unit(&imported().model, &target()).expect("both have heads");
    assert!(
        (f64::from(found) - wanted).abs() < 1e-5,
        "{found}, wanted {wanted}"
    );
    let headless = Model::default();
    assert_eq!(
        scale::meters_per_unit(&headless, &target()),
        None,
        "no head"
    );
}

#[test]
fn the_report_accounts_for_the_whole_file() {
    let Imported { report, .. } = imported();
    soundness::check_ledger("sample", &document(), &report);
    let counts: Vec<(u64, u64, u64)> = Section::ALL
        .into_iter()
        .map(|section| report.section(section))
        .map(|entry| (entry.n_converted, entry.n_kept, entry.n_dropped))
        .collect();
    let [
        info,
        vertices,
        faces,
        textures,
        materials,
        bones,
        morphs,
        ..,
    ] = counts.as_slice()
    else {
        panic!("{counts:?}");
    };
    assert_eq!(*info, (1, 0, 0), "info");
    assert_eq!(*vertices, (2910, 0, 0), "vertices");
    assert_eq!(*faces, (4580, 0, 0), "faces");
    assert_eq!(*textures, (8, 1, 0), "textures: one is missing");
    assert_eq!(*materials, (6, 0, 0), "materials");
    assert_eq!(*bones, (65, 0, 0), "bones");
    assert_eq!(*morphs, (7, 5, 0), "morphs: five kinds are kept");
}

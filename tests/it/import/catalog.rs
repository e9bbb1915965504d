//! Catalogues that must be read, and the sample catalogue in particular.

use super::{bytes_of, json_of};
use bem_studio::import::catalog::{Catalog, read};
use bem_studio::model::target::GeometryPreset;
use serde_json::{Value, json};

/// The catalogue of the chapter, filled in.
pub(super) fn small() -> Value {
    json!({
        "kind": "bem-character-catalog", "schema": 1, "verified": true, "platform": "windows-x64",
        "character_id": "chr_0001_sample", "name": "Sample", "profile_id": "sample.windows",
        "revision": "r1", "world_resource": "a_postmodel", "ui_resource": "a_uimodel",
        "source_snapshot": {"manifest_version": "7.1"},
        "entries": {"1a2b3c4d": 0}, "textures": {"5e6f7a8b": {"name": "T_D", "aliases": []}},
        "components": {"0": {
            "mesh_name": "S_body_01_lod0", "original_index_count": 300, "strides": [16, 12, 12],
            "attributes": [[0, 0, 3, 0], [1, 0, 1, 0]], "bone_names": ["Bip001"],
            "materials": ["M_body"], "material_textures": [["T_D"]], "layout_verified": true,
        }},
        "rest_joints": {"Bip001": {"parent": null, "position": [0, 1, 0.5]}},
    })
}

pub(super) fn read_value(
    value: &Value,
) -> Result<Catalog, bem_studio::import::catalog::CatalogError> {
    read(value.to_string().as_bytes())
}

fn good(value: &Value) -> Catalog {
    read_value(value).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_catalogue_of_the_chapter_is_read_whole() {
    let catalog = good(&small());
    let profile = catalog.profile;
    assert_eq!(profile.character_id, "chr_0001_sample", "character");
    assert_eq!(profile.snapshot.as_deref(), Some("7.1"), "snapshot");
    assert_eq!(profile.geometry, GeometryPreset::Efmi, "default preset");
    let component = &profile.components[0];
    assert_eq!(component.original_index_count, 300, "indices");
    assert_eq!(component.strides, [16, 12, 12], "strides");
    assert_eq!(
        component.attributes,
        [[0, 0, 3, 0], [1, 0, 1, 0]],
        "attributes"
    );
    assert_eq!(component.material_textures, [["T_D"]], "textures");
    assert_eq!(component.max_influences, None, "not known");
    assert_eq!(
        profile.rest_joints["Bip001"].position.to_array(),
        [0.0, 1.0, 0.5],
        "joint"
    );
    assert_eq!(catalog.findings, [], "nothing to say");
}

#[test]
fn values_may_be_spelt_generously() {
    let mut value = small();
    value["revision"] = json!(12);
    value["schema"] = json!(1.0);
    value["source_snapshot"] = json!("plain text");
    value["geometry_preset"] = json!("plain");
    value["name"] = Value::Null;
    let component = &mut value["components"]["0"];
    component["original_index_count"] = json!("300");
    component["bone_names"] = json!({"1": "b", "0": "a"});
    component["strides"] = json!([16.0, "12", 12]);
    component["attributes"] = json!([[0, 0, 3, 0, 0], {"0": 1, "1": 0, "2": 1, "3": 0}]);
    component["materials"] = json!(["m0", "m1", "m2", "m3"]);
    component["material_textures"] = json!(["one", null, [{"name": "two", "aliases": []}]]);
    component["max_influences"] = json!(2);
    component["rigid"] = json!(true);
    let first = value["components"]["0"].take();
    value["components"] = json!([first]);
    let profile = good(&value).profile;
    assert_eq!(profile.revision, "12", "a number as text");
    assert_eq!(profile.name, "chr_0001_sample", "no name");
    assert_eq!(profile.snapshot.as_deref(), Some("plain text"), "snapshot");
    assert_eq!(profile.geometry, GeometryPreset::Plain, "preset");
    let component = &profile.components[0];
    assert_eq!(
        component.bone_names,
        ["a", "b"],
        "a numbered object as a list"
    );
    assert_eq!(
        component.attributes,
        [[0, 0, 3, 0], [1, 0, 1, 0]],
        "offsets are passed over"
    );
    assert_eq!(
        component.material_textures,
        [vec!["one"], vec![], vec!["two"], vec![]],
        "a slot may be one name, null, or missing"
    );
    assert_eq!(
        (component.max_influences, component.rigid),
        (Some(2), Some(true)),
        "ours"
    );
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let mut bytes = b"\xef\xbb\xbf".to_vec();
    bytes.extend(small().to_string().bytes());
    assert!(read(&bytes).is_ok(), "with a mark");
}

#[test]
fn what_is_unverified_or_missing_is_said() {
    let mut value = small();
    value["verified"] = json!(false);
    value["rest_joints"] = Value::Null;
    value["components"]["0"]["layout_verified"] = json!(false);
    let codes: Vec<String> = good(&value)
        .findings
        .iter()
        .map(|finding| finding.rule.to_string())
        .collect();
    assert_eq!(
        codes,
        ["catalog-layout", "catalog-unverified", "catalog-no-rest"],
        "said"
    );
}

#[test]
fn the_sample_catalogue_fits_the_sample_figure() {
    let catalog = read(&bytes_of("resources/sample/sample.catalog.json")).expect("it reads");
    assert_eq!(catalog.findings, [], "nothing to say");
    let profile = catalog.profile;
    let names: Vec<&str> = profile
        .components
        .iter()
        .map(|component| component.mesh_name.as_str())
        .collect();
    let wanted = ["body", "face", "hair", "cloth", "metal"]
        .map(|part| format!("S_chr_0001_sample_{part}_01_lod0"));
    assert_eq!(names, wanted, "five components");
    let rig = json_of("resources/sample/target_rig.json");
    let bones = rig["bones"].as_array().expect("bones");
    assert_eq!(profile.rest_joints.len(), bones.len(), "joints");
    for bone in bones {
        let name = bone["name"].as_str().expect("a name");
        let joint = &profile.rest_joints[name];
        let parent = bone["parent"]
            .as_i64()
            .and_then(|parent| usize::try_from(parent).ok());
        let parent = parent.and_then(|parent| bones[parent]["name"].as_str());
        assert_eq!(joint.parent.as_deref(), parent, "parent of {name}");
        for axis in 0..3 {
            let wanted = bone["p"][axis].as_f64().expect("a number");
            let off = (f64::from(joint.position.to_array()[axis]) - wanted).abs();
            assert!(off < 1e-6, "{name} axis {axis} is off by {off}");
        }
        assert!(
            profile.components[0]
                .bone_names
                .iter()
                .any(|bone| bone == name),
            "the body lists {name}"
        );
    }
    for component in &profile.components {
        assert_eq!(component.strides, [16, 12, 12], "{}", component.mesh_name);
        assert_eq!(
            component.material_textures.len(),
            component.materials.len(),
            "slots"
        );
    }
    each_material_finds_its_bones(&profile);
}

/// The bones that `expected.json` names for each material are in the component that it belongs to.
fn each_material_finds_its_bones(profile: &bem_studio::model::target::TargetProfile) {
    let expected = json_of("resources/sample/expected.json");
    let components = [0, 1, 2, 3, 4, 1];
    let materials = expected["materials"].as_array().expect("materials");
    assert_eq!(materials.len(), components.len(), "materials");
    for (material, component) in materials.iter().zip(components) {
        for bone in material["target_bones"].as_array().expect("bones") {
            let name = format!("Bip001_{}", bone.as_str().expect("a name"));
            let listed = &profile.components[component].bone_names;
            assert!(listed.contains(&name), "component {component} lists {name}");
        }
    }
}

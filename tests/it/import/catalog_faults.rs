//! Catalogues that must be refused, each with its rule, its place and a remedy.

use super::bytes_of;
use super::catalog::{read_value, small};
use bem_studio::base::text::Language;
use bem_studio::import::catalog::read;
use serde_json::{Value, json};

/// Changes one value of the small catalogue and checks rule and place of the complaint.
fn refused(pointer: &str, value: &Value, rule: &str) {
    let mut catalog = small();
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    let parent = catalog.pointer_mut(parent).expect("its parent is there");
    match (parent.as_array_mut(), key.parse::<usize>()) {
        (Some(list), Ok(index)) => list[index] = value.clone(),
        _ => parent[key] = value.clone(),
    }
    let error = read_value(&catalog).expect_err(pointer);
    assert_eq!(error.rule, rule, "{pointer} = {value}: {error}");
    assert!(
        pointer.starts_with(&error.pointer) || error.pointer.starts_with(pointer),
        "{pointer} = {value} is blamed on {:?}",
        error.pointer
    );
    for language in Language::ALL {
        let text = error.message.text(language).replace("{…}", "");
        assert!(
            !text.contains('{') || text.contains("{\""),
            "{text} has an empty place"
        );
    }
}

#[test]
fn nonsense_about_the_character_is_refused_where_it_stands() {
    for (pointer, value, rule) in [
        ("/kind", json!("bem-target-profile"), "catalog-kind"),
        ("/schema", json!(2), "catalog-schema"),
        ("/platform", json!("android-arm64"), "TGT-02"),
        ("/character_id", json!("has space"), "ID-01"),
        ("/character_id", json!(""), "ID-01"),
        ("/profile_id", json!("x".repeat(97)), "ID-01"),
        ("/revision", json!([1]), "catalog-type"),
        ("/ui_resource", json!("a_postmodel"), "TGT-03"),
        ("/components", json!({}), "catalog-count"),
        ("/components", json!("none"), "catalog-type"),
        ("/geometry_preset", json!("other"), "catalog-preset"),
    ] {
        refused(pointer, &value, rule);
    }
}

#[test]
fn nonsense_about_a_components_tables_is_refused_where_it_stands() {
    for (pointer, value, rule) in [
        ("/components/0/mesh_name", json!(""), "ID-07"),
        ("/components/0/original_index_count", json!(301), "TGT-05"),
        (
            "/components/0/original_index_count",
            json!(0),
            "catalog-range",
        ),
        (
            "/components/0/original_index_count",
            json!(-3),
            "catalog-range",
        ),
        (
            "/components/0/original_index_count",
            json!(3.5),
            "catalog-range",
        ),
        (
            "/components/0/original_index_count",
            json!(true),
            "catalog-type",
        ),
        (
            "/components/0/original_index_count",
            json!(4_294_967_298_u64),
            "catalog-range",
        ),
        ("/components/0/bone_names", json!([1, null]), "catalog-type"),
        ("/components/0/bone_names", json!(["a\u{0}b"]), "ID-07"),
        (
            "/components/0/bone_names",
            json!({"0": "a", "2": "b"}),
            "TGT-04",
        ),
        (
            "/components/0/materials",
            json!(vec!["m"; 257]),
            "catalog-count",
        ),
        (
            "/components/0/material_textures",
            json!([[], []]),
            "catalog-count",
        ),
        ("/components/0/id", json!(1), "TGT-04"),
    ] {
        refused(pointer, &value, rule);
    }
}

#[test]
fn nonsense_about_a_components_layout_is_refused_where_it_stands() {
    for (pointer, value, rule) in [
        (
            "/components/0/strides",
            json!([16, 12, 12, 4, 4]),
            "catalog-count",
        ),
        ("/components/0/strides", json!([0]), "catalog-range"),
        (
            "/components/0/attributes",
            json!([[0, 0, 3]]),
            "catalog-count",
        ),
        (
            "/components/0/attributes",
            json!([[14, 0, 3, 0]]),
            "catalog-range",
        ),
        (
            "/components/0/attributes",
            json!([[0, 12, 3, 0]]),
            "catalog-range",
        ),
        (
            "/components/0/attributes",
            json!([[0, 0, 0, 0]]),
            "catalog-range",
        ),
        (
            "/components/0/attributes",
            json!([[0, 0, 3, 3]]),
            "catalog-stream",
        ),
        ("/components/0/max_influences", json!(0), "catalog-range"),
        ("/components/0/max_influences", json!(5), "catalog-range"),
        ("/components/0/rigid", json!("yes"), "catalog-type"),
    ] {
        refused(pointer, &value, rule);
    }
}

#[test]
fn nonsense_about_rest_joints_is_refused_where_it_stands() {
    for (pointer, value, rule) in [
        (
            "/rest_joints/Bip001/position",
            json!([0, 1]),
            "catalog-type",
        ),
        (
            "/rest_joints/Bip001/position",
            json!([0, 1, "x"]),
            "catalog-type",
        ),
        (
            "/rest_joints/Bip001/position",
            json!([0, 1000, 0]),
            "catalog-rest",
        ),
        (
            "/rest_joints/Bip001/parent",
            json!("Bip001"),
            "catalog-rest",
        ),
        (
            "/rest_joints/Bip001/parent",
            json!("nobody"),
            "catalog-rest",
        ),
    ] {
        refused(pointer, &value, rule);
    }
}

#[test]
fn required_keys_are_asked_for_by_name() {
    for key in [
        "kind",
        "schema",
        "character_id",
        "profile_id",
        "revision",
        "world_resource",
        "ui_resource",
        "components",
    ] {
        let mut catalog = small();
        catalog.as_object_mut().expect("an object").remove(key);
        let error = read_value(&catalog).expect_err(key);
        assert_eq!(error.rule, "catalog-missing", "{key}");
        assert!(error.to_string().contains(key), "{error} names {key}");
    }
    for key in [
        "mesh_name",
        "original_index_count",
        "bone_names",
        "materials",
    ] {
        let mut catalog = small();
        let component = catalog["components"]["0"]
            .as_object_mut()
            .expect("an object");
        component.remove(key);
        let error = read_value(&catalog).expect_err(key);
        assert_eq!(error.pointer, "/components/0", "{key}");
        assert!(error.to_string().contains(key), "{error} names {key}");
    }
}

#[test]
fn component_numbers_have_no_gaps_and_no_twins() {
    let body = small()["components"]["0"].clone();
    let mut other = body.clone();
    other["mesh_name"] = json!("S_face_01_lod0");
    for (components, rule) in [
        (json!({"1": body}), "TGT-04"),
        (json!({"0": body, "2": other}), "TGT-04"),
        (json!({"0": body, "01": other}), "TGT-04"),
        (json!({"0": body, "one": other}), "TGT-04"),
        (json!({"0": body, "-1": other}), "TGT-04"),
        (json!({"0": body, "1": body}), "TGT-07"),
    ] {
        let mut catalog = small();
        catalog["components"] = components.clone();
        let error = read_value(&catalog).expect_err("refused");
        assert_eq!(error.rule, rule, "{error}");
    }
    let mut catalog = small();
    let many: Vec<Value> = (0..65)
        .map(|index| {
            let mut component = body.clone();
            component["mesh_name"] = json!(format!("mesh {index}"));
            component
        })
        .collect();
    catalog["components"] = json!(many);
    assert_eq!(
        read_value(&catalog).expect_err("65").rule,
        "catalog-count",
        "65 components"
    );
    catalog["components"] = json!(many[..64]);
    assert!(read_value(&catalog).is_ok(), "64 components");
}

#[test]
fn circles_of_rest_joints_are_found() {
    let mut catalog = small();
    catalog["rest_joints"] = json!({
        "a": {"parent": "b", "position": [0, 0, 0]},
        "b": {"parent": "c", "position": [0, 0, 0]},
        "c": {"parent": "b", "position": [0, 0, 0]},
    });
    let error = read_value(&catalog).expect_err("a circle");
    assert!(error.pointer.starts_with("/rest_joints/"), "{error}");
}

#[test]
fn what_is_no_json_is_refused_with_its_line() {
    for bytes in [&b""[..], b"{", b"[1,]", b"\xff\xfe", b"PMX ", b"nul"] {
        let error = read(bytes).expect_err("no JSON");
        assert_eq!(error.rule, "catalog-json", "{error}");
    }
    let error = read(b"[]").expect_err("no object");
    assert_eq!(error.rule, "catalog-type", "{error}");
    let deep = "[".repeat(100_000);
    assert_eq!(
        read(deep.as_bytes()).expect_err("deep").rule,
        "catalog-json",
        "depth"
    );
}

#[test]
fn every_prefix_of_the_sample_catalogue_is_a_value() {
    let bytes = bytes_of("resources/sample/sample.catalog.json");
    for length in (0..bytes.len() - 2).step_by(7) {
        assert!(read(&bytes[..length]).is_err(), "{length} bytes");
    }
}

//! JSON to typed manifest and back.

use crate::bem::case_files::{FIXTURES, fixture, manifest_text};
use bem_studio::formats::bem::json::{Value, parse, to_compact};
use bem_studio::formats::bem::manifest::{
    BindingEffect, Condition, KeyOrders, Manifest, Operation, TargetStructure, Waveform,
};

fn typed(text: &str) -> Manifest {
    Manifest::from_value(&parse(text.as_bytes()).expect("JSON").value)
}

#[test]
fn every_fixture_is_written_as_it_was_read() {
    for (name, _) in FIXTURES {
        let file = fixture(name);
        let text = manifest_text(&file);
        assert_eq!(to_compact(&typed(text).to_value()), text, "{name}");
    }
}

#[test]
fn every_fixture_is_written_in_the_order_of_the_rulebook_by_a_new_manifest() {
    for (name, _) in FIXTURES {
        let file = fixture(name);
        let text = manifest_text(&file);
        let mut manifest = typed(text);
        manifest.key_orders = KeyOrders::default();
        assert_eq!(to_compact(&manifest.to_value()), text, "{name}");
    }
}

#[test]
fn another_key_order_is_kept_and_new_keys_find_a_place() {
    let text = r#"{"version":"1","name":"n","schema":1,"package_id":"p","x":{"b":1,"a":[null]},"author":"a","required_capabilities":[],"textures":[],"meshes":[],"target":{"revision":"r","profile_id":"f","components":[],"platform":"windows-x64","character_id":"c","world_resource":"w","ui_resource":"u"}}"#;
    let mut manifest = typed(text);
    assert_eq!(to_compact(&manifest.to_value()), text, "as read");
    manifest.target.snapshot = Some("s".to_owned());
    let changed = text.replace(r#""revision":"r","#, r#""revision":"r","snapshot":"s","#);
    assert_eq!(
        to_compact(&manifest.to_value()),
        changed,
        "the new key stands behind its neighbour of the rulebook's order"
    );
}

#[test]
fn metadata_is_kept_in_every_open_object() {
    let file = fixture("F15");
    let text = manifest_text(&file)
        .replace(r#""stride":16,"#, r#""stride":16,"note":[1,{"z":"灯"}],"#)
        .replace(r#""id":"outfit","#, r#""id":"outfit","hint":true,"#)
        .replace(r#""waveform":"sine","#, r#""waveform":"sine","memo":"m","#);
    assert_eq!(to_compact(&typed(&text).to_value()), text, "written back");
}

#[test]
fn what_no_field_can_hold_is_kept_as_it_was() {
    let file = fixture("F15");
    let text = manifest_text(&file)
        .replace(r#""waveform":"sine""#, r#""waveform":"triangle""#)
        .replace(r#""operation":"hide""#, r#""operation":"melt""#)
        .replace(r#""type":"material_float""#, r#""type":"material_matrix""#)
        .replace(r#""vertex_count":3"#, r#""vertex_count":"three""#);
    let manifest = typed(&text);
    assert_eq!(manifest.drivers[1].waveform, Waveform::Unknown, "waveform");
    assert!(!manifest.drivers[1].is_effective(), "it does nothing");
    assert_eq!(
        manifest.drivers[1].bindings[0].effect,
        BindingEffect::Unknown,
        "binding"
    );
    assert_eq!(to_compact(&manifest.to_value()), text, "written back");
}

#[test]
fn the_fields_hold_what_the_text_says() {
    let file = fixture("F11");
    let manifest = typed(manifest_text(&file));
    assert_eq!(manifest.package_id, "sample.composable", "package id");
    let TargetStructure::Legacy { world_resource, .. } = &manifest.target.structure else {
        panic!("a legacy target");
    };
    assert_eq!(world_resource, "chr_0001_sample_postmodel", "scene model");
    let groups = manifest.option_groups.expect("composable");
    assert_eq!(
        groups[1].available_when,
        Some(Condition::Eq {
            group: "outfit".to_owned(),
            choice: "b".to_owned()
        }),
        "condition"
    );
    let candidates = &manifest.component_rules[1].candidates;
    assert_eq!(candidates[0].operation, Operation::Hide, "first candidate");
    assert!(
        matches!(candidates[1].when, Some(Condition::Not(_))),
        "second condition"
    );
    assert_eq!(manifest.meshes[0].attributes[3].offset, 8, "attribute");
    assert_eq!(manifest.meshes[0].draws[1].indices, Some(4), "indices");
}

#[test]
fn missing_members_get_the_defaults_of_the_rulebook() {
    let manifest = typed(
        r#"{"parameters":[{"id":"p","name":"P","neutral":5}],
            "drivers":[{"id":"d","bindings":[{"type":"blend_shape","target":"p"},
                                             {"type":"material_keyword","keyword":"_ON"}]}]}"#,
    );
    let parameter = &manifest.parameters[0];
    let numbers = [
        parameter.min,
        parameter.max,
        parameter.neutral,
        parameter.default,
        parameter.step,
    ];
    assert_eq!(numbers, [0, 1000, 5, 5, 1], "slider (PAR-02)");
    let driver = &manifest.drivers[0];
    assert_eq!(driver.base_frequency, 1.0, "frequency (DRV-07)");
    assert_eq!(driver.shown_name(), "d", "name (DRV-03)");
    let BindingEffect::MorphParameter { range, .. } = &driver.bindings[0].effect else {
        panic!("the alias of a morph binding (DRV-10)");
    };
    assert_eq!(*range, [0.0, 1.0], "range (DRV-12)");
    let BindingEffect::MaterialKeyword { material, .. } = &driver.bindings[1].effect else {
        panic!("a keyword binding");
    };
    assert_eq!(
        (material.component, material.material_slot),
        (0, 0),
        "DRV-13"
    );
}

#[test]
fn a_manifest_that_is_no_object_is_empty() {
    let manifest = Manifest::from_value(&Value::Integer(5));
    assert_eq!(manifest.meshes.len(), 0, "no meshes");
    assert_eq!(manifest.option_groups, None, "no groups");
}

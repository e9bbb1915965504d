//! Files authors exchange with other tools: what is read is written back the same.

use crate::bem::findings::{messages, rules_of};
use bem_studio::formats::bem::authoring::catalog::{read_catalog, write_catalog};
use bem_studio::formats::bem::authoring::deformation_spec::{read_spec, write_spec};
use bem_studio::formats::bem::authoring::target_profile::{
    read_resource_spec, read_target_profile, write_resource_spec, write_target_profile,
};
use bem_studio::formats::bem::json;

#[test]
fn deformation_specs_are_written_as_they_are_read() {
    let text = r#"{"schema":1,"kind":"bem-position-morphs","parameters":[{"id":"cuff","name":"袖口","min":0,"max":1000,"neutral":500,"default":500,"step":10,"available_when":{"eq":["a","b"]}}],"mesh_deformations":[{"mesh":3,"parameter":"cuff","frames":[{"value":0,"deltas":[[1,0.123456789012,-2.5,0],[4294967295,1e-9,0,3]]},{"value":500,"neutral":true},{"value":600,"deltas":"d.json"},{"value":700,"target_positions":"t.bin"},{"value":1000,"efmi":{"source":"mod.zip","ini":"mod.ini","component":2,"shape_key":"blink","vertex_order":"exported","vertex_map":"map.json"}}]}]}"#;
    let read = read_spec(text.as_bytes());
    assert_eq!(read.findings, [], "{}", messages(&read.findings));
    let spec = read.value.expect("a spec");
    let written = write_spec(&spec);
    assert_eq!(read_spec(written.as_bytes()).value, Some(spec), "{written}");
    assert!(
        written.contains("[\n            1,\n") || written.contains("1,"),
        "{written}"
    );
    let empty =
        r#"{"schema":1,"kind":"bem-position-morphs","parameters":[],"mesh_deformations":[]}"#;
    let spec = read_spec(empty.as_bytes()).value.expect("a spec");
    let again = read_spec(write_spec(&spec).as_bytes());
    assert_eq!(again.value, Some(spec), "an empty one");
}

const SPEC: &str = r#"{"schema":1,"kind":"bem-resource-target-spec","target_kind":"weapon","id":"wpn_0001","profile_id":"sample.weapon","revision":"r1","snapshot":"s1","resources":[{"id":"body","asset_path":"assets/sample/p_sample.prefab","platforms":["windows-x64"],"lod":0,"renderer_paths":["Mesh_all/lod0/S_blade"],"note":1}],"asked_by":"me"}"#;

#[test]
fn resource_target_specs_are_written_as_they_are_read() {
    let read = read_resource_spec(format!("\u{feff}{SPEC}").as_bytes());
    assert_eq!(read.findings, [], "{}", messages(&read.findings));
    let spec = read.value.expect("a spec");
    assert_eq!(spec.resources[0].lod, 0, "typed");
    let written = write_resource_spec(&spec);
    let (before, after) = (
        json::parse(SPEC.as_bytes()),
        json::parse(written.as_bytes()),
    );
    assert_eq!(
        before.expect("JSON").value,
        after.expect("JSON").value,
        "every member"
    );
    for (old, new, rule) in [
        ("bem-resource-target-spec", "bem-target", "JSON-10"),
        ("\"schema\":1", "\"schema\":2", "JSON-10"),
        ("\"weapon\"", "\"hat\"", "TGT-10"),
        ("\"wpn_0001\"", "\"wpn 0001\"", "ID-02"),
        ("\"snapshot\":\"s1\"", "\"snapshot\":5", "JSON-10"),
        ("\"lod\":0", "\"lod\":\"0\"", "JSON-10"),
        ("[\"windows-x64\"]", "\"windows-x64\"", "JSON-10"),
    ] {
        let read = read_resource_spec(SPEC.replace(old, new).as_bytes());
        assert_eq!(rules_of(&read.findings), [rule], "{old} -> {new}");
    }
    let none = SPEC.replace("\"resources\":[{", "\"resources\":[],\"was\":[{");
    let read = read_resource_spec(none.as_bytes());
    assert_eq!(rules_of(&read.findings), ["TGT-13"], "no resource");
}

#[test]
fn target_profiles_are_written_as_they_are_read() {
    let text = r#"{"schema":1,"kind":"bem-target-profile","bem_format":"1.4","target":{"kind":"weapon","id":"wpn_0001","platform":"windows-x64","profile_id":"sample.weapon","revision":"r1","snapshot":"s1","resources":[{"id":"body","name":"p_sample","asset_path":"assets/sample/p_sample.prefab","platforms":["windows-x64"],"lod":0}],"components":[{"id":0,"resource":"body","renderer_kind":"static","renderer_path":"Mesh_all/lod0/S_blade","mesh_name":"S_blade","original_index_count":27804,"bone_names":[],"materials":["M_blade"]}]},"required_capabilities":["native-materials","multi-resource-targets"],"evidence":{"source":"dump","offsets":[1,2]},"materials_confirmed":false,"bones_confirmed":false}"#;
    let read = read_target_profile(text.as_bytes());
    assert_eq!(read.findings, [], "{}", messages(&read.findings));
    let profile = read.value.expect("a profile");
    assert_eq!(profile.target.components[0].mesh_name, "S_blade", "typed");
    let written = write_target_profile(&profile);
    let (before, after) = (
        json::parse(text.as_bytes()),
        json::parse(written.as_bytes()),
    );
    assert_eq!(
        before.expect("JSON").value,
        after.expect("JSON").value,
        "every member"
    );
    let without = text.replace("\"target\":{", "\"was\":{");
    let read = read_target_profile(without.as_bytes());
    assert_eq!(rules_of(&read.findings), ["JSON-10"], "no target");
}

#[test]
fn the_sample_catalogue_is_written_as_it_is_read() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("resources/sample/sample.catalog.json");
    let bytes = bem_studio::base::files::read_capped(&path, 1 << 22).expect("reads");
    let read = read_catalog(&bytes);
    assert_eq!(read.findings, [], "{}", messages(&read.findings));
    let catalog = read.value.expect("a catalogue");
    assert_eq!(catalog.components.len(), 5, "components");
    let written = write_catalog(&catalog);
    assert_eq!(
        read_catalog(written.as_bytes()).value,
        Some(catalog),
        "the same"
    );
    let by = |bytes: &[u8]| {
        bem_studio::import::catalog::read(bytes)
            .expect("imports")
            .profile
    };
    assert_eq!(by(&bytes), by(written.as_bytes()), "the same target");
    let read = read_catalog(b"{\"schema\":1,\"kind\":\"other\"}");
    assert_eq!(rules_of(&read.findings), ["JSON-10"], "another kind");
}

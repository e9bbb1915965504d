//! JSON, ID and TGT rules that the case files do not show.

use crate::bem::case_files::pack;
use crate::bem::findings::{messages, open_read, rules, verdict};
use crate::bem::rule_cases::made;

fn text_gives(text: &str, expected: &str, expected_rules: &[&str]) {
    let checked = open_read(&pack(1, text, &made("F11").payloads));
    let told = messages(&checked.findings);
    assert_eq!(verdict(&checked), expected, "{told}");
    assert_eq!(rules(&checked), expected_rules, "{told}");
}

#[test]
fn the_manifest_is_one_json_object_in_standard_syntax() {
    let text = made("F11").text;
    text_gives(&format!(" \n{text}\t\r\n"), "ok", &[]);
    text_gives(&format!("{text}x"), "reject", &["JSON-02"]);
    text_gives(&format!("{text}{text}"), "reject", &["JSON-02"]);
    text_gives(
        &text.replace("\"schema\":1,", "\"schema\":1,,"),
        "reject",
        &["JSON-02"],
    );
    text_gives(&text.replace("}]}]}", "}]}],}"), "reject", &["JSON-02"]);
    text_gives(
        &text.replace("\"schema\":1,", "/* */\"schema\":1,"),
        "reject",
        &["JSON-02"],
    );
    text_gives(
        &text.replace("\"count\":3", "\"count\":NaN"),
        "reject",
        &["JSON-02"],
    );
    text_gives(
        &text.replace("\"count\":3", "\"count\":03"),
        "reject",
        &["JSON-02"],
    );
    text_gives(
        &text.replace("\"count\":3", "'count':3"),
        "reject",
        &["JSON-02"],
    );
    text_gives("[]", "reject", &["JSON-02"]);
    text_gives("5", "reject", &["JSON-02"]);
    text_gives("\"\\ud83d\\ude00\"", "reject", &["JSON-02"]);
}

#[test]
fn zero_characters_and_lone_surrogates_are_refused() {
    made("F11")
        .on_top("\"x\":\"\\u0000\",")
        .rejects(&["JSON-04"]);
    made("F11")
        .on_top("\"x\":\"\\ud800\",")
        .rejects(&["JSON-04"]);
    made("F11")
        .on_top("\"x\":\"\\udc00a\",")
        .rejects(&["JSON-04"]);
    made("F11").on_top("\"x\":\"\\ud83d\\ude00\",").is_ok();
    made("F11").on_top("\"x\\u0000\":1,").warns(&["JSON-04"]);
    // TC14-25
    for old in [
        "\"snapshot\":\"s1\"",
        "\"mesh_name\":\"S_sample_blade_lod1\"",
        "\"materials\":[\"M_blade\"]",
        "\"renderer_path\":\"Mesh_all/lod1/S_sample_blade_lod1\"",
    ] {
        let (before, after) = old.rsplit_once('"').expect("a quote");
        let new = format!("{before}\\u0000\"{after}");
        let file = made("F14").with(old, &new).file();
        let told = rules(&open_read(&file));
        assert!(told.contains(&"JSON-04".to_owned()), "{old}: {told:?}");
        assert!(
            told.iter()
                .all(|rule| ["JSON-04", "MESH-18"].contains(&&**rule)),
            "{old}: {told:?}"
        );
    }
}

#[test]
fn numbers_are_whole_and_fit_32_bits() {
    for bad in [
        "-1",
        "3.0",
        "3e0",
        "4294967296",
        "18446744073709551616",
        "1e999",
    ] {
        made("F11")
            .with("\"vertex_count\":3", &format!("\"vertex_count\":{bad}"))
            .rejects(&["JSON-06"]);
    }
    made("F10")
        .with("\"index\":0", "\"index\":-1")
        .rejects(&["JSON-06"]);
    made("F11").with("\"index\":0", "\"index\":-0").is_ok();
    made("F11")
        .with("\"index\":0", "\"index\":-0.0")
        .rejects(&["JSON-06"]);
    for odd in ["-1", "1.5", "1e2", "4294967296", "[[-1]]", "{\"y\":0.5}"] {
        made("F11")
            .on_top(&format!("\"x\":{odd},"))
            .warns(&["JSON-06"]);
    }
    made("F11")
        .on_top("\"x\":[4294967295,-0,true,null],")
        .is_ok();
    made("F11").on_top("\"x\":1e999,").rejects(&["JSON-06"]);
    made("F15").on_top("\"note\":1.5,").warns(&["JSON-06"]);
    made("F15")
        .with("\"payload\":8", "\"payload\":8.0")
        .rejects(&["JSON-06"]);
}

#[test]
fn booleans_are_no_numbers_and_numbers_no_booleans() {
    made("F14")
        .with("\"id\":0", "\"id\":false")
        .rejects(&["JSON-08", "TGT-04"]);
    made("F11")
        .with("\"vertex_count\":3", "\"vertex_count\":true")
        .rejects(&["JSON-08"]);
    made("F11")
        .with("\"srgb\":true", "\"srgb\":1")
        .rejects(&["JSON-08", "TEX-07"]);
    made("F13")
        .with("\"min\":0", "\"min\":false")
        .rejects(&["JSON-08", "PAR-02"]);
    made("F15")
        .with("\"default_playing\":false", "\"default_playing\":0")
        .rejects(&["DRV-06", "JSON-08"]);
    made("F15")
        .with("\"loop\":true", "\"loop\":1")
        .rejects(&["JSON-08", "SND-04"]);
    made("F15")
        .with("\"gain\":0.8", "\"gain\":true")
        .rejects(&["JSON-08", "SND-04"]);
}

#[test]
fn required_keys_and_types_of_the_top_level() {
    for key in [
        "\"schema\":1,",
        "\"name\":\"Sample\",",
        "\"author\":\"Author\",",
        "\"version\":\"1.0.0\",",
    ] {
        made("F11").with(key, "").rejects(&["JSON-10"]);
    }
    let capabilities = "\"required_capabilities\":[\"native-materials\",\"palette-u8\",\"indices-u32\",\"composable-options\"],";
    made("F11").with(capabilities, "").rejects(&["JSON-10"]);
    made("F11")
        .with("\"package_id\":\"sample.composable\",", "")
        .rejects(&["JSON-10"]);
    made("F11Z")
        .with("\"meshes\":[],", "")
        .rejects(&["JSON-10"]);
    made("F11Z")
        .with("\"meshes\":[],", "\"meshes\":{},")
        .rejects(&["JSON-10"]);
    made("F11Z")
        .with("\"meshes\":[],", "\"meshes\":[5],")
        .rejects(&["JSON-10"]);
    made("F11")
        .with("\"package_id\":\"sample.composable\"", "\"package_id\":5")
        .rejects(&["JSON-10"]);
    made("F11")
        .with("\"name\":\"Sample\"", "\"name\":5")
        .rejects(&["ID-04", "JSON-10"]);
    made("F11")
        .with("\"vertex_count\":3", "\"vertex_count\":\"3\"")
        .rejects(&["JSON-10"]);
    made("F11").with("\"indices\":3,", "").rejects(&["JSON-10"]);
    made("F11").with(",\"payload\":5", "").rejects(&["JSON-10"]);
    made("F11")
        .with("\"target\":{", "\"targets\":{")
        .rejects(&["JSON-10"]);
}

#[test]
fn meshes_and_textures_are_at_most_4096_each() {
    let texture = r#"{"width":4,"height":4,"mips":1,"format":10,"srgb":true,"original_name":"original","payload":6}"#;
    let many = |n: usize| format!(",{texture}").repeat(n);
    made("F11")
        .with(texture, &format!("{texture}{}", many(4094)))
        .is_ok();
    made("F11")
        .with(texture, &format!("{texture}{}", many(4095)))
        .rejects(&["JSON-12"]);
}

#[test]
fn stable_ids_have_their_form_everywhere() {
    made("F10")
        .with("\"id\":\"hidden\"", "\"id\":\"hid den\"")
        .rejects(&["ID-01"]);
    made("F11")
        .with("\"id\":\"off\"", "\"id\":\"_off\"")
        .rejects(&["ID-01", "OPT-05"]);
    made("F12S")
        .with("\"revision\":\"r1\"", "\"revision\":\"\"")
        .rejects(&["ID-01"]);
    made("F14")
        .with("\"name\":\"p_sample_blade\"", "\"name\":\"p sample\"")
        .rejects(&["ID-01", "TGT-15"]);
    made("F11")
        .with("{\"id\":\"a\",\"name\":\"A\"}", "{\"name\":\"A\"}")
        .rejects(&["ID-02", "OPT-03", "OPT-05"]);
    made("F15")
        .with("\"id\":\"glow_pulse\"", "\"id\":\"glow pulse\"")
        .warns(&["DRV-02"]);
    made("F15")
        .with("\"id\":\"glow_pulse\",", "")
        .rejects(&["DRV-02"]);
    made("F15")
        .with("\"id\":\"glow_pulse\"", "\"id\":\"lantern_swing\"")
        .rejects(&["DRV-02"]);
}

#[test]
fn package_texts_have_1_to_256_bytes() {
    let name =
        |text: &str| made("F11").with("\"name\":\"Sample\"", &format!("\"name\":\"{text}\""));
    name(&format!("{}a", "灯".repeat(85))).is_ok();
    name(&"灯".repeat(86)).rejects(&["ID-04"]);
    name("").rejects(&["ID-04"]);
    made("F10")
        .with(
            "\"author\":\"Author\"",
            &format!("\"author\":\"{}\"", "灯".repeat(86)),
        )
        .rejects(&["ID-04"]);
}

#[test]
fn mesh_and_texture_names_have_1_to_256_bytes() {
    let long = "灯".repeat(86);
    let mesh = |base: &str, name: &str| {
        made(base).with(
            "\"mesh_name\":\"mesh0\"",
            &format!("\"mesh_name\":\"{name}\""),
        )
    };
    mesh("F11", &"a".repeat(256)).is_ok();
    mesh("F11", &"a".repeat(257)).rejects(&["ID-06"]);
    mesh("F11", &long).rejects(&["ID-06"]);
    mesh("F10", &long).warns(&["ID-06"]);
    mesh("F10", "").rejects(&["ID-06"]);
    let texture = |base: &str, name: &str| {
        made(base).with(
            "\"original_name\":\"original\"",
            &format!("\"original_name\":\"{name}\""),
        )
    };
    texture("F11", &long).rejects(&["ID-06"]);
    texture("F10", &long).warns(&["ID-06"]);
    texture("F11", "").rejects(&["ID-06", "TEX-08"]);
    made("F11")
        .with("\"original_name\":\"original\",", "")
        .rejects(&["TEX-08"]);
}

#[test]
fn descriptions_are_texts() {
    made("F11")
        .with(
            "\"name\":\"Part\"",
            "\"name\":\"Part\",\"description\":\"long\"",
        )
        .is_ok();
    made("F11")
        .with("\"name\":\"Part\"", "\"name\":\"Part\",\"description\":[]")
        .warns(&["ID-08"]);
    made("F10")
        .with(
            "\"name\":\"Hidden\"",
            "\"name\":\"Hidden\",\"description\":5",
        )
        .warns(&["ID-08"]);
    made("F11")
        .with("\"name\":\"On\"", "\"name\":\"On\",\"description\":null")
        .warns(&["ID-08"]);
}

#[test]
fn legacy_targets() {
    made("F11")
        .with("windows-x64", "android-arm64")
        .rejects(&["TGT-02"]);
    made("F11")
        .with("\"platform\":\"windows-x64\",", "")
        .rejects(&["TGT-02"]);
    made("F11")
        .with("\"id\":1,\"mesh_name\"", "\"id\":2,\"mesh_name\"")
        .rejects(&["TGT-04"]);
    made("F11")
        .with("\"snapshot\":\"\"", "\"snapshot\":5")
        .warns(&["TGT-08"]);
    made("F11").with("\"snapshot\":\"\",", "").is_ok();
    made("F11")
        .with("\"bone_names\":[\"bone0\"],", "")
        .rejects(&["TGT-06"]);
    made("F11")
        .with(
            "\"materials\":[\"material0\"]",
            "\"materials\":\"material0\"",
        )
        .rejects(&["JSON-10"]);
    let many = |n: usize| vec!["\"material0\""; n].join(",");
    let materials = |n: usize| {
        made("F11").with(
            "\"materials\":[\"material0\"]",
            &format!("\"materials\":[{}]", many(n)),
        )
    };
    materials(256).is_ok();
    materials(257).rejects(&["TGT-06"]);
}

#[test]
fn explicit_targets() {
    made("F14")
        .with("\"kind\":\"character\"", "\"kind\":\"vehicle\"")
        .rejects(&["TGT-10"]);
    made("F14")
        .with("\"kind\":\"character\",", "")
        .rejects(&["TGT-10"]);
    made("F14")
        .with("\"platform\":", "\"character_id\":\"c\",\"platform\":")
        .rejects(&["TGT-12"]);
    made("F14")
        .with("\"id\":\"ultimate\"", "\"id\":\"body\"")
        .rejects(&["TGT-14", "TGT-19"]);
    made("F14")
        .with("\"name\":\"p_sample_body\"", "\"name\":\"P_sample_body\"")
        .rejects(&["TGT-14"]);
    let platforms = "\"platforms\":[\"windows-x64\",\"android-arm64\"]";
    made("F14")
        .with(platforms, "\"platforms\":[]")
        .rejects(&["TGT-16"]);
    made("F14")
        .with(platforms, "\"platforms\":[\"windows-x64\",\"windows-x64\"]")
        .rejects(&["TGT-16"]);
    made("F14")
        .with(platforms, "\"platforms\":[\"other\"]")
        .rejects(&["TGT-16"]);
    made("F14")
        .with(
            "\"name\":\"p_sample_blade\",\"asset_path\":\"assets/sample/p_sample_blade.prefab\"",
            "\"name\":\"p_sample_body\",\"asset_path\":\"assets/sample/p_sample_body.prefab\"",
        )
        .rejects(&["TGT-18"]);
}

#[test]
fn explicit_components_and_what_refers_to_them() {
    made("F14")
        .with(
            "\"renderer_kind\":\"static\"",
            "\"renderer_kind\":\"fixed\"",
        )
        .rejects(&["TGT-20"]);
    made("F14")
        .with("\"bone_names\":[]", "\"bone_names\":[\"Root\"]")
        .rejects(&["TGT-20"]);
    made("F14")
        .with(
            "\"renderer_path\":\"Mesh_all/lod0/S_sample_body_lod0\"",
            "\"renderer_path\":\"Mesh_all/lod1/x\"",
        )
        .rejects(&["TGT-22"]);
    made("F14")
        .with(
            "\"renderer_path\":\"Mesh_all/lod0/S_sample_body_lod0\"",
            "\"renderer_path\":\"Mesh_all/lod1\"",
        )
        .rejects(&["TGT-22"]);
    for path in [
        "Mesh_all/lod10/x",
        "Mesh_all/lod1_custom/x",
        "Custom/lod1/x",
        "Mesh_all/lod4/x",
        "Mesh_all/lod0",
    ] {
        let new = format!("\"renderer_path\":\"{path}\"");
        made("F14")
            .with(
                "\"renderer_path\":\"Mesh_all/lod0/S_sample_body_lod0\"",
                &new,
            )
            .is_ok();
    }
    made("F14")
        .with(
            "\"bone_names\":[\"Hips\",\"Spine\"],",
            "\"bone_names\":[\"Hips\",\"Spine\"],\"bone_name_aliases\":[],",
        )
        .rejects(&["TGT-24"]);
    made("F14")
        .with(
            "{\"component\":0,\"index\":1,\"name\":\"Spine\"}",
            "{\"component\":1,\"index\":1,\"name\":\"UltSpine\"}",
        )
        .rejects(&["TGT-26"]);
    made("F14")
        .with("\"material_component\":0", "\"material_component\":1")
        .rejects(&["TGT-26"]);
    made("F14")
        .with("\"mesh\":0}]},{\"target\":1", "\"mesh\":1}]},{\"target\":1")
        .rejects(&["TGT-28"]);
    made("F14")
        .with("\"mesh\":0}]},{\"target\":1", "\"mesh\":2}]},{\"target\":1")
        .rejects(&["TGT-28"]);
}

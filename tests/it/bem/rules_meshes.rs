//! MESH and TEX rules that the case files do not show.

use crate::bem::rule_cases::{Made, made};

#[test]
fn mesh_declarations() {
    made("F11")
        .with("\"index_size\":2", "\"index_size\":3")
        .rejects(&["MESH-02"]);
    made("F11")
        .with("\"index_size\":2", "\"index_size\":4")
        .rejects(&["MESH-19"]);
    made("F11")
        .payload(1, |bytes| {
            bytes.pop();
        })
        .rejects(&["MESH-04"]);
    made("F11")
        .payload(2, |bytes| bytes.push(0))
        .rejects(&["MESH-04"]);
    let attributes = |old: &str, new: &str| made("F11").with(old, new);
    attributes("[4,0,2,1,0]", "[14,0,2,1,0]").rejects(&["MESH-06"]);
    attributes("[4,0,2,1,0]", "[4,12,2,1,0]").rejects(&["MESH-06"]);
    attributes("[4,0,2,1,0]", "[4,0,5,1,0]").rejects(&["MESH-06"]);
    attributes("[4,0,2,1,0]", "[4,0,0,1,0]").rejects(&["MESH-06"]);
    attributes("[4,0,2,1,0]", "[4,0,2,3,0]").rejects(&["MESH-06"]);
    attributes("[6,3,4,1,8]", "[4,3,4,1,8]").rejects(&["MESH-06"]);
    attributes("[12,4,4,2,0],[13,6,4,2,8]", "[13,6,4,2,0],[12,4,4,2,4]").rejects(&["MESH-08"]);
    attributes("[12,4,4,2,0],[13,6,4,2,8]", "[12,4,4,2,0],[7,6,4,2,8]").rejects(&["MESH-08"]);
    attributes("[6,3,4,1,8]", "[12,3,4,1,8]")
        .with("[12,4,4,2,0],[13,6,4,2,8]", "[13,6,4,2,0]")
        .with(
            "{\"stride\":12,\"payload\":2}",
            "{\"stride\":4,\"payload\":2}",
        )
        .payload(2, |bytes| bytes.truncate(12))
        .payload(2, |bytes| bytes.fill(0))
        .warns(&["MESH-08"]);
    made("F14")
        .with(
            "[4,0,2,1,0],[6,3,4,1,8]],\"bones\":[],",
            "[4,0,2,1,0],[12,3,4,1,8]],\"bones\":[],",
        )
        .rejects(&["MESH-10"]);
    made("F14")
        .with(
            "\"bones\":[],",
            "\"bones\":[{\"component\":0,\"index\":0,\"name\":\"Hips\"}],",
        )
        .rejects(&["MESH-10"]);
}

#[test]
fn palettes_and_materials_point_at_donors() {
    let bone = r#"{"component":0,"index":0,"name":"bone0"}"#;
    for new in [
        r#"{"component":2,"index":0,"name":"bone0"}"#,
        r#"{"component":0,"index":1,"name":"bone0"}"#,
        r#"{"component":0,"index":0,"name":"bone9"}"#,
        r#"{"component":0,"index":0}"#,
    ] {
        made("F11").with(bone, new).rejects(&["MESH-12"]);
    }
    for (old, new) in [
        ("\"material_component\":0", "\"material_component\":2"),
        ("\"material_slot\":0", "\"material_slot\":1"),
        (
            "\"material_name\":\"material0\"",
            "\"material_name\":\"material1\"",
        ),
        ("\"material_name\":\"material0\",", ""),
    ] {
        made("F11").with(old, new).rejects(&["MESH-18"]);
    }
}

#[test]
fn draws_are_limited_and_old_keys_are_ignored() {
    let draw = r#"{"when":{"eq":["outfit","b"]},"indices":4,"count":3,"material_component":1,"material_slot":0,"material_name":"material1","textures":[1]}"#;
    let draws = |base: Made, n: usize| {
        let more = format!(",{}", draw.replace(r#"{"eq":["outfit","b"]}"#, "false")).repeat(n - 2);
        base.with(draw, &format!("{draw}{more}"))
    };
    draws(made("F11"), 509).is_ok();
    draws(made("F11"), 513).rejects(&["MESH-16", "OPT-16", "VER-02"]);
    draws(made("F11"), 4093).under(2).is_ok();
    draws(made("F11"), 4097)
        .under(2)
        .rejects(&["MESH-16", "OPT-16"]);
    let fixed = r#"{"start":3,"count":3,"material_component":1,"material_slot":0,"material_name":"material1","textures":[1]}"#;
    let many = |n: u32| {
        let list: Vec<String> = (0..n)
            .map(|index| fixed.replace("\"start\":3", &format!("\"start\":{}", 3 * (index + 1))))
            .collect();
        let n_indices = 3 * (n + 1);
        made("F10")
            .with(fixed, &list.join(","))
            .with("\"index_count\":6", &format!("\"index_count\":{n_indices}"))
            .payload(3, |bytes| *bytes = vec![0; 2 * n_indices as usize])
    };
    many(255).is_ok();
    many(256).rejects(&["MESH-16"]);
    made("F11")
        .with("\"index_size\":2", "\"index_size\":2,\"indices\":99")
        .warns(&["MESH-22"]);
    made("F11")
        .with("\"index_size\":2", "\"index_size\":2,\"index_count\":3")
        .warns(&["MESH-22"]);
    made("F11")
        .with(
            "{\"when\":{\"eq\":[\"outfit\",\"a\"]},",
            "{\"start\":0,\"when\":{\"eq\":[\"outfit\",\"a\"]},",
        )
        .warns(&["MESH-22"]);
    made("F11")
        .with("\"textures\":[0]", "\"textures\":[]")
        .with("\"count\":3,", "")
        .rejects(&["MESH-17"]);
}

#[test]
fn weights_and_indices_are_looked_at() {
    let weight = |vertex: usize, value: u16| {
        made("F11").payload(2, |bytes| {
            bytes[vertex * 12..vertex * 12 + 2].copy_from_slice(&value.to_le_bytes());
        })
    };
    weight(0, 64_880).is_ok();
    weight(1, 64_879).rejects(&["MESH-14"]);
    let both = |a: u16, b: u16| {
        made("F11").payload(2, |bytes| {
            bytes[0..2].copy_from_slice(&a.to_le_bytes());
            bytes[2..4].copy_from_slice(&b.to_le_bytes());
        })
    };
    both(65_535, 655).is_ok();
    both(65_535, 656).rejects(&["MESH-14"]);
    both(32_768, 32_767).is_ok();
    made("F11")
        .payload(3, |bytes| bytes[4] = 9)
        .rejects(&["MESH-20"]);
    made("F11")
        .payload(4, |bytes| bytes[0] = 3)
        .rejects(&["MESH-20"]);
    made("F10")
        .payload(3, |bytes| bytes[10] = 9)
        .rejects(&["MESH-20"]);
}

#[test]
fn names_of_one_list_differ() {
    made("F11")
        .with("\"textures\":[0]", "\"textures\":[0,1]")
        .warns(&["MESH-24"]);
    made("F12S")
        .with("[{\"slot\":\"dress_d\"}]", "[{\"slot\":\"dress_d\"},1]")
        .rejects(&["MESH-24"]);
    made("F12S")
        .with("[{\"slot\":\"dress_d\"}]", "[{\"slot\":\"dress_d\"},0]")
        .is_ok();
}

#[test]
fn textures() {
    let texture = |old: &str, new: &str| made("F11").with(old, new);
    texture("\"width\":4", "\"width\":0").rejects(&["TEX-02"]);
    texture("\"width\":4", "\"width\":32772").rejects(&["TEX-02"]);
    texture("\"mips\":1", "\"mips\":0").rejects(&["TEX-04"]);
    texture("\"mips\":1", "\"mips\":17").rejects(&["TEX-04"]);
    made("F11")
        .with("\"mips\":1", "\"mips\":16")
        .payload(5, |bytes| bytes.resize(16 * 8, 0))
        .is_ok();
    let large = |mips: &str, size: usize| {
        made("F11")
            .with(
                "\"width\":4,\"height\":4,\"mips\":1,\"format\":10",
                &format!("\"width\":8192,\"height\":8192,\"mips\":{mips},\"format\":25"),
            )
            .payload(5, |bytes| *bytes = vec![1; size])
    };
    large("1", 67_108_864).is_ok();
    large("2", 83_886_080).rejects(&["TEX-06", "VER-02"]);
    large("2", 83_886_080).under(2).is_ok();
    texture(
        "\"srgb\":true",
        "\"srgb\":false,\"semantic\":\"normal\",\"normal_encoding\":\"xy-unorm\"",
    )
    .is_ok();
    texture(
        "\"srgb\":true",
        "\"srgb\":false,\"semantic\":\"normal\",\"normal_encoding\":\"rgb\"",
    )
    .warns(&["TEX-10"]);
    texture(
        "\"srgb\":true",
        "\"srgb\":true,\"normal_encoding\":\"xy-unorm\"",
    )
    .warns(&["TEX-10"]);
    texture("\"srgb\":true", "\"srgb\":true,\"semantic\":5").warns(&["TEX-09"]);
}

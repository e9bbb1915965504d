//! APP, OPT, SLOT and ALI rules that the case files do not show.

use crate::bem::rule_cases::made;

#[test]
fn fixed_appearances() {
    made("F10")
        .with(
            "\"default_appearance_id\":\"default\"",
            "\"default_appearance_id\":\"none\"",
        )
        .rejects(&["APP-02"]);
    made("F10")
        .with("\"operation\":\"hide\"", "\"operation\":\"melt\"")
        .rejects(&["APP-04"]);
    made("F10")
        .with(
            "\"operation\":\"hide\"",
            "\"operation\":\"hide\",\"mesh\":0",
        )
        .warns(&["APP-04"]);
    made("F10")
        .with(
            "\"operation\":\"replace\",\"mesh\":0",
            "\"operation\":\"replace\"",
        )
        .rejects(&["APP-04"]);
    made("F10")
        .with(
            "\"operation\":\"replace\",\"mesh\":0",
            "\"operation\":\"replace\",\"mesh\":1",
        )
        .rejects(&["APP-04"]);
    let preview = |payload: &[u8]| {
        made("F10")
            .and(payload)
            .with("\"name\":\"Hidden\"", "\"name\":\"Hidden\",\"preview\":6")
    };
    preview(b"\x89PNG\r\n\x1a\n.").is_ok();
    preview(b"no picture").warns(&["APP-06"]);
    let choice = |payload: &[u8]| {
        made("F11")
            .and(payload)
            .with("\"name\":\"On\"", "\"name\":\"On\",\"preview\":7")
    };
    choice(b"\x89PNG\r\n\x1a\n.").is_ok();
    choice(b"no picture").warns(&["APP-06"]);
    let mut large = b"\x89PNG\r\n\x1a\n".to_vec();
    large.resize(8 << 20, 0);
    choice(&large).is_ok();
    large.push(0);
    choice(&large).warns(&["APP-06"]);
}

#[test]
fn the_resident_bytes_of_an_appearance_are_limited() {
    // Eight entries of one 64 MiB texture in one appearance, and streams besides.
    let texture = r#"{"width":4,"height":4,"mips":1,"format":10,"srgb":true,"original_name":"original","payload":4}"#;
    let large = r#"{"width":8192,"height":8192,"mips":1,"format":25,"srgb":true,"original_name":"original","payload":4}"#;
    let build = |n: usize| {
        let list: Vec<String> = (0..n).map(|index| index.to_string()).collect();
        let mut many = String::new();
        for index in 0..n {
            let name = format!("\"original_name\":\"t{index}\"");
            many.push_str(&large.replace("\"original_name\":\"original\"", &name));
            many.push(',');
        }
        made("F10")
            .with(texture, many.trim_end_matches(','))
            .with(
                "\"textures\":[0]",
                &format!("\"textures\":[{}]", list.join(",")),
            )
            .with("\"textures\":[1]", "\"textures\":[]")
            .payload(4, |bytes| *bytes = vec![7; 64 << 20])
    };
    build(7).is_ok();
    build(8).rejects(&["APP-08"]);
}

#[test]
fn groups_choices_and_candidates_have_their_limits() {
    let choices = |n: usize| {
        let more: Vec<String> = (2..n)
            .map(|n| format!(",{{\"id\":\"p{n:02}\",\"name\":\"P\"}}"))
            .collect();
        let more = more.concat();
        let off = r#"{"id":"off","name":"Off"}"#;
        made("F11").with(off, &format!("{off}{more}"))
    };
    choices(16).is_ok();
    choices(17).rejects(&["OPT-02", "VER-02"]);
    choices(64).under(2).is_ok();
    choices(65).under(2).rejects(&["OPT-02"]);
    let list = r#""choices":[{"id":"a","name":"A"},{"id":"b","name":"B"}]"#;
    made("F11")
        .with(list, r#""choices":[]"#)
        .rejects(&["OPT-02", "OPT-03", "OPT-05"]);
    let keep = r#"{"operation":"replace","mesh":0}"#;
    let candidates = |n: usize| {
        let more = r#"{"when":false,"operation":"keep"},"#.repeat(n - 1);
        made("F11").with(keep, &format!("{more}{keep}"))
    };
    // 508 of one rule, 2 of the other, 2 draws: 512.
    candidates(508).is_ok();
    candidates(509).rejects(&["OPT-16", "VER-02"]);
    candidates(513).rejects(&["OPT-14", "OPT-16", "VER-02"]);
    candidates(4092).under(2).is_ok();
    candidates(4093).under(2).rejects(&["OPT-16"]);
    candidates(4097).under(2).rejects(&["OPT-14", "OPT-16"]);
    made("F11")
        .with(&format!("[{keep}]"), "[]")
        .rejects(&["OPT-14"]);
}

#[test]
fn conditions_have_one_of_four_forms() {
    let when = |condition: &str| {
        made("F11").with(
            r#"{"when":{"eq":["outfit","a"]},"#,
            &format!("{{\"when\":{condition},"),
        )
    };
    for fine in [
        "true",
        r#"{"not":{"eq":["outfit","b"]}}"#,
        r#"{"any":[{"eq":["outfit","a"]},false]}"#,
    ] {
        when(fine).is_ok();
    }
    for odd in [
        "5",
        "\"outfit\"",
        "{}",
        "[]",
        r#"{"xor":[]}"#,
        r#"{"eq":["outfit","a"],"not":true}"#,
        r#"{"not":null}"#,
    ] {
        when(odd).rejects(&["OPT-04"]);
    }
    when("null").rejects(&["OPT-08"]);
    for odd in [
        r#"{"all":[]}"#,
        r#"{"any":[]}"#,
        r#"{"all":true}"#,
        r#"{"all":{}}"#,
    ] {
        when(odd).rejects(&["OPT-06"]);
    }
    let many = |n: usize| format!("{{\"all\":[{}]}}", vec!["true"; n].join(","));
    when(&many(32)).is_ok();
    when(&many(33)).rejects(&["OPT-06"]);
    made("F11")
        .with(
            r#""available_when":{"eq":["outfit","b"]}"#,
            r#""available_when":null"#,
        )
        .rejects(&["OPT-08"]);
    made("F11")
        .on_top(r#""selection_constraints":{},"#)
        .rejects(&["OPT-10"]);
    made("F11")
        .on_top(r#""selection_constraints":[true,{"eq":["outfit","c"]}],"#)
        .rejects(&["OPT-05"]);
    made("F11").on_top(r#""selection_constraints":[],"#).is_ok();
}

#[test]
fn keep_overrides_name_the_components_own_materials() {
    let entry = r#"{"material_slot":0,"material_name":"material1","textures":[2]}"#;
    let with = |new: &str| made("F11K").with(entry, new);
    with(r#"{"material_slot":0,"material_name":"other","textures":[2]}"#).rejects(&["OPT-20"]);
    with(r#"{"material_slot":1,"material_name":"material1","textures":[2]}"#).rejects(&["OPT-20"]);
    with(r#"{"material_name":"material1","textures":[2]}"#).rejects(&["OPT-20"]);
    with(&format!("{entry},{entry}")).rejects(&["OPT-20"]);
    with(r#"{"material_slot":0,"material_name":"material1","textures":[3]}"#).rejects(&["MESH-23"]);
    with(r#"{"material_slot":0,"material_name":"material1","textures":[0,1]}"#).warns(&["MESH-24"]);
}

#[test]
fn slots_and_aliases() {
    let slot = r#"{"when":{"eq":["colour","c0"]},"texture":null}"#;
    made("F12S")
        .with(slot, r#"{"when":{"eq":["colour","c0"]}}"#)
        .rejects(&["SLOT-02"]);
    made("F12S")
        .with("\"texture\":2}", "\"texture\":3}")
        .rejects(&["SLOT-02"]);
    made("F12S")
        .with("\"texture\":2}", "\"texture\":\"2\"}")
        .rejects(&["JSON-10"]);
    let alias = |alias: &str| {
        let new = format!("\"bone_names\":[\"bone0\"],\"bone_name_aliases\":[{alias}],");
        made("F11")
            .with("\"bone_names\":[\"bone0\"],", &new)
            .with(
                "\"composable-options\"",
                "\"composable-options\",\"resource-bone-aliases\"",
            )
            .under(2)
    };
    alias(r#"{"index":0,"resource":"world","name":"bone0_x"}"#).is_ok();
    alias(r#"{"index":0,"resource":"world","name":"bone0"}"#).rejects(&["ALI-02"]);
    alias(r#"{"index":0,"resource":"world","name":""}"#).rejects(&["ALI-02"]);
    let long = format!(
        r#"{{"index":0,"resource":"ui","name":"{}"}}"#,
        "a".repeat(257)
    );
    alias(&long).rejects(&["ALI-02"]);
}

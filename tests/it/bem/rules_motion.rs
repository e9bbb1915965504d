//! PAR, MAT, ROOT, DRV and SND rules that the case files do not show.

use crate::bem::rule_cases::{Made, made};

#[test]
fn sliders() {
    for key in [
        "\"min\":0,",
        "\"max\":1000,",
        "\"neutral\":0,",
        "\"default\":0,",
    ] {
        made("F13").with(key, "").warns(&["PAR-02"]);
    }
    made("F13")
        .with("\"default\":0,\"step\":1", "\"default\":0")
        .warns(&["PAR-02"]);
    made("F13")
        .with("\"min\":0", "\"min\":\"0\"")
        .rejects(&["PAR-02"]);
    made("F13")
        .with("\"default\":0", "\"default\":1001")
        .rejects(&["PAR-04"]);
    made("F13")
        .with("\"step\":1", "\"step\":3")
        .rejects(&["PAR-04"]);
    made("F13")
        .with("\"step\":1", "\"step\":10")
        .with("\"default\":0", "\"default\":5")
        .rejects(&["PAR-04"]);
    let channel = r#"{"mesh":0,"parameter":"sleeve_length","frames":["#;
    made("F13")
        .with(
            channel,
            r#"{"mesh":1,"parameter":"sleeve_length","frames":["#,
        )
        .rejects(&["PAR-06"]);
    made("F13")
        .with(channel, r#"{"mesh":0,"parameter":"nothing","frames":["#)
        .rejects(&["PAR-06"]);
    let whole = r#"{"mesh":0,"parameter":"sleeve_length","frames":[{"value":0,"neutral":true},{"value":1000,"payload":7,"count":2,"encoding":"sparse-position-f32"}]}"#;
    made("F13")
        .with(whole, &format!("{whole},{whole}"))
        .rejects(&["PAR-06"]);
    made("F13")
        .with("{\"value\":1000,", "{\"value\":999,")
        .rejects(&["PAR-08"]);
    made("F13")
        .with(
            "\"value\":0,\"neutral\":true}",
            "\"value\":10,\"neutral\":true}",
        )
        .with("\"neutral\":0", "\"neutral\":10")
        .rejects(&["PAR-08"]);
    let delta = r#"{"value":1000,"payload":7,"count":2,"encoding":"sparse-position-f32"}"#;
    made("F13")
        .with(delta, &delta.replace('}', ",\"neutral\":false}"))
        .warns(&["PAR-10"]);
    made("F13")
        .with(delta, &delta.replace('}', ",\"note\":1}"))
        .warns(&["PAR-10"]);
    made("F13")
        .with(delta, &delta.replace("\"payload\":7,", ""))
        .rejects(&["PAR-10"]);
    made("F13")
        .with(delta, &delta.replace("\"count\":2,", ""))
        .rejects(&["PAR-10"]);
    made("F13")
        .with("\"count\":2", "\"count\":4")
        .rejects(&["PAR-12"]);
    made("F13")
        .with("\"count\":2", "\"count\":1")
        .rejects(&["PAR-15", "PAR-16"]);
}

#[test]
fn delta_payloads() {
    made("F13")
        .payload(7, |bytes| {
            bytes.pop();
        })
        .rejects(&["PAR-16"]);
    made("F13")
        .payload(7, |bytes| bytes.push(0))
        .rejects(&["PAR-16"]);
    made("F13")
        .payload(7, |bytes| bytes.truncate(3))
        .rejects(&["PAR-15"]);
    made("F13")
        .payload(7, |bytes| bytes[0] = 0)
        .rejects(&["PAR-15"]);
    made("F13")
        .payload(7, |bytes| bytes.truncate(40))
        .rejects(&["PAR-15"]);
    made("F13")
        .with("\"count\":2", "\"count\":0")
        .payload(7, |bytes| {
            bytes.truncate(48);
            bytes[13] = b'0';
        })
        .is_ok();
    made("F13")
        .payload(0, |bytes| {
            bytes[0..4].copy_from_slice(&f32::NAN.to_le_bytes());
        })
        .warns(&["PAR-14"]);
    let overflow = |made: Made| {
        made.payload(0, |bytes| {
            bytes[0..4].copy_from_slice(&3e38_f32.to_le_bytes());
        })
        .payload(7, |bytes| {
            bytes[52..56].copy_from_slice(&3e38_f32.to_le_bytes());
        })
    };
    overflow(made("F13")).warns(&["PAR-18"]);
    // Opposite signs stay inside.
    overflow(made("F13"))
        .payload(7, |bytes| {
            bytes[52..56].copy_from_slice(&(-3e38_f32).to_le_bytes());
        })
        .is_ok();
}

#[test]
fn material_overrides() {
    let overrides =
        r#""material_overrides":{"floats":{"_Smoothness":0.35},"enable_keywords":["_EMISSION"]}"#;
    let with =
        |new: &str| made("F15").with(overrides, &format!("\"material_overrides\":{{{new}}}"));
    with(r#""ints":{"_A":1}"#).warns(&["MAT-02"]);
    with(r#""colors":{"_Color":[0,1,8,0.5]}"#).is_ok();
    with(r#""colors":{"_Color":[0,1,8]}"#).rejects(&["MAT-04"]);
    with(r#""colors":{"_Color":[0,1,8.001,0]}"#).rejects(&["MAT-04"]);
    with(r#""colors":{"_Color":[0,-0.1,8,0]}"#).rejects(&["MAT-04"]);
    with(r#""colors":[]"#).rejects(&["MAT-04"]);
    let many = |n: usize| {
        let list: Vec<String> = (0..n).map(|n| format!("\"_C{n}\":[0,0,0,0]")).collect();
        with(&format!("\"colors\":{{{}}}", list.join(",")))
    };
    many(16).is_ok();
    many(17).rejects(&["MAT-04"]);
    let keywords = |n: usize| {
        let list: Vec<String> = (0..n).map(|n| format!("\"K{n}\"")).collect();
        with(&format!("\"disable_keywords\":[{}]", list.join(",")))
    };
    keywords(16).is_ok();
    keywords(17).rejects(&["MAT-06"]);
    with(r#""enable_keywords":"_EMISSION""#).rejects(&["MAT-06"]);
    with(r#""enable_keywords":[5]"#).rejects(&["MAT-06"]);
    with(r#""enable_keywords":["_A","_A"]"#).warns(&["MAT-08"]);
    with(r#""enable_keywords":["_A"],"disable_keywords":["_A"]"#).warns(&["MAT-08"]);
    with("").is_ok();
    with(r#""floats":{}"#).is_ok();
}

#[test]
fn root_offsets() {
    let path =
        |path: &str| made("F15").with("\"path\":\"Bip001\"", &format!("\"path\":\"{path}\""));
    path("").rejects(&["ROOT-02"]);
    path("Bip.001").rejects(&["ROOT-02"]);
    path("灯").rejects(&["ROOT-02"]);
    path(&"a".repeat(256)).is_ok();
    path(&"a".repeat(257)).rejects(&["ROOT-02"]);
    let translation = |numbers: &str| made("F15").with("[0.0,0.04,0.0]", numbers);
    translation("[0,0.04]").rejects(&["ROOT-04"]);
    translation("[0,0.04,\"0\"]").rejects(&["ROOT-04"]);
    translation("{}").rejects(&["ROOT-04"]);
    translation("[0.12,0.16,0]").is_ok();
}

#[test]
fn drivers() {
    made("F15")
        .with("\"waveform\":\"sine\"", "\"waveform\":\"triangle\"")
        .warns(&["DRV-04"]);
    made("F15")
        .with("\"waveform\":\"sine\"", "\"waveform\":5")
        .warns(&["DRV-04"]);
    made("F15")
        .with("\"default_playing\":false", "\"default_playing\":true")
        .warns(&["DRV-06"]);
    made("F15")
        .with("\"default_playing\":false", "\"default_playing\":\"no\"")
        .rejects(&["DRV-06"]);
    made("F15").with("\"default_playing\":false,", "").is_ok();
    made("F15")
        .with("\"speed_multiplier\":1.0", "\"speed_multiplier\":10.1")
        .rejects(&["DRV-08"]);
    made("F15")
        .with("\"speed_multiplier\":1.0", "\"speed_multiplier\":-1")
        .rejects(&["DRV-08"]);
    made("F15")
        .with("\"type\":\"morph_parameter\"", "\"type\":\"matrix\"")
        .warns(&["DRV-10"]);
    made("F15")
        .with("\"type\":\"morph_parameter\"", "\"type\":\"blend_shape\"")
        .is_ok();
    let range =
        |range: &str| made("F15").with("\"range\":[0.05,1.0]", &format!("\"range\":{range}"));
    range("[0.0,1.2]").rejects(&["DRV-12"]);
    range("[0.5,0.5]").warns(&["DRV-12"]);
    range("[0.8,0.2]").rejects(&["DRV-12"]);
    range("[0.8]").rejects(&["DRV-12"]);
    range("0.8").rejects(&["DRV-12"]);
    made("F15")
        .with("\"range\":[0.0,1.5]", "\"range\":[-128,128.5]")
        .rejects(&["DRV-12"]);
    made("F15")
        .with(
            "\"property\":\"_EmissionWeight\"",
            "\"property\":\"Emission\"",
        )
        .rejects(&["DRV-14"]);
    made("F15")
        .with("\"property\":\"_EmissionWeight\",", "")
        .rejects(&["DRV-14"]);
    let keyword = |rest: &str| {
        made("F15").with(
            r#"{"type":"material_float","component":0,"material_slot":0,"property":"_EmissionWeight","range":[0.0,1.5]}"#,
            &format!(r#"{{"type":"material_keyword","component":0,"material_slot":0,{rest}}}"#),
        )
    };
    keyword(r#""keyword":"_EMISSION""#).is_ok();
    keyword(r#""keyword":"_Emission""#).rejects(&["DRV-14"]);
    keyword(r#""keyword":"_EMISSION","threshold":1"#).is_ok();
    keyword(r#""keyword":"_EMISSION","threshold":1.01"#).rejects(&["DRV-16"]);
    let positions_elsewhere = made("F15")
        .with(
            "[0,0,3,0,0],[1,0,1,0,12],[4,0,2,1,0],[6,3,4,1,8]",
            "[1,0,3,0,0],[6,3,4,0,12],[0,0,3,1,0]",
        )
        .payload(1, |bytes| bytes.fill(0));
    positions_elsewhere.warns(&["DRV-18"]);
}

#[test]
fn sounds() {
    made("F15")
        .payload(8, |bytes| {
            bytes.pop();
        })
        .rejects(&["SND-02"]);
    made("F15")
        .payload(8, |bytes| bytes.resize(32 << 20, 0))
        .is_ok();
    made("F15")
        .payload(8, |bytes| bytes.resize((32 << 20) + 1, 0))
        .rejects(&["SND-02"]);
    made("F15")
        .with("\"gain\":0.8", "\"gain\":2.01")
        .rejects(&["SND-04"]);
    made("F15")
        .with("\"offset_seconds\":0.0", "\"offset_seconds\":61")
        .rejects(&["SND-04"]);
    made("F15")
        .with("\"loop\":true", "\"loop\":\"yes\"")
        .rejects(&["SND-04"]);
}

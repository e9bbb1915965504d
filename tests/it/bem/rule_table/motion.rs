//! PAR, MAT, ROOT, DRV and SND.

use super::{Case, Row, edited, file, fixture, row};
use crate::bem::rule_cases::made;

const CHANNEL: &str = r#"{"mesh":0,"parameter":"sleeve_length","frames":["#;
const DELTA: &str = r#"{"value":1000,"payload":7,"count":2,"encoding":"sparse-position-f32"}"#;
const OVERRIDES: &str =
    r#""material_overrides":{"floats":{"_Smoothness":0.35},"enable_keywords":["_EMISSION"]}"#;
const GLOW: &str = r#"{"type":"material_float","component":0,"material_slot":0,"property":"_EmissionWeight","range":[0.0,1.5]}"#;
const STREAM_0: &str = "[0,0,3,0,0],[1,0,1,0,12],[4,0,2,1,0],[6,3,4,1,8]";

/// F15 with these material overrides on its first draw.
fn overrides(members: &str) -> Case {
    edited(
        "F15",
        &[(OVERRIDES, &format!("\"material_overrides\":{{{members}}}"))],
    )
}

/// So many colours, or keywords.
fn list(n: usize, item: fn(usize) -> String) -> String {
    let items: Vec<String> = (0..n).map(item).collect();
    items.join(",")
}

fn colors(n: usize) -> Case {
    let colors = list(n, |n| format!("\"_C{n}\":[0,0,0,0]"));
    overrides(&format!("\"colors\":{{{colors}}}"))
}

fn keywords(n: usize) -> Case {
    let keywords = list(n, |n| format!("\"K{n}\""));
    overrides(&format!("\"disable_keywords\":[{keywords}]"))
}

/// F15 with a keyword binding in place of the glow.
fn keyword(rest: &str) -> Case {
    let binding =
        format!(r#"{{"type":"material_keyword","component":0,"material_slot":0,{rest}}}"#);
    edited("F15", &[(GLOW, &binding)])
}

/// F13 with a first base position and a first offset in x.
fn far(base: f32, offset: f32) -> Case {
    let made = made("F13")
        .payload(0, |bytes| bytes[0..4].copy_from_slice(&base.to_le_bytes()))
        .payload(7, |bytes| {
            bytes[52..56].copy_from_slice(&offset.to_le_bytes());
        });
    Case::from(made)
}

/// F15 with a sound of so many bytes.
fn sound(n_bytes: usize) -> Case {
    Case::from(made("F15").payload(8, |bytes| bytes.resize(n_bytes, 0)))
}

fn motion(old: &str, new: &str) -> Case {
    edited("F15", &[(old, new)])
}

pub(super) const ROWS: &[Row] = &[
    row(
        "PAR-01",
        "reject",
        || file("PAR-01-1-ok.bem"),
        || file("PAR-01-2-reject.bem"),
    ),
    row(
        "PAR-02",
        "warn",
        || fixture("F13"),
        || edited("F13", &[("\"neutral\":0,", "")]),
    ),
    row(
        "PAR-03",
        "reject",
        || file("PAR-03-4-ok.bem"),
        || file("PAR-03-1-reject.bem"),
    ),
    row(
        "PAR-04",
        "reject",
        || {
            edited(
                "F13",
                &[
                    ("\"step\":1", "\"step\":10"),
                    ("\"default\":0", "\"default\":30"),
                ],
            )
        },
        || {
            edited(
                "F13",
                &[
                    ("\"step\":1", "\"step\":10"),
                    ("\"default\":0", "\"default\":5"),
                ],
            )
        },
    ),
    row(
        "PAR-05",
        "reject",
        || file("PAR-05-3-ok.bem"),
        || file("PAR-05-1-reject.bem"),
    ),
    row(
        "PAR-06",
        "reject",
        || fixture("F13"),
        || {
            edited(
                "F13",
                &[(CHANNEL, &CHANNEL.replace("\"mesh\":0", "\"mesh\":1"))],
            )
        },
    ),
    row(
        "PAR-07",
        "reject",
        || file("PAR-07-6-ok.bem"),
        || file("PAR-07-1-reject.bem"),
    ),
    row(
        "PAR-08",
        "reject",
        || fixture("F13"),
        || edited("F13", &[("{\"value\":1000,", "{\"value\":999,")]),
    ),
    row(
        "PAR-09",
        "reject",
        || file("PAR-09-7-ok.bem"),
        || file("PAR-09-1-reject.bem"),
    ),
    row(
        "PAR-10",
        "reject",
        || fixture("F13"),
        || edited("F13", &[(DELTA, &DELTA.replace("\"count\":2,", ""))]),
    ),
    row(
        "PAR-11",
        "reject",
        || fixture("F13"),
        || file("PAR-11-1-reject.bem"),
    ),
    row(
        "PAR-12",
        "reject",
        || {
            edited(
                "F13",
                &[("\"payload\":7,\"count\":2", "\"count\":2,\"payload\":7")],
            )
        },
        || edited("F13", &[("\"count\":2", "\"count\":4")]),
    ),
    row(
        "PAR-13",
        "reject",
        || fixture("F13"),
        || file("PAR-13-1-reject.bem"),
    ),
    row("PAR-14", "warn", || far(1.0, 2.0), || far(f32::NAN, 2.0)),
    row(
        "PAR-15",
        "reject",
        || file("PAR-15-7-ok.bem"),
        || file("PAR-15-1-reject.bem"),
    ),
    row(
        "PAR-16",
        "reject",
        || fixture("F13"),
        || Case::from(made("F13").payload(7, |bytes| bytes.push(0))),
    ),
    row(
        "PAR-17",
        "reject",
        || file("PAR-17-5-ok.bem"),
        || file("PAR-17-1-reject.bem"),
    ),
    row("PAR-18", "warn", || far(3e38, -3e38), || far(3e38, 3e38)),
    row(
        "MAT-01",
        "reject",
        || fixture("F15"),
        || file("MAT-01-1-reject.bem"),
    ),
    row(
        "MAT-02",
        "warn",
        || overrides(r#""floats":{"_A":1}"#),
        || overrides(r#""floats":{"_A":1},"ints":{"_B":1}"#),
    ),
    row(
        "MAT-03",
        "reject",
        || file("MAT-03-1-ok.bem"),
        || file("MAT-03-2-reject.bem"),
    ),
    row("MAT-04", "reject", || colors(16), || colors(17)),
    row(
        "MAT-05",
        "reject",
        || file("MAT-05-1-ok.bem"),
        || file("MAT-05-2-reject.bem"),
    ),
    row("MAT-06", "reject", || keywords(16), || keywords(17)),
    row(
        "MAT-07",
        "reject",
        || file("MAT-07-3-ok.bem"),
        || file("MAT-07-1-reject.bem"),
    ),
    row(
        "MAT-08",
        "warn",
        || overrides(r#""enable_keywords":["_A","_B"]"#),
        || overrides(r#""enable_keywords":["_A","_A"]"#),
    ),
    row(
        "MAT-09",
        "warn",
        || fixture("F15"),
        || file("MAT-09-1-warn.bem"),
    ),
    row(
        "MAT-10",
        "ok",
        || overrides(r#""floats":{"_A":1}"#),
        || overrides(r#""floats":{"_A":1},"colors":{}"#),
    ),
    row(
        "ROOT-01",
        "reject",
        || fixture("F15"),
        || file("ROOT-01-1-reject.bem"),
    ),
    row(
        "ROOT-02",
        "reject",
        || {
            motion(
                "\"path\":\"Bip001\"",
                &format!("\"path\":\"{}\"", "a".repeat(256)),
            )
        },
        || motion("\"path\":\"Bip001\"", "\"path\":\"Bip.001\""),
    ),
    row(
        "ROOT-03",
        "reject",
        || file("ROOT-03-6-ok.bem"),
        || file("ROOT-03-1-reject.bem"),
    ),
    row(
        "ROOT-04",
        "reject",
        || motion("[0.0,0.04,0.0]", "[0,0.04,0]"),
        || motion("[0.0,0.04,0.0]", "[0.0,0.04]"),
    ),
    row(
        "ROOT-05",
        "reject",
        || file("ROOT-05-1-ok.bem"),
        || file("ROOT-05-3-reject.bem"),
    ),
    row(
        "DRV-01",
        "warn",
        || file("DRV-01-1-ok.bem"),
        || file("DRV-01-2-warn.bem"),
    ),
    row(
        "DRV-02",
        "reject",
        || fixture("F15"),
        || motion("\"id\":\"glow_pulse\"", "\"id\":\"lantern_swing\""),
    ),
    row(
        "DRV-03",
        "warn",
        || file("DRV-03-3-ok.bem"),
        || file("DRV-03-1-warn.bem"),
    ),
    row(
        "DRV-04",
        "warn",
        || motion("\"waveform\":\"sine\"", "\"waveform\":\"jitter\""),
        || motion("\"waveform\":\"sine\"", "\"waveform\":\"triangle\""),
    ),
    row(
        "DRV-05",
        "warn",
        || file("DRV-05-2-ok.bem"),
        || file("DRV-05-1-warn.bem"),
    ),
    row(
        "DRV-06",
        "warn",
        || motion("\"default_playing\":false,", ""),
        || motion("\"default_playing\":false", "\"default_playing\":true"),
    ),
    row(
        "DRV-07",
        "reject",
        || file("DRV-07-1-ok.bem"),
        || file("DRV-07-3-reject.bem"),
    ),
    row(
        "DRV-08",
        "reject",
        || motion("\"speed_multiplier\":1.0", "\"speed_multiplier\":10"),
        || motion("\"speed_multiplier\":1.0", "\"speed_multiplier\":10.1"),
    ),
    row(
        "DRV-09",
        "reject",
        || file("DRV-09-1-ok.bem"),
        || file("DRV-09-2-reject.bem"),
    ),
    row(
        "DRV-10",
        "warn",
        || motion("\"type\":\"morph_parameter\"", "\"type\":\"blend_shape\""),
        || motion("\"type\":\"morph_parameter\"", "\"type\":\"matrix\""),
    ),
    row(
        "DRV-11",
        "reject",
        || fixture("F15"),
        || file("DRV-11-1-reject.bem"),
    ),
    row(
        "DRV-12",
        "reject",
        || motion("\"range\":[0.05,1.0]", "\"range\":[0,1]"),
        || motion("\"range\":[0.05,1.0]", "\"range\":[0.8,0.2]"),
    ),
    row(
        "DRV-13",
        "warn",
        || file("DRV-13-3-ok.bem"),
        || file("DRV-13-1-warn.bem"),
    ),
    row(
        "DRV-14",
        "reject",
        || keyword(r#""keyword":"_EMISSION""#),
        || keyword(r#""keyword":"_Emission""#),
    ),
    row(
        "DRV-15",
        "reject",
        || file("DRV-15-1-ok.bem"),
        || file("DRV-15-2-reject.bem"),
    ),
    row(
        "DRV-16",
        "reject",
        || keyword(r#""keyword":"_EMISSION","threshold":1"#),
        || keyword(r#""keyword":"_EMISSION","threshold":1.01"#),
    ),
    row(
        "DRV-17",
        "warn",
        || file("DRV-17-3-ok.bem"),
        || file("DRV-17-1-warn.bem"),
    ),
    row(
        "DRV-18",
        "warn",
        || fixture("F15"),
        || {
            let made = made("F15").with(STREAM_0, "[1,0,3,0,0],[6,3,4,0,12],[0,0,3,1,0]");
            Case::from(made.payload(1, |bytes| bytes.fill(0)))
        },
    ),
    row(
        "SND-01",
        "reject",
        || fixture("F15"),
        || file("SND-01-1-reject.bem"),
    ),
    row("SND-02", "reject", || sound(16), || sound(15)),
    row(
        "SND-03",
        "warn",
        || file("SND-03-2-ok.bem"),
        || file("SND-03-1-warn.bem"),
    ),
    row(
        "SND-04",
        "reject",
        || motion("\"gain\":0.8", "\"gain\":2"),
        || motion("\"gain\":0.8", "\"gain\":2.01"),
    ),
    row(
        "SND-05",
        "warn",
        || file("SND-05-1-ok.bem"),
        || file("SND-05-2-warn.bem"),
    ),
];

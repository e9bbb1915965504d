//! JSON and ID.

use super::{Case, Row, edited, file, fixture, row};
use crate::bem::rule_cases::made;

const NAME: &str = "\"name\":\"Sample\"";
const TEXTURE: &str = r#"{"width":4,"height":4,"mips":1,"format":10,"srgb":true,"original_name":"original","payload":6}"#;

/// F11 with so many textures.
fn textures(n: usize) -> Case {
    let list = vec![TEXTURE; n - 1].join(",");
    edited("F11", &[(TEXTURE, &list)])
}

pub(super) const ROWS: &[Row] = &[
    row(
        "JSON-01",
        "reject",
        || file("JSON-01-6-ok.bem"),
        || file("JSON-01-1-reject.bem"),
    ),
    row(
        "JSON-02",
        "reject",
        || fixture("F11"),
        || edited("F11", &[("\"schema\":1,", "\"schema\":1,,")]),
    ),
    row(
        "JSON-03",
        "reject",
        || file("JSON-03-4-ok.bem"),
        || file("JSON-03-1-reject.bem"),
    ),
    row(
        "JSON-04",
        "reject",
        || Case::from(made("F11").on_top("\"x\":\"\\ud83d\\ude00\",")),
        || Case::from(made("F11").on_top("\"x\":\"\\ud83d\",")),
    ),
    row(
        "JSON-05",
        "reject",
        || file("JSON-05-1-ok.bem"),
        || file("JSON-05-2-reject.bem"),
    ),
    row(
        "JSON-06",
        "reject",
        || Case::from(made("F11").on_top("\"x\":[4294967295,-0],")),
        || edited("F11", &[("\"vertex_count\":3", "\"vertex_count\":3.0")]),
    ),
    row(
        "JSON-07",
        "reject",
        || file("JSON-07-4-ok.bem"),
        || file("JSON-07-1-reject.bem"),
    ),
    row(
        "JSON-08",
        "reject",
        || fixture("F14"),
        || edited("F14", &[("\"id\":0", "\"id\":false")]),
    ),
    row(
        "JSON-09",
        "reject",
        || fixture("F11"),
        || file("JSON-09-1-reject.bem"),
    ),
    row(
        "JSON-10",
        "reject",
        || fixture("F11"),
        || edited("F11", &[("\"author\":\"Author\",", "")]),
    ),
    row(
        "JSON-11",
        "reject",
        || file("JSON-11-5-ok.bem"),
        || file("JSON-11-1-reject.bem"),
    ),
    row("JSON-12", "reject", || textures(4096), || textures(4098)),
    row(
        "ID-01",
        "reject",
        || file("ID-01-7-ok.bem"),
        || file("ID-01-1-reject.bem"),
    ),
    row(
        "ID-02",
        "reject",
        || {
            edited(
                "F11",
                &[(
                    "{\"id\":\"a\",\"name\":\"A\"}",
                    "{\"name\":\"A\",\"id\":\"a\"}",
                )],
            )
        },
        || {
            edited(
                "F11",
                &[("{\"id\":\"a\",\"name\":\"A\"}", "{\"name\":\"A\"}")],
            )
        },
    ),
    row(
        "ID-03",
        "reject",
        || file("ID-03-6-ok.bem"),
        || file("ID-03-1-reject.bem"),
    ),
    row(
        "ID-04",
        "reject",
        || {
            edited(
                "F11",
                &[(NAME, &format!("\"name\":\"{}a\"", "灯".repeat(85)))],
            )
        },
        || {
            edited(
                "F11",
                &[(NAME, &format!("\"name\":\"{}\"", "灯".repeat(86)))],
            )
        },
    ),
    row(
        "ID-05",
        "reject",
        || file("ID-05-6-ok.bem"),
        || file("ID-05-1-reject.bem"),
    ),
    row(
        "ID-06",
        "reject",
        || {
            edited(
                "F11",
                &[(
                    "\"mesh_name\":\"mesh0\"",
                    &format!("\"mesh_name\":\"{}\"", "a".repeat(256)),
                )],
            )
        },
        || {
            edited(
                "F11",
                &[(
                    "\"mesh_name\":\"mesh0\"",
                    &format!("\"mesh_name\":\"{}\"", "a".repeat(257)),
                )],
            )
        },
    ),
    row(
        "ID-07",
        "reject",
        || fixture("F14"),
        || file("ID-07-3-reject.bem"),
    ),
    row(
        "ID-08",
        "warn",
        || {
            edited(
                "F11",
                &[(
                    "\"name\":\"On\"",
                    "\"name\":\"On\",\"description\":\"long\"",
                )],
            )
        },
        || {
            edited(
                "F11",
                &[("\"name\":\"On\"", "\"name\":\"On\",\"description\":null")],
            )
        },
    ),
];

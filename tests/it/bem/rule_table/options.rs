//! APP, OPT and SLOT.

use super::{Case, Row, edited, file, fixture, row};
use crate::bem::rule_cases::made;

const ENTRY: &str = r#"{"material_slot":0,"material_name":"material1","textures":[2]}"#;
const REPLACE: &str = r#"{"operation":"replace","mesh":0}"#;
const DRAW_A: &str = r#"{"when":{"eq":["outfit","a"]},"#;
const KEEP_BY_RULE: &str = r#"{"when":{"eq":["colour","c0"]},"texture":null}"#;

/// F11 with a condition of its first draw. Draws that never show are hidden with their component.
fn condition(text: &str) -> Case {
    edited("F11", &[(DRAW_A, &format!("{{\"when\":{text},"))])
}

/// F11 with so many candidates of component 0.
fn candidates(n: usize, minor: u16) -> Case {
    let more = r#"{"when":false,"operation":"keep"},"#.repeat(n - 1);
    Case::from(
        made("F11")
            .with(REPLACE, &format!("{more}{REPLACE}"))
            .under(minor),
    )
}

/// F11 whose second group has so many choices.
fn choices(n: usize) -> Case {
    let more: Vec<String> = (2..n)
        .map(|n| format!(",{{\"id\":\"p{n:02}\",\"name\":\"P\"}}"))
        .collect();
    let off = r#"{"id":"off","name":"Off"}"#;
    edited("F11", &[(off, &format!("{off}{}", more.concat()))])
}

/// A condition of so many parts that is true for the first outfit.
fn all_of(n: usize) -> Case {
    let trues = ",true".repeat(n - 1);
    condition(&format!(
        "{{\"all\":[{{\"eq\":[\"outfit\",\"a\"]}}{trues}]}}"
    ))
}

/// F10 with a preview of this content.
fn preview(bytes: &[u8]) -> Case {
    let name = "\"name\":\"Hidden\"";
    Case::from(
        made("F10")
            .and(bytes)
            .with(name, &format!("{name},\"preview\":6")),
    )
}

/// F10 whose first draw shows so many textures of 64 MiB.
fn large_textures(n: usize) -> Case {
    let small = r#"{"width":4,"height":4,"mips":1,"format":10,"srgb":true,"original_name":"original","payload":4}"#;
    let large: Vec<String> = (0..n)
        .map(|n| format!(r#"{{"width":8192,"height":8192,"mips":1,"format":25,"srgb":true,"original_name":"t{n}","payload":4}}"#))
        .collect();
    let list: Vec<String> = (0..n).map(|n| n.to_string()).collect();
    let made = made("F10")
        .with(small, &large.join(","))
        .with(
            "\"textures\":[0]",
            &format!("\"textures\":[{}]", list.join(",")),
        )
        .with("\"textures\":[1]", "\"textures\":[]")
        .payload(4, |bytes| *bytes = vec![7; 64 << 20]);
    Case::from(made)
}

fn constraint(text: &str) -> Case {
    Case::from(made("F11").on_top(&format!("\"selection_constraints\":{text},")))
}

pub(super) const ROWS: &[Row] = &[
    row(
        "APP-01",
        "reject",
        || file("APP-01-2-ok.bem"),
        || file("APP-01-1-reject.bem"),
    ),
    row(
        "APP-02",
        "reject",
        || {
            edited(
                "F10",
                &[(
                    "\"default_appearance_id\":\"default\"",
                    "\"default_appearance_id\":\"hidden\"",
                )],
            )
        },
        || {
            edited(
                "F10",
                &[(
                    "\"default_appearance_id\":\"default\"",
                    "\"default_appearance_id\":\"none\"",
                )],
            )
        },
    ),
    row(
        "APP-03",
        "reject",
        || fixture("F10"),
        || file("APP-03-1-reject.bem"),
    ),
    row(
        "APP-04",
        "reject",
        || fixture("F10"),
        || {
            edited(
                "F10",
                &[("\"operation\":\"hide\"", "\"operation\":\"melt\"")],
            )
        },
    ),
    row(
        "APP-05",
        "reject",
        || fixture("F10"),
        || file("APP-05-1-reject.bem"),
    ),
    row(
        "APP-06",
        "warn",
        || preview(b"\x89PNG\r\n\x1a\n."),
        || preview(b"no picture"),
    ),
    row(
        "APP-07",
        "reject",
        || file("APP-07-1-ok.bem"),
        || file("APP-07-2-reject.bem"),
    ),
    row(
        "APP-08",
        "reject",
        || large_textures(7),
        || large_textures(8),
    ),
    row(
        "OPT-01",
        "reject",
        || file("OPT-01-2-ok.bem"),
        || file("OPT-01-1-reject.bem"),
    ),
    row("OPT-02", "reject", || choices(16), || choices(17)),
    row(
        "OPT-03",
        "reject",
        || fixture("F11"),
        || file("OPT-03-1-reject.bem"),
    ),
    row(
        "OPT-04",
        "reject",
        || condition(r#"{"not":{"eq":["outfit","b"]}}"#),
        || condition(r#"{"xor":[{"eq":["outfit","b"]}]}"#),
    ),
    row(
        "OPT-05",
        "reject",
        || fixture("F11"),
        || file("OPT-05-1-reject.bem"),
    ),
    row("OPT-06", "reject", || all_of(32), || all_of(33)),
    row(
        "OPT-07",
        "reject",
        || file("OPT-07-1-ok.bem"),
        || file("OPT-07-2-reject.bem"),
    ),
    row(
        "OPT-08",
        "reject",
        || edited("F11", &[(DRAW_A, "{")]),
        || condition("null"),
    ),
    row(
        "OPT-09",
        "reject",
        || fixture("F11"),
        || file("OPT-09-1-reject.bem"),
    ),
    row(
        "OPT-10",
        "reject",
        || constraint("[true]"),
        || constraint("{}"),
    ),
    row(
        "OPT-11",
        "reject",
        || constraint(r#"[{"eq":["outfit","a"]}]"#),
        || file("OPT-11-1-reject.bem"),
    ),
    row(
        "OPT-12",
        "reject",
        || constraint(r#"[{"any":[{"eq":["outfit","a"]},{"eq":["outfit","b"]}]}]"#),
        || constraint(r#"[{"eq":["outfit","b"]}]"#),
    ),
    row(
        "OPT-13",
        "reject",
        || fixture("F11"),
        || file("OPT-13-1-reject.bem"),
    ),
    row(
        "OPT-14",
        "reject",
        || candidates(508, 1),
        || candidates(513, 1),
    ),
    row(
        "OPT-15",
        "reject",
        || fixture("F11"),
        || file("OPT-15-1-reject.bem"),
    ),
    row(
        "OPT-16",
        "reject",
        || candidates(4092, 2),
        || candidates(4093, 2),
    ),
    row(
        "OPT-17",
        "reject",
        || file("OPT-17-6-ok.bem"),
        || file("OPT-17-1-reject.bem"),
    ),
    row(
        "OPT-18",
        "reject",
        || condition("true"),
        || condition("false"),
    ),
    row(
        "OPT-19",
        "reject",
        || file("OPT-19-4-ok.bem"),
        || file("OPT-19-1-reject.bem"),
    ),
    row(
        "OPT-20",
        "reject",
        || fixture("F11K"),
        || {
            edited(
                "F11K",
                &[(
                    ENTRY,
                    r#"{"material_slot":0,"material_name":"other","textures":[2]}"#,
                )],
            )
        },
    ),
    row(
        "OPT-21",
        "reject",
        || file("OPT-21-2-ok.bem"),
        || file("OPT-21-1-reject.bem"),
    ),
    row(
        "SLOT-01",
        "reject",
        || file("SLOT-01-1-ok.bem"),
        || file("SLOT-01-2-reject.bem"),
    ),
    row(
        "SLOT-02",
        "reject",
        || fixture("F12S"),
        || {
            edited(
                "F12S",
                &[(KEEP_BY_RULE, r#"{"when":{"eq":["colour","c0"]}}"#)],
            )
        },
    ),
    row(
        "SLOT-03",
        "reject",
        || file("SLOT-03-3-ok.bem"),
        || file("SLOT-03-1-reject.bem"),
    ),
    row(
        "SLOT-04",
        "reject",
        || fixture("F12S"),
        || {
            edited(
                "F12S",
                &[(KEEP_BY_RULE, r#"{"when":false,"texture":null}"#)],
            )
        },
    ),
    row(
        "SLOT-05",
        "reject",
        || fixture("F12S"),
        || file("SLOT-05-1-reject.bem"),
    ),
];

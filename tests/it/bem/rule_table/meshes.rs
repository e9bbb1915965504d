//! MESH and TEX.

use super::{Case, Row, edited, file, fixture, row};
use crate::bem::rule_cases::made;

const BONE: &str = r#"{"component":0,"index":0,"name":"bone0"}"#;
const SKIN: &str = "[12,4,4,2,0],[13,6,4,2,8]";
const DRAW_B: &str = r#"{"when":{"eq":["outfit","b"]},"indices":4,"count":3,"material_component":1,"material_slot":0,"material_name":"material1","textures":[1]}"#;

/// F11 with so many draws, all but two never shown.
fn draws(n: usize) -> Case {
    let more = format!(",{}", DRAW_B.replace(r#"{"eq":["outfit","b"]}"#, "false")).repeat(n - 2);
    edited("F11", &[(DRAW_B, &format!("{DRAW_B}{more}"))])
}

/// F11 whose first vertex has this weight for its first bone and none for the others.
fn weight(value: u16) -> Case {
    let made = made("F11").payload(2, |bytes| bytes[..2].copy_from_slice(&value.to_le_bytes()));
    Case::from(made)
}

/// F11 with a texture of 8192 x 8192 with one or two levels.
fn large_texture(mips: u32, size: usize) -> Case {
    let small = "\"width\":4,\"height\":4,\"mips\":1,\"format\":10";
    let large = format!("\"width\":8192,\"height\":8192,\"mips\":{mips},\"format\":25");
    Case::from(
        made("F11")
            .with(small, &large)
            .payload(5, |bytes| *bytes = vec![1; size]),
    )
}

fn texture(old: &str, new: &str) -> Case {
    edited("F11", &[(old, new)])
}

const NORMAL: &str = "\"srgb\":false,\"semantic\":\"normal\",\"normal_encoding\":\"xy-unorm\"";

pub(super) const ROWS: &[Row] = &[
    row(
        "MESH-01",
        "reject",
        || file("MESH-01-1-ok.bem"),
        || file("MESH-01-2-reject.bem"),
    ),
    row(
        "MESH-02",
        "reject",
        || fixture("F11"),
        || edited("F11", &[("\"index_size\":2", "\"index_size\":3")]),
    ),
    row(
        "MESH-03",
        "reject",
        || file("MESH-03-3-ok.bem"),
        || file("MESH-03-1-reject.bem"),
    ),
    row(
        "MESH-04",
        "reject",
        || fixture("F11"),
        || Case::from(made("F11").payload(1, |bytes| bytes.push(0))),
    ),
    row(
        "MESH-05",
        "reject",
        || fixture("F11"),
        || file("MESH-05-1-reject.bem"),
    ),
    row(
        "MESH-06",
        "reject",
        || fixture("F11"),
        || edited("F11", &[("[4,0,2,1,0]", "[14,0,2,1,0]")]),
    ),
    row(
        "MESH-07",
        "reject",
        || fixture("F14"),
        || file("MESH-07-1-reject.bem"),
    ),
    row(
        "MESH-08",
        "reject",
        || fixture("F12W"),
        || edited("F11", &[(SKIN, "[13,6,4,2,0],[12,4,4,2,4]")]),
    ),
    row(
        "MESH-09",
        "reject",
        || fixture("F12W"),
        || file("MESH-09-1-reject.bem"),
    ),
    row(
        "MESH-10",
        "reject",
        || fixture("F14"),
        || {
            edited(
                "F14",
                &[(
                    "\"bones\":[],",
                    "\"bones\":[{\"component\":0,\"index\":0,\"name\":\"Hips\"}],",
                )],
            )
        },
    ),
    row(
        "MESH-11",
        "reject",
        || file("MESH-11-2-ok.bem"),
        || file("MESH-11-1-reject.bem"),
    ),
    row(
        "MESH-12",
        "reject",
        || fixture("F11"),
        || {
            edited(
                "F11",
                &[(BONE, r#"{"component":0,"index":0,"name":"bone9"}"#)],
            )
        },
    ),
    row(
        "MESH-13",
        "reject",
        || file("MESH-13-5-ok.bem"),
        || file("MESH-13-1-reject.bem"),
    ),
    row("MESH-14", "reject", || weight(64_880), || weight(64_879)),
    row(
        "MESH-15",
        "reject",
        || file("MESH-15-2-ok.bem"),
        || file("MESH-15-1-reject.bem"),
    ),
    row("MESH-16", "reject", || draws(509), || draws(513)),
    row(
        "MESH-17",
        "reject",
        || file("MESH-17-3-ok.bem"),
        || file("MESH-17-1-reject.bem"),
    ),
    row(
        "MESH-18",
        "reject",
        || fixture("F11"),
        || edited("F11", &[("\"material_slot\":0", "\"material_slot\":1")]),
    ),
    row(
        "MESH-19",
        "reject",
        || fixture("F11"),
        || file("MESH-19-1-reject.bem"),
    ),
    row(
        "MESH-20",
        "reject",
        || fixture("F11"),
        || Case::from(made("F11").payload(4, |bytes| bytes[0] = 3)),
    ),
    row(
        "MESH-21",
        "reject",
        || file("MESH-21-6-ok.bem"),
        || file("MESH-21-1-reject.bem"),
    ),
    row(
        "MESH-22",
        "warn",
        || fixture("F11"),
        || {
            edited(
                "F11",
                &[("\"index_size\":2", "\"index_size\":2,\"index_count\":3")],
            )
        },
    ),
    row(
        "MESH-23",
        "reject",
        || file("MESH-23-6-ok.bem"),
        || file("MESH-23-1-reject.bem"),
    ),
    row(
        "MESH-24",
        "reject",
        || {
            edited(
                "F12S",
                &[("[{\"slot\":\"dress_d\"}]", "[{\"slot\":\"dress_d\"},0]")],
            )
        },
        || {
            edited(
                "F12S",
                &[("[{\"slot\":\"dress_d\"}]", "[{\"slot\":\"dress_d\"},1]")],
            )
        },
    ),
    row(
        "TEX-01",
        "reject",
        || file("TEX-01-6-ok.bem"),
        || file("TEX-01-1-reject.bem"),
    ),
    row(
        "TEX-02",
        "reject",
        || fixture("F11"),
        || texture("\"width\":4", "\"width\":0"),
    ),
    row(
        "TEX-03",
        "reject",
        || file("TEX-03-4-ok.bem"),
        || file("TEX-03-1-reject.bem"),
    ),
    row(
        "TEX-04",
        "reject",
        || {
            Case::from(
                made("F11")
                    .with("\"mips\":1", "\"mips\":16")
                    .payload(5, |bytes| bytes.resize(16 * 8, 0)),
            )
        },
        || texture("\"mips\":1", "\"mips\":17"),
    ),
    row(
        "TEX-05",
        "reject",
        || file("TEX-05-1-ok.bem"),
        || file("TEX-05-10-reject.bem"),
    ),
    row(
        "TEX-06",
        "reject",
        || large_texture(1, 67_108_864),
        || large_texture(2, 83_886_080),
    ),
    row(
        "TEX-07",
        "reject",
        || file("TEX-07-3-ok.bem"),
        || file("TEX-07-1-reject.bem"),
    ),
    row(
        "TEX-08",
        "reject",
        || fixture("F11"),
        || texture("\"original_name\":\"original\",", ""),
    ),
    row(
        "TEX-09",
        "warn",
        || file("TEX-09-2-ok.bem"),
        || file("TEX-09-1-warn.bem"),
    ),
    row(
        "TEX-10",
        "warn",
        || texture("\"srgb\":true", NORMAL),
        || texture("\"srgb\":true", &NORMAL.replace("xy-unorm", "rgb")),
    ),
    row(
        "TEX-11",
        "warn",
        || texture("\"srgb\":true", NORMAL),
        || file("TEX-11-1-warn.bem"),
    ),
];

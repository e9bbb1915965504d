//! TGT and ALI.

use super::{Case, Row, edited, file, fixture, row};
use crate::bem::case_files::manifest_with;
use crate::bem::rule_cases::made;
use bem_studio::formats::bem::resource_filter::{ResourceFilter, chosen_components};

/// F11 with this alias entry.
fn alias(entry: &str) -> Case {
    let aliases = format!("\"bone_names\":[\"bone0\"],\"bone_name_aliases\":[{entry}],");
    let capability = "\"composable-options\",\"resource-bone-aliases\"";
    let made = made("F11")
        .with("\"bone_names\":[\"bone0\"],", &aliases)
        .with("\"composable-options\"", capability);
    Case::from(made.under(2))
}

/// What a request for the ultimate of F14 on a platform is told.
fn request(platform: &str) -> Case {
    let filter = ResourceFilter {
        resource: Some("ultimate".to_owned()),
        platform: Some(platform.to_owned()),
    };
    let chosen = chosen_components(&manifest_with("F14", &[]), &filter);
    Case::Told(chosen.err().map(|finding| *finding).into_iter().collect())
}

/// F11 whose component 0 has this many materials.
fn materials(n: usize) -> Case {
    let list = format!("\"materials\":[{}]", vec!["\"material0\""; n].join(","));
    edited("F11", &[("\"materials\":[\"material0\"]", &list)])
}

const PLATFORMS: &str = "\"platforms\":[\"windows-x64\",\"android-arm64\"]";
const BODY_PATH: &str = "\"renderer_path\":\"Mesh_all/lod0/S_sample_body_lod0\"";
const BLADE: &str =
    "\"name\":\"p_sample_blade\",\"asset_path\":\"assets/sample/p_sample_blade.prefab\"";
const BODY: &str =
    "\"name\":\"p_sample_body\",\"asset_path\":\"assets/sample/p_sample_body.prefab\"";
const PALETTE: &str = "{\"component\":0,\"index\":1,\"name\":\"Spine\"}";

pub(super) const ROWS: &[Row] = &[
    row(
        "TGT-01",
        "reject",
        || fixture("F11"),
        || file("TGT-01-1-reject.bem"),
    ),
    row(
        "TGT-02",
        "reject",
        || fixture("F11"),
        || edited("F11", &[("windows-x64", "android-arm64")]),
    ),
    row(
        "TGT-03",
        "reject",
        || file("TGT-03-2-ok.bem"),
        || file("TGT-03-1-reject.bem"),
    ),
    row(
        "TGT-04",
        "reject",
        || fixture("F11"),
        || {
            edited(
                "F11",
                &[("\"id\":1,\"mesh_name\"", "\"id\":2,\"mesh_name\"")],
            )
        },
    ),
    row(
        "TGT-05",
        "reject",
        || file("TGT-05-3-ok.bem"),
        || file("TGT-05-1-reject.bem"),
    ),
    row("TGT-06", "reject", || materials(256), || materials(257)),
    row(
        "TGT-07",
        "reject",
        || fixture("F11"),
        || file("TGT-07-1-reject.bem"),
    ),
    row(
        "TGT-08",
        "warn",
        || edited("F11", &[("\"snapshot\":\"\",", "")]),
        || edited("F11", &[("\"snapshot\":\"\"", "\"snapshot\":5")]),
    ),
    row(
        "TGT-09",
        "reject",
        || fixture("F11"),
        || file("TGT-09-1-reject.bem"),
    ),
    row(
        "TGT-10",
        "reject",
        || fixture("W14"),
        || edited("F14", &[("\"kind\":\"character\"", "\"kind\":\"vehicle\"")]),
    ),
    row(
        "TGT-11",
        "reject",
        || file("TGT-11-5-ok.bem"),
        || file("TGT-11-1-reject.bem"),
    ),
    row(
        "TGT-12",
        "reject",
        || fixture("F14"),
        || {
            edited(
                "F14",
                &[("\"platform\":", "\"world_resource\":\"w\",\"platform\":")],
            )
        },
    ),
    row(
        "TGT-13",
        "reject",
        || file("TGT-13-4-ok.bem"),
        || file("TGT-13-1-reject.bem"),
    ),
    row(
        "TGT-14",
        "reject",
        || fixture("F14"),
        || edited("F14", &[("\"id\":\"ultimate\"", "\"id\":\"body\"")]),
    ),
    row(
        "TGT-15",
        "reject",
        || file("TGT-15-10-ok.bem"),
        || file("TGT-15-1-reject.bem"),
    ),
    row(
        "TGT-16",
        "reject",
        || edited("F14", &[(PLATFORMS, "\"platforms\":[\"windows-x64\"]")]),
        || edited("F14", &[(PLATFORMS, "\"platforms\":[]")]),
    ),
    row(
        "TGT-17",
        "reject",
        || file("TGT-17-2-ok.bem"),
        || file("TGT-17-1-reject.bem"),
    ),
    row(
        "TGT-18",
        "reject",
        // Two resources share name and path, but no platform (TC14-34).
        || {
            let ultimate = "\"name\":\"p_sample_ultimate\",\"asset_path\":\"assets/sample/p_sample_ultimate.prefab\"";
            let platforms = "blade.prefab\",\"platforms\":[\"windows-x64\",\"android-arm64\"]";
            edited(
                "F14",
                &[
                    (
                        platforms,
                        "blade.prefab\",\"platforms\":[\"android-arm64\"]",
                    ),
                    (ultimate, BLADE),
                ],
            )
        },
        || edited("F14", &[(BLADE, BODY)]),
    ),
    row(
        "TGT-19",
        "reject",
        || fixture("F14"),
        || file("TGT-19-1-reject.bem"),
    ),
    row(
        "TGT-20",
        "reject",
        || fixture("F14"),
        || edited("F14", &[("\"bone_names\":[]", "\"bone_names\":[\"Root\"]")]),
    ),
    row(
        "TGT-21",
        "reject",
        || file("TGT-21-10-ok.bem"),
        || file("TGT-21-1-reject.bem"),
    ),
    row(
        "TGT-22",
        "reject",
        || {
            edited(
                "F14",
                &[(BODY_PATH, "\"renderer_path\":\"Mesh_all/lod10/x\"")],
            )
        },
        || {
            edited(
                "F14",
                &[(BODY_PATH, "\"renderer_path\":\"Mesh_all/lod1/x\"")],
            )
        },
    ),
    row(
        "TGT-23",
        "reject",
        || file("TGT-23-3-ok.bem"),
        || file("TGT-23-1-reject.bem"),
    ),
    row(
        "TGT-24",
        "reject",
        || fixture("F14"),
        || {
            edited(
                "F14",
                &[(
                    "\"bone_names\":[\"Hips\",\"Spine\"],",
                    "\"bone_names\":[\"Hips\",\"Spine\"],\"bone_name_aliases\":[],",
                )],
            )
        },
    ),
    row(
        "TGT-25",
        "reject",
        || fixture("F14"),
        || file("TGT-25-1-reject.bem"),
    ),
    row(
        "TGT-26",
        "reject",
        || fixture("F14"),
        || {
            edited(
                "F14",
                &[(
                    PALETTE,
                    "{\"component\":1,\"index\":1,\"name\":\"UltSpine\"}",
                )],
            )
        },
    ),
    row(
        "TGT-27",
        "reject",
        || file("TGT-27-2-ok.bem"),
        || file("TGT-27-1-reject.bem"),
    ),
    row(
        "TGT-28",
        "reject",
        || fixture("F14"),
        || {
            edited(
                "F14",
                &[("\"mesh\":0}]},{\"target\":1", "\"mesh\":2}]},{\"target\":1")],
            )
        },
    ),
    row(
        "TGT-29",
        "reject",
        || request("windows-x64"),
        || request("android-arm64"),
    ),
    row(
        "ALI-01",
        "reject",
        || file("ALI-01-1-ok.bem"),
        || file("ALI-01-2-reject.bem"),
    ),
    row(
        "ALI-02",
        "reject",
        || alias(r#"{"index":0,"resource":"world","name":"bone0_x"}"#),
        || alias(r#"{"index":0,"resource":"world","name":"bone0"}"#),
    ),
];

//! HOT, WRT, PRJ, TASK, DEF, GEO and SAV.

use super::{Case, Row, edited, file, fixture, row};
use crate::bem::case_files::{fixture as fixture_bytes, manifest_text, manifest_with};
use crate::bem::rule_cases::made;
use bem_studio::base::files::{read_capped, write_atomic};
use bem_studio::base::findings::{Finding, Severity, worst};
use bem_studio::formats::bem::authoring::deformation_spec::read_spec;
use bem_studio::formats::bem::authoring::export_task::{collisions, read_task};
use bem_studio::formats::bem::authoring::morphs::{Materials, apply};
use bem_studio::formats::bem::authoring::paths::comparable_path;
use bem_studio::formats::bem::authoring::project::{check_sizes, read_project};
use bem_studio::formats::bem::check::{
    Hooks, Profile, ProfileComponent, Purpose, check_package, compare_with_profile,
};
use bem_studio::formats::bem::json::parse;
use bem_studio::formats::bem::manifest::{Component, Manifest};
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::payloads::Coding;
use bem_studio::formats::bem::player::Strictness::Generous;
use bem_studio::formats::bem::player::hotkeys::read_hotkeys;
use bem_studio::formats::bem::player::selection::{read_options, read_ticks};
use bem_studio::formats::bem::write::{Compression, WriteError, WriteOptions, write};

fn hotkeys(text: &str) -> Case {
    Case::Told(read_hotkeys(text, &manifest_with("F15", &[]), Generous).1)
}

fn options(text: &str) -> Case {
    Case::Told(read_options(text, &manifest_with("F11", &[]), Generous).1)
}

fn ticks(text: &str) -> Case {
    let manifest = manifest_with("F13", &[("\"step\":1", "\"step\":10")]);
    Case::Told(read_ticks(text, &manifest, Generous).1)
}

/// A selection of F11, where outfit b and part off exclude each other.
fn constrained(text: &str) -> Case {
    let constraint = r#""selection_constraints":[{"not":{"all":[{"eq":["outfit","b"]},{"eq":["part","off"]}]}}],"component_rules""#;
    let manifest = manifest_with("F11", &[("\"component_rules\"", constraint)]);
    Case::Told(read_options(text, &manifest, Generous).1)
}

fn typed(text: &str) -> Manifest {
    Manifest::from_value(&parse(text.as_bytes()).expect("JSON").value)
}

fn read(bytes: Vec<u8>) -> Package {
    Package::read(bytes).expect("opens")
}

/// F11 with a copy of its last payload that its second texture uses, written.
fn rewritten(change: fn(&mut Manifest)) -> Result<Package, WriteError> {
    let made = made("F11").with("\"payload\":6", "\"payload\":7").and(&[0]);
    let mut payloads = made.payloads.clone();
    payloads[7] = payloads[5].clone();
    let mut manifest = typed(&made.text);
    change(&mut manifest);
    let written = write(&manifest, &payloads, 1, &WriteOptions::default());
    written.map(|(bytes, _)| read(bytes))
}

/// How a payload of these bytes is stored when it is written.
fn coding_of(bytes: &[u8]) -> Coding {
    let made = made("F15").payload(8, |sound| *sound = bytes.to_vec());
    let manifest = typed(&made.text);
    let (bytes, _) = write(&manifest, &made.payloads, 5, &WriteOptions::default()).expect("writes");
    Package::read(bytes).expect("opens").payloads.blocks()[8].coding
}

/// The manifest text of F15 as it is written.
fn written_text(change: fn(&mut Manifest)) -> String {
    let mut manifest = manifest_with("F15", &[]);
    change(&mut manifest);
    let options = WriteOptions {
        compression: Compression::Raw,
        ..WriteOptions::default()
    };
    let (bytes, _) = write(&manifest, &made("F15").payloads, 5, &options).expect("writes");
    manifest_text(&bytes).to_owned()
}

/// Whether the check before writing lets F11 pass with this change of a payload.
fn may_be_written(change: fn(&mut Vec<u8>)) -> bool {
    let made = made("F11").payload(3, change);
    let manifest = manifest_with("F11", &[]);
    let payloads = made.payloads.as_slice();
    let findings = check_package(&manifest, 1, payloads, Purpose::Export, Hooks::default());
    worst(&findings) < Some(Severity::Warning)
}

/// Whether writing over a file, or with `is_folder` over a folder, comes to these bytes there.
fn lands(is_folder: bool) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.bem");
    if is_folder {
        std::fs::create_dir_all(&path).expect("a folder");
    } else {
        write_atomic(&path, b"old").expect("written");
    }
    let is_written = write_atomic(&path, b"new").is_ok();
    let n_entries = std::fs::read_dir(folder.path()).expect("lists").count();
    assert_eq!(n_entries, 1, "no temporary file is left");
    is_written && read_capped(&path, 9).is_ok_and(|bytes| bytes == b"new")
}

const TASK: &str = r#"{"schema":1,"kind":"bem-export-task","mode":"pack","source":"project/project.json","output":"dist/lantern.bem","report":"reports/build.json","package":{"id":"sample.lantern","name":"Lantern"}}"#;

fn task(old: &str, new: &str) -> Case {
    Case::Told(read_task(TASK.replace(old, new).as_bytes()).findings)
}

/// What is told of a task whose report, or output, is another file.
fn collision(old: &str, new: &str) -> Vec<Finding> {
    let task = read_task(TASK.replace(old, new).as_bytes()).value;
    collisions(
        &task.expect("a task"),
        "lantern.bemproj.json",
        &["project/payloads/0000.bin".to_owned()],
        comparable_path,
    )
}

fn project(text: &str) -> Case {
    Case::Told(read_project(text.as_bytes()).findings)
}

const SPEC: &str = r#"{"schema":1,"kind":"bem-position-morphs","parameters":[{"id":"cuff","name":"Cuff","min":0,"max":1000,"neutral":0,"default":0,"step":1}],"mesh_deformations":[{"mesh":0,"parameter":"cuff","frames":[{"value":0,"neutral":true},{"value":1000,"deltas":[[1,0.5,0,0]]}]}]}"#;
const EFMI: &str = r#""efmi":{"source":"mod.zip","ini":"mod.ini","component":2,"shape_key":"blink","vertex_order":"exported","vertex_map":"map.json"}"#;

fn spec(old: &str, new: &str) -> Case {
    Case::Told(read_spec(SPEC.replace(old, new).as_bytes()).findings)
}

/// Three vertices and no files.
struct Triangle;

impl Materials for Triangle {
    fn positions(&self, mesh: u32) -> Option<Vec<[f32; 3]>> {
        (mesh == 0).then(|| vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    }

    fn file(&self, _path: &str) -> Option<Vec<u8>> {
        None
    }
}

/// What applying the spec to a fixture tells.
fn applied(name: &str) -> Case {
    let spec = read_spec(SPEC.as_bytes()).value.expect("a spec");
    let applied = apply(&spec, &manifest_with(name, &[]), 8, &Triangle);
    Case::Told(applied.err().unwrap_or_default())
}

/// What F11 is told beside a profile that differs in this from what the package says.
fn beside(change: fn(&mut ProfileComponent)) -> Case {
    let package = read(fixture_bytes("F11"));
    let mut profile = Profile {
        components: package
            .manifest
            .target
            .components
            .iter()
            .map(known)
            .collect(),
    };
    change(&mut profile.components[0]);
    let (manifest, payloads) = (&package.manifest, &package.payloads);
    Case::Told(compare_with_profile(
        manifest,
        payloads,
        &profile,
        Purpose::Read,
    ))
}

fn known(component: &Component) -> ProfileComponent {
    ProfileComponent {
        mesh_name: component.mesh_name.clone(),
        original_index_count: component.original_index_count,
        bone_names: component.bone_names.clone(),
        materials: component.materials.clone(),
        max_influences: Some(1),
        ..ProfileComponent::default()
    }
}

pub(super) const ROWS: &[Row] = &[
    row(
        "HOT-01",
        "warn",
        || hotkeys("lantern_swing:F1&glow_pulse:"),
        || hotkeys("lantern_swing"),
    ),
    row(
        "HOT-02",
        "warn",
        || hotkeys("lantern_swing:F1&glow_pulse:F2"),
        || hotkeys("lantern_swing:F1&glow_pulse:F1"),
    ),
    row(
        "WRT-01",
        "ok",
        || {
            Case::Holds(rewritten(|_| {}).is_ok_and(|package| {
                package.payloads.len() == 6 && package.manifest.textures[1].payload == 5
            }))
        },
        || {
            Case::Holds(matches!(
                rewritten(|manifest| manifest.textures[0].payload = 8),
                Err(WriteError::MissingPayload { payload: 8, .. })
            ))
        },
    ),
    row(
        "WRT-02",
        "ok",
        || {
            Case::Holds(
                rewritten(|_| {})
                    .is_ok_and(|package| package.manifest.meshes[0].streams[2].payload == 2),
            )
        },
        // Streams that name their payloads in another order get them in the order of the streams.
        || {
            Case::Holds(
                rewritten(|manifest| {
                    manifest.meshes[0].streams[1].payload = 2;
                    manifest.meshes[0].streams[2].payload = 1;
                })
                .is_ok_and(|package| package.manifest.meshes[0].streams[1].payload == 1),
            )
        },
    ),
    row(
        "WRT-03",
        "ok",
        || Case::Holds(coding_of(&[0; 64]) == Coding::Zstd),
        || Case::Holds(coding_of(b"0123456789abcdef") == Coding::Raw),
    ),
    row(
        "WRT-04",
        "ok",
        || Case::Holds(written_text(|_| {}).contains("\"base_frequency\":1.2,")),
        || {
            Case::Holds(
                written_text(|manifest| manifest.drivers[0].base_frequency = 1e-3)
                    .contains("\"base_frequency\":0.001,")
                    && written_text(|manifest| manifest.drivers[0].base_frequency = 2.0)
                        .contains("\"base_frequency\":2.0,"),
            )
        },
    ),
    row(
        "WRT-05",
        "ok",
        || fixture("F13"),
        || {
            edited(
                "F13",
                &[(
                    "\"option_groups\":",
                    "\"texture_slots\":[],\"option_groups\":",
                )],
            )
        },
    ),
    row(
        "WRT-06",
        "ok",
        || Case::Holds(may_be_written(|_| {})),
        || Case::Holds(!may_be_written(|bytes| bytes[0] = 9)),
    ),
    row(
        "WRT-07",
        "ok",
        || Case::Holds(lands(false)),
        || Case::Holds(!lands(true)),
    ),
    row(
        "WRT-08",
        "ok",
        || Case::Holds(collision("x", "x").is_empty()),
        || Case::Holds(!collision("reports/build.json", "dist/lantern.bem").is_empty()),
    ),
    row(
        "PRJ-01",
        "reject",
        || project("{\"manifest\":{},\"payload_files\":[\"a.bin\"]}"),
        || project("{\"manifest\":{}}"),
    ),
    row(
        "PRJ-02",
        "reject",
        || Case::Told(check_sizes(&[1, 512 << 20])),
        || Case::Told(check_sizes(&[0])),
    ),
    row(
        "PRJ-03",
        "reject",
        || project("{\"manifest\":{},\"payload_files\":[\"a\\\\b.bin\"]}"),
        || project("{\"manifest\":{},\"payload_files\":[\"../b.bin\"]}"),
    ),
    row(
        "TASK-01",
        "reject",
        || task("x", "x"),
        || task("dist/lantern.bem", "dist/lantern.zip"),
    ),
    row(
        "TASK-02",
        "reject",
        || task("x", "x"),
        || task("\"name\":\"Lantern\"", "\"name\":\"\""),
    ),
    row(
        "TASK-03",
        "reject",
        || Case::Told(collision("x", "x")),
        || Case::Told(collision("reports/build.json", "project/payloads/0000.bin")),
    ),
    row(
        "DEF-01",
        "reject",
        || spec("x", "x"),
        || spec("\"schema\":1", "\"note\":1,\"schema\":1"),
    ),
    row(
        "DEF-02",
        "reject",
        || spec("x", "x"),
        || spec("\"deltas\":[[1,0.5,0,0]]", "\"note\":1"),
    ),
    row(
        "DEF-03",
        "reject",
        || spec("\"deltas\":[[1,0.5,0,0]]", EFMI),
        || {
            spec(
                "\"deltas\":[[1,0.5,0,0]]",
                &EFMI.replace("exported", "original"),
            )
        },
    ),
    row("DEF-04", "reject", || applied("F11"), || applied("F13")),
    row(
        "GEO-01",
        "warn",
        || beside(|_| {}),
        || beside(|known| known.max_influences = Some(0)),
    ),
    row(
        "GEO-02",
        "warn",
        || beside(|known| known.is_rigid = Some(false)),
        || beside(|known| known.is_rigid = Some(true)),
    ),
    row(
        "GEO-03",
        "warn",
        || beside(|_| {}),
        || beside(|known| known.materials.push("new".to_owned())),
    ),
    row(
        "GEO-04",
        "warn",
        || file("GEO-04-3-ok.bem"),
        || file("GEO-04-1-warn.bem"),
    ),
    row(
        "SAV-01",
        "warn",
        || options("outfit:b&part:off"),
        || options("outfit:b&"),
    ),
    row(
        "SAV-02",
        "warn",
        || options("outfit:b"),
        || options("outfit:b&hat:on"),
    ),
    row(
        "SAV-03",
        "warn",
        || ticks("sleeve_length:250"),
        || ticks("sleeve_length:251"),
    ),
    row(
        "SAV-04",
        "warn",
        || constrained("outfit:b&part:on"),
        || constrained("outfit:b&part:off"),
    ),
];

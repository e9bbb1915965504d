//! Editable projects, export tasks, deformation specs, delta payloads.

use crate::bem::case_files::{fixture, manifest_with};
use crate::bem::findings::{messages, open_read, rules_of, verdict_of};
use bem_studio::formats::bem::authoring::deformation_spec::{DeltaSource, read_spec};
use bem_studio::formats::bem::authoring::export_task::{
    ExportTask, TaskMode, collisions, read_task, write_task,
};
use bem_studio::formats::bem::authoring::morphs::{
    Materials, apply, files_of, positions_of_stream,
};
use bem_studio::formats::bem::authoring::paths::{comparable_path, plain_path};
use bem_studio::formats::bem::authoring::project::{check_sizes, read_project, write_project};
use bem_studio::formats::bem::delta::{DeltaError, Record, decode, encode};
use bem_studio::formats::bem::lowest::{Facts, lowest_minor};
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::write::{WriteOptions, write};

#[test]
fn an_unpacked_package_packs_again_equal() {
    // TCP-01 and TCP-03
    let package = Package::read(fixture("F15")).expect("opens");
    let text = write_project(&package.manifest, 9);
    assert!(
        text.starts_with("{\n  \"manifest\": {\n    \"schema\": 1,"),
        "{text}"
    );
    let read = read_project(text.as_bytes());
    assert_eq!(read.findings, [], "no findings");
    let mut project = read.value.expect("a project");
    assert_eq!(project.manifest, package.manifest, "manifest");
    assert_eq!(project.payload_files[8], "payloads/0008.bin", "file names");
    project.manifest.name = "新しい名前".to_owned();
    let payloads: Vec<Vec<u8>> = (0..9)
        .map(|id| package.payload(id).expect("decodes").into_owned())
        .collect();
    let (bytes, _) =
        write(&project.manifest, &payloads, 5, &WriteOptions::default()).expect("writes");
    let again = open_read(&bytes).package.expect("opens");
    assert_eq!(again.manifest.name, "新しい名前", "new name");
}

#[test]
fn project_files_are_read_with_a_byte_order_mark_and_repeats() {
    let text = "\u{feff}{\"manifest\":{\"name\":\"a\",\"name\":\"b\"},\"payload_files\":[]}";
    let read = read_project(text.as_bytes());
    assert_eq!(
        rules_of(&read.findings),
        ["PRJ-01"],
        "{}",
        messages(&read.findings)
    );
    assert_eq!(verdict_of(&read.findings), "warn", "repeats are tolerated");
    assert_eq!(
        read.value.expect("a project").manifest.name,
        "a",
        "the first stays"
    );
    for broken in [
        "{",
        "[]",
        "{\"manifest\":[],\"payload_files\":[]}",
        "{\"manifest\":{}}",
        "{\"manifest\":{},\"payload_files\":[5]}",
    ] {
        let read = read_project(broken.as_bytes());
        assert_eq!(rules_of(&read.findings), ["PRJ-01"], "{broken}");
        assert_eq!(read.value, None, "{broken}");
    }
}

#[test]
fn payload_paths_stay_inside_the_project() {
    let read = |path: &str| {
        read_project(format!("{{\"manifest\":{{}},\"payload_files\":[\"{path}\"]}}").as_bytes())
    };
    let good = read("payloads\\\\sub/./0000.bin").value.expect("a project");
    assert_eq!(good.payload_files, ["payloads/sub/0000.bin"], "plain form");
    for bad in [
        "../one.bem",
        "C:/x.bin",
        "/x.bin",
        "a/../../x",
        "",
        "\\\\\\\\server\\\\x",
    ] {
        let read = read(bad);
        assert_eq!(rules_of(&read.findings), ["PRJ-03"], "{bad}");
    }
    assert_eq!(
        plain_path("a//b"),
        Some("a/b".to_owned()),
        "doubled separator"
    );
    assert_eq!(
        comparable_path("Dist\\x/../Y.bem"),
        "dist/y.bem",
        "comparable"
    );
    assert_eq!(comparable_path("../a"), "../a", "upwards");
}

#[test]
fn payload_files_have_their_limits() {
    assert_eq!(check_sizes(&[1, 512 << 20]), [], "at the limits");
    assert_eq!(rules_of(&check_sizes(&[0])), ["PRJ-02"], "empty");
    assert_eq!(
        rules_of(&check_sizes(&[(512 << 20) + 1])),
        ["PRJ-02"],
        "too large"
    );
    assert_eq!(
        rules_of(&check_sizes(&[512 << 20; 5])),
        ["PRJ-02"],
        "together too large"
    );
    let many = vec!["\"x.bin\""; 16_385].join(",");
    let read = read_project(format!("{{\"manifest\":{{}},\"payload_files\":[{many}]}}").as_bytes());
    assert_eq!(rules_of(&read.findings), ["PRJ-02"], "too many");
}

const TASK: &str = r#"{"schema":1,"kind":"bem-export-task","mode":"pack","source":"project/project.json","deformations":"morphs.json","output":"dist/lantern.bem","report":"reports/build.json","package":{"id":"sample.lantern","name":"Lantern","author":"A","version":"2"},"note":[1]}"#;

#[test]
fn tasks_are_read_and_written_back() {
    let read = read_task(TASK.as_bytes());
    assert_eq!(read.findings, [], "no findings");
    let task = read.value.expect("a task");
    assert_eq!(task.mode, TaskMode::Pack, "mode");
    let again = read_task(write_task(&task).as_bytes());
    assert_eq!(again.value, Some(task.clone()), "written back");
    let mut manifest = manifest_with("F11", &[]);
    task.package.apply_to(&mut manifest);
    assert_eq!(
        (&*manifest.package_id, &*manifest.version, &*manifest.author),
        ("sample.lantern", "2", "A"),
        "overridden facts"
    );
    let fresh = ExportTask::new("source/model.zip", "model", &"0a".repeat(16));
    assert_eq!(fresh.output, "dist/model.bem", "default output");
    assert_eq!(fresh.package.id.len(), "creator.".len() + 32, "default id");
    assert_eq!(
        read_task(write_task(&fresh).as_bytes()).findings,
        [],
        "a new task is fine"
    );
}

#[test]
fn tasks_have_their_rules() {
    let cases = [
        ("\"schema\":1", "\"schema\":2", "TASK-01"),
        ("bem-export-task", "bem-task", "TASK-01"),
        ("\"mode\":\"pack\"", "\"mode\":\"build\"", "TASK-01"),
        ("dist/lantern.bem", "dist/lantern.zip", "TASK-01"),
        ("\"source\":\"project/project.json\",", "", "TASK-01"),
        ("\"id\":\"sample.lantern\",", "", "TASK-02"),
        (
            "\"id\":\"sample.lantern\"",
            "\"id\":\"sample lantern\"",
            "TASK-02",
        ),
        ("\"author\":\"A\"", "\"author\":\"\"", "TASK-02"),
        ("\"author\":\"A\"", "\"licence\":\"A\"", "TASK-02"),
        ("\"author\":\"A\"", "\"author\":5", "TASK-02"),
    ];
    for (old, new, rule) in cases {
        let read = read_task(TASK.replace(old, new).as_bytes());
        assert_eq!(rules_of(&read.findings), [rule], "{old} -> {new}");
        assert_eq!(read.value, None, "{old} -> {new}");
    }
}

#[test]
fn outputs_and_reports_are_no_inputs() {
    let task = |old: &str, new: &str| {
        read_task(TASK.replace(old, new).as_bytes())
            .value
            .expect("a task")
    };
    let own = "lantern.bemproj.json";
    let payloads = ["project/payloads/0000.bin".to_owned()];
    let told = |task: &ExportTask| rules_of(&collisions(task, own, &payloads));
    assert_eq!(told(&task("x", "x")), [""; 0], "all different");
    let source = task("project/project.json", "dist/LANTERN.bem");
    assert_eq!(told(&source), ["TASK-03"], "output = source");
    for report in [
        "./lantern.bemproj.json",
        "project\\\\payloads\\\\0000.bin",
        "morphs.json",
        "dist/lantern.bem",
    ] {
        let task = task("reports/build.json", report);
        assert_eq!(told(&task), ["TASK-03"], "report = {report}");
    }
    // TC13-32
    let spec = [String::from("dist/lantern.bem")];
    assert_eq!(
        rules_of(&collisions(&task("x", "x"), own, &spec)),
        ["TASK-03"],
        "output = target positions"
    );
}

struct Given {
    positions: Vec<[f32; 3]>,
    files: Vec<(&'static str, Vec<u8>)>,
}

impl Materials for Given {
    fn positions(&self, mesh: u32) -> Option<Vec<[f32; 3]>> {
        (mesh == 0).then(|| self.positions.clone())
    }

    fn file(&self, path: &str) -> Option<Vec<u8>> {
        let found = self.files.iter().find(|(name, _)| *name == path);
        found.map(|(_, bytes)| bytes.clone())
    }
}

fn given(files: Vec<(&'static str, Vec<u8>)>) -> Given {
    let package = Package::read(fixture("F11")).expect("opens");
    let stream = package.payload(0).expect("decodes");
    Given {
        positions: positions_of_stream(&stream, 16, 0),
        files,
    }
}

fn spec(frame: &str) -> String {
    format!(
        r#"{{"schema":1,"kind":"bem-position-morphs","parameters":[{{"id":"cuff","name":"Cuff","min":0,"max":1000,"neutral":0,"default":0,"step":1}}],"mesh_deformations":[{{"mesh":0,"parameter":"cuff","frames":[{{"value":0,"neutral":true}},{frame}]}}]}}"#
    )
}

#[test]
fn inline_deltas_become_a_slider() {
    // TC13-31
    let read = read_spec(spec(r#"{"value":1000,"deltas":[[1,0.5,0,0]]}"#).as_bytes());
    assert_eq!(read.findings, [], "no findings");
    let spec = read.value.expect("a spec");
    let manifest = manifest_with("F11", &[]);
    let applied = apply(&spec, &manifest, 7, &given(Vec::new())).expect("applies");
    let expected = [Record {
        vertex: 1,
        offset: [0.5, 0.0, 0.0],
    }];
    assert_eq!(
        decode(&applied.payloads[0]).as_deref(),
        Ok(&expected[..]),
        "records"
    );
    assert_eq!(
        lowest_minor(&applied.manifest, &Facts::default()).minor,
        3,
        "minor"
    );
    let package = Package::read(fixture("F11")).expect("opens");
    let mut payloads: Vec<Vec<u8>> = (0..7)
        .map(|id| package.payload(id).expect("decodes").into_owned())
        .collect();
    payloads.extend(applied.payloads);
    let (bytes, _) =
        write(&applied.manifest, &payloads, 3, &WriteOptions::default()).expect("writes");
    let checked = open_read(&bytes);
    assert!(checked.is_valid(), "{}", messages(&checked.findings));
}

#[test]
fn target_positions_become_the_offsets_of_moved_vertices() {
    let raw: Vec<u8> = [0.0_f32, 0.0, 0.0, 1.5, 0.0, 0.0, 0.0, 1.0, -2.0]
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    let json = b"[[0,0,0],[1.5,0,0],[0,1,-2]]".to_vec();
    let files = vec![
        ("t.bin", raw),
        ("t.JSON", json),
        ("d.json", b"[[2,0,0,-2],[1,0.5,0,0]]".to_vec()),
    ];
    let given = given(files);
    let expected = [
        Record {
            vertex: 1,
            offset: [0.5, 0.0, 0.0],
        },
        Record {
            vertex: 2,
            offset: [0.0, 0.0, -2.0],
        },
    ];
    for source in [
        r#""target_positions":"t.bin""#,
        r#""target_positions":"t.JSON""#,
        r#""deltas":"d.json""#,
    ] {
        let text = spec(&format!("{{\"value\":1000,{source}}}"));
        let spec = read_spec(text.as_bytes()).value.expect("a spec");
        let applied = apply(&spec, &manifest_with("F11", &[]), 7, &given).expect("applies");
        assert_eq!(
            decode(&applied.payloads[0]).as_deref(),
            Ok(&expected[..]),
            "{source}"
        );
        assert_eq!(files_of(&spec).len(), 1, "{source} is an input");
    }
}

#[test]
fn specs_have_their_rules() {
    let good = spec(r#"{"value":1000,"deltas":[[1,0.5,0,0]]}"#);
    let efmi = r#"{"value":1000,"efmi":{"source":"mod.zip","ini":"mod.ini","component":2,"shape_key":"blink","vertex_order":"exported","vertex_map":"map.json"}}"#;
    let read = read_spec(spec(efmi).as_bytes()).value.expect("a spec");
    let source = read.channels[0].frames[1].source.as_ref();
    assert!(matches!(source, Some(DeltaSource::Efmi(_))), "{source:?}");
    let refused = apply(&read, &manifest_with("F11", &[]), 7, &given(Vec::new()));
    assert_eq!(
        rules_of(&refused.expect_err("not read")),
        ["DEF-02"],
        "told"
    );
    let cases = [
        (good.replace("\"schema\":1", "\"schema\":2"), "DEF-01"),
        (good.replace("bem-position-morphs", "morphs"), "DEF-01"),
        (
            good.replace("{\"schema\":1", "{\"note\":1,\"schema\":1"),
            "DEF-01",
        ),
        (
            good.replace("\"deltas\":[[1,0.5,0,0]]", "\"note\":1"),
            "DEF-02",
        ),
        (
            good.replace("\"deltas\":", "\"target_positions\":\"x\",\"deltas\":"),
            "DEF-02",
        ),
        (good.replace("[[1,0.5,0,0]]", "[[1,0.5,0]]"), "DEF-02"),
        (spec(efmi).replace("exported", "original"), "DEF-03"),
    ];
    for (text, rule) in cases {
        let read = read_spec(text.as_bytes());
        assert_eq!(rules_of(&read.findings), [rule], "{text}");
    }
}

#[test]
fn deltas_that_cannot_be_stored_are_refused() {
    // TC13-24 among them
    for (rows, rule) in [
        ("[[0,1e99,0,0]]", "PAR-17"),
        ("[[3,0,0,1]]", "PAR-17"),
        ("[[-1,0,0,1]]", "PAR-17"),
        ("[[0.5,0,0,1]]", "PAR-17"),
        ("[[1,0,0,1],[1,0,1,0]]", "PAR-17"),
        ("\"missing.json\"", "DEF-02"),
    ] {
        let text = spec(&format!("{{\"value\":1000,\"deltas\":{rows}}}"));
        let spec = read_spec(text.as_bytes()).value.expect("a spec");
        let refused = apply(&spec, &manifest_with("F11", &[]), 7, &given(Vec::new()));
        assert_eq!(rules_of(&refused.expect_err("refused")), [rule], "{rows}");
    }
    let spec = read_spec(spec(r#"{"value":1000,"deltas":[]}"#).as_bytes())
        .value
        .expect("a spec");
    let refused = apply(&spec, &manifest_with("F13", &[]), 8, &given(Vec::new()));
    assert_eq!(
        rules_of(&refused.expect_err("refused")),
        ["DEF-04"],
        "has sliders already"
    );
}

#[test]
fn the_printed_delta_payload_is_written_byte_for_byte() {
    let records = [
        Record {
            vertex: 0,
            offset: [2.0, 4.0, -2.0],
        },
        Record {
            vertex: 2,
            offset: [-1.0, 0.0, 3.0],
        },
    ];
    let printed = crate::bem::worked_example::hex(
        "2c000000 7b22636f756e74223a322c22656e636f64696e67223a
         227370617273652d706f736974696f6e2d663332227d
         000000000000004000008040000000c0
         02000000000080bf0000000000004040",
    );
    assert_eq!(encode(&records), printed, "bytes");
    assert_eq!(decode(&printed).as_deref(), Ok(&records[..]), "records");
    assert_eq!(encode(&[]).len(), 48, "no records");
    assert_eq!(
        decode(&printed[..79]),
        Err(DeltaError::Length {
            found_bytes: 31,
            wanted_bytes: 32
        }),
        "one byte short"
    );
    for length in 0..48 {
        assert_eq!(
            decode(&printed[..length]),
            Err(DeltaError::Header),
            "{length} bytes"
        );
    }
}

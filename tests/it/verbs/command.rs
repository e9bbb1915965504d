//! The program itself: exit codes, JSON, reports.

use crate::verbs::bench::{case, folder, names, read, write};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Exit code and standard output.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_bem-studio"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    (output.status.code().expect("an exit code"), text)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("one JSON document")
}

#[test]
fn every_command_tells_one_document_with_the_fields_scripts_count_on() {
    let work = folder();
    let (f11, f13) = (case("F11.bem"), case("F13.bem"));
    let (f11, f13) = (f11.to_str().expect("UTF-8"), f13.to_str().expect("UTF-8"));
    let runs: [&[&str]; 7] = [
        &["unpack", f11, "-o", "p"],
        &["pack", "p", "-o", "p.bem"],
        &["pack", "p", "-o", "p.zip", "--zip"],
        &["bundle", "p.bem", f13, "-o", "c.zip"],
        &["plan", f11, "--select", "outfit:a&part:on"],
        &["diff", f11, f13],
        &["lowest", f13],
    ];
    for arguments in runs {
        let with = [arguments, &["--json", "--report", "r.json"]].concat();
        let (code, text) = run(work.path(), &with);
        assert_eq!(code, 0, "{arguments:?}: {text}");
        let document = json(&text);
        assert_eq!(document["command"], arguments[0], "{document}");
        assert_eq!(document["success"], true, "{document}");
        assert_eq!(document["render_verified"], false, "{document}");
        for key in [
            "tool_version",
            "source",
            "conversion_ready",
            "issues",
            "findings",
        ] {
            assert!(document.get(key).is_some(), "{arguments:?}: {key}");
        }
        let report = String::from_utf8(read(&work.path().join("r.json"))).expect("UTF-8");
        assert_eq!(json(&report), document, "the report");
    }
    let mut left = names(work.path());
    left.retain(|name| name.starts_with('.'));
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn failures_end_with_2_and_are_reported_too() {
    let work = folder();
    let bad = case("APP-01-1-reject.bem");
    let bad = bad.to_str().expect("UTF-8");
    let f11 = case("F11.bem");
    let f11 = f11.to_str().expect("UTF-8");
    let runs: [&[&str]; 8] = [
        &["unpack", bad, "-o", "p"],
        &["unpack", "nothing.bem", "-o", "p"],
        &["pack", f11, "-o", "p.bem"],
        &["pack", ".", "-o", "p.bem"],
        &["bundle", bad, "-o", "c.zip"],
        &["plan", f11, "--select", "outfit:z"],
        &["diff", f11, bad],
        &["lowest", bad],
    ];
    for arguments in runs {
        for language in ["zh", "ja", "en"] {
            let with = [
                arguments,
                &["--json", "--report", "r.json", "--lang", language],
            ]
            .concat();
            let (code, text) = run(work.path(), &with);
            assert_eq!(code, 2, "{arguments:?}: {text}");
            let document = json(&text);
            assert_eq!(document["success"], false, "{document}");
            assert!(document["message"].is_string(), "{document}");
            let report = String::from_utf8(read(&work.path().join("r.json"))).expect("UTF-8");
            assert_eq!(json(&report), document, "the report");
        }
    }
    assert_eq!(names(work.path()), ["r.json"], "nothing but the report");
    let (code, _) = run(work.path(), &["pack", ".", "--level", "23", "-o", "p.bem"]);
    assert_eq!(code, 2, "an argument error");
}

#[test]
fn a_report_never_replaces_an_input_an_output_or_anything_else() {
    // TCP-11, TC13-33, WRT-08
    let work = folder();
    let at = |name: &str| work.path().join(name);
    write(&at("a.bem"), read(&case("F11.bem")));
    write(&at("notes.json"), "{\"mine\":1}");
    let (code, _) = run(work.path(), &["unpack", "a.bem", "-o", "p"]);
    assert_eq!(code, 0, "unpacks");
    let before = read(&at("p/project.json"));
    let runs: [&[&str]; 6] = [
        &["unpack", "a.bem", "-o", "q", "--report", "q/r.json"],
        &["lowest", "a.bem", "--report", "a.bem"],
        &["check", "a.bem", "--report", "a.bem"],
        &[
            "pack",
            "p",
            "-o",
            "out.bem",
            "--report",
            "p/payloads/0000.bin",
        ],
        &["pack", "p", "-o", "out.bem", "--report", "out.bem"],
        &["pack", "p", "-o", "out.bem", "--report", "p/project.json"],
    ];
    for arguments in runs {
        let (code, text) = run(work.path(), arguments);
        assert_eq!(code, 2, "{arguments:?}: {text}");
    }
    let (code, _) = run(work.path(), &["lowest", "a.bem", "--report", "notes.json"]);
    assert_eq!(code, 2, "somebody's file");
    assert_eq!(read(&at("notes.json")), b"{\"mine\":1}", "unchanged");
    assert_eq!(read(&at("a.bem")), read(&case("F11.bem")), "unchanged");
    assert_eq!(read(&at("p/project.json")), before, "unchanged");
    assert_eq!(
        names(work.path()),
        ["a.bem", "notes.json", "p"],
        "nothing was written"
    );
}

#[test]
fn a_task_says_where_its_package_and_its_report_go() {
    // TCP-14
    let work = folder();
    let f11 = case("F11.bem");
    let (code, _) = run(
        work.path(),
        &["unpack", f11.to_str().expect("UTF-8"), "-o", "project"],
    );
    assert_eq!(code, 0, "unpacks");
    let task = |report: &str| {
        let text = format!(
            r#"{{"schema":1,"kind":"bem-export-task","mode":"pack","source":"project/project.json","output":"dist/out.bem","report":"{report}","package":{{"id":"sample.task"}}}}"#
        );
        write(&work.path().join("export.bemproj.json"), text);
        run(work.path(), &["pack", "."])
    };
    let (code, text) = task("reports/build.json");
    assert_eq!(code, 0, "{text}");
    let report = read(&work.path().join("reports/build.json"));
    let report = json(&String::from_utf8(report).expect("UTF-8"));
    assert_eq!(report["package"]["package_id"], "sample.task", "{report}");
    let before = read(&work.path().join("project/payloads/0000.bin"));
    for place in [
        "project/payloads/0000.bin",
        "export.bemproj.json",
        "dist/out.bem",
    ] {
        let (code, text) = task(place);
        assert_eq!(code, 2, "{place}: {text}");
        assert!(text.contains("TASK-03"), "{place}: {text}");
    }
    assert_eq!(
        read(&work.path().join("project/payloads/0000.bin")),
        before,
        "unchanged"
    );
}

#[test]
fn check_reports_all_files_in_one_document() {
    let work = folder();
    let (good, bad) = (case("F11.bem"), case("APP-01-1-reject.bem"));
    let (good, bad) = (good.to_str().expect("UTF-8"), bad.to_str().expect("UTF-8"));
    let (code, text) = run(
        work.path(),
        &["check", good, bad, "--json", "--report", "r.json"],
    );
    assert_eq!(code, 2, "{text}");
    assert_eq!(text.lines().count(), 2, "one line a file");
    let report = String::from_utf8(read(&work.path().join("r.json"))).expect("UTF-8");
    let report = json(&report);
    assert_eq!(
        report["files"].as_array().map(Vec::len),
        Some(2),
        "{report}"
    );
    assert_eq!(report["success"], false, "{report}");
}

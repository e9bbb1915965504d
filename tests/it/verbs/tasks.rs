//! Export tasks, conversion of fixed appearances, and what the writer adds.

use crate::verbs::bench::{case, edit, folder, pack, pack_as, read, told, unpack, write};
use bem_studio::base::cancel::Cancel;
use bem_studio::formats::bem::package::Package;
use bem_studio::session::packing::{self, Container, HalfConverted};
use bem_studio::session::sources;
use bem_studio::session::versions;
use std::path::Path;

const TASK: &str = r#"{"schema":1,"kind":"bem-export-task","mode":"pack","source":"project","output":"dist/out.bem","report":"reports/build.json","package":{"id":"sample.renamed","name":"新名","author":"B","version":"2"}}"#;

fn workspace(root: &Path, fixture: &str, task: &str) {
    unpack(&case(fixture), &root.join("project")).expect("unpacks");
    write(&root.join("export.bemproj.json"), task);
}

fn build(root: &Path) -> Result<packing::Packed, bem_studio::session::release::Failure> {
    pack_as(root, None, Container::Binary { level: 9 })
}

#[test]
fn a_task_overrides_the_facts_of_the_package_and_leaves_its_source_alone() {
    // TCP-12, TCP-13
    let work = folder();
    workspace(work.path(), "F11.bem", TASK);
    let before = read(&work.path().join("project/project.json"));
    let packed = build(work.path()).expect("builds");
    assert_eq!(packed.manifest.package_id, "sample.renamed", "id");
    let again = Package::read(read(&work.path().join("dist/out.bem"))).expect("opens");
    assert_eq!(again.manifest.name, "新名", "name");
    assert_eq!(
        read(&work.path().join("project/project.json")),
        before,
        "source"
    );
    let moved = folder();
    let to = moved.path().join("moved");
    std::fs::rename(work.path(), &to).expect("moves");
    std::fs::create_dir_all(work.path()).expect("for its own end");
    let packed = build(&to).expect("builds again");
    assert_eq!(packed.manifest.package_id, "sample.renamed", "the same id");
}

#[test]
fn a_task_with_a_deformation_spec_makes_a_slider() {
    // TC13-31
    let work = folder();
    let task = TASK.replace(r#""output""#, r#""deformations":"morphs.json","output""#);
    workspace(work.path(), "F11.bem", &task);
    let spec = r#"{"schema":1,"kind":"bem-position-morphs","parameters":[{"id":"cuff","name":"Cuff","min":0,"max":1000,"neutral":0,"default":0,"step":1}],"mesh_deformations":[{"mesh":0,"parameter":"cuff","frames":[{"value":0,"neutral":true},{"value":1000,"deltas":[[1,0.5,0,0]]}]}]}"#;
    write(&work.path().join("morphs.json"), spec);
    let packed = build(work.path()).expect("builds");
    assert_eq!(packed.lowest.minor, 3, "sliders need 1.3");
    assert_eq!(packed.manifest.parameters.len(), 1, "one slider");
    let output_is_spec = TASK.replace(
        r#""output":"dist/out.bem""#,
        r#""deformations":"morphs.json","output":"t.bem""#,
    );
    let spec = spec.replace(r#""deltas":[[1,0.5,0,0]]"#, r#""target_positions":"t.bem""#);
    // TC13-32
    write(&work.path().join("morphs.json"), spec);
    let positions = [0.0_f32; 9].map(f32::to_le_bytes).concat();
    write(&work.path().join("t.bem"), &positions);
    write(&work.path().join("export.bemproj.json"), output_is_spec);
    let failure = build(work.path()).expect_err("the output is an input");
    assert!(told(&failure).contains("TASK-03"), "{}", told(&failure));
    assert_eq!(read(&work.path().join("t.bem")), positions, "unchanged");
}

#[cfg(unix)]
#[test]
fn an_output_that_is_an_input_by_a_link_is_found_out() {
    let work = folder();
    let task = TASK.replace("dist/out.bem", "linked/0000.bem");
    workspace(work.path(), "F11.bem", &task);
    let project = work.path().join("project");
    std::fs::rename(
        project.join("payloads/0000.bin"),
        project.join("payloads/0000.bem"),
    )
    .expect("renames");
    edit(&project, &[("payloads/0000.bin", "payloads/0000.bem")]);
    std::os::unix::fs::symlink(project.join("payloads"), work.path().join("linked"))
        .expect("links");
    let before = read(&project.join("payloads/0000.bem"));
    let failure = build(work.path()).expect_err("refused");
    assert!(told(&failure).contains("TASK-03"), "{}", told(&failure));
    assert_eq!(
        read(&project.join("payloads/0000.bem")),
        before,
        "unchanged"
    );
}

#[test]
fn tasks_that_convert_archives_say_what_to_do_instead() {
    let work = folder();
    workspace(
        work.path(),
        "F11.bem",
        &TASK.replace("\"pack\"", "\"convert\""),
    );
    let failure = build(work.path()).expect_err("no conversion here");
    assert!(told(&failure).contains("mode pack"), "{}", told(&failure));
}

#[test]
fn fixed_appearances_that_outgrow_1_0_become_a_group_and_the_author_is_told() {
    // TCP-15
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F10.bem"), &project).expect("unpacks");
    let alias =
        r#""bone_name_aliases": [{"index": 0, "resource": "ui", "name": "other"}], "materials""#;
    edit(&project, &[("\"materials\"", alias)]);
    let packed = pack(&project, &work.path().join("out.bem")).expect("packs");
    assert_eq!(packed.lowest.minor, 2, "aliases need 1.2");
    let groups = packed.manifest.option_groups.expect("a group");
    assert_eq!(groups[0].id, "appearance", "its id");
    let ids: Vec<&str> = groups[0].choices.iter().map(|choice| &*choice.id).collect();
    assert_eq!(ids, ["default", "hidden"], "one choice an appearance");
    let notice = packed.notices.first().map(ToString::to_string);
    assert!(
        notice.is_some_and(|text| text.contains("bone aliases")),
        "told"
    );
}

#[test]
fn a_half_converted_project_is_finished_only_when_asked() {
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F11.bem"), &project).expect("unpacks");
    edit(
        &project,
        &[("\"composable-options\"", "\"fixed-appearances\"")],
    );
    let out = work.path().join("out.bem");
    let failure = pack(&project, &out).expect_err("half converted");
    assert!(told(&failure).contains("--convert"), "{}", told(&failure));
    let opened = sources::open(&project).expect("opens");
    let level = Container::Binary { level: 9 };
    let packed = packing::pack(
        opened,
        Some(&out),
        level,
        HalfConverted::Finish,
        &Cancel::new(),
    );
    assert_eq!(packed.expect("packs").lowest.minor, 1, "finished");
}

#[test]
fn missing_capabilities_are_added_and_unused_ones_left_out() {
    // TCP-16
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F12S.bem"), &project).expect("unpacks");
    edit(&project, &[("\"texture-slots\"", "\"root-offset-v1\"")]);
    let seen = versions::lowest(&project, &Cancel::new()).expect("reads");
    assert_eq!(
        (seen.lowest.minor, seen.written),
        (5, 2),
        "as listed, as written"
    );
    let packed = pack(&project, &work.path().join("out.bem")).expect("packs");
    assert_eq!(packed.lowest.minor, 2, "minor");
    let listed = &packed.manifest.required_capabilities;
    assert!(
        listed.iter().any(|name| name == "texture-slots"),
        "{listed:?}"
    );
    assert!(
        !listed.iter().any(|name| name == "root-offset-v1"),
        "{listed:?}"
    );
}

#[test]
fn unknown_keys_of_sliders_are_told_when_they_are_not_written() {
    // DEC-24
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F13.bem"), &project).expect("unpacks");
    edit(&project, &[("\"step\"", "\"note\": \"mine\", \"step\"")]);
    let packed = pack(&project, &work.path().join("out.bem")).expect("packs");
    let told: Vec<String> = packed
        .findings
        .iter()
        .filter(|finding| finding.rule == "JSON-11")
        .map(|finding| finding.place.to_string())
        .collect();
    assert_eq!(
        told,
        ["/manifest/parameters/0/note"],
        "{:?}",
        packed.findings
    );
}

#[test]
fn every_reason_for_a_version_says_what_it_costs() {
    let seen = versions::lowest(&case("F15.bem"), &Cancel::new()).expect("reads");
    assert_eq!(seen.lowest.minor, 5, "minor");
    let lines: Vec<String> = {
        use bem_studio::session::answer::Answer as _;
        seen.lines().iter().map(ToString::to_string).collect()
    };
    let text = lines.join("\n");
    assert!(
        text.contains("Without everything that needs BEM 1.5: 1.3"),
        "{text}"
    );
    assert!(
        text.contains("Without everything that needs BEM 1.3: 1.1"),
        "{text}"
    );
}

//! `diff`: what counts as a difference, and what does not.

use crate::verbs::bench::{case, edit, folder, unpack, write};
use bem_studio::base::cancel::Cancel;
use bem_studio::session::difference::{Change, Difference, difference};
use std::path::Path;

fn compare(a: &Path, b: &Path) -> Difference {
    difference(a, b, &Cancel::new()).expect("compares")
}

/// Kind and place of every change after editing the project of a fixture.
fn after(fixture: &str, changes: &[(&str, &str)]) -> Vec<String> {
    let work = folder();
    let project = work.path().join("p");
    unpack(&case(fixture), &project).expect("unpacks");
    edit(&project, changes);
    let seen = compare(&case(fixture), &project);
    let one = |change: &Change| format!("{} {}", change.kind.code(), change.place);
    seen.changes.iter().map(one).collect()
}

#[test]
fn a_package_equals_itself() {
    for name in ["F10", "F11", "F11K7", "F12S", "F13", "F14", "F15", "W14"] {
        let file = case(&format!("{name}.bem"));
        let seen = compare(&file, &file);
        assert!(seen.is_equal(), "{name}: {:?}", seen.changes);
    }
}

#[test]
fn facts_and_values_are_told_at_their_place() {
    let text = after("F11.bem", &[("\"name\": \"", "\"name\": \"New ")]);
    assert_eq!(text, ["changed /name"], "the name");
    let text = after("F11.bem", &[("\"indices-u32\"", "\"texture-astc\"")]);
    assert_eq!(text, ["changed /required_capabilities"], "capabilities");
    let text = after(
        "F11.bem",
        &[("\"bone_names\"", "\"note\": [1], \"bone_names\"")],
    );
    assert_eq!(text, ["added /target/components/0/note"], "metadata");
}

#[test]
fn a_renamed_choice_is_one_difference_wherever_it_is_used() {
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F11.bem"), &project).expect("unpacks");
    let file = project.join("project.json");
    let text = String::from_utf8(crate::verbs::bench::read(&file)).expect("UTF-8");
    write(&file, text.replace("\"b\"", "\"blue\""));
    let seen = compare(&case("F11.bem"), &project);
    let [change] = seen.changes.as_slice() else {
        panic!("{:?}", seen.changes);
    };
    assert_eq!(change.kind.code(), "renamed", "{change:?}");
    assert_eq!((&*change.before, &*change.after), ("b", "blue"), "ids");
    assert!(change.breaks_saved(), "players saved the old id");
    write(&file, text.replace("\"outfit\"", "\"dress\""));
    let seen = compare(&case("F11.bem"), &project);
    assert_eq!(seen.changes.len(), 1, "a renamed group: {:?}", seen.changes);
}

#[test]
fn a_renamed_slider_or_slot_is_one_difference() {
    for (fixture, table) in [("F13.bem", "parameters"), ("F12S.bem", "texture_slots")] {
        let work = folder();
        let project = work.path().join("p");
        unpack(&case(fixture), &project).expect("unpacks");
        let file = project.join("project.json");
        let text = String::from_utf8(crate::verbs::bench::read(&file)).expect("UTF-8");
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let id = json["manifest"][table][0]["id"].as_str().expect("an id");
        write(&file, text.replace(&format!("\"{id}\""), "\"renamed\""));
        let seen = compare(&case(fixture), &project);
        let [change] = seen.changes.as_slice() else {
            panic!("{fixture}: {:?}", seen.changes);
        };
        assert_eq!(change.kind.code(), "renamed", "{fixture}");
    }
}

#[test]
fn conditions_are_compared_by_meaning() {
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F11.bem"), &project).expect("unpacks");
    let file = project.join("project.json");
    let text = String::from_utf8(crate::verbs::bench::read(&file)).expect("UTF-8");
    let mut json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let candidates = json["manifest"]["component_rules"][1]["candidates"].as_array_mut();
    let when = &mut candidates.expect("candidates")[0]["when"];
    let before = when.clone();
    assert!(before.is_object(), "a condition: {before}");
    *when = serde_json::json!({ "all": [{ "not": { "not": before } }, true] });
    write(&file, json.to_string());
    let seen = compare(&case("F11.bem"), &project);
    assert!(seen.is_equal(), "the same meaning: {:?}", seen.changes);
    json["manifest"]["component_rules"][1]["candidates"][0]["when"] =
        serde_json::json!({ "not": before });
    write(&file, json.to_string());
    let seen = compare(&case("F11.bem"), &project);
    let [change] = seen.changes.as_slice() else {
        panic!("{:?}", seen.changes);
    };
    assert_eq!(change.kind.code(), "condition", "{change:?}");
    assert_eq!(
        change.place, "/component_rules/1/candidates/0/when",
        "place"
    );
}

#[test]
fn a_payload_is_compared_by_its_content() {
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F11.bem"), &project).expect("unpacks");
    let file = project.join("payloads/0000.bin");
    let mut bytes = crate::verbs::bench::read(&file);
    bytes[0] ^= 1;
    write(&file, &bytes);
    let seen = compare(&case("F11.bem"), &project);
    let told: Vec<_> = seen
        .changes
        .iter()
        .map(|it| (it.kind.code(), &*it.place))
        .collect();
    assert_eq!(
        told,
        [("payload", "/meshes/0/streams/0/payload")],
        "{:?}",
        seen.changes
    );
}

#[test]
fn tables_in_another_order_are_equal() {
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F12S.bem"), &project).expect("unpacks");
    let file = project.join("project.json");
    let text = String::from_utf8(crate::verbs::bench::read(&file)).expect("UTF-8");
    let mut json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let textures = json["manifest"]["textures"]
        .as_array_mut()
        .expect("textures");
    let n_textures = textures.len() as u64;
    assert!(n_textures >= 2, "something to turn around");
    textures.reverse();
    let turn = |number: &mut serde_json::Value| {
        if let Some(old) = number.as_u64() {
            *number = serde_json::json!(n_textures - 1 - old);
        }
    };
    for mesh in json["manifest"]["meshes"].as_array_mut().expect("meshes") {
        for draw in mesh["draws"].as_array_mut().expect("draws") {
            draw["textures"]
                .as_array_mut()
                .expect("textures")
                .iter_mut()
                .for_each(turn);
        }
    }
    for slot in json["manifest"]["texture_slots"]
        .as_array_mut()
        .expect("slots")
    {
        for candidate in slot["candidates"].as_array_mut().expect("candidates") {
            turn(&mut candidate["texture"]);
        }
    }
    write(&file, json.to_string());
    let seen = compare(&case("F12S.bem"), &project);
    assert!(seen.is_equal(), "{:?}", seen.changes);
}

#[test]
fn another_version_is_told_with_its_cause() {
    use bem_studio::session::answer::Answer as _;
    let seen = compare(&case("F13.bem"), &case("F15.bem"));
    let lines: Vec<String> = seen.lines().iter().map(ToString::to_string).collect();
    let text = lines.join("\n");
    assert!(text.contains("BEM 1.3 -> 1.5"), "{text}");
    assert!(text.contains("BEM 1.5 is needed"), "{text}");
    assert!(text.contains("sounds: 0 B ->"), "{text}");
}

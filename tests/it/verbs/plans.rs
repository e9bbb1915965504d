//! `plan`: one selection, in the strict form.

use crate::verbs::bench::{case, told};
use bem_studio::base::cancel::Cancel;
use bem_studio::base::text::Language;
use bem_studio::session::answer::Answer as _;
use bem_studio::session::planning::{Planned, planned};
use bem_studio::session::release::Failure;
use serde_json::Value;

fn plan(name: &str, options: &str, parameters: &str) -> Result<Planned, Failure> {
    planned(&case(name), options, parameters, &Cancel::new())
}

fn facts(name: &str, options: &str, parameters: &str) -> Value {
    let planned = plan(name, options, parameters).expect("plans");
    Value::Object(planned.facts(Language::En))
}

#[test]
fn a_selection_is_told_with_operations_draws_and_bytes() {
    let facts = facts("F11K7.bem", "k2:off&k3:off&k4:off&k5:off&k6:off&k7:off", "");
    let options = "k1:on&k2:off&k3:off&k4:off&k5:off&k6:off&k7:off";
    assert_eq!(facts["options"], options, "complete");
    let component = &facts["components"][0];
    assert_eq!(component["operation"], "replace", "{facts}");
    let draws = component["draws"].as_array().expect("draws");
    assert_eq!(draws.len(), 2, "both draws: {facts}");
    assert_eq!(draws[1]["start"], draws[0]["count"], "one after the other");
    assert_ne!(facts["decoded_bytes"], "0", "bytes are texts");
}

#[test]
fn groups_that_do_not_exist_are_named_and_have_no_effect() {
    let facts = facts("F11.bem", "part:off", "");
    assert_eq!(facts["options"], "outfit:a&part:off", "kept");
    assert_eq!(facts["unavailable_groups"][0], "part", "{facts}");
}

#[test]
fn slots_and_sliders_are_told() {
    let slots = facts("F12S.bem", "", "");
    assert!(slots["slots"][0]["id"].is_string(), "{slots}");
    let sliders = facts("F13.bem", "", "");
    let slider = &sliders["parameters"][0];
    assert!(slider["tick"].is_u64(), "{sliders}");
}

#[test]
fn a_1_0_package_is_planned_by_its_appearance() {
    let hidden = facts("F10.bem", "hidden", "");
    assert_eq!(hidden["components"][0]["operation"], "hide", "{hidden}");
    let failure = plan("F10.bem", "nude", "").expect_err("unknown");
    let sentence = failure.findings[0].message.text(Language::En);
    assert!(sentence.contains("default, hidden"), "{sentence}");
}

#[test]
fn unknown_ids_are_refused_with_their_place_and_what_there_is() {
    let cases = [
        (
            "F11.bem",
            "outfit:a&hat:on",
            "",
            "SAV-02",
            "options/1",
            "outfit, part",
        ),
        ("F11.bem", "outfit:z", "", "SAV-02", "options/0", "a, b"),
        (
            "F11.bem",
            "outfit",
            "",
            "SAV-01",
            "options/0",
            "outfit:a&part:on",
        ),
        (
            "F11.bem",
            "outfit:a&outfit:b",
            "",
            "SAV-02",
            "options/1",
            "twice",
        ),
        (
            "F13.bem",
            "",
            "nothing:5",
            "SAV-02",
            "parameters_saved/0",
            "There are: ",
        ),
    ];
    for (name, options, parameters, rule, place, remedy) in cases {
        let failure = plan(name, options, parameters).expect_err("refused");
        let finding = failure.findings.first().expect("a finding");
        assert_eq!(finding.rule, rule, "{options}{parameters}");
        assert_eq!(finding.place.to_string(), place, "{options}{parameters}");
        let sentence = finding.message.text(Language::En);
        assert!(sentence.contains(remedy), "{sentence}");
        assert!(
            !sentence.contains("ignored"),
            "nothing is ignored here: {sentence}"
        );
    }
}

#[test]
fn only_valid_packages_are_planned() {
    let failure = plan("APP-01-1-reject.bem", "", "").expect_err("refused");
    assert!(told(&failure).contains("APP-01"), "{}", told(&failure));
}

//! The verb `prove` on the selection cases and families: its line of JSON holds what a case expects, and what explains
//! and mends each failure.

use super::load;
use bem_studio::base::cancel::Cancel;
use bem_studio::base::text::Language;
use bem_studio::session::proving::{self, Proving};
use serde_json::Value;
use std::path::Path;

fn proved(path: &Path) -> (Proving, Value) {
    let proving = proving::prove(path, &Cancel::new()).expect("proved");
    let line = proving.json(Language::En);
    let json = serde_json::from_str(&line).expect("the line is JSON");
    (proving, json)
}

/// A failure by what names it.
fn key(failure: &Value) -> String {
    format!("{} {} {}", failure["rule"], failure["at"], failure["kind"])
}

#[test]
fn the_line_of_every_sample_holds_all_that_is_expected() {
    for number in 1..=20 {
        let path = load::folder().join(format!("sel-{number:02}.json"));
        let expected = load::case(&path).json["expected"].clone();
        let (_, found) = proved(&path);
        let members = expected.as_object().expect("an object");
        for (name, value) in members.iter().filter(|(name, _)| *name != "failures") {
            assert_eq!(&found[name], value, "sel-{number:02}: {name}");
        }
        let list = |value: &Value| -> Vec<Value> {
            let mut failures = value["failures"].as_array().expect("a list").clone();
            failures.sort_by_key(key);
            failures
        };
        let (wanted, failures) = (list(&expected), list(&found));
        assert_eq!(wanted.len(), failures.len(), "sel-{number:02}: failures");
        for (wanted, failure) in wanted.iter().zip(&failures) {
            let name = format!("sel-{number:02}: {}", key(failure));
            for member in ["rule", "severity", "at", "kind", "failing_assignments"] {
                assert_eq!(failure[member], wanted[member], "{name}: {member}");
            }
            let groups = wanted["example"].as_object().expect("an example").len();
            let example = failure["example"].as_object().expect("an example");
            assert_eq!(example.len(), groups, "{name}: every group is named");
            if !failure["rule"]
                .as_str()
                .is_some_and(|rule| rule.starts_with("OPT-1"))
            {
                continue;
            }
            for repair in failure["repairs"].as_array().expect("a list") {
                let failing = |side: &str| repair[side]["failing_assignments"].as_u64();
                assert!(failing("after") < failing("before"), "{name}: {repair}");
            }
        }
    }
}

#[test]
fn overlaps_gaps_and_missing_draws_come_with_reasons_and_repairs() {
    let mut n_repaired = 0;
    for number in [2, 3, 4, 5, 18, 20] {
        let path = load::folder().join(format!("sel-{number:02}.json"));
        let (_, found) = proved(&path);
        for failure in found["failures"].as_array().expect("a list") {
            assert!(
                failure["reason"]["choices"].is_object(),
                "sel-{number:02}: {failure}"
            );
            n_repaired += usize::from(failure["repairs"][0].is_object());
        }
    }
    assert!(n_repaired >= 6, "only {n_repaired} with a repair");
}

#[test]
fn counts_of_families_have_all_their_digits() {
    let path = load::folder().join("families/b0_toggles_own.json");
    let (proving, _) = proved(&path);
    let line = proving.json(Language::En);
    let count = "\"saved_assignments\":18446744073709551616,";
    assert!(line.contains(count), "2^64 is a number");
    assert_eq!(proving.verdict(), "ok", "within all limits");
}

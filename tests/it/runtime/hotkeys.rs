//! `driver_hotkeys` (bem.md 15.6).

use super::fixtures::{driver, rules};
use bem_studio::formats::bem::manifest::{BindingEffect, Manifest};
use bem_studio::runtime::saved::Hotkeys;

/// A package with drivers of these ids.
fn package(ids: &[&str]) -> Manifest {
    let effect = BindingEffect::MorphParameter {
        target: "p".to_owned(),
        range: [0.0, 1.0],
    };
    let drivers = ids.iter().map(|id| driver(id, vec![effect.clone()]));
    Manifest {
        drivers: drivers.collect(),
        ..Manifest::default()
    }
}

const IDS: [&str; 3] = ["lantern_swing", "glow_pulse", "ribbon_unfold"];

#[test]
fn the_example_of_the_rulebook_is_read_and_written() {
    let package = package(&IDS);
    let text = "lantern_swing:F1&glow_pulse:CTRL+F2&ribbon_unfold:";
    let (hotkeys, findings) = Hotkeys::read(&package, text, Some("HOME"));
    assert!(findings.is_empty(), "{findings:?}");
    let keys = [0, 1, 2].map(|driver_idx| hotkeys.key(driver_idx));
    assert_eq!(keys, [Some("F1"), Some("CTRL+F2"), None], "as they stand");
    assert_eq!(hotkeys.text(&package), text, "written back");
    let pressed: Vec<usize> = hotkeys.drivers_of("ctrl+f2").collect();
    assert_eq!(pressed, [1], "letter case does not matter");
}

#[test]
fn every_driver_is_unbound_by_default() {
    let package = package(&IDS);
    let (hotkeys, findings) = Hotkeys::read(&package, "", None);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(hotkeys, Hotkeys::default(), "none");
    assert_eq!(
        hotkeys.text(&package),
        "lantern_swing:&glow_pulse:&ribbon_unfold:",
        "all listed"
    );
}

#[test]
fn bad_pairs_are_passed_over_and_told() {
    let package = package(&IDS);
    for (text, taken, told) in [
        ("glow_pulse:F1&", [None, Some("F1"), None], &["HOT-01"][..]),
        ("glow_pulse", [None, None, None], &["HOT-01"]),
        ("glow_pulse:F1:F2", [None, None, None], &["HOT-01"]),
        ("nothing:F1", [None, None, None], &["HOT-01"]),
        ("glow_pulse:F 1", [None, None, None], &["HOT-01"]),
        ("glow_pulse:键", [None, None, None], &["HOT-01"]),
        ("glow_pulse:=", [None, Some("="), None], &[]),
        ("glow_pulse:ADD", [None, Some("ADD"), None], &[]),
        ("glow_pulse:NUMPAD1", [None, Some("NUMPAD1"), None], &[]),
        (
            "glow_pulse:F1&glow_pulse:F2",
            [None, Some("F1"), None],
            &["HOT-02"],
        ),
        (
            "glow_pulse:F1&ribbon_unfold:f1",
            [None, Some("F1"), Some("f1")],
            &["HOT-02"],
        ),
        (
            "lantern_swing:Home",
            [Some("Home"), None, None],
            &["HOT-02"],
        ),
    ] {
        let (hotkeys, findings) = Hotkeys::read(&package, text, Some("HOME"));
        let keys = [0, 1, 2].map(|driver_idx| hotkeys.key(driver_idx));
        assert_eq!(keys, taken, "{text}");
        assert_eq!(rules(&findings), told, "{text}");
    }
}

#[test]
fn sixteen_pairs_are_the_most() {
    let ids: Vec<String> = (0..16).map(|number| format!("d{number}")).collect();
    let package = package(&ids.iter().map(String::as_str).collect::<Vec<_>>());
    let pairs: Vec<String> = (0..16)
        .map(|number| format!("d{number}:F{number}"))
        .collect();
    let text = pairs.join("&");
    let (hotkeys, findings) = Hotkeys::read(&package, &text, None);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(hotkeys.text(&package), text, "all of them");
    let longer = format!("{text}&d3:F20");
    let (again, findings) = Hotkeys::read(&package, &longer, None);
    assert_eq!(rules(&findings), ["HOT-01"], "one too many");
    assert_eq!(again, hotkeys, "the rest is dropped");
}

#[test]
fn keys_that_cannot_stand_in_the_text_are_not_bound() {
    let mut hotkeys = Hotkeys::default();
    for key in ["A&B", "A:B", "A B", "\u{e9}", "\n"] {
        let error = hotkeys.bind(0, key).expect_err("refused");
        assert_eq!(error.key, key, "told");
    }
    hotkeys.bind(0, "F1").expect("a key");
    hotkeys.bind(0, "").expect("unbinding");
    assert_eq!(hotkeys, Hotkeys::default(), "unbound");
}

#[test]
fn drivers_whose_ids_cannot_stand_in_the_text_are_left_out() {
    let package = package(&["a:b", "with space", "c&d"]);
    let mut hotkeys = Hotkeys::default();
    for driver_idx in [0, 1, 2] {
        hotkeys.bind(driver_idx, "F1").expect("a key");
    }
    assert_eq!(hotkeys.text(&package), "with space:F1", "only the other");
}

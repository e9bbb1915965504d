//! Saved selections (bem.md ch. 23) and `drivers=` (15.2): strict, generous, and written.

use super::fixtures::{manifest, manifest_with, rules};
use bem_studio::base::findings::Severity;
use bem_studio::formats::bem::manifest::{Manifest, Waveform};
use bem_studio::formats::bem::player::Strictness;
use bem_studio::formats::bem::player::hotkeys::read_driver_states;
use bem_studio::runtime::drivers::{Command, Drivers};
use bem_studio::runtime::saved::{SavedTexts, commands, parse_selection, read_selection};
use bem_studio::runtime::selection::Selection;

fn options(text: &str) -> SavedTexts<'_> {
    SavedTexts {
        options: text,
        parameters: "",
    }
}

fn parameters(text: &str) -> SavedTexts<'_> {
    SavedTexts {
        options: "",
        parameters: text,
    }
}

/// What reading generously comes to, as texts, and the rules it told; strict reading must refuse with the same rules.
fn read(manifest: &Manifest, texts: SavedTexts<'_>) -> (String, String, Vec<String>) {
    let (selection, findings) = read_selection(manifest, texts);
    let told: Vec<String> = rules(&findings).into_iter().map(str::to_owned).collect();
    let all_warn = findings.iter().all(|it| it.severity == Severity::Warning);
    assert!(all_warn, "{texts:?}: generous reading only warns");
    match parse_selection(manifest, texts) {
        Ok(strict) => {
            assert!(told.is_empty(), "{texts:?}: strict took {told:?}");
            assert_eq!(strict, selection, "{texts:?}: one meaning");
        }
        Err(refused) => {
            let all_reject = refused.iter().all(|it| it.severity == Severity::Error);
            assert!(all_reject, "{texts:?}: strict reading rejects");
            assert_eq!(rules(&refused), told, "{texts:?}: the same rules");
        }
    }
    (
        selection.options_text(manifest),
        selection.parameters_text(manifest),
        told,
    )
}

#[test]
fn options_are_read_and_bad_pairs_passed_over() {
    let f13 = manifest("F13");
    for (text, taken, told) in [
        ("", "outfit:a&part:on", &[][..]),
        ("outfit:b", "outfit:b&part:on", &[]),
        ("part:off&outfit:b", "outfit:b&part:off", &[]),
        ("outfit:a&part:off", "outfit:a&part:off", &[]),
        ("outfit:b&", "outfit:b&part:on", &["SAV-01"]),
        ("&outfit:b", "outfit:b&part:on", &["SAV-01"]),
        ("outfit:b&&part:off", "outfit:b&part:off", &["SAV-01"]),
        ("&", "outfit:a&part:on", &["SAV-01", "SAV-01"]),
        ("outfit", "outfit:a&part:on", &["SAV-01"]),
        ("outfit:b:c&part:off", "outfit:a&part:off", &["SAV-01"]),
        ("outfit: b", "outfit:a&part:on", &["SAV-01"]),
        (" outfit:b&part:off", "outfit:a&part:off", &["SAV-01"]),
        (":b", "outfit:a&part:on", &["SAV-01"]),
        ("outfit:", "outfit:a&part:on", &["SAV-01"]),
        ("shoes:b&outfit:b", "outfit:b&part:on", &["SAV-02"]),
        ("outfit:B", "outfit:a&part:on", &["SAV-02"]),
        ("outfit:b&outfit:a", "outfit:b&part:on", &["SAV-02"]),
    ] {
        let (options, _, found) = read(&f13, options(text));
        assert_eq!(options, taken, "{text}");
        assert_eq!(found, told, "{text}");
    }
}

#[test]
fn ticks_are_read_and_bad_ones_take_the_default() {
    let slider = r#""min":0,"max":1000,"neutral":0,"default":0,"step":1"#;
    let stepped = r#""min":100,"max":900,"neutral":100,"default":300,"step":10"#;
    let f13 = manifest_with("F13", &[(slider, stepped)]);
    for (value, taken, told) in [
        ("100", 100, &[][..]),
        ("500", 500, &[]),
        ("900", 900, &[]),
        ("0500", 500, &["SAV-03"]),
        ("000100", 100, &["SAV-03"]),
        ("505", 300, &["SAV-03"]),
        ("0505", 300, &["SAV-03"]),
        ("90", 300, &["SAV-03"]),
        ("910", 300, &["SAV-03"]),
        ("0", 300, &["SAV-03"]),
        ("+500", 300, &["SAV-03"]),
        ("-500", 300, &["SAV-03"]),
        ("500.0", 300, &["SAV-03"]),
        ("5e2", 300, &["SAV-03"]),
        ("٥٠٠", 300, &["SAV-03"]),
        ("", 300, &["SAV-01"]),
        ("99999999999999999999", 300, &["SAV-03"]),
    ] {
        let text = format!("sleeve_length:{value}");
        let (_, ticks, found) = read(&f13, parameters(&text));
        assert_eq!(ticks, format!("sleeve_length:{taken}"), "{value}");
        assert_eq!(found, told, "{value}");
    }
    for (text, taken, told) in [
        ("cuff:500", 300, "SAV-02"),
        ("sleeve_length:500&sleeve_length:600", 500, "SAV-02"),
        ("sleeve_length:500&", 500, "SAV-01"),
        ("sleeve_length:5 00", 300, "SAV-01"),
    ] {
        let (_, ticks, found) = read(&f13, parameters(text));
        assert_eq!(ticks, format!("sleeve_length:{taken}"), "{text}");
        assert_eq!(found, [told], "{text}");
    }
}

#[test]
fn a_zero_alone_has_no_leading_zero() {
    let f13 = manifest("F13");
    let (_, ticks, told) = read(&f13, parameters("sleeve_length:0"));
    assert_eq!(ticks, "sleeve_length:0", "taken");
    assert!(told.is_empty(), "nothing to tell: {told:?}");
}

#[test]
fn a_selection_that_breaks_a_constraint_takes_all_default_choices() {
    let f13 = manifest_with(
        "F13",
        &[(
            r#""option_groups":"#,
            r#""selection_constraints":[{"not":{"all":[{"eq":["outfit","b"]},{"eq":["part","off"]}]}}],"option_groups":"#,
        )],
    );
    let texts = SavedTexts {
        options: "outfit:b&part:off",
        parameters: "sleeve_length:700",
    };
    let (options, ticks, told) = read(&f13, texts);
    assert_eq!(options, "outfit:a&part:on", "all defaults");
    assert_eq!(ticks, "sleeve_length:700", "sliders break no constraint");
    assert_eq!(told, ["SAV-04"], "told");
    let (options, _, told) = read(&f13, super::saved::options("outfit:a&part:off"));
    assert_eq!(options, "outfit:a&part:off", "legal: part is not available");
    assert!(told.is_empty(), "nothing to tell: {told:?}");
}

#[test]
fn every_group_and_slider_is_written_in_manifest_order() {
    let f13 = manifest("F13");
    let mut selection = Selection::with_choices(&f13, &[("part", "off")]).expect("it exists");
    selection
        .set_tick(&f13, "sleeve_length", 500)
        .expect("a tick");
    let texts = SavedTexts {
        options: &selection.options_text(&f13),
        parameters: &selection.parameters_text(&f13),
    };
    assert_eq!(
        texts,
        SavedTexts {
            options: "outfit:a&part:off",
            parameters: "sleeve_length:500"
        },
        "the group that is not available too"
    );
    assert_eq!(parse_selection(&f13, texts), Ok(selection), "read back");
}

#[test]
fn a_fixed_package_saves_its_appearance_alone() {
    let f10 = manifest("F10");
    for (text, taken, told) in [
        ("", "default", &[][..]),
        ("hidden", "hidden", &[]),
        ("default", "default", &[]),
        ("none", "default", &["SAV-02"]),
        ("hidden ", "default", &["SAV-02"]),
    ] {
        let (written, ticks, found) = read(&f10, options(text));
        assert_eq!((written.as_str(), ticks.as_str()), (taken, ""), "{text}");
        assert_eq!(found, told, "{text}");
    }
}

#[test]
fn saved_driver_states_become_commands() {
    let mut f15 = manifest("F15");
    let mut dropped = f15.drivers[0].clone();
    dropped.id = "dropped".to_owned();
    dropped.waveform = Waveform::Unknown;
    f15.drivers.push(dropped);
    let text = "glow_pulse:play&dropped:play&lantern_swing:pause";
    let (states, findings) = read_driver_states(text, &f15, Strictness::Generous);
    assert_eq!(findings, [], "nothing to tell");
    let mut drivers = Drivers::new(&f15);
    let found = commands(&f15, &drivers, &states);
    assert_eq!(
        found,
        [(1, Command::Start), (0, Command::Pause)],
        "a dropped one gets none"
    );
    for (driver_idx, command) in found {
        drivers.command(driver_idx, command);
    }
    let running: Vec<usize> = drivers.delivering().map(|(idx, _)| idx).collect();
    assert_eq!(running, [1], "pause does nothing to a stopped one");
}

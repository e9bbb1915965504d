//! Saved selections, ticks and hotkeys; requests for one resource.

use crate::bem::case_files::manifest_with;
use crate::bem::findings::{rules_of, verdict_of};
use bem_studio::formats::bem::player::Strictness::{Generous, Strict};
use bem_studio::formats::bem::player::hotkeys::{
    SavedState, read_driver_states, read_hotkeys, write_hotkeys,
};
use bem_studio::formats::bem::player::selection::{
    Selection, effective_choices, read_appearance, read_options, read_ticks, satisfies_constraints,
    write_options, write_ticks,
};
use bem_studio::formats::bem::resource_filter::{ResourceFilter, chosen_components, payloads_of};

#[test]
fn selections_are_read_and_written_in_manifest_order() {
    let manifest = manifest_with("F11", &[]);
    let (selection, findings) = read_options("part:off&outfit:b", &manifest, Generous);
    assert_eq!(findings, [], "no findings");
    assert_eq!(
        write_options(&selection),
        "outfit:b&part:off",
        "all groups in order"
    );
    let (defaults, findings) = read_options("", &manifest, Generous);
    assert_eq!(findings, [], "empty means all defaults");
    assert_eq!(defaults, Selection::defaults(&manifest), "defaults");
    let (kept, _) = read_options("outfit:a&part:off", &manifest, Generous);
    assert_eq!(
        kept.choice("part"),
        Some("off"),
        "the value of an unavailable group is kept"
    );
    let groups = manifest.option_groups.expect("groups");
    let effective = effective_choices(&kept, &groups);
    assert_eq!(effective.get("part"), None, "but has no effect (TC11-05)");
    assert_eq!(effective.get("outfit"), Some(&"a"), "the other has");
}

#[test]
fn bad_pairs_are_told_and_passed_over_or_refused() {
    let manifest = manifest_with("F11", &[]);
    for (text, rule) in [
        ("outfit:b&", "SAV-01"),
        ("&outfit:b", "SAV-01"),
        ("outfit:b&&part:on", "SAV-01"),
        ("outfit:b&part", "SAV-01"),
        ("outfit:b&part:on:off", "SAV-01"),
        ("outfit:b& part:on", "SAV-01"),
        ("outfit:b&:x", "SAV-01"),
        ("outfit:b&part:", "SAV-01"),
        ("outfit:b&hat:on", "SAV-02"),
        ("outfit:b&part:maybe", "SAV-02"),
        ("outfit:b&outfit:a", "SAV-02"),
        ("outfit:b&Part:on", "SAV-02"),
    ] {
        let (selection, findings) = read_options(text, &manifest, Generous);
        assert_eq!(rules_of(&findings), [rule], "{text}");
        assert_eq!(verdict_of(&findings), "warn", "{text}");
        assert_eq!(write_options(&selection), "outfit:b&part:on", "{text}");
        let (_, findings) = read_options(text, &manifest, Strict);
        assert_eq!(verdict_of(&findings), "reject", "{text}");
    }
}

#[test]
fn an_unreachable_selection_falls_back_to_defaults() {
    let constraint = r#""selection_constraints":[{"not":{"all":[{"eq":["outfit","b"]},{"eq":["part","off"]}]}}],"component_rules""#;
    let manifest = manifest_with("F11", &[("\"component_rules\"", constraint)]);
    let (selection, findings) = read_options("outfit:b&part:off", &manifest, Generous);
    assert_eq!(rules_of(&findings), ["SAV-04"], "told");
    assert_eq!(selection, Selection::defaults(&manifest), "defaults");
    let (selection, findings) = read_options("outfit:a&part:off", &manifest, Generous);
    assert_eq!(findings, [], "the atom of an unavailable group is false");
    assert!(
        satisfies_constraints(&selection, &manifest),
        "so it is legal"
    );
}

#[test]
fn appearances_are_saved_by_their_id_alone() {
    let manifest = manifest_with("F10", &[]);
    assert_eq!(
        read_appearance("hidden", &manifest, Generous).0,
        "hidden",
        "known"
    );
    assert_eq!(
        read_appearance("", &manifest, Generous).0,
        "default",
        "empty"
    );
    let (id, findings) = read_appearance("gone", &manifest, Generous);
    assert_eq!(
        (&*id, rules_of(&findings)),
        ("default", vec!["SAV-02".to_owned()]),
        "unknown"
    );
}

#[test]
fn ticks_are_whole_aligned_and_in_range() {
    let manifest = manifest_with("F13", &[("\"step\":1", "\"step\":10")]);
    let read = |text: &str| read_ticks(text, &manifest, Generous);
    assert_eq!(
        read("sleeve_length:250").0,
        [("sleeve_length".to_owned(), 250)],
        "fine"
    );
    assert_eq!(
        write_ticks(&read("sleeve_length:250").0),
        "sleeve_length:250",
        "text"
    );
    assert_eq!(read("").0, [("sleeve_length".to_owned(), 0)], "default");
    let (ticks, findings) = read("sleeve_length:0250");
    assert_eq!(
        (ticks[0].1, rules_of(&findings)),
        (250, vec!["SAV-03".to_owned()]),
        "zeros"
    );
    for bad in ["251", "1010", "-10", "+10", "10.0", "x", "99999999999"] {
        let (ticks, findings) = read(&format!("sleeve_length:{bad}"));
        assert_eq!(
            (ticks[0].1, rules_of(&findings)),
            (0, vec!["SAV-03".to_owned()]),
            "{bad}"
        );
    }
    assert_eq!(rules_of(&read("cuff:5").1), ["SAV-02"], "unknown slider");
    // TC13-08
    let strict = read_ticks("sleeve_length:251", &manifest, Strict).1;
    assert_eq!(verdict_of(&strict), "reject", "strict");
}

#[test]
fn hotkeys_bind_each_driver_and_key_once() {
    let manifest = manifest_with("F15", &[]);
    let read = |text: &str| read_hotkeys(text, &manifest, Generous);
    let (bound, findings) = read("lantern_swing:F1&glow_pulse:CTRL+F2");
    assert_eq!(findings, [], "fine");
    assert_eq!(
        write_hotkeys(&bound, &manifest),
        "lantern_swing:F1&glow_pulse:CTRL+F2",
        "text"
    );
    let (bound, findings) = read("lantern_swing:&glow_pulse:=");
    assert_eq!(findings, [], "unbound is fine");
    assert_eq!(
        write_hotkeys(&bound, &manifest),
        "lantern_swing:&glow_pulse:=",
        "text"
    );
    assert_eq!(
        rules_of(&read("lantern_swing:F1&glow_pulse:f1").1),
        ["HOT-02"],
        "one key twice"
    );
    assert_eq!(
        rules_of(&read("lantern_swing:F1&lantern_swing:F2").1),
        ["HOT-02"],
        "one driver twice"
    );
    assert_eq!(rules_of(&read("lantern_swing").1), ["HOT-01"], "no pair");
    assert_eq!(rules_of(&read("gone:F1").1), ["HOT-01"], "no such driver");
    let (states, findings) =
        read_driver_states("lantern_swing:play&glow_pulse:pause", &manifest, Generous);
    assert_eq!(findings, [], "fine");
    assert_eq!(
        states[1],
        ("glow_pulse".to_owned(), SavedState::Pause),
        "state"
    );
    let (_, findings) = read_driver_states("lantern_swing:stop", &manifest, Strict);
    assert_eq!(verdict_of(&findings), "reject", "strict");
}

#[test]
fn requests_choose_components_by_resource_and_platform() {
    let manifest = manifest_with("F14", &[]);
    let choose = |resource: Option<&str>, platform: Option<&str>| {
        let filter = ResourceFilter {
            resource: resource.map(str::to_owned),
            platform: platform.map(str::to_owned),
        };
        chosen_components(&manifest, &filter)
    };
    assert_eq!(
        choose(None, None).as_deref(),
        Ok(&[0, 1, 2][..]),
        "everything"
    );
    assert_eq!(
        choose(None, Some("android-arm64")).as_deref(),
        Ok(&[0, 2][..]),
        "TC14-06"
    );
    let weapon = choose(Some("weapon"), Some("windows-x64")).expect("the weapon");
    assert_eq!(weapon, [2], "TC14-04");
    let needed: Vec<u32> = payloads_of(&manifest, &weapon).into_iter().collect();
    assert_eq!(needed, [0, 1, 3, 6], "its payloads");
    let refused = choose(Some("ultimate"), Some("android-arm64")).expect_err("TC14-07");
    assert_eq!(refused.rule, "TGT-29", "its rule");
    assert!(choose(Some("nowhere"), None).is_err(), "unknown resource");
    let legacy = manifest_with("F12S", &[]);
    let all = chosen_components(&legacy, &ResourceFilter::default()).expect("all");
    assert_eq!(all, [0, 1], "a legacy package as a whole");
    let needed: Vec<u32> = payloads_of(&legacy, &all).into_iter().collect();
    assert_eq!(needed, [0, 1, 2, 3, 5, 6], "with the textures of its slot");
}

//! Concrete plans (bem.md 18.6): the planning rows of the rulebook's cases, 1.0 packages, and what is refused.

use super::fixtures::{manifest, manifest_with, package, planned, planned_at};
use bem_studio::base::text::Language;
use bem_studio::formats::bem::manifest::Candidate;
use bem_studio::runtime::plan::{
    Budget, KeptMaterial, Outcome, Plan, PlanError, PlannedDraw, plan,
};
use bem_studio::runtime::selection::{Selection, SelectionError};

fn keep() -> Outcome {
    Outcome::Keep {
        overrides: Vec::new(),
    }
}

#[test]
fn only_what_a_selection_shows_is_read() {
    let f11 = manifest("F11");
    let a = planned(&f11, &[("outfit", "a"), ("part", "off")]);
    assert_eq!(a.payloads, [0, 1, 2, 3, 5], "a: never payload 4");
    assert_eq!(a.textures, [0], "a: never texture 1");
    let b = planned(&f11, &[("outfit", "b"), ("part", "off")]);
    assert_eq!(b.payloads, [0, 1, 2, 4, 6], "b: never payload 3");
    assert_eq!(b.textures, [1], "b: the other texture");
    let again = planned(&f11, &[("outfit", "a"), ("part", "off")]);
    assert_eq!(a, again, "there and back gives the same plan");
}

#[test]
fn a_group_that_is_not_available_is_hidden_but_keeps_its_choice() {
    let f11 = manifest("F11");
    let mut selection =
        Selection::with_choices(&f11, &[("part", "off")]).expect("the choice exists");
    let effective = selection.effective_map(&f11);
    assert_eq!(effective.choice("outfit"), Some("a"), "the default");
    assert_eq!(effective.choice("part"), None, "not available in a");
    let shown = plan(&f11, &selection).expect("a plan");
    assert_eq!(shown.components[1].outcome, keep(), "eq on part is false");
    selection
        .choose(&f11, "outfit", "b")
        .expect("the choice exists");
    let hidden = plan(&f11, &selection).expect("a plan");
    assert_eq!(
        hidden.components[1].outcome,
        Outcome::Hide,
        "off is back with its group"
    );
    let shown = planned(&f11, &[("outfit", "b"), ("part", "on")]);
    assert_eq!(shown.components[1].outcome, keep(), "b and on");
}

#[test]
fn kept_materials_change_their_textures() {
    let f11k = manifest("F11K");
    let kept = planned(&f11k, &[("outfit", "a")]);
    assert_eq!(kept.textures, [0, 2], "the kept one too");
    assert!(kept.payloads.contains(&7), "its payload is read");
    let overrides = vec![KeptMaterial {
        material_slot: 0,
        textures: vec![2],
    }];
    assert_eq!(
        kept.components[1].outcome,
        Outcome::Keep { overrides },
        "the override"
    );
    let hidden = planned(&f11k, &[("outfit", "b"), ("part", "off")]);
    assert_eq!(hidden.textures, [1], "hidden: not bound");
    assert!(!hidden.payloads.contains(&7), "hidden: not read");
}

#[test]
fn a_package_without_meshes_reads_only_textures() {
    let f11z = manifest("F11Z");
    assert_eq!(planned(&f11z, &[("outfit", "a")]).payloads, [0], "a");
    let in_b = planned(&f11z, &[("outfit", "b")]);
    assert!(in_b.payloads.is_empty(), "b: {:?}", in_b.payloads);
}

#[test]
fn slots_bind_what_their_one_candidate_says() {
    let f12s = manifest("F12S");
    for (choice, textures, slot) in [
        ("c0", &[][..], None),
        ("c1", &[1][..], Some(1)),
        ("c2", &[2][..], Some(2)),
    ] {
        let plan = planned(&f12s, &[("colour", choice)]);
        assert_eq!(plan.textures, textures, "{choice}");
        assert_eq!(plan.slot_textures, [slot], "{choice}");
        let draws = &plan.replacement(0).expect("replaced").draws;
        assert_eq!(draws[0].textures, textures, "{choice}: null is left out");
    }
}

#[test]
fn chosen_draws_get_running_starts_in_manifest_order() {
    let f11k7 = manifest("F11K7");
    let all = planned(&f11k7, &[]);
    let all = all.replacement(0).expect("replaced");
    let starts: Vec<u64> = all.draws.iter().map(|draw| draw.start).collect();
    assert_eq!(starts, [0, 3, 6, 9, 12, 15, 18, 21], "all eight");
    assert_eq!(all.n_indices, 24, "eight times three");
    let some = planned(&f11k7, &[("k2", "off"), ("k3", "off")]);
    let some = some.replacement(0).expect("replaced");
    let draws: Vec<(usize, u64)> = some
        .draws
        .iter()
        .map(|it| (it.draw_idx, it.start))
        .collect();
    assert_eq!(
        draws,
        [(0, 0), (1, 3), (4, 6), (5, 9), (6, 12), (7, 15)],
        "the gap closes"
    );
}

#[test]
fn a_fixed_package_is_planned_by_its_appearance() {
    let package = package("F10");
    let mut selection = Selection::defaults(&package.manifest);
    let default = plan(&package.manifest, &selection).expect("a plan");
    assert_eq!(default.payloads, [0, 1, 2, 3, 4, 5], "everything");
    assert_eq!(default.textures, [0, 1], "both");
    let draws = &default.replacement(0).expect("replaced").draws;
    let expected = [(0, 0), (1, 3)].map(|(idx, start)| PlannedDraw {
        draw_idx: idx,
        start,
        count: 3,
        textures: vec![u32::try_from(idx).expect("small")],
    });
    assert_eq!(draws[..], expected, "both draws of the index list");
    let budget = Budget::of(&package.manifest, &default, &package.payloads.sizes());
    assert_eq!(budget.resident_bytes, 148, "the example of chapter 7");
    selection
        .set_appearance(&package.manifest, "hidden")
        .expect("it exists");
    let hidden = plan(&package.manifest, &selection).expect("a plan");
    assert!(hidden.payloads.is_empty(), "{:?}", hidden.payloads);
    let budget = Budget::of(&package.manifest, &hidden, &package.payloads.sizes());
    assert_eq!(budget, Budget::default(), "nothing at all");
    let error = selection
        .set_appearance(&package.manifest, "none")
        .expect_err("no such appearance");
    assert_eq!(
        error,
        SelectionError::UnknownAppearance {
            id: "none".to_owned()
        },
        "refused"
    );
}

#[test]
fn the_game_counts_only_the_frames_it_needs() {
    let package = package("F13");
    let sizes = package.payloads.sizes();
    let budget = |tick| {
        let plan = planned_at(&package.manifest, &[("sleeve_length", tick)]);
        Budget::of(&package.manifest, &plan, &sizes)
    };
    let neutral = Budget {
        decoded_bytes: 134,
        resident_bytes: 134,
    };
    assert_eq!(budget(0), neutral, "no frame at neutral");
    let moved = Budget {
        decoded_bytes: 214,
        resident_bytes: 134,
    };
    assert_eq!(budget(500), moved, "one frame, not resident");
}

#[test]
fn meshes_on_two_components_are_resident_twice_and_decoded_once() {
    let rule = r#"{"target":1,"candidates":[{"when":{"all":[{"eq":["outfit","b"]},{"eq":["part","off"]}]},"operation":"hide"},{"when":{"not":{"all":[{"eq":["outfit","b"]},{"eq":["part","off"]}]}},"operation":"keep"}]}"#;
    let replaced = r#"{"target":1,"candidates":[{"operation":"replace","mesh":0}]}"#;
    let manifest = manifest_with("F11", &[(rule, replaced)]);
    let plan = planned(&manifest, &[]);
    let budget = Budget::of(&manifest, &plan, &package("F11").payloads.sizes());
    assert_eq!(budget.decoded_bytes, 134, "each payload once");
    assert_eq!(budget.resident_bytes, 260, "two times 126 and 8");
    assert_eq!(plan.meshes().len(), 1, "one mesh");
}

#[test]
fn an_unknown_group_or_choice_is_refused() {
    let f11 = manifest("F11");
    let refused = |group, choice| Selection::with_choices(&f11, &[(group, choice)]).err();
    assert_eq!(
        refused("shoes", "a"),
        Some(SelectionError::UnknownGroup {
            group: "shoes".to_owned()
        }),
        "no such group"
    );
    assert_eq!(
        refused("outfit", "A"),
        Some(SelectionError::UnknownChoice {
            group: "outfit".to_owned(),
            choice: "A".to_owned()
        }),
        "letter case counts"
    );
}

#[test]
fn what_cannot_be_planned_is_named() {
    let constrained = manifest_with(
        "F11",
        &[(
            r#""option_groups":"#,
            r#""selection_constraints":[true,{"not":{"eq":["outfit","b"]}}],"option_groups":"#,
        )],
    );
    let hide =
        r#"{"when":{"all":[{"eq":["outfit","b"]},{"eq":["part","off"]}]},"operation":"hide"}"#;
    let overlap = manifest_with("F11", &[(hide, r#"{"when":true,"operation":"hide"}"#)]);
    let gap = manifest_with("F11", &[(hide, r#"{"when":false,"operation":"hide"}"#)]);
    let no_draw = manifest_with(
        "F11",
        &[(
            r#""draws":[{"when":{"eq":["outfit","a"]}"#,
            r#""draws":[{"when":false"#,
        )],
    );
    let slot = manifest_with(
        "F12S",
        &[(r#"{"when":{"eq":["colour","c0"]}"#, r#"{"when":true"#)],
    );
    let lost = manifest_with("F11", &[(r#""textures":[0]"#, r#""textures":[9]"#)]);
    let refused = |manifest, choices: &[(&str, &str)]| -> PlanError {
        let selection = Selection::with_choices(manifest, choices).expect("the choices exist");
        plan(manifest, &selection).expect_err("no plan")
    };
    let found = [
        refused(&constrained, &[("outfit", "b")]),
        refused(&overlap, &[]),
        refused(&gap, &[("outfit", "b"), ("part", "off")]),
        refused(&no_draw, &[]),
        refused(&slot, &[("colour", "c1")]),
        refused(&lost, &[]),
    ];
    let expected = [
        PlanError::Unreachable { constraint_idx: 1 },
        PlanError::Candidates {
            component_idx: 1,
            n_true: 2,
        },
        PlanError::Candidates {
            component_idx: 1,
            n_true: 0,
        },
        PlanError::NoDraw {
            component_idx: 0,
            mesh: 0,
        },
        PlanError::SlotCandidates {
            slot_idx: 0,
            n_true: 2,
        },
        PlanError::Unresolved {
            pointer: "/meshes/0/draws/0/textures/0".to_owned(),
        },
    ];
    assert_eq!(found, expected, "each with its place");
    for language in Language::ALL {
        for error in &found {
            let text = error.message().text(language);
            assert!(!text.contains('{'), "an argument is missing: {text}");
        }
    }
    let fine: Result<Plan, PlanError> = plan(&constrained, &Selection::defaults(&constrained));
    assert_eq!(fine.map(|plan| plan.textures), Ok(vec![0]), "a is legal");
}

#[test]
fn a_package_without_groups_has_one_plan() {
    let f13 = manifest("F13");
    let mut bare = f13.clone();
    bare.option_groups = Some(Vec::new());
    bare.component_rules[1].candidates = vec![Candidate::default()];
    bare.meshes[0].draws.truncate(1);
    bare.meshes[0].draws[0].when = None;
    let plan = planned(&bare, &[]);
    assert_eq!(plan.payloads, [0, 1, 2, 3, 5], "as in a");
    assert_eq!(plan.components[1].outcome, keep(), "kept");
}

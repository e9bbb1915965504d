//! Repairs: proved before they are offered, and looked at once more from outside.

use super::random;
use bem_studio::analysis::evaluate::{self, Plan};
use bem_studio::analysis::{
    Analysis, Budget, Engine, Fact, FactKind, Repair, RepairKind, Revision, prove, repair_idle,
};
use bem_studio::base::cancel::Cancel;
use bem_studio::base::findings::Severity;
use bem_studio::dd::Count;
use bem_studio::formats::bem::manifest::{Condition, Manifest, Operation};
use std::collections::BTreeMap;

fn plans(manifest: &Manifest) -> Vec<Plan> {
    random::assignments(manifest)
        .iter()
        .map(|choices| evaluate::plan(manifest, None, choices).expect("a plan"))
        .collect()
}

fn n_rejections(analysis: &Analysis) -> usize {
    let facts = analysis.facts.iter();
    facts
        .filter(|fact| fact.export == Some(Severity::Error))
        .count()
}

fn operation(manifest: &Manifest, component: usize, candidate: usize) -> Operation {
    manifest.component_rules[component].candidates[candidate].operation
}

/// Where the original had at least one true candidate, the repaired list has just the first of them, or what stands
/// for it.
fn check_first_wins(before: &Manifest, after: &Manifest, fact: &Fact) {
    let Some(component) = fact.pointer.strip_prefix("/component_rules/") else {
        return;
    };
    let component: usize = component.parse().expect("a number");
    for (old, new) in plans(before).iter().zip(plans(after)) {
        if !old.is_legal || old.candidates[component].is_empty() {
            continue;
        }
        assert_eq!(
            new.candidates[component].len(),
            1,
            "{}: one is left",
            before.name
        );
        let first = operation(before, component, old.candidates[component][0]);
        let left = operation(after, component, new.candidates[component][0]);
        assert_eq!(left, first, "{}: the first one", before.name);
    }
}

/// Where the original had several true candidates just one of them is left, and where the two that meet in the example do,
/// the later one.
fn check_swapped(before: &Manifest, after: &Manifest, fact: &Fact) {
    let Some(component) = fact.pointer.strip_prefix("/component_rules/") else {
        return;
    };
    let component: usize = component.parse().expect("a number");
    for (old, new) in plans(before).iter().zip(plans(after)) {
        let olds = &old.candidates[component];
        if !old.is_legal || olds.is_empty() {
            continue;
        }
        assert_eq!(new.candidates[component].len(), 1, "{}: one", before.name);
        let left = operation(after, component, new.candidates[component][0]);
        if *olds == fact.candidates[..2] {
            let later = operation(before, component, fact.candidates[1]);
            assert_eq!(left, later, "{}: the later one", before.name);
        } else if let [only] = olds.as_slice() {
            let only = operation(before, component, *only);
            assert_eq!(left, only, "{}: as before", before.name);
        }
    }
}

/// The counts that a repair promises are those of a walk.
fn check_counts(before: &Manifest, after: &Manifest, repair: &Repair, fact: &Fact) {
    for (manifest, standing) in [(before, repair.before), (after, repair.after)] {
        let plans = plans(manifest);
        let n_legal = plans.iter().filter(|plan| plan.is_legal).count();
        let n_legal = Count::from(n_legal as u64);
        assert_eq!(standing.saved_assignments, Some(n_legal), "{}", before.name);
    }
    assert_eq!(
        repair
            .before
            .failing_assignments
            .max(fact.saved_assignments),
        repair.before.failing_assignments,
        "{}: the fault is among what is counted",
        before.name
    );
    let is_less = repair.after.n_rejections < repair.before.n_rejections;
    assert!(is_less, "{}: fewer rejections", before.name);
}

/// Where the original had a true candidate nothing changes, elsewhere the original part is kept.
fn check_else_keep(before: &Manifest, after: &Manifest, fact: &Fact) {
    let Some(component) = fact.pointer.strip_prefix("/component_rules/") else {
        return;
    };
    let component: usize = component.parse().expect("a number");
    let added = after.component_rules[component].candidates.len() - 1;
    for (old, new) in plans(before).iter().zip(plans(after)) {
        if old.is_legal && old.candidates[component].is_empty() {
            assert_eq!(new.candidates[component], [added], "{}: kept", before.name);
        } else if old.is_legal {
            let (old, new) = (&old.candidates[component], &new.candidates[component]);
            assert_eq!(new, old, "{}: as before", before.name);
        }
    }
}

#[test]
fn repairs_take_their_fault_away_and_bring_no_other() {
    let mut n_repairs: BTreeMap<RepairKind, usize> = BTreeMap::new();
    let mut n_without = 0;
    for seed in 0..250 {
        let package = random::package(seed + 70_000);
        let manifest = &package.manifest;
        let sizes = Some(package.sizes.as_slice());
        let revision = Revision {
            manifest,
            minor: package.minor,
            payload_sizes: sizes,
        };
        let mut engine = Engine::new().expect("an engine");
        let analysis = engine
            .check_live(revision, &Budget::LIVE, &Cancel::new())
            .expect("checked");
        for fact in &analysis.facts {
            if fact.export != Some(Severity::Error) || fact.rule.starts_with("LIM") {
                continue;
            }
            let repairs = engine
                .repairs(revision, fact, &Cancel::new())
                .expect("repaired");
            n_without += usize::from(repairs.is_empty() && fact.rule != "OPT-12");
            for repair in repairs {
                let mut after = manifest.clone();
                assert!(
                    repair.apply(&mut after),
                    "{}: it can be made",
                    manifest.name
                );
                let proved = prove(&after, package.minor, sizes, &Budget::LIVE, &Cancel::new());
                let proved = proved.expect("proved");
                assert!(
                    n_rejections(&proved) < n_rejections(&analysis),
                    "{}: {:?} for {} {}",
                    manifest.name,
                    repair.kind,
                    fact.rule,
                    fact.pointer
                );
                check_counts(manifest, &after, &repair, fact);
                match (repair.kind, fact.kind) {
                    (RepairKind::FirstWins, _) => check_first_wins(manifest, &after, fact),
                    (RepairKind::SwapOrder, _) => check_swapped(manifest, &after, fact),
                    (RepairKind::ElseKeep, FactKind::Gap) => {
                        check_else_keep(manifest, &after, fact);
                    }
                    _ => {}
                }
                *n_repairs.entry(repair.kind).or_default() += 1;
            }
        }
    }
    for kind in [
        RepairKind::FirstWins,
        RepairKind::SwapOrder,
        RepairKind::ElseKeep,
        RepairKind::Forbid,
    ] {
        let n = n_repairs.get(&kind).copied().unwrap_or(0);
        assert!(n > 20, "{kind:?}: only {n}");
    }
    assert!(n_without < 30, "{n_without} faults without a repair");
}

#[test]
fn what_has_no_effect_can_be_taken_out() {
    let mut n_removed = 0;
    for seed in 0..120 {
        let package = random::package(seed + 80_000);
        let manifest = &package.manifest;
        let revision = Revision {
            manifest,
            minor: package.minor,
            payload_sizes: Some(&package.sizes),
        };
        let mut engine = Engine::new().expect("an engine");
        let before = engine
            .check_live(revision, &Budget::LIVE, &Cancel::new())
            .expect("checked");
        let idle = engine.idle(manifest, &Cancel::new()).expect("searched");
        for one in &idle {
            let repair = repair_idle(revision, one, &Cancel::new()).expect("repaired");
            let Some(repair) = repair else {
                continue;
            };
            let mut after = manifest.clone();
            assert!(
                repair.apply(&mut after),
                "{}: it can be made",
                manifest.name
            );
            assert_ne!(&after, manifest, "{}: it does something", manifest.name);
            let proved = prove(
                &after,
                package.minor,
                Some(&package.sizes),
                &Budget::LIVE,
                &Cancel::new(),
            );
            let counts = |analysis: &Analysis| {
                let summary = &analysis.summary;
                (summary.saved_assignments, summary.effective_selections)
            };
            let after = proved.expect("proved");
            assert_eq!(
                counts(&after),
                counts(&before),
                "{}: selections",
                manifest.name
            );
            n_removed += 1;
        }
    }
    assert!(n_removed > 200, "only {n_removed} removed");
}

#[test]
fn a_rule_too_deep_to_rewrite_in_text_is_rewritten_from_its_diagram() {
    let mut package = random::package(1);
    let manifest = &mut package.manifest;
    let eq = |group: &str, choice: &str| Condition::Eq {
        group: group.to_owned(),
        choice: choice.to_owned(),
    };
    let groups = manifest.option_groups.as_mut().expect("groups");
    groups.truncate(2);
    for group in groups.iter_mut() {
        group.available_when = None;
        while group.choices.len() < 3 {
            let mut choice = group.choices[0].clone();
            choice.id = format!("c{}", group.choices.len());
            group.choices.push(choice);
        }
    }
    let names: Vec<String> = groups.iter().map(|group| group.id.clone()).collect();
    let mut deep = eq(&names[0], "c1");
    for level in 0..16 {
        deep = if level % 2 == 0 {
            Condition::Any(vec![deep, eq(&names[1], "c1")])
        } else {
            Condition::All(vec![deep, Condition::Constant(true)])
        };
    }
    manifest.selection_constraints.clear();
    manifest.texture_slots.clear();
    manifest.meshes.truncate(1);
    manifest.meshes[0].draws.truncate(1);
    manifest.meshes[0].draws[0].when = None;
    manifest.meshes[0].draws[0].textures.clear();
    manifest.parameters.clear();
    manifest.mesh_deformations.clear();
    manifest.component_rules.truncate(1);
    let candidate = manifest.component_rules[0].candidates[0].clone();
    let candidates = &mut manifest.component_rules[0].candidates;
    candidates.clear();
    let whens = [
        Some(deep),
        Some(eq(&names[1], "c2")),
        Some(Condition::Not(Box::new(eq(&names[0], "c1")))),
    ];
    for when in whens {
        let mut candidate = candidate.clone();
        candidate.when = when;
        candidate.operation = Operation::Hide;
        candidate.material_overrides.clear();
        candidates.push(candidate);
    }
    let revision = Revision {
        manifest,
        minor: 3,
        payload_sizes: None,
    };
    let mut engine = Engine::new().expect("an engine");
    let analysis = engine
        .check_live(revision, &Budget::LIVE, &Cancel::new())
        .expect("checked");
    let overlap = analysis
        .facts
        .iter()
        .find(|fact| fact.kind == FactKind::Overlap)
        .expect("an overlap");
    let repairs = engine
        .repairs(revision, overlap, &Cancel::new())
        .expect("repaired");
    let first_wins = repairs
        .iter()
        .find(|repair| repair.kind == RepairKind::FirstWins)
        .expect("the first can win");
    let mut after = manifest.clone();
    assert!(first_wins.apply(&mut after), "it can be made");
    check_first_wins(manifest, &after, overlap);
}

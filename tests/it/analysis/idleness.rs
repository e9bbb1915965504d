//! Hints about what has no effect, against a walk over all selections.

use super::random::{self, Package};
use bem_studio::analysis::evaluate::{self, Plan};
use bem_studio::analysis::{Budget, Engine, IdleKind, Revision, State};
use bem_studio::base::cancel::Cancel;
use bem_studio::formats::bem::manifest::{Condition, Manifest, Operation};
use std::collections::BTreeSet;

/// Every legal selection, saved choices of hidden groups included.
fn legal(manifest: &Manifest) -> Vec<(State, Plan)> {
    let groups = manifest.option_groups.as_deref().expect("groups");
    let n_all: usize = groups.iter().map(|group| group.choices.len()).product();
    let mut found = Vec::new();
    for mut number in 0..n_all {
        let mut choices = Vec::new();
        for group in groups {
            choices.push(u16::try_from(number % group.choices.len()).expect("a small index"));
            number /= group.choices.len();
        }
        let plan = evaluate::plan(manifest, None, &choices).expect("a plan");
        if plan.is_legal {
            let state = evaluate::state_of(manifest, &choices).expect("a state");
            found.push((state, plan));
        }
    }
    found
}

/// Pointers of everything that never happens or always holds, found by looking.
fn expected(manifest: &Manifest, legal: &[(State, Plan)]) -> BTreeSet<(&'static str, String)> {
    let mut idle = BTreeSet::new();
    let always = |condition: Option<&Condition>, asked: &dyn Fn(&Plan) -> bool| {
        condition.is_some_and(|condition| {
            !matches!(condition, Condition::Constant(_))
                && legal
                    .iter()
                    .filter(|(_, plan)| asked(plan))
                    .all(|(state, _)| evaluate::holds(manifest, state, condition))
        })
    };
    let groups = manifest.option_groups.as_deref().expect("groups");
    for (idx, group) in groups.iter().enumerate() {
        let pointer = format!("/option_groups/{idx}");
        if legal
            .iter()
            .all(|(state, _)| !state.groups[idx].is_available)
        {
            idle.insert(("group-never", pointer));
            continue;
        }
        if always(group.available_when.as_ref(), &|_| true) {
            idle.insert(("condition-always", format!("{pointer}/available_when")));
        }
        for choice in 0..group.choices.len() {
            let is_taken = |state: &State| {
                let group = state.groups[idx];
                group.is_available && usize::from(group.choice_idx) == choice
            };
            if !legal.iter().any(|(state, _)| is_taken(state)) {
                idle.insert(("choice-never", format!("{pointer}/choices/{choice}")));
            }
        }
    }
    for (component, rule) in manifest.component_rules.iter().enumerate() {
        for (idx, candidate) in rule.candidates.iter().enumerate() {
            let pointer = format!("/component_rules/{component}/candidates/{idx}");
            if !legal
                .iter()
                .any(|(_, plan)| plan.candidates[component].contains(&idx))
            {
                idle.insert(("candidate-never", pointer));
            } else if always(candidate.when.as_ref(), &|_| true) {
                idle.insert(("condition-always", format!("{pointer}/when")));
            }
        }
    }
    for (slot, rule) in manifest.texture_slots.iter().enumerate() {
        for (idx, candidate) in rule.candidates.iter().enumerate() {
            let pointer = format!("/texture_slots/{slot}/candidates/{idx}");
            if !legal
                .iter()
                .any(|(_, plan)| plan.slot_candidates[slot].contains(&idx))
            {
                idle.insert(("slot-candidate-never", pointer));
            } else if always(candidate.when.as_ref(), &|_| true) {
                idle.insert(("condition-always", format!("{pointer}/when")));
            }
        }
    }
    for (mesh_idx, mesh) in manifest.meshes.iter().enumerate() {
        let is_used = |plan: &Plan| plan.replaced.iter().any(|one| one.mesh == mesh_idx);
        if !legal.iter().any(|(_, plan)| is_used(plan)) {
            continue;
        }
        for (idx, draw) in mesh.draws.iter().enumerate() {
            let pointer = format!("/meshes/{mesh_idx}/draws/{idx}");
            let is_drawn = |plan: &Plan| {
                let mut replaced = plan.replaced.iter();
                replaced.any(|one| one.mesh == mesh_idx && one.draws.contains(&idx))
            };
            if !legal.iter().any(|(_, plan)| is_drawn(plan)) {
                idle.insert(("draw-never", pointer));
            } else if always(draw.when.as_ref(), &is_used) {
                idle.insert(("condition-always", format!("{pointer}/when")));
            }
        }
    }
    idle
}

fn check(package: &Package) -> usize {
    let manifest = &package.manifest;
    let name = &manifest.name;
    let revision = Revision {
        manifest,
        minor: package.minor,
        payload_sizes: None,
    };
    let mut engine = Engine::new().expect("an engine");
    engine
        .check_live(revision, &Budget::LIVE, &Cancel::new())
        .expect("checked");
    let idle = engine.idle(manifest, &Cancel::new()).expect("searched");
    let legal = legal(manifest);
    if legal.is_empty() {
        assert!(idle.is_empty(), "{name}: nothing is legal");
        return 0;
    }
    let told: BTreeSet<(&str, String)> = idle
        .iter()
        .filter(|one| {
            let is_other = matches!(
                one.kind,
                IdleKind::ChoiceSame { .. } | IdleKind::ConstraintIdle
            );
            !is_other
        })
        .map(|one| (one.kind.code(), one.pointer.clone()))
        .collect();
    assert_eq!(
        told,
        expected(manifest, &legal),
        "{name}: what has no effect"
    );
    let constraints: Vec<usize> = idle
        .iter()
        .filter(|one| one.kind == IdleKind::ConstraintIdle)
        .map(|one| last_number(&one.pointer))
        .collect();
    check_constraints(manifest, &constraints, legal.len());
    for one in &idle {
        if let IdleKind::ChoiceSame { same_as } = one.kind {
            check_same(manifest, &one.pointer, same_as, &legal);
        }
    }
    idle.len()
}

fn last_number(pointer: &str) -> usize {
    let last = pointer.rsplit('/').next().expect("a part");
    last.parse().expect("a number")
}

/// Without the idle ones the same selections are legal, and none of the others can go.
fn check_constraints(manifest: &Manifest, idle: &[usize], n_legal: usize) {
    let without = |left_out: &[usize]| {
        let mut other = manifest.clone();
        let mut number = 0;
        other.selection_constraints.retain(|_| {
            number += 1;
            !left_out.contains(&(number - 1))
        });
        legal(&other).len()
    };
    assert_eq!(
        without(idle),
        n_legal,
        "{}: idle constraints",
        manifest.name
    );
    for idx in 0..manifest.selection_constraints.len() {
        if !idle.contains(&idx) {
            let more = [idle, &[idx]].concat();
            assert!(
                without(&more) > n_legal,
                "{}: constraint {idx}",
                manifest.name
            );
        }
    }
}

/// Wherever the choice is taken, the other one is legal and selects the same.
fn check_same(manifest: &Manifest, pointer: &str, same_as: usize, legal: &[(State, Plan)]) {
    let choice = last_number(pointer);
    let group: usize = pointer
        .split('/')
        .nth(2)
        .and_then(|part| part.parse().ok())
        .expect("a group");
    for (state, plan) in legal {
        let set = state.groups[group];
        if !set.is_available || usize::from(set.choice_idx) != choice {
            continue;
        }
        let mut choices = state.choices();
        choices[group] = u16::try_from(same_as).expect("a small index");
        let other = evaluate::plan(manifest, None, &choices).expect("a plan");
        assert_eq!(&other, plan, "{}: {pointer} and {same_as}", manifest.name);
    }
}

#[test]
fn what_has_no_effect_is_told_and_nothing_else() {
    let mut n_told = 0;
    for seed in 0..600 {
        let package = random::package(seed + 40_000);
        n_told += check(&package);
    }
    assert!(n_told > 1_000, "only {n_told} hints");
}

#[test]
fn a_choice_that_changes_nothing_is_found() {
    let mut package = random::package(3);
    let manifest = &mut package.manifest;
    // Nothing asks for any group any more.
    manifest.selection_constraints.clear();
    for rule in &mut manifest.component_rules {
        rule.candidates.truncate(1);
        rule.candidates[0].when = None;
        rule.candidates[0].operation = Operation::Keep;
    }
    manifest.texture_slots.clear();
    for group in manifest.option_groups.as_mut().expect("groups") {
        group.available_when = None;
    }
    for candidate in manifest
        .component_rules
        .iter_mut()
        .flat_map(|rule| &mut rule.candidates)
    {
        candidate.material_overrides.clear();
    }
    for draw in manifest.meshes.iter_mut().flat_map(|mesh| &mut mesh.draws) {
        draw.textures.clear();
        draw.when = None;
    }
    manifest.parameters.clear();
    manifest.mesh_deformations.clear();
    let revision = Revision {
        manifest,
        minor: 3,
        payload_sizes: None,
    };
    let mut engine = Engine::new().expect("an engine");
    engine
        .check_live(revision, &Budget::LIVE, &Cancel::new())
        .expect("checked");
    let idle = engine.idle(manifest, &Cancel::new()).expect("searched");
    let n_same = idle
        .iter()
        .filter(|one| one.kind.code() == "choice-same")
        .count();
    let groups = manifest.option_groups.as_deref().expect("groups");
    let n_choices: usize = groups.iter().map(|group| group.choices.len() - 1).sum();
    assert_eq!(n_same, n_choices, "all choices of a group are alike");
}

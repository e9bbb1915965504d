//! Reasons for faults: true everywhere they claim, with no group to spare, and together complete where they end.

use super::random;
use bem_studio::analysis::evaluate::{self, Plan};
use bem_studio::analysis::{Budget, Engine, Explanation, Fact, FactKind, Limits, Revision, State};
use bem_studio::base::cancel::Cancel;
use bem_studio::formats::bem::manifest::Manifest;

/// All legal selections with their plans.
fn legal(manifest: &Manifest, sizes: &[u64]) -> Vec<(State, Plan)> {
    let groups = manifest.option_groups.as_deref().expect("groups");
    let n_all: usize = groups.iter().map(|group| group.choices.len()).product();
    (0..n_all)
        .map(|mut number| {
            let choices: Vec<u16> = groups
                .iter()
                .map(|group| {
                    let choice = number % group.choices.len();
                    number /= group.choices.len();
                    u16::try_from(choice).expect("a small index")
                })
                .collect();
            let state = evaluate::state_of(manifest, &choices).expect("a state");
            let plan = evaluate::plan(manifest, Some(sizes), &choices).expect("a plan");
            (state, plan)
        })
        .filter(|(_, plan)| plan.is_legal)
        .collect()
}

/// Whether a plan shows a fact.
fn shows(fact: &Fact, plan: &Plan, limits: &Limits) -> bool {
    let numbers: Vec<usize> = fact
        .pointer
        .split('/')
        .filter_map(|part| part.parse().ok())
        .collect();
    let replaced = plan
        .replaced
        .iter()
        .find(|one| numbers == [one.component, one.candidate]);
    match (fact.rule, fact.kind) {
        ("OPT-17", FactKind::Overlap) => plan.candidates[numbers[0]].len() > 1,
        ("OPT-17", _) => plan.candidates[numbers[0]].is_empty(),
        ("SLOT-04", FactKind::Overlap) => plan.slot_candidates[numbers[0]].len() > 1,
        ("SLOT-04", _) => plan.slot_candidates[numbers[0]].is_empty(),
        ("OPT-18", _) => replaced.is_some_and(|one| one.draws.is_empty()),
        ("LIM-01", _) => replaced.is_some_and(|one| one.draws.len() as u64 > limits.draws),
        ("LIM-02", _) => replaced.is_some_and(|one| one.n_indices > limits.indices),
        ("LIM-03", _) => plan.textures.len() as u64 > limits.textures,
        ("LIM-04", _) => plan.decoded_bytes > limits.decoded_bytes,
        _ => plan.resident_bytes > limits.resident_bytes,
    }
}

/// Whether the groups are set alike in both states.
fn agrees(groups: &[usize], a: &State, b: &State) -> bool {
    groups.iter().all(|idx| {
        let (a, b) = (a.groups[*idx], b.groups[*idx]);
        let same = a.is_available == b.is_available;
        same && (!a.is_available || a.choice_idx == b.choice_idx)
    })
}

#[test]
fn reasons_hold_wherever_they_claim_and_have_no_group_to_spare() {
    let mut n_explained = 0;
    for seed in 0..400 {
        let package = random::package(seed + 5_000);
        let manifest = &package.manifest;
        let limits = Limits::of(package.minor);
        let revision = Revision {
            manifest,
            minor: package.minor,
            payload_sizes: Some(&package.sizes),
        };
        let mut engine = Engine::new().expect("an engine");
        let analysis = engine
            .prove(revision, &Budget::EXACT, &Cancel::new())
            .expect("analysed");
        let selections = legal(manifest, &package.sizes);
        for fact in &analysis.facts {
            if fact.rule.starts_with("HINT") || ["OPT-11", "OPT-12"].contains(&fact.rule) {
                continue;
            }
            let explanations = engine
                .explain(revision, fact, 50, &Cancel::new())
                .expect("explained");
            assert!(!explanations.is_empty(), "{}: {fact:?}", manifest.name);
            let failing: Vec<&State> = selections
                .iter()
                .filter(|(_, plan)| shows(fact, plan, &limits))
                .map(|(state, _)| state)
                .collect();
            let others: Vec<&State> = selections
                .iter()
                .filter(|(_, plan)| !shows(fact, plan, &limits))
                .map(|(state, _)| state)
                .collect();
            check(manifest, fact, &explanations, (&failing, &others));
            n_explained += explanations.len();
        }
    }
    assert!(n_explained > 500, "only {n_explained} reasons");
}

fn check(
    manifest: &Manifest,
    fact: &Fact,
    explanations: &[Explanation],
    (failing, others): (&[&State], &[&State]),
) {
    let place = format!("{}: {} {}", manifest.name, fact.rule, fact.pointer);
    let first = Some(&explanations[0].state);
    assert_eq!(
        first,
        fact.example.as_ref(),
        "{place}: the nearest comes first"
    );
    for (idx, one) in explanations.iter().enumerate() {
        let holds = |groups: &[usize]| {
            others
                .iter()
                .all(|other| !agrees(groups, &one.state, other))
        };
        assert!(
            holds(&one.groups),
            "{place}: every selection like this shows it"
        );
        for group in &one.groups {
            let fewer: Vec<usize> = one.groups.iter().copied().filter(|g| g != group).collect();
            assert!(!holds(&fewer), "{place}: group {group} matters");
        }
        let covered = failing
            .iter()
            .filter(|state| agrees(&one.groups, &one.state, state));
        if let Some(count) = one.saved_assignments {
            assert_eq!(
                count.to_u64(),
                Some(covered.count() as u64),
                "{place}: covered"
            );
        }
        let earlier = &explanations[..idx];
        let is_new = earlier
            .iter()
            .all(|before| !agrees(&before.groups, &before.state, &one.state));
        assert!(is_new, "{place}: no earlier reason covers it");
    }
    for state in failing {
        let is_covered = explanations
            .iter()
            .any(|one| agrees(&one.groups, &one.state, state));
        assert!(
            is_covered,
            "{place}: some reason covers every failing selection"
        );
    }
}

//! The engine over many revisions: what it says is what a fresh proof says, cancelled runs and all.

use super::load;
use super::random::{self, Dice};
use bem_studio::analysis::{Analysis, AnalysisError, Budget, Engine, Revision, prove};
use bem_studio::base::cancel::Cancel;
use bem_studio::formats::bem::manifest::{Condition, Manifest};

fn edit(dice: &mut Dice, manifest: &mut Manifest) {
    let groups = manifest.option_groups.clone().expect("groups");
    let n_groups = groups.len();
    match dice.below(6) {
        0 => {
            let mesh = dice.below(manifest.meshes.len());
            let draws = &mut manifest.meshes[mesh].draws;
            let draw = dice.below(draws.len());
            draws[draw].when = Some(random::condition(dice, &groups, 2));
        }
        1 => {
            let parts = vec![
                random::condition(dice, &groups, 1),
                random::condition(dice, &groups, 1),
            ];
            manifest.selection_constraints.push(Condition::Any(parts));
        }
        2 => {
            manifest.selection_constraints.pop();
        }
        3 => {
            let group = dice.below(n_groups);
            let when = (group > 0).then(|| random::condition(dice, &groups[..group], 1));
            let groups = manifest.option_groups.as_mut().expect("groups");
            groups[group].available_when = when;
        }
        4 => {
            let group = dice.below(n_groups);
            let groups = manifest.option_groups.as_mut().expect("groups");
            let choice = dice.below(groups[group].choices.len());
            let group = &mut groups[group];
            group.default.clone_from(&group.choices[choice].id);
        }
        _ => {
            let rule = dice.below(manifest.component_rules.len());
            let candidates = &mut manifest.component_rules[rule].candidates;
            let candidate = dice.below(candidates.len());
            candidates[candidate].when = Some(random::condition(dice, &groups, 2));
        }
    }
}

fn assert_same(name: &str, warm: &Analysis, fresh: &Analysis) {
    assert_eq!(warm.facts, fresh.facts, "{name}: facts");
    let counts = |analysis: &Analysis| {
        let summary = &analysis.summary;
        (
            summary.saved_assignments,
            summary.effective_selections,
            summary.symbolic_nodes,
        )
    };
    assert_eq!(counts(warm), counts(fresh), "{name}: counts");
    let maxima = |analysis: &Analysis| -> Vec<(u64, u64)> {
        let maxima = &analysis.summary.maxima;
        maxima.iter().map(|one| (one.lower, one.upper)).collect()
    };
    assert_eq!(maxima(warm), maxima(fresh), "{name}: maxima");
    assert_eq!(warm.proof, fresh.proof, "{name}: proof");
}

#[test]
fn every_revision_is_proved_as_if_it_were_the_first() {
    for seed in 0..120 {
        let mut package = random::package(seed + 9_000);
        let mut dice = Dice::new(seed);
        let mut engine = Engine::new().expect("an engine");
        for step in 0..8 {
            edit(&mut dice, &mut package.manifest);
            let manifest = &package.manifest;
            let sizes = Some(package.sizes.as_slice());
            let revision = Revision {
                manifest,
                minor: package.minor,
                payload_sizes: sizes,
            };
            if step == 4 {
                let cancel = Cancel::new();
                cancel.raise();
                // Small ones are done before they look at the token.
                let stopped = engine.prove(revision, &Budget::EXACT, &cancel);
                assert!(
                    stopped.is_ok() || stopped == Err(AnalysisError::Cancelled),
                    "{}: cancelled",
                    manifest.name
                );
            }
            let warm = engine.prove(revision, &Budget::EXACT, &Cancel::new());
            let fresh = prove(
                manifest,
                package.minor,
                sizes,
                &Budget::EXACT,
                &Cancel::new(),
            );
            let name = format!("{} step {step}", manifest.name);
            assert_same(&name, &warm.expect("warm"), &fresh.expect("fresh"));
        }
    }
}

#[test]
fn a_cancelled_run_of_a_large_package_leaves_the_engine_good() {
    let case = load::case(&load::folder().join("families/e3_alldiff_6x16.json"));
    let revision = Revision {
        manifest: &case.manifest,
        minor: 5,
        payload_sizes: Some(&case.sizes),
    };
    let mut engine = Engine::new().expect("an engine");
    let cancel = Cancel::new();
    cancel.raise();
    let stopped = engine.check_live(revision, &Budget::LIVE, &cancel);
    assert_eq!(
        stopped,
        Err(AnalysisError::Cancelled),
        "the token was raised"
    );
    let analysis = engine
        .check_live(revision, &Budget::LIVE, &Cancel::new())
        .expect("checked");
    let saved = analysis
        .summary
        .saved_assignments
        .map(|count| count.to_string());
    assert_eq!(saved.as_deref(), Some("5765760"), "16!/10!");
    assert_eq!(
        engine.generation(),
        1,
        "the arena of the cancelled run is used on"
    );
}

#[test]
fn an_arena_full_of_garbage_is_let_go() {
    let mut case = load::case(&load::folder().join("families/e3_alldiff_6x16.json"));
    let mut engine = Engine::with_spare_nodes(0).expect("an engine");
    let mut generations = Vec::new();
    let all = case.manifest.selection_constraints.clone();
    for round in 0..12_usize {
        // Other constraints are left out each time, so most of what is joined from them is new.
        let kept = all.iter().enumerate();
        let kept = kept.filter(|(idx, _)| (idx * 7 + round) % (round + 3) != 0);
        case.manifest.selection_constraints = kept.map(|(_, one)| one.clone()).collect();
        let revision = Revision {
            manifest: &case.manifest,
            minor: 5,
            payload_sizes: Some(&case.sizes),
        };
        engine
            .check_live(revision, &Budget::LIVE, &Cancel::new())
            .expect("checked");
        generations.push(engine.generation());
    }
    assert!(generations.last() > generations.first(), "{generations:?}");
    assert!(generations.last() < Some(&12), "{generations:?}");
}

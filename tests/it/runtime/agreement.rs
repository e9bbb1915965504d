//! Two ways to one answer: the plan of a selection here, and the evaluator that the proofs are checked with.

use bem_studio::analysis::evaluate;
use bem_studio::base::files::read_capped;
use bem_studio::formats::bem::json::{self, Value};
use bem_studio::formats::bem::manifest::Manifest;
use bem_studio::formats::bem::player::Strictness;
use bem_studio::formats::bem::player::selection::{
    Selection as Saved, effective_choices, read_options,
};
use bem_studio::runtime::plan::{Budget, Plan, PlanError, plan};
use bem_studio::runtime::selection::Selection;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Assignments walked in each file; beyond it a fixed sample is taken.
const MOST_ASSIGNMENTS: u64 = 400;

#[test]
fn plans_agree_with_the_evaluator_of_the_proofs_in_every_selection_case() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/selection");
    let (mut n_plans, mut n_refused) = (0, 0);
    for number in 1..=20 {
        let (plans, refused) = compare(&folder.join(format!("sel-{number:02}.json")));
        n_plans += plans;
        n_refused += refused;
    }
    for family in ["a_realistic", "c_chain", "d_shared", "g_max_indep"] {
        let path = folder.join("families").join(format!("{family}.json"));
        let (plans, refused) = compare(&path);
        n_plans += plans;
        n_refused += refused;
    }
    assert!(n_plans > 500, "only {n_plans} plans");
    assert!(n_refused > 100, "only {n_refused} refusals");
}

/// Compares the assignments of one file; how many had a plan and how many were refused.
fn compare(path: &Path) -> (u64, u64) {
    let bytes = read_capped(path, 64 << 20).expect("the case reads");
    let parsed = json::parse(&bytes).expect("the case is JSON");
    let root = parsed.value.get("manifest").unwrap_or(&parsed.value);
    let manifest = Manifest::from_value(root);
    let sizes: Vec<u64> = parsed
        .value
        .get("payload_sizes")
        .and_then(Value::list)
        .expect("sizes")
        .iter()
        .map(|size| u64::from(size.u32().expect("a size")))
        .collect();
    let mut counts = (0, 0);
    for choices in assignments(&manifest) {
        let label = format!("{}: {choices:?}", path.display());
        if agree(&manifest, &sizes, &choices, &label) {
            counts.0 += 1;
        } else {
            counts.1 += 1;
        }
    }
    counts
}

/// All assignments, or a sample by a fixed sequence.
fn assignments(manifest: &Manifest) -> Vec<Vec<u16>> {
    let groups = manifest.option_groups.as_deref().expect("groups");
    let sizes: Vec<u64> = groups.iter().map(|it| it.choices.len() as u64).collect();
    let product = sizes
        .iter()
        .try_fold(1_u64, |product, size| product.checked_mul(*size));
    let is_walk = product.is_some_and(|product| product <= MOST_ASSIGNMENTS);
    let n = product.unwrap_or(u64::MAX).min(MOST_ASSIGNMENTS);
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    (0..n)
        .map(|number| {
            let mut rest = number;
            let digits = sizes.iter().map(|size| {
                let digit = if is_walk {
                    let digit = rest % size;
                    rest /= size;
                    digit
                } else {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    (state >> 33) % size
                };
                u16::try_from(digit).expect("a small digit")
            });
            digits.collect()
        })
        .collect()
}

/// Compares one assignment; whether it has a plan.
fn agree(manifest: &Manifest, sizes: &[u64], choices: &[u16], label: &str) -> bool {
    let theirs = evaluate::plan(manifest, Some(sizes), choices)
        .unwrap_or_else(|error| panic!("{label}: {error}"));
    let mut selection = Selection::defaults(manifest);
    let groups = manifest.option_groups.as_deref().expect("groups");
    for (group, choice) in groups.iter().zip(choices) {
        let choice = &group.choices[usize::from(*choice)].id;
        selection
            .choose(manifest, &group.id, choice)
            .expect("it exists");
    }
    let effective = selection.effective_map(manifest);
    let saved = read_options(
        &selection.options_text(manifest),
        manifest,
        Strictness::Generous,
    )
    .0;
    if theirs.is_legal {
        let third = effective_choices(&saved, groups);
        for group in groups {
            let choice = third.get(group.id.as_str()).copied();
            assert_eq!(effective.choice(&group.id), choice, "{label}: {}", group.id);
        }
    } else {
        let defaults = Saved::defaults(manifest);
        assert_eq!(saved, defaults, "{label}: read as the defaults");
    }
    for parameter in &manifest.parameters {
        selection
            .set_tick(manifest, &parameter.id, parameter.neutral)
            .expect("neutral is a tick");
    }
    let ours = plan(manifest, &selection);
    if !theirs.is_legal {
        let is_refused = matches!(ours, Err(PlanError::Unreachable { .. }));
        assert!(is_refused, "{label}: {ours:?}");
        return false;
    }
    if let Some(error) = refusal(&theirs) {
        assert_eq!(ours, Err(error), "{label}");
        return false;
    }
    let ours = ours.unwrap_or_else(|error| panic!("{label}: {error}"));
    compare_plans(manifest, &theirs, &ours, label);
    let budget = Budget::of(manifest, &ours, sizes);
    assert_eq!(
        budget.resident_bytes,
        theirs.resident_bytes - theirs.resident_delta_bytes,
        "{label}: resident"
    );
    assert_eq!(
        budget.decoded_bytes,
        theirs.decoded_bytes - theirs.decoded_delta_bytes,
        "{label}: decoded"
    );
    let mut read: BTreeSet<u32> = ours.payloads.iter().copied().collect();
    for channel in &manifest.mesh_deformations {
        for frame in &channel.frames {
            let mut moved = selection.clone();
            moved
                .set_tick(manifest, &channel.parameter, frame.value)
                .expect("frames stand on ticks");
            read.extend(plan(manifest, &moved).expect("a plan").payloads);
        }
    }
    let all: BTreeSet<u32> = theirs
        .payloads
        .keys()
        .map(|payload| u32::try_from(*payload).expect("small"))
        .collect();
    assert_eq!(read, all, "{label}: payloads over all frames");
    true
}

/// The first fault of a legal selection, slots before components.
fn refusal(theirs: &evaluate::Plan) -> Option<PlanError> {
    let mut slots = theirs.slot_candidates.iter().enumerate();
    if let Some((slot_idx, found)) = slots.find(|(_, found)| found.len() != 1) {
        return Some(PlanError::SlotCandidates {
            slot_idx,
            n_true: found.len(),
        });
    }
    for (component_idx, found) in theirs.candidates.iter().enumerate() {
        if found.len() != 1 {
            return Some(PlanError::Candidates {
                component_idx,
                n_true: found.len(),
            });
        }
        let mut replaced = theirs.replaced.iter();
        let bare = replaced.find(|it| it.component == component_idx && it.draws.is_empty());
        if let Some(bare) = bare {
            return Some(PlanError::NoDraw {
                component_idx,
                mesh: u32::try_from(bare.mesh).expect("small"),
            });
        }
    }
    None
}

fn compare_plans(manifest: &Manifest, theirs: &evaluate::Plan, ours: &Plan, label: &str) {
    assert_eq!(
        ours.components.len(),
        manifest.component_rules.len(),
        "{label}: every component"
    );
    for (component, found) in theirs.candidates.iter().enumerate() {
        let candidate = ours.components[component].candidate_idx;
        assert_eq!(candidate, Some(found[0]), "{label}: component {component}");
    }
    for replaced in &theirs.replaced {
        let found = ours
            .replacement(replaced.component)
            .unwrap_or_else(|| panic!("{label}: component {} is replaced", replaced.component));
        let draws: Vec<usize> = found.draws.iter().map(|draw| draw.draw_idx).collect();
        assert_eq!(draws, replaced.draws, "{label}: draws");
        assert_eq!(found.n_indices, replaced.n_indices, "{label}: indices");
    }
    let textures: Vec<usize> = theirs.textures.iter().copied().collect();
    let ours: Vec<usize> = ours.textures.iter().map(|it| *it as usize).collect();
    assert_eq!(ours, textures, "{label}: textures");
}

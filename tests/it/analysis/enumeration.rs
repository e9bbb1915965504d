//! Thousands of small packages: everything proved equals a walk over all their saved assignments.

use super::random::{self, Package};
use bem_studio::analysis::evaluate::{self, Plan};
use bem_studio::analysis::{Analysis, Budget, Fact, Limits, Metric, State, prove};
use bem_studio::base::cancel::Cancel;
use bem_studio::base::findings::Severity;
use bem_studio::dd::Count;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Packages of every test run.
const N_PACKAGES: u64 = 1_000;

/// Packages of the long run.
const N_PACKAGES_LONG: u64 = 20_000;

/// Rule, pointer, kind.
type Key = (String, String, &'static str);

/// What a walk found at one place.
#[derive(Default)]
struct Shown {
    n_saved: u64,
    effective: BTreeSet<Vec<Option<u16>>>,
    nearest: usize,
    is_error: bool,
}

/// What a walk found.
struct Walk {
    n_saved: u64,
    effective: BTreeSet<Vec<Option<u16>>>,
    shown: BTreeMap<Key, Shown>,
    maxima: Option<[u64; 5]>,
}

fn walk(package: &Package) -> Walk {
    let manifest = &package.manifest;
    let groups = manifest.option_groups.as_deref().expect("groups");
    let limits = Limits::of(package.minor);
    let mut walk = Walk {
        n_saved: 0,
        effective: BTreeSet::new(),
        shown: BTreeMap::new(),
        maxima: None,
    };
    let mut choices = vec![0_u16; groups.len()];
    loop {
        let plan = evaluate::plan(manifest, Some(&package.sizes), &choices).expect("a plan");
        if plan.is_legal {
            let state = evaluate::state_of(manifest, &choices).expect("a state");
            walk.add(&plan, &state, &limits);
        }
        // The next assignment, last group fastest.
        let next = choices
            .iter()
            .zip(groups)
            .rposition(|(choice, group)| usize::from(*choice) + 1 < group.choices.len());
        let Some(place) = next else {
            return walk;
        };
        choices[place] += 1;
        choices[place + 1..].fill(0);
    }
}

impl Walk {
    fn add(&mut self, plan: &Plan, state: &State, limits: &Limits) {
        let effective: Vec<Option<u16>> = state
            .groups
            .iter()
            .map(|group| group.is_available.then_some(group.choice_idx))
            .collect();
        self.n_saved += 1;
        self.effective.insert(effective.clone());
        let distance = state.off_default().len();
        let mut show = |rule: &str, pointer: String, kind, is_error| {
            let key = (rule.to_owned(), pointer, kind);
            let shown = self.shown.entry(key).or_insert_with(|| Shown {
                nearest: usize::MAX,
                ..Shown::default()
            });
            shown.n_saved += 1;
            shown.effective.insert(effective.clone());
            shown.nearest = shown.nearest.min(distance);
            shown.is_error |= is_error;
        };
        let places = [
            ("OPT-17", "/component_rules/", &plan.candidates),
            ("SLOT-04", "/texture_slots/", &plan.slot_candidates),
        ];
        for (rule, path, lists) in places {
            for (idx, found) in lists.iter().enumerate() {
                match found.len() {
                    0 => show(rule, format!("{path}{idx}"), "gap", true),
                    1 => {}
                    _ => show(rule, format!("{path}{idx}"), "overlap", true),
                }
            }
        }
        for one in &plan.replaced {
            let pointer = format!(
                "/component_rules/{}/candidates/{}",
                one.component, one.candidate
            );
            if one.draws.is_empty() {
                show("OPT-18", pointer.clone(), "no draw", true);
            }
            if one.draws.len() as u64 > limits.draws {
                show("LIM-01", pointer.clone(), "limit", true);
            }
            if one.n_indices > limits.indices {
                show("LIM-02", pointer, "limit", true);
            }
        }
        if plan.textures.len() as u64 > limits.textures {
            show("LIM-03", String::new(), "limit", true);
        }
        let plain = plan.decoded_bytes - plan.decoded_delta_bytes;
        if plan.decoded_bytes > limits.decoded_bytes {
            show(
                "LIM-04",
                String::new(),
                "limit",
                plain > limits.decoded_bytes,
            );
        }
        let plain = plan.resident_bytes - plan.resident_delta_bytes;
        if plan.resident_bytes > limits.resident_bytes {
            show(
                "LIM-05",
                String::new(),
                "limit",
                plain > limits.resident_bytes,
            );
        }
        let values = [
            plan.max_draws(),
            plan.max_indices(),
            plan.textures.len() as u64,
            plan.decoded_bytes,
            plan.resident_bytes,
        ];
        let maxima = self.maxima.get_or_insert([0; 5]);
        for (most, value) in maxima.iter_mut().zip(values) {
            *most = (*most).max(value);
        }
    }
}

fn proved(package: &Package, budget: &Budget) -> Analysis {
    let manifest = &package.manifest;
    let sizes = Some(package.sizes.as_slice());
    prove(manifest, package.minor, sizes, budget, &Cancel::new()).expect("a proof")
}

fn check(package: &Package, analysis: &Analysis) {
    let name = &package.manifest.name;
    let walk = walk(package);
    let summary = &analysis.summary;
    assert_eq!(
        summary.saved_assignments,
        Some(Count::from(walk.n_saved)),
        "{name}: saved assignments"
    );
    assert_eq!(
        summary.effective_selections,
        Some(Count::from(walk.effective.len() as u64)),
        "{name}: effective selections"
    );
    let found: Vec<(u64, u64)> = summary
        .maxima
        .iter()
        .map(|maximum| (maximum.lower, maximum.upper))
        .collect();
    let wanted: Vec<(u64, u64)> = walk
        .maxima
        .iter()
        .flatten()
        .map(|max| (*max, *max))
        .collect();
    assert_eq!(found, wanted, "{name}: maxima");
    let facts: BTreeMap<Key, &Fact> = analysis
        .facts
        .iter()
        .filter(|fact| !["OPT-11", "OPT-12"].contains(&fact.rule) && !fact.rule.starts_with("HINT"))
        .map(|fact| {
            let key = (fact.rule.to_owned(), fact.pointer.clone(), fact.kind.code());
            (key, fact)
        })
        .collect();
    let keys: Vec<&Key> = facts.keys().collect();
    let wanted: Vec<&Key> = walk.shown.keys().collect();
    assert_eq!(keys, wanted, "{name}: faults");
    for (key, shown) in &walk.shown {
        check_fact(name, facts[key], shown);
    }
    let rejects = analysis
        .facts
        .iter()
        .any(|fact| fact.export == Some(Severity::Error));
    assert_eq!(analysis.proof.is_none(), rejects, "{name}: proof");
}

fn check_fact(name: &str, fact: &Fact, shown: &Shown) {
    let place = format!("{name}: {} {}", fact.rule, fact.pointer);
    let saved = Some(Count::from(shown.n_saved));
    assert_eq!(fact.saved_assignments, saved, "{place}: saved");
    let effective = Some(Count::from(shown.effective.len() as u64));
    assert_eq!(fact.effective_selections, effective, "{place}: effective");
    let example = fact.example.as_ref().expect("an example");
    assert!(fact.is_nearest, "{place}: nearest was proved");
    assert_eq!(
        example.off_default().len(),
        shown.nearest,
        "{place}: distance"
    );
    let effective: Vec<Option<u16>> = example
        .groups
        .iter()
        .map(|group| group.is_available.then_some(group.choice_idx))
        .collect();
    assert!(
        shown.effective.contains(&effective),
        "{place}: the example shows it"
    );
    let is_error = fact.read == Some(Severity::Error);
    assert_eq!(is_error, shown.is_error, "{place}: severity on reading");
}

#[test]
fn counts_faults_and_maxima_of_random_packages_equal_enumeration() {
    check_seeds(0..N_PACKAGES);
}

#[test]
#[ignore = "minutes without optimisation"]
fn many_more_random_packages_equal_enumeration() {
    check_seeds(10_000_000..10_000_000 + N_PACKAGES_LONG);
    check_branching(20_000_000..20_000_000 + N_PACKAGES_LONG);
}

#[test]
fn branch_and_bound_alone_finds_the_same_maxima() {
    check_branching(1_000_000..1_000_000 + N_PACKAGES);
}

fn check_seeds(seeds: Range<u64>) {
    let n_seeds = seeds.end - seeds.start;
    let mut n_faulty = 0;
    for seed in seeds {
        let package = random::package(seed);
        let analysis = proved(&package, &Budget::EXACT);
        check(&package, &analysis);
        n_faulty += u64::from(!analysis.facts.is_empty());
    }
    assert!(n_faulty > n_seeds / 10, "some are broken: {n_faulty}");
    assert!(n_faulty < n_seeds * 9 / 10, "some are whole: {n_faulty}");
}

fn check_branching(seeds: Range<u64>) {
    let branching = Budget {
        states: 0,
        ..Budget::EXACT
    };
    for seed in seeds {
        let package = random::package(seed);
        let walked = proved(&package, &Budget::EXACT);
        let branched = proved(&package, &branching);
        for metric in Metric::ALL {
            let values = |analysis: &Analysis| {
                let maximum = analysis.summary.maximum(metric);
                maximum.map(|maximum| (maximum.lower, maximum.upper))
            };
            assert_eq!(
                values(&branched),
                values(&walked),
                "{}: {}",
                package.manifest.name,
                metric.code()
            );
        }
    }
}

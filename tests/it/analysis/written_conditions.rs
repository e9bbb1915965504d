//! The algebra of written conditions: same meaning, shorter or disjoint text, within the limits of the format.

use super::random::{self, Dice};
use bem_studio::analysis::State;
use bem_studio::analysis::conditions::{
    self, MAX_DEPTH, MAX_OPERANDS, TooDeep, all, any, depth, first_wins, is_surely_disjoint, not,
    otherwise, simplified,
};
use bem_studio::analysis::evaluate::{holds, state_of};
use bem_studio::formats::bem::manifest::{Condition, Manifest};

fn eq(group: &str, choice: &str) -> Condition {
    Condition::Eq {
        group: group.to_owned(),
        choice: choice.to_owned(),
    }
}

/// All saved selections of a package.
fn states(manifest: &Manifest) -> Vec<State> {
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
            state_of(manifest, &choices).expect("a state")
        })
        .collect()
}

fn most_operands(condition: &Condition) -> usize {
    match condition {
        Condition::Constant(_) | Condition::Eq { .. } => 0,
        Condition::All(parts) | Condition::Any(parts) => {
            let inner = parts.iter().map(most_operands).max().unwrap_or(0);
            inner.max(parts.len())
        }
        Condition::Not(part) => most_operands(part),
    }
}

#[test]
fn simpler_text_means_the_same_and_is_never_deeper() {
    for seed in 0..150 {
        let package = random::package(seed + 60_000);
        let manifest = &package.manifest;
        let groups = manifest.option_groups.as_deref().expect("groups");
        let states = states(manifest);
        let mut dice = Dice::new(seed);
        for _ in 0..20 {
            let written = random::condition(&mut dice, groups, 4);
            let short = simplified(&written);
            assert!(depth(&short) <= depth(&written), "{written:?} -> {short:?}");
            for state in &states {
                let (a, b) = (
                    holds(manifest, state, &written),
                    holds(manifest, state, &short),
                );
                assert_eq!(a, b, "{written:?} -> {short:?}");
            }
        }
    }
}

#[test]
fn of_an_if_else_list_the_first_true_condition_wins_and_else_is_the_rest() {
    for seed in 0..150 {
        let package = random::package(seed + 61_000);
        let manifest = &package.manifest;
        let groups = manifest.option_groups.as_deref().expect("groups");
        let mut dice = Dice::new(seed);
        let list: Vec<Option<Condition>> = (0..6)
            .map(|_| (!dice.once_in(12)).then(|| random::condition(&mut dice, groups, 2)))
            .collect();
        let disjoint = first_wins(&list).expect("not deep");
        let rest = otherwise(&list).expect("not deep");
        for state in states(manifest) {
            let is_true = |condition: &Condition| holds(manifest, &state, condition);
            let first = list.iter().position(|one| one.as_ref().is_none_or(is_true));
            let found: Vec<usize> = (0..6).filter(|idx| is_true(&disjoint[*idx])).collect();
            assert_eq!(found, Vec::from_iter(first), "{list:?}");
            assert_eq!(is_true(&rest), first.is_none(), "{list:?}");
        }
    }
}

#[test]
fn what_is_called_surely_disjoint_never_meets() {
    let mut n_disjoint = 0;
    for seed in 0..150 {
        let package = random::package(seed + 62_000);
        let manifest = &package.manifest;
        let groups = manifest.option_groups.as_deref().expect("groups");
        let states = states(manifest);
        let mut dice = Dice::new(seed);
        for _ in 0..30 {
            let a = random::condition(&mut dice, groups, 2);
            let b = random::condition(&mut dice, groups, 2);
            if is_surely_disjoint(&a, &b) {
                n_disjoint += 1;
                let meet = |state: &State| holds(manifest, state, &a) && holds(manifest, state, &b);
                assert!(!states.iter().any(meet), "{a:?} and {b:?}");
            }
        }
    }
    assert!(n_disjoint > 100, "only {n_disjoint} pairs");
}

#[test]
fn long_lists_are_nested_within_the_operands_the_format_allows() {
    let many: Vec<Condition> = (0..2_000).map(|n| eq("g", &format!("c{n}"))).collect();
    for joined in [all(many.clone()), any(many)] {
        assert!(
            most_operands(&joined) <= MAX_OPERANDS,
            "{} operands",
            most_operands(&joined)
        );
        assert_eq!(depth(&joined), 3, "2,000 leaves in levels of 32");
    }
}

#[test]
fn constants_and_repeats_are_decided_at_once() {
    let (a, b) = (eq("g", "a"), eq("g", "b"));
    assert_eq!(all([]), Condition::Constant(true), "nothing is asked");
    assert_eq!(any([]), Condition::Constant(false), "nothing is offered");
    assert_eq!(all([a.clone(), a.clone()]), a, "a repeat");
    let nested = any([any([a.clone(), b.clone()]), b.clone()]);
    assert_eq!(
        nested,
        Condition::Any(vec![a.clone(), b]),
        "nested ones are taken in"
    );
    assert_eq!(not(not(a.clone())), a, "a double negation");
}

#[test]
fn choices_of_one_group_need_no_ruling_out() {
    let list = [Some(eq("g", "a")), Some(eq("g", "b")), None];
    let disjoint = first_wins(&list).expect("flat");
    assert_eq!(disjoint[1], eq("g", "b"), "b excludes a by itself");
    let neither = [not(eq("g", "a")), not(eq("g", "b"))];
    assert_eq!(disjoint[2], Condition::All(neither.to_vec()), "the rest");
}

#[test]
fn a_condition_too_deep_for_the_format_is_an_error() {
    let mut deep = eq("g", "a");
    for level in 0..MAX_DEPTH {
        let other = eq("h", &format!("c{level}"));
        deep = if level % 2 == 0 {
            Condition::All(vec![deep, other])
        } else {
            Condition::Any(vec![deep, other])
        };
    }
    assert_eq!(depth(&deep), MAX_DEPTH, "as deep as allowed");
    assert!(conditions::checked(deep.clone()).is_ok(), "that is fine");
    let list = [Some(deep), Some(eq("k", "a"))];
    let refused = first_wins(&list);
    assert_eq!(
        refused,
        Err(TooDeep {
            depth: MAX_DEPTH + 2
        }),
        "all of not of it"
    );
}

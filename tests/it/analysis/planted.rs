//! Nothing is sampled: one bad selection among a million millions is found.

use bem_studio::analysis::{Budget, Engine, FactKind, Revision};
use bem_studio::base::cancel::Cancel;
use bem_studio::dd::Count;
use bem_studio::formats::bem::manifest::{
    Candidate, Choice, ComponentRule, Condition, Manifest, Operation, OptionGroup,
};

const N_GROUPS: usize = 40;

fn candidate(when: Condition, operation: Operation) -> Candidate {
    Candidate {
        when: Some(when),
        operation,
        ..Candidate::default()
    }
}

#[test]
fn a_single_bad_selection_among_two_to_the_forty_is_found() {
    let choice = |id: &str| Choice {
        id: id.to_owned(),
        ..Choice::default()
    };
    let groups = (0..N_GROUPS).map(|group| OptionGroup {
        id: format!("g{group}"),
        default: "a".to_owned(),
        choices: vec![choice("a"), choice("b")],
        ..OptionGroup::default()
    });
    // The one selection: an arbitrary pattern of forty choices.
    let pattern = 0b10110_01110_00101_11010_10011_01000_11101_00110_u64;
    let wanted = |group: usize| u16::from((pattern >> group) & 1 == 1);
    let planted: Vec<Condition> = (0..N_GROUPS)
        .map(|group| Condition::Eq {
            group: format!("g{group}"),
            choice: if wanted(group) == 1 { "b" } else { "a" }.to_owned(),
        })
        .collect();
    // At most 32 conditions in one list.
    let halves: Vec<Condition> = planted
        .chunks(20)
        .map(|half| Condition::All(half.to_vec()))
        .collect();
    let planted = Condition::All(halves);
    let first = Condition::Eq {
        group: "g0".to_owned(),
        choice: "a".to_owned(),
    };
    let other = Condition::Not(Box::new(first.clone()));
    let both = Condition::Any(vec![other.clone(), planted.clone()]);
    for (kind, candidates) in [
        (
            FactKind::Overlap,
            vec![
                candidate(first.clone(), Operation::Keep),
                candidate(both, Operation::Hide),
            ],
        ),
        (
            FactKind::Gap,
            vec![candidate(
                Condition::Not(Box::new(planted.clone())),
                Operation::Keep,
            )],
        ),
    ] {
        let manifest = Manifest {
            option_groups: Some(groups.clone().collect()),
            component_rules: vec![ComponentRule {
                candidates,
                ..ComponentRule::default()
            }],
            ..Manifest::default()
        };
        let revision = Revision {
            manifest: &manifest,
            minor: 5,
            payload_sizes: None,
        };
        let mut engine = Engine::new().expect("an engine");
        let analysis = engine
            .check_live(revision, &Budget::LIVE, &Cancel::new())
            .expect("checked");
        let all = analysis.summary.saved_assignments;
        assert_eq!(all, Some(Count::from(1 << N_GROUPS)), "two to the forty");
        assert_eq!(analysis.facts.len(), 1, "{kind:?}: one fault");
        let fact = &analysis.facts[0];
        assert_eq!(fact.kind, kind, "its kind");
        assert_eq!(
            fact.saved_assignments,
            Some(Count::from(1)),
            "one selection"
        );
        let example = fact
            .example
            .as_ref()
            .map(bem_studio::analysis::State::choices);
        let wanted: Vec<u16> = (0..N_GROUPS).map(wanted).collect();
        assert_eq!(example, Some(wanted), "{kind:?}: the very one");
    }
}

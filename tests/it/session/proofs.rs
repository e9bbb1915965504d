//! The live proof in the session: the failing state is shown, repairs are proved, and nothing unproved passes.

use bem_studio::analysis::Maximum;
use bem_studio::base::files;
use bem_studio::document::condition::Condition;
use bem_studio::document::edit::Edit;
use bem_studio::document::parts::{Candidate, CandidateRule, ComponentRule};
use bem_studio::session::action::Action;
use bem_studio::session::release::Check;
use bem_studio::session::showing::ShownState;
use bem_studio::session::state::Session;
use std::path::Path;
use std::sync::Arc;

fn opened(name: &str) -> Session {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bem");
    let mut session = Session::new(None, Arc::new(|| {}));
    let path = folder.join(name);
    assert!(files::is_file(&path), "{}", path.display());
    session.handle(Action::Open(path));
    session.settle();
    session
}

/// Makes the first two candidates of the first component hold at once.
fn overlap(session: &mut Session) {
    let document = Arc::clone(session.document().expect("open"));
    let (component, rule) = (0_u32..)
        .zip(&document.rules)
        .find_map(|(at, rule)| match rule.as_ref() {
            ComponentRule::Candidates(rule) if rule.candidates.len() > 1 => Some((at, rule)),
            _ => None,
        })
        .expect("a rule with two candidates");
    let mut candidates = rule.candidates.clone();
    candidates[0] = Candidate {
        when: Some(Condition::Constant(true)),
        ..candidates[0].clone()
    };
    let changed = ComponentRule::Candidates(CandidateRule {
        candidates,
        metadata: rule.metadata.clone(),
    });
    let edit = Edit::SetRule {
        component,
        rule: Arc::new(changed),
    };
    session.handle(Action::Edit(Box::new(edit), None));
    session.settle();
}

#[test]
fn an_overlap_is_told_with_a_state_to_look_at_and_can_be_mended_in_one_step() {
    let mut session = opened("F11.bem");
    assert_eq!(session.check().map(Check::n_blocking), Some(0), "it holds");
    overlap(&mut session);
    let problems = session.problems().to_vec();
    let problem = problems
        .iter()
        .find(|problem| problem.finding.rule == "OPT-17")
        .expect("the overlap is told");
    assert!(problem.state.is_some(), "with a state that shows it");
    let deep = session.deep().expect("looked deeper");
    let offers = deep.offers(problem).to_vec();
    assert!(!offers.is_empty(), "a repair was proved");
    for offer in offers {
        session.handle(Action::Edit(Box::new(offer.edit), None));
        session.settle();
        let left = session.problems().iter();
        let left = left.filter(|problem| problem.finding.rule == "OPT-17");
        assert_eq!(left.count(), 0, "{}", offer.message);
        session.handle(Action::Undo);
        session.settle();
    }
}

#[test]
fn the_view_shows_the_state_that_is_asked_for() {
    let mut session = opened("F11.bem");
    let shown = Arc::clone(session.shown().expect("made"));
    assert!(shown.faults.is_empty(), "the defaults can be shown");
    let document = Arc::clone(session.document().expect("open"));
    let choices = document.groups.iter().flat_map(|group| {
        let others = group.choices.iter();
        let others = others.filter(|choice| choice.id != group.default);
        others.map(|choice| (group.id, choice.id))
    });
    let mut n_different = 0;
    for (group, choice) in choices {
        let mut state = ShownState::default();
        state.choices.insert(group, choice);
        session.handle(Action::Show(state));
        session.settle();
        let other = session.shown().expect("made");
        let is_same = (&other.owners, &other.kept) == (&shown.owners, &shown.kept);
        n_different += usize::from(!is_same);
    }
    assert!(n_different > 0, "choices change what is shown");
    session.handle(Action::Show(ShownState::default()));
    session.settle();
    let again = session.shown().expect("made");
    assert_eq!(again.owners, shown.owners, "back to the defaults");
}

#[test]
fn the_exact_maxima_and_the_second_light_follow_the_quick_check() {
    let session = opened("F13.bem");
    let deep = session.deep().expect("looked deeper");
    assert!(deep.published.is_accepted(), "a small package is accepted");
    assert!(
        deep.summary.maxima.iter().all(Maximum::is_exact),
        "every maximum is exact"
    );
}

#[test]
fn what_is_shown_changes_its_number_when_it_comes_not_when_it_is_asked_for() {
    let mut session = opened("F11.bem");
    let before = session.shown_number();
    let shown = Arc::clone(session.shown().expect("made"));
    session.handle(Action::Show(ShownState::default()));
    assert_eq!(
        session.shown_number(),
        before,
        "the old parts, the old number"
    );
    session.settle();
    assert_ne!(
        session.shown_number(),
        before,
        "the new parts, a new number"
    );
    assert!(
        !Arc::ptr_eq(&shown, session.shown().expect("made")),
        "made anew"
    );
}

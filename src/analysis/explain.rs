//! Why a fault shows: the groups that matter for it, and further selections that show it for other reasons.
//!
//! A reason is a set of groups so small that none can be left out: with these groups set as in the state, every legal
//! selection shows the fault, whatever the others are. The next state is the nearest one that no reason told so far
//! covers.

use super::confirm::{Over, confirm, nearer, shows};
use super::engine::{Engine, Loaded, Revision};
use super::error::{AnalysisError, Budget};
use super::evaluate;
use super::facts::{Fact, FactKind};
use super::limits::Limits;
use super::maxima::{Answer, Answers, Question, Work, maximise};
use super::questions::{self, Breach, question, sum_of_breach};
use super::rules::Fault;
use super::space::{Space, bit};
use super::state::State;
use super::terms::Term;
use crate::base::cancel::Cancel;
use crate::dd::{Count, Node, Stop};

/// One reason for a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// A selection that shows it: for faults of rules the nearest to the defaults that no earlier reason covers.
    pub state: State,
    /// Indices of the groups that matter, ascending: set like this, the fault shows in every legal selection.
    pub groups: Vec<usize>,
    /// Legal saved assignments in which these groups are set like this; `None` = not counted.
    pub saved_assignments: Option<Count>,
    /// The same as distinct effective selections.
    pub effective_selections: Option<Count>,
}

impl Engine {
    /// Up to `n_most` reasons for a fact of the revision that was checked last, which `revision` must be. Empty when
    /// the fact is not of that revision or is not about selections.
    ///
    /// # Errors
    ///
    /// [`AnalysisError`]: the proof is too large, it was cancelled, or a name leads nowhere.
    pub fn explain(
        &mut self,
        revision: Revision<'_>,
        fact: &Fact,
        n_most: usize,
        cancel: &Cancel,
    ) -> Result<Vec<Explanation>, AnalysisError> {
        let Some(loaded) = self.loaded.take() else {
            return Ok(Vec::new());
        };
        self.space.dd.begin(Budget::EXACT.nodes, cancel);
        let found = explain(&mut self.space, &loaded, revision, fact, (n_most, cancel));
        self.loaded = Some(loaded);
        found
    }
}

fn explain(
    space: &mut Space,
    loaded: &Loaded,
    revision: Revision<'_>,
    fact: &Fact,
    (n_most, cancel): (usize, &Cancel),
) -> Result<Vec<Explanation>, AnalysisError> {
    let is_it = |rule: &str, kind: FactKind, pointer: &str| {
        rule == fact.rule && kind == fact.kind && pointer == fact.pointer
    };
    let fault = loaded
        .faults
        .iter()
        .find(|fault| is_it(fault.rule, fault.kind, &fault.subject.pointer()));
    if let Some(fault) = fault {
        return explain_fault(space, revision, fault, n_most);
    }
    let breach = loaded.breaches.iter().find(|breach| {
        let (rule, _) = Limits::of(revision.minor).rule(breach.metric);
        is_it(rule, FactKind::Limit, &breach.subject.pointer())
    });
    let Some(breach) = breach else {
        return Ok(Vec::new());
    };
    let sizes = revision.payload_sizes;
    let (package, predicates) = (&loaded.package, &loaded.predicates);
    let (node, sum) = sum_of_breach(package, predicates, space, sizes, breach)?;
    if !sum.loose.is_empty() {
        return Ok(Vec::new());
    }
    let (_, limit) = Limits::of(revision.minor).rule(breach.metric);
    let mut excess = Excess {
        space,
        revision,
        over: Over::of(breach, limit),
        node,
        terms: sum.terms,
        limit,
        cancel,
    };
    excess.explain(breach, n_most)
}

/// A fault of a rule: its legal maps are a diagram.
fn explain_fault(
    space: &mut Space,
    revision: Revision<'_>,
    fault: &Fault,
    n_most: usize,
) -> Result<Vec<Explanation>, AnalysisError> {
    let (legal, mask) = fault.legal;
    let (domain, _) = space.legal_over(mask)?;
    let fine = space.dd.and_not(domain, legal)?;
    let mut rest = legal;
    let mut explanations = Vec::new();
    while explanations.len() < n_most {
        let Some(values) = space.nearest(rest) else {
            break;
        };
        let state = space.state(&values);
        let plan = evaluate::plan(revision.manifest, None, &state.choices())?;
        let is_shown = shows(&plan, fault.kind, fault.subject);
        confirm(is_shown, fault.rule, &fault.subject.pointer())?;
        let candidates = groups_in(space.dd.support(fine));
        let groups = smallest(&state, candidates, |groups| {
            let fixed = fixed_to(&values, groups);
            Ok(space.dd.restrict(fine, &fixed)? == Node::FALSE)
        })?;
        let cube = cube(space, &values, &groups)?;
        let covered = space.dd.and(legal, cube)?;
        let tally = space.tally((covered, mask));
        rest = space.dd.and_not(rest, cube)?;
        explanations.push(Explanation {
            state,
            groups,
            saved_assignments: Some(tally.saved),
            effective_selections: Some(tally.effective),
        });
    }
    Ok(explanations)
}

/// Leaves out group after group while `is_enough` holds: hidden ones first, then those at their defaults, later groups
/// before earlier ones.
fn smallest(
    state: &State,
    groups: Vec<usize>,
    mut is_enough: impl FnMut(&[usize]) -> Result<bool, AnalysisError>,
) -> Result<Vec<usize>, AnalysisError> {
    let mut order = groups.clone();
    order.sort_by_key(|idx| {
        let group = &state.groups[*idx];
        (
            group.is_available,
            !group.is_default,
            std::cmp::Reverse(*idx),
        )
    });
    let mut kept = groups;
    for group in order {
        let without: Vec<usize> = kept.iter().copied().filter(|idx| *idx != group).collect();
        if is_enough(&without)? {
            kept = without;
        }
    }
    Ok(kept)
}

fn groups_in(mask: u64) -> Vec<usize> {
    (0..64).filter(|group| mask & bit(*group) != 0).collect()
}

fn fixed_to(values: &[u16], groups: &[usize]) -> Vec<Option<u16>> {
    let mut fixed = vec![None; values.len()];
    for group in groups {
        fixed[*group] = Some(values[*group]);
    }
    fixed
}

/// "These groups are set like this."
fn cube(space: &mut Space, values: &[u16], groups: &[usize]) -> Result<Node, Stop> {
    let mut literals = Vec::with_capacity(groups.len());
    for group in groups {
        literals.push(space.dd.literal(*group, values[*group])?);
    }
    space.dd.and_all(&literals)
}

/// A sum over a limit: its maps are found by searches.
struct Excess<'a> {
    space: &'a mut Space,
    revision: Revision<'a>,
    over: Over,
    node: Node,
    terms: Vec<Term>,
    limit: u64,
    cancel: &'a Cancel,
}

impl Excess<'_> {
    fn explain(
        &mut self,
        breach: &Breach,
        n_most: usize,
    ) -> Result<Vec<Explanation>, AnalysisError> {
        let mut told: Vec<Node> = Vec::new();
        let mut explanations = Vec::new();
        let first = if let Some(counted) = &breach.above {
            self.space.state(&counted.values)
        } else {
            let choices = self.space.state(&breach.values).choices();
            nearer(self.revision, choices, self.over)?
        };
        let mut next = Some(first);
        while let Some(state) = next.take() {
            let is_shown = self.over.shows(self.revision, &state)?;
            confirm(is_shown, "LIM", "")?;
            let values = self.space.values(&state);
            let groups = self.reason(&state, &values)?;
            told.push(cube(self.space, &values, &groups)?);
            explanations.push(Explanation {
                state,
                groups,
                saved_assignments: None,
                effective_selections: None,
            });
            if explanations.len() < n_most {
                next = self.next_state(&told)?;
            }
        }
        Ok(explanations)
    }

    /// A legal state over the limit that none of the cubes covers.
    fn next_state(&mut self, told: &[Node]) -> Result<Option<State>, AnalysisError> {
        let covered = self.space.dd.or_all(told)?;
        let outside = self.space.dd.not(covered)?;
        let (hard, pieces) = questions::hard(self.space, &[self.node, outside]);
        let budget = Budget::LIVE;
        let asked = question(&hard, &pieces, (&self.terms, self.limit, 0), &budget);
        let counted = {
            let mut work = Work::new(budget.steps, self.cancel);
            questions::counted(self.space, asked, &mut work)?
        };
        if let Some(counted) = counted {
            let is_any = !counted.tally.effective.is_zero();
            return Ok(is_any.then(|| self.space.state(&counted.values)));
        }
        let answer = ask(self.space, asked, self.cancel)?;
        let over = answer.filter(|answer| answer.lower > self.limit);
        Ok(over.map(|answer| self.space.state(&self.space.completed(&answer.values))))
    }

    /// The groups that keep every legal completion over the limit; undecided ones are kept.
    fn reason(&mut self, state: &State, values: &[u16]) -> Result<Vec<usize>, AnalysisError> {
        // The sum is over the limit everywhere when what is missing to the full sum never gets too large.
        let full = self
            .terms
            .iter()
            .fold(0_u64, |sum, term| sum.saturating_add(term.1));
        let Some(slack) = full.checked_sub(self.limit + 1) else {
            return Ok(Vec::new());
        };
        let mut missing = Vec::with_capacity(self.terms.len());
        let mut mask = self.space.dd.support(self.node);
        for (node, weight) in self.terms.clone() {
            mask |= self.space.dd.support(node);
            missing.push((self.space.dd.not(node)?, weight));
        }
        for part in &self.space.parts {
            if part.mask & mask != 0 {
                mask |= part.mask;
            }
        }
        smallest(state, groups_in(mask), |groups| {
            let cube = cube(self.space, values, groups)?;
            // Where the candidate does not hold its sum does not matter; it must hold everywhere in the cube.
            if self.node != Node::TRUE {
                let absent = self.space.dd.and_not(cube, self.node)?;
                if self.space.legal(absent)?.0 != Node::FALSE {
                    return Ok(false);
                }
            }
            let (hard, pieces) = questions::hard(self.space, &[cube]);
            let asked = question(&hard, &pieces, (&missing, slack, 0), &Budget::LIVE);
            let answer = ask(self.space, asked, self.cancel)?;
            Ok(answer.is_some_and(|answer| answer.upper <= slack))
        })
    }
}

fn ask(space: &mut Space, asked: Question<'_>, cancel: &Cancel) -> Result<Option<Answer>, Stop> {
    let mut work = Work::new(Budget::LIVE.steps, cancel);
    maximise(&mut space.dd, asked, &mut Answers::default(), &mut work)
}

//! Groups that hang together, and the greatest sum over them: walked where the problem is narrow in one order or
//! another, branched where it is not.

use super::branch::{Search, Warmth};
use super::factors;
use super::graph::{Graph, Sum};
use super::order;
use super::question::Answer;
use super::work::Work;
use crate::analysis::space::bit;
use crate::analysis::terms::Term;
use crate::dd::{Diagrams, Node, Stop};

/// Diagram nodes another order may need.
const REORDER_NODES: usize = 200_000;

/// Groups that hang together, with what binds them.
#[derive(Debug)]
pub(super) struct Cluster {
    /// Bit `l` = level `l`.
    pub(super) mask: u64,
    /// What must hold, joined.
    pub(super) domain: Node,
    /// The same in the pieces it was joined from.
    pub(super) pieces: Vec<Node>,
    /// No constants, each predicate once.
    pub(super) terms: Vec<Term>,
}

impl Cluster {
    /// The interval that needs no search: some legal values, and all weights.
    pub(super) fn at_once(&self, dd: &Diagrams) -> Answer {
        let values = self.some_values(dd);
        let holds = self
            .terms
            .iter()
            .filter(|(node, _)| dd.holds(*node, &values));
        let lower = holds.fold(0_u64, |sum, term| sum.saturating_add(term.1));
        let upper = self
            .terms
            .iter()
            .fold(0_u64, |sum, term| sum.saturating_add(term.1));
        let inside = |level: usize| self.mask & bit(level) != 0;
        Answer {
            lower,
            upper,
            values: values
                .iter()
                .enumerate()
                .map(|(level, value)| inside(level).then_some(*value))
                .collect(),
        }
    }

    /// Lowers the upper end of `answer` by what its uppermost group alone says of each predicate: of the predicates
    /// that begin with a group, those that one of its values leaves possible, for the best of its values.
    pub(super) fn lower(&self, dd: &Diagrams, answer: &mut Answer) {
        let mut gains: Vec<Vec<u64>> = (0..dd.n_levels())
            .map(|level| vec![0; usize::from(dd.arity(level))])
            .collect();
        for (node, weight) in &self.terms {
            let level = dd.level(*node);
            for (value, gain) in (0_u16..).zip(&mut gains[level]) {
                if dd.child(*node, level, value) != Node::FALSE {
                    *gain = gain.saturating_add(*weight);
                }
            }
        }
        for piece in &self.pieces {
            let level = dd.level(*piece);
            if dd.support(*piece) == bit(level) {
                for (value, gain) in (0_u16..).zip(&mut gains[level]) {
                    if dd.child(*piece, level, value) == Node::FALSE {
                        *gain = 0;
                    }
                }
            }
        }
        let best = gains.iter().filter_map(|gains| gains.iter().max());
        let upper = best.fold(0_u64, |sum, gain| sum.saturating_add(*gain));
        answer.upper = answer.upper.min(upper.max(answer.lower));
    }

    /// Raises the lower end of `answer` by what a greedy walk finds.
    pub(super) fn raise(
        &self,
        dd: &Diagrams,
        answer: &mut Answer,
        work: &mut Work,
    ) -> Result<(), Stop> {
        let (lower, path) = Graph::greedy(self.sum(dd), work)?;
        if lower > answer.lower {
            answer.lower = lower;
            answer.values.fill(None);
            for (level, value) in path {
                answer.values[level] = Some(value);
            }
        }
        Ok(())
    }

    fn sum<'a>(&'a self, dd: &'a Diagrams) -> Sum<'a> {
        Sum {
            dd,
            mask: self.mask,
            domain: self.domain,
            terms: &self.terms,
        }
    }

    /// The exact answer by a walk in the declared order; `None` when a layer gets more than `max_nodes` nodes.
    pub(super) fn walk(
        &self,
        dd: &Diagrams,
        max_nodes: usize,
        work: &mut Work,
    ) -> Result<Option<Answer>, Stop> {
        let graph = self.graph(dd, max_nodes, work)?;
        Ok(graph.and_then(|graph| walked(dd.n_levels(), &graph, |level| level)))
    }

    /// The graph in the declared order; `None` when a layer gets more than `max_nodes` nodes.
    pub(super) fn graph(
        &self,
        dd: &Diagrams,
        max_nodes: usize,
        work: &mut Work,
    ) -> Result<Option<Graph>, Stop> {
        Graph::build(self.sum(dd), max_nodes, work)
    }

    /// The same in an order in which fewer groups wait for others, if there is one.
    pub(super) fn walk_reordered(
        &self,
        dd: &Diagrams,
        max_nodes: usize,
        work: &mut Work,
    ) -> Result<Option<Answer>, Stop> {
        let mut nodes = self.pieces.clone();
        nodes.extend(self.terms.iter().map(|(node, _)| *node));
        let Some(order) = order::narrower_order(dd, self.mask, &nodes) else {
            return Ok(None);
        };
        let what = (self.pieces.as_slice(), self.terms.as_slice());
        let Some(there) = order::reordered(dd, order, what, (REORDER_NODES, work.cancel()))? else {
            return Ok(None);
        };
        let sum = Sum {
            dd: &there.dd,
            mask: there
                .old_level
                .iter()
                .enumerate()
                .filter(|(_, old)| self.mask & bit(**old) != 0)
                .fold(0, |mask, (new, _)| mask | bit(new)),
            domain: there.domain,
            terms: &there.terms,
        };
        let graph = Graph::build(sum, max_nodes, work)?;
        Ok(graph.and_then(|graph| walked(dd.n_levels(), &graph, |level| there.old_level[level])))
    }

    /// A search by branching that starts from `answer`; `None` when a predicate is too large for that.
    pub(super) fn search(
        &self,
        dd: &mut Diagrams,
        answer: &Answer,
        warmth: &Warmth,
        work: &mut Work,
    ) -> Result<Option<Search>, Stop> {
        let problem = factors::problem(dd, self.mask, &self.pieces, &self.terms, work)?;
        let Some(problem) = problem else {
            return Ok(None);
        };
        let levels = problem.variables.iter().map(|variable| variable.level);
        let start = levels.map(|level| answer.values[level].unwrap_or(0));
        let start = start.collect();
        Search::new(problem, start, warmth, work).map(Some)
    }

    /// Some legal values, one a level.
    fn some_values(&self, dd: &Diagrams) -> Vec<u16> {
        let mut values = vec![0; dd.n_levels()];
        let found = dd.some_values(self.domain).unwrap_or_default();
        for (slot, value) in values.iter_mut().zip(found) {
            *slot = value.unwrap_or(0);
        }
        values
    }
}

/// Narrows `answer` by what a search knows.
pub(super) fn narrow(answer: &mut Answer, search: &Search) {
    let lower = u64::try_from(search.lower).unwrap_or(0);
    let upper = u64::try_from(search.upper()).unwrap_or(0);
    if lower > answer.lower {
        answer.lower = lower;
        answer.values.fill(None);
        for (level, value) in search.levels().into_iter().zip(&search.values) {
            answer.values[level] = Some(*value);
        }
    }
    answer.upper = answer.upper.min(upper.max(answer.lower));
}

/// The longest path of a graph as an answer.
fn walked(n_levels: usize, graph: &Graph, level_of: impl Fn(usize) -> usize) -> Option<Answer> {
    let (best, path) = graph.longest()?;
    let mut values = vec![None; n_levels];
    for (level, value) in path {
        values[level_of(level)] = Some(value);
    }
    Some(Answer {
        lower: best,
        upper: best,
        values,
    })
}

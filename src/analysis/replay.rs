//! The states that the published creator tool's search for a maximum passes through (bem.md 18.5). It maximises nothing:
//! from 250,000 states on that search gives the plain sum of all weights, and whether it does is the question.
//!
//! A state is the rest of the domain together with all predicates that are not decided, each with its weight. It is
//! known here by a digest of 128 bits: enough for a forecast of another program, never used for a proof.

use super::maxima::Work;
use super::meter::Ask;
use super::terms::Term;
use crate::dd::{Diagrams, Node, Stop};
use std::collections::BTreeSet;

/// How a search went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spent {
    /// Distinct states; `None` when there are more than were asked for or the work was used up.
    pub(super) n_states: Option<u64>,
    /// States whose first undecided group is each, as far as it came.
    pub(super) by_level: Vec<u64>,
}

/// Counts the states of one maximum up to `max_states`.
pub(super) fn spent(
    dd: &Diagrams,
    ask: &Ask,
    max_states: u64,
    work: &mut Work,
) -> Result<Spent, Stop> {
    let n_numbers = u32::try_from(dd.n_nodes() + 2).unwrap_or(u32::MAX);
    let scattered: Vec<u128> = (0..n_numbers).map(scattered).collect();
    let mut by_root: Vec<Vec<Term>> = vec![Vec::new(); dd.n_levels() + 1];
    for term in ask.terms.iter().filter(|term| !term.0.is_constant()) {
        by_root[dd.level(term.0)].push(*term);
    }
    // later[level]: the digest of all predicates that begin at the level or below it.
    let mut later = vec![0_u128; dd.n_levels() + 2];
    let mut next_root = vec![dd.n_levels(); dd.n_levels() + 2];
    for level in (0..dd.n_levels()).rev() {
        let own = by_root[level].iter().map(|term| digest(&scattered, *term));
        later[level] = own.fold(later[level + 1], u128::wrapping_add);
        next_root[level] = if by_root[level].is_empty() {
            next_root[level + 1]
        } else {
            level
        };
    }
    let mut search = Search {
        dd,
        scattered,
        by_root,
        later,
        next_root,
        seen: BTreeSet::new(),
        by_level: vec![0; dd.n_levels()],
        max_states,
        work,
    };
    let is_whole = search.visit(0, ask.domain, &[])?;
    let n_states = search.seen.len() as u64;
    Ok(Spent {
        n_states: is_whole.then_some(n_states),
        by_level: search.by_level,
    })
}

struct Search<'a> {
    dd: &'a Diagrams,
    /// A number of 128 bits for each node.
    scattered: Vec<u128>,
    by_root: Vec<Vec<Term>>,
    later: Vec<u128>,
    /// First level at or below each at which a predicate begins.
    next_root: Vec<usize>,
    seen: BTreeSet<u128>,
    by_level: Vec<u64>,
    max_states: u64,
    work: &'a mut Work,
}

impl Search<'_> {
    /// Passes through a state and all below it; false when that is given up. `open` has begun at a level above `from`.
    fn visit(&mut self, from: usize, domain: Node, open: &[Term]) -> Result<bool, Stop> {
        let begun = open.iter().map(|term| self.dd.level(term.0));
        let first = begun.fold(self.dd.level(domain), usize::min);
        let level = first.min(self.next_root[from]);
        if domain == Node::FALSE || level >= self.dd.n_levels() {
            return Ok(true);
        }
        let terms = open.iter().map(|term| digest(&self.scattered, *term));
        let rest = terms.fold(self.later[level], u128::wrapping_add);
        let state = rest.wrapping_add(digest(&self.scattered, (domain, u64::MAX)));
        if !self.seen.insert(state) {
            return Ok(true);
        }
        self.by_level[level] += 1;
        if self.seen.len() as u64 > self.max_states {
            return Ok(false);
        }
        for value in 0..self.dd.arity(level) {
            let rest = self.dd.child(domain, level, value);
            if rest == Node::FALSE {
                continue;
            }
            let all = open.iter().chain(&self.by_root[level]);
            let left: Vec<Term> = all
                .map(|(node, weight)| (self.dd.child(*node, level, value), *weight))
                .filter(|(node, _)| !node.is_constant())
                .collect();
            let n_steps = (open.len() + self.by_root[level].len()) as u64;
            if !self.work.spend(4 + n_steps)? || !self.visit(level + 1, rest, &left)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The number of a node, spread over 128 bits.
fn scattered(number: u32) -> u128 {
    let mut mixed = u128::from(number) ^ 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
    for _ in 0..3 {
        mixed = mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93_A5A3_5642_4D1B_2F4B);
        mixed ^= mixed >> 67;
    }
    mixed
}

/// A number for a predicate and its weight; those of several are added up, in whatever order.
fn digest(scattered: &[u128], (node, weight): Term) -> u128 {
    let place = usize::try_from(node.number()).unwrap_or(usize::MAX);
    let number = scattered.get(place).copied().unwrap_or(0);
    number.wrapping_mul(2 * u128::from(weight) + 1)
}

//! One maximum: taken apart into independent components, each answered by the cheapest way that is exact.

use super::chain;
use crate::analysis::space::clusters;
use crate::analysis::terms::Term;
use crate::dd::{Diagrams, Node, Stop};

/// Which sum is maximised, and where.
#[derive(Clone, Copy, Debug)]
pub(in crate::analysis) struct Question<'a> {
    /// All of them hold.
    pub(in crate::analysis) hard: &'a [Node],
    pub(in crate::analysis) terms: &'a [Term],
}

/// How much work one maximum may cost.
#[derive(Clone, Copy, Debug)]
pub(in crate::analysis) struct Effort {
    pub(in crate::analysis) states: usize,
    pub(in crate::analysis) steps: u64,
}

/// The greatest sum lies in `lower..=upper`, and `values` attains `lower`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) struct Answer {
    pub(in crate::analysis) lower: u64,
    pub(in crate::analysis) upper: u64,
    /// A value for the groups that matter.
    pub(in crate::analysis) values: Vec<Option<u16>>,
}

/// Equal predicates as one, false ones and those without weight left out; the constant true ones summed up.
pub(in crate::analysis) fn merged(terms: &[Term]) -> (u64, Vec<Term>) {
    let mut sorted: Vec<Term> = terms
        .iter()
        .copied()
        .filter(|(node, weight)| *node != Node::FALSE && *weight > 0)
        .collect();
    sorted.sort_unstable();
    let mut base = 0_u64;
    let mut merged: Vec<Term> = Vec::with_capacity(sorted.len());
    for (node, weight) in sorted {
        match merged.last_mut() {
            _ if node == Node::TRUE => base = base.saturating_add(weight),
            Some((last, sum)) if *last == node => *sum = sum.saturating_add(weight),
            _ => merged.push((node, weight)),
        }
    }
    (base, merged)
}

/// Answers a question; `None` when nothing satisfies all of `hard`.
pub(in crate::analysis) fn maximise(
    dd: &mut Diagrams,
    question: Question<'_>,
    effort: Effort,
) -> Result<Option<Answer>, Stop> {
    let (base, terms) = merged(question.terms);
    let mut all: Vec<Node> = question.hard.to_vec();
    all.extend(terms.iter().map(|(node, _)| *node));
    let mut answer = Answer {
        lower: base,
        upper: base,
        values: vec![None; dd.n_levels()],
    };
    for (mask, _) in clusters(dd, &all) {
        if mask == 0 {
            // A constant that is false among the hard ones.
            return Ok(None);
        }
        let hard: Vec<Node> = inside(dd, question.hard.iter().copied(), mask);
        let terms: Vec<Term> = terms
            .iter()
            .copied()
            .filter(|(node, _)| dd.support(*node) & mask != 0)
            .collect();
        let Some(part) = answer_cluster(dd, mask, &hard, &terms, effort)? else {
            return Ok(None);
        };
        answer.lower = answer.lower.saturating_add(part.lower);
        answer.upper = answer.upper.saturating_add(part.upper);
        for (slot, value) in answer.values.iter_mut().zip(part.values) {
            *slot = slot.or(value);
        }
    }
    Ok(Some(answer))
}

fn inside(dd: &Diagrams, nodes: impl Iterator<Item = Node>, mask: u64) -> Vec<Node> {
    let mut nodes: Vec<Node> = nodes.filter(|node| dd.support(*node) & mask != 0).collect();
    let mut seen = std::collections::BTreeSet::new();
    nodes.retain(|node| seen.insert(*node));
    nodes
}

fn answer_cluster(
    dd: &mut Diagrams,
    mask: u64,
    hard: &[Node],
    terms: &[Term],
    effort: Effort,
) -> Result<Option<Answer>, Stop> {
    let domain = dd.and_all(hard)?;
    if domain == Node::FALSE {
        return Ok(None);
    }
    Ok(chain::maximise(dd, mask, domain, terms, effort))
}

//! A sum of weighted predicates over a domain as a layered graph: one layer a group, an arc for every value, weights
//! on the arcs, the greatest sum a longest path.
//!
//! A node is the rest of the domain together with the predicates that have begun and are not decided; equal rests are
//! one node. That keeps chains of groups narrow, however many predicates lie along them.

use super::work::Work;
use crate::analysis::space::bit;
use crate::analysis::terms::Term;
use crate::dd::{Diagrams, Node, Stop};
use std::collections::BTreeMap;

/// Most predicates kept with the nodes of one layer: 64 MiB, and as much again for looking them up.
const MAX_ENTRIES: usize = 4_000_000;

/// No arc: the value is not legal there.
pub(super) const NO_ARC: u32 = u32::MAX;

/// The graph of one sum.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// One a group of the scope, in level order.
    pub(super) layers: Vec<Layer>,
}

/// The arcs that leave the nodes of one layer.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) level: usize,
    pub(super) arity: usize,
    pub(super) n_nodes: usize,
    /// `targets[node * arity + value]`: a node of the next layer, or [`NO_ARC`].
    pub(super) targets: Vec<u32>,
    /// What the arc gains, beside each target.
    pub(super) gains: Vec<u64>,
}

/// Rests of predicates that have begun: sorted by node, each once.
type Open = Vec<Term>;

/// What one value of a group gives.
#[derive(Clone, Debug, Default)]
struct Step {
    gained: u64,
    open: Open,
}

/// A value for the level of each layer.
pub(super) type Path = Vec<(usize, u16)>;

/// Nodes of a layer by what is left there.
type Rests = BTreeMap<(Node, Open), u32>;

/// What a graph is of. The domain and the terms depend on no groups but those of the mask; no term is constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum<'a> {
    pub(super) dd: &'a Diagrams,
    /// Bit `l` = level `l` is a layer.
    pub(super) mask: u64,
    pub(super) domain: Node,
    pub(super) terms: &'a [Term],
}

impl Graph {
    /// The graph of a sum; `None` when a layer would have more than `max_nodes` nodes or `work` is used up.
    pub(super) fn build(
        sum: Sum<'_>,
        max_nodes: usize,
        work: &mut Work,
    ) -> Result<Option<Self>, Stop> {
        let Sum {
            dd,
            mask,
            domain,
            terms,
        } = sum;
        let mut rests = vec![(domain, Open::new())];
        let mut layers = Vec::new();
        for level in (0..dd.n_levels()).filter(|level| mask & bit(*level) != 0) {
            let fresh = fresh_steps(dd, level, terms);
            let mut layer = Layer {
                level,
                arity: fresh.len(),
                n_nodes: rests.len(),
                targets: Vec::with_capacity(rests.len() * fresh.len()),
                gains: Vec::with_capacity(rests.len() * fresh.len()),
            };
            let mut next = Rests::new();
            let mut n_entries = 0;
            let mut next_rests = Vec::new();
            for (rest, open) in &rests {
                let mut n_steps = 0;
                for (value, fresh) in (0_u16..).zip(&fresh) {
                    let rest = dd.child(*rest, level, value);
                    if rest == Node::FALSE {
                        layer.targets.push(NO_ARC);
                        layer.gains.push(0);
                        continue;
                    }
                    let step = advance(dd, level, value, open, fresh);
                    n_steps += 4 + step.open.len() as u64;
                    let fresh_id = u32::try_from(next_rests.len()).unwrap_or(NO_ARC);
                    let key = (rest, step.open);
                    let id = *next.entry(key).or_insert_with_key(|key| {
                        n_entries += key.1.len();
                        next_rests.push(key.clone());
                        fresh_id
                    });
                    layer.targets.push(id);
                    layer.gains.push(step.gained);
                }
                let is_large = next_rests.len() > max_nodes || n_entries > MAX_ENTRIES;
                if !work.spend(n_steps)? || is_large {
                    return Ok(None);
                }
            }
            layers.push(layer);
            rests = next_rests;
        }
        Ok(Some(Self { layers }))
    }

    /// Values found by taking at each level what gains the most at once, and their sum: a quick lower bound.
    pub(super) fn greedy(sum: Sum<'_>, work: &mut Work) -> Result<(u64, Path), Stop> {
        let Sum {
            dd,
            mask,
            mut domain,
            terms,
        } = sum;
        let mut open = Open::new();
        let mut gained = 0_u64;
        let mut values = Path::new();
        for level in (0..dd.n_levels()).filter(|level| mask & bit(*level) != 0) {
            let fresh = fresh_steps(dd, level, terms);
            let mut best: Option<(u64, u16, Node, Step)> = None;
            for (value, fresh) in (0_u16..).zip(&fresh) {
                let rest = dd.child(domain, level, value);
                if rest == Node::FALSE {
                    continue;
                }
                let step = advance(dd, level, value, &open, fresh);
                work.spend(4 + step.open.len() as u64)?;
                // What has begun may still be gained; half of it is a fair guess.
                let hope = step.open.iter().map(|(_, weight)| weight / 2).sum::<u64>();
                let score = step.gained + hope;
                if best.as_ref().is_none_or(|(found, ..)| score > *found) {
                    best = Some((score, value, rest, step));
                }
            }
            // A domain that is not false has a way on.
            let Some((_, value, rest, step)) = best else {
                break;
            };
            values.push((level, value));
            gained += step.gained;
            (domain, open) = (rest, step.open);
        }
        Ok((gained, values))
    }

    /// The greatest sum and values that attain it; `None` when no path is legal.
    pub(super) fn longest(&self) -> Option<(u64, Path)> {
        // rows[layer][node]: the best way from there to the end.
        let mut rows: Vec<Vec<Option<u64>>> = vec![vec![Some(0)]];
        for layer in self.layers.iter().rev() {
            let below = &rows[rows.len() - 1];
            let row = (0..layer.n_nodes)
                .map(|node| layer.arcs(node).filter_map(|arc| arc.through(below)).max())
                .collect();
            rows.push(row);
        }
        rows.reverse();
        let best = rows[0][0]?;
        let mut values = Vec::with_capacity(self.layers.len());
        let mut node = 0;
        for (layer, row) in self.layers.iter().zip(rows.windows(2)) {
            let arc = layer
                .arcs(node)
                .find(|arc| arc.through(&row[1]) == row[0][node])?;
            values.push((layer.level, arc.value));
            node = arc.target as usize;
        }
        Some((best, values))
    }
}

/// One arc.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub(super) value: u16,
    pub(super) target: u32,
    pub(super) gain: u64,
}

impl Arc {
    fn through(self, below: &[Option<u64>]) -> Option<u64> {
        below
            .get(self.target as usize)
            .copied()
            .flatten()
            .map(|rest| rest + self.gain)
    }
}

impl Layer {
    /// The legal arcs of a node, by value.
    pub(super) fn arcs(&self, node: usize) -> impl Iterator<Item = Arc> {
        let start = node * self.arity;
        let targets = &self.targets[start..start + self.arity];
        let gains = &self.gains[start..start + self.arity];
        (0_u16..)
            .zip(targets.iter().zip(gains))
            .filter(|(_, (target, _))| **target != NO_ARC)
            .map(|(value, (target, gain))| Arc {
                value,
                target: *target,
                gain: *gain,
            })
    }
}

/// For each value of `level`, what the predicates that begin there come to.
fn fresh_steps(dd: &Diagrams, level: usize, terms: &[Term]) -> Vec<Step> {
    let begun: Vec<Term> = terms
        .iter()
        .copied()
        .filter(|(node, _)| dd.level(*node) == level)
        .collect();
    (0..dd.arity(level))
        .map(|value| advance(dd, level, value, &begun, &Step::default()))
        .collect()
}

/// `open` after `level` took `value`, together with `fresh`.
fn advance(dd: &Diagrams, level: usize, value: u16, open: &[Term], fresh: &Step) -> Step {
    let mut step = Step {
        gained: fresh.gained,
        open: Vec::with_capacity(open.len() + fresh.open.len()),
    };
    for (node, weight) in open {
        match dd.child(*node, level, value) {
            Node::TRUE => step.gained += weight,
            Node::FALSE => {}
            rest => step.open.push((rest, *weight)),
        }
    }
    step.open.extend_from_slice(&fresh.open);
    step.open.sort_unstable();
    step.open.dedup_by(|later, kept| {
        let is_same = later.0 == kept.0;
        if is_same {
            kept.1 += later.1;
        }
        is_same
    });
    step
}

//! Exact counts of the assignments of a diagram, each value of a level counting with a weight of its own.

use super::arena::{Diagrams, Node};
use super::count::Count;
use super::hashing::Lookup;
use crate::base::numbers::{u32_of, usize_of};

/// How often each value counts. A level without weights is not counted at all: it is as if it were not there.
#[derive(Clone, Debug)]
pub struct Measure {
    /// `weights[level][value]`.
    weights: Vec<Vec<u64>>,
    totals: Vec<u64>,
}

impl Measure {
    /// Counts every level of which the bit is set in `mask`; `weights[level][value]` says how often the value counts.
    /// Functions counted with it must not depend on other levels.
    pub fn new(weights: &[Vec<u64>], mask: u64) -> Self {
        let weights: Vec<Vec<u64>> = weights
            .iter()
            .enumerate()
            .map(|(level, row)| {
                let counted = mask & super::cut::bit(level) != 0;
                if counted { row.clone() } else { Vec::new() }
            })
            .collect();
        let totals = weights
            .iter()
            .map(|row| {
                if row.is_empty() {
                    1
                } else {
                    row.iter()
                        .fold(0_u64, |sum, weight| sum.saturating_add(*weight))
                }
            })
            .collect();
        Self { weights, totals }
    }

    /// Every value of every level counts once.
    pub fn plain(diagrams: &Diagrams) -> Self {
        let weights: Vec<Vec<u64>> = diagrams
            .arities
            .iter()
            .map(|arity| vec![1; usize::from(*arity)])
            .collect();
        Self::new(&weights, u64::MAX)
    }

    /// `count`, once for every assignment of the levels `from..to`.
    fn widen(&self, count: Count, from: usize, to: usize) -> Count {
        let mut wide = count;
        for total in self.totals.iter().take(to).skip(from) {
            if *total != 1 {
                wide = wide.times_small(*total);
            }
        }
        wide
    }
}

impl Diagrams {
    /// How many assignments make the function true, counted by `measure`.
    pub fn count(&self, node: Node, measure: &Measure) -> Count {
        let mut known = Known {
            places: Lookup::default(),
            counts: Vec::new(),
        };
        let count = self.count_in(node, measure, &mut known);
        measure.widen(count, 0, self.level(node))
    }

    fn count_in(&self, node: Node, measure: &Measure, known: &mut Known) -> Count {
        match node {
            Node::FALSE => return Count::ZERO,
            Node::TRUE => return Count::from(1),
            _ => {}
        }
        if let Some(found) = known.get(node) {
            return found;
        }
        let level = self.level(node);
        let below = level.saturating_add(1);
        let none = Vec::new();
        let weights = measure.weights.get(level).unwrap_or(&none);
        let children = self.children_of(node.0);
        let mut sum = Count::ZERO;
        let mut from = 0_usize;
        // Runs of values with the same child are counted together.
        for run in children.chunk_by(|a, b| a == b) {
            let to = from.saturating_add(run.len());
            let weight = weights
                .iter()
                .take(to)
                .skip(from)
                .fold(0_u64, |sum, weight| sum.saturating_add(*weight));
            from = to;
            let child = Node(run.first().copied().unwrap_or(0));
            if child == Node::FALSE || weight == 0 {
                continue;
            }
            let part = self.count_in(child, measure, known);
            let part = measure.widen(part, below, self.level(child));
            sum = sum.plus(&part.times_small(weight));
        }
        known.put(node, sum);
        sum
    }
}

/// Counts of nodes that are known already.
struct Known {
    places: Lookup,
    counts: Vec<Count>,
}

impl Known {
    fn get(&self, node: Node) -> Option<Count> {
        let place = self.places.get(u64::from(node.0))?;
        self.counts.get(usize_of(place)).copied()
    }

    fn put(&mut self, node: Node, count: Count) {
        self.places
            .insert(u64::from(node.0), u32_of(self.counts.len()));
        self.counts.push(count);
    }
}

//! A problem cut down to the values still allowed: only nodes that can be reached, only arcs that may be taken.

use super::graph::NO_ARC;
use super::problem::{Allowed, Factor, Problem, place};

/// The factors in one stretch of memory.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    /// Arcs of all factors; those of one node are neighbours.
    pub(super) arcs: Vec<ViewArc>,
    /// End of each node's arcs in `arcs`; nodes of a factor by layer, its end last.
    arc_ends: Vec<u32>,
    pub(super) factors: Vec<ViewFactor>,
    /// Legal values of each variable, by place among all values.
    pub(super) values: Vec<u32>,
    /// End of each variable's values in `values`.
    pub(super) value_ends: Vec<u32>,
}

/// An arc that may be taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewArc {
    /// Node, counted over all factors.
    pub(super) target: u32,
    /// Multiplier it pays.
    pub(super) share: u32,
    pub(super) gain: i64,
}

/// Where a factor lies in a view.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewFactor {
    pub(super) first_node: u32,
    /// Its end node.
    pub(super) end_node: u32,
    pub(super) n_layers: u32,
}

impl View {
    /// Number of nodes of all factors.
    pub(super) fn n_nodes(&self) -> usize {
        self.arc_ends.len()
    }

    /// Where the arcs of a node lie.
    pub(super) fn arcs_of(&self, node: usize) -> std::ops::Range<usize> {
        let start = if node == 0 {
            0
        } else {
            self.arc_ends[node - 1] as usize
        };
        start..self.arc_ends[node] as usize
    }

    /// Cuts `problem` down to `allowed`.
    pub(super) fn fill(&mut self, problem: &Problem, allowed: &Allowed) {
        self.arcs.clear();
        self.arc_ends.clear();
        self.factors.clear();
        self.values.clear();
        self.value_ends.clear();
        for (variable, mask) in problem.variables.iter().zip(allowed) {
            let mut rest = *mask;
            while rest != 0 {
                self.values
                    .push(place(variable.start) + rest.trailing_zeros());
                rest &= rest - 1;
            }
            self.value_ends.push(place(self.values.len()));
        }
        let mut here = Vec::new();
        let mut next = Vec::new();
        let mut numbers = Vec::new();
        for factor in &problem.factors {
            self.add(factor, allowed, (&mut here, &mut next), &mut numbers);
        }
    }

    /// Adds a factor layer by layer; `numbers` holds new number + 1 of each old node of the next layer, 0 = not reached.
    fn add(
        &mut self,
        factor: &Factor,
        allowed: &Allowed,
        (here, next): (&mut Vec<u32>, &mut Vec<u32>),
        numbers: &mut Vec<u32>,
    ) {
        let first_node = place(self.arc_ends.len());
        here.clear();
        here.push(0);
        for (idx, (layer, variable)) in factor.layers.iter().zip(&factor.variables).enumerate() {
            next.clear();
            let below = place(self.arc_ends.len() + here.len());
            let mask = allowed[*variable];
            let n_next = match factor.layers.get(idx + 1) {
                Some(next) => next.targets.len() / next.n_classes.max(1),
                None => 1,
            };
            numbers.clear();
            numbers.resize(n_next, 0);
            for node in here.iter() {
                let row = *node as usize * layer.n_classes;
                for (class, members) in layer.members.iter().enumerate() {
                    let target = layer.targets[row + class];
                    if target == NO_ARC || members & mask == 0 {
                        continue;
                    }
                    let number = &mut numbers[target as usize];
                    if *number == 0 {
                        next.push(target);
                        *number = place(next.len());
                    }
                    self.arcs.push(ViewArc {
                        target: below + *number - 1,
                        share: place(layer.start + class),
                        gain: layer.gains[row + class],
                    });
                }
                self.arc_ends.push(place(self.arcs.len()));
            }
            std::mem::swap(here, next);
        }
        // The end, which a factor that has become impossible does not reach.
        self.arc_ends.push(place(self.arcs.len()));
        self.factors.push(ViewFactor {
            first_node,
            end_node: place(self.arc_ends.len() - 1),
            n_layers: place(factor.layers.len()),
        });
    }
}

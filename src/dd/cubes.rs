//! The differently shaped ways in which a function becomes true, cheapest first. Two ways that take the same branches
//! of the diagram have one shape, so one of them is told.

use super::arena::{Diagrams, Node};
use super::nearest::{Costs, Distances};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Iterator over `(cost, values)`; levels that do not matter for the way are `None`. Costs never fall.
#[derive(Debug)]
pub struct Cubes<'a> {
    diagrams: &'a Diagrams,
    costs: &'a Costs,
    distances: Distances,
    open: BinaryHeap<Reverse<Way>>,
    n_made: u64,
}

/// A way that has come down to `node`.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    /// Cost of the cheapest whole way from here.
    total: u32,
    /// Ways made earlier go first among equals.
    serial: u64,
    /// Cost so far.
    so_far: u32,
    node: Node,
    values: Vec<Option<u16>>,
}

impl Diagrams {
    /// All shapes of ways to "true", by cost; one after the other on demand.
    pub fn cubes<'a>(&'a self, node: Node, costs: &'a Costs) -> Cubes<'a> {
        let mut cubes = Cubes {
            diagrams: self,
            costs,
            distances: Distances::default(),
            open: BinaryHeap::new(),
            n_made: 0,
        };
        cubes.push(0, node, vec![None; self.n_levels()]);
        cubes
    }
}

impl Cubes<'_> {
    fn push(&mut self, so_far: u32, node: Node, values: Vec<Option<u16>>) {
        let rest = self.distances.of(self.diagrams, node, self.costs);
        if rest == u32::MAX {
            return;
        }
        self.n_made = self.n_made.saturating_add(1);
        self.open.push(Reverse(Way {
            total: so_far.saturating_add(rest),
            serial: self.n_made,
            so_far,
            node,
            values,
        }));
    }

    fn branch(&mut self, way: &Way) {
        let level = self.diagrams.level(way.node);
        let mut kinds: Vec<(u32, u32, bool, u16)> = self
            .diagrams
            .children_of(way.node.0)
            .iter()
            .enumerate()
            .map(|(value, child)| {
                let value = u16::try_from(value).unwrap_or(u16::MAX);
                let away = !self.costs.is_home(level, value);
                (*child, self.costs.cost(level, value), away, value)
            })
            .collect();
        kinds.sort_unstable();
        kinds.dedup_by_key(|kind| kind.0);
        kinds.sort_unstable_by_key(|kind| (kind.1, kind.2, kind.3));
        for (child, cost, _, value) in kinds {
            let mut values = way.values.clone();
            if let Some(slot) = values.get_mut(level) {
                *slot = Some(value);
            }
            self.push(way.so_far.saturating_add(cost), Node(child), values);
        }
    }
}

impl Iterator for Cubes<'_> {
    type Item = (u32, Vec<Option<u16>>);

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(Reverse(way)) = self.open.pop() {
            if way.node == Node::TRUE {
                return Some((way.total, way.values));
            }
            self.branch(&way);
        }
        None
    }
}

//! The true assignment nearest to a home assignment: a shortest path, exact and linear in the nodes.

use super::arena::{Diagrams, Node};
use super::hashing::Lookup;

/// What it costs to give a level a value; home values are meant to cost nothing.
#[derive(Clone, Debug)]
pub struct Costs {
    /// `costs[level][value]`.
    pub(super) costs: Vec<Vec<u16>>,
    /// The value preferred among equally cheap ones, by level.
    home: Vec<u16>,
}

impl Costs {
    /// `costs[level][value]`, and the value of each level that is preferred among equally cheap ones.
    pub fn new(costs: Vec<Vec<u16>>, home: Vec<u16>) -> Self {
        Self { costs, home }
    }

    /// 1 for every level that leaves its value in `home`.
    pub fn distance_from(diagrams: &Diagrams, home: &[u16]) -> Self {
        let costs = diagrams
            .arities
            .iter()
            .enumerate()
            .map(|(level, arity)| {
                (0..*arity)
                    .map(|value| u16::from(home.get(level) != Some(&value)))
                    .collect()
            })
            .collect();
        Self::new(costs, home.to_vec())
    }

    pub(super) fn cost(&self, level: usize, value: u16) -> u32 {
        self.costs
            .get(level)
            .and_then(|row| row.get(usize::from(value)))
            .map_or(1, |cost| u32::from(*cost))
    }

    pub(super) fn is_home(&self, level: usize, value: u16) -> bool {
        self.home.get(level) == Some(&value)
    }
}

/// Distances of nodes from "true"; `u32::MAX` = there is no way.
#[derive(Debug, Default)]
pub(super) struct Distances(Lookup);

impl Distances {
    pub(super) fn of(&mut self, diagrams: &Diagrams, node: Node, costs: &Costs) -> u32 {
        match node {
            Node::FALSE => return u32::MAX,
            Node::TRUE => return 0,
            _ => {}
        }
        if let Some(found) = self.0.get(u64::from(node.0)) {
            return found;
        }
        let level = diagrams.level(node);
        let mut best = u32::MAX;
        for (value, child) in diagrams.children_of(node.0).iter().enumerate() {
            let below = self.of(diagrams, Node(*child), costs);
            let value = u16::try_from(value).unwrap_or(u16::MAX);
            best = best.min(below.saturating_add(costs.cost(level, value)));
        }
        self.0.insert(u64::from(node.0), best);
        best
    }
}

impl Diagrams {
    /// Some values that make the function true: the lowest possible, level by level. Levels it does not ask for are
    /// `None`. `None` in all when the function is never true.
    pub fn some_values(&self, node: Node) -> Option<Vec<Option<u16>>> {
        let mut values = vec![None; self.n_levels()];
        let mut at = node;
        while !at.is_constant() {
            // No node but the constant is never true, so some child is not it.
            let mut children = self.children_of(at.0).iter().enumerate();
            let (value, child) = children.find(|(_, child)| **child != Node::FALSE.0)?;
            if let Some(slot) = values.get_mut(self.level(at)) {
                *slot = u16::try_from(value).ok();
            }
            at = Node(*child);
        }
        (at == Node::TRUE).then_some(values)
    }

    /// Values that make the function true at the least cost, and that cost. Levels it does not ask for are `None`, so
    /// they may stay at home. `None` in all when the function is never true.
    ///
    /// Among equally cheap ones the home value wins, then the lowest value, from the first level down.
    pub fn nearest(&self, node: Node, costs: &Costs) -> Option<(u32, Vec<Option<u16>>)> {
        let mut distances = Distances::default();
        let total = distances.of(self, node, costs);
        if node == Node::FALSE || total == u32::MAX {
            return None;
        }
        let mut values = vec![None; self.n_levels()];
        let mut at = node;
        while !at.is_constant() {
            let level = self.level(at);
            let mut best: Option<(u32, bool, u16, Node)> = None;
            for (value, child) in self.children_of(at.0).iter().enumerate() {
                let value = u16::try_from(value).unwrap_or(u16::MAX);
                let below = distances.of(self, Node(*child), costs);
                let cost = below.saturating_add(costs.cost(level, value));
                let key = (cost, !costs.is_home(level, value), value);
                if best.is_none_or(|(a, b, c, _)| key < (a, b, c)) {
                    best = Some((key.0, key.1, key.2, Node(*child)));
                }
            }
            let (_, _, value, child) = best?;
            if let Some(slot) = values.get_mut(level) {
                *slot = Some(value);
            }
            at = child;
        }
        Some((total, values))
    }
}

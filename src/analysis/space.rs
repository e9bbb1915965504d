//! The space of effective maps as diagrams: a level for every group, one value for every choice and, for groups that
//! may be hidden, one more for "not there". Conditions stay as local as the author wrote them, since availability is
//! a matter of the legal part of the space and not of every literal.
//!
//! The legal part is kept as independent factors ([`Part`]): what links groups (constraints, availability) is joined
//! only where groups are linked, so no question pays for groups it does not touch.

use super::clusters::Clusters;
use super::maxima::Weights;
use super::package::{Formula, Package};
use super::shape::Shape;
use super::state::{GroupState, State};
use crate::base::cancel::Cancel;
use crate::dd::{Costs, Count, Diagrams, Measure, Node, Stop};
use std::collections::BTreeMap;

/// Groups that are linked, and the maps of them that are legal.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Bit `g` = group `g`.
    pub(super) mask: u64,
    pub(super) node: Node,
    /// Legal saved assignments of these groups.
    saved: Count,
    /// Legal effective maps of these groups.
    effective: Count,
    /// The legal values nearest to the defaults.
    nearest: Vec<Option<u16>>,
}

/// How many saved assignments and how many effective maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) saved: Count,
    pub(super) effective: Count,
}

/// Effective maps of a package.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) dd: Diagrams,
    groups: Vec<Shape>,
    /// "The group exists", as its condition says.
    available: Vec<Node>,
    /// One a constraint.
    pub(super) constraints: Vec<Node>,
    /// "The group exists just when it may", one a group.
    pub(super) existence: Vec<Node>,
    /// Everything that links groups, piece by piece.
    pub(super) links: Vec<Node>,
    pub(super) parts: Vec<Part>,
    /// False when no map is legal.
    pub(super) is_reachable: bool,
    saved_weights: Vec<Vec<u64>>,
    effective_weights: Vec<Vec<u64>>,
    distances: Vec<Vec<u16>>,
    costs: Costs,
    /// Disjunctions of earlier revisions, by their parts; they belong to the arena.
    joined: BTreeMap<Vec<Node>, Node>,
}

/// Disjunctions that are remembered.
const MAX_JOINED: usize = 50_000;

impl Space {
    /// The space of no groups.
    pub(super) fn empty() -> Option<Self> {
        Some(Self {
            dd: Diagrams::new(&[])?,
            groups: Vec::new(),
            available: Vec::new(),
            constraints: Vec::new(),
            existence: Vec::new(),
            links: Vec::new(),
            parts: Vec::new(),
            is_reachable: true,
            saved_weights: Vec::new(),
            effective_weights: Vec::new(),
            distances: Vec::new(),
            costs: Costs::new(Vec::new(), Vec::new()),
            joined: BTreeMap::new(),
        })
    }

    /// Makes sure that the arena has the levels of `package`. False when it had others: then it is a new one, and all
    /// nodes of before are worthless.
    pub(super) fn fit(&mut self, package: &Package) -> Result<bool, Stop> {
        let arities: Vec<u16> = package
            .groups
            .iter()
            .map(|group| Shape::of(group).arity())
            .collect();
        let is_kept = self.dd.arities() == arities;
        if !is_kept {
            self.dd = Diagrams::new(&arities).ok_or(Stop::NodeLimit { limit: 0 })?;
            self.joined.clear();
        }
        Ok(is_kept)
    }

    /// Becomes the space of `package`, whose levels the arena has. After an error the arena is good, but the space must
    /// be loaded again.
    pub(super) fn load(
        &mut self,
        package: &Package,
        max_nodes: usize,
        cancel: &Cancel,
    ) -> Result<(), Stop> {
        let groups: Vec<Shape> = package.groups.iter().map(Shape::of).collect();
        self.dd.begin(max_nodes, cancel);
        self.saved_weights = groups.iter().map(|group| group.weights(true)).collect();
        self.effective_weights = groups.iter().map(|group| group.weights(false)).collect();
        let distances: Vec<Vec<u16>> = groups.iter().map(|group| group.costs()).collect();
        let defaults = groups.iter().map(|group| group.default).collect();
        self.distances.clone_from(&distances);
        self.costs = Costs::new(distances, defaults);
        self.groups = groups;
        self.available.clear();
        self.links.clear();
        self.parts.clear();
        self.is_reachable = true;
        self.link(package)
    }

    /// Lets go of the arena: all nodes made before are worthless from now on.
    pub(super) fn renew(&mut self) {
        if let Some(dd) = Diagrams::new(&[]) {
            self.dd = dd;
            self.joined.clear();
        }
    }

    /// True where at least one of the nodes is, each of which is given once; at a glance if an earlier revision asked.
    pub(super) fn any_of(&mut self, nodes: &[Node]) -> Result<Node, Stop> {
        match nodes {
            [] => return Ok(Node::FALSE),
            [only] => return Ok(*only),
            _ => {}
        }
        if let Some(known) = self.joined.get(nodes) {
            return Ok(*known);
        }
        let joined = self.dd.or_all(nodes)?;
        if self.joined.len() >= MAX_JOINED {
            self.joined.clear();
        }
        self.joined.insert(nodes.to_vec(), joined);
        Ok(joined)
    }

    /// The same with at most `n_more` further nodes; `None` when that is not enough.
    pub(super) fn any_within(
        &mut self,
        n_more: usize,
        nodes: &[Node],
    ) -> Result<Option<Node>, Stop> {
        if let Some(known) = self.joined.get(nodes) {
            return Ok(Some(*known));
        }
        let joined = self.dd.within(n_more, |dd| dd.or_all(nodes))?;
        if let Some(joined) = joined {
            self.joined.insert(nodes.to_vec(), joined);
        }
        Ok(joined)
    }

    /// "The group exists", as its own condition says.
    pub(super) fn available(&self, group: usize) -> Node {
        self.available.get(group).copied().unwrap_or(Node::TRUE)
    }

    /// The value of a group that means "not there", if it may be hidden.
    pub(super) fn hidden_value(&self, group: usize) -> Option<u16> {
        let shape = self.groups.get(group)?;
        shape.may_be_hidden.then_some(shape.n_choices)
    }

    /// The diagram of a condition.
    pub(super) fn condition(&mut self, formula: &Formula) -> Result<Node, Stop> {
        match formula {
            Formula::Constant(value) => Ok(Node::constant(*value)),
            Formula::Eq { group, choice } => self.dd.literal(*group, *choice),
            Formula::All(parts) => {
                let nodes = self.conditions(parts)?;
                self.dd.and_all(&nodes)
            }
            Formula::Any(parts) => {
                let nodes = self.conditions(parts)?;
                self.dd.or_all(&nodes)
            }
            Formula::Not(part) => {
                let node = self.condition(part)?;
                self.dd.not(node)
            }
        }
    }

    fn conditions(&mut self, formulas: &[Formula]) -> Result<Vec<Node>, Stop> {
        formulas
            .iter()
            .map(|formula| self.condition(formula))
            .collect()
    }

    /// Builds what links groups and joins it where groups are linked.
    fn link(&mut self, package: &Package) -> Result<(), Stop> {
        let mut links = Vec::new();
        for (idx, group) in package.groups.iter().enumerate() {
            let available = match &group.available_when {
                Some(formula) => self.condition(formula)?,
                None => Node::TRUE,
            };
            self.available.push(available);
            let hidden = self.dd.literal(idx, group.n_choices)?;
            let there = self.dd.not(hidden)?;
            let absent = self.dd.not(available)?;
            let both = self.dd.and(available, there)?;
            let neither = self.dd.and(absent, hidden)?;
            links.push(self.dd.or(both, neither)?);
        }
        self.existence.clone_from(&links);
        self.constraints = self.conditions(&package.constraints)?;
        links.extend_from_slice(&self.constraints);
        let clusters = Clusters::of(&self.dd, links.iter().copied());
        let mut members = vec![Vec::new(); clusters.masks.len()];
        for link in &links {
            match clusters.place(&self.dd, *link) {
                Some(place) => members[place].push(*link),
                None => self.is_reachable &= *link != Node::FALSE,
            }
        }
        for (mask, nodes) in clusters.masks.iter().copied().zip(members) {
            let node = joined(&mut self.dd, nodes)?;
            self.is_reachable &= node != Node::FALSE;
            let nearest = self.dd.nearest(node, &self.costs);
            self.parts.push(Part {
                mask,
                node,
                saved: self
                    .dd
                    .count(node, &Measure::new(&self.saved_weights, mask)),
                effective: self
                    .dd
                    .count(node, &Measure::new(&self.effective_weights, mask)),
                nearest: nearest.map(|(_, values)| values).unwrap_or_default(),
            });
        }
        links.retain(|node| *node != Node::TRUE);
        self.links = links;
        Ok(())
    }

    /// The legal part of what `node` says, and the mask of the groups it then speaks about.
    pub(super) fn legal(&mut self, node: Node) -> Result<(Node, u64), Stop> {
        if !self.is_reachable || node == Node::FALSE {
            return Ok((Node::FALSE, 0));
        }
        let support = self.dd.support(node);
        let mut mask = support;
        let mut legal = node;
        for idx in 0..self.parts.len() {
            let part = &self.parts[idx];
            if part.mask & support != 0 {
                mask |= part.mask;
                legal = self.dd.and(legal, part.node)?;
            }
            if legal == Node::FALSE {
                return Ok((Node::FALSE, 0));
            }
        }
        Ok((legal, mask))
    }

    /// What is legal for the groups of `mask` and those they are linked with; false when nothing is legal at all.
    pub(super) fn legal_over(&mut self, mask: u64) -> Result<(Node, u64), Stop> {
        if !self.is_reachable {
            return Ok((Node::FALSE, 0));
        }
        let mut linked = mask;
        let mut nodes = Vec::new();
        for part in &self.parts {
            if part.mask & mask != 0 {
                linked |= part.mask;
                nodes.push(part.node);
            }
        }
        Ok((self.dd.and_all(&nodes)?, linked))
    }

    /// Counts the legal maps of a node that [`Self::legal`] gave, with its mask.
    pub(super) fn tally(&self, (legal, mask): (Node, u64)) -> Tally {
        let saved = self
            .dd
            .count(legal, &Measure::new(&self.saved_weights, mask));
        let effective = self
            .dd
            .count(legal, &Measure::new(&self.effective_weights, mask));
        self.widened(mask, saved, effective)
    }

    /// Counts over the groups of `mask` as counts over all groups: others are as free as they are legal. No part may
    /// lie across the mask.
    pub(super) fn widened(&self, mask: u64, saved: Count, effective: Count) -> Tally {
        let (mut saved, mut effective, mut counted) = (saved, effective, mask);
        for part in &self.parts {
            if part.mask & mask == 0 {
                counted |= part.mask;
                saved = saved.times(&part.saved);
                effective = effective.times(&part.effective);
            }
        }
        for (idx, group) in self.groups.iter().enumerate() {
            if counted & bit(idx) == 0 {
                saved = saved.times_small(u64::from(group.n_choices));
                effective = effective.times_small(u64::from(group.n_choices));
            }
        }
        Tally { saved, effective }
    }

    /// The values of a state.
    pub(super) fn values(&self, state: &State) -> Vec<u16> {
        self.groups
            .iter()
            .zip(&state.groups)
            .map(|(shape, group)| {
                if group.is_available {
                    group.choice_idx
                } else {
                    shape.n_choices
                }
            })
            .collect()
    }

    /// How values count and what they cost to choose.
    pub(super) fn weights(&self) -> Weights {
        Weights {
            saved: self.saved_weights.clone(),
            distance: self.distances.clone(),
        }
    }

    /// All legal maps.
    pub(super) fn tally_all(&self) -> Tally {
        if self.is_reachable {
            self.tally((Node::TRUE, 0))
        } else {
            Tally {
                saved: Count::ZERO,
                effective: Count::ZERO,
            }
        }
    }

    /// All saved assignments, legal or not.
    pub(super) fn assignments_in_all(&self) -> Count {
        self.groups.iter().fold(Count::from(1), |product, group| {
            product.times_small(u64::from(group.n_choices))
        })
    }

    /// The legal values nearest to the defaults among those of `legal`, a node that [`Self::legal`] gave.
    pub(super) fn nearest(&self, legal: Node) -> Option<Vec<u16>> {
        let (_, values) = self.dd.nearest(legal, &self.costs)?;
        Some(self.completed(&values))
    }

    /// Values for every group: where `values` has none, the ones of the nearest legal map.
    pub(super) fn completed(&self, values: &[Option<u16>]) -> Vec<u16> {
        let asked = values
            .iter()
            .enumerate()
            .filter(|(_, value)| value.is_some())
            .fold(0, |mask, (idx, _)| mask | bit(idx));
        let mut complete: Vec<u16> = self.groups.iter().map(|group| group.default).collect();
        for part in &self.parts {
            if part.mask & asked == 0 {
                fill(&mut complete, &part.nearest);
            }
        }
        fill(&mut complete, values);
        complete
    }

    /// A state told in words of the package: hidden groups save their default.
    pub(super) fn state(&self, values: &[u16]) -> State {
        let groups = self
            .groups
            .iter()
            .zip(values)
            .map(|(group, value)| {
                let is_available = *value < group.n_choices;
                let choice_idx = if is_available { *value } else { group.default };
                GroupState {
                    choice_idx,
                    is_default: choice_idx == group.default,
                    is_available,
                }
            })
            .collect();
        State { groups }
    }
}

fn fill(complete: &mut [u16], values: &[Option<u16>]) {
    for (slot, value) in complete.iter_mut().zip(values) {
        if let Some(value) = value {
            *slot = *value;
        }
    }
}

/// The mask of one group.
pub(super) fn bit(group: usize) -> u64 {
    if group < 64 { 1 << group } else { 0 }
}

/// The conjunction of what links groups: what speaks about the same groups first, then one after the other from the
/// earliest groups on, so that no more is open at once than the groups make necessary.
fn joined(dd: &mut Diagrams, nodes: Vec<Node>) -> Result<Node, Stop> {
    let mut by_support: BTreeMap<(u32, u64), Vec<Node>> = BTreeMap::new();
    for node in nodes {
        let support = dd.support(node);
        let last = 63_u32.saturating_sub(support.leading_zeros());
        by_support.entry((last, support)).or_default().push(node);
    }
    let mut whole = Node::TRUE;
    for nodes in by_support.into_values() {
        let part = dd.and_all(&nodes)?;
        whole = dd.and(whole, part)?;
    }
    Ok(whole)
}

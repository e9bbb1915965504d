//! The space of effective maps as diagrams: a level for every group, one value for every choice and, for groups that
//! may be hidden, one more for "not there". Conditions stay as local as the author wrote them, since availability is
//! a matter of the legal part of the space and not of every literal.
//!
//! The legal part is kept as independent factors ([`Part`]): what links groups (constraints, availability) is joined
//! only where groups are linked, so no question pays for groups it does not touch.

use super::package::{Formula, Group, Package};
use super::state::{GroupState, State};
use crate::base::cancel::Cancel;
use crate::dd::{Costs, Count, Diagrams, Measure, Node, Stop};

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
    /// Everything that links groups, piece by piece.
    pub(super) links: Vec<Node>,
    pub(super) parts: Vec<Part>,
    /// False when no map is legal.
    pub(super) is_reachable: bool,
    saved_weights: Vec<Vec<u64>>,
    effective_weights: Vec<Vec<u64>>,
    costs: Costs,
}

/// What the space knows of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    n_choices: u16,
    default: u16,
    /// The group has a value "not there", which is `n_choices`.
    may_be_hidden: bool,
}

impl Shape {
    pub(super) fn of(group: &Group) -> Self {
        Self {
            n_choices: group.n_choices,
            default: group.default,
            may_be_hidden: group.available_when.is_some(),
        }
    }

    fn arity(self) -> u16 {
        self.n_choices + u16::from(self.may_be_hidden)
    }
}

impl Space {
    /// The space of `package`. `arena` is one of an earlier revision whose levels may fit; it is used again if so.
    pub(super) fn new(
        package: &Package,
        arena: Option<Diagrams>,
        max_nodes: usize,
        cancel: &Cancel,
    ) -> Result<Self, Stop> {
        let groups: Vec<Shape> = package.groups.iter().map(Shape::of).collect();
        let arities: Vec<u16> = groups.iter().map(|group| group.arity()).collect();
        let fitting = arena.filter(|arena| arena.arities() == arities);
        let Some(mut dd) = fitting.or_else(|| Diagrams::new(&arities)) else {
            return Err(Stop::NodeLimit { limit: 0 });
        };
        dd.begin(max_nodes, cancel);
        let mut space = Self {
            dd,
            available: Vec::new(),
            links: Vec::new(),
            parts: Vec::new(),
            is_reachable: true,
            saved_weights: groups.iter().map(|group| group.weights(true)).collect(),
            effective_weights: groups.iter().map(|group| group.weights(false)).collect(),
            costs: Costs::new(
                groups.iter().map(|group| group.costs()).collect(),
                groups.iter().map(|group| group.default).collect(),
            ),
            groups,
        };
        space.link(package)?;
        Ok(space)
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
            let Some(formula) = &group.available_when else {
                self.available.push(Node::TRUE);
                continue;
            };
            let available = self.condition(formula)?;
            self.available.push(available);
            let hidden = self.dd.literal(idx, group.n_choices)?;
            let there = self.dd.not(hidden)?;
            let absent = self.dd.not(available)?;
            let both = self.dd.and(available, there)?;
            let neither = self.dd.and(absent, hidden)?;
            links.push(self.dd.or(both, neither)?);
        }
        links.append(&mut self.conditions(&package.constraints)?);
        for (mask, nodes) in clusters(&self.dd, &links) {
            let node = self.dd.and_all(&nodes)?;
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
        let mut saved = self
            .dd
            .count(legal, &Measure::new(&self.saved_weights, mask));
        let mut effective = self
            .dd
            .count(legal, &Measure::new(&self.effective_weights, mask));
        let mut counted = mask;
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

impl Shape {
    /// How many saved (or effective) choices stand behind each value.
    fn weights(self, is_saved: bool) -> Vec<u64> {
        let mut weights = vec![1; usize::from(self.n_choices)];
        if self.may_be_hidden {
            weights.push(if is_saved {
                u64::from(self.n_choices)
            } else {
                1
            });
        }
        weights
    }

    /// 1 for every value but the default; being hidden is no choice of anyone's.
    fn costs(self) -> Vec<u16> {
        (0..self.arity())
            .map(|value| u16::from(value != self.default && value < self.n_choices))
            .collect()
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

/// Levels that are linked, and the nodes that link them with their places in the list.
type Cluster = (u64, Vec<(usize, Node)>);

/// Groups nodes by shared levels: masks are disjoint, ordered by their lowest level; nodes keep their order. Constants
/// that are true are left out, a false one is a cluster of its own with an empty mask.
pub(super) fn clusters(dd: &Diagrams, nodes: &[Node]) -> Vec<(u64, Vec<Node>)> {
    let mut clusters: Vec<Cluster> = Vec::new();
    for (idx, node) in nodes.iter().enumerate() {
        if *node == Node::TRUE {
            continue;
        }
        let mut mask = dd.support(*node);
        let mut members = vec![(idx, *node)];
        clusters.retain_mut(|(other, nodes)| {
            let is_apart = *other & mask == 0;
            if !is_apart {
                members.append(nodes);
            }
            is_apart
        });
        for (_, node) in &members {
            mask |= dd.support(*node);
        }
        members.sort_unstable();
        clusters.push((mask, members));
    }
    clusters.sort_by_key(|(mask, members)| (mask.trailing_zeros(), members.first().map(|m| m.0)));
    clusters
        .into_iter()
        .map(|(mask, members)| {
            let mut nodes: Vec<Node> = members.into_iter().map(|(_, node)| node).collect();
            let mut seen = std::collections::BTreeSet::new();
            nodes.retain(|node| seen.insert(*node));
            (mask, nodes)
        })
        .collect()
}

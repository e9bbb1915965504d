//! The node meter: diagram nodes that the format's own way of checking creates (SEL-01), and the states of its counting
//! (SEL-02). It proves nothing; it repeats a construction whose size decides whether a package is accepted.
//!
//! Levels are the groups in manifest order, values their choices; an atom is "available and saved". Every intermediate
//! result counts, nothing is collected; `all` and `any` fold from the left. All nodes made on the way are part of some
//! operation's result, so what counts is the union of all results.

use super::package::{Candidate, Formula, Mesh, Package, TextureUse};
use super::summary::Metric;
use super::terms::Term;
use crate::base::cancel::Cancel;
use crate::base::numbers::{u64_of, usize_of_u64};
use crate::dd::{Diagrams, Node, Stop};
use std::collections::BTreeMap;

/// What the format's own way of checking needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    /// Nodes created; `None` = more than were asked for.
    pub(super) nodes: Option<u64>,
    /// States of counting the legal saved assignments or the effective selections, whichever has more; `None` when the
    /// nodes were too many before.
    pub(super) count_states: Option<u64>,
}

/// A maximum as the format's own way of checking asks for it.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    pub(super) metric: Metric,
    pub(super) domain: Node,
    /// Unmerged, constants among them.
    pub(super) terms: Vec<Term>,
}

/// A construction that was repeated.
#[derive(Debug)]
pub(super) struct Metered {
    pub(super) reading: Reading,
    /// To be used again.
    pub(super) dd: Diagrams,
    /// All that is maximised; empty when the nodes were too many before.
    pub(super) asks: Vec<Ask>,
}

/// Repeats the construction up to `max_nodes` nodes. `arena` is one of an earlier reading, used again if it fits.
pub(super) fn read(
    package: &Package,
    arena: Option<Diagrams>,
    (max_nodes, sizes): (u64, Option<&[u64]>),
    cancel: &Cancel,
) -> Result<Metered, Stop> {
    let arities: Vec<u16> = package.groups.iter().map(|group| group.n_choices).collect();
    let arena = arena.filter(|arena| arena.arities() == arities);
    let Some(mut dd) = arena.or_else(|| Diagrams::new(&arities)) else {
        return Err(Stop::NodeLimit { limit: 0 });
    };
    // Whatever is made beyond the limit now belongs to this construction.
    let most = dd.n_nodes().saturating_add(usize_of_u64(max_nodes));
    dd.begin(most, cancel);
    let mut meter = Meter {
        dd,
        package,
        sizes,
        made: Vec::new(),
        atoms: Vec::new(),
        reachable: Node::TRUE,
        asks: Vec::new(),
    };
    let mut reading = Reading {
        nodes: None,
        count_states: None,
    };
    match meter.construct(&mut reading) {
        Err(Stop::Cancelled) => return Err(Stop::Cancelled),
        Err(Stop::NodeLimit { .. }) => meter.asks.clear(),
        Ok(()) => {
            let nodes = u64_of(meter.dd.n_nodes_of(&meter.made));
            reading.nodes = (nodes <= max_nodes).then_some(nodes);
        }
    }
    Ok(Metered {
        reading,
        dd: meter.dd,
        asks: meter.asks,
    })
}

struct Meter<'a> {
    dd: Diagrams,
    package: &'a Package,
    sizes: Option<&'a [u64]>,
    /// Results of all operations.
    made: Vec<Node>,
    /// `atoms[group][choice]`.
    atoms: Vec<Vec<Node>>,
    reachable: Node,
    asks: Vec<Ask>,
}

/// Predicates of the maxima being folded.
struct Sums {
    resident: Vec<Term>,
    entries: Vec<Node>,
    slots: Vec<Node>,
    payloads: BTreeMap<usize, Node>,
}

impl Meter<'_> {
    fn construct(&mut self, reading: &mut Reading) -> Result<(), Stop> {
        let canonical = self.space()?;
        let states = [self.reachable, canonical].map(|node| self.count_states(node));
        reading.count_states = states.into_iter().max();
        let package = self.package;
        for candidates in &package.components {
            let conditions: Vec<&Formula> = candidates.iter().map(|one| &one.when).collect();
            self.exactly_one(&conditions)?;
        }
        for candidates in &package.slots {
            let conditions: Vec<&Formula> = candidates.iter().map(|one| &one.when).collect();
            self.exactly_one(&conditions)?;
        }
        self.sums()
    }

    fn and(&mut self, a: Node, b: Node) -> Result<Node, Stop> {
        let made = self.dd.and(a, b)?;
        self.made.push(made);
        Ok(made)
    }

    fn or(&mut self, a: Node, b: Node) -> Result<Node, Stop> {
        let made = self.dd.or(a, b)?;
        self.made.push(made);
        Ok(made)
    }

    fn not(&mut self, a: Node) -> Result<Node, Stop> {
        let made = self.dd.not(a)?;
        self.made.push(made);
        Ok(made)
    }

    /// Atoms and what is legal. Gives the legal assignments in which every hidden group saves its default.
    fn space(&mut self) -> Result<Node, Stop> {
        let mut available = Vec::new();
        for (idx, group) in self.package.groups.iter().enumerate() {
            let exists = match &group.available_when {
                Some(formula) => self.condition(formula)?,
                None => Node::TRUE,
            };
            let mut atoms = Vec::new();
            for choice in 0..group.n_choices {
                let saved = self.dd.literal(idx, choice)?;
                self.made.push(saved);
                atoms.push(self.and(exists, saved)?);
            }
            self.atoms.push(atoms);
            available.push(exists);
        }
        for constraint in &self.package.constraints {
            let node = self.condition(constraint)?;
            self.reachable = self.and(self.reachable, node)?;
        }
        let mut canonical = self.reachable;
        for (idx, group) in self.package.groups.iter().enumerate() {
            let default = self.dd.literal(idx, group.default)?;
            let either = self.or(available[idx], default)?;
            canonical = self.and(canonical, either)?;
        }
        Ok(canonical)
    }

    fn condition(&mut self, formula: &Formula) -> Result<Node, Stop> {
        match formula {
            Formula::Constant(value) => Ok(Node::constant(*value)),
            Formula::Eq { group, choice } => Ok(self.atoms[*group][usize::from(*choice)]),
            Formula::All(parts) => {
                let mut joined = Node::TRUE;
                for part in parts {
                    let node = self.condition(part)?;
                    joined = self.and(joined, node)?;
                }
                Ok(joined)
            }
            Formula::Any(parts) => {
                let mut joined = Node::FALSE;
                for part in parts {
                    let node = self.condition(part)?;
                    joined = self.or(joined, node)?;
                }
                Ok(joined)
            }
            Formula::Not(part) => {
                let node = self.condition(part)?;
                self.not(node)
            }
        }
    }

    fn exactly_one(&mut self, conditions: &[&Formula]) -> Result<(), Stop> {
        let mut covered = Node::FALSE;
        for condition in conditions {
            let node = self.condition(condition)?;
            let both = self.and(covered, node)?;
            self.and(both, self.reachable)?;
            covered = self.or(covered, node)?;
        }
        let uncovered = self.not(covered)?;
        self.and(self.reachable, uncovered)?;
        Ok(())
    }

    /// At least one draw everywhere, and the predicates of the maxima.
    fn sums(&mut self) -> Result<(), Stop> {
        let package = self.package;
        let mut sums = Sums {
            resident: Vec::new(),
            entries: vec![Node::FALSE; package.textures.len()],
            slots: vec![Node::FALSE; package.slots.len()],
            payloads: BTreeMap::new(),
        };
        for candidate in package.components.iter().flatten() {
            if !candidate.is_hidden {
                self.add_candidate(candidate, &mut sums)?;
            }
        }
        for (slot, candidates) in package.slots.iter().enumerate() {
            for candidate in candidates {
                let node = self.condition(&candidate.when)?;
                if let Some(entry) = candidate.texture {
                    let used = self.and(sums.slots[slot], node)?;
                    sums.entries[entry] = self.or(sums.entries[entry], used)?;
                }
            }
        }
        let textures = sums.entries.iter().map(|node| (*node, 1)).collect();
        self.ask(Metric::Textures, self.reachable, textures);
        if self.sizes.is_some() {
            for entry in 0..sums.entries.len() {
                let node = sums.entries[entry];
                let payload = package.textures[entry];
                self.add_payload(&mut sums, payload, node)?;
                sums.resident.push((node, self.size(payload)));
            }
            let decoded = sums.payloads.iter();
            let decoded = decoded.map(|(payload, node)| (*node, self.size(*payload)));
            self.ask(Metric::DecodedBytes, self.reachable, decoded.collect());
            self.ask(Metric::ResidentBytes, self.reachable, sums.resident);
        }
        Ok(())
    }

    fn ask(&mut self, metric: Metric, domain: Node, terms: Vec<Term>) {
        self.asks.push(Ask {
            metric,
            domain,
            terms,
        });
    }

    fn size(&self, payload: usize) -> u64 {
        Package::size(self.sizes, payload)
    }

    fn add_candidate(&mut self, candidate: &Candidate, sums: &mut Sums) -> Result<(), Stop> {
        let node = self.condition(&candidate.when)?;
        let active = self.and(self.reachable, node)?;
        if active == Node::FALSE {
            return Ok(());
        }
        self.bind(&candidate.textures, active, sums)?;
        match candidate.mesh {
            Some(mesh) => self.add_mesh(&self.package.meshes[mesh], active, sums),
            None => Ok(()),
        }
    }

    fn add_mesh(&mut self, mesh: &Mesh, active: Node, sums: &mut Sums) -> Result<(), Stop> {
        let mut any = Node::FALSE;
        let mut draws = Vec::with_capacity(mesh.draws.len());
        let mut indices = Vec::with_capacity(mesh.draws.len());
        for draw in &mesh.draws {
            let node = self.condition(&draw.when)?;
            draws.push((node, 1));
            indices.push((node, draw.count));
            any = self.or(any, node)?;
            let shown = self.and(active, node)?;
            self.bind(&draw.textures, shown, sums)?;
            self.add_payload(sums, draw.payload, shown)?;
            sums.resident.push((shown, draw.count * mesh.index_size));
        }
        self.ask(Metric::Draws, active, draws);
        self.ask(Metric::Indices, active, indices);
        let none = self.not(any)?;
        self.and(active, none)?;
        let mut stream_bytes = 0;
        for payload in &mesh.streams {
            self.add_payload(sums, *payload, active)?;
            stream_bytes += self.size(*payload);
        }
        sums.resident.push((active, stream_bytes));
        for channel in &mesh.channels {
            let node = self.condition(&channel.when)?;
            let moved = self.and(active, node)?;
            for payload in &channel.payloads {
                self.add_payload(sums, *payload, moved)?;
                sums.resident.push((moved, self.size(*payload)));
            }
        }
        Ok(())
    }

    fn add_payload(&mut self, sums: &mut Sums, payload: usize, node: Node) -> Result<(), Stop> {
        let known = sums.payloads.get(&payload).copied();
        let joined = self.or(known.unwrap_or(Node::FALSE), node)?;
        sums.payloads.insert(payload, joined);
        Ok(())
    }

    fn bind(&mut self, textures: &[TextureUse], node: Node, sums: &mut Sums) -> Result<(), Stop> {
        for texture in textures {
            let place = match texture {
                TextureUse::Entry(entry) => &mut sums.entries[*entry],
                TextureUse::Slot(slot) => &mut sums.slots[*slot],
            };
            let joined = self.dd.or(*place, node)?;
            self.made.push(joined);
            *place = joined;
        }
        Ok(())
    }

    /// Pairs of node and level that counting passes through, the constants counted too: from the level after the
    /// highest node above it down to its own, each node is passed once a level.
    fn count_states(&self, root: Node) -> u64 {
        // First level at which each node is passed; nodes are found level by level.
        let mut first: BTreeMap<Node, usize> = BTreeMap::from([(root, 0)]);
        let mut by_level: Vec<Vec<Node>> = vec![Vec::new(); self.dd.n_levels() + 1];
        by_level[self.dd.level(root)].push(root);
        for level in 0..self.dd.n_levels() {
            for node in std::mem::take(&mut by_level[level]) {
                for value in 0..self.dd.arity(level) {
                    let child = self.dd.child(node, level, value);
                    first.entry(child).or_insert_with(|| {
                        by_level[self.dd.level(child)].push(child);
                        level + 1
                    });
                }
            }
        }
        let passed = first
            .iter()
            .map(|(node, first)| u64_of(self.dd.level(*node) + 1 - first));
        passed.sum()
    }
}

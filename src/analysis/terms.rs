//! What the maxima of bem.md 18.4 add up: predicates with weights, raw, before anything is maximised.

use super::package::{Package, TextureUse};
use super::predicates::Predicates;
use super::space::Space;
use crate::dd::{Diagrams, Node, Stop};

/// A predicate and what it weighs where it holds.
pub(super) type Term = (Node, u64);

/// A sum of weighted predicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) terms: Vec<Term>,
    /// Predicates too large to be one diagram: true where one of the parts is.
    pub(super) loose: Vec<(Vec<Node>, u64)>,
}

impl Sum {
    fn add(&mut self, joined: &Joined, weight: u64) {
        match joined {
            Joined::Whole(node) => self.terms.push((*node, weight)),
            Joined::Parts(parts) => self.loose.push((parts.clone(), weight)),
        }
    }

    /// The weights of the loose predicates together.
    pub(super) fn loose_weight(&self) -> u64 {
        let weights = self.loose.iter().map(|(_, weight)| *weight);
        weights.fold(0, u64::saturating_add)
    }

    /// All weights of predicates that may hold together.
    pub(super) fn full_weight(&self) -> u64 {
        let terms = self.terms.iter().filter(|(node, _)| *node != Node::FALSE);
        let weights = terms.map(|(_, weight)| *weight);
        weights.fold(self.loose_weight(), u64::saturating_add)
    }

    /// What the loose predicates come to where level `l` has `values[l]`.
    pub(super) fn loose_at(&self, dd: &Diagrams, values: &[u16]) -> u64 {
        let holding = self
            .loose
            .iter()
            .filter(|(parts, _)| parts.iter().any(|part| dd.holds(*part, values)));
        holding.fold(0, |sum, (_, weight)| sum.saturating_add(*weight))
    }
}

impl From<Vec<Term>> for Sum {
    fn from(terms: Vec<Term>) -> Self {
        Self {
            terms,
            loose: Vec::new(),
        }
    }
}

/// A disjunction: as one diagram, or in parts where that would be too large.
#[derive(Clone, Debug)]
enum Joined {
    Whole(Node),
    Parts(Vec<Node>),
}

/// Nodes that one disjunction may add to the arena.
const JOINED_NODES: usize = 50_000;

/// Nodes that all disjunctions of a package may add.
const ALL_JOINED_NODES: usize = 400_000;

/// The terms of the three maxima over the whole package; draws and indices are asked per candidate.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    /// One a draw of the whole package, weight 1.
    pub(super) package_draws: Sum,
    /// One a texture entry in use, its size.
    pub(super) texture_bytes: Sum,
    /// One a texture entry in use, weight 1.
    pub(super) textures: Sum,
    /// One a payload in use.
    pub(super) decoded: Sum,
    /// The same without what only delta frames use; empty when nothing is.
    pub(super) decoded_plain: Sum,
    pub(super) resident: Sum,
    /// The same without delta frames; empty when there are none.
    pub(super) resident_plain: Sum,
}

/// Uses being gathered.
struct Uses {
    entries: Vec<Vec<Node>>,
    slots: Vec<Vec<Node>>,
    payloads: Vec<Vec<Node>>,
    deltas: Vec<Vec<Node>>,
    resident: Sum,
    resident_deltas: Vec<Term>,
    draws: Vec<Term>,
    /// Nodes that disjunctions may still add.
    spare_nodes: usize,
}

impl Terms {
    /// Gathers them. Without sizes the byte terms stay empty.
    pub(super) fn of(
        package: &Package,
        predicates: &Predicates,
        space: &mut Space,
        sizes: Option<&[u64]>,
    ) -> Result<Self, Stop> {
        let n_payloads = sizes.map_or(0, <[u64]>::len);
        let mut uses = Uses {
            entries: vec![Vec::new(); package.textures.len()],
            slots: vec![Vec::new(); package.slots.len()],
            payloads: vec![Vec::new(); n_payloads],
            deltas: vec![Vec::new(); n_payloads],
            resident: Sum::default(),
            resident_deltas: Vec::new(),
            draws: Vec::new(),
            spare_nodes: ALL_JOINED_NODES,
        };
        for (component, nodes) in predicates.candidates.iter().enumerate() {
            for (candidate, node) in nodes.iter().enumerate() {
                let place = &package.components[component][candidate];
                uses.bind(&place.textures, *node);
                if let Some(mesh) = place.mesh.filter(|_| *node != Node::FALSE) {
                    uses.replace(package, predicates, space, sizes, (mesh, *node))?;
                }
            }
        }
        uses.finish(package, predicates, space, sizes)
    }
}

impl Uses {
    fn bind(&mut self, textures: &[TextureUse], node: Node) {
        for texture in textures {
            match texture {
                TextureUse::Entry(entry) => self.entries[*entry].push(node),
                TextureUse::Slot(slot) => self.slots[*slot].push(node),
            }
        }
    }

    fn replace(
        &mut self,
        package: &Package,
        predicates: &Predicates,
        space: &mut Space,
        sizes: Option<&[u64]>,
        (mesh_idx, active): (usize, Node),
    ) -> Result<(), Stop> {
        let mesh = &package.meshes[mesh_idx];
        for (draw, raw) in mesh.draws.iter().zip(&predicates.draws[mesh_idx]) {
            let node = space.dd.and(active, *raw)?;
            if node == Node::FALSE {
                continue;
            }
            self.draws.push((node, 1));
            self.bind(&draw.textures, node);
            if sizes.is_some() {
                self.payloads[draw.payload].push(node);
                let bytes = draw.count * mesh.index_size;
                self.resident.terms.push((node, bytes));
            }
        }
        let Some(sizes) = sizes else {
            return Ok(());
        };
        for payload in &mesh.streams {
            self.payloads[*payload].push(active);
            self.resident.terms.push((active, sizes[*payload]));
        }
        for (channel, raw) in mesh.channels.iter().zip(&predicates.channels[mesh_idx]) {
            let node = space.dd.and(active, *raw)?;
            for payload in &channel.payloads {
                self.deltas[*payload].push(node);
                self.resident_deltas.push((node, sizes[*payload]));
            }
        }
        Ok(())
    }

    fn finish(
        mut self,
        package: &Package,
        predicates: &Predicates,
        space: &mut Space,
        sizes: Option<&[u64]>,
    ) -> Result<Terms, Stop> {
        for (slot, candidates) in package.slots.iter().enumerate() {
            let uses = std::mem::take(&mut self.slots[slot]);
            let used = match self.joined(space, uses)? {
                Joined::Whole(node) => vec![node],
                Joined::Parts(parts) => parts,
            };
            for (candidate, raw) in candidates.iter().zip(&predicates.slots[slot]) {
                if let Some(entry) = candidate.texture {
                    for used in &used {
                        self.entries[entry].push(space.dd.and(*used, *raw)?);
                    }
                }
            }
        }
        let mut terms = Terms {
            package_draws: Sum::from(std::mem::take(&mut self.draws)),
            ..Terms::default()
        };
        for (entry, nodes) in std::mem::take(&mut self.entries).into_iter().enumerate() {
            let joined = self.joined(space, nodes)?;
            terms.textures.add(&joined, 1);
            if let Some(sizes) = sizes {
                let payload = package.textures[entry];
                self.resident.add(&joined, sizes[payload]);
                terms.texture_bytes.add(&joined, sizes[payload]);
                match joined {
                    Joined::Whole(node) => self.payloads[payload].push(node),
                    Joined::Parts(parts) => self.payloads[payload].extend(parts),
                }
            }
        }
        let Some(sizes) = sizes else {
            return Ok(terms);
        };
        let payloads = std::mem::take(&mut self.payloads);
        let deltas = std::mem::take(&mut self.deltas);
        let has_deltas = deltas.iter().any(|nodes| !nodes.is_empty());
        for (payload, (nodes, deltas)) in payloads.into_iter().zip(deltas).enumerate() {
            if deltas.is_empty() {
                let plain = self.joined(space, nodes)?;
                terms.decoded.add(&plain, sizes[payload]);
                if has_deltas {
                    terms.decoded_plain.add(&plain, sizes[payload]);
                }
            } else {
                let plain = self.joined(space, nodes.clone())?;
                terms.decoded_plain.add(&plain, sizes[payload]);
                let with_deltas = self.joined(space, [nodes, deltas].concat())?;
                terms.decoded.add(&with_deltas, sizes[payload]);
            }
        }
        if has_deltas {
            terms.resident_plain.clone_from(&self.resident);
        }
        terms.resident = self.resident;
        terms.resident.terms.append(&mut self.resident_deltas);
        Ok(terms)
    }

    /// The disjunction of `nodes`, as one diagram if that is affordable.
    fn joined(&mut self, space: &mut Space, mut nodes: Vec<Node>) -> Result<Joined, Stop> {
        nodes.retain(|node| *node != Node::FALSE);
        nodes.sort_unstable();
        nodes.dedup();
        if let [only] = nodes.as_slice() {
            return Ok(Joined::Whole(*only));
        }
        let before = space.dd.n_nodes();
        let n_more = JOINED_NODES.min(self.spare_nodes);
        let joined = space.any_within(n_more, &nodes)?;
        let n_added = space.dd.n_nodes() - before;
        self.spare_nodes = self.spare_nodes.saturating_sub(n_added);
        Ok(joined.map_or(Joined::Parts(nodes), Joined::Whole))
    }
}

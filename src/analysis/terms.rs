//! What the maxima of bem.md 18.4 add up: predicates with weights, raw, before anything is maximised.

use super::package::{Package, TextureUse};
use super::predicates::{Predicates, any_of};
use super::space::Space;
use crate::dd::{Node, Stop};

/// A predicate and what it weighs where it holds.
pub(super) type Term = (Node, u64);

/// The terms of the three maxima over the whole package; draws and indices are asked per candidate.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    /// One a draw of the whole package, weight 1.
    pub(super) package_draws: Vec<Term>,
    /// One a texture entry in use, its size.
    pub(super) texture_bytes: Vec<Term>,
    /// One a texture entry in use, weight 1.
    pub(super) textures: Vec<Term>,
    /// One a payload in use.
    pub(super) decoded: Vec<Term>,
    /// The same without what only delta frames use.
    pub(super) decoded_plain: Vec<Term>,
    pub(super) resident: Vec<Term>,
    /// The same without delta frames.
    pub(super) resident_plain: Vec<Term>,
}

/// Uses being gathered.
struct Uses {
    entries: Vec<Vec<Node>>,
    slots: Vec<Vec<Node>>,
    payloads: Vec<Vec<Node>>,
    deltas: Vec<Vec<Node>>,
    resident: Vec<Term>,
    resident_deltas: Vec<Term>,
    draws: Vec<Term>,
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
            resident: Vec::new(),
            resident_deltas: Vec::new(),
            draws: Vec::new(),
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
                self.resident.push((node, draw.count * mesh.index_size));
            }
        }
        let Some(sizes) = sizes else {
            return Ok(());
        };
        for payload in &mesh.streams {
            self.payloads[*payload].push(active);
            self.resident.push((active, sizes[*payload]));
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
            let used = any_of(space, std::mem::take(&mut self.slots[slot]))?;
            for (candidate, raw) in candidates.iter().zip(&predicates.slots[slot]) {
                if let Some(entry) = candidate.texture {
                    let node = space.dd.and(used, *raw)?;
                    self.entries[entry].push(node);
                }
            }
        }
        let mut terms = Terms {
            package_draws: self.draws,
            ..Terms::default()
        };
        for (entry, nodes) in std::mem::take(&mut self.entries).into_iter().enumerate() {
            let node = any_of(space, nodes)?;
            terms.textures.push((node, 1));
            if let Some(sizes) = sizes {
                let payload = package.textures[entry];
                self.payloads[payload].push(node);
                self.resident.push((node, sizes[payload]));
                terms.texture_bytes.push((node, sizes[payload]));
            }
        }
        let Some(sizes) = sizes else {
            return Ok(terms);
        };
        let deltas = std::mem::take(&mut self.deltas);
        for (payload, (nodes, deltas)) in self.payloads.into_iter().zip(deltas).enumerate() {
            let plain = any_of(space, nodes)?;
            let with_deltas = any_of(space, [deltas, vec![plain]].concat())?;
            terms.decoded_plain.push((plain, sizes[payload]));
            terms.decoded.push((with_deltas, sizes[payload]));
        }
        terms.resident_plain.clone_from(&self.resident);
        terms.resident = self.resident;
        terms.resident.append(&mut self.resident_deltas);
        Ok(terms)
    }
}

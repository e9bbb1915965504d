//! The conditions of a package as diagrams over its space: raw, that is, not cut down to what is legal.

use super::package::Package;
use super::space::Space;
use crate::dd::{Node, Stop};

/// All conditions, by the indices of what they belong to.
#[derive(Clone, Debug, Default)]
pub(super) struct Predicates {
    /// `candidates[component][candidate]`.
    pub(super) candidates: Vec<Vec<Node>>,
    /// `slots[slot][candidate]`.
    pub(super) slots: Vec<Vec<Node>>,
    /// `draws[mesh][draw]`.
    pub(super) draws: Vec<Vec<Node>>,
    /// `any_draw[mesh]`: at least one draw holds.
    pub(super) any_draw: Vec<Node>,
    /// `channels[mesh][channel]`.
    pub(super) channels: Vec<Vec<Node>>,
}

impl Predicates {
    /// Builds them all.
    pub(super) fn of(package: &Package, space: &mut Space) -> Result<Self, Stop> {
        let mut built = Self::default();
        for candidates in &package.components {
            let nodes = candidates.iter().map(|one| space.condition(&one.when));
            built.candidates.push(nodes.collect::<Result<_, _>>()?);
        }
        for candidates in &package.slots {
            let nodes = candidates.iter().map(|one| space.condition(&one.when));
            built.slots.push(nodes.collect::<Result<_, _>>()?);
        }
        for mesh in &package.meshes {
            let nodes = mesh.draws.iter().map(|one| space.condition(&one.when));
            let draws: Vec<Node> = nodes.collect::<Result<_, _>>()?;
            built.any_draw.push(any_of(space, draws.clone())?);
            built.draws.push(draws);
            let nodes = mesh.channels.iter().map(|one| space.condition(&one.when));
            built.channels.push(nodes.collect::<Result<_, _>>()?);
        }
        Ok(built)
    }
}

/// True where at least one of `nodes` is; equal ones are joined once.
pub(super) fn any_of(space: &mut Space, mut nodes: Vec<Node>) -> Result<Node, Stop> {
    nodes.sort_unstable();
    nodes.dedup();
    space.any_of(&nodes)
}

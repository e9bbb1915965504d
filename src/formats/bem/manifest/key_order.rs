//! In which order the objects of a manifest name their keys, one order for each kind of object (WRT-04).
//! It never decides meaning: two manifests that differ only in key order are equal.

use crate::formats::bem::json::Members;
use std::collections::BTreeMap;

/// Longest order remembered for one kind: the known keys of any kind are below 20, the rest is room for metadata.
const LONGEST: usize = 64;

/// The kinds of objects in a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The top level.
    Manifest,
    /// `target`.
    Target,
    /// `target.resources[]`.
    Resource,
    /// `target.components[]`.
    Component,
    /// `bone_name_aliases[]`.
    BoneAlias,
    /// `appearances[]`.
    Appearance,
    /// `appearances[].components[]`.
    AppearanceComponent,
    /// `option_groups[]`.
    OptionGroup,
    /// `choices[]`.
    Choice,
    /// `component_rules[]`.
    ComponentRule,
    /// `component_rules[].candidates[]`.
    Candidate,
    /// `material_overrides[]` of a candidate.
    KeepOverride,
    /// `meshes[]`.
    Mesh,
    /// `streams[]`.
    Stream,
    /// `bones[]`.
    PaletteBone,
    /// `draws[]`.
    Draw,
    /// `material_overrides` of a draw.
    MaterialOverrides,
    /// `textures[]` of the top level.
    Texture,
    /// `texture_slots[]`.
    TextureSlot,
    /// `texture_slots[].candidates[]`.
    SlotCandidate,
    /// `parameters[]`.
    Parameter,
    /// `mesh_deformations[]`.
    Channel,
    /// `frames[]`.
    Frame,
    /// `root_offset`.
    RootOffset,
    /// `drivers[]`.
    Driver,
    /// `bindings[]`.
    Binding,
    /// `sound`.
    Sound,
}

/// One key order for each [`Kind`], as met while reading. Always equal to any other: order is no content.
#[derive(Clone, Debug, Default)]
pub struct KeyOrders {
    orders: BTreeMap<Kind, Vec<String>>,
}

impl PartialEq for KeyOrders {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for KeyOrders {}

impl KeyOrders {
    /// Takes note of an object as read: keys not met before are placed behind their neighbour.
    pub fn note(&mut self, kind: Kind, members: &Members) {
        let order = self.orders.entry(kind).or_default();
        if is_subsequence(members, order) {
            return;
        }
        let mut next = 0_usize;
        for (key, _) in members {
            if let Some(at) = order.iter().position(|known| known == key) {
                next = at.saturating_add(1);
            } else if order.len() < LONGEST {
                order.insert(next.min(order.len()), key.clone());
                next = next.saturating_add(1);
            }
        }
    }

    /// Puts the members of an object of this kind in order. Keys without a place stay behind the member before them.
    /// The members from `n_known` on are metadata and keep the order they have among themselves: other objects of the
    /// kind may name theirs in another.
    pub fn arrange(&self, kind: Kind, members: Members, n_known: usize) -> Members {
        let Some(order) = self.orders.get(&kind) else {
            return members;
        };
        let mut rank = 0_usize;
        let mut ranks = Vec::with_capacity(members.len());
        for (key, _) in &members {
            if let Some(at) = order.iter().position(|known| known == key) {
                rank = at.saturating_add(1);
            }
            ranks.push(rank);
        }
        let mut known = members;
        let extra = known.split_off(n_known.min(known.len()));
        // None: a place for the next piece of metadata.
        let members = known.into_iter().map(Some).chain(std::iter::repeat(None));
        let mut ranked: Vec<_> = ranks.into_iter().zip(members).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        let mut extra = extra.into_iter();
        ranked
            .into_iter()
            .filter_map(|(_, member)| member.or_else(|| extra.next()))
            .collect()
    }
}

fn is_subsequence(members: &Members, order: &[String]) -> bool {
    let mut rest = order.iter();
    members
        .iter()
        .all(|(key, _)| rest.any(|known| known == key))
}

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

impl Kind {
    /// All of them, in order.
    pub const ALL: [Self; 27] = [
        Self::Manifest,
        Self::Target,
        Self::Resource,
        Self::Component,
        Self::BoneAlias,
        Self::Appearance,
        Self::AppearanceComponent,
        Self::OptionGroup,
        Self::Choice,
        Self::ComponentRule,
        Self::Candidate,
        Self::KeepOverride,
        Self::Mesh,
        Self::Stream,
        Self::PaletteBone,
        Self::Draw,
        Self::MaterialOverrides,
        Self::Texture,
        Self::TextureSlot,
        Self::SlotCandidate,
        Self::Parameter,
        Self::Channel,
        Self::Frame,
        Self::RootOffset,
        Self::Driver,
        Self::Binding,
        Self::Sound,
    ];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Manifest => "manifest",
            Self::Target => "target",
            Self::Resource => "resource",
            Self::Component => "component",
            Self::BoneAlias => "bone_alias",
            Self::Appearance => "appearance",
            Self::AppearanceComponent => "appearance_component",
            Self::OptionGroup => "option_group",
            Self::Choice => "choice",
            Self::ComponentRule => "component_rule",
            Self::Candidate => "candidate",
            Self::KeepOverride => "keep_override",
            Self::Mesh => "mesh",
            Self::Stream => "stream",
            Self::PaletteBone => "palette_bone",
            Self::Draw => "draw",
            Self::MaterialOverrides => "material_overrides",
            Self::Texture => "texture",
            Self::TextureSlot => "texture_slot",
            Self::SlotCandidate => "slot_candidate",
            Self::Parameter => "parameter",
            Self::Channel => "channel",
            Self::Frame => "frame",
            Self::RootOffset => "root_offset",
            Self::Driver => "driver",
            Self::Binding => "binding",
            Self::Sound => "sound",
        }
    }
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
    /// Kinds of objects with the order of their keys, by name: what carries the orders beyond a manifest.
    pub fn to_lists(&self) -> Vec<(String, Vec<String>)> {
        let orders = self.orders.iter();
        orders
            .map(|(kind, order)| (kind.name().to_owned(), order.clone()))
            .collect()
    }

    /// The orders of [`Self::to_lists`]; kinds that do not exist are left out.
    pub fn of_lists(lists: &[(String, Vec<String>)]) -> Self {
        let known = lists.iter().filter_map(|(name, order)| {
            let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name)?;
            Some((kind, order.iter().take(LONGEST).cloned().collect()))
        });
        Self {
            orders: known.collect(),
        }
    }

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

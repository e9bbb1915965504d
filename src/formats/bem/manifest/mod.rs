//! The manifest as typed values, both target structures, all minors (bem.md ch. 3-15).
//! It holds what the text says, right or wrong by the rules: judging is the validator's work.
//!
//! Indices are those of the manifest's own tables, counted from 0. `extra` members are unknown metadata: read, kept in
//! order and written back (bem.md ch. 3). A member with a known key whose value its field cannot hold (a number where a
//! text belongs, an unknown waveform) lies there too, so that nothing read is lost and every fault is found again.

mod drivers;
mod key_order;
mod meshes;
mod options;
mod read;
mod sliders;
mod target;
mod textures;
mod write;

use crate::formats::bem::json::{Members, Value};

pub use drivers::{
    Binding, BindingEffect, Driver, MaterialPlace, Playback, RootOffset, Sound, Waveform,
};
pub use key_order::{KeyOrders, Kind};
pub use meshes::{Attribute, Draw, MaterialOverrides, Mesh, PaletteBone, Stream};
pub use options::{
    Appearance, AppearanceComponent, Appearances, Candidate, Choice, ComponentRule, Condition,
    KeepOverride, Operation, OptionGroup, TextureReference,
};
pub use sliders::{Channel, Frame, FrameDeltas, Parameter};
pub use target::{BoneAlias, Component, ComponentRenderer, Resource, Target, TargetStructure};
pub use textures::{SlotCandidate, Texture, TextureSlot};

/// A whole manifest. `option_groups` present = composable (1.1+), absent = fixed appearances (1.0).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest {
    /// Stable id of the package, the same over all its releases.
    pub package_id: String,
    /// Display name.
    pub name: String,
    /// Author.
    pub author: String,
    /// Version of this release, free text.
    pub version: String,
    /// Capabilities as listed.
    pub required_capabilities: Vec<String>,
    /// What the package is for.
    pub target: Target,
    /// Replacement meshes.
    pub meshes: Vec<Mesh>,
    /// Texture table.
    pub textures: Vec<Texture>,
    /// 1.0 only.
    pub appearances: Option<Appearances>,
    /// 1.1+.
    pub option_groups: Option<Vec<OptionGroup>>,
    /// 1.1+: conditions that every legal selection satisfies.
    pub selection_constraints: Vec<Condition>,
    /// 1.1+: one per component, in order.
    pub component_rules: Vec<ComponentRule>,
    /// 1.2+.
    pub texture_slots: Vec<TextureSlot>,
    /// 1.3+.
    pub parameters: Vec<Parameter>,
    /// 1.3+.
    pub mesh_deformations: Vec<Channel>,
    /// 1.5.
    pub root_offset: Option<RootOffset>,
    /// 1.5.
    pub drivers: Vec<Driver>,
    /// Unknown members of the top level.
    pub extra: Members,
    /// In which order each kind of object names its keys (WRT-04); empty = the rulebook's order.
    pub key_orders: KeyOrders,
}

impl Manifest {
    /// The typed form of a manifest's JSON. Never fails: what no field can hold lies in `extra`.
    pub fn from_value(value: &Value) -> Self {
        read::manifest(value)
    }

    /// The JSON of this manifest: keys in the order of [`Self::key_orders`], absent and empty optional members left out.
    pub fn to_value(&self) -> Value {
        write::manifest(self)
    }
}

//! The parts of a document as plain data. Only edits make new ones; the rules between parts are theirs to keep.

mod mesh;
mod motion;
mod options;
mod rule;
mod source;
mod texture;

pub use mesh::{
    Draw, Geometry, MaterialOverrides, Mesh, PaletteBone, RawGeometry, RawStream, Triangles,
};
pub use motion::{
    Binding, BindingEffect, Channel, Driver, Frame, FrameShape, Parameter, Playback, RootOffset,
    Sound, Ticks, Waveform,
};
pub use options::{Appearance, Appearances, Choice, OptionGroup};
pub use rule::{
    Branch, Candidate, CandidateRule, ComponentRule, KeepOverride, Operation, OrderedRule,
};
pub use source::{MaterialPlace, PackageTarget, Source, Target, TargetOrigin};
pub use texture::{
    Mips, Picture, RawTexture, SlotCandidate, Texture, TextureFormat, TextureReference, TextureSlot,
};

use crate::document::blob::Blob;
use crate::document::condition::Condition;
use crate::document::ids::{GroupId, MeshId, ParameterId, SlotId, SourceId, TextureId};
use crate::document::metadata::{KeyOrders, Metadata};
use crate::model::target::TargetProfile;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The package being authored. Cloning shares every part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// Identity of the package.
    pub package: PackageFacts,
    /// The character it is made for; none until one is chosen.
    pub target: Option<Arc<Target>>,
    /// Figures it takes geometry from.
    pub sources: BTreeMap<SourceId, Arc<Source>>,
    /// Replacement meshes.
    pub meshes: BTreeMap<MeshId, Arc<Mesh>>,
    /// Textures.
    pub textures: BTreeMap<TextureId, Arc<Texture>>,
    /// Fixed appearances of an opened 1.0 package. While they are there, there are no groups, and no rule counts.
    pub appearances: Option<Arc<Appearances>>,
    /// Option groups in the order players see.
    pub groups: Vec<Arc<OptionGroup>>,
    /// What every selection satisfies.
    pub constraints: Vec<Arc<Condition>>,
    /// One per component of the target, in its order.
    pub rules: Vec<Arc<ComponentRule>>,
    /// Texture slots in order.
    pub slots: Vec<Arc<TextureSlot>>,
    /// Sliders in the order players see.
    pub parameters: Vec<Arc<Parameter>>,
    /// What sliders do to meshes, in order.
    pub channels: Vec<Arc<Channel>>,
    /// A shift of the whole figure.
    pub root_offset: Option<Arc<RootOffset>>,
    /// Clocks.
    pub drivers: Vec<Arc<Driver>>,
    /// What an opened package said beyond the format.
    pub opened: Option<Arc<OpenedFacts>>,
    /// The next unused part number.
    pub next_id: u32,
    /// Fields of a newer program's project: name and JSON text, kept and written back.
    pub unknown: BTreeMap<String, String>,
}

/// Identity of the package (ID-02, ID-04).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageFacts {
    /// Stable id, the same over all releases.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Author.
    pub author: String,
    /// Version of the next release.
    pub version: String,
}

/// What an opened package said beyond its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenedFacts {
    /// Unknown members of the top level.
    pub metadata: Metadata,
    /// In which order it names keys.
    pub key_orders: KeyOrders,
    /// Whether it is written with groups though it has none: `option_groups: []`.
    pub is_composable: bool,
    /// Whether it lists `texture-astc`, which is kept while ASTC textures are there.
    pub lists_astc: bool,
}

impl Document {
    /// The target's facts, if one is chosen.
    pub fn profile(&self) -> Option<&TargetProfile> {
        self.target.as_ref().map(|target| target.profile.as_ref())
    }

    /// The mesh made for a component, if any material is placed there; of several, the first.
    pub fn mesh_of(&self, component: u32) -> Option<(MeshId, &Mesh)> {
        self.meshes
            .iter()
            .find(|(_, mesh)| mesh.component == component)
            .map(|(id, mesh)| (*id, mesh.as_ref()))
    }

    /// A group by its id.
    pub fn group(&self, id: GroupId) -> Option<&OptionGroup> {
        self.groups
            .iter()
            .find(|group| group.id == id)
            .map(Arc::as_ref)
    }

    /// A texture slot by its id.
    pub fn slot(&self, id: SlotId) -> Option<&TextureSlot> {
        self.slots
            .iter()
            .find(|slot| slot.id == id)
            .map(Arc::as_ref)
    }

    /// A slider by its id.
    pub fn parameter(&self, id: ParameterId) -> Option<&Parameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.id == id)
            .map(Arc::as_ref)
    }

    /// Whether the package has neither groups nor anything else that needs them: it is written as 1.0.
    pub fn is_fixed(&self) -> bool {
        self.appearances.is_some()
            || (self.groups.is_empty() && !self.needs_groups() && !self.is_opened_composable())
    }

    /// Whether it was opened with `option_groups`, though perhaps empty.
    fn is_opened_composable(&self) -> bool {
        self.opened
            .as_ref()
            .is_some_and(|opened| opened.is_composable)
    }

    /// Whether it has what fixed appearances cannot carry (bem.md ch. 19).
    pub fn needs_groups(&self) -> bool {
        let explicit = self
            .profile()
            .is_some_and(|profile| profile.explicit.is_some());
        let aliases = self.profile().is_some_and(|profile| {
            let mut components = profile.components.iter();
            components.any(|component| !component.bone_aliases.is_empty())
        });
        let draws =
            |is: fn(&Draw) -> bool| self.meshes.values().any(|mesh| mesh.draws.iter().any(is));
        explicit
            || aliases
            || !self.slots.is_empty()
            || !self.parameters.is_empty()
            || !self.channels.is_empty()
            || self.root_offset.is_some()
            || !self.drivers.is_empty()
            || draws(|draw| draw.overrides.is_some() || draw.when.is_some())
            || self.has_wide_skin()
            || self.has_retextured()
    }

    /// A skin stream of 32 bytes, which 1.0 does not know (MESH-09).
    fn has_wide_skin(&self) -> bool {
        self.meshes.values().any(|mesh| {
            mesh.raw()
                .is_some_and(|raw| raw.streams.get(2).is_some_and(|stream| stream.stride == 32))
        })
    }

    fn has_retextured(&self) -> bool {
        self.operations()
            .into_iter()
            .any(|(_, operation)| matches!(operation, Operation::Retexture(_)))
    }

    /// Everything that may happen to components, with the component: of the appearances while there are any, else of
    /// the rules.
    pub fn operations(&self) -> Vec<(u32, &Operation)> {
        match &self.appearances {
            Some(fixed) => fixed
                .all
                .iter()
                .flat_map(|appearance| {
                    let operations = appearance.operations.iter();
                    (0_u32..).zip(operations.map(|(operation, _)| operation))
                })
                .collect(),
            None => (0_u32..)
                .zip(&self.rules)
                .flat_map(|(component, rule)| {
                    let operations = rule.operations().into_iter();
                    operations.map(move |operation| (component, operation))
                })
                .collect(),
        }
    }

    /// Every component rule that names a group.
    pub fn rules_naming(&self, group: GroupId) -> Vec<usize> {
        (0..self.rules.len())
            .filter(|at| {
                let rule = &self.rules[*at];
                rule.conditions().iter().any(|when| when.names(group))
            })
            .collect()
    }

    /// Every blob it carries, in the order of its parts; shared ones come several times.
    pub fn blobs(&self) -> Vec<&Blob> {
        let mut blobs = Vec::new();
        for mesh in self.meshes.values() {
            let streams = mesh.raw().into_iter().flat_map(|raw| &raw.streams);
            blobs.extend(streams.map(|stream| &stream.bytes));
            let draws = mesh.draws.iter().filter_map(|draw| match &draw.triangles {
                Triangles::Raw { indices, .. } => Some(indices),
                Triangles::Figure { .. } => None,
            });
            blobs.extend(draws);
        }
        let textures = self.textures.values();
        blobs.extend(textures.filter_map(|texture| match &texture.picture {
            Picture::Raw(raw) => Some(&raw.bytes),
            Picture::Figure { .. } | Picture::Plain(_) => None,
        }));
        let frames = self.channels.iter().flat_map(|channel| &channel.frames);
        blobs.extend(frames.filter_map(|frame| match &frame.shape {
            FrameShape::Raw { deltas, .. } => Some(deltas),
            FrameShape::Neutral => None,
        }));
        let choices = self.groups.iter().flat_map(|group| &group.choices);
        blobs.extend(choices.filter_map(|choice| choice.preview.as_ref()));
        let fixed = self.appearances.iter().flat_map(|fixed| &fixed.all);
        blobs.extend(fixed.filter_map(|appearance| appearance.preview.as_ref()));
        let sounds = self
            .drivers
            .iter()
            .filter_map(|driver| driver.sound.as_ref());
        blobs.extend(sounds.map(|sound| &sound.bytes));
        blobs
    }
}

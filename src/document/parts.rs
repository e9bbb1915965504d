//! The parts of a document as plain data. Only edits make new ones; the rules between parts are theirs to keep.

use crate::base::digest::Digest;
use crate::document::condition::Condition;
use crate::document::ids::{ChoiceId, GroupId, MeshId, SourceId, TextureId};
use crate::model::bone_map::BoneMap;
use crate::model::figure::Model;
use crate::model::target::TargetProfile;
use std::collections::BTreeMap;
use std::path::PathBuf;
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
    /// Option groups in the order players see.
    pub groups: Vec<Arc<OptionGroup>>,
    /// One per component of the target, in its order.
    pub rules: Vec<Arc<ComponentRule>>,
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

/// The character a package is made for.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The catalogue file, absolute.
    pub path: PathBuf,
    /// Content of that file.
    pub digest: Digest,
    /// What it says.
    pub profile: Arc<TargetProfile>,
}

/// A figure and how it is mapped onto the target.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Display name.
    pub name: String,
    /// The model file, absolute.
    pub path: PathBuf,
    /// Content of that file.
    pub digest: Digest,
    /// The imported figure.
    pub model: Arc<Model>,
    /// Where each bone's weight goes; `bone_map.targets[bone]`.
    pub bone_map: Arc<BoneMap>,
    /// `places[material]`: the original material each material of the figure stands in for; none = left out.
    pub places: Vec<Option<MaterialPlace>>,
}

/// A material of the target: component and slot in its material table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MaterialPlace {
    /// Index of the component.
    pub component: u32,
    /// Index into the component's materials.
    pub slot: u32,
}

/// A replacement mesh: materials of one figure, made for one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mesh {
    /// Component it is made for.
    pub component: u32,
    /// Figure it comes from.
    pub source: SourceId,
    /// Draw segments in the figure's order (PMX-60).
    pub draws: Vec<Draw>,
}

/// One draw segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Material of the figure.
    pub material: u32,
    /// Original material that is copied for it.
    pub donor: MaterialPlace,
    /// Replacement textures.
    pub textures: Vec<TextureId>,
    /// When it is drawn; none = always.
    pub when: Option<Condition>,
}

/// A texture of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// Name of the original texture it replaces.
    pub original_name: String,
    /// Where its pixels come from.
    pub picture: Picture,
    /// How it is stored.
    pub format: TextureFormat,
    /// Colour data; false for masks and normals.
    pub srgb: bool,
    /// Whether the smaller levels are stored too.
    pub mips: Mips,
}

/// Where a texture's pixels come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// An entry of a figure's texture table. Missing pictures are stored as a neutral placeholder.
    Figure {
        /// The figure.
        source: SourceId,
        /// Index into its texture table.
        texture: u32,
    },
    /// One colour: the diffuse colour of a material without texture. R, G, B, A.
    Plain([u8; 4]),
}

/// How pixels are stored (bem.md ch. 10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextureFormat {
    /// Four bytes a pixel.
    Rgba32,
    /// BC7: one byte a pixel, nearly lossless.
    #[default]
    Bc7,
}

/// Which levels of a texture are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mips {
    /// Down to 1 x 1.
    #[default]
    Full,
    /// Only the largest.
    Single,
}

/// A group of mutually exclusive choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionGroup {
    /// The group.
    pub id: GroupId,
    /// Stable id in the package.
    pub export_id: String,
    /// Display name.
    pub name: String,
    /// The default choice.
    pub default: ChoiceId,
    /// At least one.
    pub choices: Vec<Choice>,
}

/// A choice of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The choice.
    pub id: ChoiceId,
    /// Stable id in the package, unique in its group.
    pub export_id: String,
    /// Display name.
    pub name: String,
}

/// What happens to one component: the first branch that holds decides, else `otherwise`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComponentRule {
    /// In order.
    pub branches: Vec<Branch>,
    /// When no branch holds.
    pub otherwise: Operation,
}

/// One branch of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// When it holds.
    pub when: Condition,
    /// What happens then.
    pub then: Operation,
}

/// What happens to a component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Operation {
    /// The original stays.
    #[default]
    Keep,
    /// Nothing is drawn.
    Hide,
    /// This mesh takes its place.
    Replace(MeshId),
}

impl Document {
    /// The target's facts, if one is chosen.
    pub fn profile(&self) -> Option<&TargetProfile> {
        self.target.as_ref().map(|target| target.profile.as_ref())
    }

    /// The mesh made for a component, if any material is placed there.
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

    /// Every component rule that names a group.
    pub fn rules_naming(&self, group: GroupId) -> Vec<usize> {
        let names =
            |condition: &Condition| condition.atoms().iter().any(|(named, _)| *named == group);
        let hits = |rule: &ComponentRule| rule.branches.iter().any(|branch| names(&branch.when));
        (0..self.rules.len())
            .filter(|at| hits(&self.rules[*at]))
            .collect()
    }
}

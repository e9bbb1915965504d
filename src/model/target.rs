//! The target: what is known of the game character that a package is made for (bem.md 22.6).
//! It is not the catalogue file: reading that is the importer's work.

use glam::Vec3;
use std::collections::BTreeMap;

/// One character of a catalogue with the geometry settings of bem.md 22.4.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TargetProfile {
    /// Stable id of the character or weapon, such as `chr_0001_sample`.
    pub character_id: String,
    /// Its name for people.
    pub name: String,
    /// Where the facts came from.
    pub profile_id: String,
    /// Revision of the facts.
    pub revision: String,
    /// Snapshot of the game the facts were read from; may be empty or not stated.
    pub snapshot: Option<String>,
    /// The scene model's resource name; empty with [`Self::explicit`].
    pub world_resource: String,
    /// The detail-view model's resource name; empty with [`Self::explicit`].
    pub ui_resource: String,
    /// Prefabs, if the target has the explicit structure (bem.md ch. 6).
    pub explicit: Option<ExplicitTarget>,
    /// The parts of the character; `components[i].id == i`.
    pub components: Vec<TargetComponent>,
    /// Rest-pose joints by bone name, in the space of [`crate::geom`]; empty = not known.
    pub rest_joints: BTreeMap<String, RestJoint>,
    /// How vertex data is written for this target.
    pub geometry: GeometryPreset,
}

impl TargetProfile {
    /// Every bone name of every component, each once, in byte order.
    pub fn bone_names(&self) -> Vec<&str> {
        let names: std::collections::BTreeSet<&str> = self
            .components
            .iter()
            .flat_map(|component| component.bone_names.iter().map(String::as_str))
            .collect();
        names.into_iter().collect()
    }
}

/// A part of the character: one original mesh.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TargetComponent {
    /// Equal to its place in the list.
    pub id: u32,
    /// Complete name of the original LOD 0 mesh.
    pub mesh_name: String,
    /// Sum over all its submeshes.
    pub original_index_count: u32,
    /// Bone table in the original slot order.
    pub bone_names: Vec<String>,
    /// Material names in the original slot order.
    pub materials: Vec<String>,
    /// `material_textures[slot]`: original texture names of that material.
    pub material_textures: Vec<Vec<String>>,
    /// Stream strides in bytes, such as 16, 12, 12; empty = not known.
    pub strides: Vec<u32>,
    /// (semantic, format, dimension, stream) a row, as bem.md 22.1 numbers them; empty = not known.
    pub attributes: Vec<[u32; 4]>,
    /// Most bones a vertex may follow, 1..=4 (GEO-01); none = not known, 4 is taken.
    pub max_influences: Option<u32>,
    /// The original is rigid (GEO-02); none = not known.
    pub rigid: Option<bool>,
    /// Other names of bones (bem.md ch. 11).
    pub bone_aliases: Vec<BoneAlias>,
    /// Where it sits in its prefab, with the explicit structure.
    pub renderer: Option<Renderer>,
}

/// What the explicit structure says of a target (bem.md ch. 6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplicitTarget {
    /// A weapon instead of a character.
    pub is_weapon: bool,
    /// Prefabs.
    pub resources: Vec<Resource>,
}

/// A prefab (TGT-13 to TGT-18).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resource {
    /// Unique id.
    pub id: String,
    /// Prefab name, lower case.
    pub name: String,
    /// `assets/....prefab`.
    pub asset_path: String,
    /// `windows-x64`, `android-arm64`.
    pub platforms: Vec<String>,
    /// 0..=3.
    pub lod: u32,
}

/// Where a component of the explicit structure sits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renderer {
    /// Id of its resource.
    pub resource: String,
    /// Without skin.
    pub is_static: bool,
    /// Path inside the prefab; may be empty.
    pub path: String,
}

/// Another name of a bone in one of the two models of the legacy structure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoneAlias {
    /// Index into the component's bone table.
    pub index: u32,
    /// `world` or `ui`.
    pub resource: String,
    /// The name there.
    pub name: String,
}

/// A joint of the target's rest pose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RestJoint {
    /// Name of the parent joint; none = the root.
    pub parent: Option<String>,
    /// Metres.
    pub position: Vec3,
}

/// Geometry settings of a target (bem.md 22.4). They change nothing but bytes on the way out.
///
/// The rulebook tells them for an editor whose v runs up. A stored v of 0 addresses the first stored row, so the v of
/// [`crate::geom`], which runs down, is stored as it is where top rows come first, and as 1 - v where bottom rows do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GeometryPreset {
    /// Texture rows top first, v flipped, tangent negated, bitangent sign inverted: proven in the game, the default.
    #[default]
    Efmi,
    /// Texture rows bottom first, v as it is, nothing negated.
    Plain,
}

//! The character: a catalogue file, or what an opened package says of it.

use super::{FileReference, Metadata};
use serde::{Deserialize, Serialize};

/// Where the facts about the character come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Target {
    /// An opened package.
    Package {
        /// What it says.
        package: PackageTarget,
    },
    /// A catalogue file.
    Catalog(FileReference),
}

/// A target as an opened package states it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageTarget {
    /// The character or weapon.
    pub id: String,
    /// Where the facts came from.
    pub profile_id: String,
    /// Revision of the facts.
    pub revision: String,
    /// Snapshot of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<String>,
    /// Scene model.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub world_resource: String,
    /// Detail-view model.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ui_resource: String,
    /// The explicit structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explicit: Option<Explicit>,
    /// Components in order.
    pub components: Vec<Component>,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// Prefabs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explicit {
    /// A weapon instead of a character.
    pub is_weapon: bool,
    /// The prefabs.
    pub resources: Vec<Resource>,
}

/// A prefab.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resource {
    /// Unique id.
    pub id: String,
    /// Prefab name.
    pub name: String,
    /// Path in the game.
    pub asset_path: String,
    /// Platforms.
    pub platforms: Vec<String>,
    /// 0..=3.
    pub lod: u32,
}

/// A component.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Component {
    /// Name of the original mesh.
    pub mesh_name: String,
    /// Sum over its submeshes.
    pub original_index_count: u32,
    /// Bone table.
    pub bone_names: Vec<String>,
    /// Material table.
    pub materials: Vec<String>,
    /// Other names of bones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<Alias>,
    /// Where it sits in its prefab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renderer: Option<Renderer>,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// Another name of a bone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alias {
    /// Index into the bone table.
    pub index: u32,
    /// `world` or `ui`.
    pub resource: String,
    /// The name there.
    pub name: String,
}

/// Where a component sits in its prefab.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renderer {
    /// Id of the prefab.
    pub resource: String,
    /// Without skin.
    pub is_static: bool,
    /// Path inside the prefab.
    pub path: String,
}

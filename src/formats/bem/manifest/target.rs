//! What a package is for: both target structures and their components (bem.md ch. 5, 6, 11). It judges nothing.

use crate::formats::bem::json::Members;

/// `target` in either structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Which structure, with what belongs to it alone.
    pub structure: TargetStructure,
    /// `windows-x64`, a constant of the format.
    pub platform: String,
    /// Where the facts came from.
    pub profile_id: String,
    /// Revision of the facts.
    pub revision: String,
    /// Snapshot the facts were read from; optional in the legacy structure.
    pub snapshot: Option<String>,
    /// Every component that is replaced, kept, hidden, or lends bones or materials.
    pub components: Vec<Component>,
    /// Unknown members.
    pub extra: Members,
}

/// The two target structures (bem.md ch. 5 and 6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetStructure {
    /// 1.0-1.3, optional in 1.5.
    Legacy {
        /// The character.
        character_id: String,
        /// Scene model.
        world_resource: String,
        /// Detail-view model.
        ui_resource: String,
    },
    /// 1.4, optional in 1.5.
    Explicit {
        /// `character` or `weapon`.
        kind: String,
        /// The character or weapon.
        id: String,
        /// Prefabs.
        resources: Vec<Resource>,
    },
}

impl Default for Target {
    fn default() -> Self {
        Self {
            structure: TargetStructure::Legacy {
                character_id: String::new(),
                world_resource: String::new(),
                ui_resource: String::new(),
            },
            platform: "windows-x64".to_owned(),
            profile_id: String::new(),
            revision: String::new(),
            snapshot: None,
            components: Vec::new(),
            extra: Members::new(),
        }
    }
}

/// A prefab of an explicit target. Closed object.
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

/// A component of the target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Component {
    /// Equal to its index.
    pub id: u32,
    /// Explicit structure only: resource, renderer kind and path.
    pub renderer: Option<ComponentRenderer>,
    /// Complete name of the original LOD 0 mesh.
    pub mesh_name: String,
    /// Sum over all its submeshes.
    pub original_index_count: u32,
    /// Original bone table.
    pub bone_names: Vec<String>,
    /// Legacy 1.2+: other names of bones per model.
    pub bone_name_aliases: Vec<BoneAlias>,
    /// Original material table.
    pub materials: Vec<String>,
    /// Unknown members.
    pub extra: Members,
}

/// Where an explicit component sits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComponentRenderer {
    /// Id of its resource.
    pub resource: String,
    /// `skinned` or `static`.
    pub renderer_kind: String,
    /// Path inside the prefab; may be empty.
    pub renderer_path: String,
}

/// Another name of a bone (bem.md ch. 11). Closed object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoneAlias {
    /// Index into the component's bone table.
    pub index: u32,
    /// `world` or `ui`.
    pub resource: String,
    /// The name there.
    pub name: String,
}

//! The shapes of the project file, field for field. What the fields mean is told in `document::parts`.
//!
//! Version 2 says more than version 1 and nothing otherwise: a file of version 1 is read as it is.

mod meshes;
mod motion;
mod options;
mod target;

pub use meshes::{
    Draw, Geometry, MaterialOverrides, Mesh, PaletteBone, Picture, RawDraw, RawPicture, Slot,
    SlotCandidate, Stream, Texture, TextureReference,
};
pub use motion::{
    Binding, Channel, Driver, Effect, Frame, Parameter, RawDeltas, RootOffset, Sound,
};
pub use options::{
    Appearance, AppearanceOperation, Appearances, Branch, Candidate, Candidates, Choice, Condition,
    Group, KeepOverride, Operation, Rule,
};
pub use target::{Alias, Component, Explicit, PackageTarget, Renderer, Resource, Target};

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The value of `kind`.
pub const KIND: &str = "bem-studio-project";
/// The version this program writes, and the newest it reads.
pub const VERSION: u32 = 2;

/// The whole file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProjectFile {
    /// [`KIND`].
    pub kind: String,
    /// 1..=[`VERSION`].
    pub version: u32,
    /// Next unused part number.
    pub next_id: u32,
    /// Identity of the package.
    pub package: Package,
    /// The character, if one is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// Figures, by id.
    pub sources: Vec<Source>,
    /// Meshes, by id.
    pub meshes: Vec<Mesh>,
    /// Textures, by id.
    pub textures: Vec<Texture>,
    /// Fixed appearances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub appearances: Option<Appearances>,
    /// Option groups in order.
    pub groups: Vec<Group>,
    /// What every selection satisfies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Condition>,
    /// Rules, one per component.
    pub rules: Vec<Rule>,
    /// Texture slots in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<Slot>,
    /// Sliders in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<Parameter>,
    /// What sliders do to meshes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub channels: Vec<Channel>,
    /// A shift of the whole figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root_offset: Option<RootOffset>,
    /// Drivers in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drivers: Vec<Driver>,
    /// What an opened package said beyond its parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<Opened>,
    /// Fields this version does not know; kept and written back.
    #[serde(flatten)]
    pub extra: BTreeMap<String, serde_json::Value>,
}

/// Identity of the package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Package {
    /// Stable id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Author.
    pub author: String,
    /// Version.
    pub version: String,
}

/// A file beside the project and its content hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileReference {
    /// Relative with `/`, or absolute.
    pub path: String,
    /// BLAKE3, 64 hex digits.
    pub blake3: String,
}

/// A figure and its maps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// Part number.
    pub id: u32,
    /// Display name.
    pub name: String,
    /// The model file.
    pub file: FileReference,
    /// Import setting.
    pub meters_per_unit: f32,
    /// Import setting: a turn about the vertical axis, 0, 90, 180 or 270 degrees.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turn_degrees: u32,
    /// Import setting: the surface points inward and was flipped.
    #[serde(default, skip_serializing_if = "is_false")]
    pub inside_out: bool,
    /// One per bone of the figure, in order.
    pub bones: Vec<Bone>,
    /// One per material of the figure, in order.
    pub materials: Vec<Material>,
}

/// A bone's entry in the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bone {
    /// Its name in the figure, for the reader's eyes and for re-import.
    pub name: String,
    /// Target bone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// `nobody`, `name`, `append`, `parent`, `root` or `author`.
    pub by: String,
}

/// A material's place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Material {
    /// Its name in the figure, for the reader's eyes and for re-import.
    pub name: String,
    /// Where it goes; absent = left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// A material of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Component index.
    pub component: u32,
    /// Material slot.
    pub slot: u32,
}

/// Bytes beside the project, named by their content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blob {
    /// BLAKE3, 64 hex digits: the name of the file.
    pub blake3: String,
    /// Its size.
    pub bytes: u64,
}

/// Unknown members of an opened package: key and JSON text, in order.
pub type Metadata = Vec<(String, String)>;

/// What an opened package said beyond its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// Unknown members of the top level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
    /// Kind of object and the order of its keys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub key_orders: Vec<(String, Vec<String>)>,
    /// Written with groups though it has none.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_composable: bool,
    /// Lists `texture-astc`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lists_astc: bool,
}

/// Serde hands a reference to what it asks about.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the shape serde asks for"
)]
const fn is_false(value: &bool) -> bool {
    !*value
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the shape serde asks for"
)]
const fn is_zero(value: &u32) -> bool {
    *value == 0
}

//! The shapes of project version 1, field for field. What the fields mean is told in `document::parts`.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The value of `kind`.
pub const KIND: &str = "bem-studio-project";
/// The version this program writes, and the newest it reads.
pub const VERSION: u32 = 1;

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
    /// The catalogue, if a character is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<FileReference>,
    /// Figures, by id.
    pub sources: Vec<Source>,
    /// Meshes, by id.
    pub meshes: Vec<Mesh>,
    /// Textures, by id.
    pub textures: Vec<Texture>,
    /// Option groups in order.
    pub groups: Vec<Group>,
    /// Rules, one per component.
    pub rules: Vec<Rule>,
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

/// A replacement mesh.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mesh {
    /// Part number.
    pub id: u32,
    /// Component it is made for.
    pub component: u32,
    /// Figure it comes from.
    pub source: u32,
    /// Draw segments.
    pub draws: Vec<Draw>,
}

/// A draw segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// Material of the figure.
    pub material: u32,
    /// Original material.
    pub donor: Place,
    /// Texture numbers.
    pub textures: Vec<u32>,
    /// When it is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
}

/// A texture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texture {
    /// Part number.
    pub id: u32,
    /// Original texture name.
    pub original_name: String,
    /// Where its pixels come from.
    pub picture: Picture,
    /// `rgba32` or `bc7`.
    pub format: String,
    /// Colour data.
    pub srgb: bool,
    /// `full` or `single`.
    pub mips: String,
}

/// Where pixels come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Picture {
    /// A figure's texture table.
    Figure {
        /// Part number of the figure.
        source: u32,
        /// Index into its table.
        texture: u32,
    },
    /// One colour, R, G, B, A.
    Plain([u8; 4]),
}

/// An option group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Part number.
    pub id: u32,
    /// Id in the package.
    pub export_id: String,
    /// Display name.
    pub name: String,
    /// Part number of the default choice.
    pub default: u32,
    /// Choices in order.
    pub choices: Vec<Choice>,
}

/// A choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Part number.
    pub id: u32,
    /// Id in the package.
    pub export_id: String,
    /// Display name.
    pub name: String,
}

/// A component's rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// Component index.
    pub component: u32,
    /// Branches in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
    /// When no branch holds.
    pub otherwise: Operation,
}

/// A branch of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// When it holds.
    pub when: Condition,
    /// What happens then.
    pub then: Operation,
}

/// What happens to a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// The original stays.
    Keep,
    /// Nothing is drawn.
    Hide,
    /// This mesh takes its place.
    Replace(u32),
}

/// A condition by part numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// Always or never.
    Constant(bool),
    /// The group is available and the choice taken.
    Is {
        /// Group number.
        group: u32,
        /// Choice number.
        choice: u32,
    },
    /// All hold.
    All(Vec<Self>),
    /// One holds.
    Any(Vec<Self>),
    /// It does not hold.
    Not(Box<Self>),
}

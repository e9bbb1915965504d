//! What the author lets people choose: fixed appearances, groups, conditions, rules (bem.md ch. 7, 8).

use crate::formats::bem::json::Members;

/// The fixed appearances of 1.0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Appearances {
    /// Id of the default one.
    pub default_appearance_id: String,
    /// All of them.
    pub appearances: Vec<Appearance>,
}

/// One complete, independent state of a 1.0 package.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Appearance {
    /// Unique id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// Payload ID of a PNG.
    pub preview: Option<u32>,
    /// One per component, in order.
    pub components: Vec<AppearanceComponent>,
    /// Unknown members.
    pub extra: Members,
}

/// What an appearance does to one component.
#[derive(Clone, Debug, PartialEq)]
pub struct AppearanceComponent {
    /// Component index.
    pub target: u32,
    /// What happens to it.
    pub operation: Operation,
    /// Unknown members.
    pub extra: Members,
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
    Replace {
        /// Index into [`super::Manifest::meshes`].
        mesh: u32,
    },
}

/// A group of mutually exclusive choices (bem.md ch. 8).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OptionGroup {
    /// Unique id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// Id of the default choice.
    pub default: String,
    /// All choices.
    pub choices: Vec<Choice>,
    /// When the group exists; none = always.
    pub available_when: Option<Condition>,
    /// Unknown members.
    pub extra: Members,
}

/// One choice of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// Id, unique in its group.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// Payload ID of a PNG.
    pub preview: Option<u32>,
    /// Unknown members.
    pub extra: Members,
}

/// A condition over option groups (bem.md ch. 8).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// `true` or `false`.
    Constant(bool),
    /// The group exists and this choice is taken.
    Eq {
        /// Group id.
        group: String,
        /// Choice id.
        choice: String,
    },
    /// All hold; 1..=32 of them.
    All(Vec<Self>),
    /// At least one holds; 1..=32 of them.
    Any(Vec<Self>),
    /// It does not hold.
    Not(Box<Self>),
}

/// The candidates of one component: exactly one holds in every legal selection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ComponentRule {
    /// Component index.
    pub target: u32,
    /// Candidates in order.
    pub candidates: Vec<Candidate>,
    /// Unknown members.
    pub extra: Members,
}

/// One candidate of a component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidate {
    /// When it holds; none = always.
    pub when: Option<Condition>,
    /// What happens then.
    pub operation: Operation,
    /// With `keep`: textures of kept materials that change (`keep-material-textures`).
    pub material_overrides: Vec<KeepOverride>,
    /// Unknown members.
    pub extra: Members,
}

/// Textures of one kept material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeepOverride {
    /// Index into the component's own materials.
    pub material_slot: u32,
    /// Equal to that table entry.
    pub material_name: String,
    /// Replacement textures.
    pub textures: Vec<TextureReference>,
    /// Unknown members.
    pub extra: Members,
}

/// A texture of a draw or keep override.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextureReference {
    /// Index into [`super::Manifest::textures`].
    Texture(u32),
    /// Id of a texture slot (1.2+).
    Slot(String),
}

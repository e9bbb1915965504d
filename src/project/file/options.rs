//! Option groups, conditions and rules.

use super::{Blob, Metadata, TextureReference};
use serde::{Deserialize, Serialize};

/// An option group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Part number.
    pub id: u32,
    /// Id in the package.
    pub export_id: String,
    /// Display name.
    pub name: String,
    /// Free text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Part number of the default choice.
    pub default: u32,
    /// Choices in order.
    pub choices: Vec<Choice>,
    /// When it exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_when: Option<Condition>,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
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
    /// Free text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// A PNG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Blob>,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// Fixed appearances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appearances {
    /// Part number of the default one.
    pub default: u32,
    /// All of them.
    pub all: Vec<Appearance>,
}

/// A fixed appearance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appearance {
    /// Part number.
    pub id: u32,
    /// Id in the package.
    pub export_id: String,
    /// Display name.
    pub name: String,
    /// Free text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// A PNG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Blob>,
    /// One per component.
    pub operations: Vec<AppearanceOperation>,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// What an appearance does to a component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppearanceOperation {
    /// What happens.
    pub then: Operation,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// A component's rule: branches and `otherwise`, or candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// Component index.
    pub component: u32,
    /// Branches in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
    /// When no branch holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Operation>,
    /// Candidates without order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Candidates>,
}

/// A branch of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// When it holds.
    pub when: Condition,
    /// What happens then.
    pub then: Operation,
}

/// Candidates without order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidates {
    /// At least one.
    pub list: Vec<Candidate>,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// One candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// When it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// What happens then.
    pub then: Operation,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// What happens to a component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// The original stays.
    Keep,
    /// The original stays with other textures.
    Retexture(Vec<KeepOverride>),
    /// Nothing is drawn.
    Hide,
    /// This mesh takes its place.
    Replace(u32),
}

/// Textures of one kept material.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeepOverride {
    /// Material slot.
    pub slot: u32,
    /// Texture numbers, and slots.
    pub textures: Vec<TextureReference>,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
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

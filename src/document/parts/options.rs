//! What players choose between: option groups, or the fixed appearances of 1.0 (bem.md ch. 7, 8).

use super::Operation;
use crate::document::blob::Blob;
use crate::document::condition::Condition;
use crate::document::ids::{AppearanceId, ChoiceId, GroupId};
use crate::document::metadata::Metadata;

/// A group of mutually exclusive choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionGroup {
    /// The group.
    pub id: GroupId,
    /// Stable id in the package.
    pub export_id: String,
    /// Display name.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// The default choice.
    pub default: ChoiceId,
    /// At least one.
    pub choices: Vec<Choice>,
    /// When the group exists; none = always. It names only groups before this one.
    pub available_when: Option<Condition>,
    /// Unknown members.
    pub metadata: Metadata,
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
    /// Free text.
    pub description: Option<String>,
    /// A PNG (APP-06).
    pub preview: Option<Blob>,
    /// Unknown members.
    pub metadata: Metadata,
}

/// Complete, independent states instead of groups, as an opened package of 1.0 has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appearances {
    /// The default one.
    pub default: AppearanceId,
    /// At least one.
    pub all: Vec<Appearance>,
}

/// One complete state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appearance {
    /// The appearance.
    pub id: AppearanceId,
    /// Stable id in the package.
    pub export_id: String,
    /// Display name.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// A PNG (APP-06).
    pub preview: Option<Blob>,
    /// What happens to each component, with unknown members.
    pub operations: Vec<(Operation, Metadata)>,
    /// Unknown members.
    pub metadata: Metadata,
}

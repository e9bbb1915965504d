//! Why a project cannot be read, with the part of it that is meant. The sentences are `phrases`.

use crate::base::text::Message;
use crate::document::ids::{
    AppearanceId, ChoiceId, DriverId, GroupId, MeshId, ParameterId, SlotId, SourceId, TextureId,
};
use crate::project::{file, phrases};

/// Why a project could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// The text is not JSON, or not of the shape of a project.
    #[error("not readable as a project: {0}")]
    Text(#[from] serde_json::Error),
    /// The file is JSON of another kind.
    #[error("this is a \"{found}\" file, not a \"{}\" file", file::KIND)]
    Kind {
        /// What `kind` says, or nothing.
        found: String,
    },
    /// A newer program wrote it, or it has no version at all (0).
    #[error(
        "project version {found}; this program reads up to version {}",
        file::VERSION
    )]
    Version {
        /// The file's version.
        found: u32,
    },
    /// A field holds a word that this program does not know.
    #[error("{place}: \"{word}\" is not known")]
    UnknownWord {
        /// The field, as a path of names.
        place: &'static str,
        /// What stands there.
        word: String,
    },
    /// A part names another that is not there.
    #[error("{place:?} names {missing:?}, which is not there")]
    Dangling {
        /// The part that names it.
        place: Part,
        /// What it names.
        missing: Part,
    },
    /// A mesh or draw has two origins, or none, or one of another kind than its mesh.
    #[error("{place:?} has not exactly one origin")]
    Ambiguous {
        /// The part.
        place: Part,
    },
    /// Bytes that belong to the project are not beside it.
    #[error("the bytes {name} are not beside the project")]
    MissingBlob {
        /// Their content hash: the name of the file.
        name: String,
    },
    /// The character has another number of components than the project has rules.
    #[error("{n_rules} rules for {n_components} components")]
    RuleCount {
        /// Rules of the project.
        n_rules: usize,
        /// Components of the character, 0 without one.
        n_components: usize,
    },
    /// The figure is not the one the maps were made for.
    #[error(
        "{name}: bones {n_bones}, materials {n_materials}; the project knows bones {n_known_bones}, materials {n_known_materials}"
    )]
    FigureChanged {
        /// Display name of the figure.
        name: String,
        /// Bones now.
        n_bones: usize,
        /// Materials now.
        n_materials: usize,
        /// Bones that the project knows.
        n_known_bones: usize,
        /// Materials that the project knows.
        n_known_materials: usize,
    },
}

/// A part of a project that another may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A figure.
    Source(SourceId),
    /// A mesh.
    Mesh(MeshId),
    /// A texture.
    Texture(TextureId),
    /// An option group.
    Group(GroupId),
    /// A choice of a group.
    Choice(GroupId, ChoiceId),
    /// A material of a figure, by its index.
    Material(SourceId, u32),
    /// An entry of a figure's texture table, by its index.
    FigureTexture(SourceId, u32),
    /// A material of the character: component and slot.
    Place(u32, u32),
    /// The rule of a component.
    Rule(u32),
    /// A condition that every selection satisfies, by its place in the list.
    Constraint(usize),
    /// A fixed appearance.
    Appearance(AppearanceId),
    /// A texture slot.
    Slot(SlotId),
    /// A slider.
    Parameter(ParameterId),
    /// A driver.
    Driver(DriverId),
    /// A bone of the character: component and index.
    Bone(u32, u32),
}

impl ProjectError {
    /// The fault as sentences for people: what is wrong and what to do.
    pub fn message(&self) -> Message {
        phrases::message(self)
    }
}

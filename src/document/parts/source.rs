//! Where geometry and facts come from: figures and the character.

use crate::base::digest::Digest;
use crate::document::metadata::Metadata;
use crate::model::bone_map::BoneMap;
use crate::model::figure::Model;
use crate::model::target::TargetProfile;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The character or weapon a package is made for.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Where the facts come from.
    pub origin: TargetOrigin,
    /// What they are.
    pub profile: Arc<TargetProfile>,
}

/// Where the facts about a target come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetOrigin {
    /// A catalogue file.
    Catalog {
        /// The file, absolute.
        path: PathBuf,
        /// Its content.
        digest: Digest,
    },
    /// An opened package.
    Package(Arc<PackageTarget>),
}

/// What an opened package says of its target beyond the profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageTarget {
    /// Unknown members of the target.
    pub metadata: Metadata,
    /// Unknown members of each component.
    pub components: Vec<Metadata>,
}

impl Target {
    /// A target read from a catalogue file.
    pub const fn of_catalog(path: PathBuf, digest: Digest, profile: Arc<TargetProfile>) -> Self {
        Self {
            origin: TargetOrigin::Catalog { path, digest },
            profile,
        }
    }

    /// Content of the catalogue file, if the facts come from one.
    pub fn digest(&self) -> Option<Digest> {
        match &self.origin {
            TargetOrigin::Catalog { digest, .. } => Some(*digest),
            TargetOrigin::Package(_) => None,
        }
    }

    /// The catalogue file, if the facts come from one.
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            TargetOrigin::Catalog { path, .. } => Some(path),
            TargetOrigin::Package(_) => None,
        }
    }
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

//! What the author is looking at: the part whose properties the inspector shows.

use crate::document::ids::{DriverId, GroupId, MeshId, ParameterId, SlotId, SourceId, TextureId};

/// A part of the document, or the whole package.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Selection {
    /// Identity of the package and its export.
    #[default]
    Package,
    /// The character.
    Target,
    /// A figure with its import report.
    Source(SourceId),
    /// The bone table of a figure; the bone, if one is meant.
    Bones(SourceId, Option<u32>),
    /// The material table of a figure; the material, if one is meant.
    Materials(SourceId, Option<u32>),
    /// A component and its rule.
    Component(u32),
    /// A texture.
    Texture(TextureId),
    /// An option group.
    Group(GroupId),
    /// What every selection satisfies.
    Constraints,
    /// The fixed appearances of an opened package.
    Appearances,
    /// A raw mesh.
    Mesh(MeshId),
    /// A texture slot.
    Slot(SlotId),
    /// A slider.
    Parameter(ParameterId),
    /// The shift of the whole figure.
    RootOffset,
    /// A driver.
    Driver(DriverId),
}

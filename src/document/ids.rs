//! Typed numbers by which parts of a document name each other. A number is never used twice in one document.

use std::fmt;

macro_rules! part_id {
    ($(#[$doc:meta])* $name:ident, $word:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, concat!($word, ":{}"), self.0)
            }
        }
    };
}

part_id!(
    /// A source file and its figure.
    SourceId,
    "source"
);
part_id!(
    /// A replacement mesh.
    MeshId,
    "mesh"
);
part_id!(
    /// A texture.
    TextureId,
    "texture"
);
part_id!(
    /// An option group.
    GroupId,
    "group"
);
part_id!(
    /// A choice of an option group.
    ChoiceId,
    "choice"
);
part_id!(
    /// A fixed appearance (1.0).
    AppearanceId,
    "appearance"
);
part_id!(
    /// A texture slot.
    SlotId,
    "slot"
);
part_id!(
    /// A slider.
    ParameterId,
    "parameter"
);
part_id!(
    /// A driver.
    DriverId,
    "driver"
);

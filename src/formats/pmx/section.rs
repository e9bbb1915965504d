//! The sections of a PMX file, by the names of pmx.md ch. 1. It holds no data.

use std::fmt;

/// A section, in file order (PMX-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// Signature, version, globals.
    Header,
    /// Names and comments of the model.
    Info,
    /// Vertices.
    Vertices,
    /// Vertex indexes, three to a face.
    Faces,
    /// Texture paths.
    Textures,
    /// Materials.
    Materials,
    /// Bones.
    Bones,
    /// Morphs.
    Morphs,
    /// Display frames.
    Frames,
    /// Rigid bodies.
    Bodies,
    /// Joints.
    Joints,
    /// Soft bodies (2.1).
    SoftBodies,
    /// Whatever follows the last section (PMX-02).
    Tail,
}

impl Section {
    /// All of them, in file order.
    pub const ALL: [Self; 13] = [
        Self::Header,
        Self::Info,
        Self::Vertices,
        Self::Faces,
        Self::Textures,
        Self::Materials,
        Self::Bones,
        Self::Morphs,
        Self::Frames,
        Self::Bodies,
        Self::Joints,
        Self::SoftBodies,
        Self::Tail,
    ];

    /// The stable name used in errors, warnings and machine-readable output.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Info => "info",
            Self::Vertices => "vertices",
            Self::Faces => "faces",
            Self::Textures => "textures",
            Self::Materials => "materials",
            Self::Bones => "bones",
            Self::Morphs => "morphs",
            Self::Frames => "frames",
            Self::Bodies => "bodies",
            Self::Joints => "joints",
            Self::SoftBodies => "soft_bodies",
            Self::Tail => "tail",
        }
    }

    /// Whether salvage may cut the file here: what comes before is a whole mesh and skeleton (PMX-44).
    pub const fn is_salvageable(self) -> bool {
        matches!(
            self,
            Self::Morphs | Self::Frames | Self::Bodies | Self::Joints | Self::SoftBodies
        )
    }
}

impl fmt::Display for Section {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.code())
    }
}

//! Header and info of a PMX file: version, encoding, index sizes, names and comments (pmx.md 1.2).

use crate::formats::pmx::text::Text;

/// Bits of the version number 2.0.
pub const VERSION_20_BITS: u32 = 0x4000_0000;
/// Bits of the version number 2.1.
pub const VERSION_21_BITS: u32 = 0x4006_6666;

/// Signature aside, everything before the info texts (PMX-05..PMX-08).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The version number's 32 bits as stored; within 0.001 of 2.0 or 2.1.
    pub version_bits: u32,
    /// Encoding of every text of the file.
    pub encoding: Encoding,
    /// Extra UVs per vertex, 0..=4.
    pub n_extra_uvs: u8,
    /// Widths of the six index kinds.
    pub index_sizes: IndexSizes,
    /// Global bytes after the eighth, meaning unknown; at most 247.
    pub globals_extra: Vec<u8>,
}

impl Header {
    /// Which of the two versions the bits say.
    pub fn version(&self) -> Version {
        let number = f32::from_bits(self.version_bits);
        if number < 2.05 {
            Version::V20
        } else {
            Version::V21
        }
    }
}

/// The two versions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// 2.0.
    V20,
    /// 2.1: soft bodies, QDEF, flip and impulse morphs, points and lines (PMX-06).
    V21,
}

impl Version {
    /// `2.0` or `2.1`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::V20 => "2.0",
            Self::V21 => "2.1",
        }
    }
}

/// How texts are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Encoding {
    /// UTF-16, little-endian; stored as 0.
    #[default]
    Utf16,
    /// UTF-8; stored as 1.
    Utf8,
}

impl Encoding {
    /// `utf16` or `utf8`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Utf16 => "utf16",
            Self::Utf8 => "utf8",
        }
    }
}

/// What an index points at (PMX-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IndexKind {
    /// `vI`: unsigned at 1 and 2 bytes, has no "none".
    Vertex,
    /// `tI`.
    Texture,
    /// `mI`.
    Material,
    /// `bI`.
    Bone,
    /// `moI`.
    Morph,
    /// `rI`.
    Body,
}

impl IndexKind {
    /// All of them, in header order.
    pub const ALL: [Self; 6] = [
        Self::Vertex,
        Self::Texture,
        Self::Material,
        Self::Bone,
        Self::Morph,
        Self::Body,
    ];

    /// Name of its size in the header.
    pub const fn size_field(self) -> &'static str {
        match self {
            Self::Vertex => "vertex_index_size",
            Self::Texture => "texture_index_size",
            Self::Material => "material_index_size",
            Self::Bone => "bone_index_size",
            Self::Morph => "morph_index_size",
            Self::Body => "body_index_size",
        }
    }
}

/// Bytes of one index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum IndexSize {
    /// 1 byte.
    #[default]
    One,
    /// 2 bytes.
    Two,
    /// 4 bytes.
    Four,
}

impl IndexSize {
    /// All of them, narrowest first.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Four];

    /// The size for a header byte; none for anything but 1, 2 and 4.
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            4 => Some(Self::Four),
            _ => None,
        }
    }

    /// 1, 2 or 4.
    pub const fn n_bytes(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Four => 4,
        }
    }

    /// The size that writers choose for `count` records (PMX-08).
    pub const fn for_count(kind: IndexKind, count: usize) -> Self {
        let (one, two) = match kind {
            IndexKind::Vertex => (255, 65_535),
            _ => (127, 32_767),
        };
        if count <= one {
            Self::One
        } else if count <= two {
            Self::Two
        } else {
            Self::Four
        }
    }

    /// How many records an index of this size can tell apart.
    pub const fn n_addressable(self, kind: IndexKind) -> u32 {
        match (kind, self) {
            (IndexKind::Vertex, Self::One) => 256,
            (IndexKind::Vertex, Self::Two) => 65_536,
            (_, Self::One) => 128,
            (_, Self::Two) => 32_768,
            (_, Self::Four) => 0x8000_0000,
        }
    }
}

/// Widths of the six index kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexSizes {
    /// Vertex indexes.
    pub vertex: IndexSize,
    /// Texture indexes.
    pub texture: IndexSize,
    /// Material indexes.
    pub material: IndexSize,
    /// Bone indexes.
    pub bone: IndexSize,
    /// Morph indexes.
    pub morph: IndexSize,
    /// Rigid-body indexes.
    pub body: IndexSize,
}

impl IndexSizes {
    /// The width of one kind.
    pub const fn of(&self, kind: IndexKind) -> IndexSize {
        match kind {
            IndexKind::Vertex => self.vertex,
            IndexKind::Texture => self.texture,
            IndexKind::Material => self.material,
            IndexKind::Bone => self.bone,
            IndexKind::Morph => self.morph,
            IndexKind::Body => self.body,
        }
    }

    /// The same widths but for one kind.
    #[must_use]
    pub const fn with(mut self, kind: IndexKind, size: IndexSize) -> Self {
        match kind {
            IndexKind::Vertex => self.vertex = size,
            IndexKind::Texture => self.texture = size,
            IndexKind::Material => self.material = size,
            IndexKind::Bone => self.bone = size,
            IndexKind::Morph => self.morph = size,
            IndexKind::Body => self.body = size,
        }
        self
    }
}

/// Names and comments of the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Name in the maker's language.
    pub name: Text,
    /// English name.
    pub name_en: Text,
    /// Comment, usually the terms of use; lines end in CRLF.
    pub comment: Text,
    /// English comment.
    pub comment_en: Text,
}

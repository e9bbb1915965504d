//! Morphs of a PMX file: one list of offsets of one kind each (pmx.md 1.6).

use crate::formats::pmx::text::Text;

/// One morph.
#[derive(Clone, Debug, Default)]
pub struct Morph {
    /// Name; need not be unique.
    pub name: Text,
    /// English name.
    pub name_en: Text,
    /// 0 system, 1 brow, 2 eye, 3 mouth, 4 other; others are kept.
    pub panel: u8,
    /// What it does, in file order, repeated entries included (PMX-33).
    pub offsets: Offsets,
}

/// The offsets of a morph; the variant is its stored kind.
#[derive(Clone, Debug)]
pub enum Offsets {
    /// Kind 0: sets other morphs.
    Group(Vec<GroupOffset>),
    /// Kind 1: moves vertices.
    Vertex(Vec<VertexOffset>),
    /// Kind 2: moves bones.
    Bone(Vec<BoneOffset>),
    /// Kinds 3..=7: moves texture coordinates.
    Uv {
        /// 0 the main UV (kind 3), 1..=4 an extra UV (kinds 4..=7).
        set: u8,
        /// The offsets.
        offsets: Vec<UvOffset>,
    },
    /// Kind 8: changes material values.
    Material(Vec<MaterialOffset>),
    /// Kind 9 (2.1): selects one of several morphs.
    Flip(Vec<GroupOffset>),
    /// Kind 10 (2.1): pushes rigid bodies.
    Impulse(Vec<ImpulseOffset>),
}

impl Default for Offsets {
    fn default() -> Self {
        Self::Vertex(Vec::new())
    }
}

impl Offsets {
    /// The stored kind, 0..=10; a UV set above 4 gives 255, which no file can hold.
    pub const fn kind(&self) -> u8 {
        match self {
            Self::Group(_) => 0,
            Self::Vertex(_) => 1,
            Self::Bone(_) => 2,
            Self::Uv { set: 0, .. } => 3,
            Self::Uv { set: 1, .. } => 4,
            Self::Uv { set: 2, .. } => 5,
            Self::Uv { set: 3, .. } => 6,
            Self::Uv { set: 4, .. } => 7,
            Self::Uv { .. } => 255,
            Self::Material(_) => 8,
            Self::Flip(_) => 9,
            Self::Impulse(_) => 10,
        }
    }

    /// How many offsets there are.
    pub const fn len(&self) -> usize {
        match self {
            Self::Group(offsets) | Self::Flip(offsets) => offsets.len(),
            Self::Vertex(offsets) => offsets.len(),
            Self::Bone(offsets) => offsets.len(),
            Self::Uv { offsets, .. } => offsets.len(),
            Self::Material(offsets) => offsets.len(),
            Self::Impulse(offsets) => offsets.len(),
        }
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An entry of a group or flip morph.
#[derive(Clone, Copy, Debug, Default)]
pub struct GroupOffset {
    /// Morph index.
    pub index: i32,
    /// Share of the group's value; value to set, in a flip.
    pub value: f32,
}

/// An entry of a vertex morph.
#[derive(Clone, Copy, Debug, Default)]
pub struct VertexOffset {
    /// Vertex index.
    pub index: u32,
    /// x y z.
    pub offset: [f32; 3],
}

/// An entry of a bone morph.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoneOffset {
    /// Bone index.
    pub index: i32,
    /// x y z.
    pub translation: [f32; 3],
    /// Quaternion x y z w.
    pub rotation: [f32; 4],
}

/// An entry of a UV morph.
#[derive(Clone, Copy, Debug, Default)]
pub struct UvOffset {
    /// Vertex index.
    pub index: u32,
    /// u v and, for extra UVs, two more.
    pub offset: [f32; 4],
}

/// An entry of a material morph.
#[derive(Clone, Copy, Debug, Default)]
pub struct MaterialOffset {
    /// Material index, -1 all materials.
    pub index: i32,
    /// 0 multiply, 1 add; others are kept.
    pub operation: u8,
    /// Diffuse 4, specular 3, power 1, ambient 3, edge colour 4, edge size 1, texture 4, sphere 4, toon 4.
    pub values: [f32; 28],
}

/// An entry of an impulse morph.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImpulseOffset {
    /// Rigid-body index.
    pub index: i32,
    /// 1: in the body's own axes; others than 0 and 1 are kept.
    pub local: u8,
    /// x y z.
    pub velocity: [f32; 3],
    /// x y z.
    pub torque: [f32; 3],
}

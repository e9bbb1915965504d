//! The imported figure: vertices, triangles, materials, textures, bones, morphs.
//! It is not the file: what a format stores beyond this stays in the format's own value.

use crate::model::image::Image;
use glam::{Vec2, Vec3};
use std::sync::Arc;

/// A figure ready to be mapped, previewed and converted. See [`crate::geom`] for space and units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// The model's own name.
    pub name: Label,
    /// The maker's comment: usually the terms of use.
    pub comment: Label,
    /// Metres per unit of the source file that positions were multiplied by (PMX-87).
    pub meters_per_unit: f32,
    /// How the author turned the source's space beyond what its format says; everything here is turned already.
    pub orientation: Orientation,
    /// All vertices, in the source's order: an exported vertex can be traced back by index.
    pub vertices: Vertices,
    /// Corner indices, three a triangle, in draw order; each material owns a range.
    pub triangles: Vec<[u32; 3]>,
    /// In draw order; a material's index is its identity (PMX-60).
    pub materials: Vec<Material>,
    /// The source's texture table, unused and duplicate entries included.
    pub textures: Vec<Texture>,
    /// In the source's order; a bone's index is its identity (PMX-73).
    pub bones: Vec<Bone>,
    /// In the source's order; a morph's index is its identity.
    pub morphs: Vec<Morph>,
}

/// What the author said about a source whose format leaves it open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orientation {
    /// A turn about the vertical axis, so that the figure faces +Z.
    pub turn: Turn,
    /// The source's surface points inward: its normals and its winding are flipped (MDL-16).
    pub inside_out: bool,
}

/// A turn about the vertical axis in the one space, to the figure's own right: by 90 degrees what faced +Z faces +X.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// None.
    #[default]
    None,
    /// By 90 degrees.
    Quarter,
    /// By 180 degrees.
    Half,
    /// By 270 degrees.
    ThreeQuarters,
}

impl Turn {
    /// All of them, by angle.
    pub const ALL: [Self; 4] = [Self::None, Self::Quarter, Self::Half, Self::ThreeQuarters];

    /// The angle in degrees: 0, 90, 180, 270.
    pub const fn degrees(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Quarter => 90,
            Self::Half => 180,
            Self::ThreeQuarters => 270,
        }
    }

    /// The turn by an angle in degrees; none = it is no quarter of a turn.
    pub fn from_degrees(degrees: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|turn| turn.degrees() == degrees)
    }
}

/// A name or text in the source's own language and in English; either may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// In the source's own language.
    pub local: String,
    /// In English, as far as the source has it.
    pub english: String,
}

/// Vertices as columns of equal length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vertices {
    /// `positions[vertex]`, metres, finite.
    pub positions: Vec<Vec3>,
    /// `normals[vertex]`, unit length.
    pub normals: Vec<Vec3>,
    /// `uvs[vertex]`, (0, 0) top left, v down, finite, may lie outside 0..1 (repeat).
    pub uvs: Vec<Vec2>,
    /// `influences[vertex]`.
    pub influences: Vec<Influences>,
    /// `edge_scales[vertex]`, factor on the material's outline width.
    pub edge_scales: Vec<f32>,
}

/// Up to four bones that move a vertex: largest weight first, weights sum to 1, unused lanes are (0, 0.0).
/// In a figure without bones every lane is unused.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Influences {
    /// Indices into [`Model::bones`].
    pub bones: [u32; 4],
    /// Weights 0..=1.
    pub weights: [f32; 4],
}

impl Influences {
    /// The lanes that have weight.
    pub fn lanes(&self) -> impl Iterator<Item = (u32, f32)> + '_ {
        self.bones
            .iter()
            .copied()
            .zip(self.weights.iter().copied())
            .filter(|(_, weight)| *weight > 0.0)
    }
}

/// A material and the triangles it owns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Material {
    /// Its name; need not be unique.
    pub name: Label,
    /// The maker's note.
    pub memo: String,
    /// Diffuse colour R, G, B, A, 0..1.
    pub diffuse: [f32; 4],
    /// Specular colour R, G, B.
    pub specular: [f32; 3],
    /// Specular exponent.
    pub specular_power: f32,
    /// Ambient colour R, G, B.
    pub ambient: [f32; 3],
    /// Both sides are drawn.
    pub two_sided: bool,
    /// The outline, if there is one (PMX-66).
    pub outline: Option<Outline>,
    /// Index into [`Model::textures`]; none = plain diffuse colour (PMX-63).
    pub texture: Option<u32>,
    /// Sphere map, if it is on (PMX-63).
    pub sphere: Option<Sphere>,
    /// The ramp that shades it.
    pub toon: Toon,
    /// Hidden until a morph shows it: diffuse alpha is 0 (PMX-62).
    pub hidden: bool,
    /// Some texel or the diffuse colour lets light through (PMX-65).
    pub transparent: bool,
    /// First of its triangles in [`Model::triangles`].
    pub first_triangle: u32,
    /// How many triangles it owns; may be 0 (PMX-62).
    pub n_triangles: u32,
}

impl Material {
    /// The range of its triangles in [`Model::triangles`].
    pub fn triangle_range(&self) -> std::ops::Range<usize> {
        let first = self.first_triangle as usize;
        first..first + self.n_triangles as usize
    }
}

/// An outline drawn around a material.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outline {
    /// R, G, B, A, 0..1.
    pub color: [f32; 4],
    /// Width as the source states it, times the vertex's edge scale.
    pub size: f32,
}

/// A sphere map of a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sphere {
    /// Index into [`Model::textures`].
    pub texture: u32,
    /// How it is mixed.
    pub mode: SphereMode,
}

/// How a sphere map is mixed with the texture (PMX-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SphereMode {
    /// Multiplied.
    Multiply,
    /// Added.
    Add,
    /// A second texture placed by the first extra UV.
    SubTexture,
}

/// The shading ramp of a material (PMX-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Toon {
    /// None.
    #[default]
    None,
    /// One of the ten shared ramps, 0..=9.
    Shared(u8),
    /// Index into [`Model::textures`].
    Own(u32),
}

/// An entry of the source's texture table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texture {
    /// The path as the source writes it.
    pub written: String,
    /// Where it was found, relative to the model's folder, with `/`; none = not found.
    pub file: Option<String>,
    /// The decoded picture; none = missing or broken, shown as a placeholder (PMX-70, PMX-72).
    pub image: Option<Arc<Image>>,
}

/// A bone: a point, the rest pose has no rotation (PMX-75).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bone {
    /// Its name; need not be unique.
    pub name: Label,
    /// Index of the parent in [`Model::bones`]; none = a root. Parents form no cycle.
    pub parent: Option<u32>,
    /// Metres.
    pub position: Vec3,
    /// Takes part of another bone's rotation.
    pub append: Option<Append>,
}

/// Rotation appended from another bone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Append {
    /// Index into [`Model::bones`].
    pub parent: u32,
    /// Share of the rotation; often outside 0..1.
    pub ratio: f32,
}

/// A morph of the figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Morph {
    /// Its name; need not be unique.
    pub name: Label,
    /// Where interfaces list it.
    pub panel: Panel,
    /// What it does.
    pub effect: MorphEffect,
}

/// The panel an interface lists a morph in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// Not listed.
    System,
    /// Brows.
    Brow,
    /// Eyes.
    Eye,
    /// Mouth.
    Mouth,
    /// Anything else.
    #[default]
    Other,
}

/// What a morph does at value 1.
#[derive(Clone, Debug, PartialEq)]
pub enum MorphEffect {
    /// Moves vertices: (vertex, offset in metres), ascending, each vertex once (PMX-77).
    Vertex(Vec<(u32, Vec3)>),
    /// Sets other morphs: (morph, ratio), each once, none a group (PMX-78).
    Group(Vec<(u32, f32)>),
    /// Something the target cannot carry yet, kept by name and size only.
    NotExported {
        /// What it would do.
        kind: MorphKind,
        /// How many offsets the source stores.
        n_offsets: u32,
    },
}

impl Default for MorphEffect {
    fn default() -> Self {
        Self::Vertex(Vec::new())
    }
}

/// Kinds of morphs that are kept and not exported (PMX-82).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MorphKind {
    /// Moves bones.
    Bone,
    /// Moves texture coordinates.
    Uv,
    /// Moves one of the four extra texture coordinates.
    ExtraUv,
    /// Changes material values.
    Material,
    /// Selects one of several morphs.
    Flip,
    /// Pushes rigid bodies.
    Impulse,
}

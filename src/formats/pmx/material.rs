//! Materials of a PMX file (pmx.md 1.4). Meaning, such as what is transparent, is the importer's.

use crate::formats::pmx::text::Text;

/// One material. Colours are 0..1.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// Name; need not be unique.
    pub name: Text,
    /// English name.
    pub name_en: Text,
    /// R G B A.
    pub diffuse: [f32; 4],
    /// R G B.
    pub specular: [f32; 3],
    /// Exponent.
    pub specular_power: f32,
    /// R G B.
    pub ambient: [f32; 3],
    /// [`material_flags`], all 8 bits as stored (PMX-09).
    pub flags: u8,
    /// R G B A.
    pub edge_colour: [f32; 4],
    /// Outline width, or point size with [`material_flags::POINTS`].
    pub edge_size: f32,
    /// Texture index, -1 none.
    pub texture: i32,
    /// Texture index of the sphere map, -1 none.
    pub sphere: i32,
    /// 0 off, 1 multiply, 2 add, 3 second texture (PMX-10); others are kept.
    pub sphere_mode: u8,
    /// 1: `toon` is a shared ramp; otherwise a texture index (PMX-11, PMX-25).
    pub toon_flag: u8,
    /// Shared ramp 0..=9 (stored as a byte, so 0..=255), or texture index with -1 for none.
    pub toon: i32,
    /// The maker's note.
    pub memo: Text,
    /// Entries of the face list it owns, after those of the materials before it; odd values are kept (PMX-12).
    pub index_count: i32,
}

impl Material {
    /// Whether `toon` is one of the shared ramps and not a texture index.
    pub const fn has_shared_toon(&self) -> bool {
        self.toon_flag == 1
    }
}

/// Bits of [`Material::flags`] (PMX-09).
pub mod material_flags {
    /// Drawn from both sides.
    pub const TWO_SIDED: u8 = 0x01;
    /// Throws a shadow on the ground.
    pub const GROUND_SHADOW: u8 = 0x02;
    /// Casts self-shadow.
    pub const CASTS_SHADOW: u8 = 0x04;
    /// Receives self-shadow.
    pub const RECEIVES_SHADOW: u8 = 0x08;
    /// Has an outline.
    pub const OUTLINE: u8 = 0x10;
    /// 2.1: extra UV 1 is the lit colour.
    pub const VERTEX_COLOUR: u8 = 0x20;
    /// 2.1: drawn as points; wins over lines.
    pub const POINTS: u8 = 0x40;
    /// 2.1: drawn as lines.
    pub const LINES: u8 = 0x80;
    /// The bits that only 2.1 knows.
    pub const V21: u8 = VERTEX_COLOUR | POINTS | LINES;
}

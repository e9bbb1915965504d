//! What a pixel means and how pixels are mixed: colour, plain data, normals. It knows no sizes.

use crate::convert::texture::transfer;
use crate::geom::quantize::unorm8;
use glam::{Vec3, Vec4};

/// What a texture's channels hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextureRole {
    /// Display-referred colour and straight alpha: mixed in linear light, weighted by alpha.
    #[default]
    Color,
    /// Four independent channels: mixed as they are.
    Data,
    /// A normal map, R and G hold x and y, z is rebuilt: mixed as unit vectors; B and A as they are.
    NormalXy,
    /// A normal map, R, G and B hold x, y and z: mixed as unit vectors; A as it is.
    NormalXyz,
}

/// One pixel in the form in which its role is mixed: linear light and alpha, plain values 0..=1, or x, y, (z or B) and
/// alpha with x, y, z in -1..=1.
pub(super) type Texel = [f32; 4];

/// Normals that cancel out to less than this have no direction.
const SHORTEST: f32 = 1e-3;
/// What is said about alpha below this is nothing.
const FAINTEST: f32 = 1e-6;

impl TextureRole {
    /// The pixel's four bytes in the form for mixing.
    pub(super) fn texel(self, [r, g, b, a]: [u8; 4]) -> Texel {
        let share = |byte: u8| f32::from(byte) / 255.0;
        let signed = |byte: u8| share(byte) * 2.0 - 1.0;
        match self {
            Self::Color => [
                transfer::to_linear(r),
                transfer::to_linear(g),
                transfer::to_linear(b),
                share(a),
            ],
            Self::Data => [r, g, b, a].map(share),
            Self::NormalXy => [signed(r), signed(g), share(b), share(a)],
            Self::NormalXyz => [signed(r), signed(g), signed(b), share(a)],
        }
    }

    /// The nearest bytes.
    pub(super) fn bytes(self, [x, y, z, a]: Texel) -> [u8; 4] {
        let signed = |value: f32| unorm8(value.midpoint(1.0));
        match self {
            Self::Color => [
                transfer::from_linear(x),
                transfer::from_linear(y),
                transfer::from_linear(z),
                unorm8(a),
            ],
            Self::Data => [x, y, z, a].map(unorm8),
            Self::NormalXy => [signed(x), signed(y), unorm8(z), unorm8(a)],
            Self::NormalXyz => [signed(x), signed(y), signed(z), unorm8(a)],
        }
    }

    /// The weighted mean; weights sum to 1 and may be negative.
    pub(super) fn mix(self, parts: &[(f32, Texel)]) -> Texel {
        match self {
            Self::Color => mix_color(parts),
            Self::Data => mix_plain(parts),
            Self::NormalXy | Self::NormalXyz => self.mix_normals(parts),
        }
    }

    fn mix_normals(self, parts: &[(f32, Texel)]) -> Texel {
        let sum: Vec3 = parts
            .iter()
            .map(|(weight, [x, y, z, _])| {
                let z = match self {
                    Self::NormalXyz => *z,
                    _ => (1.0 - x * x - y * y).max(0.0).sqrt(),
                };
                Vec3::new(*x, *y, z) * *weight
            })
            .sum();
        let unit = if sum.length() > SHORTEST {
            sum.normalize()
        } else {
            Vec3::Z
        };
        let [.., z, a] = mix_plain(parts);
        match self {
            Self::NormalXyz => [unit.x, unit.y, unit.z, a],
            _ => [unit.x, unit.y, z, a],
        }
    }
}

fn mix_plain(parts: &[(f32, Texel)]) -> Texel {
    let weighted = parts
        .iter()
        .map(|(weight, texel)| Vec4::from_array(*texel) * *weight);
    weighted.sum::<Vec4>().to_array()
}

/// Weighted by alpha; where nothing is visible, by area, so that no black seeps in from there.
fn mix_color(parts: &[(f32, Texel)]) -> Texel {
    let [r, g, b, alpha] = mix_plain(parts);
    let color = if alpha > FAINTEST {
        let seen = parts
            .iter()
            .map(|(weight, [r, g, b, a])| Vec3::new(*r, *g, *b) * (*weight * *a));
        seen.sum::<Vec3>() / alpha
    } else {
        Vec3::new(r, g, b)
    };
    let [r, g, b] = color.clamp(Vec3::ZERO, Vec3::ONE).to_array();
    [r, g, b, alpha.clamp(0.0, 1.0)]
}

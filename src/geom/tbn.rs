//! The packed TBN word of bem.md 22.3: a normal, a tangent and a bitangent sign in 32 bits. Which vertex gets which
//! frame is decided elsewhere.
//!
//! | Bits | Content |
//! | --- | --- |
//! | 0-9 | octahedral normal x, signed |
//! | 10-19 | octahedral normal y, signed |
//! | 20-29 | encoded tangent, signed |
//! | 30 | 1 = packed |
//! | 31 | 1 = the bitangent sign is positive |

use crate::geom::quantize;
use crate::geom::tangents::{BitangentSign, Tangent, any_orthogonal};
use glam::{DVec2, DVec3, Vec3};

const FIELD: u32 = 0x3FF;
const STEPS: u16 = 511;
const PACKED: u32 = 1 << 30;
const POSITIVE: u32 = 1 << 31;
/// Below this squared length the reference axis of a normal is no direction.
const DEGENERATE: f64 = 1e-8;

/// Packs a frame. The tangent is laid out around the normal that a reader will see, that is, the quantised one.
///
/// `normal` and `tangent.direction` need not be unit length. A normal that is zero or not finite is taken as +Z, a
/// tangent that is so or runs along the normal as the reference axis of that normal.
pub fn encode(normal: Vec3, tangent: Tangent) -> u32 {
    let folded = octahedral(normal.as_dvec3().try_normalize().unwrap_or(DVec3::Z));
    let (x, y) = (
        quantize::signed(folded.x, STEPS),
        quantize::signed(folded.y, STEPS),
    );
    let seen = normal_of(x, y);
    let axis = reference_axis(seen);
    let turned = tangent
        .direction
        .as_dvec3()
        .try_normalize()
        .and_then(|unit| (unit - seen * unit.dot(seen)).try_normalize())
        .unwrap_or(axis);
    let along = turned.dot(axis);
    let across = turned.dot(axis.cross(seen));
    let share = along / (along.abs() + across.abs());
    let turn = quantize::signed(sign(across) * (1.0 + share) / 2.0, STEPS);
    let positive = match tangent.bitangent {
        BitangentSign::Positive => POSITIVE,
        BitangentSign::Negative => 0,
    };
    let field = |value: i32| value.cast_unsigned() & FIELD;
    field(x) | (field(y) << 10) | (field(turn) << 20) | PACKED | positive
}

/// The unit normal and tangent of a packed word; `None` when bit 30 says that it is not one (GEO-04).
pub fn decode(word: u32) -> Option<(Vec3, Tangent)> {
    if word & PACKED == 0 {
        return None;
    }
    let normal = normal_of(signed_field(word), signed_field(word >> 10));
    let axis = reference_axis(normal);
    let turn = unit(signed_field(word >> 20));
    let along = 2.0 * turn.abs() - 1.0;
    let across = sign(turn) * (1.0 - along.abs());
    let direction = (axis * along + axis.cross(normal) * across).normalize();
    let bitangent = if word & POSITIVE == 0 {
        BitangentSign::Negative
    } else {
        BitangentSign::Positive
    };
    let tangent = Tangent {
        direction: direction.as_vec3(),
        bitangent,
    };
    Some((normal.as_vec3(), tangent))
}

/// The lowest ten bits as a signed number.
fn signed_field(word: u32) -> i32 {
    (word << 22).cast_signed() >> 22
}

fn unit(steps: i32) -> f64 {
    (f64::from(steps) / f64::from(STEPS)).max(-1.0)
}

fn sign(value: f64) -> f64 {
    if value < 0.0 { -1.0 } else { 1.0 }
}

fn octahedral(normal: DVec3) -> DVec2 {
    let flat = normal.truncate() / normal.abs().element_sum();
    if normal.z < 0.0 { fold(flat) } else { flat }
}

/// Swaps the upper and the lower half of the octahedron.
fn fold(flat: DVec2) -> DVec2 {
    DVec2::new(
        (1.0 - flat.y.abs()) * sign(flat.x),
        (1.0 - flat.x.abs()) * sign(flat.y),
    )
}

fn normal_of(x: i32, y: i32) -> DVec3 {
    let flat = DVec2::new(unit(x), unit(y));
    let z = 1.0 - flat.x.abs() - flat.y.abs();
    let flat = if z < 0.0 { fold(flat) } else { flat };
    flat.extend(z).normalize()
}

fn reference_axis(normal: DVec3) -> DVec3 {
    let axis = DVec3::new(
        normal.y - normal.z,
        normal.z - normal.x,
        normal.x - normal.y,
    );
    if axis.length_squared() < DEGENERATE {
        any_orthogonal(normal)
    } else {
        axis.normalize()
    }
}

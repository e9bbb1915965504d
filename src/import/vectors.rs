//! Numbers and vectors from files made safe: finite, and of unit length where that is promised.

use glam::Vec3;

/// `number` if it is finite, else 0. Also turns -0 into 0, so that turning 0 leaves no trace in the bytes.
pub(super) fn finite_or_zero(number: f32) -> f32 {
    if number.is_finite() {
        number + 0.0
    } else {
        0.0
    }
}

/// The unit vector along `vector`, computed wide so that neither huge nor tiny ones are lost; `None` without direction.
#[expect(clippy::arithmetic_side_effects, reason = "vectors of floats")]
pub(super) fn direction(vector: glam::DVec3) -> Option<Vec3> {
    let length = vector.length();
    if !length.is_finite() || length <= 0.0 {
        return None;
    }
    let unit = (vector / length).as_vec3();
    unit.is_finite().then_some(unit)
}

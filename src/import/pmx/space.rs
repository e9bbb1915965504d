//! From the file's space into the one space: a half turn about Y and a scale (PMX-85, PMX-87). Winding stays.

use glam::Vec3;

/// The map from raw file numbers to metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Space {
    meters_per_unit: f32,
}

impl Space {
    pub(super) const fn new(meters_per_unit: f32) -> Self {
        Self { meters_per_unit }
    }

    /// A position or an offset, in metres. A component that is not finite, or leaves binary32 by the scale, becomes 0;
    /// the second value says whether all were fine.
    #[expect(clippy::arithmetic_side_effects, reason = "vectors of floats")]
    pub(super) fn place(self, raw: [f32; 3]) -> (Vec3, bool) {
        let place = turned(raw) * self.meters_per_unit;
        let mended = Vec3::from_array(place.to_array().map(finite_or_zero));
        (mended, place.is_finite())
    }
}

/// The half turn alone: for normals.
pub(super) fn turned([x, y, z]: [f32; 3]) -> Vec3 {
    Vec3::new(-x, y, -z)
}

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

//! From the file's space into the one space: a half turn about Y and a scale (PMX-85, PMX-87). Winding stays.

use crate::import::vectors::finite_or_zero;
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

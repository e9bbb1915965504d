//! The axis-aligned box around some points.

use glam::Vec3;

/// A box given by two corners, `min <= max` on each axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Smallest x, y, z.
    pub min: Vec3,
    /// Largest x, y, z.
    pub max: Vec3,
}

impl Bounds {
    /// The smallest box around `points`; `None` without points. Non-finite points are passed over.
    pub fn around(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        points.into_iter().filter(|point| point.is_finite()).fold(
            None,
            |bounds, point| match bounds {
                None => Some(Self {
                    min: point,
                    max: point,
                }),
                Some(Self { min, max }) => Some(Self {
                    min: min.min(point),
                    max: max.max(point),
                }),
            },
        )
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The middle.
    pub fn center(self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// Half the diagonal: the radius of the ball around the box.
    pub fn radius(self) -> f32 {
        (self.max - self.min).length() * 0.5
    }
}

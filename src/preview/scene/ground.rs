//! The ground: a grid in the plane y = 0 with the X and Z axes on it, sized for what stands there.

use crate::geom::bounds::Bounds;

/// A square grid around the origin that fades out towards its rim. Every tenth line is stronger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Between two lines, metres.
    pub spacing_m: f32,
    /// From the origin to the rim, metres.
    pub reach_m: f32,
}

impl Ground {
    /// The grid for something of this size: lines every power of ten, five to fifty of them under it.
    pub fn under(bounds: Bounds) -> Self {
        let size_m = bounds.radius().clamp(1e-3, 1e4);
        Self {
            spacing_m: 10.0_f32.powf((size_m * 0.5).log10().floor()),
            reach_m: size_m * 4.0,
        }
    }

    /// The box it fills, without height.
    pub fn bounds(self) -> Bounds {
        let reach = glam::Vec3::new(self.reach_m, 0.0, self.reach_m);
        Bounds {
            min: -reach,
            max: reach,
        }
    }
}

impl Default for Ground {
    /// For a figure of human size.
    fn default() -> Self {
        Self {
            spacing_m: 0.1,
            reach_m: 4.0,
        }
    }
}

//! Whole views: the six sides, and standing back until a box fits.

use super::navigation::DISTANCE_RANGE_M;
use super::{Axes, Camera};
use crate::geom::bounds::Bounds;
use glam::Vec3;
use std::f32::consts::{FRAC_PI_2, PI};

/// Free space around a framed box, as a share of the picture on each side.
pub const DEFAULT_MARGIN: f32 = 0.07;

/// A side of the figure to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Its face.
    Front,
    /// Its back.
    Back,
    /// Its own left side.
    Left,
    /// Its own right side.
    Right,
    /// From above, its face towards the lower edge of the picture.
    Top,
    /// From below, its face towards the upper edge of the picture.
    Bottom,
}

impl View {
    /// All of them, in the order of a menu.
    pub const ALL: [Self; 6] = [
        Self::Front,
        Self::Back,
        Self::Left,
        Self::Right,
        Self::Top,
        Self::Bottom,
    ];

    /// Yaw and pitch of the view, radians.
    pub const fn angles_rad(self) -> (f32, f32) {
        match self {
            Self::Front => (0.0, 0.0),
            Self::Back => (PI, 0.0),
            Self::Left => (-FRAC_PI_2, 0.0),
            Self::Right => (FRAC_PI_2, 0.0),
            Self::Top => (0.0, FRAC_PI_2),
            Self::Bottom => (0.0, -FRAC_PI_2),
        }
    }
}

impl Camera {
    /// The same place seen from a standard side.
    #[must_use]
    pub fn seen_from(self, view: View) -> Self {
        let (yaw_rad, pitch_rad) = view.angles_rad();
        Self {
            yaw_rad,
            pitch_rad,
            ..self
        }
    }

    /// Same direction, but with the box in the middle of the picture and as large as fits, `margin` (a share of the
    /// picture, 0..0.5) left free on every side.
    #[must_use]
    pub fn framed(self, bounds: Bounds, aspect: f32, margin: f32) -> Self {
        self.framed_around(corners(bounds), aspect, margin)
    }

    /// Like [`Camera::framed`], but as near as the points themselves allow. Without points it stays where it is.
    #[must_use]
    pub fn framed_around(
        self,
        points: impl IntoIterator<Item = Vec3, IntoIter: Clone>,
        aspect: f32,
        margin: f32,
    ) -> Self {
        let share = 1.0 - 2.0 * margin.clamp(0.0, 0.45);
        let half_height = self.half_height_per_meter() * share;
        let Axes { right, up, forward } = self.axes();
        // Points in the camera's directions, from the target.
        let offsets = points
            .into_iter()
            .filter(|point| point.is_finite())
            .map(|point| {
                let offset = point - self.target;
                Vec3::new(offset.dot(right), offset.dot(up), offset.dot(forward))
            });
        let mut horizontal = Reach::new(half_height * aspect);
        let mut vertical = Reach::new(half_height);
        let (mut nearest_m, mut farthest_m) = (f32::INFINITY, f32::NEG_INFINITY);
        for offset in offsets.clone() {
            horizontal.widen(offset.x, offset.z);
            vertical.widen(offset.y, offset.z);
            nearest_m = nearest_m.min(offset.z);
            farthest_m = farthest_m.max(offset.z);
        }
        if nearest_m > farthest_m {
            return self;
        }
        let middle_m = (nearest_m + farthest_m) * 0.5;
        let half_depth_m = (farthest_m - nearest_m) * 0.5;
        let distance_m = (horizontal.back_m().max(vertical.back_m()) + middle_m)
            .max(half_depth_m * 1.2)
            .clamp(*DISTANCE_RANGE_M.start(), *DISTANCE_RANGE_M.end());
        let back_m = distance_m - middle_m;
        let across_m = horizontal.centered_m(back_m, offsets.clone().map(|at| (at.x, at.z)));
        let up_m = vertical.centered_m(back_m, offsets.map(|at| (at.y, at.z)));
        Self {
            target: self.target + right * across_m + up * up_m + forward * middle_m,
            distance_m,
            ..self
        }
    }
}

/// How far points reach to both sides along one axis of the picture, as lines of sight see it: perspective makes near
/// points wider, so both sides may ask for an eye off the middle.
struct Reach {
    /// Half the picture one metre before the eye, metres.
    slope: f32,
    /// Where lines of sight along the upper and the lower edge must pass, metres across at the target's depth.
    upper_m: f32,
    lower_m: f32,
}

impl Reach {
    fn new(slope: f32) -> Self {
        Self {
            slope: slope.max(1e-4),
            upper_m: f32::NEG_INFINITY,
            lower_m: f32::NEG_INFINITY,
        }
    }

    fn widen(&mut self, across: f32, along: f32) {
        self.upper_m = self.upper_m.max(across - self.slope * along);
        self.lower_m = self.lower_m.max(-across - self.slope * along);
    }

    /// How far behind the target the eye must stand, metres.
    fn back_m(&self) -> f32 {
        (self.upper_m + self.lower_m) / (2.0 * self.slope)
    }

    /// How far off the target the eye stands, metres, when it is `back_m` behind it: where the points seem to reach
    /// as far to one side as to the other, as far as they stay inside the edges. Points are (across, along).
    fn centered_m(&self, back_m: f32, points: impl Iterator<Item = (f32, f32)>) -> f32 {
        let middle_m = (self.upper_m - self.lower_m) * 0.5;
        let (mut least, mut most) = (f32::INFINITY, f32::NEG_INFINITY);
        for (across, along) in points {
            let seen = (across - middle_m) / (along + back_m).max(1e-6);
            least = least.min(seen);
            most = most.max(seen);
        }
        let spare_m = (self.slope * (back_m - self.back_m())).max(0.0);
        let shift_m = (least + most) * 0.5 * back_m;
        middle_m + shift_m.clamp(-spare_m, spare_m)
    }
}

fn corners(bounds: Bounds) -> [Vec3; 8] {
    std::array::from_fn(|corner| {
        let pick = |bit: usize, min: f32, max: f32| {
            if corner & (1 << bit) == 0 { min } else { max }
        };
        Vec3::new(
            pick(0, bounds.min.x, bounds.max.x),
            pick(1, bounds.min.y, bounds.max.y),
            pick(2, bounds.min.z, bounds.max.z),
        )
    })
}

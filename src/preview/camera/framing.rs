//! Whole views: the six sides, and standing back until a box fits.

use super::navigation::DISTANCE_RANGE_M;
use super::{Axes, Camera};
use crate::geom::bounds::Bounds;
use glam::{Vec2, Vec3};
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
        let share = 1.0 - 2.0 * margin.clamp(0.0, 0.45);
        let half_height = self.half_height_per_meter();
        let half_extent = Vec2::new(half_height * aspect, half_height) * share;
        let Axes { right, up, forward } = self.axes();
        // Corners in the camera's directions, from the middle of the box.
        let corners = corners(bounds).map(|corner| {
            let offset = corner - bounds.center();
            Vec3::new(offset.dot(right), offset.dot(up), offset.dot(forward))
        });
        // The eye stands where the widest corners touch the margin on both sides: perspective makes near corners
        // wider, so left and right, top and bottom may ask for an eye off the middle.
        let horizontal = fit(corners.map(|corner| (corner.x, corner.z)), half_extent.x);
        let vertical = fit(corners.map(|corner| (corner.y, corner.z)), half_extent.y);
        let half_depth_m = corners.iter().map(|corner| corner.z).fold(0.0, f32::max);
        let distance_m = horizontal
            .distance_m
            .max(vertical.distance_m)
            .max(half_depth_m * 1.2)
            .clamp(*DISTANCE_RANGE_M.start(), *DISTANCE_RANGE_M.end());
        Self {
            target: bounds.center() + right * horizontal.middle_m + up * vertical.middle_m,
            distance_m,
            ..self
        }
    }
}

/// How far from the middle of the box, along and across the view, the eye stands to see one axis of it.
struct Fit {
    distance_m: f32,
    middle_m: f32,
}

/// Solves `across - middle <= slope * (along + distance)` and its mirror image for the least distance.
fn fit(corners: [(f32, f32); 8], slope: f32) -> Fit {
    let slope = slope.max(1e-4);
    let reach = |sign: f32| {
        corners
            .iter()
            .map(|(across, along)| sign * across - slope * along)
            .fold(f32::NEG_INFINITY, f32::max)
    };
    let (upper, lower) = (reach(1.0), reach(-1.0));
    Fit {
        distance_m: (upper + lower) / (2.0 * slope),
        middle_m: (upper - lower) * 0.5,
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

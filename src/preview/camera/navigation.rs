//! Turning, shifting and nearing the camera, and easing it from one view to another.
//! It reads no mouse, pad or clock: drags, factors and seconds are handed in.

use super::{Axes, Camera, ViewSize};
use glam::Vec2;
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use std::ops::RangeInclusive;

/// How near and how far the eye may go, metres: from a button's stitches to a scene of giants.
pub const DISTANCE_RANGE_M: RangeInclusive<f32> = 0.02..=2000.0;

/// How far the target may be from the origin on each axis, metres.
const TARGET_REACH_M: f32 = 1000.0;
/// Within this angle of straight up or down a turn slows until it rests.
const PITCH_ZONE_RAD: f32 = 0.2;
/// Within this factor of the nearest and farthest distance, as a logarithm, nearing slows until it rests.
const DISTANCE_ZONE_LN: f32 = 0.4;
/// Two views closer than this share are the same.
const ARRIVED: f32 = 1e-3;

impl Camera {
    /// Turned around the target: yaw towards the figure's right side, pitch upwards. Near straight up and down the
    /// turn slows and stops.
    #[must_use]
    pub fn turned(self, yaw_rad: f32, pitch_rad: f32) -> Self {
        if !(yaw_rad.is_finite() && pitch_rad.is_finite()) {
            return self;
        }
        Self {
            yaw_rad: wrapped(self.yaw_rad + yaw_rad),
            pitch_rad: slowed(
                self.pitch_rad,
                pitch_rad,
                -FRAC_PI_2..=FRAC_PI_2,
                PITCH_ZONE_RAD,
            ),
            ..self
        }
    }

    /// Turned by a drag: what lies before the target follows the cursor. A drag over the whole height turns by 180
    /// degrees.
    #[must_use]
    pub fn orbited(self, drag_px: Vec2, size: ViewSize) -> Self {
        let turn_rad = drag_px * (PI / size.height_px.max(1.0));
        self.turned(turn_rad.x, turn_rad.y)
    }

    /// Shifted in the plane of the picture, metres to the right and up.
    #[must_use]
    pub fn shifted(self, shift_m: Vec2) -> Self {
        if !shift_m.is_finite() {
            return self;
        }
        let Axes { right, up, .. } = self.axes();
        self.with_target(self.target + right * shift_m.x + up * shift_m.y)
    }

    /// Shifted by a drag: the point at the target's depth under the cursor follows it.
    #[must_use]
    pub fn panned(self, drag_px: Vec2, size: ViewSize) -> Self {
        self.shifted(drag_px * Vec2::new(-1.0, 1.0) * self.meters_per_px(size))
    }

    /// Distance times `factor` (below 1 is nearer), keeping the point under the cursor at the target's depth in place.
    /// Near the ends of [`DISTANCE_RANGE_M`] it slows and stops.
    #[must_use]
    pub fn zoomed(self, factor: f32, cursor_px: Vec2, size: ViewSize) -> Self {
        if !(factor.is_finite() && factor > 0.0 && cursor_px.is_finite()) {
            return self;
        }
        let distance_ln = slowed(
            self.distance_m.ln(),
            factor.ln(),
            DISTANCE_RANGE_M.start().ln()..=DISTANCE_RANGE_M.end().ln(),
            DISTANCE_ZONE_LN,
        );
        let distance_m = distance_ln
            .exp()
            .clamp(*DISTANCE_RANGE_M.start(), *DISTANCE_RANGE_M.end());
        let Axes { right, up, .. } = self.axes();
        let offset = self.offset_per_meter(cursor_px, size) * self.distance_m;
        let kept = self.target + right * offset.x + up * offset.y;
        let share = distance_m / self.distance_m;
        Self { distance_m, ..self }.with_target(kept + (self.target - kept) * share)
    }

    /// On the way to `goal`: the share of the way that `seconds` cover when half of it takes `half_life_sec`. It
    /// turns the short way round, nears evenly in factors, and returns `goal` itself once it is as good as there.
    #[must_use]
    pub fn eased_toward(self, goal: Self, seconds: f32, half_life_sec: f32) -> Self {
        let rest = if half_life_sec > 0.0 && seconds.is_finite() {
            0.5_f32.powf(seconds.max(0.0) / half_life_sec)
        } else {
            0.0
        };
        let turn_rad = wrapped(self.yaw_rad - goal.yaw_rad) * rest;
        let pitch_rad = (self.pitch_rad - goal.pitch_rad) * rest;
        let distance_ln = (self.distance_m / goal.distance_m).ln() * rest;
        let shift = (self.target - goal.target) * rest;
        let is_there = turn_rad.abs() < ARRIVED
            && pitch_rad.abs() < ARRIVED
            && distance_ln.abs() < ARRIVED
            && shift.length() < ARRIVED * goal.distance_m;
        if is_there || rest == 0.0 {
            return goal;
        }
        Self {
            target: goal.target + shift,
            yaw_rad: wrapped(goal.yaw_rad + turn_rad),
            pitch_rad: goal.pitch_rad + pitch_rad,
            distance_m: goal.distance_m * distance_ln.exp(),
            fov_y_rad: goal.fov_y_rad,
        }
    }

    /// What a pixel measures at the target's depth, metres.
    pub fn meters_per_px(&self, size: ViewSize) -> f32 {
        2.0 * self.distance_m * self.half_height_per_meter() / size.height_px.max(1.0)
    }

    fn with_target(self, target: glam::Vec3) -> Self {
        let reach = glam::Vec3::splat(TARGET_REACH_M);
        Self {
            target: target.clamp(-reach, reach),
            ..self
        }
    }
}

/// `value + step`, the step growing smaller inside `zone` before the end it goes to, never past that end.
fn slowed(value: f32, step: f32, range: RangeInclusive<f32>, zone: f32) -> f32 {
    let room = if step > 0.0 {
        range.end() - value
    } else {
        value - range.start()
    };
    let share = (room / zone).clamp(0.0, 1.0);
    (value + step * share).clamp(*range.start(), *range.end())
}

/// The same angle in -pi..=pi.
fn wrapped(angle_rad: f32) -> f32 {
    let turned = (angle_rad + PI).rem_euclid(TAU) - PI;
    if turned.is_finite() { turned } else { 0.0 }
}

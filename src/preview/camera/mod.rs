//! The orbit camera: where it stands, its transforms, rays and projected points.
//! It is not told by mice or pads here: see [`navigation`], and [`framing`] for whole views.

pub mod framing;
pub mod navigation;

use crate::geom::bounds::Bounds;
use glam::{Mat4, Vec2, Vec3, Vec4};
use std::f32::consts::FRAC_PI_2;

/// A camera that looks at a target from some distance. Space and handedness: [`crate::preview`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point in the middle of the picture, metres.
    pub target: Vec3,
    /// Turn around the vertical: 0 looks at the figure's front, growing towards its right side (+X).
    pub yaw_rad: f32,
    /// Height above the horizon, -pi/2..=pi/2; pi/2 looks straight down.
    pub pitch_rad: f32,
    /// From the target to the eye, metres, above 0.
    pub distance_m: f32,
    /// Vertical field of view, the whole angle.
    pub fov_y_rad: f32,
}

/// The camera's own directions in the world: unit vectors at right angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    /// To the right in the picture.
    pub right: Vec3,
    /// Up in the picture.
    pub up: Vec3,
    /// Into the picture.
    pub forward: Vec3,
}

/// Size of the picture. Pixels may be points: only cursor and size must agree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewSize {
    /// From left to right.
    pub width_px: f32,
    /// From top to bottom.
    pub height_px: f32,
}

/// The nearest and farthest distance along the view that is drawn, metres, `0 < near < far`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthRange {
    /// Distance of the near plane.
    pub near_m: f32,
    /// Distance of the far plane.
    pub far_m: f32,
}

/// A half-line in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts, metres.
    pub origin: Vec3,
    /// Where it goes, unit length.
    pub direction: Vec3,
}

/// A point of the world as the picture shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projected {
    /// From the top left corner, x right, y down.
    pub at_px: Vec2,
    /// Distance along the view, metres.
    pub depth_m: f32,
}

impl Default for Camera {
    /// The front view of a figure of human size, without knowing it.
    fn default() -> Self {
        Self {
            target: Vec3::new(0.0, 0.8, 0.0),
            yaw_rad: 0.0,
            pitch_rad: 0.0,
            distance_m: 4.0,
            fov_y_rad: DEFAULT_FOV_Y_RAD,
        }
    }
}

/// 30 degrees: near enough to the lens of a portrait that faces keep their shape.
pub const DEFAULT_FOV_Y_RAD: f32 = std::f32::consts::FRAC_PI_6;

/// Least near plane as a share of the far plane: what 24 bits of depth can tell apart.
const LEAST_NEAR: f32 = 1.0 / 4000.0;

impl ViewSize {
    /// Width by height; a picture without area counts as square.
    pub fn aspect(self) -> f32 {
        if self.width_px > 0.0 && self.height_px > 0.0 {
            self.width_px / self.height_px
        } else {
            1.0
        }
    }
}

impl Ray {
    /// The point at a distance, metres.
    pub fn at(self, distance_m: f32) -> Vec3 {
        self.origin + self.direction * distance_m
    }
}

impl Camera {
    /// Where the eye is, metres.
    pub fn eye(&self) -> Vec3 {
        self.target - self.axes().forward * self.distance_m
    }

    /// Right, up and forward in the world. Well defined straight above and below, too.
    pub fn axes(&self) -> Axes {
        let (sin_yaw, cos_yaw) = self.yaw_rad.sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch_rad.clamp(-FRAC_PI_2, FRAC_PI_2).sin_cos();
        let forward = -Vec3::new(cos_pitch * sin_yaw, sin_pitch, cos_pitch * cos_yaw);
        let right = Vec3::new(-cos_yaw, 0.0, sin_yaw);
        Axes {
            right,
            up: forward.cross(right),
            forward,
        }
    }

    /// World to view space: x right, y up, z into the picture, metres, the eye at the origin.
    pub fn view_from_world(&self) -> Mat4 {
        let Axes { right, up, forward } = self.axes();
        let eye = self.eye();
        Mat4::from_cols(
            Vec4::new(right.x, up.x, forward.x, 0.0),
            Vec4::new(right.y, up.y, forward.y, 0.0),
            Vec4::new(right.z, up.z, forward.z, 0.0),
            Vec4::new(-right.dot(eye), -up.dot(eye), -forward.dot(eye), 1.0),
        )
    }

    /// View to clip space: near is -1, far is +1 after the division by w.
    pub fn clip_from_view(&self, aspect: f32, range: DepthRange) -> Mat4 {
        let half_height = self.half_height_per_meter();
        let DepthRange { near_m, far_m } = range;
        let span = far_m - near_m;
        Mat4::from_cols(
            Vec4::new(1.0 / (aspect * half_height), 0.0, 0.0, 0.0),
            Vec4::new(0.0, 1.0 / half_height, 0.0, 0.0),
            Vec4::new(0.0, 0.0, (far_m + near_m) / span, 1.0),
            Vec4::new(0.0, 0.0, -2.0 * far_m * near_m / span, 0.0),
        )
    }

    /// The range that holds `bounds` and wastes little depth on what is before and behind it.
    pub fn depth_range(&self, bounds: Option<Bounds>) -> DepthRange {
        let (middle_m, radius_m) = match bounds {
            Some(bounds) => (
                (bounds.center() - self.eye()).dot(self.axes().forward),
                bounds.radius(),
            ),
            None => (self.distance_m, self.distance_m),
        };
        let far_m = ((middle_m + radius_m) * 1.01).max(self.distance_m * 1.5);
        let near_m = ((middle_m - radius_m) * 0.99)
            .min(self.distance_m * 0.5)
            .max(far_m * LEAST_NEAR);
        DepthRange { near_m, far_m }
    }

    /// The ray from the eye through a point of the picture, (0, 0) the top left corner.
    pub fn ray(&self, cursor_px: Vec2, size: ViewSize) -> Ray {
        let Axes { right, up, forward } = self.axes();
        let offset = self.offset_per_meter(cursor_px, size);
        Ray {
            origin: self.eye(),
            direction: (forward + right * offset.x + up * offset.y).normalize(),
        }
    }

    /// Where a point of the world is in the picture, maybe outside it; `None` at or behind the eye.
    pub fn project(&self, point: Vec3, size: ViewSize) -> Option<Projected> {
        let Axes { right, up, forward } = self.axes();
        let from_eye = point - self.eye();
        let depth_m = from_eye.dot(forward);
        if depth_m <= self.distance_m * 1e-5 {
            return None;
        }
        let half_height = self.half_height_per_meter();
        let x = from_eye.dot(right) / (depth_m * half_height * size.aspect());
        let y = from_eye.dot(up) / (depth_m * half_height);
        Some(Projected {
            at_px: Vec2::new(
                (x + 1.0) * 0.5 * size.width_px,
                (1.0 - y) * 0.5 * size.height_px,
            ),
            depth_m,
        })
    }

    /// Half the picture's height one metre before the eye, metres.
    fn half_height_per_meter(&self) -> f32 {
        (self.fov_y_rad * 0.5).tan()
    }

    /// Right and up from the middle of the picture to a cursor, metres one metre before the eye.
    fn offset_per_meter(&self, cursor_px: Vec2, size: ViewSize) -> Vec2 {
        let half_height = self.half_height_per_meter();
        let x = cursor_px.x / size.width_px.max(1.0) * 2.0 - 1.0;
        let y = 1.0 - cursor_px.y / size.height_px.max(1.0) * 2.0;
        Vec2::new(x * half_height * size.aspect(), y * half_height)
    }
}

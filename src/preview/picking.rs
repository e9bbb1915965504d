//! What lies under a pixel: part, triangle, vertex, bone. It asks no GPU, so it answers within the frame.

use super::camera::{Camera, Ray, ViewSize};
use super::scene::Scene;
use super::scene::part::{AlphaMode, Part, PartTexture};
use super::scene::skeleton::Skeleton;
use crate::geom::bounds::Bounds;
use glam::{Vec2, Vec3};

/// Where a ray meets a part first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Index into [`Scene::parts`].
    pub part: usize,
    /// Index of the triangle in the part's surface.
    pub triangle: usize,
    /// The corner of the triangle nearest to the point: an index into the surface's vertices.
    pub vertex: u32,
    /// The point, metres.
    pub position: Vec3,
    /// Weights of the triangle's corners at the point, they sum to 1.
    pub weights: Vec3,
    /// From the ray's origin, metres.
    pub distance_m: f32,
}

/// The first thing a ray meets: visible parts only, back faces where they are drawn, no clear texels.
pub fn hit(scene: &Scene, ray: Ray) -> Option<Hit> {
    let mut best: Option<Hit> = None;
    for (index, part) in scene.parts.iter().enumerate() {
        let Some(bounds) = part.surface.bounds().filter(|_| part.visible) else {
            continue;
        };
        let limit_m = best.map_or(f32::INFINITY, |hit| hit.distance_m);
        if entry_m(bounds, ray).is_some_and(|entry_m| entry_m < limit_m)
            && let Some(hit) = hit_part(index, part, ray, limit_m)
        {
            best = Some(hit);
        }
    }
    best
}

/// The bone whose joint, or whose line to a child, is nearest to a cursor, at most `reach_px` away. A joint in reach
/// wins over lines; of two alike the one nearer to the eye wins.
pub fn nearest_bone(
    skeleton: &Skeleton,
    camera: &Camera,
    cursor_px: Vec2,
    size: ViewSize,
    reach_px: f32,
) -> Option<u32> {
    let joints = skeleton
        .joints
        .iter()
        .enumerate()
        .filter_map(|(index, joint)| {
            let shown = camera.project(joint.position, size)?;
            Some(Near {
                bone: u32::try_from(index).ok()?,
                away_px: shown.at_px.distance(cursor_px),
                depth_m: shown.depth_m,
            })
        });
    let lines = (0..skeleton.joints.len()).filter_map(|joint| {
        let (parent, from, to) = skeleton.link(joint)?;
        let (from, to) = (camera.project(from, size)?, camera.project(to, size)?);
        let share = share_along(from.at_px, to.at_px, cursor_px);
        Some(Near {
            bone: parent,
            away_px: from.at_px.lerp(to.at_px, share).distance(cursor_px),
            depth_m: from.depth_m + (to.depth_m - from.depth_m) * share,
        })
    });
    nearest(joints, reach_px).or_else(|| nearest(lines, reach_px))
}

/// A bone seen near the cursor.
struct Near {
    bone: u32,
    away_px: f32,
    depth_m: f32,
}

fn nearest(candidates: impl Iterator<Item = Near>, reach_px: f32) -> Option<u32> {
    /// Distances this close to each other are alike, pixels.
    const ALIKE_PX: f32 = 0.5;
    candidates
        .filter(|near| near.away_px <= reach_px)
        .reduce(|best, near| {
            let closer_px = best.away_px - near.away_px;
            if closer_px > ALIKE_PX || (closer_px >= -ALIKE_PX && near.depth_m < best.depth_m) {
                near
            } else {
                best
            }
        })
        .map(|near| near.bone)
}

/// How far along the line from `from` to `to` the point nearest to `point` is, 0..=1.
fn share_along(from: Vec2, to: Vec2, point: Vec2) -> f32 {
    let line = to - from;
    let length_squared = line.length_squared();
    if length_squared > 0.0 {
        ((point - from).dot(line) / length_squared).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

fn hit_part(index: usize, part: &Part, ray: Ray, limit_m: f32) -> Option<Hit> {
    let positions = &part.surface.columns().positions;
    let at = |vertex: u32| positions.get(vertex as usize).copied();
    let mut best: Option<Hit> = None;
    let mut limit_m = limit_m;
    for (triangle, &[a, b, c]) in part.surface.triangles().iter().enumerate() {
        let (Some(corner_a), Some(corner_b), Some(corner_c)) = (at(a), at(b), at(c)) else {
            continue;
        };
        let Some(crossing) = crossing(ray, [corner_a, corner_b, corner_c], part.two_sided) else {
            continue;
        };
        if crossing.distance_m < limit_m && !is_clear(part, [a, b, c], crossing.weights) {
            limit_m = crossing.distance_m;
            let Vec3 { x, y, z } = crossing.weights;
            let vertex = if x >= y && x >= z {
                a
            } else if y >= z {
                b
            } else {
                c
            };
            best = Some(Hit {
                part: index,
                triangle,
                vertex,
                position: ray.at(limit_m),
                weights: crossing.weights,
                distance_m: limit_m,
            });
        }
    }
    best
}

/// Where a ray goes through a triangle.
struct Crossing {
    distance_m: f32,
    weights: Vec3,
}

/// Möller and Trumbore's test. Front faces are clockwise: `cross(b - a, c - a)` points outward.
fn crossing(ray: Ray, [a, b, c]: [Vec3; 3], two_sided: bool) -> Option<Crossing> {
    let (to_b, to_c) = (b - a, c - a);
    let across = ray.direction.cross(to_c);
    // Above 0 where the ray comes from the front.
    let facing = to_b.dot(across);
    if facing == 0.0 || (facing < 0.0 && !two_sided) {
        return None;
    }
    let from_a = ray.origin - a;
    let weight_b = from_a.dot(across) / facing;
    if !(0.0..=1.0).contains(&weight_b) {
        return None;
    }
    let around = from_a.cross(to_b);
    let weight_c = ray.direction.dot(around) / facing;
    if weight_c < 0.0 || weight_b + weight_c > 1.0 {
        return None;
    }
    let distance_m = to_c.dot(around) / facing;
    (distance_m > 0.0).then_some(Crossing {
        distance_m,
        weights: Vec3::new(1.0 - weight_b - weight_c, weight_b, weight_c),
    })
}

/// Whether the texel there leaves no mark, as the drawing has it.
fn is_clear(part: &Part, corners: [u32; 3], weights: Vec3) -> bool {
    let PartTexture::Picture(image) = &part.texture else {
        return false;
    };
    let uvs = &part.surface.columns().uvs;
    let uv = corners
        .iter()
        .zip(weights.to_array())
        .filter_map(|(&corner, weight)| Some(*uvs.get(corner as usize)? * weight))
        .sum::<Vec2>();
    let [.., alpha] = image.pixel(texel(uv.x, image.width), texel(uv.y, image.height));
    let base_alpha = match part.alpha {
        AlphaMode::Opaque => 1.0,
        AlphaMode::Blended => part.base_color[3],
    };
    f32::from(alpha) / 255.0 * base_alpha < part.alpha.least_alpha()
}

/// The texel a repeating coordinate falls on.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "within 0..side by rem_euclid and min; NaN becomes 0"
)]
fn texel(coordinate: f32, side: u32) -> u32 {
    let place = coordinate.rem_euclid(1.0) * side as f32;
    (place as u32).min(side.saturating_sub(1))
}

/// Where a ray enters a box, metres, 0 from within; `None` when it passes by.
fn entry_m(bounds: Bounds, ray: Ray) -> Option<f32> {
    let inverse = ray.direction.recip();
    let to_min = (bounds.min - ray.origin) * inverse;
    let to_max = (bounds.max - ray.origin) * inverse;
    let enter = to_min.min(to_max).max_element().max(0.0);
    let leave = to_min.max(to_max).min_element();
    (enter <= leave).then_some(enter)
}

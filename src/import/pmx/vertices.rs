//! Positions, normals, UVs and outline factors (PMX-55, PMX-58). Vertices are never merged, split or reordered.

use crate::base::numbers;
use crate::formats::pmx;
use crate::import::pmx::causes;
use crate::import::pmx::space::{Space, turned};
use crate::import::report::{Cause, Tally};
use crate::import::vectors::{direction, finite_or_zero};
use crate::model::figure::{Model, Vertices};
use glam::{DVec3, Vec2, Vec3};

/// The columns but for the weights. A normal that cannot be used is zero until [`mend_normals`] knows the faces.
pub(super) fn columns(file: &pmx::Vertices, space: &Space, tally: &mut Tally) -> Vertices {
    let mut vertices = Vertices::default();
    for (index, raw) in file.positions.iter().enumerate() {
        let (position, is_fine) = space.place(*raw);
        note_unless(is_fine, &causes::POSITION, index, tally);
        vertices.positions.push(position);
    }
    vertices.normals = file
        .normals
        .iter()
        .map(|raw| direction(turned(*raw).as_dvec3()).unwrap_or(Vec3::ZERO))
        .collect();
    for (index, uv) in file.uvs.iter().enumerate() {
        let is_fine = uv.iter().all(|part| part.is_finite());
        note_unless(is_fine, &causes::UV, index, tally);
        vertices.uvs.push(Vec2::from_array(uv.map(finite_or_zero)));
    }
    for (index, scale) in file.edge_scales.iter().enumerate() {
        note_unless(scale.is_finite(), &causes::EDGE_SCALE, index, tally);
        let usable = if scale.is_finite() { *scale } else { 1.0 };
        vertices.edge_scales.push(usable);
    }
    vertices
}

fn note_unless(is_fine: bool, cause: &'static Cause, index: usize, tally: &mut Tally) {
    if !is_fine {
        tally.add(cause, || place(index), index);
    }
}

pub(super) fn place(index: usize) -> String {
    format!("vertex:{index}")
}

/// Gives vertices without a usable normal the area-weighted normal of their faces, or (0, 1, 0) where there is none.
pub(super) fn mend_normals(model: &mut Model, tally: &mut Tally) {
    let missing: Vec<bool> = model
        .vertices
        .normals
        .iter()
        .map(|normal| *normal == Vec3::ZERO)
        .collect();
    if !missing.contains(&true) {
        return;
    }
    let mut sums = vec![DVec3::ZERO; missing.len()];
    for triangle in &model.triangles {
        add_face(triangle, &model.vertices.positions, &missing, &mut sums);
    }
    let normals = model.vertices.normals.iter_mut();
    for (index, ((normal, sum), is_missing)) in normals.zip(sums).zip(missing).enumerate() {
        if is_missing {
            *normal = direction(sum).unwrap_or(Vec3::Y);
            tally.add(&causes::NORMAL, || place(index), index);
        }
    }
}

/// The cross product's length is twice the face's area: summing does the weighting.
#[expect(clippy::arithmetic_side_effects, reason = "vectors of floats")]
fn add_face(triangle: &[u32; 3], positions: &[Vec3], missing: &[bool], sums: &mut [DVec3]) {
    let corners = triangle.map(numbers::usize_of);
    if !corners
        .iter()
        .any(|corner| missing.get(*corner) == Some(&true))
    {
        return;
    }
    let at = |corner: usize| positions.get(corner).map(|position| position.as_dvec3());
    let [first, second, third] = corners;
    let (Some(a), Some(b), Some(c)) = (at(first), at(second), at(third)) else {
        return;
    };
    let normal = (b - a).cross(c - a);
    for corner in corners {
        if let Some(sum) = sums.get_mut(corner) {
            *sum += normal;
        }
    }
}

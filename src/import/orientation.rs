//! A figure turned about the vertical axis and turned inside out, as the author says: exact, without rounding.

use crate::model::figure::{Model, MorphEffect, Orientation, Turn};
use glam::Vec3;

/// Turns a figure that has no orientation yet, and notes it there.
pub fn orient(model: &mut Model, orientation: Orientation) {
    let turn = orientation.turn;
    if turn != Turn::None {
        let positions = model.vertices.positions.iter_mut();
        let normals = model.vertices.normals.iter_mut();
        let bones = model.bones.iter_mut().map(|bone| &mut bone.position);
        let morphs = model.morphs.iter_mut();
        let offsets = morphs.flat_map(|morph| match &mut morph.effect {
            MorphEffect::Vertex(offsets) => offsets.as_mut_slice(),
            MorphEffect::Group(_) | MorphEffect::NotExported { .. } => &mut [],
        });
        let offsets = offsets.map(|(_, offset)| offset);
        for vector in positions.chain(normals).chain(bones).chain(offsets) {
            *vector = turned(*vector, turn);
        }
    }
    if orientation.inside_out {
        for normal in &mut model.vertices.normals {
            *normal = Vec3::from_array(normal.to_array().map(negated));
        }
        for [_, second, third] in &mut model.triangles {
            std::mem::swap(second, third);
        }
    }
    model.orientation = orientation;
}

fn turned(Vec3 { x, y, z }: Vec3, turn: Turn) -> Vec3 {
    match turn {
        Turn::None => Vec3::new(x, y, z),
        Turn::Quarter => Vec3::new(z, y, negated(x)),
        Turn::Half => Vec3::new(negated(x), y, negated(z)),
        Turn::ThreeQuarters => Vec3::new(negated(z), y, x),
    }
}

/// Without a minus before zero, which would show in the bytes.
fn negated(number: f32) -> f32 {
    0.0 - number
}

//! Which bones move a vertex: at most four, sorted, summing to 1 (PMX-50..54). The document keeps the stored weights.

use crate::base::numbers;
use crate::formats::pmx::{DeformKind, Vertices};
use crate::import::bone_table::mapped_bones;
use crate::import::pmx::causes;
use crate::import::pmx::vertices::place;
use crate::import::report::{Report, Tally};
use crate::model::figure::{Influences, Model};
use glam::Vec3;

/// Stored weights that sum to 1 within this are not mentioned (PMX-51).
const SUM_TOLERANCE: f64 = 0.001;
/// Most bones searched for the nearest: ours, since each such vertex looks at all of them.
const NEAREST_BONES: usize = 1024;

/// Binds every vertex of the model to its bones.
pub(super) fn bind(file: &Vertices, model: &mut Model, report: &mut Report, tally: &mut Tally) {
    let n_bones = numbers::u32_of(model.bones.len());
    let mut nearest: Option<Vec<(u32, Vec3)>> = None;
    let mut usable = Vec::with_capacity(4);
    let stored = file.deforms.iter().zip(&file.bones).zip(&file.weights);
    for (index, ((kind, bones), weights)) in stored.enumerate() {
        note_kind(*kind, index, tally);
        let slots = slots(*kind, *bones, *weights);
        keep_usable(&slots, n_bones, &mut usable);
        note_slots(*kind, &slots, n_bones, index, tally);
        let influences = match influences(&mut usable) {
            Some(influences) => influences,
            None if n_bones == 0 => {
                tally.add(&causes::NO_BONES, || place(index), index);
                Influences::default()
            }
            None => {
                tally.add(&causes::WEIGHT_FALLBACK, || place(index), index);
                report.fallback_vertices.push(numbers::u32_of(index));
                let bones = nearest.get_or_insert_with(|| bones_to_bind_to(model));
                let position = model.vertices.positions.get(index).copied();
                whole(nearest_bone(position.unwrap_or_default(), bones))
            }
        };
        model.vertices.influences.push(influences);
    }
}

/// A bone index as stored and its weight.
type Slot = (i32, f32);

/// What the deform kind means by its stored numbers (PMX-50), in stored order; slots it has not are empty.
fn slots(kind: DeformKind, bones: [i32; 4], weights: [f32; 4]) -> [Slot; 4] {
    const EMPTY: Slot = (-1, 0.0);
    let ([first, second, third, fourth], [weight, weight_1, weight_2, weight_3]) = (bones, weights);
    match kind {
        DeformKind::Bdef1 => [(first, 1.0), EMPTY, EMPTY, EMPTY],
        DeformKind::Bdef2 | DeformKind::Sdef => {
            // A NaN stays one through the clamp and drops both slots.
            let weight = weight.clamp(0.0, 1.0);
            [(first, weight), (second, 1.0 - weight), EMPTY, EMPTY]
        }
        DeformKind::Bdef4 | DeformKind::Qdef => [
            (first, weight),
            (second, weight_1),
            (third, weight_2),
            (fourth, weight_3),
        ],
    }
}

/// The slots that count: the bone exists and the weight is a number above 0. Equal bones are merged (PMX-51).
fn keep_usable(slots: &[Slot; 4], n_bones: u32, usable: &mut Vec<(u32, f64)>) {
    usable.clear();
    for (bone, weight) in slots {
        let bone = u32::try_from(*bone).ok().filter(|bone| *bone < n_bones);
        let Some(bone) = bone.filter(|_| *weight > 0.0 && weight.is_finite()) else {
            continue;
        };
        match usable.iter_mut().find(|(other, _)| *other == bone) {
            Some((_, sum)) => *sum += f64::from(*weight),
            None => usable.push((bone, f64::from(*weight))),
        }
    }
}

/// Sorted by weight, ties in slot order, divided by the sum; `None` when nothing is left.
fn influences(usable: &mut [(u32, f64)]) -> Option<Influences> {
    usable.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let sum: f64 = usable.iter().map(|(_, weight)| weight).sum();
    let mut influences = Influences::default();
    let lanes = influences.bones.iter_mut().zip(&mut influences.weights);
    for ((lane_bone, lane_weight), (bone, weight)) in lanes.zip(usable.iter()) {
        *lane_weight = numbers::f32_of(weight / sum);
        // A share too small for binary32 leaves its lane unused.
        *lane_bone = if *lane_weight > 0.0 { *bone } else { 0 };
    }
    (!usable.is_empty()).then_some(influences)
}

const fn whole(bone: u32) -> Influences {
    Influences {
        bones: [bone, 0, 0, 0],
        weights: [1.0, 0.0, 0.0, 0.0],
    }
}

/// The bones that the table of PMX-92 maps to a limb; without any, all bones of the figure.
fn bones_to_bind_to(model: &Model) -> Vec<(u32, Vec3)> {
    let mapped = mapped_bones(&model.bones);
    (0_u32..)
        .zip(&model.bones)
        .filter(|(index, _)| mapped.is_empty() || mapped.contains(index))
        .map(|(index, bone)| (index, bone.position))
        .take(NEAREST_BONES)
        .collect()
}

/// The bone nearest to a point, the lowest index among equals (PMX-52).
fn nearest_bone(point: Vec3, bones: &[(u32, Vec3)]) -> u32 {
    let distance = |position: Vec3| position.as_dvec3().distance_squared(point.as_dvec3());
    bones
        .iter()
        .min_by(|(_, a), (_, b)| distance(*a).total_cmp(&distance(*b)))
        .map_or(0, |(bone, _)| *bone)
}

fn note_kind(kind: DeformKind, index: usize, tally: &mut Tally) {
    match kind {
        DeformKind::Sdef => tally.add(&causes::SDEF, || place(index), index),
        DeformKind::Qdef => tally.add(&causes::QDEF, || place(index), index),
        DeformKind::Bdef1 | DeformKind::Bdef2 | DeformKind::Bdef4 => {}
    }
}

fn note_slots(kind: DeformKind, slots: &[Slot; 4], n_bones: u32, index: usize, tally: &mut Tally) {
    let is_missing = |bone: i32| u32::try_from(bone).map_or(true, |bone| bone >= n_bones);
    let mut counted = slots.iter().filter(|(_, weight)| *weight > 0.0);
    if counted.any(|(bone, _)| is_missing(*bone)) {
        tally.add(&causes::WEIGHT_BONE, || place(index), index);
    }
    let is_stored = matches!(kind, DeformKind::Bdef4 | DeformKind::Qdef);
    let sum: f64 = slots.iter().map(|(_, weight)| f64::from(*weight)).sum();
    // NaN is not within anything.
    let is_one = (sum - 1.0).abs() <= SUM_TOLERANCE;
    if is_stored && !is_one {
        tally.add(&causes::WEIGHT_SUM, || place(index), index);
    }
}

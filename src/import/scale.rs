//! The scale that makes a figure as tall as its target (PMX-87). It changes no figure: import again with the result.

use crate::base::numbers;
use crate::import::bone_table::{Limb, Side, Spot, by_name, key_of_target, keys};
use crate::model::figure::Model;
use crate::model::target::TargetProfile;

/// Shorter measures, in metres, give no scale worth having.
const SHORTEST_M: f32 = 0.01;

/// Metres per source unit so that head and feet are as far apart as the target's; `None` when either skeleton lacks a
/// head or all feet, or has the head below them.
pub fn meters_per_unit(model: &Model, target: &TargetProfile) -> Option<f32> {
    let wanted = height(|spot| target_height(target, spot))?;
    let given = height(|spot| source_height(model, spot))?;
    let scale = model.meters_per_unit * wanted / given;
    (scale.is_finite() && scale > 0.0).then_some(scale)
}

/// Head above the mean of the feet.
fn height(height_of: impl Fn(Spot) -> Option<f32>) -> Option<f32> {
    let head = height_of((Limb::Head, Side::Middle))?;
    let feet: Vec<f32> = [Side::Left, Side::Right]
        .into_iter()
        .filter_map(|side| height_of((Limb::Foot, side)))
        .collect();
    if feet.is_empty() {
        return None;
    }
    let n_feet = numbers::f32_of(f64::from(numbers::u32_of(feet.len())));
    let height = head - feet.iter().sum::<f32>() / n_feet;
    (height > SHORTEST_M).then_some(height)
}

fn target_height(target: &TargetProfile, spot: Spot) -> Option<f32> {
    let wanted = keys(spot);
    target
        .rest_joints
        .iter()
        .find(|(name, _)| wanted.contains(&key_of_target(name)))
        .map(|(_, joint)| joint.position.y)
}

fn source_height(model: &Model, (limb, side): Spot) -> Option<f32> {
    let name = match (limb, side) {
        (Limb::Head, _) => "頭",
        (_, Side::Right) => "右足首",
        _ => "左足首",
    };
    let named = by_name(&model.bones).get(name)?.first;
    model
        .bones
        .get(numbers::usize_of(named))
        .map(|bone| bone.position.y)
}

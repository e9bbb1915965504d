//! Where objects rest: translations summed up the chain of parents (MDL-20, MDL-22).

use crate::base::numbers::usize_of;
use crate::formats::mdl::Object;
use glam::DVec3;

/// `origins[object]`: its place in model space, in units of the file, root first. Parents form no loop.
#[expect(clippy::arithmetic_side_effects, reason = "vectors of floats")]
pub(super) fn origins(objects: &[Object]) -> Vec<DVec3> {
    let mut known: Vec<Option<DVec3>> = vec![None; objects.len()];
    let mut chain: Vec<u32> = Vec::new();
    for start in (0_u32..).take(objects.len()) {
        chain.clear();
        let mut at = Some(start);
        let mut origin = DVec3::ZERO;
        while let Some(index) = at {
            let Some(object) = objects.get(usize_of(index)) else {
                break;
            };
            if let Some(place) = known.get(usize_of(index)).copied().flatten() {
                origin = place;
                break;
            }
            chain.push(index);
            at = object.parent.filter(|_| chain.len() <= objects.len());
        }
        for index in chain.iter().rev() {
            if let (Some(object), Some(slot)) = (
                objects.get(usize_of(*index)),
                known.get_mut(usize_of(*index)),
            ) {
                origin += DVec3::from_array(object.translation.map(f64::from));
                *slot = Some(origin);
            }
        }
    }
    known.into_iter().map(Option::unwrap_or_default).collect()
}

/// The rest position of a vertex in model space, in units of the file.
#[expect(clippy::arithmetic_side_effects, reason = "vectors of floats")]
pub(super) fn rest(origin: DVec3, position: [i16; 3]) -> DVec3 {
    origin + DVec3::from_array(position.map(f64::from))
}

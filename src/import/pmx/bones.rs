//! Bones as points with a parent and, maybe, an append (PMX-73..75). Indices are the file's; circles are broken.

use crate::base::numbers;
use crate::formats::pmx;
use crate::import::pmx::materials::example;
use crate::import::pmx::space::Space;
use crate::import::pmx::{causes, label};
use crate::import::report::Tally;
use crate::model::figure::{Append, Bone};

/// All bones, in file order.
pub(super) fn bones(file: &[pmx::Bone], space: &Space, tally: &mut Tally) -> Vec<Bone> {
    let n_bones = numbers::u32_of(file.len());
    let mut bones: Vec<Bone> = (0_u32..)
        .zip(file)
        .map(|(index, raw)| bone(index, raw, n_bones, space, tally))
        .collect();
    for index in break_circles(&mut bones) {
        let name = bones
            .get(numbers::usize_of(index))
            .map_or("", |bone| bone.name.local.as_str());
        let first = example(numbers::usize_of(index), name);
        tally.add(&causes::BONE_CYCLE, || place(index), first);
    }
    bones
}

fn place(index: u32) -> String {
    format!("bone:{index}")
}

fn bone(index: u32, raw: &pmx::Bone, n_bones: u32, space: &Space, tally: &mut Tally) -> Bone {
    let shown = || example(numbers::usize_of(index), &raw.name.view());
    let known = |other: i32| u32::try_from(other).ok().filter(|other| *other < n_bones);
    let (position, is_fine) = space.place(raw.position);
    if !is_fine {
        tally.add(&causes::BONE_POSITION, || place(index), shown());
    }
    let parent = known(raw.parent);
    if parent.is_none() && raw.parent != -1 {
        tally.add(&causes::BONE_PARENT, || place(index), shown());
    }
    let append = raw
        .append
        .filter(|_| raw.has(pmx::bone_flags::APPEND_ROTATION));
    let usable = append.and_then(|append| {
        let parent = known(append.parent).filter(|parent| *parent != index)?;
        append.ratio.is_finite().then_some(Append {
            parent,
            ratio: append.ratio,
        })
    });
    if append.is_some() && usable.is_none() {
        tally.add(&causes::BONE_APPEND, || place(index), shown());
    }
    if raw.has(pmx::bone_flags::IK) {
        tally.add(&causes::BONE_IK, || place(index), shown());
    }
    Bone {
        name: label(&raw.name, &raw.name_en),
        parent,
        position,
        append: usable,
    }
}

/// Makes the bone with the lowest index of every circle a root (PMX-74). Returns those bones, ascending.
fn break_circles(bones: &mut [Bone]) -> Vec<u32> {
    // In which walk a bone was first seen; 0 = in none.
    let mut walks = vec![0_u32; bones.len()];
    let mut roots = Vec::new();
    for (start, walk) in (0_u32..).zip(1_u32..).take(bones.len()) {
        let mut at = Some(start);
        while let Some(bone) = at {
            let Some(seen) = walks.get_mut(numbers::usize_of(bone)) else {
                break;
            };
            if *seen == walk {
                let lowest = lowest_of_circle(bone, bones);
                if let Some(root) = bones.get_mut(numbers::usize_of(lowest)) {
                    root.parent = None;
                    roots.push(lowest);
                }
                break;
            }
            if *seen != 0 {
                break;
            }
            *seen = walk;
            at = parent_of(bone, bones);
        }
    }
    roots.sort_unstable();
    roots
}

fn parent_of(bone: u32, bones: &[Bone]) -> Option<u32> {
    bones
        .get(numbers::usize_of(bone))
        .and_then(|bone| bone.parent)
}

fn lowest_of_circle(start: u32, bones: &[Bone]) -> u32 {
    let mut lowest = start;
    let mut at = parent_of(start, bones);
    while let Some(bone) = at.filter(|bone| *bone != start) {
        lowest = lowest.min(bone);
        at = parent_of(bone, bones);
    }
    lowest
}

//! Finds bones in circles and groups within groups. Every bone is stepped on twice at most.

use crate::base::numbers::u32_of;
use crate::formats::pmx::bone::{Bone, bone_flags};
use crate::formats::pmx::check::found::{Found, Spot};
use crate::formats::pmx::morph::{Morph, Offsets};
use crate::formats::pmx::section::Section;
use crate::formats::pmx::warning::WarningCode;

/// One warning for every circle of parents and of appends, at its lowest bone.
pub(super) fn check_bones(bones: &[Bone], found: &mut Found) {
    let parent = |bone: &Bone| bone.parent;
    for lowest in circles(bones, parent) {
        add(found, WarningCode::ParentCycle, lowest, "parent");
    }
    let append_parent = |bone: &Bone| match &bone.append {
        Some(append) if bone.has(bone_flags::APPEND) => append.parent,
        _ => -1,
    };
    for lowest in circles(bones, append_parent) {
        add(found, WarningCode::AppendCycle, lowest, "append_parent");
    }
}

fn add(found: &mut Found, code: WarningCode, record: u32, field: &'static str) {
    let spot = Spot {
        section: Section::Bones,
        record: Some(record),
        item: None,
        field,
    };
    found.add(code, spot);
}

/// The lowest bone of each circle that following `next` runs into, ascending.
fn circles(bones: &[Bone], next: impl Fn(&Bone) -> i32) -> Vec<u32> {
    // 0: not stepped on; otherwise 1 + the bone the walk began with.
    let mut steps = vec![0_u32; bones.len()];
    let mut lowest = Vec::new();
    let follow = |idx: usize| {
        let next = bones.get(idx).map(&next)?;
        usize::try_from(next)
            .ok()
            .filter(|next| *next < bones.len())
    };
    for begin in 0..bones.len() {
        let mark = u32_of(begin).saturating_add(1);
        let mut at = Some(begin);
        let met = loop {
            let Some(idx) = at else { break None };
            match steps.get_mut(idx) {
                Some(step) if *step == 0 => *step = mark,
                Some(step) if *step == mark => break Some(idx),
                _ => break None,
            }
            at = follow(idx);
        };
        if let Some(met) = met {
            lowest.push(u32_of(lowest_of_circle(met, follow)));
        }
    }
    lowest.sort_unstable();
    lowest
}

/// The lowest member of the circle that `member` is in.
fn lowest_of_circle(member: usize, follow: impl Fn(usize) -> Option<usize>) -> usize {
    let mut lowest = member;
    let mut at = follow(member);
    while let Some(idx) = at {
        if idx == member {
            break;
        }
        lowest = lowest.min(idx);
        at = follow(idx);
    }
    lowest
}

/// One warning for every group morph with a group among its members.
pub(super) fn check_groups(morphs: &[Morph], found: &mut Found) {
    let is_group = |index: i32| {
        let morph = usize::try_from(index).ok().and_then(|idx| morphs.get(idx));
        morph.is_some_and(|morph| matches!(morph.offsets, Offsets::Group(_)))
    };
    for (record, morph) in morphs.iter().enumerate() {
        let Offsets::Group(members) = &morph.offsets else {
            continue;
        };
        let nested = members.iter().position(|member| is_group(member.index));
        if let Some(item) = nested {
            let spot = Spot {
                section: Section::Morphs,
                record: u32::try_from(record).ok(),
                item: u32::try_from(item).ok(),
                field: "index",
            };
            found.add(WarningCode::GroupNested, spot);
        }
    }
}

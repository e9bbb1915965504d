//! Morphs: vertex and group morphs resolved, the others kept by name and size (PMX-77..79, PMX-82).

use crate::base::numbers;
use crate::formats::pmx::{GroupOffset, Offsets, Pmx, VertexOffset};
use crate::import::pmx::materials::example;
use crate::import::pmx::space::Space;
use crate::import::pmx::{causes, label};
use crate::import::report::{Cause, Tally};
use crate::model::figure::{Morph, MorphEffect, MorphKind, Panel};
use glam::Vec3;
use std::collections::BTreeMap;

/// All morphs, in file order.
pub(super) fn morphs(file: &Pmx, space: &Space, tally: &mut Tally) -> Vec<Morph> {
    let n_vertices = file.vertices().len();
    let is_group: Vec<bool> = file
        .morphs()
        .iter()
        .map(|morph| matches!(morph.offsets, Offsets::Group(_)))
        .collect();
    file.morphs()
        .iter()
        .enumerate()
        .map(|(index, raw)| {
            let mut note = Notes {
                index,
                name: &raw.name.view(),
                tally,
            };
            let effect = match &raw.offsets {
                Offsets::Vertex(offsets) => vertex(offsets, n_vertices, space, &mut note),
                Offsets::Group(offsets) => group(offsets, &is_group, &mut note),
                others => kept(others, &mut note),
            };
            Morph {
                name: label(&raw.name, &raw.name_en),
                panel: panel(raw.panel),
                effect,
            }
        })
        .collect()
}

/// Whether a morph can become deltas of the target (PMX-82).
pub(super) const fn is_exported(morph: &Morph) -> bool {
    matches!(morph.effect, MorphEffect::Vertex(_) | MorphEffect::Group(_))
}

/// Which member a flip morph of `n_members` selects at `value` (PMX-79): none below the first step, the last beyond.
pub fn flip_selects(n_members: usize, value: f32) -> Option<usize> {
    let steps = numbers::f32_of(f64::from(numbers::u32_of(n_members)) + 1.0);
    // The product is taken in binary32, as the value is stored: 5 x 0.2 is 1.
    let step = steps * value;
    let place = numbers::u32_of_floor(f64::from(step)).checked_sub(1)?;
    let last = n_members.checked_sub(1)?;
    Some(numbers::usize_of(place).min(last))
}

const fn panel(raw: u8) -> Panel {
    match raw {
        0 => Panel::System,
        1 => Panel::Brow,
        2 => Panel::Eye,
        3 => Panel::Mouth,
        _ => Panel::Other,
    }
}

/// What is said about the offsets of one morph.
struct Notes<'a> {
    index: usize,
    name: &'a str,
    tally: &'a mut Tally,
}

impl Notes<'_> {
    fn add(&mut self, cause: &'static Cause, times: u64) {
        let (index, name) = (self.index, self.name);
        let place = || format!("morph:{index}");
        self.tally
            .add_times(cause, times, place, example(index, name));
    }
}

/// Offsets on one vertex add up; the result ascends by vertex (PMX-77).
fn vertex(
    offsets: &[VertexOffset],
    n_vertices: usize,
    space: &Space,
    note: &mut Notes<'_>,
) -> MorphEffect {
    let mut usable: Vec<(u32, Vec3)> = Vec::with_capacity(offsets.len());
    let (mut n_out, mut n_bad) = (0_u64, 0_u64);
    for raw in offsets {
        let (offset, is_fine) = space.place(raw.offset);
        if numbers::usize_of(raw.index) >= n_vertices {
            n_out = n_out.saturating_add(1);
        } else if is_fine {
            usable.push((raw.index, offset));
        } else {
            n_bad = n_bad.saturating_add(1);
        }
    }
    note.add(&causes::MORPH_RANGE, n_out);
    note.add(&causes::MORPH_NUMBER, n_bad);
    usable.sort_by_key(|(vertex, _)| *vertex);
    MorphEffect::Vertex(summed(&usable))
}

#[expect(clippy::arithmetic_side_effects, reason = "vectors of floats")]
fn summed(sorted: &[(u32, Vec3)]) -> Vec<(u32, Vec3)> {
    let mut sums: Vec<(u32, Vec3)> = Vec::with_capacity(sorted.len());
    for (vertex, offset) in sorted {
        match sums.last_mut().filter(|(last, _)| last == vertex) {
            Some((_, sum)) => *sum = (*sum + *offset).clamp(Vec3::MIN, Vec3::MAX),
            None => sums.push((*vertex, *offset)),
        }
    }
    sums
}

/// Members that are there and no groups; repeated ones add up, ascending by morph (PMX-78).
fn group(offsets: &[GroupOffset], is_group: &[bool], note: &mut Notes<'_>) -> MorphEffect {
    let mut ratios: BTreeMap<u32, f32> = BTreeMap::new();
    let (mut n_out, mut n_nested, mut n_bad) = (0_u64, 0_u64, 0_u64);
    for raw in offsets {
        let index = u32::try_from(raw.index).ok();
        let known = index.and_then(|index| Some((index, is_group.get(numbers::usize_of(index))?)));
        match known {
            None => n_out = n_out.saturating_add(1),
            Some((_, true)) => n_nested = n_nested.saturating_add(1),
            Some(_) if !raw.value.is_finite() => n_bad = n_bad.saturating_add(1),
            Some((index, false)) => {
                let ratio = ratios.entry(index).or_default();
                *ratio = (*ratio + raw.value).clamp(f32::MIN, f32::MAX);
            }
        }
    }
    note.add(&causes::GROUP_RANGE, n_out);
    note.add(&causes::GROUP_NESTED, n_nested);
    note.add(&causes::MORPH_NUMBER, n_bad);
    MorphEffect::Group(ratios.into_iter().collect())
}

fn kept(offsets: &Offsets, note: &mut Notes<'_>) -> MorphEffect {
    let (kind, cause) = match offsets {
        Offsets::Bone(_) => (MorphKind::Bone, &causes::MORPH_BONE),
        Offsets::Uv { set: 0, .. } => (MorphKind::Uv, &causes::MORPH_UV),
        Offsets::Uv { .. } => (MorphKind::ExtraUv, &causes::MORPH_UV),
        Offsets::Material(_) => (MorphKind::Material, &causes::MORPH_MATERIAL),
        Offsets::Impulse(_) => (MorphKind::Impulse, &causes::MORPH_IMPULSE),
        Offsets::Flip(_) | Offsets::Vertex(_) | Offsets::Group(_) => {
            (MorphKind::Flip, &causes::MORPH_FLIP)
        }
    };
    note.add(cause, 1);
    MorphEffect::NotExported {
        kind,
        n_offsets: numbers::u32_of(offsets.len()),
    }
}

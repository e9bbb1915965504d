//! Guesses which component of the target each material of a figure belongs to, by names and by the bones it follows.
//! It decides nothing for good: the author sees the guess and its confidence.

use crate::base::numbers;
use crate::import::bone_table::normal_name;
use crate::import::role_words::{Part, part_of};
use crate::model::bone_map::BoneMap;
use crate::model::figure::{Influences, Material, Model};
use crate::model::target::{TargetComponent, TargetProfile};
use std::collections::{BTreeMap, BTreeSet};

/// Where a material probably belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoleGuess {
    /// Id of the component; none = the target has no components.
    pub component: Option<u32>,
    /// 0..=1: 0.9 and more = its name says so; below 0.5 = only its bones speak for it; 0 = nothing does.
    pub confidence: f32,
}

/// One guess a material, in the order of [`Model::materials`].
///
/// What its own name says counts most, then its texture's file name; a component takes what its mesh name or, where
/// that says nothing, its materials' names say. Among components that fit equally the one that lists most of the
/// weighted bones wins, then the one with the lower id.
pub fn guess(model: &Model, target: &TargetProfile, map: &BoneMap) -> Vec<RoleGuess> {
    let components: Vec<Candidate<'_>> = target.components.iter().map(Candidate::new).collect();
    model
        .materials
        .iter()
        .map(|material| {
            let wants = wants(model, material);
            let bones = followed_bones(model, material, map);
            best(&components, wants, &bones)
        })
        .collect()
}

/// A component with what is asked of it often.
struct Candidate<'a> {
    id: u32,
    part: Option<Part>,
    bones: BTreeSet<&'a str>,
}

impl<'a> Candidate<'a> {
    fn new(component: &'a TargetComponent) -> Self {
        let by_materials = || component.materials.iter().find_map(|name| part_of(name));
        Self {
            id: component.id,
            part: part_of(&component.mesh_name).or_else(by_materials),
            bones: component.bone_names.iter().map(String::as_str).collect(),
        }
    }

    /// Share of the weight that follows bones this component lists; 1 for a material without weight.
    fn coverage(&self, bones: &BTreeMap<&str, f64>) -> f64 {
        let all: f64 = bones.values().sum();
        let covered: f64 = bones
            .iter()
            .filter(|(bone, _)| self.bones.contains(**bone))
            .map(|(_, weight)| weight)
            .sum();
        if all > 0.0 { covered / all } else { 1.0 }
    }
}

/// The part that names speak for, and how much that is worth.
fn wants(model: &Model, material: &Material) -> Option<(Part, f64)> {
    const OWN_NAME: f64 = 1.0;
    const ENGLISH_NAME: f64 = 0.95;
    const TEXTURE_NAME: f64 = 0.6;
    let by_name = |name: &str, worth: f64| Some((part_of(&normal_name(name))?, worth));
    by_name(&material.name.local, OWN_NAME)
        .or_else(|| by_name(&material.name.english, ENGLISH_NAME))
        .or_else(|| {
            let index = numbers::usize_of(material.texture?);
            let written = &model.textures.get(index)?.written;
            let file = written.rsplit(['/', '\\']).next()?;
            by_name(file, TEXTURE_NAME)
        })
}

/// Weight of the material's corners on each target bone.
fn followed_bones<'a>(
    model: &Model,
    material: &Material,
    map: &'a BoneMap,
) -> BTreeMap<&'a str, f64> {
    let mut bones: BTreeMap<&str, f64> = BTreeMap::new();
    let triangles = model.triangles.get(material.triangle_range());
    for corner in triangles.unwrap_or_default().iter().flatten() {
        let influences = model.vertices.influences.get(numbers::usize_of(*corner));
        for (bone, weight) in influences.into_iter().flat_map(Influences::lanes) {
            let target = map.targets.get(numbers::usize_of(bone));
            if let Some(name) = target.and_then(|target| target.target.as_deref()) {
                *bones.entry(name).or_default() += f64::from(weight);
            }
        }
    }
    bones
}

/// Worth of the n-th home of a part: the further from what was wanted, the less sure.
const HOME_WORTH: [f64; 4] = [0.95, 0.75, 0.6, 0.5];
/// Worth of bones alone, when no name says anything.
const BONES_WORTH: f64 = 0.4;

fn best(
    components: &[Candidate<'_>],
    wants: Option<(Part, f64)>,
    bones: &BTreeMap<&str, f64>,
) -> RoleGuess {
    let mut best = RoleGuess::default();
    let mut best_score = f64::NEG_INFINITY;
    for component in components {
        let coverage = component.coverage(bones);
        let by_name = wants.and_then(|(part, worth)| {
            let homes = part.homes().iter().zip(HOME_WORTH);
            homes
                .into_iter()
                .find(|(home, _)| component.part == Some(**home))
                .map(|(_, home_worth)| worth * home_worth)
        });
        // Bones that the component lacks can be lost on the way, so they weigh, but less than a clear name.
        let confidence = match by_name {
            Some(worth) => worth * (0.7 + 0.3 * coverage),
            None if bones.is_empty() => 0.0,
            None => BONES_WORTH * coverage * own_share(component, bones),
        };
        let score = confidence + 0.001 * coverage;
        if score > best_score {
            best_score = score;
            best = RoleGuess {
                component: Some(component.id),
                confidence: numbers::f32_of(confidence),
            };
        }
    }
    best
}

/// Half to whole: a component of few bones that all are used fits better than one that lists every bone there is.
fn own_share(component: &Candidate<'_>, bones: &BTreeMap<&str, f64>) -> f64 {
    let n_used = bones
        .keys()
        .filter(|bone| component.bones.contains(**bone))
        .count();
    let of = |count: usize| f64::from(numbers::u32_of(count));
    0.5 + 0.5 * of(n_used) / of(component.bones.len().max(1))
}

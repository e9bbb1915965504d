//! The two skeletons of a fit side by side, and the map of each joint (PMX-87, PMX-96, PMX-98). It moves no vertex.

use crate::convert::fit::{FitError, Proportions};
use crate::convert::joints;
use crate::model::bone_map::{BoneMap, MappedBy};
use crate::model::figure::Model;
use crate::model::target::TargetProfile;
use glam::{DMat3, DVec3};
use std::collections::BTreeMap;

/// Chains shorter than this have no direction (metres).
const SHORTEST_M: f64 = 1e-6;

/// Takes a point near a source joint to the target: `to + linear * (point - from)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointMap {
    /// Where the source joint is, turned and scaled, in metres.
    pub(super) from: DVec3,
    /// Where the target's joint is, in metres.
    pub(super) to: DVec3,
    /// Turn and stretch.
    pub(super) linear: DMat3,
}

impl JointMap {
    /// Moves nothing.
    pub(super) const STILL: Self = Self {
        from: DVec3::ZERO,
        to: DVec3::ZERO,
        linear: DMat3::IDENTITY,
    };
}

/// A joint of the target's rest pose.
struct TargetJoint {
    name: String,
    parent: Option<String>,
    /// Where the fit measures it: the rest position, but for the pelvis the middle of the thighs.
    at: DVec3,
    /// Where the target has it.
    rest: DVec3,
}

/// Joints of both skeletons by [`joints::key`], in metres.
pub(super) struct Skeletons {
    source: BTreeMap<String, DVec3>,
    target: BTreeMap<String, TargetJoint>,
    /// What the source's positions were multiplied by.
    pub(super) scale: f64,
}

impl Skeletons {
    /// Finds the source's joints and the scale, `size` times that of PMX-87.
    pub(super) fn new(
        model: &Model,
        map: &BoneMap,
        profile: &TargetProfile,
        size: f64,
    ) -> Result<Self, FitError> {
        let target = target_joints(profile)?;
        let mut source = source_joints(model, map);
        let scale = size * height_ratio(&source, &target)?;
        for at in source.values_mut() {
            *at *= scale;
        }
        let mut both = Self {
            source,
            target,
            scale,
        };
        both.put_pelvis_between_thighs();
        Ok(both)
    }

    /// The pelvis is measured by the thighs in both skeletons: 下半身 sits at the waist.
    fn put_pelvis_between_thighs(&mut self) {
        let thighs = ["lthigh", "rthigh"].map(joints::biped);
        let [Some(left), Some(right)] = thighs.each_ref().map(|thigh| self.source.get(thigh))
        else {
            return;
        };
        let from = left.midpoint(*right);
        let [Some(left), Some(right)] = thighs.each_ref().map(|thigh| self.target.get(thigh))
        else {
            return;
        };
        let to = left.at.midpoint(right.at);
        if let Some(pelvis) = self.target.get_mut(PELVIS) {
            pelvis.at = to;
            self.source.insert(PELVIS.to_owned(), from);
        }
    }

    /// Whether weight on this target bone moves with the pelvis: `Bip001` and whatever else the pelvis hangs on.
    pub(super) fn is_root(&self, key: &str) -> bool {
        key == joints::biped("") || key != PELVIS && self.upwards(PELVIS).any(|above| above == key)
    }

    /// The joint and those above it; parents that go in a circle end after one round.
    fn upwards<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        std::iter::successors(Some(key), |key| self.target.get(*key)?.parent.as_deref())
            .take(self.target.len() + 1)
    }

    /// The maps of all joints that both skeletons have, by key, and where the target's joints stand afterwards, by name.
    pub(super) fn maps(
        &self,
        proportions: Proportions,
    ) -> (BTreeMap<String, JointMap>, BTreeMap<String, DVec3>) {
        let moved: BTreeMap<&str, DVec3> = match proportions {
            Proportions::Target => BTreeMap::new(),
            Proportions::Source => self.moved_joints(),
        };
        let place = |key: &str| moved.get(key).copied();
        let maps = self.target.iter().filter_map(|(key, joint)| {
            let map = JointMap {
                from: *self.source.get(key)?,
                to: place(key).unwrap_or(joint.at),
                linear: match proportions {
                    Proportions::Target => self.turn_and_stretch(key),
                    Proportions::Source => self.turn(key),
                },
            };
            Some((key.clone(), map))
        });
        let ends = self
            .target
            .iter()
            .map(|(key, joint)| (joint.name.clone(), place(key).unwrap_or(joint.rest)));
        (maps.collect(), ends.collect())
    }

    /// The next joint of the chain: from here to there in the source, and in the target.
    fn link(&self, key: &str) -> Option<(DVec3, DVec3)> {
        let (from, to) = (self.source.get(key)?, self.target.get(key)?.at);
        let (next_from, next_to) = joints::followers(key)
            .iter()
            .find_map(|next| Some((*self.source.get(next)?, self.target.get(next)?.at)))?;
        let (was, is) = (next_from - from, next_to - to);
        (was.length() >= SHORTEST_M && is.length() >= SHORTEST_M).then_some((was, is))
    }

    /// The joint's own turn, or that of the nearest joint above it that has one.
    fn turn(&self, key: &str) -> DMat3 {
        self.upwards(key)
            .take_while(|joint| !is_still(joint))
            .find_map(|joint| self.link(joint))
            .map_or(DMat3::IDENTITY, |(was, is)| shortest_turn(was, is))
    }

    fn turn_and_stretch(&self, key: &str) -> DMat3 {
        let turn = self.turn(key);
        if is_still(key) {
            return turn;
        }
        self.link(key).map_or(turn, |(was, is)| {
            let along = was.normalize();
            let stretch = is.length() / was.length() - 1.0;
            let outer = DMat3::from_cols(along * along.x, along * along.y, along * along.z);
            turn * (DMat3::IDENTITY + outer * stretch)
        })
    }

    /// Where the target's joints go when the source keeps its proportions. The pelvis and what it hangs on stay (and are
    /// not listed); every other joint hangs on its parent (on the pelvis instead of the root) as the source has it, or
    /// as the target has it where the source lacks one of the two, turned with that parent.
    fn moved_joints(&self) -> BTreeMap<&str, DVec3> {
        let mut placed: BTreeMap<&str, DVec3> = BTreeMap::new();
        for start in self.target.keys() {
            let open: Vec<&str> = self
                .upwards(start)
                .take_while(|key| !placed.contains_key(key) && !self.is_anchor(key))
                .collect();
            for key in open.into_iter().rev() {
                if let Some(joint) = self.target.get(key) {
                    placed.insert(key, self.hung_on_parent(key, joint, &placed));
                }
            }
        }
        placed
    }

    fn is_anchor(&self, key: &str) -> bool {
        key == PELVIS || self.is_root(key)
    }

    fn hung_on_parent(
        &self,
        key: &str,
        joint: &TargetJoint,
        placed: &BTreeMap<&str, DVec3>,
    ) -> DVec3 {
        let parent = match joint.parent.as_deref() {
            Some(parent) if self.is_root(parent) => PELVIS,
            Some(parent) => parent,
            None => return joint.at,
        };
        let Some(rest) = self.target.get(parent).map(|parent| parent.at) else {
            return joint.at;
        };
        let place = placed.get(parent).copied().unwrap_or(rest);
        let source = self.source.get(key).zip(self.source.get(parent));
        place
            + source.map_or(joint.at - rest, |(here, above)| {
                self.turn(parent) * (*here - *above)
            })
    }
}

const PELVIS: &str = "bip001pelvis";

/// Pelvis and head neither turn nor stretch.
fn is_still(key: &str) -> bool {
    key == PELVIS || key == "bip001head"
}

fn target_joints(profile: &TargetProfile) -> Result<BTreeMap<String, TargetJoint>, FitError> {
    let mut joints_by_key = BTreeMap::new();
    for (name, joint) in &profile.rest_joints {
        if !joint.position.is_finite() {
            return Err(FitError::JointNotFinite { name: name.clone() });
        }
        joints_by_key
            .entry(joints::key(name))
            .or_insert_with(|| TargetJoint {
                name: name.clone(),
                parent: joint.parent.as_deref().map(joints::key),
                at: joint.position.as_dvec3(),
                rest: joint.position.as_dvec3(),
            });
    }
    Ok(joints_by_key)
}

/// Whether a bone that was mapped this way stands for a joint of the target; others only lend it their weight.
const fn is_joint(by: MappedBy) -> bool {
    matches!(by, MappedBy::Name | MappedBy::Author)
}

/// Whether any bone of the figure stands for a joint of the target.
pub(super) fn has_joint(model: &Model, map: &BoneMap) -> bool {
    let mut entries = model.bones.iter().zip(&map.targets);
    entries.any(|(_, mapped)| mapped.target.is_some() && is_joint(mapped.by))
}

/// Position of the main source bone of every target bone, unscaled. Bones that were only folded give no joint.
fn source_joints(model: &Model, map: &BoneMap) -> BTreeMap<String, DVec3> {
    let mut best: BTreeMap<String, (usize, DVec3)> = BTreeMap::new();
    for (bone, mapped) in model.bones.iter().zip(&map.targets) {
        let Some(target) = &mapped.target else {
            continue;
        };
        if !is_joint(mapped.by) {
            continue;
        }
        let key = joints::key(target);
        let rank = if joints::key(&bone.name.local) == key {
            0
        } else {
            joints::main_rank(&bone.name.local).unwrap_or(usize::MAX)
        };
        let at = bone.position.as_dvec3();
        let known = best.entry(key).or_insert((rank, at));
        if rank < known.0 {
            *known = (rank, at);
        }
    }
    best.into_iter().map(|(key, (_, at))| (key, at)).collect()
}

fn height_ratio(
    source: &BTreeMap<String, DVec3>,
    target: &BTreeMap<String, TargetJoint>,
) -> Result<f64, FitError> {
    let of_source = head_over_feet(|key| source.get(key).map(|at| at.y))
        .map_err(|joint| FitError::NoSourceJoint { joint })?;
    let of_target = head_over_feet(|key| target.get(key).map(|joint| joint.at.y))
        .map_err(|joint| FitError::NoTargetJoint { joint })?;
    if of_source < SHORTEST_M || of_target < SHORTEST_M {
        return Err(FitError::NoHeight {
            source_m: of_source,
            target_m: of_target,
        });
    }
    Ok(of_target / of_source)
}

/// Height of the head above the mean of the feet (of the one foot there is); the name of what is missing otherwise.
fn head_over_feet(height: impl Fn(&str) -> Option<f64>) -> Result<f64, &'static str> {
    let head = height(&joints::biped("head")).ok_or("Bip001_Head")?;
    let feet: Vec<f64> = ["lfoot", "rfoot"]
        .into_iter()
        .filter_map(|foot| height(&joints::biped(foot)))
        .collect();
    if feet.is_empty() {
        return Err("Bip001_L_Foot");
    }
    Ok(head - feet.iter().sum::<f64>() / feet.len() as f64)
}

/// The shortest rotation that lays `from` along `to`, both with length. Opposite directions turn about Z, made
/// orthogonal to `from` (about X where `from` runs along Z), so that `from` really ends along `to`.
fn shortest_turn(from: DVec3, to: DVec3) -> DMat3 {
    let (from, to) = (from.normalize(), to.normalize());
    let cosine = from.dot(to);
    if cosine > -1.0 + 1e-12 {
        let axis = from.cross(to);
        let cross = DMat3::from_cols(
            DVec3::new(0.0, axis.z, -axis.y),
            DVec3::new(-axis.z, 0.0, axis.x),
            DVec3::new(axis.y, -axis.x, 0.0),
        );
        return DMat3::IDENTITY + cross + cross * cross * (1.0 + cosine).recip();
    }
    let start = if from.z.abs() < 0.99 {
        DVec3::Z
    } else {
        DVec3::X
    };
    let axis = (start - from * start.dot(from)).normalize();
    let outer = DMat3::from_cols(axis * axis.x, axis * axis.y, axis * axis.z);
    outer * 2.0 - DMat3::IDENTITY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_turn_lays_one_direction_on_the_other() {
        let pairs = [
            (DVec3::X, DVec3::Y),
            (DVec3::new(1.0, 2.0, 3.0), DVec3::new(-3.0, 0.5, 0.1)),
            (DVec3::X, DVec3::NEG_X),
            (DVec3::Z, DVec3::NEG_Z),
            (DVec3::new(1.0, 1.0, 1.0), DVec3::new(-2.0, -2.0, -2.0)),
            (DVec3::Y, DVec3::Y),
        ];
        for (from, to) in pairs {
            let turned = shortest_turn(from, to) * from.normalize();
            assert!(
                (turned - to.normalize()).length() < 1e-9,
                "{from} went to {turned}, not {to}"
            );
            let turn = shortest_turn(from, to);
            assert!(
                (turn.determinant() - 1.0).abs() < 1e-9,
                "{from}: a rotation"
            );
        }
        assert!(
            (shortest_turn(DVec3::X, DVec3::NEG_X) * DVec3::Y + DVec3::Y).length() < 1e-12,
            "opposite directions turn about Z"
        );
    }
}

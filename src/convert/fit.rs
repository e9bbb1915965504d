//! The fit: lays the figure's joints on the target's and moves vertices, normals and morph deltas along, once.
//! It does not decide which bone goes to which; that is the bone map.
//!
//! Rules: PMX-87, PMX-95 to PMX-98.

use crate::convert::joints;
use crate::convert::skeletons::{self, JointMap, Skeletons};
use crate::model::bone_map::BoneMap;
use crate::model::figure::{Influences, Model};
use crate::model::target::TargetProfile;
use glam::{DMat3, DVec3, Vec3};
use std::collections::BTreeMap;

/// Which skeleton's limb lengths win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proportions {
    /// Every joint lands exactly on the target's (PMX-96). Right for every target.
    #[default]
    Target,
    /// Limbs only turn, joints are placed down the chain (PMX-98). Legal only where the target accepts moved joints,
    /// which are then those of [`Fit::joints`].
    Source,
}

/// The author's wishes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// Which skeleton's limb lengths win.
    pub proportions: Proportions,
    /// The size slider: multiplies the scale, above 0; 1 = as the skeletons say.
    pub size: f32,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self {
            proportions: Proportions::Target,
            size: 1.0,
        }
    }
}

/// Why a figure cannot be fitted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FitError {
    /// The bone map is not one of this figure.
    #[error("the bone map has {n_targets} entries, the figure {n_bones} bones")]
    MapOfOtherFigure {
        /// Bones of the figure.
        n_bones: usize,
        /// Entries of the map.
        n_targets: usize,
    },
    /// No bone of the figure is mapped to a joint that the scale is measured by.
    #[error("no bone of the figure is mapped to {joint}, by which the scale is measured")]
    NoSourceJoint {
        /// The target's joint.
        joint: &'static str,
    },
    /// The target's rest pose lacks a joint that the scale is measured by.
    #[error("the target's rest pose has no joint {joint}, by which the scale is measured")]
    NoTargetJoint {
        /// The joint.
        joint: &'static str,
    },
    /// One of the skeletons has its head at its feet.
    #[error(
        "head above feet: {source_m} m in the figure, {target_m} m in the target; both must be above 0"
    )]
    NoHeight {
        /// In the figure, metres.
        source_m: f64,
        /// In the target, metres.
        target_m: f64,
    },
    /// A joint of the target's rest pose is nowhere.
    #[error("the target's joint {name} has no finite position")]
    JointNotFinite {
        /// The joint.
        name: String,
    },
    /// The size is zero, negative or no number.
    #[error("a size of {size} is not above 0")]
    SizeNotPositive {
        /// The size.
        size: f32,
    },
}

/// Vertices of a figure in the target's rest pose, `[vertex]` as in the figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FittedFigure {
    /// `positions[vertex]`, metres.
    pub positions: Vec<Vec3>,
    /// `normals[vertex]`, unit length.
    pub normals: Vec<Vec3>,
}

/// How a figure's vertices go into the target's rest pose. Made by [`Fit::new`] only; `map_of_bone` has an entry for
/// every bone of the figure and indexes `maps`.
#[derive(Clone, Debug)]
pub struct Fit {
    scale: f64,
    proportions: Proportions,
    maps: Vec<AffineMap>,
    map_of_bone: Vec<usize>,
    joints: BTreeMap<String, Vec3>,
}

/// `linear * point + offset` of an unscaled point; `normal` is the inverse transpose of `linear`.
#[derive(Clone, Copy, Debug)]
struct AffineMap {
    linear: DMat3,
    normal: DMat3,
    offset: DVec3,
}

impl AffineMap {
    fn new(map: &JointMap, scale: f64) -> Self {
        Self {
            linear: map.linear * scale,
            normal: map.linear.inverse().transpose(),
            offset: map.to - map.linear * map.from,
        }
    }
}

impl Fit {
    /// Fits `model` into the target's rest pose.
    ///
    /// A target whose rest joints are not known ([`TargetProfile::rest_joints`] is empty) gives the identity with the
    /// settings' size as scale: the figure keeps its own pose ([`Self::is_identity`] says so). So does a figure none of
    /// whose bones stands for a joint, by name or by the author's word: nothing of it can be measured. Otherwise the scale is
    /// (target's Head.y - mean Foot.y) / (figure's ditto) times the size, on top of the metres that the figure is
    /// already in.
    ///
    /// A bone mapped to a target bone without a rest joint, or to nothing, moves with its own parent, at the top with
    /// the pelvis.
    ///
    /// # Errors
    ///
    /// A map of another figure, a size that is not above 0, a rest joint that is not finite, and skeletons that cannot
    /// be measured: no head, no foot, or no height between them.
    pub fn new(
        model: &Model,
        map: &BoneMap,
        target: &TargetProfile,
        settings: FitSettings,
    ) -> Result<Self, FitError> {
        if map.targets.len() != model.bones.len() {
            return Err(FitError::MapOfOtherFigure {
                n_bones: model.bones.len(),
                n_targets: map.targets.len(),
            });
        }
        let size = settings.size;
        if !(size.is_finite() && size > 0.0) {
            return Err(FitError::SizeNotPositive { size });
        }
        if target.rest_joints.is_empty() || !skeletons::has_joint(model, map) {
            return Ok(Self {
                scale: size.into(),
                proportions: settings.proportions,
                maps: vec![AffineMap::new(&JointMap::STILL, size.into())],
                map_of_bone: vec![0; model.bones.len()],
                joints: BTreeMap::new(),
            });
        }
        let skeletons = Skeletons::new(model, map, target, size.into())?;
        let (by_key, places) = skeletons.maps(settings.proportions);
        let root = by_key
            .get(&joints::biped("pelvis"))
            .unwrap_or(&JointMap::STILL);
        let scale = skeletons.scale;
        let place_of_key: BTreeMap<&str, usize> =
            by_key.keys().map(String::as_str).zip(1..).collect();
        Ok(Self {
            scale,
            proportions: settings.proportions,
            maps: std::iter::once(root)
                .chain(by_key.values())
                .map(|map| AffineMap::new(map, scale))
                .collect(),
            map_of_bone: maps_of_bones(model, map, &skeletons, &place_of_key),
            joints: places
                .into_iter()
                .map(|(name, place)| (name, place.as_vec3()))
                .collect(),
        })
    }

    /// What positions are multiplied by before the joints are laid on each other.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Which skeleton's limb lengths won.
    pub fn proportions(&self) -> Proportions {
        self.proportions
    }

    /// Whether the figure keeps its own pose because joints of the target or of the figure are not known.
    pub fn is_identity(&self) -> bool {
        self.joints.is_empty()
    }

    /// Where the target's joints stand afterwards, by name, metres; only [`Proportions::Source`] moves them. Empty when
    /// the rest joints are not known.
    pub fn joints(&self) -> &BTreeMap<String, Vec3> {
        &self.joints
    }

    /// The figure's vertices in the target's rest pose.
    pub fn apply(&self, model: &Model) -> FittedFigure {
        let vertices = &model.vertices;
        let positions = vertices
            .positions
            .iter()
            .zip(&vertices.influences)
            .map(|(position, influences)| self.position(influences, *position))
            .collect();
        let normals = vertices
            .normals
            .iter()
            .zip(&vertices.influences)
            .map(|(normal, influences)| self.normal(influences, *normal))
            .collect();
        FittedFigure { positions, normals }
    }

    /// A morph's offsets in the target's rest pose (PMX-97), in the order given; each names a vertex of the figure.
    pub fn deltas(&self, model: &Model, deltas: &[(u32, Vec3)]) -> Vec<(u32, Vec3)> {
        let influences = |vertex: u32| {
            let place = crate::base::numbers::usize_of(vertex);
            model.vertices.influences.get(place).copied()
        };
        deltas
            .iter()
            .map(|(vertex, delta)| {
                let moved = self.delta(&influences(*vertex).unwrap_or_default(), *delta);
                (*vertex, moved)
            })
            .collect()
    }

    fn position(&self, influences: &Influences, position: Vec3) -> Vec3 {
        let position = position.as_dvec3();
        self.blend(influences, |map| map.linear * position + map.offset)
            .as_vec3()
    }

    fn normal(&self, influences: &Influences, normal: Vec3) -> Vec3 {
        self.blend(influences, |map| map.normal * normal.as_dvec3())
            .try_normalize()
            .map_or(normal, DVec3::as_vec3)
    }

    fn delta(&self, influences: &Influences, delta: Vec3) -> Vec3 {
        self.blend(influences, |map| map.linear * delta.as_dvec3())
            .as_vec3()
    }

    /// The weighted mean over the bones; a vertex without weight follows the first map, the root's.
    fn blend(&self, influences: &Influences, moved: impl Fn(&AffineMap) -> DVec3) -> DVec3 {
        let mut sum = DVec3::ZERO;
        let mut total = 0.0;
        for (bone, weight) in influences.lanes() {
            let weight = f64::from(weight);
            sum += moved(self.map_of(bone)) * weight;
            total += weight;
        }
        if total > 0.0 {
            sum / total
        } else {
            moved(&self.maps[0])
        }
    }

    fn map_of(&self, bone: u32) -> &AffineMap {
        let bone = crate::base::numbers::usize_of(bone);
        &self.maps[self.map_of_bone.get(bone).copied().unwrap_or(0)]
    }
}

/// For every bone its place among the maps; 0 is the root's.
fn maps_of_bones(
    model: &Model,
    map: &BoneMap,
    skeletons: &Skeletons,
    place_of_key: &BTreeMap<&str, usize>,
) -> Vec<usize> {
    let own: Vec<Option<usize>> = map
        .targets
        .iter()
        .map(|mapped| {
            let key = joints::key(mapped.target.as_deref()?);
            if skeletons.is_root(&key) {
                return Some(0);
            }
            place_of_key.get(key.as_str()).copied()
        })
        .collect();
    (0..model.bones.len())
        .map(|bone| {
            let mut at = bone;
            // Parents form no cycle; the count only keeps a broken model from going on for ever.
            for _ in 0..model.bones.len() {
                if let Some(place) = own[at] {
                    return place;
                }
                match model.bones[at].parent {
                    Some(parent) => at = crate::base::numbers::usize_of(parent),
                    None => break,
                }
            }
            0
        })
        .collect()
}

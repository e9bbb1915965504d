//! Spreads targets from the bones that have one by name to all others (PMX-90): along the append, then the parent.
//! It knows no names.

use crate::base::numbers;
use crate::model::bone_map::{BoneMap, BoneTarget, MappedBy};
use crate::model::figure::Bone;
use std::collections::{BTreeMap, BTreeSet};

/// Above this share a bone counts as following the bone it appends from (PMX-90).
const FOLLOWS_FROM: f32 = 0.5;

/// A target for every bone: `by_name` where that says so; else the target of the bone whose rotation is followed,
/// unless it is the root; else that of the parent; at the top the root.
///
/// Every bone is decided once, when those it asks are. Where they ask one another in a circle, the lowest bone whose
/// parent is decided goes by its parent.
pub(super) fn fold(bones: &[Bone], root: &str, by_name: BTreeMap<u32, &str>) -> BoneMap {
    let mut folding = Folding {
        bones,
        root,
        ignores_append: vec![false; bones.len()],
        targets: vec![None; bones.len()],
        asked_by: asked_by(bones),
        stuck: BTreeSet::new(),
    };
    let mut decided: Vec<usize> = Vec::new();
    for (bone, target) in by_name {
        let bone = numbers::usize_of(bone);
        folding.set(bone, target.to_owned(), MappedBy::Name);
        decided.push(bone);
    }
    for bone in 0..bones.len() {
        decided.extend(folding.decide(bone));
    }
    folding.spread(decided);
    while let Some(bone) = folding.stuck.pop_first() {
        if let Some(ignores) = folding.ignores_append.get_mut(bone) {
            *ignores = true;
        }
        let decided = folding.decide(bone).into_iter().collect();
        folding.spread(decided);
    }
    let targets = folding.targets.into_iter().map(|target| {
        target.unwrap_or_else(|| BoneTarget {
            target: Some(root.to_owned()),
            by: MappedBy::Root,
        })
    });
    BoneMap {
        targets: targets.collect(),
    }
}

/// `asked_by[bone]`: the bones whose decision may wait for this one.
fn asked_by(bones: &[Bone]) -> Vec<Vec<usize>> {
    let mut asked_by = vec![Vec::new(); bones.len()];
    for (index, bone) in bones.iter().enumerate() {
        for asked in [followed(bone), bone.parent].into_iter().flatten() {
            if let Some(askers) = asked_by.get_mut(numbers::usize_of(asked)) {
                askers.push(index);
            }
        }
    }
    asked_by
}

/// The bone whose rotation is followed, if it is followed enough.
fn followed(bone: &Bone) -> Option<u32> {
    bone.append
        .filter(|append| append.ratio > FOLLOWS_FROM)
        .map(|append| append.parent)
}

struct Folding<'a> {
    bones: &'a [Bone],
    root: &'a str,
    /// Its append leads back to itself.
    ignores_append: Vec<bool>,
    targets: Vec<Option<BoneTarget>>,
    asked_by: Vec<Vec<usize>>,
    /// Undecided bones that could go by their parent but wait for their append.
    stuck: BTreeSet<usize>,
}

impl Folding<'_> {
    fn set(&mut self, bone: usize, target: String, by: MappedBy) {
        if let Some(entry) = self.targets.get_mut(bone) {
            *entry = Some(BoneTarget {
                target: Some(target),
                by,
            });
            self.stuck.remove(&bone);
        }
    }

    fn target(&self, bone: u32) -> Option<&BoneTarget> {
        self.targets.get(numbers::usize_of(bone))?.as_ref()
    }

    /// Decides `bone` if those it asks are decided; returns it when it was decided just now.
    fn decide(&mut self, bone: usize) -> Option<usize> {
        if self.targets.get(bone)?.is_some() {
            return None;
        }
        let asks = self.bones.get(bone)?;
        let parent = asks.parent.map(|parent| self.target(parent).cloned());
        let may_go_by_parent = parent.as_ref().is_none_or(Option::is_some);
        if let (Some(other), false) = (followed(asks), *self.ignores_append.get(bone)?) {
            let Some(followed) = self.target(other) else {
                if may_go_by_parent {
                    self.stuck.insert(bone);
                }
                return None;
            };
            if let Some(target) = followed.target.clone().filter(|name| name != self.root) {
                self.set(bone, target, MappedBy::Append);
                return Some(bone);
            }
        }
        let (target, by) = match parent {
            Some(None) => return None,
            Some(Some(BoneTarget {
                target: Some(target),
                by,
            })) if by != MappedBy::Root => (target, MappedBy::Parent),
            _ => (self.root.to_owned(), MappedBy::Root),
        };
        self.set(bone, target, by);
        Some(bone)
    }

    /// Lets everyone who waited for the decided bones decide.
    fn spread(&mut self, mut decided: Vec<usize>) {
        while let Some(bone) = decided.pop() {
            let askers = match self.asked_by.get_mut(bone) {
                Some(askers) => std::mem::take(askers),
                None => continue,
            };
            for asker in askers {
                decided.extend(self.decide(asker));
            }
        }
    }
}

//! Guesses which target bone each bone of a figure gives its weight to (PMX-90..94). It moves nothing.

use crate::base::findings::{Finding, Place, Severity};
use crate::base::numbers;
use crate::base::text::{Message, Phrase, grouped};
use crate::import::bone_fold::fold;
use crate::import::bone_table::{
    Limb, Named, Side, Spot, above, by_name, key_of_target, keys, listed,
};
use crate::model::bone_map::{BoneMap, BoneTarget, MappedBy};
use crate::model::figure::{Bone, Influences, Model};
use crate::model::target::TargetProfile;
use std::collections::BTreeMap;

/// Names shown in a finding before the rest is only counted.
const NAMES_SHOWN: usize = 8;

/// A guessed map and what the author should look at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guess {
    /// One target a bone, where the rig has one.
    pub map: BoneMap,
    /// Bones with weight that are in no table and were folded into another's target, ascending.
    pub folded: Vec<u32>,
    /// Folded bones, equal names, limbs the rig lacks, a rig without any known bone.
    pub findings: Vec<Finding>,
}

static FOLDED: Phrase = Phrase::new(
    "{count} 根有权重的骨骼不在名称表中，权重并入其上级骨骼的目标：{names}。请检查头发、裙摆等部位。",
    "ウェイトのあるボーン {count} 本が名前表にないため、親の対応先にまとめました：{names}。髪やスカートなどを確認してください。",
    "Bones with weight that are not in the name table: {count}. Their weight went to the target of a bone above: {names}. Check hair, skirts and the like.",
);
static TWICE: Phrase = Phrase::new(
    "{count} 根骨骼与序号更小的骨骼重名，查找时只用前者：{names}。",
    "{count} 本のボーンは、番号の小さいボーンと同じ名前です。検索には先のボーンだけを使いました：{names}。",
    "Bones that share their name with an earlier bone, which alone is looked up: {count} ({names}).",
);
static LACKING: Phrase = Phrase::new(
    "目标骨架缺少 {count} 根对应的骨骼，权重改给同一链条上最近的骨骼：{names}。",
    "目標の骨格に対応するボーンが {count} 本ありません。同じ系統の最も近いボーンに割り当てました：{names}。",
    "Bones that the target's rig lacks: {count}. The nearest one up the same chain takes the weight: {names}.",
);
static NO_RIG: Phrase = Phrase::new(
    "目标没有任何 Bip001 骨骼，无法自动对应。请手动指定骨骼。",
    "目標に Bip001 のボーンがないため、自動では対応付けできません。手動で指定してください。",
    "The target has no Bip001 bone, so nothing can be matched by name. Please map the bones by hand.",
);

/// Guesses a target for every bone of `model` from the bone names of `target`.
///
/// By name through the table; then along the bone whose rotation is appended; then along the parent; at the top the
/// root, which is `Bip001` or, in a rig without it, the Pelvis. A rig that has neither leaves bones without a target.
pub fn guess(model: &Model, target: &TargetProfile) -> Guess {
    let rig = Rig::new(target);
    let names = by_name(&model.bones);
    let listed = listed(&names);
    let map = match rig.root() {
        Some(root) => {
            let by_name = |(bone, spot): (&u32, &Spot)| (*bone, rig.find(*spot).unwrap_or(root));
            fold(&model.bones, root, listed.iter().map(by_name).collect())
        }
        None => BoneMap {
            targets: vec![BoneTarget::default(); model.bones.len()],
        },
    };
    let folded = folded(model, &map);
    let findings = findings(model, &rig, &names, &listed, &folded);
    Guess {
        map,
        folded,
        findings,
    }
}

/// The target's bone names by the key they are compared with; of equal keys the first in byte order counts.
struct Rig<'a>(BTreeMap<String, &'a str>);

impl<'a> Rig<'a> {
    fn new(target: &'a TargetProfile) -> Self {
        let mut bones = BTreeMap::new();
        for name in target.bone_names() {
            bones.entry(key_of_target(name)).or_insert(name);
        }
        Self(bones)
    }

    /// The very bone, without going up the chain.
    fn exactly(&self, spot: Spot) -> Option<&'a str> {
        keys(spot).iter().find_map(|key| self.0.get(key)).copied()
    }

    /// The bone, or the nearest one the rig has up the chain (PMX-91).
    fn find(&self, spot: Spot) -> Option<&'a str> {
        let mut at = Some(spot);
        while let Some(spot) = at {
            if let Some(name) = self.exactly(spot) {
                return Some(name);
            }
            at = above(spot);
        }
        self.root()
    }

    fn root(&self) -> Option<&'a str> {
        [Limb::Root, Limb::Pelvis]
            .into_iter()
            .find_map(|limb| self.exactly((limb, Side::Middle)))
    }
}

/// Bones with weight whose target is not their own name's.
fn folded(model: &Model, map: &BoneMap) -> Vec<u32> {
    let mut has_weight = vec![false; model.bones.len()];
    for (bone, _) in model.vertices.influences.iter().flat_map(Influences::lanes) {
        if let Some(entry) = has_weight.get_mut(numbers::usize_of(bone)) {
            *entry = true;
        }
    }
    (0_u32..)
        .zip(has_weight.into_iter().zip(&map.targets))
        .filter(|(_, (has_weight, target))| *has_weight && target.by != MappedBy::Name)
        .map(|(bone, _)| bone)
        .collect()
}

fn findings(
    model: &Model,
    rig: &Rig<'_>,
    names: &BTreeMap<String, Named>,
    listed: &BTreeMap<u32, Spot>,
    folded: &[u32],
) -> Vec<Finding> {
    if rig.root().is_none() {
        let message = Message::new(&NO_RIG);
        return vec![Finding::new(
            "bone-no-rig",
            Severity::Warning,
            Place::Whole,
            message,
        )];
    }
    let mut twice: Vec<u32> = names
        .values()
        .flat_map(|named| named.others.iter().copied())
        .collect();
    twice.sort_unstable();
    let lacking: Vec<u32> = listed
        .iter()
        .filter(|(_, spot)| is_lacking(rig, **spot))
        .map(|(bone, _)| *bone)
        .collect();
    [
        ("bone-folded", Severity::Warning, &FOLDED, folded),
        ("duplicate-name", Severity::Hint, &TWICE, &twice),
        ("bone-lacking", Severity::Hint, &LACKING, &lacking),
    ]
    .into_iter()
    .filter_map(|(rule, severity, phrase, bones)| {
        let place = Place::Part(format!("bone:{}", bones.first()?));
        let message = Message::new(phrase)
            .with("count", grouped(bones.len()))
            .with("names", shown(bones, &model.bones));
        Some(Finding::new(rule, severity, place, message))
    })
    .collect()
}

/// Whether the rig misses a bone that the table asks for. Eyes, jaws and twist bones are extras nobody misses.
fn is_lacking(rig: &Rig<'_>, spot: Spot) -> bool {
    let (limb, _) = spot;
    let is_extra = matches!(
        limb,
        Limb::Eye | Limb::Jaw | Limb::UpperArmTwist(_) | Limb::ForearmTwist(_)
    );
    !is_extra && rig.exactly(spot).is_none()
}

fn shown(bones: &[u32], all: &[Bone]) -> String {
    let mut names: Vec<&str> = bones
        .iter()
        .take(NAMES_SHOWN)
        .filter_map(|bone| all.get(numbers::usize_of(*bone)))
        .map(|bone| bone.name.local.as_str())
        .collect();
    if bones.len() > NAMES_SHOWN {
        names.push("…");
    }
    names.join(", ")
}

//! The names of MMD bones and the Biped bone each one belongs to (PMX-92), and where a limb passes its weight when a rig
//! lacks it (PMX-91). It knows names only: no figure, no target.

use crate::model::figure::Bone;
use std::collections::{BTreeMap, BTreeSet};
use unicode_normalization::UnicodeNormalization as _;

/// Which half of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Middle,
    Left,
    Right,
}

/// A bone of a Biped rig without its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Limb {
    Root,
    Pelvis,
    Spine,
    Spine1,
    Spine2,
    Neck,
    Head,
    Eye,
    Jaw,
    Clavicle,
    UpperArm,
    /// The n-th twist bone along the upper arm.
    UpperArmTwist(u8),
    Forearm,
    /// The n-th twist bone along the forearm.
    ForearmTwist(u8),
    Hand,
    /// Finger 0 (thumb) ..= 4, joint 0..=2.
    Finger(u8, u8),
    Thigh,
    Calf,
    Foot,
    Toe,
}

/// A bone of a Biped rig.
pub(super) type Spot = (Limb, Side);

impl Limb {
    /// Next up the chain a rig that lacks this limb passes its weight along; the root has none.
    const fn above(self) -> Option<Self> {
        Some(match self {
            Self::Root => return None,
            Self::Pelvis => Self::Root,
            Self::Spine | Self::Thigh => Self::Pelvis,
            Self::Spine1 => Self::Spine,
            Self::Spine2 => Self::Spine1,
            Self::Neck | Self::Clavicle => Self::Spine2,
            Self::Head => Self::Neck,
            Self::Eye | Self::Jaw => Self::Head,
            Self::UpperArm => Self::Clavicle,
            Self::UpperArmTwist(_) | Self::Forearm => Self::UpperArm,
            Self::ForearmTwist(_) | Self::Hand => Self::Forearm,
            Self::Finger(_, 0) => Self::Hand,
            Self::Finger(finger, 1) => Self::Finger(finger, 0),
            Self::Finger(finger, _) => Self::Finger(finger, 1),
            Self::Calf => Self::Thigh,
            Self::Foot => Self::Calf,
            Self::Toe => Self::Foot,
        })
    }

    const fn has_side(self) -> bool {
        !matches!(
            self,
            Self::Root
                | Self::Pelvis
                | Self::Spine
                | Self::Spine1
                | Self::Spine2
                | Self::Neck
                | Self::Head
                | Self::Jaw
        )
    }
}

/// The same chain with sides.
pub(super) fn above((limb, side): Spot) -> Option<Spot> {
    let limb = limb.above()?;
    let side = if limb.has_side() { side } else { Side::Middle };
    Some((limb, side))
}

/// The keys (see [`key_of_target`]) a rig may have this very bone under, best first.
pub(super) fn keys((limb, side): Spot) -> Vec<String> {
    let letter = match side {
        Side::Middle => "",
        Side::Left => "l",
        Side::Right => "r",
    };
    let biped = |name: &str| format!("bip001{letter}{name}");
    match limb {
        Limb::Root => vec!["bip001".to_owned()],
        Limb::Pelvis => vec![biped("pelvis")],
        Limb::Spine => vec![biped("spine")],
        Limb::Spine1 => vec![biped("spine1")],
        Limb::Spine2 => vec![biped("spine2")],
        Limb::Neck => vec![biped("neck")],
        Limb::Head => vec![biped("head")],
        Limb::Eye => vec![
            biped("eye"),
            format!("bip001eye{letter}"),
            format!("{letter}eye"),
            format!("eye{letter}"),
        ],
        Limb::Jaw => vec![biped("jaw"), "jaw".to_owned()],
        Limb::Clavicle => vec![biped("clavicle")],
        Limb::UpperArm => vec![biped("upperarm")],
        Limb::UpperArmTwist(n) => twists(n, &[biped("uparmtwist"), biped("upperarmtwist")]),
        Limb::Forearm => vec![biped("forearm")],
        Limb::ForearmTwist(n) => twists(n, &[biped("foretwist"), biped("forearmtwist")]),
        Limb::Hand => vec![biped("hand")],
        Limb::Finger(finger, 0) => vec![biped(&format!("finger{finger}"))],
        Limb::Finger(finger, joint) => vec![biped(&format!("finger{finger}{joint}"))],
        Limb::Thigh => vec![biped("thigh")],
        Limb::Calf => vec![biped("calf")],
        Limb::Foot => vec![biped("foot")],
        Limb::Toe => vec![biped("toe0")],
    }
}

/// Biped counts twist bones from none (`ForeTwist`, `ForeTwist1`, ...): the n-th, or the last one the rig has before.
fn twists(n: u8, stems: &[String]) -> Vec<String> {
    (0..=n)
        .rev()
        .flat_map(|n| {
            stems.iter().map(move |stem| match n {
                0 => stem.clone(),
                n => format!("{stem}{n}"),
            })
        })
        .collect()
}

/// What target bone names are compared by (PMX-91): without separators and case, `Bip01` = `Bip001`, and without the
/// `FBXASC032` that stands for a space in files that passed through FBX.
pub(super) fn key_of_target(name: &str) -> String {
    let own = name.rsplit([':', '|']).next().unwrap_or(name);
    let mut key = String::with_capacity(own.len());
    let mut rest = own;
    while let Some(letter) = rest.chars().next() {
        let escape = rest
            .strip_prefix("FBXASC")
            .filter(|after| after.chars().take(3).filter(char::is_ascii_digit).count() == 3);
        let skipped = if escape.is_some() {
            9
        } else {
            letter.len_utf8()
        };
        if escape.is_none() && letter.is_alphanumeric() {
            key.extend(letter.to_lowercase());
        }
        rest = rest.get(skipped..).unwrap_or_default();
    }
    match key.strip_prefix("bip01") {
        Some(after) => format!("bip001{after}"),
        None => key,
    }
}

/// A source bone's name as the table knows it (PMX-90): NFKC, trimmed.
pub(super) fn normal_name(name: &str) -> String {
    name.nfkc().collect::<String>().trim().to_owned()
}

/// The row of a normalised name. `has_thumb_0` says whether the figure has 親指0 on a side, which shifts its thumbs.
pub(super) fn spot_of(name: &str, has_thumb_0: impl Fn(Side) -> bool) -> Option<Spot> {
    let middle = match name {
        "全ての親" | "センター" | "グルーブ" | "腰" => Some(Limb::Root),
        "下半身" => Some(Limb::Pelvis),
        "上半身" => Some(Limb::Spine),
        "上半身2" | "胸" => Some(Limb::Spine1),
        "上半身3" => Some(Limb::Spine2),
        "首" => Some(Limb::Neck),
        "頭" | "両目" => Some(Limb::Head),
        "あご" | "顎" | "舌" => Some(Limb::Jaw),
        _ => None,
    };
    if let Some(limb) = middle {
        return Some((limb, Side::Middle));
    }
    let (side, rest) = match (name.strip_prefix('左'), name.strip_prefix('右')) {
        (Some(rest), _) => (Side::Left, rest),
        (_, Some(rest)) => (Side::Right, rest),
        _ => match name {
            "腰キャンセル左" => return Some((Limb::Thigh, Side::Left)),
            "腰キャンセル右" => return Some((Limb::Thigh, Side::Right)),
            _ => return None,
        },
    };
    let limb = match rest {
        "目" => Limb::Eye,
        "肩P" | "肩" | "肩C" => Limb::Clavicle,
        "腕" => Limb::UpperArm,
        "腕捩" | "腕捩1" => Limb::UpperArmTwist(0),
        "腕捩2" => Limb::UpperArmTwist(1),
        "腕捩3" => Limb::UpperArmTwist(2),
        "ひじ" | "肘" => Limb::Forearm,
        "手捩" | "手捩1" => Limb::ForearmTwist(0),
        "手捩2" => Limb::ForearmTwist(1),
        "手捩3" => Limb::ForearmTwist(2),
        "手首" | "ダミー" => Limb::Hand,
        "足" | "足D" => Limb::Thigh,
        "ひざ" | "膝" | "ひざD" => Limb::Calf,
        "足首" | "足首D" | "足IK親" | "足IK" | "つま先IK" => Limb::Foot,
        "つま先" | "爪先" | "足先EX" => Limb::Toe,
        other => finger(other, has_thumb_0(side))?,
    };
    Some((limb, side))
}

fn finger(rest: &str, has_thumb_0: bool) -> Option<Limb> {
    let joint = |first: &str, second: &str, third: &str| {
        [first, second, third]
            .iter()
            .zip(0_u8..)
            .find(|(name, _)| **name == rest)
            .map(|(_, joint)| joint)
    };
    let thumb = if has_thumb_0 {
        joint("親指0", "親指1", "親指2")
    } else {
        joint("親指1", "親指2", "親指3")
    };
    let fingers = [
        thumb,
        joint("人指1", "人指2", "人指3").or_else(|| joint("人差指1", "人差指2", "人差指3")),
        joint("中指1", "中指2", "中指3"),
        joint("薬指1", "薬指2", "薬指3"),
        joint("小指1", "小指2", "小指3"),
    ];
    fingers
        .into_iter()
        .zip(0_u8..)
        .find_map(|(joint, finger)| Some(Limb::Finger(finger, joint?)))
}

/// The bones of a figure by normalised name: the lowest index of each name, and how many bones share it (PMX-73).
pub(super) fn by_name(bones: &[Bone]) -> BTreeMap<String, Named> {
    let mut names: BTreeMap<String, Named> = BTreeMap::new();
    for (index, bone) in (0_u32..).zip(bones) {
        names
            .entry(normal_name(&bone.name.local))
            .and_modify(|named| named.others.push(index))
            .or_insert(Named {
                first: index,
                others: Vec::new(),
            });
    }
    names
}

/// Bones of one name.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// The lowest index: the bone that look-ups take.
    pub(super) first: u32,
    /// The others, ascending.
    pub(super) others: Vec<u32>,
}

/// `(bone, where it belongs)` of every bone the table lists, ascending by bone.
pub(super) fn listed(names: &BTreeMap<String, Named>) -> BTreeMap<u32, Spot> {
    let has_thumb_0 = |side| {
        names.contains_key(match side {
            Side::Right => "右親指0",
            Side::Left | Side::Middle => "左親指0",
        })
    };
    names
        .iter()
        .filter_map(|(name, named)| Some((named.first, spot_of(name, has_thumb_0)?)))
        .collect()
}

/// The bones that the table gives a limb, root motion not counted: what stray vertices are bound to (PMX-52).
pub(super) fn mapped_bones(bones: &[Bone]) -> BTreeSet<u32> {
    listed(&by_name(bones))
        .into_iter()
        .filter(|(_, (limb, _))| *limb != Limb::Root)
        .map(|(bone, _)| bone)
        .collect()
}

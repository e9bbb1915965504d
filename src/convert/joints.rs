//! What joints are called and how they follow each other: names compared across rigs, the main source bone of a joint,
//! chains (PMX-91, PMX-96). Which bone goes to which is the bone map's business.

use unicode_normalization::UnicodeNormalization as _;

/// The spelling by which bone names of rigs are compared (PMX-91): without separators and case, `Bip01` as `Bip001`.
///
/// `Bip001_L_Hand`, `Bip001 L Hand`, `Bip01 L Hand` and `Bip001FBXASC032L FBXASC032Hand` all give `bip001lhand`.
pub fn key(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(letter) = rest.chars().next() {
        let escape = rest
            .get(..9)
            .filter(|start| start.starts_with("FBXASC"))
            .and_then(|start| start.get(6..)?.parse::<u8>().ok());
        let (letter, width) =
            escape.map_or_else(|| (letter, letter.len_utf8()), |code| (code.into(), 9));
        if !letter.is_ascii() || letter.is_ascii_alphanumeric() {
            plain.extend(letter.to_lowercase());
        }
        rest = rest.get(width..).unwrap_or_default();
    }
    match plain.strip_prefix("bip01") {
        Some(role) => format!("bip001{role}"),
        None => plain,
    }
}

/// The [`key`] of a Biped joint by its role, such as `head` or `lfoot`.
pub fn biped(role: &str) -> String {
    format!("bip001{role}")
}

/// Source bones that stand where a joint is, the best first, without 左 and 右 (PMX-96). Helpers (twist, D, P, C, IK)
/// are not among them.
const MAIN: &[&str] = &[
    "下半身",
    "上半身",
    "上半身2",
    "胸",
    "上半身3",
    "首",
    "頭",
    "肩",
    "腕",
    "ひじ",
    "肘",
    "手首",
    "足",
    "ひざ",
    "膝",
    "足首",
    "つま先",
    "爪先",
    "親指0",
    "親指1",
    "親指2",
    "親指3",
    "人指1",
    "人差指1",
    "人指2",
    "人差指2",
    "人指3",
    "人差指3",
    "中指1",
    "中指2",
    "中指3",
    "薬指1",
    "薬指2",
    "薬指3",
    "小指1",
    "小指2",
    "小指3",
];

/// How well the source bone `name` stands for a joint: 0 is best, `None` = not one of the main bones.
///
/// Of several bones that are mapped to one target bone the best ranked gives the joint: 上半身2 before 上半身3 when both
/// went to Spine1, 手首 before a finger that was folded into the hand.
pub fn main_rank(name: &str) -> Option<usize> {
    let plain: String = name.nfkc().collect();
    let plain = plain.trim();
    let unsided = plain
        .strip_prefix('左')
        .or_else(|| plain.strip_prefix('右'))
        .unwrap_or(plain);
    MAIN.iter().position(|main| *main == unsided)
}

/// Chains of PMX-96 by role; `*` stands for the side.
const CHAINS: &[&[&str]] = &[
    &["spine", "spine1", "spine2", "neck", "head"],
    &["*clavicle", "*upperarm", "*forearm", "*hand", "*finger2"],
    &["*hand", "*finger1"],
    &["*finger0", "*finger01", "*finger02"],
    &["*finger1", "*finger11", "*finger12"],
    &["*finger2", "*finger21", "*finger22"],
    &["*finger3", "*finger31", "*finger32"],
    &["*finger4", "*finger41", "*finger42"],
    &["*thigh", "*calf", "*foot", "*toe0"],
];

/// Keys of the joints that may follow the joint `key` in its chain, nearest first. The child in the chain is the first
/// of them that both skeletons have; the hand's is Finger2, else Finger1.
pub fn followers(key: &str) -> Vec<String> {
    let Some(role) = key.strip_prefix("bip001") else {
        return Vec::new();
    };
    let sided = |side: char, part: &str| {
        part.strip_prefix('*')
            .map_or_else(|| part.to_owned(), |joint| format!("{side}{joint}"))
    };
    let side = if role.starts_with('r') { 'r' } else { 'l' };
    CHAINS
        .iter()
        .flat_map(|chain| {
            let at = chain.iter().position(|part| sided(side, part) == role);
            let after = at.map_or(chain.len(), |at| at + 1);
            chain.iter().skip(after)
        })
        .map(|part| biped(&sided(side, part)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_of_a_bone_name_are_one() {
        for name in [
            "Bip001_L_Hand",
            "Bip001 L Hand",
            "Bip01 L Hand",
            "Bip001FBXASC032L FBXASC032Hand",
            "Bip001FBXASC032LFBXASC032Hand",
        ] {
            assert_eq!(key(name), "bip001lhand", "{name}");
        }
        assert_ne!(
            key("Bip001_L_Finger1"),
            key("Bip001_L_Finger11"),
            "digits count"
        );
        assert_eq!(key("髪_1"), "髪1", "letters beyond ASCII stay");
        assert_eq!(key("FBXASC"), "fbxasc", "a cut escape is a name");
    }

    #[test]
    fn joints_follow_each_other_as_the_chains_say() {
        assert_eq!(
            followers("bip001spine1"),
            ["bip001spine2", "bip001neck", "bip001head"],
            "spine"
        );
        assert_eq!(
            followers("bip001rhand"),
            ["bip001rfinger2", "bip001rfinger1"],
            "hand"
        );
        assert_eq!(followers("bip001lfinger11"), ["bip001lfinger12"], "finger");
        assert!(followers("bip001head").is_empty(), "head");
        assert!(followers("bip001").is_empty(), "root");
        assert!(followers("hair01").is_empty(), "no Biped bone");
    }

    #[test]
    fn main_bones_rank_before_helpers_whatever_the_width_of_their_digits() {
        assert!(main_rank("左親指０").is_some(), "full-width digit");
        assert!(main_rank(" 上半身2 ") < main_rank("上半身3"), "spine order");
        assert!(
            main_rank("右手首") < main_rank("右中指1"),
            "hand before finger"
        );
        assert_eq!(main_rank("左足D"), None, "D bones are helpers");
        assert_eq!(main_rank("左腕捩"), None, "twist bones are helpers");
    }
}

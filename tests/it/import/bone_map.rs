//! Bone maps of figures made up bone by bone.

use bem_studio::import::bone_map::{Guess, guess};
use bem_studio::model::bone_map::MappedBy;
use bem_studio::model::figure::{Append, Bone, Influences, Label, Model};
use bem_studio::model::target::{TargetComponent, TargetProfile};

pub(super) fn target(bones: &[&str]) -> TargetProfile {
    TargetProfile {
        components: vec![TargetComponent {
            bone_names: bones.iter().map(|bone| (*bone).to_owned()).collect(),
            ..TargetComponent::default()
        }],
        ..TargetProfile::default()
    }
}

/// Bones by name and parent; every one moves a vertex.
pub(super) fn figure(bones: &[(&str, i64)]) -> Model {
    let mut model = Model {
        meters_per_unit: 0.08,
        ..Model::default()
    };
    for (index, (name, parent)) in (0_u32..).zip(bones) {
        model.bones.push(Bone {
            name: Label {
                local: (*name).to_owned(),
                english: String::new(),
            },
            parent: u32::try_from(*parent).ok(),
            ..Bone::default()
        });
        model.vertices.influences.push(Influences {
            bones: [index, 0, 0, 0],
            weights: [1.0, 0.0, 0.0, 0.0],
        });
    }
    model
}

fn targets(guess: &Guess) -> Vec<(&str, MappedBy)> {
    guess
        .map
        .targets
        .iter()
        .map(|target| (target.target.as_deref().unwrap_or("-"), target.by))
        .collect()
}

fn names(guess: &Guess) -> Vec<&str> {
    targets(guess).into_iter().map(|(name, _)| name).collect()
}

/// A whole Biped rig with all that the table can name, prefix and separator as given.
fn rig(prefix: &str, separator: &str) -> Vec<String> {
    let mut bones = vec![prefix.to_owned()];
    let mut add = |name: &str| {
        bones.push(format!(
            "{prefix}{separator}{}",
            name.replace('_', separator)
        ));
    };
    for name in ["Pelvis", "Spine", "Spine1", "Spine2", "Neck", "Head"] {
        add(name);
    }
    for side in ["L", "R"] {
        for name in [
            "Clavicle", "UpperArm", "Forearm", "Hand", "Thigh", "Calf", "Foot", "Toe0",
        ] {
            add(&format!("{side}_{name}"));
        }
        for finger in 0..5 {
            for joint in ["", "1", "2"] {
                add(&format!("{side}_Finger{finger}{joint}"));
            }
        }
    }
    bones
}

/// The table of the chapter, left side.
const TABLE: &[(&str, &str)] = &[
    ("下半身", "Pelvis"),
    ("上半身", "Spine"),
    ("上半身2", "Spine1"),
    ("上半身２", "Spine1"),
    ("胸", "Spine1"),
    ("上半身3", "Spine2"),
    ("首", "Neck"),
    ("頭", "Head"),
    ("両目", "Head"),
    ("左目", "Head"),
    ("あご", "Head"),
    ("顎", "Head"),
    ("舌", "Head"),
    ("左肩P", "L_Clavicle"),
    ("左肩", "L_Clavicle"),
    ("左肩C", "L_Clavicle"),
    ("左腕", "L_UpperArm"),
    ("左腕捩", "L_UpperArm"),
    ("左腕捩1", "L_UpperArm"),
    ("左腕捩2", "L_UpperArm"),
    ("左腕捩３", "L_UpperArm"),
    ("左ひじ", "L_Forearm"),
    ("左肘", "L_Forearm"),
    ("左手捩", "L_Forearm"),
    ("左手捩1", "L_Forearm"),
    ("左手捩2", "L_Forearm"),
    ("左手捩3", "L_Forearm"),
    ("左手首", "L_Hand"),
    ("左ダミー", "L_Hand"),
    ("左ﾀﾞﾐｰ", "L_Hand"),
    ("左親指０", "L_Finger0"),
    ("左親指１", "L_Finger01"),
    ("左親指２", "L_Finger02"),
    ("左人指１", "L_Finger1"),
    ("左人指２", "L_Finger11"),
    ("左人指３", "L_Finger12"),
    ("左人差指1", "L_Finger1"),
    ("左人差指2", "L_Finger11"),
    ("左人差指3", "L_Finger12"),
    ("左中指１", "L_Finger2"),
    ("左中指２", "L_Finger21"),
    ("左中指３", "L_Finger22"),
    ("左薬指１", "L_Finger3"),
    ("左薬指２", "L_Finger31"),
    ("左薬指３", "L_Finger32"),
    ("左小指１", "L_Finger4"),
    ("左小指２", "L_Finger41"),
    ("左小指３", "L_Finger42"),
    ("左足", "L_Thigh"),
    ("左足D", "L_Thigh"),
    ("左足Ｄ", "L_Thigh"),
    ("腰キャンセル左", "L_Thigh"),
    ("左ひざ", "L_Calf"),
    ("左膝", "L_Calf"),
    ("左ひざD", "L_Calf"),
    ("左足首", "L_Foot"),
    ("左足首D", "L_Foot"),
    ("左つま先", "L_Toe0"),
    ("左爪先", "L_Toe0"),
    ("左足先EX", "L_Toe0"),
    ("左足IK親", "L_Foot"),
    ("左足ＩＫ", "L_Foot"),
    ("左つま先ＩＫ", "L_Foot"),
    (" 左足 ", "L_Thigh"),
];

#[test]
fn the_whole_table_holds_on_both_sides_and_for_every_spelling_of_a_rig() {
    for (prefix, separator) in [
        ("Bip001", "_"),
        ("Bip001", " "),
        ("Bip01", "_"),
        ("Bip01", " "),
        ("Bip001", "FBXASC032"),
        ("bip001", "-"),
    ] {
        let rig = rig(prefix, separator);
        let rig: Vec<&str> = rig.iter().map(String::as_str).collect();
        for (name, wanted) in TABLE {
            for (name, wanted) in [
                ((*name).to_owned(), (*wanted).to_owned()),
                (name.replace('左', "右"), wanted.replace("L_", "R_")),
            ] {
                let thumb = format!("{}親指0", name.chars().next().unwrap_or('左'));
                let model = figure(&[(&name, -1), (&thumb, -1)]);
                let guess = guess(&model, &target(&rig));
                let wanted = format!("{prefix}{separator}{}", wanted.replace('_', separator));
                // A second bone of the very name is only there when the row is that of the thumb.
                assert_eq!(
                    targets(&guess)[0],
                    (wanted.as_str(), MappedBy::Name),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn root_motion_bones_go_to_the_root_by_name() {
    let model = figure(&[
        ("全ての親", -1),
        ("センター", 0),
        ("グルーブ", 1),
        ("腰", 2),
    ]);
    let rig = rig("Bip001", "_");
    let rig: Vec<&str> = rig.iter().map(String::as_str).collect();
    let root = ("Bip001", MappedBy::Name);
    assert_eq!(
        targets(&guess(&model, &target(&rig))),
        [root; 4],
        "all four"
    );
}

#[test]
fn thumbs_shift_when_the_figure_has_no_thumb_0_on_that_side() {
    let rig = rig("Bip001", "_");
    let rig: Vec<&str> = rig.iter().map(String::as_str).collect();
    let model = figure(&[
        ("左親指１", -1),
        ("左親指２", 0),
        ("左親指３", 1),
        ("右親指０", -1),
        ("右親指１", 3),
        ("右親指２", 4),
        ("右親指３", 5),
    ]);
    let guess = guess(&model, &target(&rig));
    let l = ["Bip001_L_Finger0", "Bip001_L_Finger01", "Bip001_L_Finger02"];
    let r = ["Bip001_R_Finger0", "Bip001_R_Finger01", "Bip001_R_Finger02"];
    assert_eq!(names(&guess)[..3], l, "left");
    assert_eq!(names(&guess)[3..6], r, "right");
    assert_eq!(
        targets(&guess)[6],
        (r[2], MappedBy::Parent),
        "no such joint: folded"
    );
    assert_eq!(guess.folded, [6], "and said");
}

#[test]
fn a_limb_the_rig_lacks_passes_its_weight_up_its_own_chain() {
    let rig = [
        "Bip001",
        "Bip001_Pelvis",
        "Bip001_Spine",
        "Bip001_Spine1",
        "Bip001_Head",
        "Bip001_L_Clavicle",
        "Bip001_L_Hand",
        "Bip001_L_Finger1",
        "Bip001_L_Foot",
    ];
    for (name, wanted) in [
        ("上半身3", "Bip001_Spine1"),
        ("首", "Bip001_Spine1"),
        ("左人指３", "Bip001_L_Finger1"),
        ("左中指３", "Bip001_L_Hand"),
        ("左つま先", "Bip001_L_Foot"),
        ("左ひじ", "Bip001_L_Clavicle"),
        ("右肩", "Bip001_Spine1"),
        ("右手首", "Bip001_Spine1"),
        ("右足首", "Bip001_Pelvis"),
    ] {
        let guess = guess(&figure(&[(name, -1)]), &target(&rig));
        assert_eq!(targets(&guess), [(wanted, MappedBy::Name)], "{name}");
        let codes: Vec<&str> = guess.findings.iter().map(|one| one.rule.as_ref()).collect();
        assert_eq!(codes, ["bone-lacking"], "{name} is said");
    }
}

#[test]
fn eyes_jaws_and_twist_bones_are_used_where_the_rig_has_them() {
    let rig = [
        "Bip001",
        "Bip001_Head",
        "Bip001_L_Eye",
        "eye_R",
        "Bip001_Jaw",
        "Bip001_L_UpperArm",
        "Bip001 LUpArmTwist",
        "Bip001 LUpArmTwist1",
        "Bip001_L_Forearm",
        "Bip001 L ForeTwist",
    ];
    for (name, wanted) in [
        ("左目", "Bip001_L_Eye"),
        ("右目", "eye_R"),
        ("両目", "Bip001_Head"),
        ("あご", "Bip001_Jaw"),
        ("左腕", "Bip001_L_UpperArm"),
        ("左腕捩", "Bip001 LUpArmTwist"),
        ("左腕捩1", "Bip001 LUpArmTwist"),
        ("左腕捩2", "Bip001 LUpArmTwist1"),
        ("左腕捩3", "Bip001 LUpArmTwist1"),
        ("左手捩3", "Bip001 L ForeTwist"),
        ("左ひじ", "Bip001_L_Forearm"),
    ] {
        let guess = guess(&figure(&[(name, -1)]), &target(&rig));
        assert_eq!(names(&guess), [wanted], "{name}");
    }
}

#[test]
fn a_rig_without_bip001_has_the_pelvis_for_its_root() {
    let guess_of = |rig: &[&str]| guess(&figure(&[("センター", -1), ("頭", 0)]), &target(rig));
    let pelvis = guess_of(&["Bip001_Pelvis", "Bip001_Head"]);
    assert_eq!(names(&pelvis), ["Bip001_Pelvis", "Bip001_Head"], "pelvis");
    let foreign = guess_of(&["hips", "head"]);
    assert_eq!(
        targets(&foreign),
        [("-", MappedBy::Nobody); 2],
        "nothing is guessed"
    );
    assert_eq!(foreign.findings[0].rule, "bone-no-rig", "and said");
}

fn append(model: &mut Model, bone: usize, parent: u32, ratio: f32) {
    model.bones[bone].append = Some(Append { parent, ratio });
}

#[test]
fn an_unlisted_bone_follows_what_it_appends_from_if_by_more_than_half() {
    let rig = ["Bip001", "Bip001_Pelvis", "Bip001_L_Thigh"];
    let figure_with = |parent: u32, ratio: f32| {
        let mut model = figure(&[
            ("センター", -1),
            ("下半身", 0),
            ("左足", 1),
            ("左モモ補助", 1),
        ]);
        append(&mut model, 3, parent, ratio);
        guess(&model, &target(&rig))
    };
    for (parent, ratio, wanted) in [
        (2, 1.0, ("Bip001_L_Thigh", MappedBy::Append)),
        (2, 0.51, ("Bip001_L_Thigh", MappedBy::Append)),
        (2, 0.5, ("Bip001_Pelvis", MappedBy::Parent)),
        (2, -1.0, ("Bip001_Pelvis", MappedBy::Parent)),
        (0, 1.0, ("Bip001_Pelvis", MappedBy::Parent)),
    ] {
        let guess = figure_with(parent, ratio);
        assert_eq!(targets(&guess)[3], wanted, "parent {parent}, ratio {ratio}");
        assert_eq!(guess.folded, [3], "folded");
    }
}

#[test]
fn appends_in_a_circle_fall_back_to_the_parents() {
    let rig = ["Bip001", "Bip001_Pelvis", "Bip001_L_Thigh"];
    let mut model = figure(&[("下半身", -1), ("a", 0), ("b", 1), ("c", 2), ("d", -1)]);
    append(&mut model, 1, 3, 1.0);
    append(&mut model, 3, 1, 1.0);
    append(&mut model, 4, 4, 1.0);
    let guess = guess(&model, &target(&rig));
    assert_eq!(
        targets(&guess)[1],
        ("Bip001_Pelvis", MappedBy::Parent),
        "a by its parent"
    );
    assert_eq!(
        targets(&guess)[2],
        ("Bip001_Pelvis", MappedBy::Parent),
        "b follows a"
    );
    assert_eq!(
        targets(&guess)[3],
        ("Bip001_Pelvis", MappedBy::Append),
        "c appends from a"
    );
    assert_eq!(
        targets(&guess)[4],
        ("Bip001", MappedBy::Root),
        "d only knows itself"
    );
}

#[test]
fn unlisted_bones_fold_into_their_ancestors_and_at_the_top_into_the_root() {
    let rig = ["Bip001", "Bip001_Head"];
    let model = figure(&[
        ("頭", -1),
        ("髪１", 0),
        ("髪２", 1),
        ("飾り", -1),
        ("飾り先", 3),
    ]);
    let guess = guess(&model, &target(&rig));
    assert_eq!(
        targets(&guess)[1..],
        [
            ("Bip001_Head", MappedBy::Parent),
            ("Bip001_Head", MappedBy::Parent),
            ("Bip001", MappedBy::Root),
            ("Bip001", MappedBy::Root)
        ],
        "folded"
    );
    assert_eq!(guess.folded, [1, 2, 3, 4], "all of them have weight");
    let text = guess.findings[0].message.to_string();
    assert!(
        text.contains("not in the name table: 4") && text.contains("髪１"),
        "{text}"
    );
}

#[test]
fn of_equal_names_the_lowest_index_is_looked_up_and_the_others_are_said() {
    let rig = ["Bip001", "Bip001_Head", "Bip001_Neck"];
    let model = figure(&[("首", -1), ("頭", 0), ("頭", 0)]);
    let guess = guess(&model, &target(&rig));
    assert_eq!(
        names(&guess),
        ["Bip001_Neck", "Bip001_Head", "Bip001_Neck"],
        "targets"
    );
    let codes: Vec<&str> = guess.findings.iter().map(|one| one.rule.as_ref()).collect();
    assert_eq!(codes, ["bone-folded", "duplicate-name"], "said");
}

#[test]
fn a_hundred_thousand_bones_in_knots_are_decided_in_no_time() {
    let n_bones = 100_000_u32;
    let mut model = figure(&vec![("x", -1); n_bones as usize]);
    for bone in 1..n_bones {
        model.bones[bone as usize].parent = Some(bone - 1);
        let other = (bone.wrapping_mul(2_654_435_761)) % n_bones;
        append(&mut model, bone as usize, other, 1.0);
    }
    let guess = guess(&model, &target(&["Bip001", "Bip001_Head"]));
    let is_root = |name: &&str| *name == "Bip001";
    assert!(names(&guess).iter().all(is_root), "all go to the root");
}

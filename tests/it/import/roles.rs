//! Components guessed from names in three languages and from bones.

use super::bone_map::{figure, target};
use bem_studio::import::roles::{RoleGuess, guess};
use bem_studio::model::bone_map::{BoneMap, BoneTarget, MappedBy};
use bem_studio::model::figure::{Label, Material, Model, Texture};
use bem_studio::model::target::{TargetComponent, TargetProfile};

const PARTS: [&str; 5] = ["body", "face", "hair", "cloth", "metal"];

fn sample_target() -> TargetProfile {
    TargetProfile {
        components: (0_u32..)
            .zip(PARTS)
            .map(|(id, part)| TargetComponent {
                id,
                mesh_name: format!("S_chr_0001_sample_{part}_01_lod0"),
                ..TargetComponent::default()
            })
            .collect(),
        ..TargetProfile::default()
    }
}

fn named(local: &str, english: &str) -> Material {
    Material {
        name: Label {
            local: local.to_owned(),
            english: english.to_owned(),
        },
        ..Material::default()
    }
}

fn guess_of(material: Material) -> RoleGuess {
    let model = Model {
        materials: vec![material],
        textures: vec![Texture {
            written: "tex\\Hair_01.png".to_owned(),
            ..Texture::default()
        }],
        ..Model::default()
    };
    guess(&model, &sample_target(), &BoneMap::default())[0]
}

#[test]
fn names_in_three_languages_find_their_component() {
    for (part, names) in [
        (
            "body",
            "肌 体 身体 素体 皮肤 body Skin 手 足 首 nails Body_01 arm ｂｏｄｙ 右手",
        ),
        (
            "face",
            "顔 脸 face 目 眼 眼睛 白目 瞳 ハイライト eye Eyes eyeL eyebrow 眉 眉毛 睫毛 まつげ 口 mouth \
             teeth 舌 口内 歯 headSkin2face 顔影 表情face",
        ),
        (
            "hair",
            "髪 头发 頭髪 前髪 後ろ髪 hair Hair_Front 刘海 髪影 アホ毛 ponytail bangs ﾍｱ",
        ),
        (
            "cloth",
            "服 衣装 cloth clothes dress スカート 裙子 skirt 靴 shoes 靴下 袖 リボン 手袋 外套 pants タイツ \
             体操服 UniformTop",
        ),
        (
            "metal",
            "金具 金属 metal button ボタン 服金具 髪飾り 眼鏡 帽子 耳环 accessory gold belt_buckle",
        ),
    ] {
        for name in names.split_whitespace() {
            let found = guess_of(named(name, ""));
            let component = found.component.expect("the target has components");
            assert_eq!(PARTS[component as usize], part, "{name}");
            assert!(found.confidence >= 0.5, "{name}: {}", found.confidence);
        }
    }
}

#[test]
fn a_direct_name_is_surer_than_a_detour() {
    let direct = guess_of(named("顔", "")).confidence;
    let detour = guess_of(named("目", "")).confidence;
    assert!(direct >= 0.9, "{direct}");
    assert!(detour < direct && detour >= 0.6, "{detour}");
}

#[test]
fn the_english_name_and_then_the_texture_help_out() {
    let english = guess_of(named("材質1", "hair"));
    assert_eq!(english.component, Some(2), "by the English name");
    let by_texture = Material {
        texture: Some(0),
        ..named("材質2", "")
    };
    let texture = guess_of(by_texture);
    assert_eq!(texture.component, Some(2), "by the texture");
    assert!(texture.confidence < english.confidence, "less sure");
}

#[test]
fn names_that_only_look_like_words_say_nothing() {
    for name in [
        "charm",
        "armor",
        "beard",
        "leggings-free",
        "Material 7",
        "shader",
        "近",
    ] {
        let found = guess_of(named(name, ""));
        assert!(found.confidence < 0.5, "{name}: {found:?}");
    }
}

#[test]
fn without_names_the_bones_decide() {
    let mut model = figure(&[("x", -1)]);
    model
        .vertices
        .influences
        .resize(3, model.vertices.influences[0]);
    model.triangles = vec![[0, 1, 2]];
    model.materials = vec![Material {
        n_triangles: 1,
        ..named("?", "")
    }];
    let map = BoneMap {
        targets: vec![BoneTarget {
            target: Some("Bip001_Head".to_owned()),
            by: MappedBy::Author,
        }],
    };
    let mut profile = sample_target();
    let bones = target(&["Bip001", "Bip001_Pelvis", "Bip001_Head"]).components[0]
        .bone_names
        .clone();
    profile.components[0].bone_names = bones;
    profile.components[2].bone_names = vec!["Bip001_Head".to_owned()];
    let found = guess(&model, &profile, &map)[0];
    assert_eq!(found.component, Some(2), "the one with just this bone");
    assert!(
        found.confidence > 0.0 && found.confidence < 0.5,
        "{found:?}"
    );
}

#[test]
fn of_equal_components_the_one_that_lists_the_bones_wins() {
    let mut model = figure(&[("x", -1)]);
    model
        .vertices
        .influences
        .resize(3, model.vertices.influences[0]);
    model.triangles = vec![[0, 1, 2]];
    model.materials = vec![Material {
        n_triangles: 1,
        ..named("服", "")
    }];
    let map = BoneMap {
        targets: vec![BoneTarget {
            target: Some("Bip001_L_Calf".to_owned()),
            by: MappedBy::Name,
        }],
    };
    let mut profile = sample_target();
    profile.components[3].bone_names = vec!["Bip001_Spine".to_owned()];
    profile.components.push(TargetComponent {
        id: 5,
        mesh_name: "S_chr_0001_sample_cloth_02_lod0".to_owned(),
        bone_names: vec!["Bip001_L_Calf".to_owned()],
        ..TargetComponent::default()
    });
    assert_eq!(
        guess(&model, &profile, &map)[0].component,
        Some(5),
        "cloth 02"
    );
}

#[test]
fn a_target_without_components_gets_no_guess() {
    let model = Model {
        materials: vec![named("肌", "")],
        ..Model::default()
    };
    let found = guess(&model, &TargetProfile::default(), &BoneMap::default())[0];
    assert_eq!(found, RoleGuess::default(), "nothing");
}

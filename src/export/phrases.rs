//! What keeps a document from becoming a package, in words, with what to do about it.

use crate::base::findings::{Finding, Place, Severity};
use crate::base::text::{Message, Phrase};
use crate::convert::error::ConvertError;
use crate::convert::fit::FitError;
use crate::convert::texture::TextureError;
use crate::export::faults;

macro_rules! words {
    ($($name:ident = $zh:literal, $ja:literal, $en:literal;)*) => {
        $(static $name: Phrase = Phrase::new($zh, $ja, $en);)*
    };
}

words! {
    NO_TARGET = "尚未选择角色：包必须指明为哪个角色制作。请选择角色目录。",
        "キャラクターが選ばれていません。パッケージには対象が必要です。カタログを選んでください。",
        "No character is chosen: a package is made for one. Choose a character catalogue.";
    FIT = "“{name}”无法贴合角色的静止姿势：{what}",
        "「{name}」をキャラクターの基準姿勢に合わせられません。{what}",
        "\"{name}\" cannot be fitted to the character's rest pose. {what}";
    MESH = "部件“{name}”的网格无法生成：{what}",
        "パーツ「{name}」のメッシュを作れません。{what}",
        "The mesh for the component \"{name}\" cannot be made. {what}";
    TEXTURE = "贴图“{name}”无法转换：{what}",
        "テクスチャ「{name}」を変換できません。{what}",
        "The texture \"{name}\" cannot be converted. {what}";
    STAGE_MESHES = "转换网格", "メッシュを変換しています", "Converting meshes";
    STAGE_TEXTURES = "压缩贴图", "テクスチャを圧縮しています", "Compressing textures";
}

pub(super) static MESHES: &Phrase = &STAGE_MESHES;
pub(super) static TEXTURES: &Phrase = &STAGE_TEXTURES;

pub(super) fn no_target() -> Finding {
    Finding::new(
        "no-character",
        Severity::Error,
        Place::Pointer("/target".to_owned()),
        Message::new(&NO_TARGET),
    )
}

pub(super) fn fit(source: impl std::fmt::Display, name: &str, error: &FitError) -> Finding {
    let message = Message::new(&FIT)
        .with("name", name)
        .with_message("what", faults::fit(error));
    Finding::new(
        "fit",
        Severity::Error,
        Place::Part(source.to_string()),
        message,
    )
}

pub(super) fn mesh(mesh: usize, name: &str, error: &ConvertError) -> Finding {
    let message = Message::new(&MESH)
        .with("name", name)
        .with_message("what", faults::mesh(error));
    Finding::new(
        "mesh",
        Severity::Error,
        Place::Pointer(format!("/meshes/{mesh}")),
        message,
    )
}

pub(super) fn texture(texture: usize, name: &str, error: &TextureError) -> Finding {
    let message = Message::new(&TEXTURE)
        .with("name", name)
        .with_message("what", faults::texture(error));
    Finding::new(
        "texture",
        Severity::Error,
        Place::Pointer(format!("/textures/{texture}")),
        message,
    )
}

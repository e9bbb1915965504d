//! Why an edit is refused, in words.

use crate::base::text::{Message, Phrase};
use crate::document::edit::EditError;

pub(super) static NO_SUCH_PART: Phrase = Phrase::new(
    "{part} 已不在此文档中。",
    "{part} はこのドキュメントにもうありません。",
    "{part} is no longer part of this document.",
);
pub(super) static TEXT_LENGTH: Phrase = Phrase::new(
    "“{field}”的长度必须为 1 到 256 字节，现为 {length} 字节。",
    "「{field}」は 1〜256 バイトにしてください（現在 {length} バイト）。",
    "\"{field}\" must be 1 to 256 bytes long; it has {length}.",
);
pub(super) static BAD_ID: Phrase = Phrase::new(
    "ID“{id}”只能用字母、数字、“_”“.”“-”，以字母或数字开头，最多 96 个字符。",
    "ID「{id}」は英数字と「_」「.」「-」のみ、先頭は英数字、96 文字までです。",
    "The id \"{id}\" may hold only letters, digits, \"_\", \".\", \"-\", starting with a letter or digit, up to 96.",
);
pub(super) static NO_TARGET: Phrase = Phrase::new(
    "请先选择角色。",
    "先にキャラクターを選んでください。",
    "Choose a character first.",
);
pub(super) static NO_PLACE: Phrase = Phrase::new(
    "角色没有部件 {component} 的材质 {slot}。",
    "キャラクターにはパーツ {component} の材質 {slot} がありません。",
    "The character has no material {slot} on component {component}.",
);
pub(super) static NO_TARGET_BONE: Phrase = Phrase::new(
    "角色骨架中没有骨骼“{bone}”。",
    "キャラクターの骨格にボーン「{bone}」がありません。",
    "The character's skeleton has no bone \"{bone}\".",
);
pub(super) static MAP_LENGTH: Phrase = Phrase::new(
    "骨骼映射有 {given} 项，模型有 {wanted} 根骨骼。",
    "ボーン割り当ては {given} 件、モデルのボーンは {wanted} 本です。",
    "The bone map has {given} entries, the model {wanted} bones.",
);
pub(super) static GROUP_SIZE: Phrase = Phrase::new(
    "选项组需要 1 到 64 个选项，现为 {given} 个。",
    "オプション群の選択肢は 1〜64 個です（現在 {given} 個）。",
    "A group needs 1 to 64 choices; {given} are given.",
);
pub(super) static GROUP_COUNT: Phrase = Phrase::new(
    "一个包最多 64 个选项组。",
    "オプション群は 1 パッケージに 64 個までです。",
    "A package holds at most 64 option groups.",
);

pub(super) fn refused(message: Message) -> EditError {
    EditError(message)
}

pub(super) fn no_such_part(part: impl std::fmt::Display) -> EditError {
    refused(Message::new(&NO_SUCH_PART).with("part", part))
}

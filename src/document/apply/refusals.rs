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

pub(super) static CONVERT_FIRST: Phrase = Phrase::new(
    "此包使用固定外观（1.0）。请先把固定外观转换为选项组。",
    "このパッケージは固定外観（1.0）です。先に固定外観をオプション群へ変換してください。",
    "This package has fixed appearances (1.0). Convert them to an option group first.",
);
pub(super) static NO_APPEARANCES: Phrase = Phrase::new(
    "此包没有固定外观，无需转换。",
    "このパッケージに固定外観はなく、変換は不要です。",
    "This package has no fixed appearances: there is nothing to convert.",
);
pub(super) static OTHER_TABLES: Phrase = Phrase::new(
    "“{name}”的骨骼表或材质表与此包的网格所用的不同。请选择同一角色、同一版本的目录。",
    "「{name}」のボーン表か材質表が、このパッケージのメッシュが使うものと違います。同じキャラクターの同じ版のカタログを選んでください。",
    "\"{name}\" has other bone or material tables than the meshes of this package were made for. Choose a catalogue of the same character and revision.",
);
pub(super) static MADE_OF_FIGURE: Phrase = Phrase::new(
    "贴图“{name}”来自模型的材质。请改变该材质的分配，而不是删除贴图。",
    "テクスチャ「{name}」はモデルの材質から作られます。削除せずに、材質の割り当てを変えてください。",
    "The texture \"{name}\" comes from a material of a figure. Change where that material is placed instead of removing the texture.",
);
pub(super) static MADE_OF_MATERIALS: Phrase = Phrase::new(
    "此网格由模型的材质生成。请改变这些材质的分配，而不是删除网格。",
    "このメッシュはモデルの材質から作られます。削除せずに、材質の割り当てを変えてください。",
    "This mesh is made of materials of a figure. Change where they are placed instead of removing the mesh.",
);
pub(super) static OTHER_CHOICES: Phrase = Phrase::new(
    "“{name}”的选项必须与之前相同。请用“添加选项”或“删除选项”来改变它们。",
    "「{name}」の選択肢は以前と同じでなければなりません。変えるには「選択肢を追加」か「選択肢を削除」を使ってください。",
    "\"{name}\" must keep its choices. Add or remove choices one by one instead.",
);
pub(super) static TWICE: Phrase = Phrase::new(
    "ID“{id}”已被使用。请换一个。",
    "ID「{id}」は使用済みです。別の ID にしてください。",
    "The id \"{id}\" is already in use. Choose another.",
);
pub(super) static EARLIER_GROUP: Phrase = Phrase::new(
    "“{name}”的可用条件引用了“{other}”，后者必须排在它前面。请先移动选项组。",
    "「{name}」の利用条件は「{other}」を参照していますが、それは前に並んでいる必要があります。先にオプション群を移動してください。",
    "\"{name}\" is available depending on \"{other}\", which must stand before it. Move the groups first.",
);
pub(super) static LAST_CHOICE: Phrase = Phrase::new(
    "选项组至少要有一个选项。请改为删除整个选项组。",
    "オプション群には選択肢が 1 つ以上必要です。オプション群ごと削除してください。",
    "A group needs at least one choice. Remove the group instead.",
);
pub(super) static EMPTY_SLOT: Phrase = Phrase::new(
    "贴图槽至少要有一个候选。",
    "テクスチャスロットには候補が 1 つ以上必要です。",
    "A texture slot needs at least one candidate.",
);
pub(super) static SLIDER_COUNT: Phrase = Phrase::new(
    "一个包最多 64 个滑块。",
    "スライダーは 1 パッケージに 64 個までです。",
    "A package holds at most 64 sliders.",
);
pub(super) static BAD_TICKS: Phrase = Phrase::new(
    "滑块的刻度必须满足：0 ≤ 最小 < 最大 ≤ 1000，步长 1 到 1000，最大、中性、默认都在步长的刻度上。",
    "スライダーの目盛りは 0 ≤ 最小 < 最大 ≤ 1000、刻み 1〜1000 とし、最大・基準・初期値は刻みの上に置いてください。",
    "A slider needs 0 ≤ min < max ≤ 1000, a step of 1 to 1000, and max, neutral and default on its steps.",
);
pub(super) static BAD_FRAMES: Phrase = Phrase::new(
    "滑块“{name}”的帧必须为 2 到 64 个，按刻度递增，首帧在最小值，末帧在最大值，且只有中性刻度上的一帧为中性。",
    "スライダー「{name}」のフレームは 2〜64 個とし、目盛りの順に、最初は最小値、最後は最大値に置き、基準の目盛りの 1 つだけを基準にしてください。",
    "The frames of \"{name}\" must be 2 to 64 in ascending order, the first at its lowest tick and the last at its highest, with exactly one neutral frame on the neutral tick.",
);
pub(super) static DRIVER_COUNT: Phrase = Phrase::new(
    "一个包最多 16 个驱动。",
    "ドライバーは 1 パッケージに 16 個までです。",
    "A package holds at most 16 drivers.",
);

pub(super) fn refused(message: Message) -> EditError {
    EditError(message)
}

pub(super) fn no_such_part(part: impl std::fmt::Display) -> EditError {
    refused(Message::new(&NO_SUCH_PART).with("part", part))
}

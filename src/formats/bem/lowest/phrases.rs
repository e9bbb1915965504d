//! Why a package needs a later version, in the three languages. Features are noun phrases for use inside a sentence.

use crate::base::text::Phrase;

pub(super) static BECAUSE: Phrase = Phrase::new(
    "仅因{feature}而需要 BEM {minor}；去掉后为 {without}。",
    "{feature}があるため BEM {minor} が必要です。なければ {without} で済みます。",
    "BEM {minor} is needed only because of {feature}; without it {without}.",
);
pub(super) static BECAUSE_MORE: Phrase = Phrase::new(
    "因{feature}及另外 {more} 项而需要 BEM {minor}；全部去掉后为 {without}。",
    "{feature}ほか {more} 件があるため BEM {minor} が必要です。すべてなければ {without} で済みます。",
    "BEM {minor} is needed because of {feature} and {more} more; without all of them {without}.",
);
pub(super) static DRAW_OVERRIDES: Phrase = Phrase::new(
    "材质“{name}”的属性修改（共 {n} 个绘制段）",
    "材質「{name}」の属性変更（描画区分 {n} 個）",
    "changed properties of the material {name} (pieces: {n})",
);
pub(super) static ROOT_OFFSET: Phrase = Phrase::new("根偏移", "ルートのずらし", "the root offset");
pub(super) static DRIVER: Phrase = Phrase::new(
    "驱动器“{name}”",
    "ドライバー「{name}」",
    "the driver {name}",
);
pub(super) static RESOURCES: Phrase = Phrase::new(
    "目标中列出的资源",
    "対象に挙げられたリソース",
    "the resources listed in the target",
);
pub(super) static EXPLICIT_KEYS: Phrase = Phrase::new(
    "目标中只属于 1.4 资源结构的条目",
    "対象にある 1.4 のリソース構造の項目",
    "entries of the 1.4 resource structure in the target",
);
pub(super) static SLIDER: Phrase = Phrase::new(
    "滑块“{name}”（共 {n} 个）",
    "スライダー「{name}」（全 {n} 個）",
    "the slider {name} (sliders: {n})",
);
pub(super) static CHANNELS: Phrase = Phrase::new("网格形变", "メッシュの変形", "mesh deformations");
pub(super) static NO_GROUPS: Phrase = Phrase::new(
    "没有任何选项组",
    "オプション群が一つもない構成",
    "having no option group at all",
);
pub(super) static SLOT: Phrase = Phrase::new(
    "贴图槽“{name}”（共 {n} 个）",
    "テクスチャスロット「{name}」（全 {n} 個）",
    "the texture slot {name} (slots: {n})",
);
pub(super) static ALIAS: Phrase = Phrase::new(
    "部件“{name}”的骨骼别名",
    "パーツ「{name}」のボーン別名",
    "bone aliases of the component {name}",
);
pub(super) static WIDE_SKIN: Phrase = Phrase::new(
    "网格 {name} 的 32 字节蒙皮数据（共 {n} 个网格）",
    "メッシュ {name} の 32 バイトスキンデータ（全 {n} 個）",
    "the 32-byte skin of mesh {name} (meshes: {n})",
);
pub(super) static CHOICES: Phrase = Phrase::new(
    "选项组“{name}”的 {n} 个选项（1.1 最多 {limit} 个）",
    "オプション群「{name}」の選択肢 {n} 個（1.1 では {limit} 個まで）",
    "the {n} choices of the option group {name} (1.1 allows {limit})",
);
pub(super) static CANDIDATES: Phrase = Phrase::new(
    "共 {n} 个候选与绘制段（1.1 最多 {limit} 个）",
    "候補と描画区分の合計 {n} 個（1.1 では {limit} 個まで）",
    "{n} candidates and draws in all (1.1 allows {limit})",
);
pub(super) static PAYLOADS: Phrase = Phrase::new(
    "{n} 个数据块（早期版本最多 {limit} 个）",
    "データブロック {n} 個（初期の版では {limit} 個まで）",
    "{n} payloads (earlier versions allow {limit})",
);
pub(super) static TEXTURE: Phrase = Phrase::new(
    "贴图“{name}”的 {size}（早期版本最多 {limit}）",
    "テクスチャ「{name}」の {size}（初期の版では {limit} まで）",
    "the {size} of the texture {name} (earlier versions allow {limit})",
);
pub(super) static ACTIVE_TEXTURES: Phrase = Phrase::new(
    "同时使用的 {n} 张贴图（早期版本最多 {limit} 张）",
    "同時に使う {n} 枚のテクスチャ（初期の版では {limit} 枚まで）",
    "{n} textures in use at once (earlier versions allow {limit})",
);
pub(super) static SELECTION: Phrase = Phrase::new(
    "一种选择所需的 {size}（早期版本最多 {limit}）",
    "一つの選択に要る {size}（初期の版では {limit} まで）",
    "the {size} of one selection (earlier versions allow {limit})",
);
pub(super) static CAPABILITY: Phrase = Phrase::new(
    "列出却未使用的能力“{name}”",
    "使われていないのに挙げられた機能「{name}」",
    "the capability {name}, listed but not used",
);

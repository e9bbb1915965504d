//! What can be wrong with a catalogue: what, where and what to do, in three languages.

use crate::base::findings::{Finding, Place, Severity};
use crate::base::limits;
use crate::base::numbers;
use crate::base::text::{Message, Phrase, bytes, grouped};
use crate::import::catalog::value::Node;
use std::fmt;

/// The first fault of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogError {
    /// Stable code: a rule ID where a rule is broken, otherwise one of ours.
    pub rule: &'static str,
    /// JSON pointer to the value; empty = the file as a whole.
    pub pointer: String,
    /// What is wrong and what to do.
    pub message: Message,
}

impl CatalogError {
    /// The same as a finding.
    pub fn finding(&self) -> Finding {
        let place = if self.pointer.is_empty() {
            Place::Whole
        } else {
            Place::Pointer(self.pointer.clone())
        };
        Finding::new(self.rule, Severity::Error, place, self.message.clone())
    }
}

impl fmt::Display for CatalogError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer.as_str() {
            "" => write!(out, "{}", self.message),
            pointer => write!(out, "{pointer}: {}", self.message),
        }
    }
}

impl std::error::Error for CatalogError {}

pub(super) static OBJECT: Phrase = Phrase::new("对象 {…}", "オブジェクト {…}", "an object {…}");
pub(super) static LIST: Phrase = Phrase::new("列表 […]", "リスト […]", "a list […]");
pub(super) static TEXT: Phrase = Phrase::new("文本 \"…\"", "文字列 \"…\"", "a text \"…\"");
pub(super) static WHOLE: Phrase = Phrase::new("非负整数", "0 以上の整数", "a whole number");
pub(super) static TRUTH: Phrase = Phrase::new("true 或 false", "true か false", "true or false");
pub(super) static POINT: Phrase = Phrase::new(
    "三个有限的数 [x, y, z]",
    "有限な数 3 つ [x, y, z]",
    "three finite numbers [x, y, z]",
);

static TOO_LARGE: Phrase = Phrase::new(
    "文件有 {size}，目录文件最多 {limit}。请确认选对了文件。",
    "ファイルが {size} あります。カタログは {limit} までです。選んだファイルを確かめてください。",
    "The file has {size}; a catalogue has at most {limit}. Check that it is the right file.",
);
static NOT_JSON: Phrase = Phrase::new(
    "在第 {line} 行第 {column} 列无法作为 JSON 读取。请重新获取目录文件，或用 JSON 编辑器修正该处。",
    "{line} 行 {column} 列で JSON として読めません。カタログを取り直すか、JSON エディターでそこを直してください。",
    "The file is not readable as JSON, line {line}, column {column}. Get the catalogue anew, or mend that place in a JSON editor.",
);
static MISSING: Phrase = Phrase::new(
    "缺少必需的 {key}。请补上它，或从游戏数据重新生成目录。",
    "必要な {key} がありません。追加するか、カタログをゲームデータから作り直してください。",
    "The required {key} is missing. Add it, or make the catalogue from the game's data again.",
);
static WRONG_TYPE: Phrase = Phrase::new(
    "这里应为{wanted}，却是 {value}。请改正该值。",
    "ここには{wanted}が必要ですが、{value} になっています。値を直してください。",
    "This must be {wanted}, but it is {value}. Correct the value.",
);
static KIND: Phrase = Phrase::new(
    "kind 为 {value}，应为 {wanted}。请选择角色目录文件。",
    "kind が {value} です。{wanted} が必要です。キャラクターのカタログを選んでください。",
    "The kind is {value}, wanted is {wanted}. Choose the catalogue of a character.",
);
static SCHEMA: Phrase = Phrase::new(
    "schema 为 {value}，只认识 1。请更新本程序，或使用 schema 1 的目录。",
    "schema が {value} です。対応しているのは 1 だけです。このプログラムを更新するか、schema 1 のカタログを使ってください。",
    "The schema is {value}; only 1 is known. Update this program or use a catalogue of schema 1.",
);
static PLATFORM: Phrase = Phrase::new(
    "platform 为 {value}，BEM 包只面向 {wanted}。请使用该平台的目录。",
    "platform が {value} です。BEM パッケージの対象は {wanted} だけです。そのプラットフォームのカタログを使ってください。",
    "The platform is {value}; BEM packages are made for {wanted} alone. Use the catalogue of that platform.",
);
static STABLE_ID: Phrase = Phrase::new(
    "{value} 不是有效的标识：须为 1 到 96 个 ASCII 字母、数字、_ . -，并以字母或数字开头。",
    "{value} は識別子として使えません。英数字と _ . - の 1～96 文字で、先頭は英数字にしてください。",
    "{value} is no valid id: use 1 to 96 ASCII letters, digits, _ . -, beginning with a letter or digit.",
);
static NAME: Phrase = Phrase::new(
    "名称 {value} 须为 1 到 256 字节，且不含 NUL。请从游戏数据复制完整名称。",
    "名前 {value} は 1～256 バイトで、NUL を含まないものにしてください。ゲームデータの名前をそのまま写してください。",
    "The name {value} must have 1 to 256 bytes and no NUL. Copy the full name from the game's data.",
);
static RANGE: Phrase = Phrase::new(
    "{value} 超出范围，须为 {least} 到 {most} 的整数。",
    "{value} は範囲外です。{least} から {most} までの整数にしてください。",
    "{value} is out of range: a whole number from {least} to {most} is wanted.",
);
static COUNT: Phrase = Phrase::new(
    "有 {count} 项，须为 {least} 到 {most} 项。请补足或删去多余的项。",
    "{count} 件あります。{least} 件から {most} 件にしてください。",
    "Entries: {count}; {least} to {most} are wanted. Add or remove some.",
);
static GAP: Phrase = Phrase::new(
    "编号须从 0 起连续：缺少 {wanted}。请重新编号。",
    "番号は 0 から連続している必要があります。{wanted} がありません。番号を振り直してください。",
    "Numbers must run from 0 without gaps: {wanted} is missing. Number the entries anew.",
);
static NOT_A_NUMBER: Phrase = Phrase::new(
    "键 {key} 不是编号；这里只能用 0、1、2……",
    "キー {key} は番号ではありません。0、1、2… だけが使えます。",
    "The key {key} is no number; only 0, 1, 2, ... stand here.",
);
static ID: Phrase = Phrase::new(
    "部件的 id 为 {value}，应等于其位置 {wanted}。",
    "パーツの id が {value} です。並び順の {wanted} と同じにしてください。",
    "The component's id is {value}; it must equal its place {wanted}.",
);
static NOT_TRIANGLES: Phrase = Phrase::new(
    "original_index_count 为 {value}，须为 3 的倍数（所有子网格之和）。",
    "original_index_count が {value} です。全サブメッシュの合計で、3 の倍数にしてください。",
    "original_index_count is {value}; the sum over all submeshes is a multiple of 3.",
);
static MESH_TWICE: Phrase = Phrase::new(
    "网格名 {name} 已用于部件 {first}。每个部件的网格名须唯一。",
    "メッシュ名 {name} はパーツ {first} で使われています。名前はパーツごとに別にしてください。",
    "The mesh name {name} already belongs to component {first}. Each component has a mesh name of its own.",
);
static SAME_RESOURCES: Phrase = Phrase::new(
    "world_resource 与 ui_resource 相同。请分别填写场景模型与展示模型的名称。",
    "world_resource と ui_resource が同じです。シーン用と詳細表示用の名前を別々に書いてください。",
    "world_resource and ui_resource are equal. Name the scene model and the detail model separately.",
);
static PRESET: Phrase = Phrase::new(
    "geometry_preset 为 {value}，可用的是 efmi 或 plain。",
    "geometry_preset が {value} です。使えるのは efmi か plain です。",
    "geometry_preset is {value}; efmi and plain are known.",
);
static STREAM: Phrase = Phrase::new(
    "数据流编号 {value} 不存在：strides 只有 {count} 项。",
    "ストリーム番号 {value} はありません。strides は {count} 件だけです。",
    "There is no stream {value} (entries of strides: {count}).",
);
static FAR: Phrase = Phrase::new(
    "位置 {value} 离原点超过 100 米。请以米为单位填写。",
    "位置 {value} が原点から 100 m より離れています。メートルで書いてください。",
    "The position {value} is more than 100 m from the origin. Write metres.",
);
static NO_SUCH_PARENT: Phrase = Phrase::new(
    "父骨骼 {name} 不在 rest_joints 中。请补上它，或改正 parent。",
    "親ボーン {name} が rest_joints にありません。追加するか parent を直してください。",
    "The parent {name} is not among the rest_joints. Add it or correct parent.",
);
static PARENT_CIRCLE: Phrase = Phrase::new(
    "父骨骼形成了循环。根骨骼的 parent 应为 null。",
    "親ボーンをたどると循環しています。ルートボーンの parent は null にしてください。",
    "The parents form a circle. The root's parent is null.",
);

fn at(node: &Node<'_>, rule: &'static str, message: Message) -> CatalogError {
    CatalogError {
        rule,
        pointer: node.pointer().to_owned(),
        message,
    }
}

fn value(node: &Node<'_>, rule: &'static str, phrase: &'static Phrase) -> CatalogError {
    at(node, rule, Message::new(phrase).with("value", node.shown()))
}

pub(super) fn too_large(n_bytes: usize) -> CatalogError {
    CatalogError {
        rule: "catalog-size",
        pointer: String::new(),
        message: Message::new(&TOO_LARGE)
            .with("size", bytes(numbers::u64_of(n_bytes)))
            .with("limit", bytes(limits::CATALOG_BYTES)),
    }
}

pub(super) fn not_json(cause: &serde_json::Error) -> CatalogError {
    CatalogError {
        rule: "catalog-json",
        pointer: String::new(),
        message: Message::new(&NOT_JSON)
            .with("line", grouped(cause.line()))
            .with("column", grouped(cause.column())),
    }
}

pub(super) fn missing(node: &Node<'_>, key: &str) -> CatalogError {
    at(
        node,
        "catalog-missing",
        Message::new(&MISSING).with("key", key),
    )
}

pub(super) fn wrong_type(node: &Node<'_>, wanted: &'static Phrase) -> CatalogError {
    let message = Message::new(&WRONG_TYPE)
        .with_message("wanted", Message::new(wanted))
        .with("value", node.shown());
    at(node, "catalog-type", message)
}

pub(super) fn kind(node: &Node<'_>, wanted: &str) -> CatalogError {
    let message = Message::new(&KIND)
        .with("value", node.shown())
        .with("wanted", wanted);
    at(node, "catalog-kind", message)
}

pub(super) fn schema(node: &Node<'_>) -> CatalogError {
    value(node, "catalog-schema", &SCHEMA)
}

pub(super) fn platform(node: &Node<'_>, wanted: &str) -> CatalogError {
    let message = Message::new(&PLATFORM)
        .with("value", node.shown())
        .with("wanted", wanted);
    at(node, "TGT-02", message)
}

pub(super) fn stable_id(node: &Node<'_>) -> CatalogError {
    value(node, "ID-01", &STABLE_ID)
}

pub(super) fn name(node: &Node<'_>) -> CatalogError {
    value(node, "ID-07", &NAME)
}

pub(super) fn range(node: &Node<'_>, least: u32, most: u32) -> CatalogError {
    let message = Message::new(&RANGE)
        .with("value", node.shown())
        .with("least", grouped(least))
        .with("most", grouped(most));
    at(node, "catalog-range", message)
}

pub(super) fn count(node: &Node<'_>, count: usize, least: usize, most: usize) -> CatalogError {
    let message = Message::new(&COUNT)
        .with("count", grouped(count))
        .with("least", grouped(least))
        .with("most", grouped(most));
    at(node, "catalog-count", message)
}

pub(super) fn gap(node: &Node<'_>, wanted: u32) -> CatalogError {
    at(node, "TGT-04", Message::new(&GAP).with("wanted", wanted))
}

pub(super) fn not_a_number(node: &Node<'_>, key: &str) -> CatalogError {
    at(node, "TGT-04", Message::new(&NOT_A_NUMBER).with("key", key))
}

pub(super) fn id(node: &Node<'_>, wanted: u32) -> CatalogError {
    let message = Message::new(&ID)
        .with("value", node.shown())
        .with("wanted", wanted);
    at(node, "TGT-04", message)
}

pub(super) fn not_triangles(node: &Node<'_>) -> CatalogError {
    value(node, "TGT-05", &NOT_TRIANGLES)
}

pub(super) fn mesh_twice(node: &Node<'_>, name: &str, first: u32) -> CatalogError {
    let message = Message::new(&MESH_TWICE)
        .with("name", name)
        .with("first", first);
    at(node, "TGT-07", message)
}

pub(super) fn same_resources(node: &Node<'_>) -> CatalogError {
    at(node, "TGT-03", Message::new(&SAME_RESOURCES))
}

pub(super) fn preset(node: &Node<'_>) -> CatalogError {
    value(node, "catalog-preset", &PRESET)
}

pub(super) fn stream(node: &Node<'_>, n_streams: usize) -> CatalogError {
    let message = Message::new(&STREAM)
        .with("value", node.shown())
        .with("count", n_streams);
    at(node, "catalog-stream", message)
}

pub(super) fn far(node: &Node<'_>) -> CatalogError {
    value(node, "catalog-rest", &FAR)
}

pub(super) fn no_such_parent(node: &Node<'_>, name: &str) -> CatalogError {
    at(
        node,
        "catalog-rest",
        Message::new(&NO_SUCH_PARENT).with("name", name),
    )
}

pub(super) fn parent_circle(node: &Node<'_>) -> CatalogError {
    at(node, "catalog-rest", Message::new(&PARENT_CIRCLE))
}

//! The sentences about PMX files, in all languages. Field names stay as the rulebook writes them.

mod edited;
mod refused;
mod warned;

use crate::base::text::{Message, Phrase};
use crate::formats::pmx::section::Section;

static HEADER: Phrase = Phrase::new("文件头", "ヘッダー", "header");
static INFO: Phrase = Phrase::new("模型信息", "モデル情報", "model info");
static VERTICES: Phrase = Phrase::new("顶点", "頂点", "vertices");
static FACES: Phrase = Phrase::new("面", "面", "faces");
static TEXTURES: Phrase = Phrase::new("贴图", "テクスチャ", "textures");
static MATERIALS: Phrase = Phrase::new("材质", "材質", "materials");
static BONES: Phrase = Phrase::new("骨骼", "ボーン", "bones");
static MORPHS: Phrase = Phrase::new("表情", "モーフ", "morphs");
static FRAMES: Phrase = Phrase::new("显示框", "表示枠", "display frames");
static BODIES: Phrase = Phrase::new("刚体", "剛体", "rigid bodies");
static JOINTS: Phrase = Phrase::new("关节", "ジョイント", "joints");
static SOFT_BODIES: Phrase = Phrase::new("软体", "ソフトボディ", "soft bodies");
static TAIL: Phrase = Phrase::new("文件末尾", "ファイル末尾", "end of file");

static FIELD: Phrase = Phrase::new(
    "{section}，{field}",
    "{section}、{field}",
    "{section}, {field}",
);
static RECORD_FIELD: Phrase = Phrase::new(
    "{section}，记录 {record}，{field}",
    "{section}、レコード {record}、{field}",
    "{section}, record {record}, {field}",
);
static ITEM_FIELD: Phrase = Phrase::new(
    "{section}，记录 {record}，条目 {item}，{field}",
    "{section}、レコード {record}、要素 {item}、{field}",
    "{section}, record {record}, item {item}, {field}",
);

impl Section {
    /// Its name for people.
    pub const fn name(self) -> &'static Phrase {
        match self {
            Self::Header => &HEADER,
            Self::Info => &INFO,
            Self::Vertices => &VERTICES,
            Self::Faces => &FACES,
            Self::Textures => &TEXTURES,
            Self::Materials => &MATERIALS,
            Self::Bones => &BONES,
            Self::Morphs => &MORPHS,
            Self::Frames => &FRAMES,
            Self::Bodies => &BODIES,
            Self::Joints => &JOINTS,
            Self::SoftBodies => &SOFT_BODIES,
            Self::Tail => &TAIL,
        }
    }
}

/// Where something is: section, record and item as far as there are any, field.
fn place(
    section: Section,
    (record, item): (Option<u32>, Option<u32>),
    field: &'static str,
) -> Message {
    let phrase = match (record, item) {
        (None, _) => &FIELD,
        (Some(_), None) => &RECORD_FIELD,
        (Some(_), Some(_)) => &ITEM_FIELD,
    };
    let mut message = Message::new(phrase)
        .with_message("section", Message::new(section.name()))
        .with("field", field);
    if let Some(record) = record {
        message = message.with("record", record);
    }
    if let Some(item) = item {
        message = message.with("item", item);
    }
    message
}

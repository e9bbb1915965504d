//! The sentences about edits that are refused, and about what deleting does.

use crate::base::text::{Message, Phrase, grouped};
use crate::formats::pmx::edit::{Consequence, EditError, Effect};
use crate::formats::pmx::section::Section;
use crate::formats::pmx::words::place;

static NO_SUCH_RECORD: Phrase = Phrase::new(
    "{section}中没有记录 {record}。",
    "{section}にレコード {record} はありません。",
    "There is no record {record} in the {section}.",
);
static NO_SUCH_TABLE: Phrase = Phrase::new(
    "{section}不能插入、删除或移动记录。",
    "{section}ではレコードの挿入・削除・移動はできません。",
    "Nothing can be inserted, deleted or moved in the {section}.",
);
static TOO_MANY: Phrase = Phrase::new(
    "{section}的记录太多。",
    "{section}のレコードが多すぎます。",
    "There would be too many records in the {section}.",
);
static EXTRA_UVS: Phrase = Phrase::new(
    "顶点有 {found} 组附加 UV，而文件规定为 {wanted} 组。",
    "頂点の追加 UV が {found} 個ですが、ファイルの設定は {wanted} 個です。",
    "Extra UVs of the vertex: {found}; the file says {wanted}.",
);
static NOT_AN_ORDER: Phrase = Phrase::new(
    "{section}的新顺序没有恰好列出每条记录一次。",
    "{section}の新しい順序は、各レコードをちょうど一度ずつ含んでいません。",
    "The new order of the {section} does not name every record exactly once.",
);
static FACE_RANGES: Phrase = Phrase::new(
    "各材质的面索引数之和超出了面列表，无法判断哪些面属于哪个材质。",
    "材質の面インデックス数の合計が面リストを超えており、どの面がどの材質のものか決められません。",
    "The materials' index counts reach beyond the face list, so it is not known which faces belong to which.",
);
static TEXT_TOO_LONG: Phrase = Phrase::new(
    "文本太长。",
    "文字列が長すぎます。",
    "The text is too long.",
);
static UNDECODABLE: Phrase = Phrase::new(
    "有 {count} 个文本无法正确解码，不能更改编码；第一个：{place}。",
    "正しくデコードできない文字列が {count} 個あるため、エンコードを変更できません。最初：{place}。",
    "The encoding cannot change, because there are texts that do not decode cleanly: {count} (first: {place}).",
);
static TAIL_IN_THE_WAY: Phrase = Phrase::new(
    "关节之后还有字节，无法升级为 2.1。",
    "ジョイントの後にバイトが残っているため、2.1 にできません。",
    "There are bytes after the joints, so the file cannot become 2.1.",
);
static NO_SOFT_BODIES: Phrase = Phrase::new(
    "2.0 文件没有软体；请先升级为 2.1。",
    "2.0 にソフトボディはありません。先に 2.1 にしてください。",
    "2.0 has no soft bodies; make it 2.1 first.",
);
static CLEARED: Phrase = Phrase::new(
    "{place}：{count} 处引用将变为“无”。",
    "{place}：{count} か所の参照が「なし」になります。",
    "{place}: references that become \u{201c}none\u{201d}: {count}.",
);
static REMOVED: Phrase = Phrase::new(
    "{place}：{count} 项将被删除。",
    "{place}：{count} 項目が削除されます。",
    "{place}: entries that go: {count}.",
);

impl EditError {
    /// The refusal as one sentence for people.
    pub fn message(&self) -> Message {
        let about = |phrase, section: &Section| {
            Message::new(phrase).with_message("section", Message::new(section.name()))
        };
        match self {
            Self::NoSuchRecord { section, record } => {
                about(&NO_SUCH_RECORD, section).with("record", record)
            }
            Self::NoSuchTable { section } => about(&NO_SUCH_TABLE, section),
            Self::TooMany { section } => about(&TOO_MANY, section),
            Self::ExtraUvs { wanted, found } => Message::new(&EXTRA_UVS)
                .with("wanted", wanted)
                .with("found", found),
            Self::NotAnOrder { section } => about(&NOT_AN_ORDER, section),
            Self::FaceRanges => Message::new(&FACE_RANGES),
            Self::TextTooLong => Message::new(&TEXT_TOO_LONG),
            Self::Undecodable { texts } => {
                let message = Message::new(&UNDECODABLE).with("count", grouped(texts.len()));
                match texts.first() {
                    Some(first) => message.with_message(
                        "place",
                        place(first.section, (first.record, None), first.field),
                    ),
                    None => message,
                }
            }
            Self::TailInTheWay => Message::new(&TAIL_IN_THE_WAY),
            Self::NoSoftBodies => Message::new(&NO_SOFT_BODIES),
        }
    }
}

impl Consequence {
    /// The consequence as one sentence for people.
    pub fn message(&self) -> Message {
        let phrase = match self.effect {
            Effect::Cleared => &CLEARED,
            Effect::Removed => &REMOVED,
        };
        Message::new(phrase)
            .with_message("place", place(self.section, (None, None), self.field))
            .with("count", grouped(self.count))
    }
}

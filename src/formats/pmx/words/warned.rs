//! The sentences about what is odd in a PMX document but kept.

use crate::base::text::{Message, Phrase, grouped};
use crate::formats::pmx::warning::{Warning, WarningCode};
use crate::formats::pmx::words::place;

static ONCE: Phrase = Phrase::new(
    "{place}：{oddity}。",
    "{place}：{oddity}。",
    "{place}: {oddity}.",
);
static OFTEN: Phrase = Phrase::new(
    "{place}：{oddity}（共 {count} 处，这是第一处）。",
    "{place}：{oddity}（全 {count} か所、ここが最初）。",
    "{place}: {oddity} ({count} times, first here).",
);

static TEXT_ODD_LENGTH: Phrase = Phrase::new(
    "UTF-16 文本的字节数是奇数",
    "UTF-16 文字列のバイト数が奇数です",
    "a UTF-16 text has an odd number of bytes",
);
static TEXT_UNPAIRED: Phrase = Phrase::new(
    "UTF-16 文本中有不成对的代理项",
    "UTF-16 文字列に対にならないサロゲートがあります",
    "a UTF-16 text holds half a character",
);
static TEXT_INVALID: Phrase = Phrase::new(
    "文本不是有效的 UTF-8",
    "文字列が正しい UTF-8 ではありません",
    "a text is not valid UTF-8",
);
static TEXT_BOM: Phrase = Phrase::new(
    "文本以字节顺序标记开头",
    "文字列が BOM で始まっています",
    "a text starts with a byte-order mark",
);
static TEXT_NUL: Phrase = Phrase::new(
    "文本中含有 NUL",
    "文字列に NUL が含まれています",
    "a text holds a NUL",
);
static FLOAT: Phrase = Phrase::new(
    "浮点数不是有限值",
    "浮動小数点数が有限ではありません",
    "a number is infinite or no number",
);
static GLOBALS_EXTRA: Phrase = Phrase::new(
    "文件头多于 8 个全局字节，原样保留",
    "ヘッダーのグローバル値が 8 個を超えています（そのまま保持）",
    "the header has more than 8 globals; they are kept",
);
static TAIL_BYTES: Phrase = Phrase::new(
    "最后一节之后还有字节，原样保留",
    "最後のセクションの後にバイトが残っています（そのまま保持）",
    "there are bytes after the last section; they are kept",
);
static SOFT_ABSENT: Phrase = Phrase::new(
    "2.1 文件没有软体一节",
    "2.1 のファイルにソフトボディのセクションがありません",
    "a 2.1 file without the soft-body section",
);
static V21_IN_V20: Phrase = Phrase::new(
    "2.0 文件用到了 2.1 的内容",
    "2.0 のファイルに 2.1 の機能が使われています",
    "a 2.0 file uses something of 2.1",
);
static INDEX_SIZE_SMALL: Phrase = Phrase::new(
    "记录数超过了该索引宽度所能表示的范围",
    "レコード数がこのインデックス幅で表せる数を超えています",
    "there are more records than indices of this size can tell apart",
);
static UNKNOWN_VALUE: Phrase = Phrase::new(
    "值没有定义，原样保留",
    "定義されていない値です（そのまま保持）",
    "a value without a meaning; it is kept",
);
static UNKNOWN_FLAG_BITS: Phrase = Phrase::new(
    "标志位没有定义，原样保留",
    "定義されていないフラグです（そのまま保持）",
    "flag bits without a meaning; they are kept",
);
static FACE_INDEX_RANGE: Phrase = Phrase::new(
    "面引用了不存在的顶点",
    "面が存在しない頂点を指しています",
    "a face points at a vertex that is not there",
);
static FACE_REMAINDER: Phrase = Phrase::new(
    "面索引的数量不是 3 的倍数",
    "面インデックスの数が 3 の倍数ではありません",
    "the number of face indices is no multiple of 3",
);
static VERTEX_BONE_RANGE: Phrase = Phrase::new(
    "顶点引用了不存在的骨骼",
    "頂点が存在しないボーンを指しています",
    "a vertex points at a bone that is not there",
);
static REF_RANGE: Phrase = Phrase::new(
    "索引指向不存在的记录",
    "インデックスが存在しないレコードを指しています",
    "an index points at a record that is not there",
);
static MATERIAL_COUNT: Phrase = Phrase::new(
    "材质的面索引数是负数或不是 3 的倍数",
    "材質の面インデックス数が負、または 3 の倍数ではありません",
    "a material's index count is negative or no multiple of 3",
);
static MATERIAL_SUM: Phrase = Phrase::new(
    "各材质的面索引数之和与面列表的长度不符",
    "材質の面インデックス数の合計が面リストの長さと一致しません",
    "the materials' index counts do not add up to the face list",
);
static PARENT_CYCLE: Phrase = Phrase::new(
    "骨骼的父子关系成环",
    "ボーンの親子関係が循環しています",
    "bones are their own ancestors",
);
static APPEND_CYCLE: Phrase = Phrase::new(
    "骨骼的付与关系成环",
    "ボーンの付与関係が循環しています",
    "bones are appended to themselves in a circle",
);
static GROUP_NESTED: Phrase = Phrase::new(
    "组合表情中包含组合表情",
    "グループモーフがグループモーフを含んでいます",
    "a group morph has a group among its members",
);
static DUPLICATE_NAME: Phrase = Phrase::new(
    "名称与前面的记录相同",
    "名前が前のレコードと同じです",
    "the name is that of an earlier record",
);

impl WarningCode {
    /// What is odd, without place and full stop.
    const fn oddity(self) -> &'static Phrase {
        match self {
            Self::TextOddLength => &TEXT_ODD_LENGTH,
            Self::TextUnpairedSurrogate => &TEXT_UNPAIRED,
            Self::TextInvalidUtf8 => &TEXT_INVALID,
            Self::TextBom => &TEXT_BOM,
            Self::TextNul => &TEXT_NUL,
            Self::FloatNotFinite => &FLOAT,
            Self::GlobalsExtra => &GLOBALS_EXTRA,
            Self::TailBytes => &TAIL_BYTES,
            Self::SoftSectionAbsent => &SOFT_ABSENT,
            Self::V21InV20 => &V21_IN_V20,
            Self::IndexSizeSmall => &INDEX_SIZE_SMALL,
            Self::UnknownValue => &UNKNOWN_VALUE,
            Self::UnknownFlagBits => &UNKNOWN_FLAG_BITS,
            Self::FaceIndexRange => &FACE_INDEX_RANGE,
            Self::FaceRemainder => &FACE_REMAINDER,
            Self::VertexBoneRange => &VERTEX_BONE_RANGE,
            Self::RefRange => &REF_RANGE,
            Self::MaterialCount => &MATERIAL_COUNT,
            Self::MaterialSum => &MATERIAL_SUM,
            Self::ParentCycle => &PARENT_CYCLE,
            Self::AppendCycle => &APPEND_CYCLE,
            Self::GroupNested => &GROUP_NESTED,
            Self::DuplicateName => &DUPLICATE_NAME,
        }
    }
}

impl Warning {
    /// The oddity as one sentence for people.
    pub fn message(&self) -> Message {
        let phrase = if self.count == 1 { &ONCE } else { &OFTEN };
        Message::new(phrase)
            .with_message(
                "place",
                place(self.section, (self.record, self.item), self.field),
            )
            .with_message("oddity", Message::new(self.code.oddity()))
            .with("count", grouped(self.count))
    }
}

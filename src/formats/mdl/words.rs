//! The sentences about MDL files, in all languages. Field names stay as the rulebook writes them.

use crate::base::findings::{Finding, Place, Severity};
use crate::base::limits;
use crate::base::text::{Message, Phrase, bytes, grouped};
use crate::formats::mdl::error::{ErrorCode, ReadError};
use crate::formats::mdl::foreign::Foreign;
use crate::formats::mdl::warning::{Warning, WarningCode};
use std::collections::BTreeMap;

static AT_PLACE: Phrase = Phrase::new("{place}：{fault}", "{place}：{fault}", "{place}: {fault}");
static HEADER_FIELD: Phrase =
    Phrase::new("文件头，{field}", "ヘッダー、{field}", "header, {field}");
static OBJECT_FIELD: Phrase = Phrase::new(
    "对象 {object}，{field}",
    "オブジェクト {object}、{field}",
    "object {object}, {field}",
);
static PACKET_FIELD: Phrase = Phrase::new(
    "对象 {object}，数据包 {packet}，{field}",
    "オブジェクト {object}、パケット {packet}、{field}",
    "object {object}, packet {packet}, {field}",
);

static FOREIGN: Phrase = Phrase::new(
    "这是 {name} 文件，不是 PSY MDL（Metal Gear Solid System v1.00）。",
    "{name} ファイルです。PSY MDL（Metal Gear Solid System v1.00）ではありません。",
    "This is a {name} file, not a PSY MDL (Metal Gear Solid System v1.00).",
);
static FOREIGN_MMD: Phrase = Phrase::new(
    "这是 {name} 文件，不是 PSY MDL（Metal Gear Solid System v1.00）；请作为 PMX 打开。",
    "{name} ファイルです。PSY MDL（Metal Gear Solid System v1.00）ではありません。PMX として開いてください。",
    "This is a {name} file, not a PSY MDL (Metal Gear Solid System v1.00): open it as PMX.",
);
static NOT_MDL: Phrase = Phrase::new(
    "这不是 PSY MDL（Metal Gear Solid System v1.00）：文件头声明了 {value} 个对象，包围盒也不合理。",
    "PSY MDL（Metal Gear Solid System v1.00）ではありません。ヘッダーのオブジェクト数が {value} で、境界ボックスも成り立ちません。",
    "This is not a PSY MDL (Metal Gear Solid System v1.00): its header announces {value} objects, and its box is none.",
);
static FILE_TOO_LARGE: Phrase = Phrase::new(
    "文件有 {value} 字节；最多读取 {limit} 的 MDL。",
    "ファイルは {value} バイトあります。読み込める MDL は {limit} までです。",
    "the file has {value} bytes; an MDL of at most {limit} is read.",
);
static HEADER_CUT: Phrase = Phrase::new(
    "文件只有 {left} 字节，放不下 {want} 字节的文件头。",
    "ファイルが {left} バイトしかなく、{want} バイトのヘッダーに足りません。",
    "too short for the header: {left} bytes, {want} are needed.",
);
static MODEL_COUNT: Phrase = Phrase::new(
    "对象数量是 {value}，至少应为 1（偏移 {offset}）。",
    "オブジェクト数が {value} です。1 以上でなければなりません（位置 {offset}）。",
    "the number of objects is {value}; at least 1 is needed (offset {offset}).",
);
static OBJECTS_OVER_FILE: Phrase = Phrase::new(
    "{value} 个对象的记录超出文件末尾：需要 {want} 字节，只有 {left} 字节（偏移 {offset}）。",
    "{value} 個のオブジェクトの表がファイルの終わりを超えています。{want} バイト必要ですが、{left} バイトしかありません（位置 {offset}）。",
    "the object table of {value} runs past the end: {want} bytes are needed, {left} are left (offset {offset}).",
);
static BOX_NOT_FINITE: Phrase = Phrase::new(
    "包围盒含有非有限数 {value}（偏移 {offset}）。",
    "境界ボックスに有限でない数 {value} があります（位置 {offset}）。",
    "the bounding box holds {value}, which is no finite number (offset {offset}).",
);
static BOX_DENORMAL: Phrase = Phrase::new(
    "包围盒含有非规格化数 {value}：这里存的不是浮点数（偏移 {offset}）。",
    "境界ボックスに非正規化数 {value} があります。ここにあるのは浮動小数点数ではありません（位置 {offset}）。",
    "the bounding box holds the denormal {value}: these are no floats (offset {offset}).",
);
static TRANSLATION_NOT_FINITE: Phrase = Phrase::new(
    "平移含有非有限数 {value}（偏移 {offset}）。",
    "平行移動に有限でない数 {value} があります（位置 {offset}）。",
    "the translation holds {value}, which is no finite number (offset {offset}).",
);
static TRANSLATION_HUGE: Phrase = Phrase::new(
    "平移 {value} 太大，应小于 10,000,000（偏移 {offset}）。",
    "平行移動 {value} が大きすぎます。10,000,000 未満でなければなりません（位置 {offset}）。",
    "the translation {value} is too large; below 10,000,000 is allowed (offset {offset}).",
);
static PARENT_RANGE: Phrase = Phrase::new(
    "父对象 {value} 不存在（偏移 {offset}）。",
    "親オブジェクト {value} は存在しません（位置 {offset}）。",
    "there is no parent object {value} (offset {offset}).",
);
static PARENT_LOOP: Phrase = Phrase::new(
    "父对象 {value} 使父子关系成环（偏移 {offset}）。",
    "親オブジェクト {value} により親子関係が循環しています（位置 {offset}）。",
    "parents form a loop through object {value} (offset {offset}).",
);
static PACKET_COUNT: Phrase = Phrase::new(
    "数据包数量是负数（{value}，偏移 {offset}）。",
    "パケット数が負の値です（{value}、位置 {offset}）。",
    "the packet count is negative ({value}, offset {offset}).",
);
static PACKETS_OFFSET: Phrase = Phrase::new(
    "数据包偏移 {value} 超出范围：它不在对象记录之后（偏移 {offset}）。",
    "パケットの位置 {value} が範囲外です。オブジェクトの表より後ろにありません（位置 {offset}）。",
    "the packet offset {value} is out of range: it does not lie behind the object table (offset {offset}).",
);
static PACKETS_UNALIGNED: Phrase = Phrase::new(
    "数据包偏移 {value} 不是 4 的倍数（偏移 {offset}）。",
    "パケットの位置 {value} が 4 の倍数ではありません（位置 {offset}）。",
    "the packet offset {value} is no multiple of 4 (offset {offset}).",
);
static PACKETS_OVER_FILE: Phrase = Phrase::new(
    "从 {value} 开始的数据包记录超出文件末尾：需要 {want} 字节，只有 {left} 字节（偏移 {offset}）。",
    "{value} から始まるパケットの表がファイルの終わりを超えています。{want} バイト必要ですが、{left} バイトしかありません（位置 {offset}）。",
    "the packet table at {value} runs past the end: {want} bytes are needed, {left} are left (offset {offset}).",
);
static VERTEX_COUNT: Phrase = Phrase::new(
    "顶点数量是负数（{value}，偏移 {offset}）。",
    "頂点数が負の値です（{value}、位置 {offset}）。",
    "the vertex count is negative ({value}, offset {offset}).",
);
static DATA_OFFSET: Phrase = Phrase::new(
    "数据偏移 {value} 超出范围：它不在对象记录之后（偏移 {offset}）。",
    "データの位置 {value} が範囲外です。オブジェクトの表より後ろにありません（位置 {offset}）。",
    "the data offset {value} is out of range: it does not lie behind the object table (offset {offset}).",
);
static DATA_OVER_FILE: Phrase = Phrase::new(
    "从 {value} 开始的数据超出文件末尾：需要 {want} 字节，只有 {left} 字节（偏移 {offset}）。",
    "{value} から始まるデータがファイルの終わりを超えています。{want} バイト必要ですが、{left} バイトしかありません（位置 {offset}）。",
    "the data at {value} runs past the end: {want} bytes are needed, {left} are left (offset {offset}).",
);
static TOO_MANY_PACKETS: Phrase = Phrase::new(
    "到此已有 {value} 个数据包；最多读取 {limit} 个（偏移 {offset}）。",
    "ここまでのパケットが {value} 個です。読み込めるのは {limit} 個までです（位置 {offset}）。",
    "{value} packets so far; at most {limit} are read (offset {offset}).",
);
static TOO_MANY_VERTICES: Phrase = Phrase::new(
    "到此已有 {value} 个顶点；最多读取 {limit} 个（偏移 {offset}）。",
    "ここまでの頂点が {value} 個です。読み込めるのは {limit} 個までです（位置 {offset}）。",
    "{value} vertices so far; at most {limit} are read (offset {offset}).",
);

static BOX_SWAPPED: Phrase = Phrase::new(
    "{count} 个包围盒的下限大于上限（首个：{first}）。",
    "{count} 個の境界ボックスは下限が上限を超えています（最初：{first}）。",
    "Boxes whose lower corner exceeds the upper one: {count} (first: {first}).",
);
static PARENT_AFTER_CHILD: Phrase = Phrase::new(
    "{count} 个对象的父对象排在其后（首个：{first}）。",
    "{count} 個のオブジェクトの親が自分より後ろにあります（最初：{first}）。",
    "Objects whose parent comes after them: {count} (first: {first}).",
);
static FLAT_OBJECT: Phrase = Phrase::new(
    "{count} 个对象没有格式要求的 Gouraud 标志；按平滑着色读取（首个：{first}）。",
    "{count} 個のオブジェクトに必須の Gouraud フラグがありません。スムーズとして読みました（最初：{first}）。",
    "Objects without the Gouraud bit that the format requires, read as smooth ones: {count} (first: {first}).",
);
static PACKET_TOO_LONG: Phrase = Phrase::new(
    "{count} 个数据包的顶点超过 64 个（首个：{first}）。",
    "{count} 個のパケットの頂点が 64 個を超えています（最初：{first}）。",
    "Packets of more than 64 vertices: {count} (first: {first}).",
);
static UNALIGNED: Phrase = Phrase::new(
    "{count} 处数据没有对齐到 16 字节（首个：{first}）。",
    "{count} か所のデータが 16 バイト境界にありません（最初：{first}）。",
    "Data that does not start on 16 bytes: {count} (first: {first}).",
);
static EXTRA_OBJECTS: Phrase = Phrase::new(
    "文件头的保留字声明了更多对象，已一并读取（{first}）。",
    "ヘッダーの予約語がより多くのオブジェクトを示しているため、それも読みました（{first}）。",
    "The header's reserved word announces more objects, which were read too ({first}).",
);
static EXTRA_OBJECTS_UNUSABLE: Phrase = Phrase::new(
    "文件头的保留字声明了更多对象，但其记录无效，已忽略（{first}）。",
    "ヘッダーの予約語がより多くのオブジェクトを示していますが、その内容が正しくないため無視しました（{first}）。",
    "The header's reserved word announces more objects, but their records are none and were ignored ({first}).",
);

/// Where something is: object and packet as far as there are any, field.
pub(super) fn place(object: Option<u32>, packet: Option<u32>, field: &'static str) -> Message {
    let phrase = match (object, packet) {
        (None, _) => &HEADER_FIELD,
        (Some(_), None) => &OBJECT_FIELD,
        (Some(_), Some(_)) => &PACKET_FIELD,
    };
    let mut message = Message::new(phrase).with("field", field);
    if let Some(object) = object {
        message = message.with("object", object);
    }
    if let Some(packet) = packet {
        message = message.with("packet", packet);
    }
    message
}

impl ReadError {
    /// The refusal as one sentence for people.
    pub fn message(&self) -> Message {
        if let Some(foreign) = self.foreign {
            return foreign.message();
        }
        let phrase = phrase_of(self.code);
        let mut fault = Message::new(phrase).with("offset", grouped(self.offset));
        if let Some(value) = self.value {
            fault = fault.with("value", value);
        }
        if let (Some(want), Some(left)) = (self.want, self.left) {
            fault = fault
                .with("want", grouped(want))
                .with("left", grouped(left));
        }
        fault = match self.code {
            ErrorCode::FileTooLarge => fault.with("limit", bytes(limits::MDL_FILE_BYTES)),
            ErrorCode::TooManyPackets => fault.with("limit", grouped(limits::MDL_PACKETS)),
            ErrorCode::TooManyVertices => fault.with("limit", grouped(limits::MDL_VERTICES)),
            _ => fault,
        };
        if self.field.is_empty() || self.code == ErrorCode::NotMdl {
            return fault;
        }
        Message::new(&AT_PLACE)
            .with_message("place", place(self.object, self.packet, self.field))
            .with_message("fault", fault)
    }
}

impl Foreign {
    /// What kind of file it is instead, as one sentence for people.
    pub fn message(self) -> Message {
        let phrase = if self.is_mmd() {
            &FOREIGN_MMD
        } else {
            &FOREIGN
        };
        Message::new(phrase).with_message("name", Message::new(self.label()))
    }
}

const fn phrase_of(code: ErrorCode) -> &'static Phrase {
    match code {
        ErrorCode::Foreign => &FOREIGN,
        ErrorCode::NotMdl => &NOT_MDL,
        ErrorCode::FileTooLarge => &FILE_TOO_LARGE,
        ErrorCode::HeaderCut => &HEADER_CUT,
        ErrorCode::ModelCount => &MODEL_COUNT,
        ErrorCode::ObjectsOverFile => &OBJECTS_OVER_FILE,
        ErrorCode::BoxNotFinite => &BOX_NOT_FINITE,
        ErrorCode::BoxDenormal => &BOX_DENORMAL,
        ErrorCode::TranslationNotFinite => &TRANSLATION_NOT_FINITE,
        ErrorCode::TranslationHuge => &TRANSLATION_HUGE,
        ErrorCode::ParentRange => &PARENT_RANGE,
        ErrorCode::ParentLoop => &PARENT_LOOP,
        ErrorCode::PacketCount => &PACKET_COUNT,
        ErrorCode::PacketsOffset => &PACKETS_OFFSET,
        ErrorCode::PacketsUnaligned => &PACKETS_UNALIGNED,
        ErrorCode::PacketsOverFile => &PACKETS_OVER_FILE,
        ErrorCode::VertexCount => &VERTEX_COUNT,
        ErrorCode::DataOffset => &DATA_OFFSET,
        ErrorCode::DataOverFile => &DATA_OVER_FILE,
        ErrorCode::TooManyPackets => &TOO_MANY_PACKETS,
        ErrorCode::TooManyVertices => &TOO_MANY_VERTICES,
    }
}

/// One finding for each kind of oddity, with its count and first place, by code.
pub fn findings(warnings: &[Warning]) -> Vec<Finding> {
    let mut kinds: BTreeMap<WarningCode, (u64, &Warning)> = BTreeMap::new();
    for warning in warnings {
        let (count, _) = kinds.entry(warning.code).or_insert((0, warning));
        *count = count.saturating_add(1);
    }
    let line = |(code, (count, first)): (WarningCode, (u64, &Warning))| {
        let at = place(first.object, first.packet, first.field);
        let message = Message::new(code.phrase())
            .with("count", grouped(count))
            .with_message("first", at);
        let place = Place::Offset(first.offset);
        Finding::new(code.code(), Severity::Warning, place, message)
    };
    kinds.into_iter().map(line).collect()
}

impl WarningCode {
    /// The sentence about all occurrences in a file: `{count}` of them, the `{first}` at a place.
    pub const fn phrase(self) -> &'static Phrase {
        match self {
            Self::BoxSwapped => &BOX_SWAPPED,
            Self::ParentAfterChild => &PARENT_AFTER_CHILD,
            Self::FlatObject => &FLAT_OBJECT,
            Self::PacketTooLong => &PACKET_TOO_LONG,
            Self::Unaligned => &UNALIGNED,
            Self::ExtraObjects => &EXTRA_OBJECTS,
            Self::ExtraObjectsUnusable => &EXTRA_OBJECTS_UNUSABLE,
        }
    }
}

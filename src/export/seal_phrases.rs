//! Why a package was not sealed, in three languages. What the author can mend says how; the rest is a mistake of this
//! program and says so.

use crate::base::limits::{BEM_FILE_BYTES, BEM_MANIFEST_BYTES, BEM_PAYLOAD_BYTES};
use crate::base::refusal;
use crate::base::text::{Message, Phrase, bytes, grouped};
use crate::export::seal::{Part, SealError};
use crate::formats::bem::container::ContainerError;
use crate::formats::bem::container::frame::FrameError;
use crate::formats::bem::json::SyntaxError;
use crate::formats::bem::package::ReadError;
use crate::formats::bem::payloads::{PayloadError, SourceError};
use crate::formats::bem::write::WriteError;

macro_rules! words {
    ($($name:ident = $zh:literal, $ja:literal, $en:literal;)*) => {
        $(static $name: Phrase = Phrase::new($zh, $ja, $en);)*
    };
}

// What the author can mend.
words! {
    TOO_MANY_PAYLOADS = "包中有 {payloads} 个数据块，BEM {minor} 最多 {limit} 个。请减少贴图或网格。",
        "パッケージのデータブロックが {payloads} 個あります。BEM {minor} の上限は {limit} 個です。テクスチャかメッシュを減らしてください。",
        "The package has {payloads} payloads; BEM {minor} stores at most {limit}. Use fewer textures or meshes.";
    PAYLOAD_SIZE = "数据块 {payload} 有 {size}，最多 {limit}。请缩小贴图或简化模型。",
        "データブロック {payload} が {size} あります。上限は {limit} です。テクスチャを小さくするか、モデルを簡略化してください。",
        "Payload {payload} has {size}; at most {limit} can be stored. Use smaller textures or simplify the model.";
    PAYLOAD_EMPTY = "数据块 {payload} 是空的，这是程序内部的错误。请报告此问题。",
        "データブロック {payload} が空です。プログラム内部の誤りです。ご報告ください。",
        "Payload {payload} is empty, which is a mistake of this program. Please report it.";
    MANIFEST_SIZE = "清单有 {size}，最多 {limit}。请减少选项组和条件。",
        "マニフェストが {size} あります。上限は {limit} です。オプション群と条件を減らしてください。",
        "The manifest has {size}; at most {limit} can be stored. Use fewer option groups and conditions.";
    FILE_SIZE = "包将有 {size}，最多 {limit}。请缩小贴图或简化模型。",
        "パッケージが {size} になります。上限は {limit} です。テクスチャを小さくするか、モデルを簡略化してください。",
        "The package would have {size}; at most {limit} are allowed. Use smaller textures or simplify the model.";
    SYSTEM = "压缩数据时系统报错：{reason}。请关闭其他程序后再试。",
        "データの圧縮中にシステムエラーが起きました：{reason}。ほかのプログラムを閉じてもう一度試してください。",
        "The system failed while data were compressed: {reason}. Close other programs and try again.";
    STOPPED = "已取消。", "中止しました。", "Cancelled.";
    NO_MEMORY = "内存不足，无法读回数据块 {payload}。请关闭其他程序后再试。",
        "メモリが足りず、データブロック {payload} を読み直せません。ほかのプログラムを閉じてもう一度試してください。",
        "There is not enough memory to read payload {payload} back. Close other programs and try again.";
}

// Mistakes of this program.
words! {
    NOT_PROVED = "验证结果与这个包不符，这是程序内部的错误。请报告此问题。",
        "検証の結果がこのパッケージのものではありません。プログラム内部の誤りです。ご報告ください。",
        "The proof is not one of this package, which is a mistake of this program. Please report it.";
    MISSING_PAYLOAD = "清单的 {place} 引用了不存在的数据块 {payload}，这是程序内部的错误。请报告此问题。",
        "マニフェストの {place} が、存在しないデータブロック {payload} を指しています。プログラム内部の誤りです。ご報告ください。",
        "{place} of the manifest refers to payload {payload}, which is not there: a mistake of this program. Please report it.";
    UNKNOWN_MINOR = "不存在 BEM {minor} 这个版本，这是程序内部的错误。请报告此问题。",
        "BEM {minor} というバージョンはありません。プログラム内部の誤りです。ご報告ください。",
        "There is no version BEM {minor}, which is a mistake of this program. Please report it.";
    PAYLOAD = "数据块 {payload} 无法读取，这是程序内部的错误。请报告此问题。",
        "データブロック {payload} を読めません。プログラム内部の誤りです。ご報告ください。",
        "Payload {payload} cannot be read, which is a mistake of this program. Please report it.";
    UNREADABLE = "数据文件 {payload} 无法读取：{reason}。请检查它还在不在、有没有权限。",
        "データファイル {payload} を読めません：{reason}。ファイルと権限を確認してください。",
        "Payload file {payload} cannot be read: {reason}. Check that it is there and may be read.";
    CONTAINER = "写出的文件无法读回（共 {size}），这是程序内部的错误。请报告此问题。",
        "書いたファイル（{size}）を読み直せません。プログラム内部の誤りです。ご報告ください。",
        "The file of {size} that was written cannot be read back, which is a mistake of this program. Please report it.";
    HEADER = "写出的文件头无法读回，这是程序内部的错误。请报告此问题。",
        "書いたファイルのヘッダーを読み直せません。プログラム内部の誤りです。ご報告ください。",
        "The header that was written cannot be read back, which is a mistake of this program. Please report it.";
    MANIFEST = "写出的清单无法读回（第 {offset} 字节），这是程序内部的错误。请报告此问题。",
        "書いたマニフェストを読み直せません（{offset} バイト目）。プログラム内部の誤りです。ご報告ください。",
        "The manifest that was written cannot be read back at byte {offset}, which is a mistake of this program. Please report it.";
    DIFFERS = "读回的内容与写出的不同（{part}），这是程序内部的错误。请报告此问题。",
        "読み直した内容が書いたものと違います（{part}）。プログラム内部の誤りです。ご報告ください。",
        "What was written reads back differently ({part}), which is a mistake of this program. Please report it.";
}

// Parts that are compared.
words! {
    PART_NUMBERED = "重新编号后的清单", "番号を振り直したマニフェスト", "the manifest with its new numbers";
    PART_MANIFEST = "清单", "マニフェスト", "the manifest";
    PART_VERSION = "版本", "バージョン", "the version";
    PART_COUNT = "数据块的数量", "データブロックの数", "the number of payloads";
    PART_PAYLOAD = "数据块 {payload}", "データブロック {payload}", "payload {payload}";
}

/// What is wrong and what to do about it.
pub(super) fn message(error: &SealError) -> Message {
    match error {
        SealError::NotProved => Message::new(&NOT_PROVED),
        SealError::Write(error) => write(error),
        SealError::Read(error) => read(error),
        SealError::Payload(error) => payload(error),
        SealError::Differs { part: which } => {
            Message::new(&DIFFERS).with_message("part", part(*which))
        }
    }
}

fn write(error: &WriteError) -> Message {
    match error {
        WriteError::MissingPayload { place, payload } => Message::new(&MISSING_PAYLOAD)
            .with("place", place)
            .with("payload", payload),
        WriteError::PayloadSize {
            payload,
            size_bytes: 0,
        } => Message::new(&PAYLOAD_EMPTY).with("payload", payload),
        WriteError::PayloadSize {
            payload,
            size_bytes,
        } => sizes(&PAYLOAD_SIZE, *size_bytes, BEM_PAYLOAD_BYTES).with("payload", payload),
        WriteError::TooManyPayloads {
            n_payloads,
            minor,
            limit,
        } => Message::new(&TOO_MANY_PAYLOADS)
            .with("payloads", grouped(n_payloads))
            .with("minor", format!("1.{minor}"))
            .with("limit", grouped(limit)),
        WriteError::ManifestSize { size_bytes } => {
            sizes(&MANIFEST_SIZE, *size_bytes, BEM_MANIFEST_BYTES)
        }
        WriteError::FileSize { size_bytes } => sizes(&FILE_SIZE, *size_bytes, BEM_FILE_BYTES),
        WriteError::UnknownMinor { minor } => {
            Message::new(&UNKNOWN_MINOR).with("minor", format!("1.{minor}"))
        }
        WriteError::Payload(error) => payload(error),
        WriteError::Cancelled(_) => Message::new(&STOPPED),
        WriteError::Io(error) => {
            Message::new(&SYSTEM).with_message("reason", refusal::reason(error))
        }
    }
}

fn sizes(phrase: &'static Phrase, size_bytes: u64, limit_bytes: u64) -> Message {
    Message::new(phrase)
        .with("size", bytes(size_bytes))
        .with("limit", bytes(limit_bytes))
}

fn read(error: &ReadError) -> Message {
    match error {
        ReadError::Container(
            ContainerError::NoHeader { size_bytes } | ContainerError::TooShort { size_bytes, .. },
        ) => Message::new(&CONTAINER).with("size", bytes(*size_bytes)),
        ReadError::Container(
            ContainerError::NoMagic
            | ContainerError::UnknownVersion { .. }
            | ContainerError::Unreadable(_),
        ) => Message::new(&HEADER),
        ReadError::Manifest(
            SyntaxError::NotUtf8 { offset } | SyntaxError::Unexpected { offset, .. },
        ) => Message::new(&MANIFEST).with("offset", grouped(offset)),
    }
}

fn payload(error: &PayloadError) -> Message {
    let (phrase, number) = match error {
        PayloadError::Unreadable {
            payload,
            source: source @ (SourceError::Outside | SourceError::Unreadable(_)),
        } => {
            let reason = refusal::reason(&std::io::Error::from(source.kind()));
            return Message::new(&UNREADABLE)
                .with("payload", payload)
                .with_message("reason", reason);
        }
        PayloadError::Frame {
            payload,
            source: FrameError::NoMemory { .. },
        }
        | PayloadError::Unreadable {
            payload,
            source: SourceError::NoMemory { .. },
        } => (&NO_MEMORY, payload),
        PayloadError::NoSuchPayload { payload, .. }
        | PayloadError::BadSize { payload }
        | PayloadError::UnknownCodec { payload, .. }
        | PayloadError::OutsideFile { payload }
        | PayloadError::Frame { payload, .. }
        | PayloadError::Member { payload, .. } => (&PAYLOAD, payload),
    };
    Message::new(phrase).with("payload", number)
}

fn part(part: Part) -> Message {
    match part {
        Part::Numbered => Message::new(&PART_NUMBERED),
        Part::Manifest => Message::new(&PART_MANIFEST),
        Part::Version => Message::new(&PART_VERSION),
        Part::PayloadCount => Message::new(&PART_COUNT),
        Part::Payload(id) => Message::new(&PART_PAYLOAD).with("payload", id),
    }
}

//! Header and directory (bem.md ch. 2, VER-01). Blocks are decoded by `bytes.rs`.

use crate::base::findings::Place;
use crate::base::limits::{BEM_FILE_BYTES, BEM_MANIFEST_BYTES, BEM_PAYLOAD_BYTES, GIB};
use crate::base::numbers::{u32_of, u64_of, usize_of};
use crate::base::text::{Message, Phrase, bytes, grouped};
use crate::formats::bem::check::report::{Report, Rule};
use crate::formats::bem::container::{
    CODEC_RAW, CODEC_ZSTD, Container, ContainerError, Entry, Header, MAGIC,
};
use crate::formats::bem::limits::{ENTRY_BYTES, HEADER_BYTES, Limits};
use std::collections::BTreeSet;

const VER_01: Rule = Rule::reject("VER-01");
const CON_01: Rule = Rule::reject("CON-01");
const CON_02: Rule = Rule::reject("CON-02");
const CON_03: Rule = Rule::reject("CON-03");
const CON_04: Rule = Rule::reject("CON-04");
const CON_05: Rule = Rule::reject("CON-05");
const CON_06: Rule = Rule::reject("CON-06");
const CON_07: Rule = Rule::reject("CON-07");
const CON_08: Rule = Rule::reject("CON-08");
const CON_09: Rule = Rule::reject("CON-09");
const CON_10: Rule = Rule::reject("CON-10");
const CON_11: Rule = Rule::reject("CON-11");
const CON_14: Rule = Rule::warn("CON-14");
/// Decoded bytes that a full read of other programs takes (CON-14).
const DECODED_BUDGET: u64 = 2 * GIB;

static NO_MAGIC: Phrase = Phrase::new(
    "这不是 BEM 包：文件开头不是 BEM 的标记。",
    "BEM パッケージではありません。ファイルの先頭が BEM の印と違います。",
    "This is no BEM package: the file does not start with the BEM mark.",
);
static NO_HEADER: Phrase = Phrase::new(
    "文件只有 {value} 字节，连 {limit} 字节的文件头都不够。",
    "ファイルは {value} バイトしかなく、{limit} バイトのヘッダーにも足りません。",
    "The file has only {value} bytes, too few for the header of {limit}.",
);
static UNKNOWN_VERSION: Phrase = Phrase::new(
    "版本 {value} 未知；本程序支持 1.0 到 {limit}。",
    "バージョン {value} は知られていません。対応するのは 1.0〜{limit} です。",
    "Version {value} is unknown; 1.0 to {limit} are supported.",
);
static HEADER_SIZE: Phrase = Phrase::new(
    "文件头标为 {value} 字节，应为 {limit}。",
    "ヘッダーが {value} バイトとされていますが、{limit} であるべきです。",
    "The header says it has {value} bytes; it must say {limit}.",
);
static FLAGS: Phrase = Phrase::new(
    "文件头的标志为 {value}，应为 {limit}。",
    "ヘッダーのフラグが {value} ですが、{limit} であるべきです。",
    "The header's flags are {value}; they must be {limit}.",
);
static FILE_SIZE: Phrase = Phrase::new(
    "文件头标明文件有 {value} 字节，实际为 {limit} 字节；文件可能被截断或附加了内容。",
    "ヘッダーによるとファイルは {value} バイトですが、実際は {limit} バイトです。途中で切れたか、何かが付け足されています。",
    "The header says the file has {value} bytes, but it has {limit}; it was cut off or something was appended.",
);
static FILE_TOO_LARGE: Phrase = Phrase::new(
    "文件有 {value}，最多 {limit}。",
    "ファイルは {value} ですが、{limit} までです。",
    "The file has {value}; at most {limit} are allowed.",
);
static MANIFEST_SIZE: Phrase = Phrase::new(
    "清单有 {value} 字节，允许 1 到 {limit} 字节。",
    "マニフェストは {value} バイトですが、1〜{limit} バイトでなければなりません。",
    "The manifest has {value} bytes; 1 to {limit} are allowed.",
);
static N_PAYLOADS: Phrase = Phrase::new(
    "有 {value} 个数据块，1.{minor} 版最多 {limit} 个。",
    "データブロックは {value} 個ですが、バージョン 1.{minor} では {limit} 個までです。",
    "There are {value} payloads; version 1.{minor} allows {limit}.",
);
static NO_ROOM: Phrase = Phrase::new(
    "文件头、清单和目录共需 {value} 字节，而文件只有 {limit} 字节。",
    "ヘッダー・マニフェスト・一覧に {value} バイト要りますが、ファイルは {limit} バイトです。",
    "Header, manifest and directory need {value} bytes, but the file has {limit}.",
);
static CODEC: Phrase = Phrase::new(
    "数据块 {payload} 的编码为 {value}，只能是 0（原样）或 1（Zstandard）。",
    "データブロック {payload} の符号化は {value} ですが、0（そのまま）か 1（Zstandard）だけです。",
    "Payload {payload} has the codec {value}; only 0 (raw) and 1 (Zstandard) exist.",
);
static RESERVED: Phrase = Phrase::new(
    "数据块 {payload} 的保留字段为 {value}，应为 {limit}。",
    "データブロック {payload} の予約欄が {value} ですが、{limit} であるべきです。",
    "The reserved field of payload {payload} is {value}; it must be {limit}.",
);
static BLOCK_SIZE: Phrase = Phrase::new(
    "数据块 {payload} 存储 {value} 字节、解码后 {decoded} 字节；两者都应在 1 到 {limit} 之间。",
    "データブロック {payload} は格納 {value} バイト、展開後 {decoded} バイトですが、どちらも 1〜{limit} でなければなりません。",
    "Payload {payload} has {value} bytes stored and {decoded} decoded; both must be 1 to {limit}.",
);
static RAW_SIZES: Phrase = Phrase::new(
    "数据块 {payload} 原样存储，存储 {value} 字节与解码后 {limit} 字节却不相等。",
    "データブロック {payload} はそのまま格納されていますが、格納 {value} バイトと展開後 {limit} バイトが違います。",
    "Payload {payload} is stored raw, but its {value} stored bytes differ from the {limit} decoded ones.",
);
static WRONG_OFFSET: Phrase = Phrase::new(
    "数据块 {payload} 从第 {value} 字节开始，应紧接在前面之后，即第 {limit} 字节。",
    "データブロック {payload} は {value} バイト目から始まりますが、前の終わりの {limit} バイト目からでなければなりません。",
    "Payload {payload} starts at byte {value}; it must start where the one before ends, at byte {limit}.",
);
static WRONG_END: Phrase = Phrase::new(
    "最后一块数据止于第 {value} 字节，而文件止于第 {limit} 字节。",
    "最後のデータは {value} バイト目で終わりますが、ファイルは {limit} バイト目で終わります。",
    "The last block ends at byte {value}, but the file ends at byte {limit}.",
);
static DECODED_SUM: Phrase = Phrase::new(
    "全部数据解码后共 {value}；超过 {limit} 的包有些程序无法完整读取。",
    "すべてのデータを展開すると {value} です。{limit} を超えると全体を読めないプログラムがあります。",
    "All payloads decode to {value}; beyond {limit} some programs cannot read the whole package.",
);

/// What can be said of a file without a readable container.
///
/// `head`: its first 40 bytes; a source that cannot be read is told elsewhere.
pub(super) fn unreadable(report: &mut Report, head: &[u8], real_size: u64, error: ContainerError) {
    match error {
        ContainerError::NoMagic => {
            report.add(CON_01, Place::Offset(0), Message::new(&NO_MAGIC));
        }
        ContainerError::NoHeader { size_bytes } => {
            let message = Message::new(&NO_HEADER)
                .with("value", size_bytes)
                .with("limit", HEADER_BYTES);
            report.add(CON_03, Place::Offset(size_bytes), message);
        }
        ContainerError::UnknownVersion { major, minor } => {
            let message = Message::new(&UNKNOWN_VERSION)
                .with("value", format_args!("{major}.{minor}"))
                .with("limit", "1.5");
            report.add(VER_01, Place::Offset(u64_of(MAGIC.len())), message);
        }
        ContainerError::TooShort { .. } => {
            if let Some(header) = Header::read(head) {
                header_rules(report, &header, real_size);
            }
        }
        ContainerError::Unreadable(_) => {}
    }
}

/// The header by itself. Returns whether its sizes leave room for manifest and directory.
fn header_rules(report: &mut Report, header: &Header, real_size: u64) {
    if u64::from(header.header_size) != HEADER_BYTES {
        let message = Message::new(&HEADER_SIZE)
            .with("value", header.header_size)
            .with("limit", HEADER_BYTES);
        report.add(CON_02, Place::Offset(12), message);
    }
    if header.flags != 0 {
        let message = Message::new(&FLAGS)
            .with("value", header.flags)
            .with("limit", 0);
        report.add(CON_02, Place::Offset(36), message);
    }
    if header.file_size != real_size {
        let message = Message::new(&FILE_SIZE)
            .with("value", grouped(header.file_size))
            .with("limit", grouped(real_size));
        report.add(CON_03, Place::Offset(16), message);
    }
    if real_size > BEM_FILE_BYTES {
        let message = Message::new(&FILE_TOO_LARGE)
            .with("value", bytes(real_size))
            .with("limit", bytes(BEM_FILE_BYTES));
        report.add(CON_03, Place::Whole, message);
    }
    if !(1..=BEM_MANIFEST_BYTES).contains(&header.manifest_size) {
        let message = Message::new(&MANIFEST_SIZE)
            .with("value", grouped(header.manifest_size))
            .with("limit", grouped(BEM_MANIFEST_BYTES));
        report.add(CON_04, Place::Offset(24), message);
    }
    let limit = Limits::of(header.minor).payloads;
    if header.payload_count > limit {
        let message = Message::new(&N_PAYLOADS)
            .with("value", grouped(header.payload_count))
            .with("minor", header.minor)
            .with("limit", grouped(limit));
        report.add(CON_05, Place::Offset(32), message);
    }
    let wanted = header.directory_end();
    if wanted > header.file_size {
        let message = Message::new(&NO_ROOM)
            .with("value", grouped(wanted))
            .with("limit", grouped(header.file_size));
        report.add(CON_06, Place::Offset(24), message);
    }
}

/// Header and directory. Gives the payloads that are not where or what the directory says: looking into them would only
/// repeat the fault.
pub(super) fn container_rules(
    report: &mut Report,
    container: &Container,
    real_size: u64,
) -> BTreeSet<u32> {
    let header = &container.header;
    header_rules(report, header, real_size);
    let mut broken = BTreeSet::new();
    // Where the next block has to start: behind the one before as declared, or behind the sum of all so far.
    let start = header.directory_end();
    let (mut declared, mut summed) = (start, start);
    let mut decoded_sum = 0_u64;
    for (index, entry) in container.entries.iter().enumerate() {
        let payload = u32_of(index);
        let directory = HEADER_BYTES.saturating_add(header.manifest_size);
        let at = u64::from(payload)
            .saturating_mul(ENTRY_BYTES)
            .saturating_add(directory);
        let is_sound = entry_rules(report, entry, payload, at);
        let is_placed = entry.offset == declared || entry.offset == summed;
        if !is_placed {
            let message = Message::new(&WRONG_OFFSET)
                .with("payload", payload)
                .with("value", entry.offset)
                .with("limit", declared);
            report.add(CON_10, Place::Offset(at.saturating_add(8)), message);
        }
        if !is_sound || !is_placed {
            broken.insert(payload);
        }
        declared = entry.offset.saturating_add(entry.stored_size);
        summed = summed.saturating_add(entry.stored_size);
        if is_sound {
            decoded_sum = decoded_sum.saturating_add(entry.decoded_size);
        }
    }
    let ends = [header.file_size, real_size];
    let is_whole = usize_of(header.payload_count) == container.entries.len();
    if is_whole && !ends.contains(&declared) && !ends.contains(&summed) {
        let message = Message::new(&WRONG_END)
            .with("value", grouped(declared))
            .with("limit", grouped(header.file_size));
        report.add(CON_11, Place::Offset(declared), message);
    }
    if decoded_sum > DECODED_BUDGET {
        let message = Message::new(&DECODED_SUM)
            .with("value", bytes(decoded_sum))
            .with("limit", bytes(DECODED_BUDGET));
        report.add(CON_14, Place::Whole, message);
    }
    broken
}

/// One directory entry by itself.
fn entry_rules(report: &mut Report, entry: &Entry, payload: u32, at: u64) -> bool {
    let mut is_sound = true;
    if !matches!(entry.codec, CODEC_RAW | CODEC_ZSTD) {
        let message = Message::new(&CODEC)
            .with("payload", payload)
            .with("value", entry.codec)
            .with("limit", CODEC_ZSTD);
        report.add(CON_07, Place::Offset(at), message);
        is_sound = false;
    }
    if entry.reserved != 0 {
        let message = Message::new(&RESERVED)
            .with("payload", payload)
            .with("value", entry.reserved)
            .with("limit", 0);
        report.add(CON_07, Place::Offset(at.saturating_add(4)), message);
    }
    let sizes = 1..=BEM_PAYLOAD_BYTES;
    if !sizes.contains(&entry.stored_size) || !sizes.contains(&entry.decoded_size) {
        let message = Message::new(&BLOCK_SIZE)
            .with("payload", payload)
            .with("value", grouped(entry.stored_size))
            .with("decoded", grouped(entry.decoded_size))
            .with("limit", grouped(BEM_PAYLOAD_BYTES));
        report.add(CON_08, Place::Offset(at.saturating_add(16)), message);
        is_sound = false;
    } else if entry.codec == CODEC_RAW && entry.stored_size != entry.decoded_size {
        let message = Message::new(&RAW_SIZES)
            .with("payload", payload)
            .with("value", entry.stored_size)
            .with("limit", entry.decoded_size);
        report.add(CON_09, Place::Offset(at.saturating_add(16)), message);
        is_sound = false;
    }
    is_sound
}

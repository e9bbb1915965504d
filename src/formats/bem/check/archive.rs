//! A package as a ZIP: which members it is made of and whether they may be (bem.md 16.1, 16.2). Payload bytes are
//! unpacked by `bytes.rs`.

use crate::base::findings::Place;
use crate::base::limits::{BEM_FILE_BYTES, BEM_MANIFEST_BYTES, BEM_PAYLOAD_BYTES, GIB};
use crate::base::numbers::{u32_of, u64_of, usize_of};
use crate::base::text::{Message, Phrase, bytes as shown_bytes, grouped};
use crate::formats::bem::check::file_kind::is_package_name;
use crate::formats::bem::check::ids::PayloadIds;
use crate::formats::bem::check::members::{self, Taken};
use crate::formats::bem::check::opened::{Checked, Hooks, Parts, Text};
use crate::formats::bem::check::reasons;
use crate::formats::bem::check::report::{OnRead, Report, Rule};
use crate::formats::bem::limits::{MAX_PAYLOADS, MAX_PREVIEW_BYTES, PNG_SIGNATURE};
use crate::formats::bem::payloads::{Block, Coding, Payloads, Source};
use crate::formats::bem::zip::inflate::{self, InflateError};
use crate::formats::bem::zip::{Archive, ArchiveError, MOST_MEMBERS, Member, PAYLOADS, Storage};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

const ZIP_02: Rule = Rule::reject("ZIP-02");
const ZIP_03: Rule = Rule::fine("ZIP-03");
const ZIP_04: Rule = Rule::warn("ZIP-04");
const ZIP_05: Rule = Rule::reject("ZIP-05");
pub(super) const ZIP_06: Rule = Rule::reject("ZIP-06");
const ZIP_07: Rule = Rule::reject("ZIP-07");
const ZIP_08: Rule = Rule::reject("ZIP-08");
const ZIP_11: Rule = Rule::warn("ZIP-11");
const ZIP_12: Rule = Rule::warn("ZIP-12");
/// Decoded bytes above which full readers give up (ZIP-07, as CON-14).
const DECODED_BUDGET: u64 = 2 * GIB;

static NO_MANIFEST: Phrase = Phrase::new(
    "压缩包里没有“manifest.json”：它应在最外层，或在装着全部内容的唯一文件夹里。",
    "アーカイブに「manifest.json」がありません。最上位か、すべてを収めた唯一のフォルダーに置きます。",
    "The archive has no manifest.json at its root or in the one folder that holds everything.",
);
static IS_COLLECTION: Phrase = Phrase::new(
    "这不是单个包，而是装着多个包的合集。",
    "一つのパッケージではなく、複数のパッケージを収めたコレクションです。",
    "This is no package but a collection of packages.",
);
static OTHER_NAME: Phrase = Phrase::new(
    "数据块 {payload} 的文件名应为“{wanted}”。",
    "データブロック {payload} のファイル名は「{wanted}」とします。",
    "The member of payload {payload} is written as “{wanted}”.",
);
static GAP: Phrase = Phrase::new(
    "数据块的编号不连续：缺少 {n} 个（第一个是 {payload}），但没有被引用。",
    "データブロックの番号が続いていません。{n} 個（最初は {payload}）がありませんが、参照はされていません。",
    "Payload numbers have gaps: {n} are missing (the first is {payload}), but nothing refers to them.",
);
static SAME_NUMBER: Phrase = Phrase::new(
    "数据块 {payload} 有两份相同的文件（另一份是“{first}”）。",
    "データブロック {payload} に同じ内容のファイルが二つあります（もう一つは「{first}」）。",
    "Payload {payload} is there twice with equal bytes (also as “{first}”).",
);
static OTHER_BYTES: Phrase = Phrase::new(
    "数据块 {payload} 有两份内容不同的文件（另一份是“{first}”）。",
    "データブロック {payload} に内容の違うファイルが二つあります（もう一つは「{first}」）。",
    "Payload {payload} is there twice with different bytes (also as “{first}”).",
);
static UNREADABLE: Phrase = Phrase::new(
    "压缩包的目录缺失、被截断或自相矛盾，无法读取。请重新打包或重新下载。",
    "アーカイブの目次がないか、途切れているか、矛盾していて、読めません。作り直すか、取得し直してください。",
    "The archive's directory is missing, cut off or contradicts itself, so it cannot be read. Make or fetch it again.",
);
static TOO_MANY_MEMBERS: Phrase = Phrase::new(
    "压缩包的成员超过 {limit} 个，不可能是包或合集。",
    "アーカイブのメンバーが {limit} 個を超えています。パッケージでもコレクションでもありません。",
    "The archive has more than {limit} members: no package or collection has so many.",
);
static METHOD: Phrase = Phrase::new(
    "成员使用了压缩方式 {value}；只支持不压缩（0）和 deflate（8）。",
    "圧縮方式 {value} のファイルがあります。使えるのは無圧縮（0）と deflate（8）だけです。",
    "The member uses compression method {value}; only stored (0) and deflate (8) are supported.",
);
static ENCRYPTED: Phrase = Phrase::new(
    "成员被加密了。",
    "ファイルが暗号化されています。",
    "The member is encrypted.",
);
static DAMAGED: Phrase = Phrase::new(
    "成员已损坏：{error}。",
    "ファイルが壊れています: {error}。",
    "The member is damaged: {error}.",
);
static CONTRADICTION: Phrase = Phrase::new(
    "成员的数据不在文件内、与其他成员重叠，或与目录的记载不符。",
    "ファイルのデータがアーカイブの外にあるか、ほかと重なっているか、一覧の記載と違います。",
    "The member's data lies outside the file, overlaps another member, or contradicts the directory.",
);
static MANIFEST_SIZE: Phrase = Phrase::new(
    "清单有 {value} 字节，允许 1 到 {limit} 字节。",
    "マニフェストは {value} バイトですが、1〜{limit} バイトでなければなりません。",
    "The manifest has {value} bytes; 1 to {limit} are allowed.",
);
static PAYLOAD_SIZE: Phrase = Phrase::new(
    "数据块 {payload} 有 {value} 字节，允许 1 到 {limit} 字节。",
    "データブロック {payload} は {value} バイトですが、1〜{limit} バイトでなければなりません。",
    "Payload {payload} has {value} bytes; 1 to {limit} are allowed.",
);
static N_PAYLOADS: Phrase = Phrase::new(
    "数据块的编号到 {value}，1.{minor} 版最多 {limit} 个。",
    "データブロックの番号は {value} までありますが、バージョン 1.{minor} では {limit} 個までです。",
    "Payload numbers reach {value}; version 1.{minor} allows {limit} payloads.",
);
static DECODED_SUM: Phrase = Phrase::new(
    "全部数据解压后共 {value}；超过 {limit} 的包有些程序无法完整读取。",
    "すべてのデータを展開すると {value} です。{limit} を超えると全体を読めないプログラムがあります。",
    "All payloads unpack to {value}; beyond {limit} some programs cannot read the whole package.",
);
static ARCHIVE_SIZE: Phrase = Phrase::new(
    "压缩包有 {value}，应不超过 {limit}。",
    "アーカイブは {value} ですが、{limit} までであるべきです。",
    "The archive has {value}; at most {limit} belong there.",
);
static NO_PNG: Phrase = Phrase::new(
    "“preview.png”不是 PNG，已忽略。",
    "「preview.png」は PNG ではないため、無視されます。",
    "preview.png is no PNG; it is ignored.",
);
static LARGE_PREVIEW: Phrase = Phrase::new(
    "“preview.png”有 {value}，超过 {limit}，已忽略。",
    "「preview.png」は {value} で {limit} を超えるため、無視されます。",
    "preview.png has {value}, more than {limit}; it is ignored.",
);
static SURPLUS: Phrase = Phrase::new(
    "包里多出了这个文件，已忽略。",
    "パッケージに余分なファイルがあります。無視されます。",
    "This member does not belong to a package; it is ignored.",
);

/// Opens a package ZIP; `file`: the bytes of `source`.
pub(super) fn open(source: &Source, file: &[u8], mut report: Report, hooks: Hooks<'_>) -> Checked {
    let archive = match Archive::read(file) {
        Ok(archive) => archive,
        Err(error) => {
            unreadable(&mut report, &error);
            return Checked::nothing(report);
        }
    };
    archive_size(&mut report, archive.size_bytes);
    let taken = members::take(&archive, &mut report);
    let Some(manifest) = taken.manifest else {
        let is_collection = archive.members.iter().any(is_package_name);
        let phrase = if is_collection {
            &IS_COLLECTION
        } else {
            &NO_MANIFEST
        };
        report.add(ZIP_02, Place::Whole, Message::new(phrase));
        return Checked::nothing(report);
    };
    let text = manifest_text(&mut report, manifest, file);
    for member in &taken.surplus {
        report.add(ZIP_12, place(member), Message::new(&SURPLUS));
    }
    if let Some(member) = taken.preview {
        preview(&mut report, member, file);
    }
    let numbered = Numbered::new(&taken, file, &mut report);
    let parts = Parts {
        minor: None,
        text: text.as_deref().map(|bytes| Text {
            bytes,
            place: place(manifest),
        }),
        ids: PayloadIds {
            n_payloads: Some(numbered.blocks.len()),
            zip_gaps: Some(numbered.gaps),
            offsets: Vec::new(),
        },
        payloads: Payloads::new(source.clone(), numbered.blocks),
        broken: numbered.broken,
    };
    parts.check(report, hooks)
}

pub(super) fn place(member: &Member) -> Place {
    Place::Member(member.name.clone())
}

fn unreadable(report: &mut Report, error: &ArchiveError) {
    let message = match error {
        ArchiveError::TooLarge { size_bytes } => return archive_size(report, *size_bytes),
        ArchiveError::TooManyMembers => Message::new(&TOO_MANY_MEMBERS).with("limit", MOST_MEMBERS),
        // The words of the reader are English: an argument for machines, not a part of the sentence.
        ArchiveError::Damaged(error) => Message::new(&UNREADABLE).with("error", error),
    };
    report.add(ZIP_06, Place::Whole, message);
}

/// ZIP-08.
fn archive_size(report: &mut Report, size_bytes: u64) {
    if size_bytes > BEM_FILE_BYTES {
        let is_tolerated = size_bytes <= 4 * GIB;
        let rule = if is_tolerated {
            ZIP_08.on_read(OnRead::Warn)
        } else {
            ZIP_08
        };
        let message = Message::new(&ARCHIVE_SIZE)
            .with("value", shown_bytes(size_bytes))
            .with("limit", shown_bytes(BEM_FILE_BYTES));
        report.add(rule, Place::Whole, message);
    }
}

/// Reports what keeps a member from being unpacked (ZIP-06). Gives the way it is stored.
pub(super) fn coding(report: &mut Report, member: &Member) -> Option<Coding> {
    if member.is_encrypted {
        report.add(ZIP_06, place(member), Message::new(&ENCRYPTED));
        return None;
    }
    let coding = match member.storage {
        Storage::Stored => Coding::Member { crc: member.crc },
        Storage::Deflated => Coding::Deflated { crc: member.crc },
        Storage::Other(method) => {
            let message = Message::new(&METHOD).with("value", method);
            report.add(ZIP_06, place(member), message);
            return None;
        }
    };
    if member.data.is_none() {
        report.add(ZIP_06, place(member), Message::new(&CONTRADICTION));
        return None;
    }
    Some(coding)
}

/// The unpacked bytes of a member whose size has been capped by the caller.
pub(super) fn unpack<'f>(
    report: &mut Report,
    member: &Member,
    file: &'f [u8],
) -> Option<Cow<'f, [u8]>> {
    let coding = coding(report, member)?;
    let stored = member.stored(file)?;
    let unpacked = match coding {
        Coding::Member { crc } => {
            inflate::check_stored(Cow::Borrowed(stored), member.unpacked_size, crc)
        }
        Coding::Deflated { crc } => {
            inflate::inflate(stored, member.unpacked_size, crc).map(Cow::Owned)
        }
        _ => return None,
    };
    unpacked
        .map_err(|error| damaged(report, place(member), error))
        .ok()
}

/// A member that does not unpack to what the directory says.
pub(super) fn damaged(report: &mut Report, place: Place, error: InflateError) {
    let message = Message::new(&DAMAGED).with_message("error", reasons::of_member(error));
    report.add(ZIP_06, place, message);
}

fn manifest_text<'f>(
    report: &mut Report,
    member: &Member,
    file: &'f [u8],
) -> Option<Cow<'f, [u8]>> {
    if !(1..=BEM_MANIFEST_BYTES).contains(&member.unpacked_size) {
        let message = Message::new(&MANIFEST_SIZE)
            .with("value", grouped(member.unpacked_size))
            .with("limit", grouped(BEM_MANIFEST_BYTES));
        report.add(ZIP_07, place(member), message);
        return None;
    }
    unpack(report, member, file)
}

/// ZIP-11.
fn preview(report: &mut Report, member: &Member, file: &[u8]) {
    if member.unpacked_size > MAX_PREVIEW_BYTES {
        let message = Message::new(&LARGE_PREVIEW)
            .with("value", shown_bytes(member.unpacked_size))
            .with("limit", shown_bytes(MAX_PREVIEW_BYTES));
        report.add(ZIP_11, place(member), message);
        return;
    }
    if let Some(bytes) = unpack(report, member, file)
        && !bytes.starts_with(&PNG_SIGNATURE)
    {
        report.add(ZIP_11, place(member), Message::new(&NO_PNG));
    }
}

/// Payload members by number.
struct Numbered {
    blocks: Vec<Block>,
    gaps: BTreeSet<u32>,
    broken: BTreeSet<u32>,
}

impl Numbered {
    fn new(taken: &Taken<'_>, file: &[u8], report: &mut Report) -> Self {
        let mut by_number: BTreeMap<u32, &Member> = BTreeMap::new();
        let mut beyond: Option<(u32, &Member)> = None;
        for &(number, member) in &taken.payloads {
            if number >= MAX_PAYLOADS {
                if beyond.is_none_or(|(highest, _)| number > highest) {
                    beyond = Some((number, member));
                }
                continue;
            }
            other_name(report, number, member, &taken.prefix);
            if let Some(first) = by_number.get(&number) {
                same_number(report, number, (first, member), file);
            } else {
                by_number.insert(number, member);
            }
        }
        let n_payloads = by_number
            .keys()
            .next_back()
            .map_or(0, |last| last.saturating_add(1));
        if let Some((number, member)) = beyond {
            n_payloads_message(report, number, MAX_PAYLOADS, 5, place(member));
        }
        let mut numbered = Self {
            blocks: Vec::with_capacity(usize_of(n_payloads)),
            gaps: BTreeSet::new(),
            broken: BTreeSet::new(),
        };
        let mut sum = 0_u64;
        for number in 0..n_payloads {
            let block = by_number
                .get(&number)
                .and_then(|member| numbered.block(report, number, member));
            sum = sum.saturating_add(block.map_or(0, |block| block.decoded_size));
            if !by_number.contains_key(&number) {
                numbered.gaps.insert(number);
            }
            numbered.blocks.push(block.unwrap_or(Block {
                coding: Coding::Missing,
                offset: 0,
                stored_size: 0,
                decoded_size: 0,
            }));
        }
        if sum > DECODED_BUDGET {
            let message = Message::new(&DECODED_SUM)
                .with("value", shown_bytes(sum))
                .with("limit", shown_bytes(DECODED_BUDGET));
            report.add(ZIP_07.on_read(OnRead::Warn), Place::Whole, message);
        }
        numbered
    }

    /// The block of a member; none, and the payload broken, where its fault is told here.
    fn block(&mut self, report: &mut Report, number: u32, member: &Member) -> Option<Block> {
        let size = member.unpacked_size;
        if !(1..=BEM_PAYLOAD_BYTES).contains(&size) {
            let message = Message::new(&PAYLOAD_SIZE)
                .with("payload", number)
                .with("value", grouped(size))
                .with("limit", grouped(BEM_PAYLOAD_BYTES));
            report.add(ZIP_07, place(member), message);
            self.broken.insert(number);
            return None;
        }
        let coding = coding(report, member);
        let (Some(coding), Some(data)) = (coding, member.data.clone()) else {
            self.broken.insert(number);
            return None;
        };
        Some(Block {
            coding,
            offset: data.start,
            stored_size: data.end.saturating_sub(data.start),
            decoded_size: size,
        })
    }
}

/// ZIP-03.
fn other_name(report: &mut Report, number: u32, member: &Member, prefix: &str) {
    let wanted = format!("{prefix}{PAYLOADS}{number:04}.bin");
    if member.name != wanted {
        let message = Message::new(&OTHER_NAME)
            .with("payload", number)
            .with("wanted", wanted);
        report.add(ZIP_03, place(member), message);
    }
}

/// ZIP-05.
fn same_number(report: &mut Report, number: u32, (a, b): (&Member, &Member), file: &[u8]) {
    let is_alike = a.unpacked_size == b.unpacked_size && a.crc == b.crc;
    let is_small = a.unpacked_size <= BEM_PAYLOAD_BYTES;
    let is_equal = is_alike && is_small && {
        let first = unpack(report, a, file);
        first.is_some() && first == unpack(report, b, file)
    };
    let (rule, phrase) = if is_equal {
        (ZIP_05.on_read(OnRead::Warn), &SAME_NUMBER)
    } else {
        (ZIP_05, &OTHER_BYTES)
    };
    let message = Message::new(phrase)
        .with("payload", number)
        .with("first", &a.name);
    report.add(rule, place(b), message);
}

/// ZIP-07, the count.
pub(super) fn n_payloads_message(
    report: &mut Report,
    highest: u32,
    limit: u32,
    minor: u16,
    place: Place,
) {
    let message = Message::new(&N_PAYLOADS)
        .with("value", grouped(highest))
        .with("minor", minor)
        .with("limit", grouped(limit));
    report.add(ZIP_07, place, message);
}

/// ZIP-04: numbers without a member that nothing refers to.
pub(super) fn unreferenced_gaps(
    report: &mut Report,
    gaps: &BTreeSet<u32>,
    referenced: &BTreeSet<u32>,
) {
    let mut idle = gaps.difference(referenced);
    if let Some(first) = idle.next() {
        let message = Message::new(&GAP)
            .with("payload", first)
            .with("n", grouped(idle.count().saturating_add(1)));
        report.add(ZIP_04, Place::Whole, message);
    }
}

/// How many payloads a ZIP has, as its minor limits them.
pub(super) fn too_many(report: &mut Report, n_payloads: usize, limit: u32, minor: u16) {
    if u64_of(n_payloads) > u64::from(limit) {
        let highest = u32_of(n_payloads.saturating_sub(1));
        n_payloads_message(report, highest, limit, minor, Place::Whole);
    }
}

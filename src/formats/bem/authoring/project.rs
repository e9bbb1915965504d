//! The editable project: `project.json` beside decoded payload files (bem.md ch. 21). Manifest numbers stay as they are.

use crate::base::findings::{Finding, Place};
use crate::base::limits::{BEM_PAYLOAD_BYTES, GIB};
use crate::base::numbers::u32_of;
use crate::base::text::{Message, Phrase, bytes as shown_bytes, grouped};
use crate::formats::bem::authoring::paths::plain_path;
use crate::formats::bem::authoring::{Read, parse, report};
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::json::{self, Value};
use crate::formats::bem::limits::MAX_PAYLOADS;
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::zip::member_name;

const PRJ_01: Rule = Rule::reject("PRJ-01");
const PRJ_02: Rule = Rule::reject("PRJ-02");
const PRJ_03: Rule = Rule::reject("PRJ-03");
const MAX_TOTAL_BYTES: u64 = 2 * GIB;

static NO_PROJECT: Phrase = Phrase::new(
    "这不是可编辑工程：应为含“manifest”（对象）和“payload_files”（数组）的 JSON 对象。",
    "編集用プロジェクトではありません。「manifest」（オブジェクト）と「payload_files」（配列）を持つ JSON オブジェクトが要ります。",
    "This is no editable project: it must be a JSON object with “manifest” (an object) and “payload_files” (an array).",
);
static NO_TEXT: Phrase = Phrase::new(
    "数据文件列表的第 {value} 项不是文本。",
    "データファイルの一覧の {value} 番が文字列ではありません。",
    "Entry {value} of the payload files is no text.",
);
static BAD_PATH: Phrase = Phrase::new(
    "数据文件的路径“{value}”不合规：应为工程文件夹内的相对路径，不含“..”和“:”。",
    "データファイルのパス「{value}」は使えません。プロジェクトのフォルダー内の相対パスとし、「..」や「:」を含めません。",
    "The path “{value}” cannot be used: relative, inside the project folder, without “..” and “:”.",
);
static TOO_MANY: Phrase = Phrase::new(
    "有 {value} 个数据文件，最多 {limit} 个。",
    "データファイルは {value} 個ですが、{limit} 個までです。",
    "There are {value} payload files; {limit} are allowed.",
);
static BAD_SIZE: Phrase = Phrase::new(
    "数据文件 {payload} 有 {value}，允许 1 字节到 {limit}。",
    "データファイル {payload} は {value} ですが、1 バイト〜{limit} でなければなりません。",
    "Payload file {payload} has {value}; 1 byte to {limit} are allowed.",
);
static TOO_LARGE: Phrase = Phrase::new(
    "全部数据文件共 {value}，最多 {limit}。",
    "データファイルは合わせて {value} ですが、{limit} までです。",
    "All payload files together have {value}; {limit} are allowed.",
);

/// An editable project as read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EditableProject {
    /// The manifest; its payload IDs are places in [`Self::payload_files`].
    pub manifest: Manifest,
    /// Paths of the decoded payloads relative to the project file, `/`-separated, one for each payload ID.
    pub payload_files: Vec<String>,
}

/// Reads `project.json` (PRJ-01, PRJ-03). A byte order mark is fine.
pub fn read_project(bytes: &[u8]) -> Read<EditableProject> {
    let mut report = report();
    let Some(value) = parse(bytes, PRJ_01, OnRead::Warn, &mut report) else {
        return Read::of(report, None);
    };
    let manifest = value
        .get("manifest")
        .filter(|value| value.members().is_some());
    let files = value.get("payload_files").and_then(Value::list);
    let (Some(manifest), Some(files)) = (manifest, files) else {
        report.add(PRJ_01, Place::Whole, Message::new(&NO_PROJECT));
        return Read::of(report, None);
    };
    let mut payload_files = Vec::with_capacity(files.len());
    for (index, file) in files.iter().enumerate() {
        let place = || Place::Pointer(format!("/payload_files/{index}"));
        let Some(text) = file.text() else {
            report.add(PRJ_01, place(), Message::new(&NO_TEXT).with("value", index));
            continue;
        };
        match plain_path(text) {
            Some(path) => payload_files.push(path),
            None => report.add(PRJ_03, place(), Message::new(&BAD_PATH).with("value", text)),
        }
    }
    if u32_of(files.len()) > MAX_PAYLOADS {
        let message = Message::new(&TOO_MANY)
            .with("value", grouped(files.len()))
            .with("limit", grouped(MAX_PAYLOADS));
        report.add(PRJ_02, Place::Pointer("/payload_files".to_owned()), message);
    }
    let project = EditableProject {
        manifest: Manifest::from_value(manifest),
        payload_files,
    };
    Read::of(report, Some(project))
}

/// Judges the sizes of the payload files in bytes, by payload ID (PRJ-02).
pub fn check_sizes(sizes: &[u64]) -> Vec<Finding> {
    let mut report = report();
    let mut total = 0_u64;
    for (payload, &size) in sizes.iter().enumerate() {
        total = total.saturating_add(size);
        if !(1..=BEM_PAYLOAD_BYTES).contains(&size) {
            let message = Message::new(&BAD_SIZE)
                .with("payload", payload)
                .with("value", shown_bytes(size))
                .with("limit", shown_bytes(BEM_PAYLOAD_BYTES));
            let place = Place::Pointer(format!("/payload_files/{payload}"));
            report.add(PRJ_02, place, message);
        }
    }
    if total > MAX_TOTAL_BYTES {
        let message = Message::new(&TOO_LARGE)
            .with("value", shown_bytes(total))
            .with("limit", shown_bytes(MAX_TOTAL_BYTES));
        report.add(PRJ_02, Place::Whole, message);
    }
    report.finish()
}

/// The text of `project.json` for an unpacked package: JSON indented by two, payload files named
/// `payloads/0000.bin` and so on.
pub fn write_project(manifest: &Manifest, n_payloads: u32) -> String {
    let files = (0..n_payloads).map(|id| Value::Text(member_name(id)));
    json::to_indented(&Value::Object(vec![
        ("manifest".to_owned(), manifest.to_value()),
        ("payload_files".to_owned(), Value::List(files.collect())),
    ]))
}

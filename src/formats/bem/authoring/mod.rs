//! The files people author packages with (bem.md ch. 21, 22.6): editable project, export task, deformation
//! spec, character catalogue, resource target spec and target profile.
//!
//! All of them are bytes in, bytes out; paths inside them are handed out as text, relative to the file, and opened by
//! nobody here.

pub mod catalog;
pub mod deformation_spec;
pub mod export_task;
pub mod morphs;
pub mod paths;
pub mod project;
pub mod target_profile;

use crate::base::findings::{Finding, Place};
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::report::{OnRead, Purpose, Report, Rule};
use crate::formats::bem::check::wanted::in_words;
use crate::formats::bem::json::{self, FaultKind, MAX_DEPTH, SyntaxError, Value};

static NOT_UTF8: Phrase = Phrase::new(
    "文件从第 {value} 字节起不是 UTF-8 文本。",
    "ファイルは {value} バイト目から UTF-8 ではありません。",
    "The file is not UTF-8 from its byte {value} on.",
);
static SYNTAX: Phrase = Phrase::new(
    "文件第 {value} 字节处不是标准 JSON：此处应为 {wanted}。",
    "ファイルの {value} バイト目が標準の JSON ではありません。ここには {wanted} が要ります。",
    "The file is no standard JSON at its byte {value}: {wanted} belongs there.",
);
static REPEATED_KEY: Phrase = Phrase::new(
    "同一对象中的键重复出现；以第一个为准。",
    "同じオブジェクトに同じキーが二度あります。最初のものを使います。",
    "The object has this key already; the first is used.",
);
static BAD_TEXT: Phrase = Phrase::new(
    "文件在这里含有不能使用的内容（空字符、不成对的代理项或过深的嵌套）。",
    "ファイルのこの場所に使えない内容（NUL、対のないサロゲート、深すぎる入れ子）があります。",
    "The file has something here that cannot be used: U+0000, half a surrogate pair, or too deep nesting.",
);

/// The JSON of an authoring file; a byte order mark is fine, repeats are told with `repeats`, the rest with `rule`.
fn parse(bytes: &[u8], rule: Rule, repeats: OnRead, report: &mut Report) -> Option<Value> {
    // The manifest of a project lies one level deeper than in a package.
    let parsed = match json::parse_to_depth(bytes, MAX_DEPTH.saturating_add(1)) {
        Ok(parsed) => parsed,
        Err(error) => {
            let (offset, message) = match error {
                SyntaxError::NotUtf8 { offset } => (offset, Message::new(&NOT_UTF8)),
                SyntaxError::Unexpected { offset, wanted } => (
                    offset,
                    Message::new(&SYNTAX).with_message("wanted", in_words(wanted)),
                ),
            };
            let place = Place::Offset(u64::try_from(offset).unwrap_or(u64::MAX));
            report.add(rule, place, message.with("value", offset));
            return None;
        }
    };
    for fault in parsed.faults {
        let place = Place::Pointer(fault.pointer);
        match fault.kind {
            FaultKind::ByteOrderMark => {}
            FaultKind::RepeatedKey => {
                report.add(rule.on_read(repeats), place, Message::new(&REPEATED_KEY));
            }
            _ => report.add(rule, place, Message::new(&BAD_TEXT)),
        }
    }
    Some(parsed.value)
}

/// A report whose rules have the severities of reading.
const fn report() -> Report {
    Report::new(Purpose::Read)
}

/// What was read, if nothing refuses it, and everything found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read<T> {
    /// None where an error is among the findings.
    pub value: Option<T>,
    /// Everything found.
    pub findings: Vec<Finding>,
}

impl<T> Read<T> {
    fn of(report: Report, value: Option<T>) -> Self {
        Self {
            value: value.filter(|_| !report.has_errors()),
            findings: report.finish(),
        }
    }
}

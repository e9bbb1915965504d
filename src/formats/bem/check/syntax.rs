//! What reading the JSON found (JSON-01 to JSON-05). It looks at no key.

use crate::base::findings::Place;
use crate::base::numbers::u64_of;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::report::{Report, Rule};
use crate::formats::bem::check::wanted::in_words;
use crate::formats::bem::json::{Fault, FaultKind, MAX_DEPTH, SyntaxError};

const JSON_01: Rule = Rule::reject("JSON-01");
const JSON_02: Rule = Rule::reject("JSON-02");
const JSON_03: Rule = Rule::reject("JSON-03");
const JSON_04: Rule = Rule::reject("JSON-04");
const JSON_05: Rule = Rule::reject("JSON-05");

static NOT_UTF8: Phrase = Phrase::new(
    "清单从第 {value} 字节起不是 UTF-8 文本。",
    "マニフェストは {value} バイト目から UTF-8 ではありません。",
    "The manifest is not UTF-8 from its byte {value} on.",
);
static SYNTAX: Phrase = Phrase::new(
    "清单第 {value} 字节处不是标准 JSON：此处应为 {wanted}。",
    "マニフェストの {value} バイト目が標準の JSON ではありません。ここには {wanted} が要ります。",
    "The manifest is no standard JSON at its byte {value}: {wanted} belongs there.",
);
static BYTE_ORDER_MARK: Phrase = Phrase::new(
    "清单以字节顺序标记开头；已跳过。",
    "マニフェストがバイト順マークで始まっています。読み飛ばしました。",
    "The manifest starts with a byte order mark; it was skipped.",
);
static REPEATED_KEY: Phrase = Phrase::new(
    "同一对象中的键重复出现（清单第 {value} 字节）。",
    "同じオブジェクトに同じキーが二度あります（マニフェストの {value} バイト目）。",
    "The object has this key already (byte {value} of the manifest).",
);
static ZERO_IN_KEY: Phrase = Phrase::new(
    "键中含有空字符 U+0000（清单第 {value} 字节）。",
    "キーに NUL 文字 U+0000 があります（マニフェストの {value} バイト目）。",
    "A key contains the character U+0000 (byte {value} of the manifest).",
);
static ZERO_IN_TEXT: Phrase = Phrase::new(
    "文本中含有空字符 U+0000（清单第 {value} 字节）。",
    "文字列に NUL 文字 U+0000 があります（マニフェストの {value} バイト目）。",
    "The text contains the character U+0000 (byte {value} of the manifest).",
);
static LONE_SURROGATE: Phrase = Phrase::new(
    "文本中有不成对的代理项转义（清单第 {value} 字节）。",
    "対になっていないサロゲートのエスケープがあります（マニフェストの {value} バイト目）。",
    "The text has half of a surrogate pair as an escape (byte {value} of the manifest).",
);
static TOO_DEEP: Phrase = Phrase::new(
    "JSON 嵌套超过 {limit} 层（清单第 {value} 字节）。",
    "JSON の入れ子が {limit} 段を超えています（マニフェストの {value} バイト目）。",
    "The JSON is nested more than {limit} levels deep (byte {value} of the manifest).",
);

/// A manifest that cannot be read at all. `place`: where it lies in the file.
pub(super) fn unreadable(report: &mut Report, error: SyntaxError, place: &Place) {
    let (rule, offset, message) = match error {
        SyntaxError::NotUtf8 { offset } => (JSON_01, offset, Message::new(&NOT_UTF8)),
        SyntaxError::Unexpected { offset, wanted } => (
            JSON_02,
            offset,
            Message::new(&SYNTAX).with_message("wanted", in_words(wanted)),
        ),
    };
    let place = match place {
        Place::Offset(start) => Place::Offset(start.saturating_add(u64_of(offset))),
        other => other.clone(),
    };
    report.add(rule, place, message.with("value", offset));
}

/// Faults that did not stop the reader.
pub(super) fn faults(report: &mut Report, faults: &[Fault]) {
    for fault in faults {
        let (rule, phrase) = match fault.kind {
            FaultKind::ByteOrderMark => (Rule::warn("JSON-01"), &BYTE_ORDER_MARK),
            FaultKind::RepeatedKey => (JSON_03, &REPEATED_KEY),
            FaultKind::ZeroInKey => (Rule::warn("JSON-04"), &ZERO_IN_KEY),
            FaultKind::ZeroInText => (JSON_04, &ZERO_IN_TEXT),
            FaultKind::LoneSurrogate => (JSON_04, &LONE_SURROGATE),
            FaultKind::TooDeep => (JSON_05, &TOO_DEEP),
        };
        let message = Message::new(phrase)
            .with("value", fault.offset)
            .with("limit", MAX_DEPTH);
        report.add(rule, Place::Pointer(fault.pointer.clone()), message);
    }
}

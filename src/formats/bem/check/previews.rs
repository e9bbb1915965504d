//! Preview pictures of appearances and choices (APP-06).

use crate::base::findings::Place;
use crate::base::numbers::u64_of;
use crate::base::text::{Message, Phrase, bytes as shown_bytes};
use crate::formats::bem::check::facts::Preview;
use crate::formats::bem::check::report::{Report, Rule};
use crate::formats::bem::limits::{MAX_PREVIEW_BYTES, PNG_SIGNATURE};

const APP_06: Rule = Rule::warn("APP-06");

static NO_PNG: Phrase = Phrase::new(
    "预览图（数据块 {payload}）不是 PNG，已忽略。",
    "プレビュー（データブロック {payload}）は PNG ではないため、無視されます。",
    "The preview (payload {payload}) is no PNG; it is ignored.",
);
static TOO_LARGE: Phrase = Phrase::new(
    "预览图（数据块 {payload}）有 {value}，最多 {limit}，已忽略。",
    "プレビュー（データブロック {payload}）は {value} で、{limit} を超えるため無視されます。",
    "The preview (payload {payload}) has {value}; at most {limit} are allowed, so it is ignored.",
);

/// A picture of at most 8 MiB with the PNG signature.
pub(super) fn judge_preview(bytes: &[u8], preview: &Preview, report: &mut Report) {
    let message = if u64_of(bytes.len()) > MAX_PREVIEW_BYTES {
        Message::new(&TOO_LARGE)
            .with("payload", preview.payload)
            .with("value", shown_bytes(u64_of(bytes.len())))
            .with("limit", shown_bytes(MAX_PREVIEW_BYTES))
    } else if !bytes.starts_with(&PNG_SIGNATURE) {
        Message::new(&NO_PNG).with("payload", preview.payload)
    } else {
        return;
    };
    report.add(APP_06, Place::Pointer(preview.pointer.clone()), message);
}

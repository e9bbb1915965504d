//! Identifiers, names and payload IDs: the forms of bem.md ch. 4, and CON-13. It compares nothing across tables.

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::phrases;
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::view::Object;
use crate::formats::bem::json::path::Path;
use crate::formats::bem::limits::{MAX_ID_BYTES, MAX_NAME_BYTES};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const ID_01: Rule = Rule::reject("ID-01");
pub(super) const ID_02: Rule = Rule::reject("ID-02");
pub(super) const ID_03: Rule = Rule::reject("ID-03");
pub(super) const ID_05: Rule = Rule::reject("ID-05");
pub(super) const ID_06: Rule = Rule::reject("ID-06");
const ID_08: Rule = Rule::warn("ID-08").typed();

static BAD_ID: Phrase = Phrase::new(
    "ID“{value}”不合规：应为 1 到 96 个字符，只用 A–Z、a–z、0–9、“_”“.”“-”，且以字母或数字开头。",
    "ID「{value}」は使えません。1〜96 文字で、A–Z、a–z、0–9、「_」「.」「-」だけを使い、英数字で始めます。",
    "The id “{value}” cannot be used: 1 to 96 characters out of A–Z, a–z, 0–9, “_”, “.”, “-”, starting with a letter or digit.",
);
static NO_PAYLOAD: Phrase = Phrase::new(
    "“{key}”引用数据块 {value}，但只有 {limit} 个数据块（编号从 0 开始）。",
    "「{key}」はデータブロック {value} を指しますが、{limit} 個しかありません（番号は 0 から）。",
    "“{key}” refers to payload {value}, but there are only {limit} (counted from 0).",
);
static MISSING_PAYLOAD: Phrase = Phrase::new(
    "压缩包中缺少数据块 {value}。",
    "アーカイブにデータブロック {value} がありません。",
    "Missing payload {value}: the archive has no member for it.",
);

/// Which payload IDs exist.
#[derive(Clone, Debug, Default)]
pub(super) struct PayloadIds {
    /// Their number; none = not known, nothing is checked.
    pub(super) n_payloads: Option<usize>,
    /// For ZIP packages: numbers below `n_payloads` without a member. None for binary packages.
    pub(super) zip_gaps: Option<BTreeSet<u32>>,
    /// Where each payload lies, for findings about a payload itself: offset in the file; empty = not in a file.
    pub(super) offsets: Vec<u64>,
}

impl PayloadIds {
    /// The place of a payload itself.
    pub(super) fn place(&self, payload: u32) -> Place {
        if self.zip_gaps.is_some() {
            return Place::Member(format!("payloads/{payload:04}.bin"));
        }
        let offset = usize::try_from(payload)
            .ok()
            .and_then(|index| self.offsets.get(index));
        offset.map_or(Place::Whole, |offset| Place::Offset(*offset))
    }

    fn exists(&self, payload: u32) -> bool {
        let is_counted = self
            .n_payloads
            .is_none_or(|n| usize::try_from(payload).is_ok_and(|payload| payload < n));
        let is_gap = self
            .zip_gaps
            .as_ref()
            .is_some_and(|gaps| gaps.contains(&payload));
        is_counted && !is_gap
    }
}

/// Whether a text is a stable id (ID-01).
pub fn is_stable_id(text: &str) -> bool {
    let mut letters = text.bytes();
    (1..=MAX_ID_BYTES).contains(&text.len())
        && letters
            .next()
            .is_some_and(|first| first.is_ascii_alphanumeric())
        && letters.all(|letter| letter.is_ascii_alphanumeric() || b"_.-".contains(&letter))
}

impl<'v> Check<'v> {
    /// A member that is a stable id; a missing one breaks `rule`, a wrong form ID-01.
    pub(super) fn stable_id(
        &mut self,
        rule: Rule,
        object: Object<'v, '_>,
        key: &str,
    ) -> Option<&'v str> {
        let id = self.text(rule, object, key)?;
        if !is_stable_id(id) {
            let message = Message::new(&BAD_ID).with("key", key).with("value", id);
            self.member(ID_01, object, key, message);
        }
        Some(id)
    }

    /// A wrong form of an id that may have one when read (DRV-02).
    pub(super) fn id_form(&mut self, rule: Rule, object: Object<'v, '_>, key: &str, id: &str) {
        if !is_stable_id(id) {
            let message = Message::new(&BAD_ID).with("key", key).with("value", id);
            self.member(rule, object, key, message);
        }
    }

    /// A member of 1..=256 bytes; in 1.0 more bytes only earn a warning while there are no more than 256 characters.
    pub(super) fn name(
        &mut self,
        rule: Rule,
        object: Object<'v, '_>,
        key: &str,
    ) -> Option<&'v str> {
        let name = self.text(rule, object, key)?;
        self.name_length(rule, name, &object.path.key(key));
        Some(name)
    }

    pub(super) fn name_length(&mut self, rule: Rule, name: &str, path: &Path<'_>) {
        if (1..=MAX_NAME_BYTES).contains(&name.len()) {
            return;
        }
        let is_tolerated =
            self.minor == 0 && !name.is_empty() && name.chars().count() <= MAX_NAME_BYTES;
        let rule = if is_tolerated {
            rule.on_read(OnRead::Warn)
        } else {
            rule
        };
        self.at(
            rule,
            path,
            length_message(&path.name(), name.len(), MAX_NAME_BYTES),
        );
    }

    /// An optional `description` (ID-08).
    pub(super) fn description(&mut self, object: Object<'v, '_>) {
        if object.has("description") {
            self.text(ID_08, object, "description");
        }
    }

    /// A member that is a payload ID; a missing one breaks `rule`, an ID that does not exist CON-13 (in a ZIP: ZIP-04).
    /// Existing IDs count as referenced.
    pub(super) fn payload(&mut self, rule: Rule, object: Object<'v, '_>, key: &str) -> Option<u32> {
        let payload = self.u32(rule, object, key)?;
        self.existing_payload(OnRead::Reject, object, key, payload)
    }

    /// The same for an ID that is read already.
    pub(super) fn existing_payload(
        &mut self,
        on_read: OnRead,
        object: Object<'v, '_>,
        key: &str,
        payload: u32,
    ) -> Option<u32> {
        if self.payload_ids.exists(payload) {
            self.facts.referenced.insert(payload);
            return Some(payload);
        }
        self.facts.asked_for.insert(payload);
        let is_zip = self.payload_ids.zip_gaps.is_some();
        let phrase = if is_zip {
            &MISSING_PAYLOAD
        } else {
            &NO_PAYLOAD
        };
        let message = Message::new(phrase)
            .with("key", key)
            .with("value", payload)
            .with("limit", self.payload_ids.n_payloads.unwrap_or_default());
        let id = if is_zip { "ZIP-04" } else { "CON-13" };
        let place = Place::Pointer(object.path.key(key).pointer());
        self.report
            .add(Rule::reject(id).on_read(on_read), place, message);
        None
    }

    /// Reports an id that was used before in the same table, and remembers it otherwise.
    pub(super) fn unique(
        &mut self,
        rule: Rule,
        seen: &mut BTreeMap<&'v str, String>,
        value: &'v str,
        path: &Path<'_>,
    ) -> bool {
        if let Some(first) = seen.get(value) {
            let message = Message::new(&phrases::TWICE)
                .with("value", value)
                .with("first", first);
            self.at(rule, path, message);
            return false;
        }
        seen.insert(value, path.pointer());
        true
    }
}

/// "`key` has `value` bytes; 1 to `limit` are allowed."
pub(super) fn length_message(key: &str, n_bytes: usize, limit: usize) -> Message {
    Message::new(&phrases::LENGTH)
        .with("key", key)
        .with("value", n_bytes)
        .with("low", 1)
        .with("high", limit)
}

//! Two manifests as JSON, compared by meaning: tables by their ids, lists without ids by content, objects by key.

use crate::base::text::{self, Language, Message, Phrase};
use crate::formats::bem::json::{self, Members, Value, pointer_to};
use crate::session::difference::matching::{CONTENT, IDENTITY, SIZE};
use std::collections::BTreeSet;

/// Most letters of a value in a sentence.
const SHOWN: usize = 100;

/// What kind a difference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// Only the second has it.
    Added,
    /// Only the first has it.
    Removed,
    /// The same under another id.
    Renamed,
    /// The same ids in another order.
    Reordered,
    /// Another value.
    Changed,
    /// Another condition.
    Condition,
    /// Another content of a payload.
    Payload,
}

impl ChangeKind {
    /// The word scripts get.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Renamed => "renamed",
            Self::Reordered => "reordered",
            Self::Changed => "changed",
            Self::Condition => "condition",
            Self::Payload => "payload",
        }
    }

    const fn phrase(self) -> &'static Phrase {
        match self {
            Self::Added => &ADDED,
            Self::Removed => &REMOVED,
            Self::Renamed => &RENAMED,
            Self::Reordered => &REORDERED,
            Self::Changed => &CHANGED,
            Self::Condition => &CONDITION,
            Self::Payload => &PAYLOAD,
        }
    }
}

static ADDED: Phrase = Phrase::new(
    "  新增 {place}：{after}",
    "  追加 {place}：{after}",
    "  added {place}: {after}",
);
static REMOVED: Phrase = Phrase::new(
    "  删除 {place}：{before}",
    "  削除 {place}：{before}",
    "  removed {place}: {before}",
);
static RENAMED: Phrase = Phrase::new(
    "  改名 {place}：{before} → {after}",
    "  改名 {place}：{before} → {after}",
    "  renamed {place}: {before} -> {after}",
);
static REORDERED: Phrase = Phrase::new(
    "  顺序 {place}：{before} → {after}",
    "  順序 {place}：{before} → {after}",
    "  order of {place}: {before} -> {after}",
);
static CHANGED: Phrase = Phrase::new(
    "  更改 {place}：{before} → {after}",
    "  変更 {place}：{before} → {after}",
    "  changed {place}: {before} -> {after}",
);
static CONDITION: Phrase = Phrase::new(
    "  条件 {place}：{before} → {after}",
    "  条件 {place}：{before} → {after}",
    "  condition {place}: {before} -> {after}",
);
static PAYLOAD: Phrase = Phrase::new(
    "  数据 {place}：{before} → {after}",
    "  データ {place}：{before} → {after}",
    "  data {place}: {before} -> {after}",
);
static BREAKS: Phrase = Phrase::new(
    "{line}（玩家保存的选择会失效）",
    "{line}（プレイヤーの保存した選択が失われます）",
    "{line} (what players saved for it is lost)",
);

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its kind.
    pub kind: ChangeKind,
    /// Where it is: names of tables, ids, keys; elements without ids by their place, in the first package where both have
    /// them.
    pub place: String,
    /// In the first package, as JSON or an id, cut where it is long.
    pub before: String,
    /// In the second.
    pub after: String,
}

impl Change {
    pub(super) fn new(kind: ChangeKind, place: String, before: &str, after: &str) -> Self {
        Self {
            kind,
            place,
            before: before.to_owned(),
            after: after.to_owned(),
        }
    }

    /// Whether what players saved no longer finds its id (bem.md ch. 23).
    pub fn breaks_saved(&self) -> bool {
        let is_gone = matches!(self.kind, ChangeKind::Removed | ChangeKind::Renamed);
        let steps: Vec<&str> = self.place.split('/').skip(1).collect();
        let is_saved = matches!(
            steps.as_slice(),
            ["option_groups" | "parameters" | "appearances", _]
                | ["option_groups", _, "choices", _]
        );
        is_gone && is_saved || self.place == "/package_id"
    }

    /// The sentence for people.
    pub(super) fn line(&self) -> Message {
        let line = Message::new(self.kind.phrase())
            .with("place", &self.place)
            .with("before", &self.before)
            .with("after", &self.after);
        if self.breaks_saved() {
            Message::new(&BREAKS).with_message("line", line)
        } else {
            line
        }
    }

    /// For scripts.
    pub(super) fn json(&self, language: Language) -> serde_json::Value {
        serde_json::json!({
            "kind": self.kind.code(),
            "at": self.place,
            "before": self.before,
            "after": self.after,
            "breaks_saved": self.breaks_saved(),
            "message": self.line().text(language).trim(),
        })
    }
}

/// Everything that differs between two manifests made comparable.
pub(super) fn compare(before: &Value, after: &Value, changes: &mut Vec<Change>) {
    values("", before, after, changes);
}

/// Recursion ends with the depth of the JSON.
fn values(place: &str, before: &Value, after: &Value, changes: &mut Vec<Change>) {
    if before == after {
        return;
    }
    match (before, after) {
        (Value::Object(a), Value::Object(b)) => {
            if before.get(CONTENT).is_some() && after.get(CONTENT).is_some() {
                tell(
                    ChangeKind::Payload,
                    place,
                    Some(before),
                    Some(after),
                    changes,
                );
            } else {
                objects(place, a, b, changes);
            }
        }
        (Value::List(a), Value::List(b)) => lists(place, a, b, changes),
        _ => tell(
            ChangeKind::Changed,
            place,
            Some(before),
            Some(after),
            changes,
        ),
    }
}

fn objects(place: &str, before: &Members, after: &Members, changes: &mut Vec<Change>) {
    let keys = before.iter().chain(after).map(|(key, _)| key.as_str());
    let mut seen = BTreeSet::new();
    for key in keys.filter(|key| *key != IDENTITY) {
        if !seen.insert(key) {
            continue;
        }
        let (a, b) = (json::find(before, key), json::find(after, key));
        let place = pointer_to(place, key);
        match (a, b) {
            _ if matches!(key, "when" | "available_when") => {
                if a != b {
                    tell(ChangeKind::Condition, &place, a, b, changes);
                }
            }
            (Some(a), Some(b)) => values(&place, a, b, changes),
            // A table that is only there in one: each of its elements is new, or gone.
            (Some(Value::List(a)), None) if is_table(a) => lists(&place, a, &[], changes),
            (None, Some(Value::List(b))) if is_table(b) => lists(&place, &[], b, changes),
            (Some(_), None) => tell(ChangeKind::Removed, &place, a, b, changes),
            _ => tell(ChangeKind::Added, &place, a, b, changes),
        }
    }
}

/// Whether a list holds objects.
fn is_table(list: &[Value]) -> bool {
    list.iter().any(|value| value.members().is_some())
}

fn lists(place: &str, before: &[Value], after: &[Value], changes: &mut Vec<Change>) {
    if place == "/selection_constraints" {
        sets(place, before, after, changes);
    } else if !is_table(before) && !is_table(after) {
        plain_lists(place, before, after, changes);
    } else if let (Some(a), Some(b)) = (identities(before), identities(after)) {
        tables(place, (before, &a), (after, &b), changes);
    } else {
        rows(place, before, after, changes);
    }
}

/// Lists of numbers or texts: of texts only those that one of the two lacks are told.
fn plain_lists(place: &str, before: &[Value], after: &[Value], changes: &mut Vec<Change>) {
    if before == after {
        return;
    }
    let has_texts = before
        .iter()
        .chain(after)
        .all(|value| value.text().is_some());
    let only = |list: &[Value], other: &[Value]| -> Vec<Value> {
        let lacking = list.iter().filter(|value| !other.contains(value));
        lacking.cloned().collect()
    };
    let (gone, new) = (only(before, after), only(after, before));
    if has_texts && !(gone.is_empty() && new.is_empty()) {
        let full = |list: Vec<Value>| (!list.is_empty()).then_some(Value::List(list));
        let (gone, new) = (full(gone), full(new));
        tell(
            ChangeKind::Changed,
            place,
            gone.as_ref(),
            new.as_ref(),
            changes,
        );
    } else {
        let (a, b) = (Value::List(before.to_vec()), Value::List(after.to_vec()));
        tell(ChangeKind::Changed, place, Some(&a), Some(&b), changes);
    }
}

/// What tells the elements of a table apart; none where something does not.
fn identities(elements: &[Value]) -> Option<Vec<String>> {
    let one = |element: &Value| {
        let keys = [IDENTITY, "id", "target", "value"];
        let value = keys.iter().find_map(|key| element.get(key))?;
        value
            .text()
            .map(str::to_owned)
            .or_else(|| value.u32().map(|number| number.to_string()))
    };
    let ids: Vec<String> = elements.iter().map(one).collect::<Option<_>>()?;
    let n_different = ids.iter().collect::<BTreeSet<_>>().len();
    (n_different == ids.len()).then_some(ids)
}

fn tables(
    place: &str,
    (before, before_ids): (&[Value], &[String]),
    (after, after_ids): (&[Value], &[String]),
    changes: &mut Vec<Change>,
) {
    let find = |list: &'_ [String], id: &String| list.iter().position(|other| other == id);
    for (id, element) in before_ids.iter().zip(before) {
        let place = pointer_to(place, id);
        match find(after_ids, id).and_then(|index| after.get(index)) {
            Some(other) => values(&place, element, other, changes),
            None => tell(ChangeKind::Removed, &place, Some(element), None, changes),
        }
    }
    for (id, element) in after_ids.iter().zip(after) {
        if find(before_ids, id).is_none() {
            let place = pointer_to(place, id);
            tell(ChangeKind::Added, &place, None, Some(element), changes);
        }
    }
    let is_marked = |list: &[Value]| list.iter().any(|it| it.get(IDENTITY).is_some());
    let common = |ids: &[String], others: &[String]| -> Vec<String> {
        let both = ids.iter().filter(|id| others.contains(id));
        both.cloned().collect()
    };
    let (a, b) = (common(before_ids, after_ids), common(after_ids, before_ids));
    if a != b && !is_marked(before) {
        let (a, b) = (cut(&a.join(", ")), cut(&b.join(", ")));
        changes.push(Change::new(ChangeKind::Reordered, place.to_owned(), &a, &b));
    }
}

/// Lists in which order does not count.
fn sets(place: &str, before: &[Value], after: &[Value], changes: &mut Vec<Change>) {
    for (list, other, kind) in [
        (before, after, ChangeKind::Removed),
        (after, before, ChangeKind::Added),
    ] {
        for (index, element) in list.iter().enumerate() {
            if !other.contains(element) {
                let place = pointer_to(place, &index.to_string());
                let is_added = kind == ChangeKind::Added;
                let (a, b) = (
                    Some(element).filter(|_| !is_added),
                    Some(element).filter(|_| is_added),
                );
                tell(kind, &place, a, b, changes);
            }
        }
    }
}

/// Lists in which order counts, without ids: equal heads and tails belong together, what is between them in order.
fn rows(place: &str, before: &[Value], after: &[Value], changes: &mut Vec<Change>) {
    let pairs = before.iter().zip(after);
    let n_head = pairs.take_while(|(a, b)| a == b).count();
    let (a, b) = (before.get(n_head..), after.get(n_head..));
    let (a, b) = (a.unwrap_or_default(), b.unwrap_or_default());
    let n_tail = a
        .iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (n_before, n_after) = (a.len() - n_tail, b.len() - n_tail);
    for index in 0..n_before.max(n_after) {
        let here = pointer_to(place, &(n_head + index).to_string());
        let element = a.get(index).filter(|_| index < n_before);
        match (element, b.get(index).filter(|_| index < n_after)) {
            (Some(a), Some(b)) => values(&here, a, b, changes),
            (Some(a), None) => tell(ChangeKind::Removed, &here, Some(a), None, changes),
            (None, b) => tell(ChangeKind::Added, &here, None, b, changes),
        }
    }
}

fn tell(
    kind: ChangeKind,
    place: &str,
    before: Option<&Value>,
    after: Option<&Value>,
    changes: &mut Vec<Change>,
) {
    // No condition is one that always holds (OPT-08).
    let nothing = match kind {
        ChangeKind::Condition => "true",
        _ => "-",
    };
    let shown = |value: Option<&Value>| value.map_or_else(|| nothing.to_owned(), shown);
    changes.push(Change {
        kind,
        place: place.to_owned(),
        before: shown(before),
        after: shown(after),
    });
}

/// A value as people read it: contents by size and the first digits of their hash.
fn shown(value: &Value) -> String {
    if let Some(digest) = value.get(CONTENT).and_then(Value::text) {
        let size = match value.get(SIZE) {
            Some(Value::Integer(size)) => u64::try_from(*size).unwrap_or_default(),
            _ => 0,
        };
        let size = text::bytes(size);
        return format!("{size} #{}", digest.get(..8).unwrap_or(digest));
    }
    let name = ["name", "mesh_name", "original_name", "material_name"]
        .iter()
        .find_map(|key| value.get(key).and_then(Value::text));
    match name {
        Some(name) => cut(name),
        None => cut(&json::to_compact(&plain(value))),
    }
}

/// The value without what was added to compare it.
fn plain(value: &Value) -> Value {
    if value.get(CONTENT).is_some() {
        return Value::Text(shown(value));
    }
    match value {
        Value::Object(members) => Value::Object(
            members
                .iter()
                .filter(|(key, _)| key != IDENTITY)
                .map(|(key, value)| (key.clone(), plain(value)))
                .collect(),
        ),
        Value::List(elements) => Value::List(elements.iter().map(plain).collect()),
        value => value.clone(),
    }
}

fn cut(text: &str) -> String {
    let mut letters = text.chars();
    let mut out: String = letters.by_ref().take(SHOWN).collect();
    if letters.next().is_some() {
        out.push('…');
    }
    out
}

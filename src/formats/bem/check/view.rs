//! Typed access to the manifest's JSON while it is checked: every wrong, missing or misplaced value is reported once,
//! where it is read, and what comes back is good to use. It knows no rule of its own but JSON-06 to JSON-10.

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::phrases;
use crate::formats::bem::check::report::Rule;
use crate::formats::bem::check::told::{range_message, shown, word_message};
use crate::formats::bem::json::path::Path;
use crate::formats::bem::json::{Members, Value, find};

const JSON_06: Rule = Rule::reject("JSON-06");
const JSON_07: Rule = Rule::reject("JSON-07");
const JSON_08: Rule = Rule::reject("JSON-08");
const JSON_10: Rule = Rule::reject("JSON-10");

/// An object of the manifest and the way to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object<'v, 'p> {
    pub(super) members: &'v Members,
    pub(super) path: &'p Path<'p>,
}

impl<'v> Object<'v, '_> {
    /// The value of a member.
    pub(super) fn get(&self, key: &str) -> Option<&'v Value> {
        find(self.members, key)
    }

    /// Whether the key is there, whatever its value.
    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The place of a member; of the object itself if the key is not there.
    pub(super) fn place(&self, key: &str) -> Place {
        if self.has(key) {
            Place::Pointer(self.path.key(key).pointer())
        } else {
            self.own_place()
        }
    }

    /// The place of the object.
    pub(super) fn own_place(&self) -> Place {
        Place::Pointer(self.path.pointer())
    }
}

/// What a value should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Text,
    Number,
    WholeNumber,
    Truth,
    List,
    Object,
}

impl Wanted {
    const fn phrase(self) -> &'static Phrase {
        match self {
            Self::Text => &phrases::A_TEXT,
            Self::Number => &phrases::A_NUMBER,
            Self::WholeNumber => &phrases::A_WHOLE_NUMBER,
            Self::Truth => &phrases::A_TRUTH,
            Self::List => &phrases::A_LIST,
            Self::Object => &phrases::AN_OBJECT,
        }
    }

    /// Whether a boolean stands where a number belongs, or a number where a boolean belongs (JSON-08).
    const fn is_mixed_up_with(self, value: &Value) -> bool {
        match value {
            Value::Bool(_) => matches!(self, Self::Number | Self::WholeNumber),
            Value::Integer(_) | Value::Float(_) => matches!(self, Self::Truth),
            _ => false,
        }
    }
}

/// What kind of value stands somewhere, for messages.
const fn kind_of(value: &Value) -> &'static Phrase {
    match value {
        Value::Null => &phrases::NULL,
        Value::Bool(_) => &phrases::A_TRUTH,
        Value::Integer(_) | Value::Float(_) => &phrases::A_NUMBER,
        Value::Text(_) => &phrases::A_TEXT,
        Value::List(_) => &phrases::A_LIST,
        Value::Object(_) => &phrases::AN_OBJECT,
    }
}

impl<'v> Check<'v> {
    /// A broken rule at a value.
    pub(super) fn at(&mut self, rule: Rule, path: &Path<'_>, message: Message) {
        self.at_with(rule, path, || message);
    }

    /// The same where the message is made only if it is listed.
    pub(super) fn at_with(
        &mut self,
        rule: Rule,
        path: &Path<'_>,
        message: impl FnOnce() -> Message,
    ) {
        if !self.report.is_only_counted(rule) {
            let place = Place::Pointer(path.pointer());
            self.report.add(rule, place, message());
        }
    }

    /// A broken rule at a member that is there.
    pub(super) fn member(
        &mut self,
        rule: Rule,
        object: Object<'_, '_>,
        key: &str,
        message: Message,
    ) {
        if !self.report.is_only_counted(rule) {
            self.report.add(rule, object.place(key), message);
        }
    }

    /// A member that should be there and is not.
    pub(super) fn missing(&mut self, rule: Rule, object: Object<'_, '_>, key: &str) {
        if !self.report.is_only_counted(rule) {
            let message = Message::new(&phrases::MISSING).with("key", key);
            self.report.add(rule, object.own_place(), message);
        }
    }

    /// A member that has to be there.
    fn required(&mut self, rule: Rule, object: Object<'v, '_>, key: &str) -> Option<&'v Value> {
        let value = object.get(key);
        if value.is_none() {
            self.missing(rule, object, key);
        }
        value
    }

    /// A value of the wrong JSON type: the rule itself where its text names the type, the general one otherwise; a
    /// boolean for a number or the other way round is always JSON-08.
    pub(super) fn wrong_type(
        &mut self,
        rule: Rule,
        path: &Path<'_>,
        value: &Value,
        wanted: Wanted,
    ) {
        let message = || {
            Message::new(&phrases::WRONG_TYPE)
                .with("key", path.name())
                .with_message("wanted", Message::new(wanted.phrase()))
                .with_message("found", Message::new(kind_of(value)))
        };
        let is_mixed_up = wanted.is_mixed_up_with(value);
        if is_mixed_up {
            self.at_with(JSON_08.on_read(rule.on_read), path, message);
        }
        if rule.names_type {
            self.at_with(rule, path, message);
        } else if !is_mixed_up {
            self.at_with(JSON_10.on_read(rule.on_read), path, message);
        }
    }

    /// A value as an integer `0..=u32::MAX` (JSON-06).
    pub(super) fn as_u32(&mut self, rule: Rule, value: &Value, path: &Path<'_>) -> Option<u32> {
        let number = value.u32();
        if number.is_none() {
            if matches!(value, Value::Integer(_) | Value::Float(_)) {
                self.at_with(JSON_06, path, || {
                    Message::new(&phrases::NO_WHOLE_NUMBER)
                        .with("key", path.name())
                        .with("value", shown(value))
                });
            } else {
                self.wrong_type(rule, path, value, Wanted::WholeNumber);
            }
        }
        number
    }

    /// A value as a number that is finite as binary32 (JSON-07).
    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        reason = "the question is whether the number survives as binary32"
    )]
    pub(super) fn as_float(&mut self, rule: Rule, value: &Value, path: &Path<'_>) -> Option<f64> {
        let Some(number) = value.number() else {
            self.wrong_type(rule, path, value, Wanted::Number);
            return None;
        };
        if (number as f32).is_finite() {
            return Some(number);
        }
        let message = Message::new(&phrases::NOT_FINITE).with("key", path.name());
        self.at(JSON_07, path, message);
        None
    }

    /// A member as an integer; a missing one breaks `rule`.
    pub(super) fn u32(&mut self, rule: Rule, object: Object<'v, '_>, key: &str) -> Option<u32> {
        let value = self.required(rule, object, key)?;
        self.as_u32(rule, value, &object.path.key(key))
    }

    /// A member as an integer `low..=high`; a missing one breaks `rule`.
    pub(super) fn u32_within(
        &mut self,
        rule: Rule,
        object: Object<'v, '_>,
        key: &str,
        (low, high): (u32, u32),
    ) -> Option<u32> {
        let number = self.u32(rule, object, key)?;
        if (low..=high).contains(&number) {
            return Some(number);
        }
        self.at_with(rule, &object.path.key(key), || {
            range_message(key, number, low, high)
        });
        None
    }

    /// A member as an index into a table of `n_entries`; a missing one breaks `rule`.
    pub(super) fn index(
        &mut self,
        rule: Rule,
        object: Object<'v, '_>,
        key: &str,
        n_entries: usize,
    ) -> Option<usize> {
        let number = self.u32(rule, object, key)?;
        let index = usize::try_from(number)
            .ok()
            .filter(|index| *index < n_entries);
        if index.is_none() {
            self.at_with(rule, &object.path.key(key), || {
                Message::new(&phrases::INDEX)
                    .with("key", key)
                    .with("value", number)
                    .with("limit", n_entries)
            });
        }
        index
    }

    /// A float member `low..=high`, if it is there.
    pub(super) fn float_within(
        &mut self,
        rule: Rule,
        object: Object<'v, '_>,
        key: &str,
        (low, high): (f64, f64),
    ) -> Option<f64> {
        let value = object.get(key)?;
        let path = object.path.key(key);
        self.number_within(rule, value, &path, (low, high))
    }

    /// A value as a number `low..=high`.
    pub(super) fn number_within(
        &mut self,
        rule: Rule,
        value: &Value,
        path: &Path<'_>,
        (low, high): (f64, f64),
    ) -> Option<f64> {
        let number = self.as_float(rule, value, path)?;
        if (low..=high).contains(&number) {
            return Some(number);
        }
        self.at_with(rule, path, || {
            range_message(&path.name(), number, low, high)
        });
        None
    }

    /// A value as a text.
    pub(super) fn as_text(
        &mut self,
        rule: Rule,
        value: &'v Value,
        path: &Path<'_>,
    ) -> Option<&'v str> {
        let text = value.text();
        if text.is_none() {
            self.wrong_type(rule, path, value, Wanted::Text);
        }
        text
    }

    /// A member as a text; a missing one breaks `rule`.
    pub(super) fn text(
        &mut self,
        rule: Rule,
        object: Object<'v, '_>,
        key: &str,
    ) -> Option<&'v str> {
        let value = self.required(rule, object, key)?;
        self.as_text(rule, value, &object.path.key(key))
    }

    /// A member as one of the known words; a missing one breaks `rule`.
    pub(super) fn word(
        &mut self,
        rule: Rule,
        object: Object<'v, '_>,
        key: &str,
        known: &[&str],
    ) -> Option<&'v str> {
        let word = self.text(rule, object, key)?;
        if known.contains(&word) {
            return Some(word);
        }
        self.at_with(rule, &object.path.key(key), || {
            word_message(key, word, known)
        });
        None
    }

    /// A member as a truth value, if it is there.
    pub(super) fn truth(&mut self, rule: Rule, object: Object<'v, '_>, key: &str) -> Option<bool> {
        let value = object.get(key)?;
        let truth = value.truth();
        if truth.is_none() {
            self.wrong_type(rule, &object.path.key(key), value, Wanted::Truth);
        }
        truth
    }

    /// A value as an object.
    pub(super) fn as_object<'p>(
        &mut self,
        rule: Rule,
        value: &'v Value,
        path: &'p Path<'p>,
    ) -> Option<Object<'v, 'p>> {
        let members = value.members();
        if members.is_none() {
            self.wrong_type(rule, path, value, Wanted::Object);
        }
        members.map(|members| Object { members, path })
    }

    /// The elements of a value that is an array.
    pub(super) fn as_list(
        &mut self,
        rule: Rule,
        value: &'v Value,
        path: &Path<'_>,
    ) -> Option<&'v [Value]> {
        let elements = value.list();
        if elements.is_none() {
            self.wrong_type(rule, path, value, Wanted::List);
        }
        elements
    }

    /// The elements of a member that is an array, if it is there.
    pub(super) fn optional_elements(
        &mut self,
        rule: Rule,
        object: Object<'v, '_>,
        key: &str,
    ) -> Option<&'v [Value]> {
        let value = object.get(key)?;
        let path = object.path.key(key);
        self.as_list(rule, value, &path)
    }

    /// The elements of a member that is an array; a missing one breaks `rule`.
    pub(super) fn elements(
        &mut self,
        rule: Rule,
        object: Object<'v, '_>,
        key: &str,
    ) -> Option<&'v [Value]> {
        let value = self.required(rule, object, key)?;
        self.as_list(rule, value, &object.path.key(key))
    }

    /// Reports an array whose number of elements is not allowed.
    pub(super) fn count(
        &mut self,
        rule: Rule,
        path: &Path<'_>,
        n_elements: usize,
        (low, high): (usize, usize),
    ) -> bool {
        let is_fine = (low..=high).contains(&n_elements);
        if !is_fine {
            self.at_with(rule, path, || {
                Message::new(&phrases::COUNT)
                    .with("key", path.name())
                    .with("value", n_elements)
                    .with("low", low)
                    .with("high", high)
            });
        }
        is_fine
    }

    /// Reports every key of an object that is not among `known`.
    pub(super) fn closed(&mut self, rule: Rule, object: Object<'v, '_>, known: &[&str]) {
        for (key, _) in object.members {
            if !known.contains(&key.as_str()) {
                self.at_with(rule, &object.path.key(key), || {
                    Message::new(&phrases::UNKNOWN_KEY).with("key", key)
                });
            }
        }
    }
}

//! Values as they read in messages. It judges nothing.

use crate::base::text::Message;
use crate::formats::bem::check::phrases;
use crate::formats::bem::json::Value;
use std::fmt::Display;

/// A number as it reads.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Text(text) => text.clone(),
        _ => String::new(),
    }
}

/// "`key` is `value`; `low` to `high` are allowed."
pub(super) fn range_message(
    key: &str,
    value: impl Display,
    low: impl Display,
    high: impl Display,
) -> Message {
    Message::new(&phrases::RANGE)
        .with("key", key)
        .with("value", value)
        .with("low", low)
        .with("high", high)
}

/// "`key` is `word`; only these are known."
pub(super) fn word_message(key: &str, word: &str, known: &[&str]) -> Message {
    Message::new(&phrases::WORD)
        .with("key", key)
        .with("value", word)
        .with("allowed", known.join(", "))
}

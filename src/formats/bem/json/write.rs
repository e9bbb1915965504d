//! Writes JSON: compact for manifests (WRT-04), indented by two for project files. It chooses no key order.
//!
//! Integers have no fraction, floats always have a decimal point and never an exponent; text is UTF-8 with only quotes,
//! backslashes and control characters escaped. The same value gives the same bytes everywhere.

use crate::formats::bem::json::{Members, Value};
use std::fmt::Write as _;

/// The value without white space.
pub fn to_compact(value: &Value) -> String {
    let mut out = String::new();
    write_value(&mut out, value, None);
    out
}

/// The value with one member a line, indented by two, and a line feed at the end.
pub fn to_indented(value: &Value) -> String {
    let mut out = String::new();
    write_value(&mut out, value, Some(0));
    out.push('\n');
    out
}

/// `indent`: level of the lines of this value; none = compact.
fn write_value(out: &mut String, value: &Value, indent: Option<usize>) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Integer(number) => push(out, format_args!("{number}")),
        Value::Float(number) => write_float(out, *number),
        Value::Text(text) => write_text(out, text),
        Value::List(elements) => write_list(out, elements, indent),
        Value::Object(members) => write_object(out, members, indent),
    }
}

fn write_list(out: &mut String, elements: &[Value], indent: Option<usize>) {
    out.push('[');
    let inner = indent.map(|level| level.saturating_add(1));
    for (n_before, element) in elements.iter().enumerate() {
        if n_before > 0 {
            out.push(',');
        }
        break_line(out, inner);
        write_value(out, element, inner);
    }
    if !elements.is_empty() {
        break_line(out, indent);
    }
    out.push(']');
}

fn write_object(out: &mut String, members: &Members, indent: Option<usize>) {
    out.push('{');
    let inner = indent.map(|level| level.saturating_add(1));
    for (n_before, (key, value)) in members.iter().enumerate() {
        if n_before > 0 {
            out.push(',');
        }
        break_line(out, inner);
        write_text(out, key);
        out.push_str(if indent.is_some() { ": " } else { ":" });
        write_value(out, value, inner);
    }
    if !members.is_empty() {
        break_line(out, indent);
    }
    out.push('}');
}

fn break_line(out: &mut String, indent: Option<usize>) {
    if let Some(level) = indent {
        out.push('\n');
        for _ in 0..level {
            out.push_str("  ");
        }
    }
}

/// The shortest digits that read back as the same number. Not finite: the token `1e999`, which reads back as infinite.
fn write_float(out: &mut String, number: f64) {
    if !number.is_finite() {
        out.push_str(if number < 0.0 { "-1e999" } else { "1e999" });
        return;
    }
    let start = out.len();
    // Never `-0` (JSON-06).
    push(
        out,
        format_args!("{}", if number == 0.0 { 0.0 } else { number }),
    );
    if !out.get(start..).is_some_and(|digits| digits.contains('.')) {
        out.push_str(".0");
    }
}

fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..='\u{1f}' => push(out, format_args!("\\u{:04x}", u32::from(letter))),
            _ => out.push(letter),
        }
    }
    out.push('"');
}

fn push(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a `String` cannot fail.
    if out.write_fmt(arguments).is_err() {
        out.push_str("null");
    }
}

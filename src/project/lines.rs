//! JSON text that people can read and merge: containers without containers inside stand on one line.

use serde_json::Value;

/// The widest one-line container, in characters.
const MAX_WIDTH: usize = 160;

/// The text of `value` with a line feed at its end.
pub fn to_text(value: &Value) -> String {
    let mut out = String::new();
    write_value(&mut out, value, 0);
    out.push('\n');
    out
}

fn write_value(out: &mut String, value: &Value, depth: usize) {
    let flat = value.to_string();
    let fits = is_simple(value) && flat.chars().count() <= MAX_WIDTH;
    match value {
        Value::Array(items) if !fits && !items.is_empty() => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                next_line(out, at, depth);
                write_value(out, item, depth + 1);
            }
            end_line(out, depth, ']');
        }
        Value::Object(members) if !fits && !members.is_empty() => {
            out.push('{');
            for (at, (key, member)) in members.iter().enumerate() {
                next_line(out, at, depth);
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push_str(": ");
                write_value(out, member, depth + 1);
            }
            end_line(out, depth, '}');
        }
        _ => out.push_str(&flat),
    }
}

fn next_line(out: &mut String, at: usize, depth: usize) {
    if at > 0 {
        out.push(',');
    }
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', depth + 1));
}

fn end_line(out: &mut String, depth: usize, bracket: char) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', depth));
    out.push(bracket);
}

/// Whether nothing in it holds a container with members of its own beyond one level.
fn is_simple(value: &Value) -> bool {
    let is_leaf = |inner: &Value| match inner {
        Value::Array(items) => items
            .iter()
            .all(|item| !item.is_array() && !item.is_object()),
        Value::Object(members) => members
            .values()
            .all(|member| !member.is_array() && !member.is_object()),
        _ => true,
    };
    match value {
        Value::Array(items) => items
            .iter()
            .all(|item| !item.is_array() && !item.is_object()),
        Value::Object(members) => members.values().all(is_leaf),
        _ => true,
    }
}

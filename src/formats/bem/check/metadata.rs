//! Unknown members: free metadata, as long as they keep to the number rules (JSON-06), and what our own output never
//! has (WRT-05). It gives them no meaning.

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::told::shown;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::json::Value;
use crate::formats::bem::json::path::Path;

const JSON_06: Rule = Rule::warn("JSON-06");
const WRT_05: Rule = Rule::fine("WRT-05");

static NO_INTEGER: Phrase = Phrase::new(
    "未知条目中的数字 {value} 不是 0 到 4,294,967,295 的整数；导出时不能保留。",
    "未知の項目にある数値 {value} は 0〜4,294,967,295 の整数ではありません。書き出しには残せません。",
    "The number {value} in unknown metadata is no whole number from 0 to 4,294,967,295; it cannot be exported.",
);
static OVERFLOW: Phrase = Phrase::new(
    "未知条目中的数字超出 64 位浮点数的范围。",
    "未知の項目にある数値が 64 ビット浮動小数点数の範囲を超えています。",
    "A number in unknown metadata is beyond 64-bit floating point.",
);
static UNWRITTEN: Phrase = Phrase::new(
    "写出的清单不应含有“{key}”。",
    "書き出すマニフェストに「{key}」は含めません。",
    "A written manifest does not have “{key}”.",
);

/// Optional arrays and objects that are left out when empty.
const NEVER_EMPTY: [&str; 8] = [
    "parameters",
    "mesh_deformations",
    "texture_slots",
    "bone_name_aliases",
    "selection_constraints",
    "material_overrides",
    "drivers",
    "bindings",
];

impl<'v> Check<'v> {
    /// Looks through the members of an open object that are not among `known`.
    pub(super) fn metadata(&mut self, object: Object<'v, '_>, known: &[&str]) {
        for (key, value) in object.members {
            if !known.contains(&key.as_str()) {
                self.free_value(value, &object.path.key(key));
            }
        }
    }

    /// Recursion ends with the depth of the JSON.
    fn free_value(&mut self, value: &'v Value, path: &Path<'_>) {
        match value {
            Value::Integer(_) if value.u32().is_some() => {
                self.facts.has_integers_in_metadata = true;
            }
            Value::Float(number) if !number.is_finite() => {
                let rule = JSON_06.on_read(OnRead::Reject);
                self.at(rule, path, Message::new(&OVERFLOW));
            }
            Value::Integer(_) | Value::Float(_) => {
                self.at_with(JSON_06, path, || {
                    Message::new(&NO_INTEGER).with("value", shown(value))
                });
            }
            Value::List(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    self.free_value(element, &path.index(index));
                }
            }
            Value::Object(members) => {
                for (key, value) in members {
                    self.free_value(value, &path.key(key));
                }
            }
            Value::Null | Value::Bool(_) | Value::Text(_) => {}
        }
    }

    /// What reading allows and our own output never has (WRT-05).
    pub(super) fn unwritten(&mut self, top: Object<'v, '_>) {
        for key in ["format_version", "android_install"] {
            if top.has(key) {
                self.unwritten_member(top.path, key);
            }
        }
        for (key, value) in top.members {
            self.unwritten_inside(key, value, top.path);
        }
    }

    /// Recursion ends with the depth of the JSON.
    fn unwritten_inside(&mut self, key: &str, value: &'v Value, parent: &Path<'_>) {
        let is_empty = match value {
            Value::Null => key != "texture",
            Value::List(elements) => elements.is_empty() && NEVER_EMPTY.contains(&key),
            Value::Object(members) => members.is_empty() && NEVER_EMPTY.contains(&key),
            _ => false,
        };
        if is_empty {
            self.unwritten_member(parent, key);
        }
        let path = parent.key(key);
        match value {
            Value::List(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    let path = path.index(index);
                    for (key, value) in element.members().into_iter().flatten() {
                        self.unwritten_inside(key, value, &path);
                    }
                }
            }
            Value::Object(members) => {
                for (key, value) in members {
                    self.unwritten_inside(key, value, &path);
                }
            }
            _ => {}
        }
    }

    fn unwritten_member(&mut self, parent: &Path<'_>, key: &str) {
        self.at_with(WRT_05, &parent.key(key), || {
            Message::new(&UNWRITTEN).with("key", key)
        });
    }
}

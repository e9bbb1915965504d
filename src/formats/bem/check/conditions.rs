//! Conditions over option groups (bem.md ch. 8): their form, depth, and the groups they may name.

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::report::Rule;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::json::Value;
use crate::formats::bem::json::path::Path;

const OPT_04: Rule = Rule::reject("OPT-04");
const OPT_05: Rule = Rule::reject("OPT-05");
const OPT_06: Rule = Rule::reject("OPT-06");
const OPT_07: Rule = Rule::reject("OPT-07");
const OPT_08: Rule = Rule::reject("OPT-08");
const OPT_09: Rule = Rule::reject("OPT-09");
const PAR_05: Rule = Rule::reject("PAR-05");

/// Deepest node; the root is 0 (OPT-07).
const MAX_DEPTH: usize = 16;
/// Conditions of one `all` or `any` (OPT-06).
const MAX_MEMBERS: usize = 32;

static NO_CONDITION: Phrase = Phrase::new(
    "这里应是条件：true、false，或只含 eq、all、any、not 之一的对象。",
    "ここには条件が要ります。true か false、または eq・all・any・not のどれか一つだけを持つオブジェクトです。",
    "A condition belongs here: true, false, or an object with exactly one of eq, all, any, not.",
);
static NULL: Phrase = Phrase::new(
    "“{key}”为 null；若要表示始终成立，应去掉这一项。",
    "「{key}」が null です。常に成り立つ場合はこの項目を省きます。",
    "“{key}” is null; leave it out to say “always”.",
);
static NO_PAIR: Phrase = Phrase::new(
    "eq 需要恰好两个文本：选项组和选项。",
    "eq にはオプション群と選択肢の文字列がちょうど二つ要ります。",
    "eq needs exactly two texts: an option group and a choice.",
);
static NO_GROUP: Phrase = Phrase::new(
    "条件提到的选项组“{value}”不存在。",
    "条件が指すオプション群「{value}」がありません。",
    "The condition names the option group “{value}”, which does not exist.",
);
static NO_CHOICE: Phrase = Phrase::new(
    "选项组“{group}”没有条件提到的选项“{value}”。",
    "条件が指す選択肢「{value}」がオプション群「{group}」にありません。",
    "The condition names the choice “{value}”, which the option group {group} does not have.",
);
static NO_LIST: Phrase = Phrase::new(
    "{key} 需要 1 到 {limit} 个条件组成的数组，这里有 {value} 个。",
    "{key} には 1〜{limit} 個の条件の配列が要りますが、{value} 個です。",
    "{key} needs an array of 1 to {limit} conditions; there are {value}.",
);
static TOO_DEEP: Phrase = Phrase::new(
    "条件嵌套超过 {limit} 层。",
    "条件の入れ子が {limit} 段を超えています。",
    "The condition is nested more than {limit} levels deep.",
);
static NOT_EARLIER: Phrase = Phrase::new(
    "选项组的可用条件只能提到列表中更靠前的组，“{value}”不在前面。",
    "オプション群が使える条件に書けるのは前にある群だけですが、「{value}」は前にありません。",
    "A group's availability may name only earlier groups; “{value}” is not earlier.",
);
static NAMES_SLIDER: Phrase = Phrase::new(
    "滑块的可用条件不能提到滑块“{value}”，只能提到选项组。",
    "スライダーが使える条件にスライダー「{value}」は書けません。書けるのはオプション群だけです。",
    "A slider's availability cannot name the slider “{value}”, only option groups.",
);

/// Where a condition stands: it decides which groups it may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Any group.
    Anywhere,
    /// `available_when` of the group with this index: only earlier groups.
    Group(usize),
    /// `available_when` of a slider: any group, no slider.
    Slider,
}

impl<'v> Check<'v> {
    /// An optional condition member; omitted means true, `null` does not (OPT-08).
    pub(super) fn optional_condition(&mut self, object: Object<'v, '_>, key: &str, scope: Scope) {
        match object.get(key) {
            None => {}
            Some(Value::Null) => {
                self.member(OPT_08, object, key, Message::new(&NULL).with("key", key));
            }
            Some(value) => self.condition(value, &object.path.key(key), scope),
        }
    }

    /// A condition at its root.
    pub(super) fn condition(&mut self, value: &'v Value, path: &Path<'_>, scope: Scope) {
        self.node(value, path, scope, 0);
    }

    /// Recursion ends one level below [`MAX_DEPTH`].
    fn node(&mut self, value: &'v Value, path: &Path<'_>, scope: Scope, depth: usize) {
        if depth > MAX_DEPTH {
            self.at(
                OPT_07,
                path,
                Message::new(&TOO_DEEP).with("limit", MAX_DEPTH),
            );
            return;
        }
        if value.truth().is_some() {
            return;
        }
        let Some([(key, inner)]) = value.members().map(Vec::as_slice) else {
            self.at(OPT_04, path, Message::new(&NO_CONDITION));
            return;
        };
        let here = path.key(key);
        match key.as_str() {
            "eq" => self.atom(inner, &here, scope),
            "not" => self.node(inner, &here, scope, depth.saturating_add(1)),
            "all" | "any" => {
                let elements = inner.list().unwrap_or_default();
                if !(1..=MAX_MEMBERS).contains(&elements.len()) {
                    let message = Message::new(&NO_LIST)
                        .with("key", key)
                        .with("value", elements.len())
                        .with("limit", MAX_MEMBERS);
                    self.at(OPT_06, &here, message);
                }
                for (index, element) in elements.iter().enumerate() {
                    self.node(element, &here.index(index), scope, depth.saturating_add(1));
                }
            }
            _ => self.at(OPT_04, path, Message::new(&NO_CONDITION)),
        }
    }

    fn atom(&mut self, value: &'v Value, path: &Path<'_>, scope: Scope) {
        let pair = value.list().and_then(|elements| match elements {
            [group, choice] => Some((group.text()?, choice.text()?)),
            _ => None,
        });
        let Some((group, choice)) = pair else {
            self.at(OPT_05, path, Message::new(&NO_PAIR));
            return;
        };
        let Some(groups) = &self.facts.groups else {
            return;
        };
        let Some((index, choices)) = groups.by_id.get(group) else {
            self.unknown_group(group, path, scope);
            return;
        };
        let is_late = matches!(scope, Scope::Group(own) if *index >= own);
        let has_choice = choices.contains(choice);
        if is_late {
            self.at(
                OPT_09,
                path,
                Message::new(&NOT_EARLIER).with("value", group),
            );
        }
        if !has_choice {
            let message = Message::new(&NO_CHOICE)
                .with("group", group)
                .with("value", choice);
            self.at(OPT_05, path, message);
        }
    }

    fn unknown_group(&mut self, group: &str, path: &Path<'_>, scope: Scope) {
        let is_slider = self
            .facts
            .parameters
            .as_ref()
            .is_some_and(|parameters| parameters.by_id.contains_key(group));
        if scope == Scope::Slider && is_slider {
            let message = Message::new(&NAMES_SLIDER).with("value", group);
            self.at(PAR_05, path, message);
        } else {
            self.at(OPT_05, path, Message::new(&NO_GROUP).with("value", group));
        }
    }
}

//! Material overrides of draws (bem.md ch. 13), and the forms of property names and keywords.

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::report::Rule;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::json::Value;
use crate::formats::bem::json::path::Path;
use std::collections::{BTreeMap, BTreeSet};

const MAT_01: Rule = Rule::reject("MAT-01").typed();
const MAT_02: Rule = Rule::warn("MAT-02");
const MAT_03: Rule = Rule::reject("MAT-03");
const MAT_04: Rule = Rule::reject("MAT-04").typed();
const MAT_05: Rule = Rule::reject("MAT-05").typed();
const MAT_06: Rule = Rule::reject("MAT-06").typed();
const MAT_07: Rule = Rule::reject("MAT-07");
const MAT_08: Rule = Rule::warn("MAT-08");
const MAT_09: Rule = Rule::warn("MAT-09");
const MAT_10: Rule = Rule::fine("MAT-10");

/// Values of a float property.
pub(super) const FLOATS: (f64, f64) = (-128.0, 128.0);
/// Values of a colour channel.
pub(super) const COLORS: (f64, f64) = (0.0, 8.0);
const VECTORS: (f64, f64) = (-65_536.0, 65_536.0);
const MAX_FLOATS: usize = 32;
const MAX_COLORS: usize = 16;
const MAX_VECTORS: usize = 8;
const MAX_KEYWORDS: usize = 16;
const KEYS: [&str; 5] = [
    "floats",
    "colors",
    "vectors",
    "disable_keywords",
    "enable_keywords",
];

static UNKNOWN: Phrase = Phrase::new(
    "材质修改中的“{key}”没有意义，已忽略。",
    "材質の変更に「{key}」という項目はなく、無視されます。",
    "“{key}” means nothing in a material change; it is ignored.",
);
static FOUR: Phrase = Phrase::new(
    "“{key}”有 {value} 个数，应恰好有 {limit} 个。",
    "「{key}」の数値は {value} 個ですが、ちょうど {limit} 個でなければなりません。",
    "“{key}” has {value} numbers; it must have exactly {limit}.",
);
static BAD_PROPERTY: Phrase = Phrase::new(
    "属性名“{value}”不合规：应为“_”后接 1 到 95 个字母、数字或“_”。游戏的“不校验模型”实验开关可能放行，但导出不接受。",
    "プロパティ名「{value}」は使えません。「_」に続けて英数字か「_」を 1〜95 文字とします。ゲームの実験的な「モデルを検証しない」設定では通ることがありますが、書き出しでは認めません。",
    "The property name “{value}” cannot be used: “_” followed by 1 to 95 letters, digits or “_”. The game's experimental “no model validation” may let it pass; export does not.",
);
static BAD_KEYWORD: Phrase = Phrase::new(
    "关键字“{value}”不合规：应为 2 到 96 个大写字母、数字或“_”。游戏的“不校验模型”实验开关可能放行，但导出不接受。",
    "キーワード「{value}」は使えません。英大文字・数字・「_」を 2〜96 文字とします。ゲームの実験的な「モデルを検証しない」設定では通ることがありますが、書き出しでは認めません。",
    "The keyword “{value}” cannot be used: 2 to 96 upper-case letters, digits or “_”. The game's experimental “no model validation” may let it pass; export does not.",
);
static KEYWORD_TWICE: Phrase = Phrase::new(
    "关键字“{value}”在列表中重复。",
    "キーワード「{value}」が一覧に重複しています。",
    "The keyword {value} stands twice in the list.",
);
static KEYWORD_IN_BOTH: Phrase = Phrase::new(
    "关键字“{value}”同时在启用和禁用列表中；以启用为准。",
    "キーワード「{value}」が有効と無効の両方にあります。有効が優先されます。",
    "The keyword {value} is in both lists; enabling wins.",
);
static PROPERTY_TWICE: Phrase = Phrase::new(
    "属性“{value}”同时出现在“{first}”和“{key}”中；以后者为准。",
    "プロパティ「{value}」が「{first}」と「{key}」の両方にあります。後者が優先されます。",
    "The property {value} is in “{first}” and in “{key}”; the latter wins.",
);
static EMPTY: Phrase = Phrase::new(
    "空的“{key}”没有作用，导出时会省略。",
    "空の「{key}」には効果がなく、書き出しでは省かれます。",
    "The empty “{key}” does nothing; export leaves it out.",
);

/// `^_[a-zA-Z0-9_]{1,95}$`
pub(super) fn is_property(text: &str) -> bool {
    let rest = text.strip_prefix('_').unwrap_or_default();
    (1..=95).contains(&rest.len())
        && rest
            .bytes()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
}

/// `^[A-Z0-9_]{2,96}$`
pub(super) fn is_keyword(text: &str) -> bool {
    (2..=96).contains(&text.len())
        && text
            .bytes()
            .all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == b'_')
}

impl<'v> Check<'v> {
    /// `material_overrides` of a draw; gives the keywords it sets.
    pub(super) fn material_overrides(&mut self, draw: Object<'v, '_>) -> BTreeSet<&'v str> {
        self.facts.used.draw_overrides = true;
        let mut keywords = BTreeSet::new();
        let path = draw.path.key("material_overrides");
        let Some(value) = draw.get("material_overrides") else {
            return keywords;
        };
        let Some(object) = self.as_object(MAT_01, value, &path) else {
            return keywords;
        };
        if object.members.is_empty() {
            self.empty(&path);
        }
        for (key, _) in object.members {
            if !KEYS.contains(&key.as_str()) {
                self.member(MAT_02, object, key, Message::new(&UNKNOWN).with("key", key));
            }
        }
        self.metadata(object, &KEYS);
        let mut places = BTreeMap::new();
        self.properties(
            object,
            "floats",
            (MAT_03, MAX_FLOATS),
            &mut places,
            |check, value, path| {
                check.number_within(MAT_03, value, path, FLOATS);
            },
        );
        self.properties(
            object,
            "colors",
            (MAT_04, MAX_COLORS),
            &mut places,
            |check, value, path| {
                check.four_numbers(MAT_04, value, path, COLORS);
            },
        );
        self.properties(
            object,
            "vectors",
            (MAT_05, MAX_VECTORS),
            &mut places,
            |check, value, path| {
                check.four_numbers(MAT_05, value, path, VECTORS);
            },
        );
        self.keywords(object, &mut keywords);
        keywords
    }

    fn empty(&mut self, path: &Path<'_>) {
        self.at(MAT_10, path, Message::new(&EMPTY).with("key", path.name()));
    }

    /// One of the three property objects. `places`: property -> the object it was found in.
    fn properties(
        &mut self,
        object: Object<'v, '_>,
        key: &'static str,
        (rule, limit): (Rule, usize),
        places: &mut BTreeMap<&'v str, &'static str>,
        judge: impl Fn(&mut Self, &'v Value, &Path<'_>),
    ) {
        let path = object.path.key(key);
        let Some(value) = object.get(key) else { return };
        let Some(properties) = self.as_object(rule, value, &path) else {
            return;
        };
        self.count(rule, &path, properties.members.len(), (0, limit));
        if properties.members.is_empty() {
            self.empty(&path);
        }
        for (name, value) in properties.members {
            let path = path.key(name);
            if !is_property(name) {
                self.at(
                    MAT_07,
                    &path,
                    Message::new(&BAD_PROPERTY).with("value", name),
                );
            }
            if let Some(first) = places.insert(name, key) {
                let message = Message::new(&PROPERTY_TWICE)
                    .with("value", name)
                    .with("first", first)
                    .with("key", key);
                self.at(MAT_09, &path, message);
            }
            judge(self, value, &path);
        }
    }

    /// An array of exactly four numbers.
    pub(super) fn four_numbers(
        &mut self,
        rule: Rule,
        value: &'v Value,
        path: &Path<'_>,
        range: (f64, f64),
    ) {
        let Some(elements) = self.as_list(rule, value, path) else {
            return;
        };
        if elements.len() != 4 {
            self.at(rule, path, length_of_list(path, elements.len(), 4));
        }
        for (index, value) in elements.iter().enumerate() {
            self.number_within(rule, value, &path.index(index), range);
        }
    }

    fn keywords(&mut self, object: Object<'v, '_>, keywords: &mut BTreeSet<&'v str>) {
        for key in ["disable_keywords", "enable_keywords"] {
            let Some(elements) = self.optional_elements(MAT_06, object, key) else {
                continue;
            };
            let path = object.path.key(key);
            self.count(MAT_06, &path, elements.len(), (0, MAX_KEYWORDS));
            if elements.is_empty() {
                self.empty(&path);
            }
            let mut own = BTreeSet::new();
            for (index, value) in elements.iter().enumerate() {
                let path = path.index(index);
                let Some(keyword) = self.as_text(MAT_06, value, &path) else {
                    continue;
                };
                self.keyword_form(keyword, &path);
                let phrase = if !own.insert(keyword) {
                    Some(&KEYWORD_TWICE)
                } else if keywords.contains(keyword) {
                    Some(&KEYWORD_IN_BOTH)
                } else {
                    None
                };
                if let Some(phrase) = phrase {
                    self.at(MAT_08, &path, Message::new(phrase).with("value", keyword));
                }
            }
            keywords.extend(own);
        }
    }

    /// MAT-07 for a keyword.
    fn keyword_form(&mut self, keyword: &str, path: &Path<'_>) {
        if !is_keyword(keyword) {
            self.at(MAT_07, path, bad_keyword(keyword));
        }
    }
}

/// "`key` has so many numbers; it must have exactly so many."
pub(super) fn length_of_list(path: &Path<'_>, n_found: usize, n_wanted: usize) -> Message {
    Message::new(&FOUR)
        .with("key", path.name())
        .with("value", n_found)
        .with("limit", n_wanted)
}

/// The message of a keyword of another form (MAT-07, DRV-14).
pub(super) fn bad_keyword(keyword: &str) -> Message {
    Message::new(&BAD_KEYWORD).with("value", keyword)
}

/// The message of a property name of another form (MAT-07, DRV-14).
pub(super) fn bad_property(property: &str) -> Message {
    Message::new(&BAD_PROPERTY).with("value", property)
}

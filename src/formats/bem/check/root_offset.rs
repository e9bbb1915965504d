//! The root offset (bem.md ch. 14).

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::materials::length_of_list;
use crate::formats::bem::check::report::{OnRead, Purpose, Rule};
use crate::formats::bem::check::top::JSON_10;
use crate::formats::bem::check::view::Object;

const ROOT_01: Rule = Rule::reject("ROOT-01").typed();
const ROOT_02: Rule = Rule::reject("ROOT-02");
const ROOT_03: Rule = Rule::reject("ROOT-03");
const ROOT_04: Rule = Rule::reject("ROOT-04").typed();
const ROOT_05: Rule = Rule::reject("ROOT-05");
const MAX_PATH: usize = 256;
/// Longest offset in metres that is read.
const LONGEST_READ: f64 = 0.200_001;
/// Longest offset in metres that is exported: no rounding can carry it over 0.2.
const LONGEST_EXPORT: f64 = 0.1999;

static UNKNOWN: Phrase = Phrase::new(
    "根偏移中的“{key}”没有意义。",
    "ルートのずらしに「{key}」という項目はありません。",
    "“{key}” means nothing in the root offset.",
);
static BAD_PATH: Phrase = Phrase::new(
    "骨骼路径“{value}”不合规：应为 1 到 {limit} 个字符，只用英文字母、数字、“_”“-”“/”和空格。",
    "ボーンのパス「{value}」は使えません。1〜{limit} 文字で、英数字・「_」「-」「/」・空白だけを使います。",
    "The bone path “{value}” cannot be used: 1 to {limit} characters out of letters, digits, “_”, “-”, “/” and space.",
);
static EMPTY_SEGMENT: Phrase = Phrase::new(
    "骨骼路径“{value}”中有空的路径段。",
    "ボーンのパス「{value}」に空の区間があります。",
    "The bone path “{value}” has an empty part.",
);
static UNCLEAN_PATH: Phrase = Phrase::new(
    "骨骼路径“{value}”的首尾不应有“/”，各段首尾不应有空格。",
    "ボーンのパス「{value}」の両端に「/」、各区間の両端に空白は置けません。",
    "The bone path “{value}” should have no “/” at its ends and no space at the ends of its parts.",
);
static TOO_LONG: Phrase = Phrase::new(
    "根偏移长 {value} 米，最多 {limit} 米。",
    "ルートのずらしは {value} メートルですが、{limit} メートルまでです。",
    "The root offset is {value} m long; at most {limit} m are allowed.",
);

impl<'v> Check<'v> {
    pub(super) fn root_offset(&mut self, top: Object<'v, '_>) {
        if !self.is_timely(top, "root_offset", 5) {
            return;
        }
        let Some(value) = top.get("root_offset") else {
            return;
        };
        self.facts.used.root_offset = true;
        let path = top.path.key("root_offset");
        let Some(object) = self.as_object(ROOT_01, value, &path) else {
            return;
        };
        for (key, _) in object.members {
            if !matches!(key.as_str(), "path" | "translation") {
                let rule = ROOT_01.on_read(OnRead::Warn);
                self.member(rule, object, key, Message::new(&UNKNOWN).with("key", key));
            }
        }
        self.metadata(object, &["path", "translation"]);
        self.offset_path(object);
        self.translation(object);
    }

    fn offset_path(&mut self, object: Object<'v, '_>) {
        if !object.has("path") {
            self.missing(ROOT_01, object, "path");
            return;
        }
        let Some(text) = self.text(JSON_10, object, "path") else {
            return;
        };
        let is_allowed = |letter: u8| letter.is_ascii_alphanumeric() || b"_-/ ".contains(&letter);
        let (rule, phrase) = if text.is_empty()
            || text.chars().count() > MAX_PATH
            || !text.bytes().all(is_allowed)
        {
            (ROOT_02, &BAD_PATH)
        } else if text.contains("//") {
            (ROOT_03, &EMPTY_SEGMENT)
        } else if text
            .split('/')
            .any(|part| part.is_empty() || part.starts_with(' ') || part.ends_with(' '))
        {
            (ROOT_03.on_read(OnRead::Warn), &UNCLEAN_PATH)
        } else {
            return;
        };
        let message = Message::new(phrase)
            .with("value", text)
            .with("limit", MAX_PATH);
        self.member(rule, object, "path", message);
    }

    fn translation(&mut self, object: Object<'v, '_>) {
        if !object.has("translation") {
            self.missing(ROOT_01, object, "translation");
            return;
        }
        let Some(elements) = self.optional_elements(ROOT_04, object, "translation") else {
            return;
        };
        let path = object.path.key("translation");
        if elements.len() != 3 {
            self.at(ROOT_04, &path, length_of_list(&path, elements.len(), 3));
            return;
        }
        let mut square = 0.0;
        for (index, value) in elements.iter().enumerate() {
            let Some(number) = self.as_float(ROOT_04, value, &path.index(index)) else {
                return;
            };
            square += number * number;
        }
        let limit = match self.report.purpose() {
            Purpose::Read => LONGEST_READ,
            Purpose::Export => LONGEST_EXPORT,
        };
        let length = f64::sqrt(square);
        if length > limit {
            let message = Message::new(&TOO_LONG)
                .with("value", format_args!("{length:.6}"))
                .with("limit", limit);
            self.at(ROOT_05, &path, message);
        }
    }
}

//! Sentences that many rules share. `{key}` is the member spoken of.

use crate::base::text::Phrase;

pub(super) static MISSING: Phrase = Phrase::new(
    "缺少“{key}”。",
    "「{key}」がありません。",
    "“{key}” is missing.",
);
pub(super) static WRONG_TYPE: Phrase = Phrase::new(
    "“{key}”应为{wanted}，实际为{found}。",
    "「{key}」は{wanted}であるべきですが、{found}です。",
    "“{key}” must be {wanted}; {found} stands there.",
);
pub(super) static NO_WHOLE_NUMBER: Phrase = Phrase::new(
    "“{key}”为 {value}；这里只能是 0 到 4,294,967,295 的整数，且不带小数点和指数。",
    "「{key}」は {value} ですが、ここには 0〜4,294,967,295 の整数（小数点や指数なし）しか置けません。",
    "“{key}” is {value}; only a whole number from 0 to 4,294,967,295 without point or exponent can stand here.",
);
pub(super) static NOT_FINITE: Phrase = Phrase::new(
    "“{key}”的值超出 32 位浮点数的范围。",
    "「{key}」の値が 32 ビット浮動小数点数の範囲を超えています。",
    "The value of “{key}” is beyond 32-bit floating point.",
);
pub(super) static RANGE: Phrase = Phrase::new(
    "“{key}”为 {value}，允许范围是 {low} 到 {high}。",
    "「{key}」は {value} ですが、許されるのは {low}〜{high} です。",
    "“{key}” is {value}; {low} to {high} are allowed.",
);
pub(super) static COUNT: Phrase = Phrase::new(
    "“{key}”有 {value} 项，允许 {low} 到 {high} 项。",
    "「{key}」は {value} 件ですが、許されるのは {low}〜{high} 件です。",
    "“{key}” has {value} entries; {low} to {high} are allowed.",
);
pub(super) static LENGTH: Phrase = Phrase::new(
    "“{key}”长 {value} 字节，允许 {low} 到 {high} 字节。",
    "「{key}」は {value} バイトですが、許されるのは {low}〜{high} バイトです。",
    "“{key}” has {value} bytes; {low} to {high} are allowed.",
);
pub(super) static INDEX: Phrase = Phrase::new(
    "“{key}”为 {value}，但只有 {limit} 项（编号从 0 开始）。",
    "「{key}」は {value} ですが、{limit} 件しかありません（番号は 0 から）。",
    "“{key}” is {value}, but there are only {limit} entries (counted from 0).",
);
pub(super) static WORD: Phrase = Phrase::new(
    "“{key}”为“{value}”，只能是：{allowed}。",
    "「{key}」は「{value}」ですが、使えるのは {allowed} だけです。",
    "“{key}” is “{value}”; only {allowed} are known.",
);
pub(super) static EQUALS: Phrase = Phrase::new(
    "“{key}”为“{value}”，必须是“{wanted}”。",
    "「{key}」は「{value}」ですが、「{wanted}」でなければなりません。",
    "“{key}” is “{value}” and must be “{wanted}”.",
);
pub(super) static TWICE: Phrase = Phrase::new(
    "“{value}”重复出现；第一次在 {first}。",
    "「{value}」が重複しています。最初は {first} です。",
    "“{value}” is used twice; the first is {first}.",
);
pub(super) static UNKNOWN_KEY: Phrase = Phrase::new(
    "这里不能有“{key}”。",
    "ここに「{key}」は置けません。",
    "“{key}” cannot stand here.",
);

pub(super) static A_TEXT: Phrase = Phrase::new("文本", "文字列", "a text");
pub(super) static A_NUMBER: Phrase = Phrase::new("数字", "数値", "a number");
pub(super) static A_WHOLE_NUMBER: Phrase = Phrase::new("整数", "整数", "a whole number");
pub(super) static A_TRUTH: Phrase = Phrase::new("true 或 false", "true か false", "true or false");
pub(super) static A_LIST: Phrase = Phrase::new("数组", "配列", "an array");
pub(super) static AN_OBJECT: Phrase = Phrase::new("对象", "オブジェクト", "an object");
pub(super) static NULL: Phrase = Phrase::new("null", "null", "null");

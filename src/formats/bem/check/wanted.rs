//! What the JSON reader wanted instead of what it met, in three languages.

use crate::base::text::{Message, Phrase};

macro_rules! words {
    ($($name:ident = $word:literal: $zh:literal, $ja:literal, $en:literal;)*) => {
        $(static $name: Phrase = Phrase::new($zh, $ja, $en);)*
        /// Words of the reader and what people are told.
        static KNOWN: &[(&str, &Phrase)] = &[$(($word, &$name)),*];
    };
}

words! {
    A_VALUE = "a value": "一个值", "値", "a value";
    A_KEY = "a key in quotes": "带引号的键", "引用符で囲んだキー", "a key in quotes";
    END = "end of text": "文本结尾", "文の終わり", "the end of the text";
    AN_ESCAPE = "an escape": "转义序列", "エスケープ", "an escape";
    A_DIGIT = "a digit": "一位数字", "数字 1 桁", "a digit";
    A_NUMBER = "a number": "一个数", "数", "a number";
    FOUR_DIGITS = "four hexadecimal digits": "四位十六进制数字", "16 進数字 4 桁", "four hexadecimal digits";
    CONTROL = "an escaped control character": "转义后的控制字符", "エスケープした制御文字", "an escaped control character";
    SEPARATOR = "`,` or `]`": "“,”或“]”", "「,」か「]」", "`,` or `]`";
    MEMBER_END = "`,` or `}`": "“,”或“}”", "「,」か「}」", "`,` or `}`";
    CLOSING = "`,` or a closing bracket": "“,”或右括号", "「,」か閉じ括弧", "`,` or a closing bracket";
}

static SIGN: Phrase = Phrase::new("{sign}", "{sign}", "{sign}");

/// A word of the reader inside a sentence; a sign such as a colon stands for itself.
pub(in crate::formats::bem) fn in_words(wanted: &str) -> Message {
    let known = KNOWN.iter().find(|(word, _)| *word == wanted);
    known.map_or_else(
        || Message::new(&SIGN).with("sign", wanted),
        |(_, phrase)| Message::new(phrase),
    )
}

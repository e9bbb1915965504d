//! Sentences for people in the three languages of the program, and their arguments.
//! It decides no wording: phrases stand beside what they speak about.

use std::borrow::Cow;
use std::fmt;

/// A language the program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// Simplified Chinese.
    Zh,
    /// Japanese.
    Ja,
    /// English, also what logs and scripts get unless they ask for another.
    #[default]
    En,
}

impl Language {
    /// All of them, in the order of the language menu.
    pub const ALL: [Self; 3] = [Self::Zh, Self::Ja, Self::En];

    /// The language for a locale name such as `zh-CN`, `ja_JP.UTF-8` or `en`; others get English.
    pub fn from_locale(locale: &str) -> Self {
        let lower = locale.to_ascii_lowercase();
        if lower.starts_with("zh") {
            Self::Zh
        } else if lower.starts_with("ja") {
            Self::Ja
        } else {
            Self::En
        }
    }

    /// The code used in settings and on the command line.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Zh => "zh",
            Self::Ja => "ja",
            Self::En => "en",
        }
    }

    /// The language's name in itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::Zh => "中文",
            Self::Ja => "日本語",
            Self::En => "English",
        }
    }
}

/// One sentence in all languages. `{name}` stands for an argument.
#[derive(Debug, PartialEq, Eq)]
pub struct Phrase {
    /// Simplified Chinese.
    pub zh: &'static str,
    /// Japanese.
    pub ja: &'static str,
    /// English.
    pub en: &'static str,
}

impl Phrase {
    /// A phrase; the order is that of [`Language::ALL`].
    pub const fn new(zh: &'static str, ja: &'static str, en: &'static str) -> Self {
        Self { zh, ja, en }
    }

    /// The sentence in `language`, arguments not filled in.
    pub const fn text(&self, language: Language) -> &'static str {
        match language {
            Language::Zh => self.zh,
            Language::Ja => self.ja,
            Language::En => self.en,
        }
    }
}

/// A phrase with its arguments: a sentence that has not chosen its language yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    phrase: &'static Phrase,
    arguments: Vec<(&'static str, String)>,
    sentences: Vec<(&'static str, Self)>,
}

impl Message {
    /// The phrase without arguments.
    pub const fn new(phrase: &'static Phrase) -> Self {
        Self {
            phrase,
            arguments: Vec::new(),
            sentences: Vec::new(),
        }
    }

    /// The same with `{name}` given a value; numbers and names alike are handed in as they shall read.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.arguments.push((name, value.to_string()));
        self
    }

    /// The same with `{name}` standing for another sentence, which is spoken in the same language.
    #[must_use]
    pub fn with_message(mut self, name: &'static str, sentence: Self) -> Self {
        self.sentences.push((name, sentence));
        self
    }

    /// The arguments in the order given, those of inner sentences not among them: the machine-readable part of the message.
    pub fn arguments(&self) -> &[(&'static str, String)] {
        &self.arguments
    }

    /// The finished sentence. A placeholder without an argument stays as it is.
    pub fn text(&self, language: Language) -> String {
        let mut rest = self.phrase.text(language);
        let mut out = String::with_capacity(rest.len());
        while let Some((before, tail)) = rest.split_once('{') {
            out.push_str(before);
            match tail
                .split_once('}')
                .map(|(name, after)| (self.value(name, language), name, after))
            {
                Some((Some(value), _, after)) => {
                    out.push_str(&value);
                    rest = after;
                }
                Some((None, name, after)) => {
                    out.push('{');
                    out.push_str(name);
                    out.push('}');
                    rest = after;
                }
                None => {
                    out.push('{');
                    rest = tail;
                }
            }
        }
        out.push_str(rest);
        out
    }

    fn value(&self, name: &str, language: Language) -> Option<Cow<'_, str>> {
        let argument = self.arguments.iter().find(|(key, _)| *key == name);
        if let Some((_, value)) = argument {
            return Some(Cow::Borrowed(value));
        }
        self.sentences
            .iter()
            .find(|(key, _)| *key == name)
            .map(|(_, sentence)| Cow::Owned(sentence.text(language)))
    }
}

impl fmt::Display for Message {
    /// The English sentence, for logs and error chains.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text(Language::En))
    }
}

/// A whole number with commas between groups of three, `1234567` -> `1,234,567`.
pub fn grouped(number: impl fmt::Display) -> String {
    let plain = number.to_string();
    let n_digits = plain.chars().count();
    let mut out = String::with_capacity(plain.len() + plain.len() / 3);
    for (place, digit) in plain.chars().enumerate() {
        if place > 0 && (n_digits - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A size for people: `812 B`, `3.4 KiB`, `38.0 MiB`.
pub fn bytes(size_bytes: u64) -> String {
    const KIB: f64 = 1024.0;
    let size = size_bytes as f64;
    if size_bytes < 1024 {
        format!("{size_bytes} B")
    } else if size < KIB * KIB {
        format!("{:.1} KiB", size / KIB)
    } else if size < KIB * KIB * KIB {
        format!("{:.1} MiB", size / (KIB * KIB))
    } else {
        format!("{:.2} GiB", size / (KIB * KIB * KIB))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static GREETING: Phrase =
        Phrase::new("{n} 个，{who}", "{who}、{n} 個", "{n} for {who} {missing}");

    #[test]
    fn arguments_are_filled_in_where_each_language_wants_them() {
        let message = Message::new(&GREETING).with("n", 3).with("who", "Hair");
        assert_eq!(message.text(Language::Zh), "3 个，Hair", "Chinese order");
        assert_eq!(message.text(Language::Ja), "Hair、3 個", "Japanese order");
        assert_eq!(
            message.text(Language::En),
            "3 for Hair {missing}",
            "a missing argument is visible"
        );
    }

    #[test]
    fn an_inner_sentence_speaks_the_language_of_the_outer() {
        static OUTER: Phrase = Phrase::new("外：{inner}", "外側：{inner}", "outer: {inner}");
        static INNER: Phrase = Phrase::new("内", "内側", "inner");
        let message = Message::new(&OUTER).with_message("inner", Message::new(&INNER));
        assert_eq!(message.text(Language::Zh), "外：内", "Chinese");
        assert_eq!(message.text(Language::Ja), "外側：内側", "Japanese");
        assert_eq!(message.text(Language::En), "outer: inner", "English");
    }

    #[test]
    fn numbers_are_grouped_by_threes() {
        assert_eq!(grouped(7), "7", "one digit");
        assert_eq!(grouped(1234), "1,234", "four digits");
        assert_eq!(grouped(1_234_567), "1,234,567", "seven digits");
    }
}

//! Holds what every sentence owes its reader: no English inside Chinese or Japanese, the same arguments everywhere.
//!
//! Phrases are found in the text of the sources, in `Phrase::new` and in the macros that make phrases.

#![expect(clippy::expect_used, reason = "tests and what they share fail loudly")]

mod errors;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Runs of three or more letters that Chinese and Japanese sentences use as they are: names and units.
const NAMES: &[&str] = &[
    // Formats of files, texts and pictures.
    "PMX",
    "MDL",
    "MDX",
    "KMS",
    "KMD",
    "RIFF",
    "glTF",
    "EFMI",
    "deflate",
    "PMD",
    "BEM",
    "MMD",
    "JSON",
    "UTF",
    "ASCII",
    "NUL",
    "BOM",
    "PNG",
    "JPEG",
    "BMP",
    "GIF",
    "WebP",
    "TGA",
    "DDS",
    "RGBA",
    "BGRA",
    "ASTC",
    "ZIP",
    "WAV",
    "PCM",
    "Zstandard",
    "UNORM",
    "sRGB",
    "MiB",
    "GiB",
    "KiB",
    // Terms of the trade.
    "BDEF",
    "SDEF",
    "QDEF",
    "LOD",
    "GPU",
    "mip",
    "Gouraud",
    // Makers and games whose files are told by name.
    "PSY",
    "System",
    "Metal",
    "Gear",
    "Solid",
    "GoldSrc",
    "Half",
    "Life",
    "Source",
    "Quake",
    "III",
    "GameStudio",
    "FromSoftware",
    "Falcom",
    "Warcraft",
    // Programs and systems.
    "Studio",
    "OpenGL",
    "EGL",
    "libEGL",
    "libegl",
    "libgl",
    "mesa",
    "dri",
    "Debian",
    "Ubuntu",
    "bem",
    "studio",
    "help",
    "Home",
    "Bip",
    // Words of JSON, and words that stand in the files themselves.
    "true",
    "false",
    "null",
    "all",
    "any",
    "not",
    "normal",
    "kind",
    "schema",
    "platform",
    "strides",
    "parent",
    "efmi",
    "assets",
    "plain",
];

/// One phrase as it stands in a source.
struct Found {
    /// File and line.
    place: String,
    /// Chinese, Japanese, English.
    texts: [String; 3],
}

/// A piece of Rust source.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Text(String),
    Word(String),
    Mark(char),
}

fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)
            .expect("src can be listed")
            .flatten()
        {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = text_of(&path);
                let below = path.strip_prefix(&root).expect("below src");
                found.push((below.display().to_string(), text));
            }
        }
    }
    found.sort();
    found
}

fn text_of(path: &Path) -> String {
    let bytes = bem_studio::base::files::read_capped(path, 1 << 20).expect("a source");
    String::from_utf8(bytes).expect("sources are UTF-8")
}

/// The source as tokens with their lines, comments and tests left out.
fn tokens(source: &str) -> Vec<(usize, Token)> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let letters: Vec<char> = source.chars().collect();
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < letters.len() {
        let letter = letters[at];
        if letters[at..].starts_with(&['/', '/']) {
            while at < letters.len() && letters[at] != '\n' {
                at += 1;
            }
        } else if letters[at..].starts_with(&['\'', '"', '\'']) {
            at += 3;
        } else if letter == '"' {
            let begin = line;
            let (text, end) = literal(&letters, at + 1);
            line += letters[at..end]
                .iter()
                .filter(|letter| **letter == '\n')
                .count();
            found.push((begin, Token::Text(text)));
            at = end;
        } else if letter.is_alphanumeric() || letter == '_' {
            let begin = at;
            while at < letters.len() && (letters[at].is_alphanumeric() || letters[at] == '_') {
                at += 1;
            }
            found.push((line, Token::Word(letters[begin..at].iter().collect())));
        } else {
            if letter == '\n' {
                line += 1;
            } else if !letter.is_whitespace() {
                found.push((line, Token::Mark(letter)));
            }
            at += 1;
        }
    }
    found
}

/// A string literal from behind its opening quote, and the place behind its closing one.
fn literal(letters: &[char], mut at: usize) -> (String, usize) {
    let mut text = String::new();
    while letters[at] != '"' {
        if letters[at] != '\\' {
            text.push(letters[at]);
            at += 1;
            continue;
        }
        at += 2;
        match letters[at - 1] {
            'u' => {
                let digits: String = letters[at + 1..]
                    .iter()
                    .take_while(|letter| **letter != '}')
                    .collect();
                let code = u32::from_str_radix(&digits, 16).expect("hexadecimal digits");
                text.push(char::from_u32(code).expect("a character"));
                at += digits.len() + 2;
            }
            '\n' => {
                while letters[at].is_whitespace() {
                    at += 1;
                }
            }
            'n' => text.push('\n'),
            other => text.push(other),
        }
    }
    (text, at + 1)
}

/// Names of the macros of a source that make phrases of three literals.
fn makers(tokens: &[(usize, Token)]) -> BTreeSet<String> {
    let mut makers = BTreeSet::new();
    let mut macro_name = None;
    for window in tokens.windows(4) {
        let [(_, a), (_, b), (_, c), (_, d)] = window else {
            continue;
        };
        if *a == word("macro_rules") && *b == Token::Mark('!') {
            macro_name = match c {
                Token::Word(name) => Some(name.clone()),
                _ => None,
            };
        } else if *a == word("new") && *c == Token::Mark('$') && *d == word("zh") {
            makers.extend(macro_name.take());
        }
    }
    makers
}

fn word(text: &str) -> Token {
    Token::Word(text.to_owned())
}

/// Every phrase of a source: the last three of three or four literals in a row, in a place that makes phrases.
fn phrases(path: &str, source: &str) -> Vec<Found> {
    let tokens = tokens(source);
    let makers = makers(&tokens);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let opens = match &tokens[at].1 {
            Token::Word(name) if makers.contains(name) => {
                matches!(tokens.get(at + 1), Some((_, Token::Mark('!')))).then_some(at + 2)
            }
            Token::Word(name) if name == "new" => {
                let before = at.checked_sub(3).and_then(|before| tokens.get(before));
                before
                    .is_some_and(|(_, token)| *token == word("Phrase"))
                    .then_some(at + 1)
            }
            _ => None,
        };
        let Some(open) = opens else {
            at += 1;
            continue;
        };
        let close = closing(&tokens, open);
        in_block(path, &tokens[open..close], &mut found);
        at = close;
    }
    found
}

/// The place of the bracket that closes the one at `open`.
fn closing(tokens: &[(usize, Token)], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, (_, token)) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Mark('(' | '{' | '[') => depth += 1,
            Token::Mark(')' | '}' | ']') => {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

fn in_block(path: &str, block: &[(usize, Token)], found: &mut Vec<Found>) {
    let mut row: Vec<String> = Vec::new();
    let mut first_line = 0;
    let end = (0, Token::Mark(';'));
    for (line, token) in block.iter().chain([&end]) {
        match token {
            Token::Text(text) => {
                if row.is_empty() {
                    first_line = *line;
                }
                row.push(text.clone());
            }
            Token::Mark(',') => {}
            _ => {
                if let [.., zh, ja, en] = row.as_slice() {
                    found.push(Found {
                        place: format!("{path}:{first_line}"),
                        texts: [zh.clone(), ja.clone(), en.clone()],
                    });
                }
                row.clear();
            }
        }
    }
}

fn all_phrases() -> Vec<Found> {
    let found: Vec<Found> = sources()
        .iter()
        .flat_map(|(path, source)| phrases(path, source))
        .collect();
    assert!(found.len() > 600, "only {} phrases were found", found.len());
    found
}

/// The names in braces; other braces are part of the sentence.
fn arguments(text: &str) -> BTreeSet<&str> {
    let is_inside = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    text.split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}').map(|(name, _)| name))
        .filter(|name| name.chars().all(is_inside))
        .collect()
}

/// Runs of three or more ASCII letters that are no names, without placeholders and what is quoted from a file.
/// What has an underscore or a dot before it is a field or the ending of a file name.
fn english(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut depth = 0_u32;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                plain.push(' ');
            }
            _ if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    let plain = unquoted(&unquoted(&plain, '“', '”'), '「', '」');
    let is_inside = |letter: char| letter.is_ascii_alphanumeric() || "_.-".contains(letter);
    plain
        .split(|letter| !is_inside(letter))
        .filter(|piece| !piece.contains('_') && !piece.starts_with('.'))
        .flat_map(|piece| piece.split(|letter: char| !letter.is_ascii_alphabetic()))
        .filter(|run| run.len() >= 3 && !NAMES.contains(run))
        .map(str::to_owned)
        .collect()
}

/// The text without quotations that hold no Chinese or Japanese.
fn unquoted(text: &str, open: char, close: char) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some((before, tail)) = rest.split_once(open) {
        let Some((inside, after)) = tail.split_once(close) else {
            break;
        };
        out.push_str(before);
        out.push(' ');
        if inside.chars().any(|letter| letter >= '\u{2e80}') {
            out.push_str(inside);
        }
        out.push(' ');
        rest = after;
    }
    out.push_str(rest);
    out
}

#[test]
fn chinese_and_japanese_sentences_hold_no_english() {
    let mut faults = Vec::new();
    for Found { place, texts } in all_phrases() {
        for text in &texts[..2] {
            let words = english(text);
            if !words.is_empty() {
                faults.push(format!("{place}: {} in {text}", words.join(", ")));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_phrase_has_the_same_arguments_in_all_languages() {
    let mut faults = Vec::new();
    for Found { place, texts } in all_phrases() {
        let [zh, ja, en] = texts.each_ref().map(|text| arguments(text));
        if zh != ja || ja != en {
            faults.push(format!("{place}: {zh:?}, {ja:?}, {en:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_search_finds_what_it_looks_for() {
    let source = r#"
        macro_rules! words { ($($n:ident = $zh:literal, $ja:literal, $en:literal;)*) => {
            $(static $n: Phrase = Phrase::new($zh, $ja, $en);)* }; }
        words! { A = "一 {n}", "二 {n}", "two {m}"; }
        // Phrase::new("x", "y", "z")
        static B: Phrase = Phrase::new("the 三", "\u{201c}PMX\u{201d}", "four",);
    "#;
    let found = phrases("x.rs", source);
    let texts: Vec<&str> = found.iter().map(|one| one.texts[2].as_str()).collect();
    assert_eq!(texts, ["two {m}", "four"], "both kinds");
    assert_eq!(found[0].place, "x.rs:4", "the line");
    assert_eq!(english(&found[1].texts[0]), ["the"], "English");
    assert!(english(&found[1].texts[1]).is_empty(), "a name");
    assert!(arguments("{a} {b}").contains("b"), "arguments");
}

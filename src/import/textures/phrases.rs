//! What is said about textures that were not simply found. Each path has its own line, up to a cap for each cause.

use crate::base::files::FileError;
use crate::base::findings::{Finding, Place, Severity};
use crate::base::refusal;
use crate::base::text::{Message, Phrase, bytes, grouped};
use crate::formats::image::{ImageError, Note};
use crate::import::textures::lookup::Lookup;
use crate::import::textures::tree::{Hit, How};
use crate::import::textures::wanted::Departure;
use std::collections::BTreeMap;

/// Lines for one cause before the rest is only counted.
const LINES_PER_CAUSE: usize = 50;

static MISSING: Phrase = Phrase::new(
    "找不到贴图 {path}，用占位图代替。",
    "テクスチャ {path} が見つかりません。代替画像を使います。",
    "The texture {path} was not found; a placeholder stands in.",
);
static MISSING_WITH_OFFER: Phrase = Phrase::new(
    "找不到贴图 {path}，用占位图代替。文件夹中有同名图片 {offer}，需要时可以选用。",
    "テクスチャ {path} が見つかりません。代替画像を使います。同じ名前の画像 {offer} があるので、必要なら選べます。",
    "The texture {path} was not found; a placeholder stands in. The folder holds {offer}, which you can choose instead.",
);
static ABSOLUTE: Phrase = Phrase::new(
    "{path} 是作者电脑上的绝对路径；只在模型文件夹中查找 {wanted}。",
    "{path} は作者の環境の絶対パスです。モデルのフォルダーで {wanted} だけを探します。",
    "{path} is an absolute path of the maker's machine; only {wanted} is looked for, in the model's folder.",
);
static LEAVES_ROOT: Phrase = Phrase::new(
    "{path} 指向模型文件夹之外；只在模型文件夹中查找 {wanted}。",
    "{path} はモデルのフォルダーの外を指しています。フォルダーの中で {wanted} だけを探します。",
    "{path} leads out of the model's folder; only {wanted} is looked for, inside it.",
);
static AMBIGUOUS: Phrase = Phrase::new(
    "有多个文件与 {path} 相符，使用 {file}。",
    "{path} に当てはまるファイルが複数あります。{file} を使います。",
    "Several files match {path}; {file} is used.",
);
static SPELLING: Phrase = Phrase::new(
    "{path} 的写法与磁盘上的 {file} 不同。",
    "{path} と実際のファイル {file} は表記が異なります。",
    "{path} is spelt differently on disk: {file}.",
);
static BROKEN: Phrase = Phrase::new(
    "无法读取贴图 {path}，用占位图代替。{reason}",
    "テクスチャ {path} を読み込めません。代替画像を使います。{reason}",
    "The texture {path} could not be read; a placeholder stands in. {reason}",
);
static FILE_GONE: Phrase = Phrase::new(
    "文件已不在原处。",
    "ファイルがなくなっています。",
    "The file is no longer there.",
);
static NO_FILE: Phrase = Phrase::new(
    "它不是文件。",
    "ファイルではありません。",
    "It is not a file.",
);
static FILE_TOO_LARGE: Phrase = Phrase::new(
    "文件有 {size}，最多读取 {limit}。",
    "ファイルが {size} あります。読み込めるのは {limit} までです。",
    "The file has {size}; at most {limit} are read.",
);
static REFUSED: Phrase = Phrase::new("{what}。", "{what}。", "The system says: {what}.");
static NOTE: Phrase = Phrase::new("{path}：{reason}", "{path}：{reason}", "{path}: {reason}");
static MORE: Phrase = Phrase::new(
    "另有 {count} 个贴图情况相同。",
    "ほかに {count} 件のテクスチャが同じ状態です。",
    "Further textures in the same state: {count}.",
);

/// Collects the lines in the order of the texture table.
#[derive(Default)]
pub(super) struct Lines {
    findings: Vec<Finding>,
    n_by_cause: BTreeMap<&'static str, (Severity, usize)>,
}

impl Lines {
    pub(super) fn lookup(&mut self, index: usize, path: &str, lookup: &Lookup) {
        let wanted = lookup.wanted.as_deref().unwrap_or_default();
        let path = shown(path);
        if let (Some(departure), false) = (lookup.departure, lookup.is_chosen) {
            let (cause, phrase) = match departure {
                Departure::Absolute => ("texture-absolute", &ABSOLUTE),
                Departure::LeavesRoot => ("texture-leaves-root", &LEAVES_ROOT),
            };
            let message = Message::new(phrase).with("path", &path);
            self.add(
                cause,
                Severity::Warning,
                index,
                message.with("wanted", wanted),
            );
        }
        match &lookup.hit {
            None if lookup.is_missing() => self.missing(index, &path, lookup.offer.as_deref()),
            Some(hit) if !lookup.is_chosen => self.hit(index, &path, hit),
            _ => {}
        }
    }

    fn missing(&mut self, index: usize, path: &str, offer: Option<&str>) {
        let message = match offer {
            None => Message::new(&MISSING).with("path", path),
            Some(offer) => Message::new(&MISSING_WITH_OFFER)
                .with("path", path)
                .with("offer", offer),
        };
        self.add("texture-missing", Severity::Warning, index, message);
    }

    fn hit(&mut self, index: usize, path: &str, hit: &Hit) {
        let say = |phrase| {
            Message::new(phrase)
                .with("path", path)
                .with("file", &hit.file)
        };
        if hit.is_ambiguous {
            self.add(
                "texture-ambiguous",
                Severity::Warning,
                index,
                say(&AMBIGUOUS),
            );
        }
        if hit.how != How::Exact {
            self.add("texture-spelling", Severity::Hint, index, say(&SPELLING));
        }
    }

    pub(super) fn unreadable(&mut self, index: usize, path: &str, error: &FileError) {
        let message = Message::new(&BROKEN)
            .with("path", shown(path))
            .with_message("reason", file_reason(error));
        self.add("texture-unreadable", Severity::Warning, index, message);
    }

    pub(super) fn broken(&mut self, index: usize, path: &str, error: &ImageError) {
        let message = Message::new(&BROKEN)
            .with("path", shown(path))
            .with_message("reason", error.message());
        self.add(error.code(), Severity::Warning, index, message);
    }

    pub(super) fn notes(&mut self, index: usize, path: &str, notes: &[Note]) {
        for note in notes {
            let message = Message::new(&NOTE)
                .with("path", shown(path))
                .with_message("reason", note.message());
            self.add(note.code(), Severity::Warning, index, message);
        }
    }

    fn add(&mut self, cause: &'static str, severity: Severity, index: usize, message: Message) {
        let (_, n) = self.n_by_cause.entry(cause).or_insert((severity, 0));
        *n = n.saturating_add(1);
        if *n <= LINES_PER_CAUSE {
            let place = Place::Part(format!("texture:{index}"));
            self.findings
                .push(Finding::new(cause, severity, place, message));
        }
    }

    /// The lines, and one for each cause that had more than fit.
    pub(super) fn into_findings(mut self) -> Vec<Finding> {
        for (cause, (severity, n)) in self.n_by_cause {
            let n_more = n.saturating_sub(LINES_PER_CAUSE);
            if n_more > 0 {
                let message = Message::new(&MORE).with("count", grouped(n_more));
                self.findings
                    .push(Finding::new(cause, severity, Place::Whole, message));
            }
        }
        self.findings
    }
}

/// Why a file cannot be read, as a sentence that does not name it again.
fn file_reason(error: &FileError) -> Message {
    match error {
        FileError::NotFound(_) => Message::new(&FILE_GONE),
        FileError::NotAFile(_) | FileError::NotAsWritten(_) => Message::new(&NO_FILE),
        FileError::TooLarge {
            size_bytes,
            limit_bytes,
            ..
        } => Message::new(&FILE_TOO_LARGE)
            .with("size", bytes(*size_bytes))
            .with("limit", bytes(*limit_bytes)),
        FileError::Io { source, .. } => {
            Message::new(&REFUSED).with_message("what", refusal::reason(source))
        }
    }
}

/// A written path as a sentence may show it: without control characters, and not endless.
fn shown(path: &str) -> String {
    const LONGEST: usize = 160;
    let mut text: String = path
        .chars()
        .take(LONGEST)
        .map(|letter| {
            if letter.is_control() {
                '\u{fffd}'
            } else {
                letter
            }
        })
        .collect();
    if path.chars().nth(LONGEST).is_some() {
        text.push('…');
    }
    text
}

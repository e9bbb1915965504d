//! The lines of a journal: each tells the whole state of a document by what changed since the line before.
//!
//! A line is a JSON object: `keep_front` and `keep_back` are the bytes at both ends of the text before that stay,
//! `middle` is what stands between them now, `blake3` is the content of the new text, `facts` say where it belongs. The
//! first line keeps nothing. A line that is cut off or damaged ends the journal; what stands before it counts.

use crate::base::digest::Digest;
use serde_json::{Value, json};
use std::path::PathBuf;

/// What a line says beside the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// Display name of the package.
    pub(super) name: String,
    /// Where the project lies, if it was ever saved and its path is Unicode.
    pub(super) project: Option<PathBuf>,
    /// The package the document was opened from; its bytes may still lie there.
    pub(super) origin: Option<PathBuf>,
    /// Steps since it was opened.
    pub(super) n_steps: u64,
}

/// What a journal holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Replayed {
    /// The project text of the last whole line; paths in it are absolute.
    pub(super) text: String,
    /// What that line says beside it.
    pub(super) facts: Facts,
}

/// The line that leads from `before` to `text`.
pub(super) fn line(before: &str, text: &str, facts: &Facts) -> String {
    let keep_front = shared_front(before, text);
    let (old, new) = (rest_after(before, keep_front), rest_after(text, keep_front));
    let keep_back = shared_back(old, new);
    let middle = new.get(..new.len() - keep_back).unwrap_or_default();
    let path = |path: &Option<PathBuf>| {
        path.as_ref()
            .and_then(|path| path.to_str().map(str::to_owned))
    };
    let value = json!({
        "keep_front": keep_front,
        "keep_back": keep_back,
        "middle": middle,
        "blake3": Digest::of(text.as_bytes()).to_hex(),
        "facts": {
            "name": facts.name,
            "project": path(&facts.project),
            "origin": path(&facts.origin),
            "steps": facts.n_steps,
        },
    });
    format!("{value}\n")
}

/// The state after the last whole line; none when there is none.
pub(super) fn replay(journal: &[u8]) -> Option<Replayed> {
    let mut last: Option<Replayed> = None;
    for line in journal.split_inclusive(|byte| *byte == b'\n') {
        let before = last.as_ref().map_or("", |last| last.text.as_str());
        match next(before, line) {
            Some(next) => last = Some(next),
            None => break,
        }
    }
    last
}

fn next(before: &str, line: &[u8]) -> Option<Replayed> {
    let line = line.strip_suffix(b"\n")?;
    let value: Value = serde_json::from_slice(line).ok()?;
    let count = |key: &str| usize::try_from(value.get(key)?.as_u64()?).ok();
    let (front, back) = (count("keep_front")?, count("keep_back")?);
    let end = before.len().checked_sub(back).filter(|end| *end >= front)?;
    let mut text = before.get(..front)?.to_owned();
    text.push_str(value.get("middle")?.as_str()?);
    text.push_str(before.get(end..)?);
    let digest = Digest::from_hex(value.get("blake3")?.as_str()?)?;
    if Digest::of(text.as_bytes()) != digest {
        return None;
    }
    let facts = value.get("facts")?;
    let path = |key: &str| facts.get(key).and_then(Value::as_str).map(PathBuf::from);
    let facts = Facts {
        name: facts.get("name")?.as_str()?.to_owned(),
        project: path("project"),
        origin: path("origin"),
        n_steps: facts.get("steps")?.as_u64()?,
    };
    Some(Replayed { text, facts })
}

/// Bytes that two texts share at the front, ending between letters.
fn shared_front(a: &str, b: &str) -> usize {
    let bytes = a.bytes().zip(b.bytes());
    let mut n_shared = bytes.take_while(|(a, b)| a == b).count();
    while !a.is_char_boundary(n_shared) || !b.is_char_boundary(n_shared) {
        n_shared -= 1;
    }
    n_shared
}

/// Bytes that two texts share at the back, beginning between letters.
fn shared_back(a: &str, b: &str) -> usize {
    let bytes = a.bytes().rev().zip(b.bytes().rev());
    let mut n_shared = bytes.take_while(|(a, b)| a == b).count();
    while !a.is_char_boundary(a.len() - n_shared) || !b.is_char_boundary(b.len() - n_shared) {
        n_shared -= 1;
    }
    n_shared
}

fn rest_after(text: &str, n_bytes: usize) -> &str {
    text.get(n_bytes..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 7] = [
        "{\"a\": 1}\n",
        "{\"a\": 12}\n",
        "",
        "{\"名\": \"夜\"}\n",
        "{\"名\": \"夝\"}\n",
        "aaaa",
        "aaaaaa",
    ];

    fn facts(n_steps: u64) -> Facts {
        Facts {
            name: "夜 \"x\"\n".to_owned(),
            project: (n_steps > 2).then(|| PathBuf::from("/a b/p.bemstudio")),
            origin: (n_steps > 4).then(|| PathBuf::from("/o.bem")),
            n_steps,
        }
    }

    fn journal() -> (Vec<u8>, Vec<usize>) {
        let (mut journal, mut ends, mut before) = (Vec::new(), Vec::new(), "");
        for (text, n_steps) in TEXTS.into_iter().zip(0..) {
            journal.extend(line(before, text, &facts(n_steps)).bytes());
            ends.push(journal.len());
            before = text;
        }
        (journal, ends)
    }

    #[test]
    fn a_journal_cut_anywhere_gives_the_state_of_its_last_whole_line() {
        let (journal, ends) = journal();
        for n_bytes in 0..=journal.len() {
            let n_whole = ends.iter().filter(|end| **end <= n_bytes).count();
            let read = replay(&journal[..n_bytes]);
            let wanted = n_whole.checked_sub(1).map(|at| Replayed {
                text: TEXTS[at].to_owned(),
                facts: facts(at as u64),
            });
            assert_eq!(read, wanted, "{n_bytes} bytes");
        }
    }

    #[test]
    fn a_journal_with_any_byte_changed_gives_a_state_that_was() {
        let (journal, ends) = journal();
        for at in 0..journal.len() {
            let mut damaged = journal.clone();
            damaged[at] ^= 0x15;
            let n_whole = ends.iter().filter(|end| **end <= at).count();
            if let Some(read) = replay(&damaged) {
                assert!(TEXTS.contains(&read.text.as_str()), "byte {at}");
            } else {
                assert_eq!(n_whole, 0, "byte {at}: the lines before it count");
            }
        }
    }

    #[test]
    fn a_small_change_is_a_short_line() {
        let long = "x".repeat(100_000);
        let (before, after) = (format!("{long}old{long}"), format!("{long}new{long}"));
        let line = line(&before, &after, &Facts::default());
        assert!(line.len() < 300, "{} bytes", line.len());
    }
}

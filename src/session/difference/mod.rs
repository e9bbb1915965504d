//! `diff`: what two packages mean differently, whatever their containers, payload numbers, key order and table order.
//! Two releases of one package are what it is made for.

mod compare;
mod matching;
mod parts;
mod renames;

use crate::base::cancel::Cancel;
use crate::base::files;
use crate::base::findings::Finding;
use crate::base::text::{self, Language, Message, Phrase};
use crate::formats::bem::write::normalise;
use crate::session::answer::{Answer, members};
use crate::session::loading::{self, Loaded, Tolerance};
use crate::session::release::Failure;
use crate::session::versions::{self, Versions};
use crate::session::words;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

pub use compare::{Change, ChangeKind};
pub use parts::{PartSizes, Size};

static EQUAL: Phrase = Phrase::new(
    "内容相同：{a} 与 {b}",
    "内容は同じです：{a} と {b}",
    "equal in content: {a} and {b}",
);
static DIFFERENT: Phrase = Phrase::new(
    "{a} → {b}：{n} 处不同",
    "{a} → {b}：違いは {n} か所",
    "{a} -> {b}: differences: {n}",
);
static VERSION: Phrase = Phrase::new(
    "  版本：BEM {before} → {after}",
    "  バージョン：BEM {before} → {after}",
    "  version: BEM {before} -> {after}",
);
static PART: Phrase = Phrase::new(
    "  {part}：{before} → {after}",
    "  {part}：{before} → {after}",
    "  {part}: {before} -> {after}",
);

/// One of the two packages.
#[derive(Clone, Debug)]
pub struct Side {
    /// The file.
    pub path: PathBuf,
    /// Where it lay: `binary`, `zip`, `project`.
    pub origin: &'static str,
    /// Stable id.
    pub package_id: String,
    /// Version of the release.
    pub version: String,
    /// Size of the file in bytes; none = a project.
    pub size_bytes: Option<u64>,
    /// The version of the format it needs, and why.
    pub versions: Versions,
}

/// What differs between two packages.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The first.
    pub a: Side,
    /// The second.
    pub b: Side,
    /// Everything that differs in meaning.
    pub changes: Vec<Change>,
    /// Sizes of the parts of both.
    pub parts: Vec<PartSizes>,
}

impl Difference {
    /// Whether both mean the same.
    pub fn is_equal(&self) -> bool {
        self.changes.is_empty()
    }

    fn head(&self, phrase: &'static Phrase) -> Message {
        Message::new(phrase)
            .with("a", self.a.path.display())
            .with("b", self.b.path.display())
            .with("n", self.changes.len())
    }
}

impl Answer for Difference {
    fn lines(&self) -> Vec<Message> {
        if self.is_equal() {
            return vec![self.head(&EQUAL)];
        }
        let mut lines = vec![self.head(&DIFFERENT)];
        lines.extend(self.changes.iter().map(Change::line));
        let (before, after) = (&self.a.versions.lowest, &self.b.versions.lowest);
        if before.minor != after.minor {
            let line = Message::new(&VERSION)
                .with("before", format_args!("1.{}", before.minor))
                .with("after", format_args!("1.{}", after.minor));
            lines.push(line);
            lines.extend(after.sentence().or_else(|| before.sentence()));
        }
        let is_other = |part: &&PartSizes| part.before != part.after;
        lines.extend(self.parts.iter().filter(is_other).map(|part| {
            Message::new(&PART)
                .with_message("part", Message::new(part.name))
                .with("before", text::bytes(part.before.decoded))
                .with("after", text::bytes(part.after.decoded))
        }));
        lines
    }

    fn facts(&self, language: Language) -> Map<String, Value> {
        let side = |side: &Side| {
            json!({
                "file": side.path.display().to_string(),
                "origin": side.origin,
                "package_id": side.package_id,
                "version": side.version,
                "size": side.size_bytes,
                "minor": side.versions.lowest.minor,
                "reasons": versions::reasons_json(&side.versions.lowest, language),
            })
        };
        members(json!({
            "equal": self.is_equal(),
            "a": side(&self.a),
            "b": side(&self.b),
            "changes": self.changes.iter().map(|it| it.json(language)).collect::<Vec<Value>>(),
            "parts": self.parts.iter().map(PartSizes::json).collect::<Vec<Value>>(),
        }))
    }

    fn findings(&self) -> &[Finding] {
        &[]
    }
}

/// Compares two packages or projects.
///
/// # Errors
///
/// One of them cannot be read or is not valid.
pub fn difference(a: &Path, b: &Path, cancel: &Cancel) -> Result<Difference, Failure> {
    let a = loading::load(a, Tolerance::Valid, cancel)?;
    let b = loading::load(b, Tolerance::Valid, cancel)?;
    let (digests_a, digests_b) = (parts::digests(&a), parts::digests(&b));
    cancel.check().map_err(words::cancelled)?;
    let mut before = normalise(&a.manifest);
    let mut after = normalise(&b.manifest);
    renames::simplify_conditions(&mut before);
    renames::simplify_conditions(&mut after);
    let mut changes = renames::take_back(&before, &mut after);
    let before = matching::Comparable::of(&before, &digests_a);
    let after = matching::Comparable::of(&after, &digests_b);
    let (before, after) = matching::matched(&before, &after);
    compare::compare(&before, &after, &mut changes);
    Ok(Difference {
        parts: parts::sizes(&a, &b),
        a: side(a, cancel),
        b: side(b, cancel),
        changes,
    })
}

fn side(loaded: Loaded, cancel: &Cancel) -> Side {
    let size_bytes = match loaded.origin {
        loading::Origin::Project => None,
        _ => files::size_of(&loaded.path).ok(),
    };
    Side {
        path: loaded.path.clone(),
        origin: loaded.origin.code(),
        package_id: loaded.manifest.package_id.clone(),
        version: loaded.manifest.version.clone(),
        size_bytes,
        versions: versions::of(loaded, cancel),
    }
}

//! What an import made of a file, section by section: the ledger and one line for each cause. It decides nothing.

use crate::base::findings::{Finding, Place, Severity};
use crate::base::text::{Message, Phrase, grouped};
use std::fmt;

/// What became of a source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The ledger, one entry a section, in file order.
    pub sections: Vec<SectionCount>,
    /// One line for each cause, with its count and first example, in file order.
    pub findings: Vec<Finding>,
    /// Vertices that were bound to the nearest bone because no weight of theirs was usable (PMX-52), ascending.
    pub fallback_vertices: Vec<u32>,
    /// Points and lines of the source, kept there and not exported (PMX-57).
    pub n_points: u32,
    /// See [`Report::n_points`].
    pub n_lines: u32,
}

impl Report {
    /// The entry of one section; zeros when the source has no such section.
    pub fn section(&self, section: Section) -> SectionCount {
        self.sections
            .iter()
            .find(|entry| entry.section == section)
            .copied()
            .unwrap_or_else(|| SectionCount::none(section))
    }

    /// How often a cause occurred: the `count` of its line, 0 when it has none.
    pub fn count_of(&self, code: &str) -> u64 {
        self.findings
            .iter()
            .filter(|finding| finding.rule == code)
            .flat_map(|finding| finding.message.arguments())
            .find(|(name, _)| *name == "count")
            .and_then(|(_, text)| text.replace(',', "").parse().ok())
            .unwrap_or(0)
    }
}

/// The ledger of one section: `n_converted + n_kept + n_dropped` is what the source holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectionCount {
    /// The section.
    pub section: Section,
    /// Arrived in the model, ready for a target.
    pub n_converted: u64,
    /// Stays with the source file or as a name only; not exported.
    pub n_kept: u64,
    /// Unusable and left out.
    pub n_dropped: u64,
}

impl SectionCount {
    /// An entry of zeros.
    pub const fn none(section: Section) -> Self {
        Self {
            section,
            n_converted: 0,
            n_kept: 0,
            n_dropped: 0,
        }
    }

    /// What the source holds of it.
    pub const fn n_total(self) -> u64 {
        self.n_converted
            .saturating_add(self.n_kept)
            .saturating_add(self.n_dropped)
    }
}

/// The sections of a source file as people think of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Names and comments.
    Info,
    /// Vertices.
    Vertices,
    /// Triangles.
    Faces,
    /// Texture table.
    Textures,
    /// Materials.
    Materials,
    /// Bones.
    Bones,
    /// Morphs.
    Morphs,
    /// Display frames.
    Frames,
    /// Rigid bodies.
    Bodies,
    /// Joints of rigid bodies.
    Joints,
    /// Soft bodies.
    SoftBodies,
}

static INFO: Phrase = Phrase::new("模型信息", "モデル情報", "model info");
static VERTICES: Phrase = Phrase::new("顶点", "頂点", "vertices");
static FACES: Phrase = Phrase::new("面", "面", "faces");
static TEXTURES: Phrase = Phrase::new("贴图", "テクスチャ", "textures");
static MATERIALS: Phrase = Phrase::new("材质", "材質", "materials");
static BONES: Phrase = Phrase::new("骨骼", "ボーン", "bones");
static MORPHS: Phrase = Phrase::new("表情", "モーフ", "morphs");
static FRAMES: Phrase = Phrase::new("显示框", "表示枠", "display frames");
static BODIES: Phrase = Phrase::new("刚体", "剛体", "rigid bodies");
static JOINTS: Phrase = Phrase::new("关节", "ジョイント", "joints");
static SOFT_BODIES: Phrase = Phrase::new("软体", "ソフトボディ", "soft bodies");

impl Section {
    /// All of them, in file order.
    pub const ALL: [Self; 11] = [
        Self::Info,
        Self::Vertices,
        Self::Faces,
        Self::Textures,
        Self::Materials,
        Self::Bones,
        Self::Morphs,
        Self::Frames,
        Self::Bodies,
        Self::Joints,
        Self::SoftBodies,
    ];

    /// The stable name for machine-readable output.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Vertices => "vertices",
            Self::Faces => "faces",
            Self::Textures => "textures",
            Self::Materials => "materials",
            Self::Bones => "bones",
            Self::Morphs => "morphs",
            Self::Frames => "frames",
            Self::Bodies => "bodies",
            Self::Joints => "joints",
            Self::SoftBodies => "soft_bodies",
        }
    }

    /// The name for people.
    pub const fn label(self) -> &'static Phrase {
        match self {
            Self::Info => &INFO,
            Self::Vertices => &VERTICES,
            Self::Faces => &FACES,
            Self::Textures => &TEXTURES,
            Self::Materials => &MATERIALS,
            Self::Bones => &BONES,
            Self::Morphs => &MORPHS,
            Self::Frames => &FRAMES,
            Self::Bodies => &BODIES,
            Self::Joints => &JOINTS,
            Self::SoftBodies => &SOFT_BODIES,
        }
    }
}

/// A cause that a report has one line for. Its phrase may use `{count}` and `{first}`.
#[derive(Debug)]
pub(super) struct Cause {
    pub(super) code: &'static str,
    pub(super) severity: Severity,
    pub(super) phrase: Phrase,
}

impl Cause {
    pub(super) const fn warning(code: &'static str, phrase: Phrase) -> Self {
        Self {
            code,
            severity: Severity::Warning,
            phrase,
        }
    }

    pub(super) const fn hint(code: &'static str, phrase: Phrase) -> Self {
        Self {
            code,
            severity: Severity::Hint,
            phrase,
        }
    }
}

/// Counts causes while an importer runs; becomes the lines of a [`Report`], in the order of first occurrence.
#[derive(Debug, Default)]
pub(super) struct Tally(Vec<Entry>);

#[derive(Debug)]
struct Entry {
    cause: &'static Cause,
    count: u64,
    place: Place,
    first: String,
}

impl Tally {
    /// Counts `cause` once; the first time, `place` (such as `bone:14`) and the name shown for it are kept.
    pub(super) fn add(
        &mut self,
        cause: &'static Cause,
        place: impl FnOnce() -> String,
        first: impl fmt::Display,
    ) {
        self.add_times(cause, 1, place, first);
    }

    /// The same, `times` times at one place.
    pub(super) fn add_times(
        &mut self,
        cause: &'static Cause,
        times: u64,
        place: impl FnOnce() -> String,
        first: impl fmt::Display,
    ) {
        if times == 0 {
            return;
        }
        let known = self
            .0
            .iter_mut()
            .find(|entry| std::ptr::eq(entry.cause, cause));
        match known {
            Some(entry) => entry.count = entry.count.saturating_add(times),
            None => self.0.push(Entry {
                cause,
                count: times,
                place: Place::Part(place()),
                first: first.to_string(),
            }),
        }
    }

    /// The finished lines.
    pub(super) fn into_findings(self) -> Vec<Finding> {
        self.0
            .into_iter()
            .map(|entry| {
                let message = Message::new(&entry.cause.phrase)
                    .with("count", grouped(entry.count))
                    .with("first", entry.first);
                Finding::new(entry.cause.code, entry.cause.severity, entry.place, message)
            })
            .collect()
    }
}

//! A PMX document gets its meaning: geometry in the one space, resolved indices, four weights a vertex (pmx.md ch. 4).
//!
//! The document is never changed, and no file is opened: textures come found and decoded.
//!
//! The way into the one space is a half turn about Y, `(x, y, z) -> (-x, y, -z)`, and a scale; winding stays (PMX-85).

mod bones;
mod causes;
mod materials;
mod morphs;
mod space;
mod triangles;
mod vertices;
mod weights;

pub use morphs::flip_selects;

use crate::base::numbers;
use crate::formats::pmx::{Info, Pmx, Text};
use crate::import::report::{Report, Section, SectionCount, Tally};
use crate::import::textures::FoundTexture;
use crate::model::figure::{Label, Model, Texture};
use space::Space;

/// Metres per PMX unit without a target skeleton (PMX-87): a figure of 20 units is 1.6 m.
pub const METERS_PER_UNIT: f32 = 0.08;

/// What the author may set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Metres per unit of the file; must be finite and above 0, otherwise [`METERS_PER_UNIT`] is taken.
    pub meters_per_unit: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            meters_per_unit: METERS_PER_UNIT,
        }
    }
}

/// The outcome of an import.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The figure.
    pub model: Model,
    /// What became of the file.
    pub report: Report,
}

/// Gives a document its meaning. `textures[i]` belongs to entry `i` of its texture table; missing ones are not found.
///
/// Nothing here fails: what cannot be used is left out and counted.
pub fn import(file: &Pmx, textures: Vec<FoundTexture>, settings: &Settings) -> Imported {
    let mut tally = Tally::default();
    let mut report = Report::default();
    let mut model = Model {
        meters_per_unit: usable_scale(settings.meters_per_unit),
        ..Model::default()
    };
    name(&mut model, file.info());
    let space = Space::new(model.meters_per_unit);
    model.bones = bones::bones(file.bones(), &space, &mut tally);
    model.textures = texture_table(file.textures(), textures);
    model.vertices = vertices::columns(file.vertices(), &space, &mut tally);
    weights::bind(file.vertices(), &mut model, &mut report, &mut tally);
    let faces = triangles::triangles(file, &mut model, &mut tally);
    vertices::mend_normals(&mut model, &mut tally);
    materials::finish(file.materials(), &mut model, &mut tally);
    model.morphs = morphs::morphs(file, &space, &mut tally);
    report.n_points = faces.n_points;
    report.n_lines = faces.n_lines;
    report.sections = ledger(file, &model, &faces);
    note_what_stays(file, &mut tally);
    report.findings = tally.into_findings();
    Imported { model, report }
}

fn usable_scale(meters_per_unit: f32) -> f32 {
    if meters_per_unit.is_finite() && meters_per_unit > 0.0 {
        meters_per_unit
    } else {
        METERS_PER_UNIT
    }
}

fn name(model: &mut Model, info: &Info) {
    model.name = label(&info.name, &info.name_en);
    model.comment = label(&info.comment, &info.comment_en);
}

fn label(local: &Text, english: &Text) -> Label {
    Label {
        local: local.view().into_owned(),
        english: english.view().into_owned(),
    }
}

fn texture_table(written: &[Text], found: Vec<FoundTexture>) -> Vec<Texture> {
    let found = found.into_iter().map(Some).chain(std::iter::repeat(None));
    written
        .iter()
        .zip(found)
        .map(|(written, found)| {
            let FoundTexture { file, image, .. } = found.unwrap_or_default();
            Texture {
                written: written.view().into_owned(),
                file,
                image,
            }
        })
        .collect()
}

fn ledger(file: &Pmx, model: &Model, faces: &triangles::Faces) -> Vec<SectionCount> {
    let n_decoded = model
        .textures
        .iter()
        .filter(|texture| texture.image.is_some())
        .count();
    let n_exported = model
        .morphs
        .iter()
        .filter(|morph| morphs::is_exported(morph))
        .count();
    let n_soft = file.soft_bodies().unwrap_or_default().len();
    Section::ALL
        .into_iter()
        .map(|section| {
            let (n_converted, n_kept, n_dropped) = match section {
                Section::Info => (1, 0, 0),
                Section::Vertices => (model.vertices.positions.len(), 0, 0),
                Section::Faces => (model.triangles.len(), faces.n_kept(), faces.dropped),
                Section::Textures => (n_decoded, model.textures.len().saturating_sub(n_decoded), 0),
                Section::Materials => (model.materials.len(), 0, 0),
                Section::Bones => (model.bones.len(), 0, 0),
                Section::Morphs => (n_exported, model.morphs.len().saturating_sub(n_exported), 0),
                Section::Frames => (0, file.frames().len(), 0),
                Section::Bodies => (0, file.bodies().len(), 0),
                Section::Joints => (0, file.joints().len(), 0),
                Section::SoftBodies => (0, n_soft, 0),
            };
            SectionCount {
                section,
                n_converted: numbers::u64_of(n_converted),
                n_kept: numbers::u64_of(n_kept),
                n_dropped: numbers::u64_of(n_dropped),
            }
        })
        .collect()
}

/// Frames, bodies, joints and soft bodies are kept and not exported (PMX-83); so is the file's tail.
fn note_what_stays(file: &Pmx, tally: &mut Tally) {
    let n_soft = file.soft_bodies().unwrap_or_default().len();
    let counts = [
        (&causes::FRAMES_KEPT, file.frames().len(), "frames"),
        (&causes::BODIES_KEPT, file.bodies().len(), "bodies"),
        (&causes::JOINTS_KEPT, file.joints().len(), "joints"),
        (&causes::SOFT_BODIES_KEPT, n_soft, "soft_bodies"),
        (&causes::TAIL_KEPT, file.tail().len(), "tail"),
    ];
    for (cause, count, place) in counts {
        tally.add_times(cause, numbers::u64_of(count), || place.to_owned(), "");
    }
}

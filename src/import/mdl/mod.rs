//! An MDL file gets its meaning: triangles from strips, one bone per object, weights from envelopes (mdl.md ch. 2-4).
//!
//! The file is never changed, and no file is opened: textures come found and decoded, in the order of
//! [`textures::ids`].
//!
//! The way into the one space mirrors X, `(x, y, z) -> (-x, y, z)`, and scales; since a mirror turns winding round, the
//! last two corners of every triangle change places. Which way a figure faces the format does not say: the author may
//! turn it (MDL-30).

mod causes;
mod facts;
mod materials;
mod mesh;
mod pose;
mod strips;
pub mod textures;

pub use facts::{Facts, facts};

use crate::base::numbers;
use crate::formats::mdl::{self, Mdl};
use crate::import::orientation::orient;
use crate::import::report::{Report, Section, SectionCount, Tally};
use crate::import::textures::FoundTexture;
use crate::model::figure::{Bone, Label, Model, Orientation, Texture};

/// Metres per MDL unit: one is taken as a millimetre (MDL-30).
pub const METERS_PER_UNIT: f32 = 0.001;

/// What the author may set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Metres per unit of the file; must be finite and above 0, otherwise [`METERS_PER_UNIT`] is taken.
    pub meters_per_unit: f32,
    /// Which way the figure faces, and whether its surface points inward.
    pub orientation: Orientation,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            meters_per_unit: METERS_PER_UNIT,
            orientation: Orientation::default(),
        }
    }
}

/// The outcome of an import.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The figure. It has no name of its own.
    pub model: Model,
    /// What became of the file.
    pub report: Report,
}

/// Gives a file its meaning. `textures[i]` belongs to entry `i` of [`textures::ids`]; missing ones are not found.
///
/// Nothing here fails: what cannot be used is left out and counted.
pub fn import(file: &Mdl, textures: Vec<FoundTexture>, settings: &Settings) -> Imported {
    let mut tally = Tally::default();
    let mut model = Model {
        meters_per_unit: usable_scale(settings.meters_per_unit),
        ..Model::default()
    };
    let origins = pose::origins(&file.objects);
    let ids = textures::ids(file);
    let space = mesh::Space::new(model.meters_per_unit);
    model.bones = bones(file, &origins, space);
    model.textures = texture_table(&ids, textures);
    let mesh = mesh::mesh(file, &origins, space, &mut tally);
    let n_stored = mesh.n_stored;
    let n_degenerate = mesh.n_degenerate;
    materials::finish(mesh, &ids, &mut model);
    if facts::signed_volume_x6(file, &origins) < 0.0 && !settings.orientation.inside_out {
        tally.add(&causes::INSIDE_OUT, || "mesh".to_owned(), "");
    }
    orient(&mut model, settings.orientation);
    let mut findings = mdl::findings(&file.warnings);
    findings.extend(tally.into_findings());
    let report = Report {
        sections: ledger(&model, n_stored, n_degenerate),
        findings,
        ..Report::default()
    };
    Imported { model, report }
}

fn usable_scale(meters_per_unit: f32) -> f32 {
    if meters_per_unit.is_finite() && meters_per_unit > 0.0 {
        meters_per_unit
    } else {
        METERS_PER_UNIT
    }
}

/// One bone an object, named by its number (MDL-20).
fn bones(file: &Mdl, origins: &[glam::DVec3], space: mesh::Space) -> Vec<Bone> {
    let objects = (0_u32..).zip(&file.objects).zip(origins);
    objects
        .map(|((index, object), origin)| Bone {
            name: Label {
                local: format!("object_{index:02}"),
                english: String::new(),
            },
            parent: object.parent,
            position: space.place(*origin),
            append: None,
        })
        .collect()
}

fn texture_table(ids: &[u32], found: Vec<FoundTexture>) -> Vec<Texture> {
    let found = found.into_iter().map(Some).chain(std::iter::repeat(None));
    ids.iter()
        .zip(found)
        .map(|(id, found)| {
            let FoundTexture { file, image, .. } = found.unwrap_or_default();
            Texture {
                written: textures::written(*id),
                file,
                image,
            }
        })
        .collect()
}

fn ledger(model: &Model, n_stored: usize, n_degenerate: usize) -> Vec<SectionCount> {
    let n_textures = model.textures.len();
    let decoded = |texture: &&Texture| texture.image.is_some();
    let n_decoded = model.textures.iter().filter(decoded).count();
    [
        (Section::Vertices, n_stored, 0, 0),
        (Section::Faces, model.triangles.len(), 0, n_degenerate),
        (
            Section::Textures,
            n_decoded,
            n_textures.saturating_sub(n_decoded),
            0,
        ),
        (Section::Materials, model.materials.len(), 0, 0),
        (Section::Bones, model.bones.len(), 0, 0),
    ]
    .into_iter()
    .map(|(section, n_converted, n_kept, n_dropped)| SectionCount {
        section,
        n_converted: numbers::u64_of(n_converted),
        n_kept: numbers::u64_of(n_kept),
        n_dropped: numbers::u64_of(n_dropped),
    })
    .collect()
}

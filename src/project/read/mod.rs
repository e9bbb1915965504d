//! Project text as a document again. Files it names are loaded by the caller between the two steps.

mod meshes;
mod motion;
mod options;
mod target;

use crate::base::digest::Digest;
use crate::document::blob::Blob;
use crate::document::ids::SourceId;
use crate::document::metadata::{KeyOrders, Metadata};
use crate::document::parts::{Document, MaterialPlace, OpenedFacts, PackageFacts, Source, Target};
use crate::model::bone_map::{BoneMap, BoneTarget, MappedBy};
use crate::model::figure::{Model, Orientation, Turn};
use crate::model::target::TargetProfile;
use crate::project::{file, references};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use crate::project::error::{Part, ProjectError};

/// A project whose files are not loaded yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    file: file::ProjectFile,
    folder: PathBuf,
}

/// A file a project needs.
#[derive(Clone, Debug, PartialEq)]
pub struct WantedFile {
    /// Where it should lie, absolute.
    pub path: PathBuf,
    /// What its content was when the project was saved.
    pub digest: Option<Digest>,
    /// Metres per unit to import it with; 0 for a catalogue.
    pub meters_per_unit: f32,
    /// How to turn it; a catalogue is not turned.
    pub orientation: Orientation,
}

/// A loaded figure, for [`assemble`].
#[derive(Clone, Debug)]
pub struct LoadedFigure {
    /// The model.
    pub model: Arc<Model>,
    /// Content of the file it came from.
    pub digest: Digest,
}

/// Reads project text; `folder` is where the project file lies (absolute).
///
/// # Errors
///
/// [`ProjectError`]: no JSON, another kind of file, a newer version.
pub fn read(bytes: &[u8], folder: &Path) -> Result<Stored, ProjectError> {
    #[derive(serde::Deserialize)]
    struct Head {
        #[serde(default)]
        kind: String,
        #[serde(default)]
        version: u32,
    }
    let head: Head = serde_json::from_slice(bytes)?;
    if head.kind != file::KIND {
        return Err(ProjectError::Kind { found: head.kind });
    }
    if head.version == 0 || head.version > file::VERSION {
        return Err(ProjectError::Version {
            found: head.version,
        });
    }
    Ok(Stored {
        file: serde_json::from_slice(bytes)?,
        folder: folder.to_path_buf(),
    })
}

impl Stored {
    /// The catalogue the project needs, if a character was chosen.
    pub fn wanted_catalog(&self) -> Option<WantedFile> {
        match self.file.target.as_ref()? {
            file::Target::Catalog(reference) => {
                Some(self.wanted(reference, 0.0, Orientation::default()))
            }
            file::Target::Package { .. } => None,
        }
    }

    /// The figures the project needs, in the order [`assemble`] wants them.
    pub fn wanted_figures(&self) -> Vec<WantedFile> {
        self.file
            .sources
            .iter()
            .map(|source| {
                let orientation = Orientation {
                    turn: Turn::from_degrees(source.turn_degrees).unwrap_or_default(),
                    inside_out: source.inside_out,
                };
                self.wanted(&source.file, source.meters_per_unit, orientation)
            })
            .collect()
    }

    fn wanted(
        &self,
        reference: &file::FileReference,
        meters_per_unit: f32,
        orientation: Orientation,
    ) -> WantedFile {
        let path = self.folder.join(&reference.path);
        WantedFile {
            path: tidy(&path),
            digest: Digest::from_hex(&reference.blake3),
            meters_per_unit,
            orientation,
        }
    }
}

/// Resolves `.` and `..` in the text of a path, without asking the disk.
fn tidy(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                out.pop();
            }
            _ => out.push(part),
        }
    }
    out
}

/// What a project's files became, for [`assemble`].
pub struct Loaded<'a> {
    /// The catalogue, if [`Stored::wanted_catalog`] asked for one.
    pub catalog: Option<(Arc<TargetProfile>, Digest)>,
    /// In the order of [`Stored::wanted_figures`].
    pub figures: &'a [LoadedFigure],
    /// Bytes beside the project by content and size; none when they are not there.
    pub blob: &'a dyn Fn(Digest, u64) -> Option<Blob>,
}

impl std::fmt::Debug for Loaded<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Loaded")
            .field("figures", &self.figures.len())
            .finish_non_exhaustive()
    }
}

impl Loaded<'_> {
    fn blob(&self, stored: &file::Blob) -> Result<Blob, ProjectError> {
        let missing = || ProjectError::MissingBlob {
            name: stored.blake3.clone(),
        };
        let digest = Digest::from_hex(&stored.blake3).ok_or_else(missing)?;
        (self.blob)(digest, stored.bytes).ok_or_else(missing)
    }
}

/// Joins a stored project with its loaded files into a document.
///
/// # Errors
///
/// [`ProjectError`]: a figure that has other bones or materials now, a reference to nothing, an unknown word, bytes that
/// are gone.
pub fn assemble(stored: &Stored, loaded: &Loaded<'_>) -> Result<Document, ProjectError> {
    let file = &stored.file;
    let wanted = stored.wanted_figures();
    let mut sources = BTreeMap::new();
    for ((stored, wanted), figure) in file.sources.iter().zip(wanted).zip(loaded.figures) {
        sources.insert(
            SourceId(stored.id),
            Arc::new(source_of(stored, wanted.path, figure)?),
        );
    }
    let document = Document {
        package: PackageFacts {
            id: file.package.id.clone(),
            name: file.package.name.clone(),
            author: file.package.author.clone(),
            version: file.package.version.clone(),
        },
        target: target_of(stored, loaded),
        sources,
        meshes: meshes::meshes_of(&file.meshes, loaded)?,
        textures: meshes::textures_of(&file.textures, loaded)?,
        appearances: match &file.appearances {
            Some(fixed) => Some(Arc::new(options::appearances_of(fixed, loaded)?)),
            None => None,
        },
        groups: options::groups_of(&file.groups, loaded)?,
        constraints: file
            .constraints
            .iter()
            .map(|constraint| Arc::new(options::condition_of(constraint)))
            .collect(),
        rules: file
            .rules
            .iter()
            .map(|rule| Arc::new(options::rule_of(rule)))
            .collect(),
        slots: meshes::slots_of(&file.slots),
        parameters: motion::parameters_of(&file.parameters),
        channels: motion::channels_of(&file.channels, loaded)?,
        root_offset: file
            .root_offset
            .as_ref()
            .map(|offset| Arc::new(motion::root_offset_of(offset))),
        drivers: motion::drivers_of(&file.drivers, loaded)?,
        opened: file
            .opened
            .as_ref()
            .map(|opened| Arc::new(opened_of(opened))),
        next_id: file.next_id,
        unknown: file
            .extra
            .iter()
            .map(|(key, value)| (key.clone(), value.to_string()))
            .collect(),
    };
    references::check(&document)?;
    Ok(with_unused_next_id(document))
}

fn target_of(stored: &Stored, loaded: &Loaded<'_>) -> Option<Arc<Target>> {
    let target = match stored.file.target.as_ref()? {
        file::Target::Package { package } => target::target_of(package),
        file::Target::Catalog(_) => {
            let (profile, digest) = loaded.catalog.as_ref()?;
            let path = stored.wanted_catalog()?.path;
            Target::of_catalog(path, *digest, Arc::clone(profile))
        }
    };
    Some(Arc::new(target))
}

fn opened_of(opened: &file::Opened) -> OpenedFacts {
    OpenedFacts {
        metadata: metadata_of(&opened.metadata),
        key_orders: KeyOrders(opened.key_orders.clone()),
        is_composable: opened.is_composable,
        lists_astc: opened.lists_astc,
    }
}

fn metadata_of(metadata: &file::Metadata) -> Metadata {
    Metadata(metadata.clone())
}

/// Hand-merged files may state a number that is in use already; ids are never used twice.
fn with_unused_next_id(mut document: Document) -> Document {
    let groups = document.groups.iter().flat_map(|group| {
        group
            .choices
            .iter()
            .map(|choice| choice.id.0)
            .chain([group.id.0])
    });
    let fixed = document.appearances.iter();
    let appearances = fixed.flat_map(|fixed| fixed.all.iter().map(|appearance| appearance.id.0));
    let largest = document
        .sources
        .keys()
        .map(|id| id.0)
        .chain(document.meshes.keys().map(|id| id.0))
        .chain(document.textures.keys().map(|id| id.0))
        .chain(groups)
        .chain(document.slots.iter().map(|slot| slot.id.0))
        .chain(document.parameters.iter().map(|parameter| parameter.id.0))
        .chain(document.drivers.iter().map(|driver| driver.id.0))
        .chain(appearances)
        .max();
    let unused = largest.map_or(0, |id| id.saturating_add(1));
    document.next_id = document.next_id.max(unused);
    document
}

fn source_of(
    stored: &file::Source,
    path: PathBuf,
    figure: &LoadedFigure,
) -> Result<Source, ProjectError> {
    let model = &figure.model;
    let (n_bones, n_materials) = (model.bones.len(), model.materials.len());
    if stored.bones.len() != n_bones || stored.materials.len() != n_materials {
        return Err(ProjectError::FigureChanged {
            name: stored.name.clone(),
            n_bones,
            n_materials,
            n_known_bones: stored.bones.len(),
            n_known_materials: stored.materials.len(),
        });
    }
    let targets: Result<Vec<BoneTarget>, ProjectError> = stored.bones.iter().map(bone_of).collect();
    Ok(Source {
        name: stored.name.clone(),
        path,
        digest: figure.digest,
        model: Arc::clone(model),
        bone_map: Arc::new(BoneMap { targets: targets? }),
        places: stored
            .materials
            .iter()
            .map(|material| material.place.map(place_of))
            .collect(),
    })
}

fn bone_of(bone: &file::Bone) -> Result<BoneTarget, ProjectError> {
    let by = match bone.by.as_str() {
        "nobody" => MappedBy::Nobody,
        "name" => MappedBy::Name,
        "append" => MappedBy::Append,
        "parent" => MappedBy::Parent,
        "root" => MappedBy::Root,
        "author" => MappedBy::Author,
        other => return Err(unknown_word("sources/bones/by", other)),
    };
    Ok(BoneTarget {
        target: bone.target.clone(),
        by,
    })
}

fn unknown_word(place: &'static str, word: &str) -> ProjectError {
    ProjectError::UnknownWord {
        place,
        word: word.to_owned(),
    }
}

const fn place_of(place: file::Place) -> MaterialPlace {
    MaterialPlace {
        component: place.component,
        slot: place.slot,
    }
}

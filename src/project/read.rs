//! Project text as a document again. Files it names are loaded by the caller between the two steps.

use crate::base::digest::Digest;
use crate::document::condition::Condition;
use crate::document::ids::{ChoiceId, GroupId, MeshId, SourceId, TextureId};
use crate::document::parts::{
    Branch, Choice, ComponentRule, Document, Draw, MaterialPlace, Mesh, Mips, Operation,
    OptionGroup, PackageFacts, Picture, Source, Target, Texture, TextureFormat,
};
use crate::model::bone_map::{BoneMap, BoneTarget, MappedBy};
use crate::model::figure::Model;
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
        self.file
            .target
            .as_ref()
            .map(|reference| self.wanted(reference, 0.0))
    }

    /// The figures the project needs, in the order [`assemble`] wants them.
    pub fn wanted_figures(&self) -> Vec<WantedFile> {
        self.file
            .sources
            .iter()
            .map(|source| self.wanted(&source.file, source.meters_per_unit))
            .collect()
    }

    fn wanted(&self, reference: &file::FileReference, meters_per_unit: f32) -> WantedFile {
        let path = self.folder.join(&reference.path);
        WantedFile {
            path: tidy(&path),
            digest: Digest::from_hex(&reference.blake3),
            meters_per_unit,
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

/// Joins a stored project with its loaded files into a document.
///
/// `figures` stands in the order of [`Stored::wanted_figures`]; `profile` is there if [`Stored::wanted_catalog`] was.
///
/// # Errors
///
/// [`ProjectError`]: a figure that has other bones or materials now, a reference to nothing, an unknown word.
pub fn assemble(
    stored: &Stored,
    profile: Option<(Arc<TargetProfile>, Digest)>,
    figures: &[LoadedFigure],
) -> Result<Document, ProjectError> {
    let file = &stored.file;
    let wanted = stored.wanted_figures();
    let target = match (stored.wanted_catalog(), profile) {
        (Some(wanted), Some((profile, digest))) => Some(Arc::new(Target {
            path: wanted.path,
            digest,
            profile,
        })),
        _ => None,
    };
    let mut sources = BTreeMap::new();
    for ((stored, wanted), figure) in file.sources.iter().zip(wanted).zip(figures) {
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
        target,
        sources,
        meshes: file
            .meshes
            .iter()
            .map(|mesh| (MeshId(mesh.id), Arc::new(mesh_of(mesh))))
            .collect(),
        textures: textures_of(&file.textures)?,
        groups: file
            .groups
            .iter()
            .map(|group| Arc::new(group_of(group)))
            .collect(),
        rules: file
            .rules
            .iter()
            .map(|rule| Arc::new(rule_of(rule)))
            .collect(),
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

/// Hand-merged files may state a number that is in use already; ids are never used twice.
fn with_unused_next_id(mut document: Document) -> Document {
    let groups = document.groups.iter().flat_map(|group| {
        group
            .choices
            .iter()
            .map(|choice| choice.id.0)
            .chain([group.id.0])
    });
    let largest = document
        .sources
        .keys()
        .map(|id| id.0)
        .chain(document.meshes.keys().map(|id| id.0))
        .chain(document.textures.keys().map(|id| id.0))
        .chain(groups)
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

fn mesh_of(mesh: &file::Mesh) -> Mesh {
    let draws = mesh.draws.iter().map(|draw| Draw {
        material: draw.material,
        donor: place_of(draw.donor),
        textures: draw
            .textures
            .iter()
            .map(|texture| TextureId(*texture))
            .collect(),
        when: draw.when.as_ref().map(condition_of),
    });
    Mesh {
        component: mesh.component,
        source: SourceId(mesh.source),
        draws: draws.collect(),
    }
}

fn textures_of(
    stored: &[file::Texture],
) -> Result<BTreeMap<TextureId, Arc<Texture>>, ProjectError> {
    let one = |texture: &file::Texture| {
        let format = match texture.format.as_str() {
            "rgba32" => TextureFormat::Rgba32,
            "bc7" => TextureFormat::Bc7,
            other => return Err(unknown_word("textures/format", other)),
        };
        let mips = match texture.mips.as_str() {
            "full" => Mips::Full,
            "single" => Mips::Single,
            other => return Err(unknown_word("textures/mips", other)),
        };
        let picture = match texture.picture {
            file::Picture::Figure { source, texture } => Picture::Figure {
                source: SourceId(source),
                texture,
            },
            file::Picture::Plain(color) => Picture::Plain(color),
        };
        let original_name = texture.original_name.clone();
        let texture_of = Texture {
            original_name,
            picture,
            format,
            srgb: texture.srgb,
            mips,
        };
        Ok((TextureId(texture.id), Arc::new(texture_of)))
    };
    stored.iter().map(one).collect()
}

fn group_of(group: &file::Group) -> OptionGroup {
    let choices = group.choices.iter().map(|choice| Choice {
        id: ChoiceId(choice.id),
        export_id: choice.export_id.clone(),
        name: choice.name.clone(),
    });
    OptionGroup {
        id: GroupId(group.id),
        export_id: group.export_id.clone(),
        name: group.name.clone(),
        default: ChoiceId(group.default),
        choices: choices.collect(),
    }
}

fn rule_of(rule: &file::Rule) -> ComponentRule {
    let branches = rule.branches.iter().map(|branch| Branch {
        when: condition_of(&branch.when),
        then: operation_of(branch.then),
    });
    ComponentRule {
        branches: branches.collect(),
        otherwise: operation_of(rule.otherwise),
    }
}

const fn place_of(place: file::Place) -> MaterialPlace {
    MaterialPlace {
        component: place.component,
        slot: place.slot,
    }
}

const fn operation_of(operation: file::Operation) -> Operation {
    match operation {
        file::Operation::Keep => Operation::Keep,
        file::Operation::Hide => Operation::Hide,
        file::Operation::Replace(mesh) => Operation::Replace(MeshId(mesh)),
    }
}

fn condition_of(condition: &file::Condition) -> Condition {
    match condition {
        file::Condition::Constant(value) => Condition::Constant(*value),
        file::Condition::Is { group, choice } => Condition::Is {
            group: GroupId(*group),
            choice: ChoiceId(*choice),
        },
        file::Condition::All(parts) => Condition::All(parts.iter().map(condition_of).collect()),
        file::Condition::Any(parts) => Condition::Any(parts.iter().map(condition_of).collect()),
        file::Condition::Not(part) => Condition::Not(Box::new(condition_of(part))),
    }
}

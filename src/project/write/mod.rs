//! A document as project text.

mod meshes;
mod motion;
mod options;
mod target;

pub(in crate::project) use motion::{playback_word, waveform_word};

use crate::document::blob::Blob;
use crate::document::ids::SourceId;
use crate::document::metadata::Metadata;
use crate::document::parts::{Document, MaterialPlace, OpenedFacts, Source};
use crate::model::bone_map::MappedBy;
use crate::project::file;
use crate::project::lines;
use std::path::{Component, Path};

/// The text of `document` for a project file in `folder` (absolute).
///
/// # Errors
///
/// When a value has no JSON form; none of a document lacks one.
pub fn write(document: &Document, folder: &Path) -> Result<String, serde_json::Error> {
    let value = serde_json::to_value(to_file(document, folder))?;
    Ok(lines::to_text(&value))
}

fn to_file(document: &Document, folder: &Path) -> file::ProjectFile {
    let package = &document.package;
    file::ProjectFile {
        kind: file::KIND.to_owned(),
        version: file::VERSION,
        next_id: document.next_id,
        package: file::Package {
            id: package.id.clone(),
            name: package.name.clone(),
            author: package.author.clone(),
            version: package.version.clone(),
        },
        target: document
            .target
            .as_ref()
            .map(|target| target::target_of(target, folder)),
        sources: document
            .sources
            .iter()
            .map(|(id, source)| source_of(*id, source, folder))
            .collect(),
        meshes: meshes::meshes_of(document),
        textures: meshes::textures_of(document),
        appearances: document
            .appearances
            .as_ref()
            .map(|fixed| options::appearances_of(fixed)),
        groups: options::groups_of(document),
        constraints: document
            .constraints
            .iter()
            .map(|constraint| options::condition_of(constraint))
            .collect(),
        rules: options::rules_of(document),
        slots: meshes::slots_of(document),
        parameters: motion::parameters_of(document),
        channels: motion::channels_of(document),
        root_offset: document
            .root_offset
            .as_ref()
            .map(|offset| motion::root_offset_of(offset)),
        drivers: motion::drivers_of(document),
        opened: document.opened.as_deref().map(opened_of),
        extra: document
            .unknown
            .iter()
            .map(|(key, text)| (key.clone(), value_of(text)))
            .collect(),
    }
}

/// Unknown fields are carried as JSON text; text that is none is kept as a string.
fn value_of(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|_| serde_json::Value::from(text))
}

fn source_of(id: SourceId, source: &Source, folder: &Path) -> file::Source {
    let model = &source.model;
    let bones = model.bones.iter().zip(&source.bone_map.targets);
    let materials = model.materials.iter().zip(&source.places);
    file::Source {
        id: id.0,
        name: source.name.clone(),
        file: file::FileReference {
            path: path_from(folder, &source.path),
            blake3: source.digest.to_hex(),
        },
        meters_per_unit: model.meters_per_unit,
        turn_degrees: model.orientation.turn.degrees(),
        inside_out: model.orientation.inside_out,
        bones: bones
            .map(|(bone, entry)| file::Bone {
                name: bone.name.local.clone(),
                target: entry.target.clone(),
                by: mapped_by(entry.by).to_owned(),
            })
            .collect(),
        materials: materials
            .map(|(material, place)| file::Material {
                name: material.name.local.clone(),
                place: place.map(place_of),
            })
            .collect(),
    }
}

const fn mapped_by(by: MappedBy) -> &'static str {
    match by {
        MappedBy::Nobody => "nobody",
        MappedBy::Name => "name",
        MappedBy::Append => "append",
        MappedBy::Parent => "parent",
        MappedBy::Root => "root",
        MappedBy::Author => "author",
    }
}

fn opened_of(opened: &OpenedFacts) -> file::Opened {
    file::Opened {
        metadata: metadata_of(&opened.metadata),
        key_orders: opened.key_orders.0.clone(),
        is_composable: opened.is_composable,
        lists_astc: opened.lists_astc,
    }
}

fn metadata_of(metadata: &Metadata) -> file::Metadata {
    metadata.0.clone()
}

fn blob_of(blob: &Blob) -> file::Blob {
    file::Blob {
        blake3: blob.digest().to_hex(),
        bytes: blob.size_bytes(),
    }
}

const fn place_of(place: MaterialPlace) -> file::Place {
    file::Place {
        component: place.component,
        slot: place.slot,
    }
}

/// `path` as seen from `folder`, with `/`; absolute where the two share no root.
fn path_from(folder: &Path, path: &Path) -> String {
    let from: Vec<Component<'_>> = folder.components().collect();
    let to: Vec<Component<'_>> = path.components().collect();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return path.to_string_lossy().replace('\\', "/");
    }
    let up = from.iter().skip(shared).map(|_| "..".to_owned());
    let down = to
        .iter()
        .skip(shared)
        .map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_project_with_slashes() {
        let folder = Path::new("/home/a/project");
        assert_eq!(
            path_from(folder, Path::new("/home/a/project/m/x.pmx")),
            "m/x.pmx",
            "below"
        );
        assert_eq!(
            path_from(folder, Path::new("/home/a/models/x.pmx")),
            "../models/x.pmx",
            "beside"
        );
    }
}

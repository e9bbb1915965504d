//! A document as project text.

use crate::document::condition::Condition;
use crate::document::ids::SourceId;
use crate::document::parts::{
    Document, MaterialPlace, Mesh, Mips, Operation, Picture, Source, Texture, TextureFormat,
};
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
        target: document.target.as_ref().map(|target| file::FileReference {
            path: path_from(folder, &target.path),
            blake3: target.digest.to_hex(),
        }),
        sources: document
            .sources
            .iter()
            .map(|(id, source)| source_of(*id, source, folder))
            .collect(),
        meshes: document
            .meshes
            .iter()
            .map(|(id, mesh)| mesh_of(id.0, mesh))
            .collect(),
        textures: document
            .textures
            .iter()
            .map(|(id, texture)| texture_of(id.0, texture))
            .collect(),
        groups: document
            .groups
            .iter()
            .map(|group| group_of(group))
            .collect(),
        rules: rules_of(document),
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

fn mesh_of(id: u32, mesh: &Mesh) -> file::Mesh {
    let draws = mesh.draws.iter().map(|draw| file::Draw {
        material: draw.material,
        donor: place_of(draw.donor),
        textures: draw.textures.iter().map(|texture| texture.0).collect(),
        when: draw.when.as_ref().map(condition_of),
    });
    file::Mesh {
        id,
        component: mesh.component,
        source: mesh.source.0,
        draws: draws.collect(),
    }
}

fn texture_of(id: u32, texture: &Texture) -> file::Texture {
    file::Texture {
        id,
        original_name: texture.original_name.clone(),
        picture: match texture.picture {
            Picture::Figure { source, texture } => file::Picture::Figure {
                source: source.0,
                texture,
            },
            Picture::Plain(color) => file::Picture::Plain(color),
        },
        format: match texture.format {
            TextureFormat::Rgba32 => "rgba32",
            TextureFormat::Bc7 => "bc7",
        }
        .to_owned(),
        srgb: texture.srgb,
        mips: match texture.mips {
            Mips::Full => "full",
            Mips::Single => "single",
        }
        .to_owned(),
    }
}

fn group_of(group: &crate::document::parts::OptionGroup) -> file::Group {
    let choices = group.choices.iter().map(|choice| file::Choice {
        id: choice.id.0,
        export_id: choice.export_id.clone(),
        name: choice.name.clone(),
    });
    file::Group {
        id: group.id.0,
        export_id: group.export_id.clone(),
        name: group.name.clone(),
        default: group.default.0,
        choices: choices.collect(),
    }
}

fn rules_of(document: &Document) -> Vec<file::Rule> {
    let numbered = (0_u32..).zip(&document.rules);
    numbered
        .map(|(component, rule)| file::Rule {
            component,
            branches: rule
                .branches
                .iter()
                .map(|branch| file::Branch {
                    when: condition_of(&branch.when),
                    then: operation_of(branch.then),
                })
                .collect(),
            otherwise: operation_of(rule.otherwise),
        })
        .collect()
}

const fn place_of(place: MaterialPlace) -> file::Place {
    file::Place {
        component: place.component,
        slot: place.slot,
    }
}

const fn operation_of(operation: Operation) -> file::Operation {
    match operation {
        Operation::Keep => file::Operation::Keep,
        Operation::Hide => file::Operation::Hide,
        Operation::Replace(mesh) => file::Operation::Replace(mesh.0),
    }
}

fn condition_of(condition: &Condition) -> file::Condition {
    match condition {
        Condition::Constant(value) => file::Condition::Constant(*value),
        Condition::Is { group, choice } => file::Condition::Is {
            group: group.0,
            choice: choice.0,
        },
        Condition::All(parts) => file::Condition::All(parts.iter().map(condition_of).collect()),
        Condition::Any(parts) => file::Condition::Any(parts.iter().map(condition_of).collect()),
        Condition::Not(part) => file::Condition::Not(Box::new(condition_of(part))),
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

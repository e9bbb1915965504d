//! Meshes, draws and textures that follow from where materials are placed.

use crate::base::numbers::{u32_of, usize_of};
use crate::document::ids::{MeshId, SourceId, TextureId};
use crate::document::parts::{
    Document, Draw, MaterialPlace, Mesh, Mips, Operation, Picture, Texture, TextureFormat,
};
use std::sync::Arc;

use super::take_id;

/// Makes meshes, draws and textures follow where materials are placed.
///
/// One mesh per (component, figure), its draws in the figure's order. Parts that stay keep their ids and settings; a
/// component that gains its first mesh is replaced, one that loses its mesh is kept.
pub(super) fn rebuild(next: &mut Document) {
    let wanted = wanted_meshes(next);
    let old_meshes = std::mem::take(&mut next.meshes);
    let old_textures = std::mem::take(&mut next.textures);
    for (component, source, draws) in wanted {
        let known = old_meshes
            .iter()
            .find(|(_, mesh)| mesh.component == component && mesh.source == source);
        let id = known.map_or_else(|| MeshId(take_id(next)), |(id, _)| *id);
        let mut mesh = Mesh {
            component,
            source,
            draws: Vec::with_capacity(draws.len()),
        };
        for (material, donor) in draws {
            let textures = wanted_textures(next, source, material, donor);
            let textures = textures
                .into_iter()
                .map(|texture| keep_texture(next, &old_textures, texture))
                .collect();
            let when = known
                .and_then(|(_, mesh)| mesh.draws.iter().find(|draw| draw.material == material))
                .and_then(|draw| draw.when.clone());
            mesh.draws.push(Draw {
                material,
                donor,
                textures,
                when,
            });
        }
        if known.is_none() {
            start_replacing(next, component, id);
        }
        next.meshes.insert(id, Arc::new(mesh));
    }
    stop_replacing(next);
}

type WantedMesh = (u32, SourceId, Vec<(u32, MaterialPlace)>);

fn wanted_meshes(document: &Document) -> Vec<WantedMesh> {
    let mut wanted: Vec<WantedMesh> = Vec::new();
    for component in 0..u32_of(document.rules.len()) {
        for (id, source) in &document.sources {
            let placed = source
                .places
                .iter()
                .zip(&source.model.materials)
                .enumerate();
            let draws: Vec<(u32, MaterialPlace)> = placed
                .filter(|(_, (_, material))| material.n_triangles > 0)
                .filter_map(|(at, (place, _))| place.map(|place| (u32_of(at), place)))
                .filter(|(_, place)| place.component == component)
                .collect();
            if !draws.is_empty() {
                wanted.push((component, *id, draws));
            }
        }
    }
    wanted
}

/// The textures a material brings for its donor: the donor's first original texture gets the material's picture.
fn wanted_textures(
    document: &Document,
    id: SourceId,
    material: u32,
    donor: MaterialPlace,
) -> Vec<Texture> {
    let names = document
        .profile()
        .and_then(|profile| profile.components.get(usize_of(donor.component)))
        .and_then(|component| component.material_textures.get(usize_of(donor.slot)));
    let material = document
        .sources
        .get(&id)
        .and_then(|source| source.model.materials.get(usize_of(material)));
    let (Some(original_name), Some(material)) = (names.and_then(|names| names.first()), material)
    else {
        return Vec::new();
    };
    let picture = match material.texture {
        Some(texture) => Picture::Figure {
            source: id,
            texture,
        },
        None => Picture::Plain(material.diffuse.map(byte_of)),
    };
    vec![Texture {
        original_name: original_name.clone(),
        picture,
        format: TextureFormat::default(),
        srgb: true,
        mips: Mips::default(),
    }]
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is clamped to 0..=255 first; NaN becomes 0"
)]
fn byte_of(share: f32) -> u8 {
    (share.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// The id of an equal texture of this document, or of the one before with its settings, or a new one.
fn keep_texture(
    next: &mut Document,
    old: &std::collections::BTreeMap<TextureId, Arc<Texture>>,
    wanted: Texture,
) -> TextureId {
    let is_it = |known: &Texture| {
        known.original_name == wanted.original_name && known.picture == wanted.picture
    };
    if let Some((id, _)) = next.textures.iter().find(|(_, known)| is_it(known)) {
        return *id;
    }
    let (id, texture) = match old.iter().find(|(_, known)| is_it(known)) {
        Some((id, known)) => (*id, Arc::clone(known)),
        None => (TextureId(take_id(next)), Arc::new(wanted)),
    };
    next.textures.insert(id, texture);
    id
}

fn start_replacing(next: &mut Document, component: u32, mesh: MeshId) {
    let Some(rule) = next.rules.get_mut(usize_of(component)) else {
        return;
    };
    if rule.branches.is_empty() && rule.otherwise == Operation::Keep {
        Arc::make_mut(rule).otherwise = Operation::Replace(mesh);
    }
}

/// Operations whose mesh is gone fall back to keeping the original.
fn stop_replacing(next: &mut Document) {
    let meshes = &next.meshes;
    let is_gone = |operation: &Operation| matches!(operation, Operation::Replace(id) if !meshes.contains_key(id));
    for rule in &mut next.rules {
        if !is_gone(&rule.otherwise) && !rule.branches.iter().any(|branch| is_gone(&branch.then)) {
            continue;
        }
        let rule = Arc::make_mut(rule);
        let operations = rule
            .branches
            .iter_mut()
            .map(|branch| &mut branch.then)
            .chain([&mut rule.otherwise]);
        for operation in operations {
            if is_gone(operation) {
                *operation = Operation::Keep;
            }
        }
    }
}

//! Meshes, draws and textures that follow from where materials are placed.

use crate::base::numbers::{u32_of, usize_of};
use crate::document::ids::{MeshId, SourceId, TextureId};
use crate::document::metadata::Metadata;
use crate::document::parts::{
    ComponentRule, Document, Draw, Geometry, MaterialPlace, Mesh, Mips, Operation, Picture,
    Texture, TextureFormat, TextureReference, Triangles,
};
use std::collections::BTreeMap;
use std::sync::Arc;

use super::take_id;

/// Makes meshes, draws and textures follow where materials are placed. Raw parts stay as they are.
///
/// One mesh per (component, figure), its draws in the figure's order. Parts that stay keep their ids and settings; a
/// component that gains its first mesh is replaced, one that loses its mesh is kept.
pub(super) fn rebuild(next: &mut Document) {
    let wanted = wanted_meshes(next);
    let old_meshes = std::mem::take(&mut next.meshes);
    let old_textures = std::mem::take(&mut next.textures);
    next.meshes = old_meshes
        .iter()
        .filter(|(_, mesh)| mesh.raw().is_some())
        .map(|(id, mesh)| (*id, Arc::clone(mesh)))
        .collect();
    next.textures = old_textures
        .iter()
        .filter(|(id, texture)| is_independent(next, **id, texture))
        .map(|(id, texture)| (*id, Arc::clone(texture)))
        .collect();
    for (component, source, draws) in wanted {
        let known = old_meshes
            .iter()
            .find(|(_, mesh)| mesh.component == component && mesh.source() == Some(source));
        let id = known.map_or_else(|| MeshId(take_id(next)), |(id, _)| *id);
        let mut made = Vec::with_capacity(draws.len());
        for (material, donor) in draws {
            let before = known
                .and_then(|(_, mesh)| {
                    mesh.draws
                        .iter()
                        .find(|draw| draw.material() == Some(material))
                })
                .filter(|draw| draw.donor == donor);
            made.push(draw_of(
                next,
                &old_textures,
                (source, material, donor),
                before,
            ));
        }
        if known.is_none() {
            start_replacing(next, component, id);
        }
        let mesh = Mesh {
            component,
            geometry: Geometry::Figure(source),
            draws: made,
            metadata: known
                .map(|(_, mesh)| mesh.metadata.clone())
                .unwrap_or_default(),
        };
        next.meshes.insert(id, Arc::new(mesh));
    }
    drop_lost_meshes(next);
}

/// Whether a texture is there of its own: raw, or named by a slot or a kept material.
fn is_independent(next: &Document, id: TextureId, texture: &Texture) -> bool {
    let reference = TextureReference::Texture(id);
    let slots = next.slots.iter().flat_map(|slot| &slot.candidates);
    let is_figure_gone = matches!(&texture.picture, Picture::Figure { source, .. } if !next.sources.contains_key(source));
    let is_named = slots
        .into_iter()
        .any(|candidate| candidate.texture == Some(id))
        || next
            .operations()
            .iter()
            .any(|(_, operation)| operation.textures().any(|known| known == reference));
    matches!(texture.picture, Picture::Raw(_)) || (is_named && !is_figure_gone)
}

/// A draw of a material: what the author set on it stays as long as its place stays.
fn draw_of(
    next: &mut Document,
    old_textures: &BTreeMap<TextureId, Arc<Texture>>,
    (source, material, donor): (SourceId, u32, MaterialPlace),
    before: Option<&Draw>,
) -> Draw {
    let own = wanted_textures(next, source, material, donor);
    let own: Vec<TextureId> = own
        .into_iter()
        .map(|texture| keep_texture(next, old_textures, texture))
        .collect();
    let mut textures: Vec<TextureReference> =
        own.into_iter().map(TextureReference::Texture).collect();
    if let Some(before) = before {
        let is_there = |reference: &&TextureReference| match reference {
            TextureReference::Texture(id) => old_textures.contains_key(id),
            TextureReference::Slot(_) => true,
        };
        textures = before.textures.iter().filter(is_there).copied().collect();
        for reference in &textures {
            if let TextureReference::Texture(id) = reference
                && let Some(texture) = old_textures.get(id)
            {
                next.textures.insert(*id, Arc::clone(texture));
            }
        }
    }
    Draw {
        triangles: Triangles::Figure { material },
        donor,
        textures,
        when: before.and_then(|draw| draw.when.clone()),
        overrides: before.and_then(|draw| draw.overrides.clone()),
        metadata: before.map(|draw| draw.metadata.clone()).unwrap_or_default(),
    }
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
        semantic: None,
        normal_encoding: None,
        metadata: Metadata::default(),
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
    old: &BTreeMap<TextureId, Arc<Texture>>,
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
    if **rule == ComponentRule::default() {
        *rule = Arc::new(ComponentRule::always(Operation::Replace(mesh)));
    }
}

/// Operations whose mesh is gone fall back to keeping the original; what sliders did to it is gone too.
pub(super) fn drop_lost_meshes(next: &mut Document) {
    let meshes = &next.meshes;
    let is_gone = |operation: &Operation| {
        let mesh = operation.mesh();
        mesh.is_some_and(|id| !meshes.contains_key(&id))
    };
    for rule in &mut next.rules {
        if rule.operations().into_iter().any(is_gone) {
            for operation in Arc::make_mut(rule).operations_mut() {
                if is_gone(operation) {
                    *operation = Operation::Keep;
                }
            }
        }
    }
    if let Some(fixed) = &mut next.appearances {
        let fixed = Arc::make_mut(fixed);
        let appearances = fixed.all.iter_mut();
        for (operation, _) in appearances.flat_map(|appearance| &mut appearance.operations) {
            if is_gone(operation) {
                *operation = Operation::Keep;
            }
        }
    }
    next.channels
        .retain(|channel| meshes.contains_key(&channel.mesh));
}

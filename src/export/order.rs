//! Which meshes and textures of a document go into the package, and in which order: by their ids. Parts made of figures
//! that nothing shows stay out; raw parts, which an author put there, stay.

use crate::document::ids::{MeshId, TextureId};
use crate::document::parts::{
    ComponentRule, Document, Mesh, Operation, Picture, Texture, TextureReference,
};
use crate::export::conditions;
use crate::export::provenance::Provenance;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The parts that are exported, by manifest index.
#[derive(Debug)]
pub(super) struct Order<'a> {
    pub(super) meshes: Vec<(MeshId, &'a Arc<Mesh>)>,
    pub(super) textures: Vec<(TextureId, &'a Arc<Texture>)>,
}

impl<'a> Order<'a> {
    pub(super) fn of(document: &'a Document) -> Self {
        let shown = shown_meshes(document);
        let is_wanted =
            |(id, mesh): &(&MeshId, &Arc<Mesh>)| mesh.raw().is_some() || shown.contains(id);
        let meshes = document.meshes.iter().filter(is_wanted);
        let meshes: Vec<(MeshId, &Arc<Mesh>)> = meshes.map(|(id, mesh)| (*id, mesh)).collect();
        let named = named_textures(document, &meshes);
        let is_wanted = |(id, texture): &(&TextureId, &Arc<Texture>)| {
            matches!(texture.picture, Picture::Raw(_)) || named.contains(id)
        };
        let textures = document.textures.iter().filter(is_wanted);
        Self {
            textures: textures.map(|(id, texture)| (*id, texture)).collect(),
            meshes,
        }
    }

    pub(super) fn provenance(&self, document: &Document) -> Provenance {
        let parameters = document.parameters.iter();
        let channels = document.channels.iter();
        let channels = channels.filter(|channel| self.mesh_index(channel.mesh).is_some());
        Provenance {
            meshes: self.meshes.iter().map(|(id, _)| *id).collect(),
            textures: self.textures.iter().map(|(id, _)| *id).collect(),
            groups: document.groups.iter().map(|group| group.id).collect(),
            slots: document.slots.iter().map(|slot| slot.id).collect(),
            parameters: parameters.map(|parameter| parameter.id).collect(),
            channels: channels.map(|channel| channel.parameter).collect(),
            drivers: document.drivers.iter().map(|driver| driver.id).collect(),
        }
    }

    pub(super) fn mesh_index(&self, id: MeshId) -> Option<u32> {
        let at = self
            .meshes
            .binary_search_by_key(&id, |(known, _)| *known)
            .ok()?;
        u32::try_from(at).ok()
    }

    pub(super) fn texture_index(&self, id: TextureId) -> Option<u32> {
        let at = self
            .textures
            .binary_search_by_key(&id, |(known, _)| *known)
            .ok()?;
        u32::try_from(at).ok()
    }
}

/// Meshes that take a component's place in some state.
fn shown_meshes(document: &Document) -> BTreeSet<MeshId> {
    if document.appearances.is_some() {
        let operations = document.operations().into_iter();
        return operations
            .filter_map(|(_, operation)| operation.mesh())
            .collect();
    }
    let rules = document.rules.iter();
    let operations = rules.flat_map(|rule| match rule.as_ref() {
        // Branches that never hold show nothing.
        ComponentRule::Ordered(rule) => conditions::candidates(document, rule)
            .into_iter()
            .map(|(_, operation)| operation)
            .collect(),
        ComponentRule::Candidates(_) => {
            let operations = rule.operations().into_iter();
            operations.cloned().collect::<Vec<Operation>>()
        }
    });
    operations
        .filter_map(|operation| operation.mesh())
        .collect()
}

/// Textures that draws, kept materials or slots name.
fn named_textures(document: &Document, meshes: &[(MeshId, &Arc<Mesh>)]) -> BTreeSet<TextureId> {
    let draws = meshes.iter().flat_map(|(_, mesh)| &mesh.draws);
    let drawn = draws.flat_map(|draw| draw.textures.iter().copied());
    let operations = document.operations();
    let kept = operations
        .iter()
        .flat_map(|(_, operation)| operation.textures());
    let chosen = document.slots.iter().flat_map(|slot| &slot.candidates);
    let chosen = chosen.filter_map(|candidate| candidate.texture);
    drawn
        .chain(kept)
        .filter_map(|reference| match reference {
            TextureReference::Texture(id) => Some(id),
            TextureReference::Slot(_) => None,
        })
        .chain(chosen)
        .collect()
}

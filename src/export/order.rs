//! Which meshes and textures of a document go into the package, and in which order: parts that nothing shows stay out.

use crate::document::ids::{MeshId, TextureId};
use crate::document::parts::{Document, Mesh, Operation, Texture};
use crate::export::conditions;
use crate::export::provenance::Provenance;
use std::sync::Arc;

/// The parts that are exported, by manifest index.
#[derive(Debug)]
pub(super) struct Order<'a> {
    pub(super) meshes: Vec<(MeshId, &'a Arc<Mesh>)>,
    pub(super) textures: Vec<(TextureId, &'a Arc<Texture>)>,
}

impl<'a> Order<'a> {
    pub(super) fn of(document: &'a Document) -> Self {
        let mut wanted: Vec<MeshId> = Vec::new();
        for rule in &document.rules {
            for (_, operation) in conditions::candidates(document, rule) {
                if let Operation::Replace(mesh) = operation
                    && !wanted.contains(&mesh)
                {
                    wanted.push(mesh);
                }
            }
        }
        let meshes: Vec<(MeshId, &Arc<Mesh>)> = wanted
            .into_iter()
            .filter_map(|id| document.meshes.get(&id).map(|mesh| (id, mesh)))
            .collect();
        let mut textures: Vec<(TextureId, &Arc<Texture>)> = Vec::new();
        let named = meshes
            .iter()
            .flat_map(|(_, mesh)| mesh.draws.iter().flat_map(|draw| &draw.textures));
        for id in named {
            if let Some(texture) = document.textures.get(id)
                && !textures.iter().any(|(known, _)| known == id)
            {
                textures.push((*id, texture));
            }
        }
        Self { meshes, textures }
    }

    pub(super) fn provenance(&self, document: &Document) -> Provenance {
        Provenance {
            meshes: self.meshes.iter().map(|(id, _)| *id).collect(),
            textures: self.textures.iter().map(|(id, _)| *id).collect(),
            groups: document.groups.iter().map(|group| group.id).collect(),
        }
    }

    pub(super) fn mesh_index(&self, id: MeshId) -> Option<u32> {
        let at = self.meshes.iter().position(|(known, _)| *known == id)?;
        u32::try_from(at).ok()
    }

    pub(super) fn texture_index(&self, id: TextureId) -> Option<u32> {
        let at = self.textures.iter().position(|(known, _)| *known == id)?;
        u32::try_from(at).ok()
    }
}

//! The plan of a 1.0 package: one of its fixed appearances (bem.md ch. 7). There are no conditions here.

use super::{Outcome, Plan, PlanError, PlannedComponent, PlannedDraw, Replacement};
use crate::base::numbers::usize_of;
use crate::formats::bem::manifest::{Appearances, Manifest, Operation, TextureReference};
use std::collections::BTreeSet;

pub(super) fn plan(
    manifest: &Manifest,
    appearances: &Appearances,
    appearance_idx: usize,
) -> Result<Plan, PlanError> {
    let appearance = appearances.appearances.get(appearance_idx);
    let appearance = appearance.ok_or_else(|| PlanError::Unresolved {
        pointer: format!("/appearances/{appearance_idx}"),
    })?;
    let mut textures = BTreeSet::new();
    let mut payloads = BTreeSet::new();
    let mut components = Vec::new();
    for (idx, component) in appearance.components.iter().enumerate() {
        let outcome = match component.operation {
            Operation::Keep => Outcome::Keep {
                overrides: Vec::new(),
            },
            Operation::Hide => Outcome::Hide,
            Operation::Replace { mesh } => {
                let replacement =
                    replacement(manifest, idx, mesh, &mut payloads)?.ok_or_else(|| {
                        PlanError::Unresolved {
                            pointer: format!("/appearances/{appearance_idx}/components/{idx}/mesh"),
                        }
                    })?;
                let draws = replacement.draws.iter();
                textures.extend(draws.flat_map(|draw| draw.textures.iter().copied()));
                Outcome::Replace(replacement)
            }
        };
        components.push(PlannedComponent {
            candidate_idx: None,
            outcome,
        });
    }
    for texture in &textures {
        let entry = manifest.textures.get(usize_of(*texture));
        let entry = entry.ok_or_else(|| PlanError::Unresolved {
            pointer: format!("/textures/{texture}"),
        })?;
        payloads.insert(entry.payload);
    }
    Ok(Plan {
        components,
        textures: textures.into_iter().collect(),
        payloads: payloads.into_iter().collect(),
        ..Plan::default()
    })
}

/// The mesh with all its draws; none if there is no such mesh.
fn replacement(
    manifest: &Manifest,
    component_idx: usize,
    mesh_idx: u32,
    payloads: &mut BTreeSet<u32>,
) -> Result<Option<Replacement>, PlanError> {
    let Some(mesh) = manifest.meshes.get(usize_of(mesh_idx)) else {
        return Ok(None);
    };
    payloads.extend(mesh.streams.iter().map(|stream| stream.payload));
    payloads.extend(mesh.indices);
    let mut draws = Vec::new();
    let mut n_indices = 0_u64;
    for (draw_idx, draw) in mesh.draws.iter().enumerate() {
        let textures = draw.textures.iter().enumerate().map(|(idx, it)| match it {
            TextureReference::Texture(texture) => Ok(*texture),
            TextureReference::Slot(_) => Err(PlanError::Unresolved {
                pointer: format!("/meshes/{mesh_idx}/draws/{draw_idx}/textures/{idx}"),
            }),
        });
        draws.push(PlannedDraw {
            draw_idx,
            start: n_indices,
            count: draw.count,
            textures: textures.collect::<Result<_, _>>()?,
        });
        n_indices = n_indices.saturating_add(u64::from(draw.count));
    }
    if draws.is_empty() {
        return Err(PlanError::NoDraw {
            component_idx,
            mesh: mesh_idx,
        });
    }
    Ok(Some(Replacement {
        mesh: mesh_idx,
        draws,
        n_indices,
    }))
}

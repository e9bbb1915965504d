//! What material slot k of a binding means in a selection (bem.md 15.3, DEC-12).

use crate::base::numbers::usize_of;
use crate::formats::bem::manifest::{Manifest, MaterialPlace};
use crate::runtime::plan::{Outcome, Plan};

/// Highest slot that can hit a material (DRV-13).
const MAX_SLOT: u32 = 255;

/// A material as a renderer holds it after replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RendererMaterial {
    /// The copied material of an active draw.
    Draw {
        /// Index into the manifest's meshes.
        mesh: u32,
        /// Index into the mesh's draws.
        draw_idx: usize,
    },
    /// An original material of a kept component.
    Original {
        /// The component.
        component: u32,
        /// Index into its materials.
        material_slot: u32,
    },
}

/// What a driver sets: a property or keyword of one material.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MaterialTarget {
    /// Component and index in its renderer's material array.
    pub place: MaterialPlace,
    /// What of it.
    pub name: TargetName,
}

/// A name in a material; the two kinds do not share a name space.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TargetName {
    /// A float or colour property.
    Property(String),
    /// A keyword.
    Keyword(String),
}

/// The material at a place: of a replaced component the k-th active draw in manifest order, of a kept one the original
/// slot. None: no hit, as on a hidden component or beyond the array.
pub fn renderer_material(
    manifest: &Manifest,
    plan: &Plan,
    place: MaterialPlace,
) -> Option<RendererMaterial> {
    let slot = usize_of(place.material_slot);
    if place.material_slot > MAX_SLOT {
        return None;
    }
    match &plan.components.get(usize_of(place.component))?.outcome {
        Outcome::Replace(replacement) => {
            replacement
                .draws
                .get(slot)
                .map(|draw| RendererMaterial::Draw {
                    mesh: replacement.mesh,
                    draw_idx: draw.draw_idx,
                })
        }
        Outcome::Keep { .. } => {
            let component = manifest.target.components.get(usize_of(place.component))?;
            let is_there = slot < component.materials.len();
            is_there.then_some(RendererMaterial::Original {
                component: place.component,
                material_slot: place.material_slot,
            })
        }
        Outcome::Hide => None,
    }
}

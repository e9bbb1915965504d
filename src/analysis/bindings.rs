//! HINT-10: material bindings of drivers whose slot is not the same draw in all selections. A slot counts the active
//! draws of a replaced component and the original materials of a kept one.

use super::package::Package;
use super::predicates::Predicates;
use super::space::Space;
use crate::base::numbers::usize_of;
use crate::dd::{Node, Stop};
use crate::formats::bem::check::UnsteadyBinding;
use crate::formats::bem::manifest::{BindingEffect, Manifest, MaterialPlace};
use std::collections::BTreeSet;

/// Diagram nodes that one binding may take; past them nothing is said about it.
const BINDING_NODES: usize = 50_000;

/// What a slot is in some selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    /// A material of the original.
    Original,
    /// A draw of a mesh.
    Draw { mesh: usize, draw: usize },
    /// Nothing.
    Missing,
}

/// All bindings whose slot changes its meaning, in manifest order.
pub(super) fn unsteady(
    manifest: &Manifest,
    package: &Package,
    predicates: &Predicates,
    space: &mut Space,
) -> Result<Vec<UnsteadyBinding>, Stop> {
    let mut found = Vec::new();
    for (driver_idx, driver) in manifest.drivers.iter().enumerate() {
        for (binding_idx, binding) in driver.bindings.iter().enumerate() {
            let Some(place) = material_of(&binding.effect) else {
                continue;
            };
            let Some(meanings) = meanings(manifest, package, predicates, space, place)? else {
                continue;
            };
            let is_sometimes_missing = meanings.contains(&Meaning::Missing);
            if meanings.len() > 1 || is_sometimes_missing {
                found.push(UnsteadyBinding {
                    driver: driver_idx,
                    binding: binding_idx,
                    slot: place.material_slot,
                    is_sometimes_missing,
                });
            }
        }
    }
    Ok(found)
}

fn material_of(effect: &BindingEffect) -> Option<MaterialPlace> {
    match effect {
        BindingEffect::MorphParameter { .. } | BindingEffect::Unknown => None,
        BindingEffect::MaterialFloat { material, .. }
        | BindingEffect::MaterialColor { material, .. }
        | BindingEffect::MaterialKeyword { material, .. } => Some(*material),
    }
}

/// Everything a slot is over all legal selections; `None` when that is too costly to tell.
fn meanings(
    manifest: &Manifest,
    package: &Package,
    predicates: &Predicates,
    space: &mut Space,
    place: MaterialPlace,
) -> Result<Option<BTreeSet<Meaning>>, Stop> {
    let component = usize_of(place.component);
    let slot = usize_of(place.material_slot);
    let mut meanings = BTreeSet::new();
    let Some(candidates) = package.components.get(component) else {
        return Ok(None);
    };
    let materials = manifest.target.components.get(component);
    let n_materials = materials.map_or(0, |component| component.materials.len());
    for (candidate, node) in candidates.iter().zip(&predicates.candidates[component]) {
        if space.legal(*node)?.0 == Node::FALSE {
            continue;
        }
        let Some(mesh) = candidate.mesh else {
            let is_there = !candidate.is_hidden && slot < n_materials;
            meanings.insert(if is_there {
                Meaning::Original
            } else {
                Meaning::Missing
            });
            continue;
        };
        let draws = &predicates.draws[mesh];
        let Some(chances) = chances(space, *node, draws, slot)? else {
            return Ok(None);
        };
        for (draw, chance) in chances.into_iter().enumerate() {
            if space.legal(chance)?.0 != Node::FALSE {
                meanings.insert(if draw == draws.len() {
                    Meaning::Missing
                } else {
                    Meaning::Draw { mesh, draw }
                });
            }
        }
    }
    Ok(Some(meanings))
}

/// Where each draw is the one at `slot` among the true ones; last, where there are not so many. `None` when that takes
/// too many nodes.
fn chances(
    space: &mut Space,
    active: Node,
    draws: &[Node],
    slot: usize,
) -> Result<Option<Vec<Node>>, Stop> {
    space.dd.within(BINDING_NODES, |dd| {
        // before[n]: exactly n of the draws so far hold.
        let mut before = vec![active];
        let mut chances = Vec::with_capacity(draws.len() + 1);
        for draw in draws {
            chances.push(match before.get(slot) {
                Some(at_slot) => dd.and(*at_slot, *draw)?,
                None => Node::FALSE,
            });
            let mut after = Vec::with_capacity(before.len() + 1);
            for n in 0..=before.len().min(slot) {
                let mut exactly = Node::FALSE;
                if let Some(same) = before.get(n) {
                    exactly = dd.and_not(*same, *draw)?;
                }
                if let Some(fewer) = n.checked_sub(1).and_then(|fewer| before.get(fewer)) {
                    let one_more = dd.and(*fewer, *draw)?;
                    exactly = dd.or(exactly, one_more)?;
                }
                after.push(exactly);
            }
            before = after;
        }
        chances.push(dd.or_all(&before)?);
        Ok(chances)
    })
}

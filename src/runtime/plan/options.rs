//! The plan of a composable package (1.1+): effective map, constraints, slots, candidates, draws.

use super::{
    KeptMaterial, Outcome, Plan, PlanError, PlannedComponent, PlannedDraw, Replacement, meshes_of,
};
use crate::base::numbers::usize_of;
use crate::formats::bem::manifest::{
    Candidate, Manifest, Operation, SlotCandidate, TextureReference,
};
use crate::runtime::selection::{EffectiveMap, Selection};
use crate::runtime::shape;
use std::collections::BTreeSet;

pub(super) fn plan(manifest: &Manifest, selection: &Selection) -> Result<Plan, PlanError> {
    let effective = selection.effective_map(manifest);
    if let Some(constraint_idx) = effective.broken(&manifest.selection_constraints) {
        return Err(PlanError::Unreachable { constraint_idx });
    }
    let mut planner = Planner {
        manifest,
        slot_textures: slot_textures(manifest, &effective)?,
        effective,
        textures: BTreeSet::new(),
        payloads: BTreeSet::new(),
    };
    let components = planner.components()?;
    let (available_parameters, ticks) = planner.parameters(selection);
    planner.read_frames(&components, &ticks);
    planner.read_textures()?;
    Ok(Plan {
        components,
        slot_textures: planner.slot_textures,
        available_parameters,
        ticks,
        textures: planner.textures.into_iter().collect(),
        payloads: planner.payloads.into_iter().collect(),
    })
}

/// The texture of each slot by its one true candidate (SLOT-04), whether the slot is used or not.
fn slot_textures(
    manifest: &Manifest,
    effective: &EffectiveMap<'_>,
) -> Result<Vec<Option<u32>>, PlanError> {
    let n_textures = manifest.textures.len();
    let slots = manifest.texture_slots.iter().enumerate();
    slots
        .map(|(slot_idx, slot)| {
            let candidates = slot.candidates.iter();
            let truths = candidates.map(|it| effective.allows(it.when.as_ref()));
            let candidate_idx = the_true_one(truths)
                .map_err(|n_true| PlanError::SlotCandidates { slot_idx, n_true })?;
            let chosen: Option<&SlotCandidate> = slot.candidates.get(candidate_idx);
            let texture = chosen.and_then(|candidate| candidate.texture);
            if texture.is_some_and(|texture| usize_of(texture) >= n_textures) {
                let pointer =
                    format!("/texture_slots/{slot_idx}/candidates/{candidate_idx}/texture");
                return Err(PlanError::Unresolved { pointer });
            }
            Ok(texture)
        })
        .collect()
}

/// The place of the only truth; else how many there are.
fn the_true_one(truths: impl Iterator<Item = bool>) -> Result<usize, usize> {
    let mut places = truths.enumerate().filter(|(_, is_true)| *is_true);
    let (first, _) = places.next().ok_or(0_usize)?;
    match places.count() {
        0 => Ok(first),
        more => Err(more.saturating_add(1)),
    }
}

struct Planner<'m> {
    manifest: &'m Manifest,
    effective: EffectiveMap<'m>,
    slot_textures: Vec<Option<u32>>,
    textures: BTreeSet<u32>,
    payloads: BTreeSet<u32>,
}

impl Planner<'_> {
    fn components(&mut self) -> Result<Vec<PlannedComponent>, PlanError> {
        let rules = self.manifest.component_rules.iter().enumerate();
        rules
            .map(|(component_idx, rule)| {
                let candidates = rule.candidates.iter();
                let truths = candidates.map(|it| self.effective.allows(it.when.as_ref()));
                let candidate_idx =
                    the_true_one(truths).map_err(|n_true| PlanError::Candidates {
                        component_idx,
                        n_true,
                    })?;
                let pointer =
                    format!("/component_rules/{component_idx}/candidates/{candidate_idx}");
                let outcome = match rule.candidates.get(candidate_idx) {
                    Some(candidate) => self.outcome(component_idx, candidate, &pointer)?,
                    None => return Err(PlanError::Unresolved { pointer }),
                };
                Ok(PlannedComponent {
                    candidate_idx: Some(candidate_idx),
                    outcome,
                })
            })
            .collect()
    }

    fn outcome(
        &mut self,
        component_idx: usize,
        candidate: &Candidate,
        pointer: &str,
    ) -> Result<Outcome, PlanError> {
        match candidate.operation {
            Operation::Hide => Ok(Outcome::Hide),
            Operation::Replace { mesh } => self.replacement(component_idx, mesh, pointer),
            Operation::Keep => {
                let overrides = candidate.material_overrides.iter().enumerate();
                let overrides = overrides.map(|(idx, it)| {
                    let pointer = format!("{pointer}/material_overrides/{idx}");
                    Ok(KeptMaterial {
                        material_slot: it.material_slot,
                        textures: self.bind(&it.textures, &pointer)?,
                    })
                });
                Ok(Outcome::Keep {
                    overrides: overrides.collect::<Result<_, _>>()?,
                })
            }
        }
    }

    fn replacement(
        &mut self,
        component_idx: usize,
        mesh_idx: u32,
        pointer: &str,
    ) -> Result<Outcome, PlanError> {
        let manifest = self.manifest;
        let mesh = manifest.meshes.get(usize_of(mesh_idx));
        let mesh = mesh.ok_or_else(|| PlanError::Unresolved {
            pointer: format!("{pointer}/mesh"),
        })?;
        let streams = mesh.streams.iter().map(|stream| stream.payload);
        self.payloads.extend(streams);
        let mut draws = Vec::new();
        let mut n_indices = 0_u64;
        for (draw_idx, draw) in mesh.draws.iter().enumerate() {
            if !self.effective.allows(draw.when.as_ref()) {
                continue;
            }
            let pointer = format!("/meshes/{mesh_idx}/draws/{draw_idx}");
            let indices = draw.indices.ok_or_else(|| PlanError::Unresolved {
                pointer: format!("{pointer}/indices"),
            })?;
            self.payloads.insert(indices);
            draws.push(PlannedDraw {
                draw_idx,
                start: n_indices,
                count: draw.count,
                textures: self.bind(&draw.textures, &pointer)?,
            });
            n_indices = n_indices.saturating_add(u64::from(draw.count));
        }
        if draws.is_empty() {
            return Err(PlanError::NoDraw {
                component_idx,
                mesh: mesh_idx,
            });
        }
        Ok(Outcome::Replace(Replacement {
            mesh: mesh_idx,
            draws,
            n_indices,
        }))
    }

    /// The texture-table entries of a list, slots resolved.
    fn bind(
        &mut self,
        references: &[TextureReference],
        pointer: &str,
    ) -> Result<Vec<u32>, PlanError> {
        let mut bound = Vec::new();
        for (idx, reference) in references.iter().enumerate() {
            let unresolved = || PlanError::Unresolved {
                pointer: format!("{pointer}/textures/{idx}"),
            };
            let texture = match reference {
                TextureReference::Texture(texture) => Some(*texture),
                TextureReference::Slot(id) => {
                    let mut slots = self.manifest.texture_slots.iter();
                    let slot_idx = slots.position(|slot| slot.id == *id);
                    let resolved = slot_idx.and_then(|idx| self.slot_textures.get(idx));
                    *resolved.ok_or_else(unresolved)?
                }
            };
            if let Some(texture) = texture {
                if usize_of(texture) >= self.manifest.textures.len() {
                    return Err(unresolved());
                }
                bound.push(texture);
                self.textures.insert(texture);
            }
        }
        Ok(bound)
    }

    /// Which parameters are available, and the tick each is evaluated at.
    fn parameters(&self, selection: &Selection) -> (Vec<bool>, Vec<u32>) {
        let parameters = self.manifest.parameters.iter();
        let saved = selection.ticks().iter().copied().map(Some);
        parameters
            .zip(saved.chain(std::iter::repeat(None)))
            .map(|(parameter, saved)| {
                let is_available = self.effective.allows(parameter.available_when.as_ref());
                let tick = if is_available {
                    saved.unwrap_or(parameter.default)
                } else {
                    parameter.neutral
                };
                (is_available, tick)
            })
            .unzip()
    }

    fn read_frames(&mut self, components: &[PlannedComponent], ticks: &[u32]) {
        for mesh in meshes_of(components) {
            let shares = shape::frame_shares(self.manifest, mesh, ticks);
            self.payloads.extend(shares.iter().map(|it| it.payload));
        }
    }

    fn read_textures(&mut self) -> Result<(), PlanError> {
        for texture in &self.textures {
            let entry = self.manifest.textures.get(usize_of(*texture));
            let entry = entry.ok_or_else(|| PlanError::Unresolved {
                pointer: format!("/textures/{texture}"),
            })?;
            self.payloads.insert(entry.payload);
        }
        Ok(())
    }
}

//! Every name of a manifest looked up. What leads nowhere is an error, since structural rules have refused such a
//! manifest before; nothing is judged here.

use super::AnalysisError;
use super::package::{
    Candidate, Channel, Draw, Formula, Group, Mesh, Package, SlotCandidate, TextureUse,
};
use crate::base::numbers::usize_of;
use crate::formats::bem::manifest::{
    Candidate as ManifestCandidate, Condition, Manifest, Operation, TextureReference,
};
use std::collections::BTreeMap;

/// Nesting of conditions that is looked up; the format allows 16 (OPT-07).
const MAX_DEPTH: usize = 64;

impl Package {
    /// Looks everything up. `option_groups` must be there.
    pub(super) fn of(manifest: &Manifest) -> Result<Self, AnalysisError> {
        let names = Names::of(manifest)?;
        let groups = groups_of(manifest, &names)?;
        let constraints = manifest
            .selection_constraints
            .iter()
            .enumerate()
            .map(|(idx, condition)| {
                names.formula(condition, &|| format!("/selection_constraints/{idx}"))
            })
            .collect::<Result<_, _>>()?;
        let mut sounds: Vec<usize> = manifest
            .drivers
            .iter()
            .filter_map(|driver| driver.sound.as_ref())
            .map(|sound| usize_of(sound.payload))
            .collect();
        sounds.sort_unstable();
        sounds.dedup();
        Ok(Self {
            groups,
            constraints,
            components: components_of(manifest, &names)?,
            slots: slots_of(manifest, &names)?,
            meshes: meshes_of(manifest, &names)?,
            textures: manifest
                .textures
                .iter()
                .map(|texture| usize_of(texture.payload))
                .collect(),
            sounds,
        })
    }
}

/// Names to indices.
struct Names<'a> {
    groups: BTreeMap<&'a str, (usize, BTreeMap<&'a str, u16>)>,
    slots: BTreeMap<&'a str, usize>,
    n_textures: usize,
    n_meshes: usize,
}

impl<'a> Names<'a> {
    fn of(manifest: &'a Manifest) -> Result<Self, AnalysisError> {
        let groups = manifest.option_groups.as_deref().unwrap_or_default();
        if groups.len() > 64 || groups.iter().any(|group| group.choices.len() > 64) {
            return Err(AnalysisError::Unresolved {
                pointer: "/option_groups".to_owned(),
            });
        }
        let groups = groups
            .iter()
            .enumerate()
            .map(|(idx, group)| {
                let choices = (0_u16..)
                    .zip(&group.choices)
                    .map(|(number, choice)| (choice.id.as_str(), number))
                    .collect();
                (group.id.as_str(), (idx, choices))
            })
            .collect();
        Ok(Self {
            groups,
            slots: manifest
                .texture_slots
                .iter()
                .enumerate()
                .map(|(idx, slot)| (slot.id.as_str(), idx))
                .collect(),
            n_textures: manifest.textures.len(),
            n_meshes: manifest.meshes.len(),
        })
    }

    fn formula(
        &self,
        condition: &Condition,
        pointer: &dyn Fn() -> String,
    ) -> Result<Formula, AnalysisError> {
        self.formula_at(condition, pointer, 0)
    }

    fn optional(
        &self,
        condition: Option<&Condition>,
        pointer: &dyn Fn() -> String,
    ) -> Result<Formula, AnalysisError> {
        condition.map_or(Ok(Formula::Constant(true)), |condition| {
            self.formula(condition, pointer)
        })
    }

    fn formula_at(
        &self,
        condition: &Condition,
        pointer: &dyn Fn() -> String,
        depth: usize,
    ) -> Result<Formula, AnalysisError> {
        let unresolved = || AnalysisError::Unresolved { pointer: pointer() };
        if depth > MAX_DEPTH {
            return Err(unresolved());
        }
        let list = |parts: &[Condition]| {
            parts
                .iter()
                .map(|part| self.formula_at(part, pointer, depth + 1))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(match condition {
            Condition::Constant(value) => Formula::Constant(*value),
            Condition::Eq { group, choice } => {
                let (idx, choices) = self.groups.get(group.as_str()).ok_or_else(unresolved)?;
                let choice = *choices.get(choice.as_str()).ok_or_else(unresolved)?;
                Formula::Eq {
                    group: *idx,
                    choice,
                }
            }
            Condition::All(parts) => Formula::All(list(parts)?),
            Condition::Any(parts) => Formula::Any(list(parts)?),
            Condition::Not(part) => {
                Formula::Not(Box::new(self.formula_at(part, pointer, depth + 1)?))
            }
        })
    }

    fn texture(&self, index: u32, pointer: &dyn Fn() -> String) -> Result<usize, AnalysisError> {
        let index = usize_of(index);
        if index < self.n_textures {
            Ok(index)
        } else {
            Err(AnalysisError::Unresolved { pointer: pointer() })
        }
    }

    fn texture_uses(
        &self,
        references: &[TextureReference],
        pointer: &dyn Fn() -> String,
    ) -> Result<Vec<TextureUse>, AnalysisError> {
        references
            .iter()
            .map(|reference| match reference {
                TextureReference::Texture(index) => {
                    self.texture(*index, pointer).map(TextureUse::Entry)
                }
                TextureReference::Slot(id) => self
                    .slots
                    .get(id.as_str())
                    .map(|slot| TextureUse::Slot(*slot))
                    .ok_or_else(|| AnalysisError::Unresolved { pointer: pointer() }),
            })
            .collect()
    }
}

/// Whether a formula names only groups before `group` (OPT-09).
fn is_earlier(formula: &Formula, group: usize) -> bool {
    match formula {
        Formula::Constant(_) => true,
        Formula::Eq { group: named, .. } => *named < group,
        Formula::All(parts) | Formula::Any(parts) => {
            parts.iter().all(|part| is_earlier(part, group))
        }
        Formula::Not(part) => is_earlier(part, group),
    }
}

fn groups_of(manifest: &Manifest, names: &Names<'_>) -> Result<Vec<Group>, AnalysisError> {
    let groups = manifest.option_groups.as_deref().unwrap_or_default();
    groups
        .iter()
        .enumerate()
        .map(|(idx, group)| {
            let pointer = || format!("/option_groups/{idx}/available_when");
            let available_when = group
                .available_when
                .as_ref()
                .map(|condition| names.formula(condition, &pointer))
                .transpose()?;
            if available_when
                .as_ref()
                .is_some_and(|formula| !is_earlier(formula, idx))
            {
                return Err(AnalysisError::Unresolved { pointer: pointer() });
            }
            let default = group
                .choices
                .iter()
                .position(|choice| choice.id == group.default)
                .and_then(|position| u16::try_from(position).ok())
                .ok_or_else(|| AnalysisError::Unresolved {
                    pointer: format!("/option_groups/{idx}/default"),
                })?;
            let n_choices = u16::try_from(group.choices.len()).unwrap_or(u16::MAX);
            Ok(Group {
                n_choices,
                default,
                available_when,
            })
        })
        .collect()
}

fn components_of(
    manifest: &Manifest,
    names: &Names<'_>,
) -> Result<Vec<Vec<Candidate>>, AnalysisError> {
    let mut components = Vec::with_capacity(manifest.component_rules.len());
    for (component, rule) in manifest.component_rules.iter().enumerate() {
        let mut candidates = Vec::with_capacity(rule.candidates.len());
        for (idx, candidate) in rule.candidates.iter().enumerate() {
            let pointer = || format!("/component_rules/{component}/candidates/{idx}");
            candidates.push(candidate_of(candidate, names, &pointer)?);
        }
        components.push(candidates);
    }
    Ok(components)
}

fn candidate_of(
    candidate: &ManifestCandidate,
    names: &Names<'_>,
    pointer: &dyn Fn() -> String,
) -> Result<Candidate, AnalysisError> {
    let when = names.optional(candidate.when.as_ref(), &|| format!("{}/when", pointer()))?;
    let mesh = match candidate.operation {
        Operation::Replace { mesh } if usize_of(mesh) < names.n_meshes => Some(usize_of(mesh)),
        Operation::Replace { .. } => {
            return Err(AnalysisError::Unresolved {
                pointer: format!("{}/mesh", pointer()),
            });
        }
        Operation::Keep | Operation::Hide => None,
    };
    let mut textures = Vec::new();
    if candidate.operation == Operation::Keep {
        let pointer = || format!("{}/material_overrides", pointer());
        for entry in &candidate.material_overrides {
            textures.extend(names.texture_uses(&entry.textures, &pointer)?);
        }
    }
    textures.sort_unstable();
    textures.dedup();
    Ok(Candidate {
        when,
        mesh,
        is_hidden: candidate.operation == Operation::Hide,
        textures,
    })
}

fn slots_of(
    manifest: &Manifest,
    names: &Names<'_>,
) -> Result<Vec<Vec<SlotCandidate>>, AnalysisError> {
    let mut slots = Vec::with_capacity(manifest.texture_slots.len());
    for (slot_idx, slot) in manifest.texture_slots.iter().enumerate() {
        let mut candidates = Vec::with_capacity(slot.candidates.len());
        for (idx, candidate) in slot.candidates.iter().enumerate() {
            let pointer = || format!("/texture_slots/{slot_idx}/candidates/{idx}");
            candidates.push(SlotCandidate {
                when: names.optional(candidate.when.as_ref(), &|| format!("{}/when", pointer()))?,
                texture: candidate
                    .texture
                    .map(|index| names.texture(index, &|| format!("{}/texture", pointer())))
                    .transpose()?,
            });
        }
        slots.push(candidates);
    }
    Ok(slots)
}

fn meshes_of(manifest: &Manifest, names: &Names<'_>) -> Result<Vec<Mesh>, AnalysisError> {
    let mut meshes = Vec::with_capacity(manifest.meshes.len());
    for (mesh_idx, mesh) in manifest.meshes.iter().enumerate() {
        let mut draws = Vec::with_capacity(mesh.draws.len());
        for (idx, draw) in mesh.draws.iter().enumerate() {
            let pointer = || format!("/meshes/{mesh_idx}/draws/{idx}");
            let mut textures =
                names.texture_uses(&draw.textures, &|| format!("{}/textures", pointer()))?;
            textures.sort_unstable();
            textures.dedup();
            let payload = draw.indices.ok_or_else(|| AnalysisError::Unresolved {
                pointer: format!("{}/indices", pointer()),
            })?;
            draws.push(Draw {
                when: names.optional(draw.when.as_ref(), &|| format!("{}/when", pointer()))?,
                count: u64::from(draw.count),
                payload: usize_of(payload),
                textures,
            });
        }
        meshes.push(Mesh {
            index_size: u64::from(mesh.index_size),
            streams: mesh
                .streams
                .iter()
                .map(|stream| usize_of(stream.payload))
                .collect(),
            draws,
            channels: Vec::new(),
        });
    }
    add_channels(manifest, names, &mut meshes)?;
    Ok(meshes)
}

fn add_channels(
    manifest: &Manifest,
    names: &Names<'_>,
    meshes: &mut [Mesh],
) -> Result<(), AnalysisError> {
    for (idx, channel) in manifest.mesh_deformations.iter().enumerate() {
        let unresolved = |member: &str| AnalysisError::Unresolved {
            pointer: format!("/mesh_deformations/{idx}/{member}"),
        };
        let (parameter_idx, parameter) = manifest
            .parameters
            .iter()
            .enumerate()
            .find(|(_, parameter)| parameter.id == channel.parameter)
            .ok_or_else(|| unresolved("parameter"))?;
        let pointer = || format!("/parameters/{parameter_idx}/available_when");
        let when = names.optional(parameter.available_when.as_ref(), &pointer)?;
        let mesh = meshes
            .get_mut(usize_of(channel.mesh))
            .ok_or_else(|| unresolved("mesh"))?;
        mesh.channels.push(Channel {
            when,
            payloads: channel
                .frames
                .iter()
                .filter_map(|frame| frame.deltas.as_ref())
                .map(|deltas| usize_of(deltas.payload))
                .collect(),
        });
    }
    Ok(())
}

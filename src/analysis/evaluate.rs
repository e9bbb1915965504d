//! What one selection comes to (bem.md 18.6), straight from the manifest's text and without any diagram.
//!
//! It is the second way to every answer: each state the proofs report is put through it before it is told.

use super::AnalysisError;
use super::state::{GroupState, State};
use crate::base::numbers::{u64_of, usize_of};
use crate::formats::bem::manifest::{
    Condition, Manifest, Operation, OptionGroup, TextureReference,
};
use std::collections::{BTreeMap, BTreeSet};

/// Everything that is true in one selection. Where two candidates hold at once, both count (bem.md 18.4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// All constraints hold.
    pub is_legal: bool,
    /// True candidates of each component, in order.
    pub candidates: Vec<Vec<usize>>,
    /// True candidates of each texture slot, in order.
    pub slot_candidates: Vec<Vec<usize>>,
    /// One for every true `replace` candidate, by component, then candidate.
    pub replaced: Vec<Replaced>,
    /// Texture entries in use.
    pub textures: BTreeSet<usize>,
    /// Payloads in use with their decoded sizes (0 when sizes are unknown).
    pub payloads: BTreeMap<usize, u64>,
    /// Decoded bytes (bem.md 18.4): each payload once.
    pub decoded_bytes: u64,
    /// Of these, what only delta frames use.
    pub decoded_delta_bytes: u64,
    /// Resident bytes (bem.md 18.4).
    pub resident_bytes: u64,
    /// Of these, delta frames.
    pub resident_delta_bytes: u64,
}

/// A component that is replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replaced {
    /// Component index.
    pub component: usize,
    /// Candidate index.
    pub candidate: usize,
    /// Mesh index.
    pub mesh: usize,
    /// Indices of the true draws in order.
    pub draws: Vec<usize>,
    /// Sum of their `count`s.
    pub n_indices: u64,
}

/// The selection with these saved choices, groups' existence worked out.
///
/// # Errors
///
/// [`AnalysisError::Unresolved`] when a name or index leads nowhere.
pub fn state_of(manifest: &Manifest, choices: &[u16]) -> Result<State, AnalysisError> {
    let mut effective = Effective::default();
    let mut state = State::default();
    for (idx, group) in groups_of(manifest).iter().enumerate() {
        let is_available = group
            .available_when
            .as_ref()
            .is_none_or(|condition| effective.holds(condition));
        let choice_idx = choices.get(idx).copied().unwrap_or(0);
        let choice = group.choices.get(usize::from(choice_idx)).ok_or_else(|| {
            AnalysisError::Unresolved {
                pointer: format!("/option_groups/{idx}/choices/{choice_idx}"),
            }
        })?;
        if is_available {
            effective.0.insert(group.id.as_str(), choice.id.as_str());
        }
        state.groups.push(GroupState {
            choice_idx,
            is_default: choice.id == group.default,
            is_available,
        });
    }
    Ok(state)
}

/// The saved choices "every group at its default".
pub fn default_choices(manifest: &Manifest) -> Vec<u16> {
    groups_of(manifest)
        .iter()
        .map(|group| {
            let position = group
                .choices
                .iter()
                .position(|choice| choice.id == group.default);
            position
                .and_then(|position| u16::try_from(position).ok())
                .unwrap_or(0)
        })
        .collect()
}

/// The plan of the selection with these saved choices. `payload_sizes[payload]` in bytes; `None` = all count 0.
///
/// # Errors
///
/// [`AnalysisError::Unresolved`] when a name or index leads nowhere.
pub fn plan(
    manifest: &Manifest,
    payload_sizes: Option<&[u64]>,
    choices: &[u16],
) -> Result<Plan, AnalysisError> {
    let state = state_of(manifest, choices)?;
    let effective = Effective::of(manifest, &state);
    let planner = Planner {
        manifest,
        payload_sizes,
        effective,
    };
    planner.plan()
}

/// Whether all constraints hold in a state.
pub fn is_legal(manifest: &Manifest, state: &State) -> bool {
    let effective = Effective::of(manifest, state);
    let mut constraints = manifest.selection_constraints.iter();
    constraints.all(|condition| effective.holds(condition))
}

/// Whether a condition holds in a state.
pub fn holds(manifest: &Manifest, state: &State, condition: &Condition) -> bool {
    Effective::of(manifest, state).holds(condition)
}

fn groups_of(manifest: &Manifest) -> &[OptionGroup] {
    manifest.option_groups.as_deref().unwrap_or_default()
}

/// Group id -> choice id of the groups that exist.
#[derive(Default)]
struct Effective<'a>(BTreeMap<&'a str, &'a str>);

impl<'a> Effective<'a> {
    fn of(manifest: &'a Manifest, state: &State) -> Self {
        let mut effective = Self::default();
        for (group, state) in groups_of(manifest).iter().zip(&state.groups) {
            if let Some(choice) = group.choices.get(usize::from(state.choice_idx))
                && state.is_available
            {
                effective.0.insert(group.id.as_str(), choice.id.as_str());
            }
        }
        effective
    }
}

impl Effective<'_> {
    fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Constant(value) => *value,
            Condition::Eq { group, choice } => {
                self.0.get(group.as_str()).copied() == Some(choice.as_str())
            }
            Condition::All(parts) => parts.iter().all(|part| self.holds(part)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Condition::Not(part) => !self.holds(part),
        }
    }

    fn holds_or_absent(&self, condition: Option<&Condition>) -> bool {
        condition.is_none_or(|condition| self.holds(condition))
    }
}

/// The places at which `truths` is true.
fn true_indices(truths: impl Iterator<Item = bool>) -> Vec<usize> {
    truths
        .enumerate()
        .filter(|(_, is_true)| *is_true)
        .map(|(idx, _)| idx)
        .collect()
}

struct Planner<'a> {
    manifest: &'a Manifest,
    payload_sizes: Option<&'a [u64]>,
    effective: Effective<'a>,
}

impl Planner<'_> {
    fn plan(&self) -> Result<Plan, AnalysisError> {
        let manifest = self.manifest;
        let mut plan =
            Plan {
                is_legal: manifest
                    .selection_constraints
                    .iter()
                    .all(|condition| self.effective.holds(condition)),
                slot_candidates: manifest
                    .texture_slots
                    .iter()
                    .map(|slot| {
                        true_indices(slot.candidates.iter().map(|candidate| {
                            self.effective.holds_or_absent(candidate.when.as_ref())
                        }))
                    })
                    .collect(),
                ..Plan::default()
            };
        let mut deltas = BTreeSet::new();
        for (component, rule) in manifest.component_rules.iter().enumerate() {
            let chosen = true_indices(
                rule.candidates
                    .iter()
                    .map(|candidate| self.effective.holds_or_absent(candidate.when.as_ref())),
            );
            for candidate in &chosen {
                let Some(taken) = rule.candidates.get(*candidate) else {
                    continue;
                };
                match taken.operation {
                    Operation::Replace { mesh } => {
                        let place = (component, *candidate, usize_of(mesh));
                        self.replace(place, &mut plan, &mut deltas)?;
                    }
                    Operation::Keep => {
                        for entry in &taken.material_overrides {
                            self.bind(&entry.textures, &mut plan);
                        }
                    }
                    Operation::Hide => {}
                }
            }
            plan.candidates.push(chosen);
        }
        self.sum_up(&mut plan, &deltas)?;
        Ok(plan)
    }

    fn replace(
        &self,
        (component, candidate, mesh_idx): (usize, usize, usize),
        plan: &mut Plan,
        deltas: &mut BTreeSet<usize>,
    ) -> Result<(), AnalysisError> {
        let mesh = self
            .manifest
            .meshes
            .get(mesh_idx)
            .ok_or_else(|| AnalysisError::Unresolved {
                pointer: format!("/component_rules/{component}/candidates/{candidate}/mesh"),
            })?;
        let mut replaced = Replaced {
            component,
            candidate,
            mesh: mesh_idx,
            ..Replaced::default()
        };
        for stream in &mesh.streams {
            let size = self.use_payload(stream.payload, plan)?;
            plan.resident_bytes = plan.resident_bytes.saturating_add(size);
        }
        for (idx, draw) in mesh.draws.iter().enumerate() {
            if !self.effective.holds_or_absent(draw.when.as_ref()) {
                continue;
            }
            replaced.draws.push(idx);
            replaced.n_indices += u64::from(draw.count);
            if self.payload_sizes.is_some() {
                let size = u64::from(draw.count).saturating_mul(u64::from(mesh.index_size));
                plan.resident_bytes = plan.resident_bytes.saturating_add(size);
            }
            if let Some(payload) = draw.indices {
                self.use_payload(payload, plan)?;
            }
            self.bind(&draw.textures, plan);
        }
        self.deform(mesh_idx, plan, deltas)?;
        plan.replaced.push(replaced);
        Ok(())
    }

    fn deform(
        &self,
        mesh_idx: usize,
        plan: &mut Plan,
        deltas: &mut BTreeSet<usize>,
    ) -> Result<(), AnalysisError> {
        for channel in &self.manifest.mesh_deformations {
            let parameter = self
                .manifest
                .parameters
                .iter()
                .find(|parameter| parameter.id == channel.parameter);
            let is_active = parameter.is_some_and(|parameter| {
                self.effective
                    .holds_or_absent(parameter.available_when.as_ref())
            });
            if usize_of(channel.mesh) != mesh_idx || !is_active {
                continue;
            }
            for frame in channel
                .frames
                .iter()
                .filter_map(|frame| frame.deltas.as_ref())
            {
                let size = self.size(frame.payload)?;
                plan.resident_bytes = plan.resident_bytes.saturating_add(size);
                plan.resident_delta_bytes = plan.resident_delta_bytes.saturating_add(size);
                deltas.insert(usize_of(frame.payload));
            }
        }
        Ok(())
    }

    fn bind(&self, references: &[TextureReference], plan: &mut Plan) {
        for reference in references {
            match reference {
                TextureReference::Texture(index) => {
                    plan.textures.insert(usize_of(*index));
                }
                TextureReference::Slot(id) => {
                    for texture in self.slot_textures(id) {
                        plan.textures.insert(texture);
                    }
                }
            }
        }
    }

    fn slot_textures(&self, id: &str) -> Vec<usize> {
        let slot = self
            .manifest
            .texture_slots
            .iter()
            .find(|slot| slot.id == id);
        let candidates = slot.map_or(&[][..], |slot| &slot.candidates);
        candidates
            .iter()
            .filter(|candidate| self.effective.holds_or_absent(candidate.when.as_ref()))
            .filter_map(|candidate| candidate.texture.map(usize_of))
            .collect()
    }

    fn size(&self, payload: u32) -> Result<u64, AnalysisError> {
        let Some(sizes) = self.payload_sizes else {
            return Ok(0);
        };
        sizes
            .get(usize_of(payload))
            .copied()
            .ok_or_else(|| AnalysisError::Unresolved {
                pointer: String::new(),
            })
    }

    /// Notes a payload as used; its size.
    fn use_payload(&self, payload: u32, plan: &mut Plan) -> Result<u64, AnalysisError> {
        let size = self.size(payload)?;
        plan.payloads.insert(usize_of(payload), size);
        Ok(size)
    }

    fn sum_up(&self, plan: &mut Plan, deltas: &BTreeSet<usize>) -> Result<(), AnalysisError> {
        for entry in plan.textures.clone() {
            let texture =
                self.manifest
                    .textures
                    .get(entry)
                    .ok_or_else(|| AnalysisError::Unresolved {
                        pointer: format!("/textures/{entry}"),
                    })?;
            let size = self.use_payload(texture.payload, plan)?;
            plan.resident_bytes = plan.resident_bytes.saturating_add(size);
        }
        for payload in deltas {
            if let std::collections::btree_map::Entry::Vacant(place) = plan.payloads.entry(*payload)
            {
                let sizes = self.payload_sizes.unwrap_or_default();
                let size = sizes.get(*payload).copied().unwrap_or(0);
                place.insert(size);
                plan.decoded_delta_bytes = plan.decoded_delta_bytes.saturating_add(size);
            }
        }
        plan.decoded_bytes = plan
            .payloads
            .values()
            .fold(0, |sum, size| sum.saturating_add(*size));
        Ok(())
    }
}

impl Plan {
    /// Most draws of one replaced component.
    pub fn max_draws(&self) -> u64 {
        let draws = self
            .replaced
            .iter()
            .map(|replaced| u64_of(replaced.draws.len()));
        draws.max().unwrap_or(0)
    }

    /// Most indices of one replaced component.
    pub fn max_indices(&self) -> u64 {
        let indices = self.replaced.iter().map(|replaced| replaced.n_indices);
        indices.max().unwrap_or(0)
    }
}

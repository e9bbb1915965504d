//! What one selection comes to (bem.md 18.6): candidates, draws with their starts, textures, payloads to read.
//! It proves nothing about other selections and knows no limits of a minor.

mod budget;
mod error;
mod fixed;
mod options;

pub use budget::Budget;
pub use error::PlanError;

use crate::formats::bem::manifest::Manifest;
use crate::runtime::selection::Selection;
use std::collections::BTreeSet;

/// What is shown and read in one selection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// What happens to each component, in order.
    pub components: Vec<PlannedComponent>,
    /// `slot_textures[slot]`: its texture-table entry; none = the original stays.
    pub slot_textures: Vec<Option<u32>>,
    /// Whether each parameter is available, in order.
    pub available_parameters: Vec<bool>,
    /// The tick each parameter is evaluated at, in order: the saved one, `neutral` while it is not available.
    pub ticks: Vec<u32>,
    /// Texture-table entries in use, ascending, each once.
    pub textures: Vec<u32>,
    /// Payloads that are read, ascending, each once: streams, indices of the chosen draws, textures, and the frames that
    /// the ticks need. Sounds belong to no selection (DEC-13) and are not among them.
    pub payloads: Vec<u32>,
}

/// What happens to a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedComponent {
    /// Its one true candidate; none in 1.0 packages.
    pub candidate_idx: Option<usize>,
    /// What that does.
    pub outcome: Outcome,
}

/// What a candidate does to its component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The original stays, with other textures in these materials.
    Keep {
        /// In the order of the manifest.
        overrides: Vec<KeptMaterial>,
    },
    /// Nothing is drawn.
    Hide,
    /// A mesh takes its place.
    Replace(Replacement),
}

/// A kept material whose textures change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptMaterial {
    /// Index into the component's materials.
    pub material_slot: u32,
    /// Texture-table entries; slots are resolved, those that leave the original are left out.
    pub textures: Vec<u32>,
}

/// The mesh of a replaced component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// Index into the manifest's meshes.
    pub mesh: u32,
    /// Chosen draws in manifest order, at least one. Each becomes one submesh with one material.
    pub draws: Vec<PlannedDraw>,
    /// Length of the index list: the sum of their counts.
    pub n_indices: u64,
}

/// A chosen draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedDraw {
    /// Index into the mesh's draws.
    pub draw_idx: usize,
    /// First index in the list of all chosen draws.
    pub start: u64,
    /// Number of indices.
    pub count: u32,
    /// Texture-table entries; slots are resolved, those that leave the original are left out.
    pub textures: Vec<u32>,
}

/// Plans one selection, of a 1.0 package by its appearance.
///
/// # Errors
///
/// A selection that breaks a constraint, an overlap or a gap of candidates, a replacement without a draw, and places of
/// the manifest that lead nowhere.
pub fn plan(manifest: &Manifest, selection: &Selection) -> Result<Plan, PlanError> {
    match &manifest.appearances {
        Some(appearances) if manifest.option_groups.is_none() => {
            fixed::plan(manifest, appearances, selection.appearance_idx())
        }
        _ => options::plan(manifest, selection),
    }
}

impl Plan {
    /// The replacement of a component, if it has one.
    pub fn replacement(&self, component_idx: usize) -> Option<&Replacement> {
        match &self.components.get(component_idx)?.outcome {
            Outcome::Replace(replacement) => Some(replacement),
            Outcome::Keep { .. } | Outcome::Hide => None,
        }
    }

    /// The meshes shown, ascending, each once.
    pub fn meshes(&self) -> BTreeSet<u32> {
        meshes_of(&self.components)
    }
}

fn meshes_of(components: &[PlannedComponent]) -> BTreeSet<u32> {
    let outcomes = components.iter().map(|component| &component.outcome);
    outcomes
        .filter_map(|outcome| match outcome {
            Outcome::Replace(replacement) => Some(replacement.mesh),
            Outcome::Keep { .. } | Outcome::Hide => None,
        })
        .collect()
}

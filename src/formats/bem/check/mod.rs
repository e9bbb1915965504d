//! The rules of BEM packages. It repairs nothing and proves nothing over selections.
//!
//! Every finding of every stage that can run is told, each with its rule, place and values; findings of the proof over
//! selections are handed in by the caller.
//!
//! [`open`] checks a file, [`check_manifest`] a manifest being edited, [`check_package`] a manifest with its payloads
//! before it is written. One file stands for each chapter of the rulebook, its sentences beside its rules.

mod advice;
mod aliases;
mod appearances;
mod archive;
mod bindings;
mod bytes;
mod capabilities;
mod channels;
mod collection;
mod collection_write;
mod conditions;
mod container;
mod deltas;
mod draws;
mod drivers;
mod facts;
mod file_kind;
mod geometry;
mod groups;
mod hints;
mod ids;
mod materials;
mod members;
mod meshes;
mod metadata;
mod opened;
mod phrases;
mod previews;
mod profile;
mod reasons;
pub(in crate::formats::bem) mod report;
mod resources;
mod root_offset;
mod rules;
mod scans;
mod sizes;
mod skin;
mod sliders;
mod slots;
mod sounds;
mod syntax;
mod target;
mod texture_lists;
mod textures;
mod told;
mod top;
mod version;
mod view;
pub(in crate::formats::bem) mod wanted;

pub use collection::{Collected, Collection, collected_bytes, read_collection};
pub use collection_write::{CollectionError, write_collection};
pub use file_kind::{FileKind, classify};
pub use hints::{ProofFacts, UnsteadyBinding, identity_hints, proof_hints};
pub use ids::is_stable_id;
pub use members::{is_thumbnail, thumbnail};
pub use opened::{
    Analyse, Checked, Compare, Hooks, StageA, check_manifest, check_package, open, open_with,
    renumbering_hint,
};
pub use profile::{Profile, ProfileComponent, compare_with_profile};
pub use report::Purpose;

use crate::formats::bem::check::facts::Facts;
use crate::formats::bem::check::ids::PayloadIds;
use crate::formats::bem::check::report::Report;
use crate::formats::bem::json::Value;
use crate::formats::bem::json::path::Path;
use crate::formats::bem::limits::Limits;

/// A manifest under check: the findings so far and the facts later rules build on.
#[derive(Debug)]
struct Check<'v> {
    report: Report,
    minor: u16,
    limits: Limits,
    payload_ids: PayloadIds,
    facts: Facts<'v>,
    /// Number of payloads after equal ones are merged (bem.md ch. 19).
    n_merged: usize,
}

impl<'v> Check<'v> {
    fn new(purpose: Purpose, minor: u16, payload_ids: PayloadIds) -> Self {
        Self {
            report: Report::new(purpose),
            minor,
            limits: Limits::of(minor),
            payload_ids,
            facts: Facts::default(),
            n_merged: 0,
        }
    }

    /// Whether option groups are what this minor has.
    const fn is_composable(&self) -> bool {
        self.minor >= 1
    }

    /// All rules of stage M, in the order in which later ones need the facts of earlier ones.
    fn manifest(&mut self, value: &'v Value) {
        let path = Path::ROOT;
        let Some(top) = self.top_object(value, &path) else {
            return;
        };
        self.top_members(top);
        self.structure(top);
        self.target(top);
        self.textures(top);
        self.groups(top);
        self.slots(top);
        self.parameters(top);
        self.meshes(top);
        self.appearances(top);
        self.component_rules(top);
        self.name_tables();
        self.channels(top);
        self.root_offset(top);
        self.drivers(top);
        self.capabilities(top);
        self.manifest_hints(top);
    }
}

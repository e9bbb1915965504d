//! What the game itself counts for the one selection it loads (bem.md 18.6). The proof over all selections counts every
//! frame and is `analysis`'s work.

use super::{Outcome, Plan};
use crate::base::numbers::usize_of;
use crate::formats::bem::manifest::Manifest;

/// Bytes of one selection as the game counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Each payload that is read, once; of a channel only the one or two frames its tick needs.
    pub decoded_bytes: u64,
    /// For each replaced component its streams and chosen indices, and each texture entry in use. No frames.
    pub resident_bytes: u64,
}

impl Budget {
    /// Counts a plan. `payload_sizes[payload]`: decoded bytes; a payload without an entry counts 0.
    pub fn of(manifest: &Manifest, plan: &Plan, payload_sizes: &[u64]) -> Self {
        let size = |payload: u32| payload_sizes.get(usize_of(payload)).copied().unwrap_or(0);
        let mut budget = Self::default();
        for payload in &plan.payloads {
            budget.decoded_bytes = budget.decoded_bytes.saturating_add(size(*payload));
        }
        let mut reside = |bytes: u64| {
            budget.resident_bytes = budget.resident_bytes.saturating_add(bytes);
        };
        for component in &plan.components {
            let Outcome::Replace(replacement) = &component.outcome else {
                continue;
            };
            let Some(mesh) = manifest.meshes.get(usize_of(replacement.mesh)) else {
                continue;
            };
            for stream in &mesh.streams {
                reside(size(stream.payload));
            }
            reside(
                replacement
                    .n_indices
                    .saturating_mul(u64::from(mesh.index_size)),
            );
        }
        for texture in &plan.textures {
            if let Some(entry) = manifest.textures.get(usize_of(*texture)) {
                reside(size(entry.payload));
            }
        }
        budget
    }
}

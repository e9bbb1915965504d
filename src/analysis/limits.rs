//! The selection limits of each header minor (bem.md ch. 17). It measures nothing.

use super::summary::Metric;
use crate::base::limits::MIB;

/// Limits that hold for one selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Active draws of one replaced component (LIM-01).
    pub draws: u64,
    /// Active indices of one replaced component (LIM-02).
    pub indices: u64,
    /// Texture-table entries active at once (LIM-03, APP-07).
    pub textures: u64,
    /// Decoded bytes (LIM-04, APP-08).
    pub decoded_bytes: u64,
    /// Resident bytes (LIM-05, APP-08).
    pub resident_bytes: u64,
    /// Created diagram nodes (SEL-01).
    pub nodes: u64,
    /// Memo states while counting (SEL-02).
    pub count_states: u64,
}

impl Limits {
    /// The rule about a maximum, and what it allows.
    pub const fn rule(&self, metric: Metric) -> (&'static str, u64) {
        match metric {
            Metric::Draws => ("LIM-01", self.draws),
            Metric::Indices => ("LIM-02", self.indices),
            Metric::Textures => ("LIM-03", self.textures),
            Metric::DecodedBytes => ("LIM-04", self.decoded_bytes),
            Metric::ResidentBytes => ("LIM-05", self.resident_bytes),
        }
    }

    /// The limits of header minor `minor`; later ones than the known hold the latest.
    pub const fn of(minor: u16) -> Self {
        let (textures, budget_mib) = match minor {
            0 => (32, 512),
            1 => (32, 768),
            _ => (64, 1536),
        };
        Self {
            draws: 256,
            indices: 16_777_216,
            textures,
            decoded_bytes: budget_mib * MIB,
            resident_bytes: budget_mib * MIB,
            nodes: 250_000,
            count_states: 250_000,
        }
    }
}

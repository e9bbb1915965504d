//! A delta payload as its frame and mesh want it (PAR-15 to PAR-17). It stops at the first fault; telling all of them is
//! `formats::bem::check`'s work.

use crate::base::numbers::{u64_of, usize_of};
use crate::formats::bem::delta::{self, Record};
use crate::formats::bem::limits::MAX_VERTICES;

/// The offsets of one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Delta {
    records: Vec<Record>,
}

/// Why a payload is no delta of its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeltaError {
    /// It is no delta at all (PAR-15, PAR-16).
    #[error(transparent)]
    Payload(#[from] delta::DeltaError),
    /// It has another number of records than its frame says (PAR-15).
    #[error("the delta has {found} records; its frame says {count}")]
    Count {
        /// Records of the payload.
        found: u64,
        /// Records the frame names.
        count: u32,
    },
    /// A record names a vertex that the mesh does not have, or one that had a record already (PAR-17).
    #[error("record {record} is for vertex {vertex}, which does not exist or has a record already")]
    Vertex {
        /// The record.
        record: usize,
        /// As stored.
        vertex: u32,
    },
    /// An offset is not finite (PAR-17).
    #[error("record {record} is not finite")]
    NotFinite {
        /// The record.
        record: usize,
    },
}

impl Delta {
    /// Reads a payload as a frame with `count` records for a mesh of `vertex_count` vertices.
    ///
    /// # Errors
    ///
    /// The first fault against PAR-15 to PAR-17.
    pub fn read(bytes: &[u8], count: u32, vertex_count: u32) -> Result<Self, DeltaError> {
        let records = delta::decode(bytes)?;
        if records.len() != usize_of(count) {
            return Err(DeltaError::Count {
                found: u64_of(records.len()),
                count,
            });
        }
        Self::of(records, vertex_count)
    }

    /// Takes records for a mesh of `vertex_count` vertices.
    ///
    /// # Errors
    ///
    /// The first fault against PAR-17.
    pub fn of(records: Vec<Record>, vertex_count: u32) -> Result<Self, DeltaError> {
        let mut is_seen = vec![false; usize_of(vertex_count.min(MAX_VERTICES))];
        for (idx, record) in records.iter().enumerate() {
            let place = is_seen.get_mut(usize_of(record.vertex));
            if place.is_none_or(|is_seen| std::mem::replace(is_seen, true)) {
                return Err(DeltaError::Vertex {
                    record: idx,
                    vertex: record.vertex,
                });
            }
            if !record.offset.iter().all(|value| value.is_finite()) {
                return Err(DeltaError::NotFinite { record: idx });
            }
        }
        Ok(Self { records })
    }

    /// In the order of the payload; each vertex of the mesh at most once, all offsets finite. A vertex without a record
    /// does not move.
    pub fn records(&self) -> &[Record] {
        &self.records
    }
}

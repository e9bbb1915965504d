//! Decodes a delta payload (PAR-15 to PAR-17). It stops at the first fault; telling all of them is `formats::bem::check`'s
//! work.

use crate::base::numbers::{u64_of, usize_of};
use crate::formats::bem::json::{self, Value};
use crate::formats::bem::limits::MAX_VERTICES;

/// Longest header that is read (PAR-15); up to this the game reads too.
const LONGEST_HEADER_BYTES: u32 = 1_048_576;
const ENCODING: &str = "sparse-position-f32";
const RECORD_BYTES: usize = 16;

/// The offsets of one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Delta {
    /// In the order of the payload, each vertex at most once; a vertex without a record does not move.
    pub records: Vec<DeltaRecord>,
}

/// The offset of one vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DeltaRecord {
    /// The vertex.
    pub vertex: u32,
    /// From the base position, in mesh units and axes; finite.
    pub offset: [f32; 3],
}

/// Why a payload is no delta of its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeltaError {
    /// The header's length is impossible (PAR-15).
    #[error("the delta header claims {length} bytes; {n_left} are left")]
    HeaderLength {
        /// As stored.
        length: u32,
        /// Bytes behind the length.
        n_left: u64,
    },
    /// The header is not exactly `count` and `encoding`, or contradicts the frame (PAR-15).
    #[error("the delta header does not say count {count} and encoding {ENCODING}")]
    Header {
        /// Records the frame names.
        count: u32,
    },
    /// The records have another length than the count makes (PAR-16).
    #[error("{n_bytes} bytes of records for {count} records of 16 bytes")]
    Length {
        /// Records the frame names.
        count: u32,
        /// Bytes behind the header.
        n_bytes: u64,
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
        let records = records_of(bytes, count)?;
        let (chunks, rest) = records.as_chunks::<RECORD_BYTES>();
        if chunks.len() != usize_of(count) || !rest.is_empty() {
            return Err(DeltaError::Length {
                count,
                n_bytes: u64_of(records.len()),
            });
        }
        let mut is_seen = vec![false; usize_of(vertex_count.min(MAX_VERTICES))];
        let mut delta = Self {
            records: Vec::with_capacity(chunks.len()),
        };
        for (record, chunk) in chunks.iter().enumerate() {
            let found = record_of(chunk);
            let place = is_seen.get_mut(usize_of(found.vertex));
            if place.is_none_or(|is_seen| std::mem::replace(is_seen, true)) {
                return Err(DeltaError::Vertex {
                    record,
                    vertex: found.vertex,
                });
            }
            if !found.offset.iter().all(|value| value.is_finite()) {
                return Err(DeltaError::NotFinite { record });
            }
            delta.records.push(found);
        }
        Ok(delta)
    }
}

fn record_of(chunk: &[u8; RECORD_BYTES]) -> DeltaRecord {
    let [a, b, c, d, x0, x1, x2, x3, y0, y1, y2, y3, z0, z1, z2, z3] = *chunk;
    DeltaRecord {
        vertex: u32::from_le_bytes([a, b, c, d]),
        offset: [
            f32::from_le_bytes([x0, x1, x2, x3]),
            f32::from_le_bytes([y0, y1, y2, y3]),
            f32::from_le_bytes([z0, z1, z2, z3]),
        ],
    }
}

/// The bytes behind a sound header.
fn records_of(bytes: &[u8], count: u32) -> Result<&[u8], DeltaError> {
    let (length, rest) = bytes.split_first_chunk::<4>().unwrap_or((&[0; 4], &[]));
    let length = u32::from_le_bytes(*length);
    let parts = rest.split_at_checked(usize_of(length));
    let (Some((text, records)), 1..=LONGEST_HEADER_BYTES) = (parts, length) else {
        return Err(DeltaError::HeaderLength {
            length,
            n_left: u64_of(rest.len()),
        });
    };
    let parsed = json::parse(text)
        .ok()
        .filter(|parsed| parsed.faults.is_empty());
    let value = parsed.as_ref().map(|parsed| &parsed.value);
    let found = value.and_then(|value| Some((value.members()?, value)));
    let is_right = found.is_some_and(|(members, value)| {
        members.len() == 2
            && value.get("count").and_then(Value::u32) == Some(count)
            && value.get("encoding").and_then(Value::text) == Some(ENCODING)
    });
    if is_right {
        Ok(records)
    } else {
        Err(DeltaError::Header { count })
    }
}

//! Delta payloads: a small JSON header and records of vertex and offset (bem.md ch. 12). It moves no vertex.

use crate::base::numbers::{u32_of, usize_of};
use crate::formats::bem::json::{self, Value};

/// The only encoding.
pub const ENCODING: &str = "sparse-position-f32";
/// Longest header that is read: the game's own limit (PAR-15).
pub const MAX_HEADER_BYTES: u32 = 1_048_576;
/// Bytes of a record.
pub const RECORD_BYTES: usize = 16;

/// One vertex and its offset from the base position, in mesh units and axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// Index of the vertex.
    pub vertex: u32,
    /// x, y, z.
    pub offset: [f32; 3],
}

/// Why a payload is no delta.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeltaError {
    /// The header is missing, too long, or not exactly `count` and `encoding` (PAR-15).
    #[error("the header is not exactly a count and the known encoding")]
    Header,
    /// The length does not fit the count (PAR-16).
    #[error("{found_bytes} bytes of records where {wanted_bytes} belong")]
    Length {
        /// Bytes behind the header.
        found_bytes: usize,
        /// Bytes for the count in the header.
        wanted_bytes: usize,
    },
}

/// The payload of some records, in the order given; the format wants them ascending by vertex.
pub fn encode(records: &[Record]) -> Vec<u8> {
    let header = format!(
        "{{\"count\":{},\"encoding\":\"{ENCODING}\"}}",
        records.len()
    );
    let n_bytes = records.len().saturating_mul(RECORD_BYTES);
    let mut out = Vec::with_capacity(n_bytes.saturating_add(header.len()).saturating_add(4));
    out.extend(u32_of(header.len()).to_le_bytes());
    out.extend(header.as_bytes());
    for record in records {
        out.extend(record.vertex.to_le_bytes());
        for value in record.offset {
            out.extend(value.to_le_bytes());
        }
    }
    out
}

/// The records of a payload. Vertices and values are not judged (PAR-17).
///
/// # Errors
///
/// See [`DeltaError`].
pub fn decode(bytes: &[u8]) -> Result<Vec<Record>, DeltaError> {
    let (length, rest) = bytes.split_first_chunk().ok_or(DeltaError::Header)?;
    let length = u32::from_le_bytes(*length);
    if length > MAX_HEADER_BYTES {
        return Err(DeltaError::Header);
    }
    let (text, records) = rest
        .split_at_checked(usize_of(length))
        .ok_or(DeltaError::Header)?;
    let count = header_count(text).ok_or(DeltaError::Header)?;
    let wanted_bytes = usize_of(count).saturating_mul(RECORD_BYTES);
    if records.len() != wanted_bytes {
        return Err(DeltaError::Length {
            found_bytes: records.len(),
            wanted_bytes,
        });
    }
    let (records, _) = records.as_chunks::<RECORD_BYTES>();
    Ok(records.iter().map(record).collect())
}

/// The count of a header that is exactly `count` and the known `encoding`.
fn header_count(text: &[u8]) -> Option<u32> {
    let parsed = json::parse(text).ok()?;
    let members = parsed.value.members()?;
    let encoding = parsed.value.get("encoding").and_then(Value::text);
    let is_exact = members.len() == 2 && parsed.faults.is_empty() && encoding == Some(ENCODING);
    parsed
        .value
        .get("count")
        .and_then(Value::u32)
        .filter(|_| is_exact)
}

fn record(bytes: &[u8; RECORD_BYTES]) -> Record {
    let [a, b, c, d, x @ .., _, _, _, _, _, _, _, _] = *bytes;
    let [_, _, _, _, _, _, _, _, y @ .., _, _, _, _] = *bytes;
    let [_, _, _, _, _, _, _, _, _, _, _, _, z @ ..] = *bytes;
    Record {
        vertex: u32::from_le_bytes([a, b, c, d]),
        offset: [x, y, z].map(f32::from_le_bytes),
    }
}

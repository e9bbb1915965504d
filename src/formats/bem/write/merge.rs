//! Which payloads a package keeps and how they are numbered: equal ones once, unreferenced ones not at all, in order of
//! first reference (WRT-01, WRT-02). It writes nothing.

use crate::base::cancel::Cancel;
use crate::base::digest::Digest;
use crate::base::limits::BEM_PAYLOAD_BYTES;
use crate::base::numbers::{u32_of, u64_of, usize_of};
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::references::references;
use crate::formats::bem::write::{PayloadStore, WriteError};
use std::collections::BTreeMap;

/// Old payload IDs to new ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// New ID by old ID; none = dropped.
    new_ids: Vec<Option<u32>>,
    /// Old ID by new ID: of equal payloads the one referred to first.
    kept: Vec<u32>,
}

impl Numbering {
    /// The new ID of an old payload; none if it was dropped.
    pub fn new_id(&self, old: u32) -> Option<u32> {
        self.new_ids.get(usize_of(old)).copied().flatten()
    }

    /// Old IDs of the payloads that are stored, by new ID.
    pub fn kept(&self) -> &[u32] {
        &self.kept
    }

    /// Whether any payload got another ID or was dropped: numbers hidden in metadata would be stale (HINT-03).
    pub fn changes_anything(&self) -> bool {
        let mut old = 0_u32;
        self.new_ids.iter().any(|new| {
            let is_changed = *new != Some(old);
            old = old.saturating_add(1);
            is_changed
        })
    }
}

/// Numbers the payloads a manifest refers to. Reads each referenced payload once to recognise equal ones, and once more
/// where two have the same hash.
///
/// # Errors
///
/// A reference to nothing, a payload of impossible size or one that cannot be had, or cancellation.
pub fn number_payloads<P: PayloadStore + ?Sized>(
    manifest: &Manifest,
    payloads: &P,
    cancel: &Cancel,
) -> Result<Numbering, WriteError> {
    let mut numbering = Numbering {
        new_ids: vec![None; payloads.len()],
        kept: Vec::new(),
    };
    // By length and hash: the new IDs of stored payloads that look like that.
    let mut alike: BTreeMap<(u64, Digest), Vec<u32>> = BTreeMap::new();
    for (place, old) in references(manifest) {
        let Some(slot) = numbering.new_ids.get(usize_of(old)) else {
            return Err(WriteError::MissingPayload {
                place,
                payload: old,
            });
        };
        if slot.is_some() {
            continue;
        }
        cancel.check()?;
        let bytes = payloads.bytes(old)?;
        let size_bytes = u64_of(bytes.len());
        if !(1..=BEM_PAYLOAD_BYTES).contains(&size_bytes) {
            return Err(WriteError::PayloadSize {
                payload: old,
                size_bytes,
            });
        }
        let twins = alike.entry((size_bytes, Digest::of(&bytes))).or_default();
        let twin = equal_payload(payloads, &numbering.kept, twins, &bytes)?;
        let new = twin.unwrap_or_else(|| {
            let new = u32_of(numbering.kept.len());
            numbering.kept.push(old);
            twins.push(new);
            new
        });
        if let Some(slot) = numbering.new_ids.get_mut(usize_of(old)) {
            *slot = Some(new);
        }
    }
    Ok(numbering)
}

/// The stored payload among `twins` (new IDs) that really equals `bytes`.
fn equal_payload<P: PayloadStore + ?Sized>(
    payloads: &P,
    kept: &[u32],
    twins: &[u32],
    bytes: &[u8],
) -> Result<Option<u32>, WriteError> {
    for &twin in twins {
        if let Some(&old) = kept.get(usize_of(twin))
            && *payloads.bytes(old)? == *bytes
        {
            return Ok(Some(twin));
        }
    }
    Ok(None)
}

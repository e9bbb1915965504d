//! Which payloads a package keeps and how they are numbered: equal ones once, unreferenced ones not at all, in order of
//! first reference (WRT-01, WRT-02). It writes nothing.

use crate::base::cancel::Cancel;
use crate::base::digest::Digest;
use crate::base::limits::{BEM_PAYLOAD_BYTES, MIB};
use crate::base::numbers::{u32_of, usize_of};
use crate::formats::bem::in_order::in_order;
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::payloads::PayloadError;
use crate::formats::bem::references::references;
use crate::formats::bem::write::{PayloadStore, WriteError};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of payloads held while they are compared: ours; several of a usual texture's size, or one larger one.
const BUDGET_BYTES: u64 = 64 * MIB;

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

/// Numbers the payloads a manifest refers to. Payloads of a size that no other has cannot be equal to another and are not
/// read; the others are read once, and once more where two have the same hash.
///
/// # Errors
///
/// A reference to nothing, a payload of impossible size or one that cannot be had, or cancellation.
pub fn number_payloads<P: PayloadStore + ?Sized>(
    manifest: &Manifest,
    payloads: &P,
    cancel: &Cancel,
) -> Result<Numbering, WriteError> {
    let referenced = referenced(manifest, payloads)?;
    let mut numbering = Numbering {
        new_ids: vec![None; payloads.len()],
        kept: Vec::new(),
    };
    // By length and hash: the new IDs of stored payloads that look like that.
    let mut alike: BTreeMap<(u64, Digest), Vec<u32>> = BTreeMap::new();
    let largest = referenced.iter().map(|look| look.size_bytes).max();
    let budget = largest.unwrap_or_default().max(BUDGET_BYTES);
    let look_at = |look: &Look| {
        let bytes = payloads.bytes(look.old)?;
        Ok(Digest::of(&bytes))
    };
    in_order(
        &referenced,
        budget,
        |look| {
            if look.has_peers {
                payloads.held_bytes(look.old)
            } else {
                0
            }
        },
        |look| look.has_peers.then(|| look_at(look)).transpose(),
        |look, digest: Result<Option<Digest>, PayloadError>| {
            cancel.check()?;
            let twins = digest?.map(|digest| alike.entry((look.size_bytes, digest)).or_default());
            let twin = match &twins {
                Some(twins) => equal_payload(payloads, &numbering.kept, twins, look.old)?,
                None => None,
            };
            let new = twin.unwrap_or_else(|| {
                let new = u32_of(numbering.kept.len());
                numbering.kept.push(look.old);
                if let Some(twins) = twins {
                    twins.push(new);
                }
                new
            });
            if let Some(slot) = numbering.new_ids.get_mut(usize_of(look.old)) {
                *slot = Some(new);
            }
            Ok::<(), WriteError>(())
        },
    )?;
    Ok(numbering)
}

/// A payload that a manifest refers to.
#[derive(Debug)]
struct Look {
    old: u32,
    size_bytes: u64,
    /// Another one has the same size.
    has_peers: bool,
}

/// The payloads a manifest refers to, each once, in the order of first reference.
fn referenced<P: PayloadStore + ?Sized>(
    manifest: &Manifest,
    payloads: &P,
) -> Result<Vec<Look>, WriteError> {
    let mut seen = BTreeSet::new();
    let mut n_alike: BTreeMap<u64, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for (place, old) in references(manifest) {
        let missing = || WriteError::MissingPayload {
            place,
            payload: old,
        };
        let size_bytes = payloads.size(old).ok_or_else(missing)?;
        if !seen.insert(old) {
            continue;
        }
        if !(1..=BEM_PAYLOAD_BYTES).contains(&size_bytes) {
            return Err(WriteError::PayloadSize {
                payload: old,
                size_bytes,
            });
        }
        let n_alike = n_alike.entry(size_bytes).or_default();
        *n_alike = n_alike.saturating_add(1);
        found.push(Look {
            old,
            size_bytes,
            has_peers: false,
        });
    }
    for look in &mut found {
        look.has_peers = n_alike.get(&look.size_bytes).is_some_and(|n| *n > 1);
    }
    Ok(found)
}

/// The stored payload among `twins` (new IDs) that really equals the payload `look`.
fn equal_payload<P: PayloadStore + ?Sized>(
    payloads: &P,
    kept: &[u32],
    twins: &[u32],
    look: u32,
) -> Result<Option<u32>, WriteError> {
    if twins.is_empty() {
        return Ok(None);
    }
    let bytes = payloads.bytes(look)?;
    for &twin in twins {
        if let Some(&old) = kept.get(usize_of(twin))
            && *payloads.bytes(old)? == *bytes
        {
            return Ok(Some(twin));
        }
    }
    Ok(None)
}

//! Payloads of a store under the numbers they will have in a file (WRT-02). Nothing is copied.

use crate::base::numbers::{u32_of, usize_of};
use crate::formats::bem::payloads::PayloadError;
use crate::formats::bem::write::{Numbering, PayloadStore};
use std::borrow::Cow;

/// Payloads under new numbers.
pub(super) struct Renumbered<'p> {
    old: &'p dyn PayloadStore,
    kept: Vec<u32>,
}

impl<'p> Renumbered<'p> {
    /// The payloads that a numbering keeps, in its order.
    pub(super) fn of(old: &'p dyn PayloadStore, numbering: &Numbering) -> Self {
        Self {
            old,
            kept: numbering.kept().to_vec(),
        }
    }

    fn old_id(&self, payload: u32) -> Result<u32, PayloadError> {
        let old = self.kept.get(usize_of(payload)).copied();
        old.ok_or_else(|| PayloadError::NoSuchPayload {
            payload,
            n_payloads: u32_of(self.kept.len()),
        })
    }
}

impl PayloadStore for Renumbered<'_> {
    fn len(&self) -> usize {
        self.kept.len()
    }

    fn size(&self, payload: u32) -> Option<u64> {
        self.old.size(self.old_id(payload).ok()?)
    }

    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        self.old.bytes(self.old_id(payload)?)
    }
}

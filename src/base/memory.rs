//! Room for large buffers. It bounds nothing: callers have checked sizes against their caps.

use crate::base::limits::MIB;
use crate::base::numbers::{u64_of, usize_of_u64};
use std::collections::TryReserveError;

/// Buffers from this size on are worth going back to the system as soon as they are dropped.
const LARGE_BYTES: u64 = 8 * MIB;
/// Blocks beyond 32 MiB always do; smaller ones the C library of Linux keeps for later, in pieces that pin each other, so
/// that a program working through one buffer after another would hold twice what it uses.
const RETURNED_BYTES: u64 = 33 * MIB;

/// An empty buffer with room for exactly that many bytes or more. Room that is not used takes no memory.
///
/// # Errors
///
/// When the machine has no such room.
pub fn buffer(n_bytes: usize) -> Result<Vec<u8>, TryReserveError> {
    let mut out = Vec::new();
    let wanted = if u64_of(n_bytes) < LARGE_BYTES {
        n_bytes
    } else {
        n_bytes.max(usize_of_u64(RETURNED_BYTES))
    };
    out.try_reserve_exact(wanted)?;
    Ok(out)
}

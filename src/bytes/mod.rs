//! Floor 1: cursor and builder over untrusted bytes. Nothing here allocates by an unchecked size.
//!
//! All numbers are little-endian; floats are moved bit for bit.

#![forbid(unsafe_code)]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable
)]

mod builder;
mod cursor;

pub use builder::Builder;
pub use cursor::{Cursor, Short, floats};

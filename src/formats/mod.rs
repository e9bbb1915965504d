//! Floor 2: files as they lie on disk: read, written and judged by their formats' own rules.
//! Nothing is repaired, renamed or given a meaning here; that is the importers' work.

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

pub mod bem;
pub mod image;
pub mod mdl;
pub mod pmx;

//! BEM packages 1.0-1.5 as they lie on disk: container, manifest, payloads, structural rules (bem.md). It proves nothing
//! over selections and moves no clock: that is `analysis` and `runtime`.
//!
//! All binary numbers are little-endian; all offsets count from the start of the file.

pub mod authoring;
pub mod check;
pub mod composable;
pub mod container;
pub mod delta;
mod in_order;
pub mod json;
pub mod limits;
pub mod lowest;
pub mod manifest;
pub mod package;
pub mod payloads;
pub mod player;
pub mod references;
pub mod resource_filter;
pub mod source;
pub mod texture_layout;
pub mod write;
pub mod zip;

//! BEM packages 1.0-1.5: container, manifest, structural rules.

pub mod json;
pub mod manifest;

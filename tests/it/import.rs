//! Import: pictures, texture look-up, catalogues, PMX documents, bone maps and roles.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what these functions stand on fails the test by panicking; test data is small"
)]

mod bone_map;
mod catalog;
mod catalog_faults;
mod documents;
mod hostile_documents;
mod image_files;
mod image_hostile;
mod pictures;
mod roles;
mod sample;
mod soundness;
mod texture_lookup;
mod texture_sweep;
mod transparency;

use std::path::{Path, PathBuf};

/// A path below the crate's root.
fn path_of(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The bytes of a file below the crate's root.
fn bytes_of(path: &str) -> Vec<u8> {
    bem_studio::base::files::read_capped(&path_of(path), 1 << 26)
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A JSON file below the crate's root.
fn json_of(path: &str) -> serde_json::Value {
    serde_json::from_slice(&bytes_of(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

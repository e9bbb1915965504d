//! The sample files and their manifest.

use bem_studio::base::files::read_capped;
use bem_studio::formats::pmx;
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// Files in the manifest: fewer or more means that a file was lost or added without its verdict.
const N_CASES: usize = 53;

/// One sample file.
#[derive(Debug)]
pub(crate) struct Case {
    /// Path below the folder of samples.
    pub(crate) name: String,
    /// The file.
    pub(crate) bytes: Vec<u8>,
    /// What the manifest says about it.
    pub(crate) expected: Json,
}

impl Case {
    /// Whether it must read and write back byte for byte.
    pub(crate) fn is_exact(&self) -> bool {
        self.expected["verdict"] == "exact"
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pmx")
}

/// The bytes of a sample.
pub(crate) fn bytes_of(name: &str) -> Vec<u8> {
    read_capped(&folder().join(name), 1 << 24).expect("the sample reads")
}

/// A sample as a document.
pub(crate) fn document(name: &str) -> pmx::Pmx {
    pmx::read(bytes_of(name)).expect("the sample is a PMX file")
}

/// All samples.
pub(crate) fn cases() -> Vec<Case> {
    let manifest: Json =
        serde_json::from_slice(&bytes_of("manifest.json")).expect("the manifest is JSON");
    let files = manifest["files"].as_object().expect("files");
    assert_eq!(files.len(), N_CASES, "samples in the manifest");
    files
        .iter()
        .map(|(name, expected)| Case {
            name: name.clone(),
            bytes: bytes_of(name),
            expected: expected.clone(),
        })
        .collect()
}

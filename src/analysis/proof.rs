//! The certificate that a manifest was proved. Only `prove` makes one; sealing asks for it.

use crate::base::digest::Digest;
use crate::formats::bem::manifest::Manifest;

/// Proof that nothing rejects a certain manifest with certain payload sizes on export.
///
/// It holds no more than a digest of what was proved, so it is checked against the very thing that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    digest: Digest,
    minor: u16,
}

impl Proof {
    /// For `prove` alone, when nothing rejects.
    pub(super) fn of(manifest: &Manifest, minor: u16, payload_sizes: &[u64]) -> Self {
        Self {
            digest: digest_of(manifest, payload_sizes),
            minor,
        }
    }

    /// Whether this is the proof of that very manifest with those payload sizes (bytes, by payload ID).
    pub fn covers(&self, manifest: &Manifest, payload_sizes: &[u64]) -> bool {
        self.digest == digest_of(manifest, payload_sizes)
    }

    /// The header minor whose limits were proved.
    pub fn minor(&self) -> u16 {
        self.minor
    }
}

/// The digest of the manifest's full contents: its derived debug form names every member and quotes every text, so two
/// manifests share it only when they are equal.
fn digest_of(manifest: &Manifest, payload_sizes: &[u64]) -> Digest {
    Digest::of(format!("{manifest:?}\n{payload_sizes:?}").as_bytes())
}

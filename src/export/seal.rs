//! The last step: payloads merged, the proved manifest written, the bytes read back and compared.

use crate::analysis::Proof;
use crate::base::cancel::Cancel;
use crate::base::numbers::u32_of;
use crate::base::text::Message;
use crate::export::build::Built;
use crate::export::piece::BuiltPayloads;
use crate::export::provenance::Provenance;
use crate::export::seal_phrases;
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::package::{Package, ReadError};
use crate::formats::bem::payloads::{PayloadError, Source};
use crate::formats::bem::references::references_mut;
use crate::formats::bem::write::{self, PayloadStore as _, WriteError, WriteOptions};
use std::io::Cursor;
use std::sync::Arc;

/// A manifest with exactly the payloads that will be in the file: merged, without unreferenced ones, in file order.
#[derive(Clone, Debug)]
pub struct Ready {
    /// The manifest as it will be written.
    pub manifest: Manifest,
    /// Its payloads, by payload ID.
    pub payloads: BuiltPayloads,
    /// Where its parts came from.
    pub provenance: Provenance,
}

impl Ready {
    /// Decoded sizes in bytes, by payload ID.
    pub fn payload_sizes(&self) -> Vec<u64> {
        self.payloads.sizes()
    }
}

/// Why there are no bytes.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The proof is of something else.
    #[error("the proof is not one of this manifest")]
    NotProved,
    /// The package cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// What was written cannot be read.
    #[error("what was written cannot be read back: {0}")]
    Read(#[from] ReadError),
    /// A payload of what was written cannot be read.
    #[error("payload of what was written cannot be read back: {0}")]
    Payload(#[from] PayloadError),
    /// What was written reads back differently.
    #[error("{part:?} reads back differently")]
    Differs {
        /// The part that differs.
        part: Part,
    },
}

impl SealError {
    /// What is wrong and what to do about it, as sentences for people.
    pub fn message(&self) -> Message {
        seal_phrases::message(self)
    }
}

/// A part of a package that is compared after reading it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The manifest with the payload numbers it was written with.
    Numbered,
    /// The manifest.
    Manifest,
    /// The format version.
    Version,
    /// The number of payloads.
    PayloadCount,
    /// One payload, by its number.
    Payload(u32),
}

/// Merges equal payloads and gives them the numbers they will have in the file (WRT-01, WRT-02).
///
/// # Errors
///
/// [`SealError::Write`] when a payload is referred to that is not there.
pub fn merge_payloads(built: Built) -> Result<Ready, SealError> {
    let Built {
        manifest,
        payloads,
        provenance,
    } = built;
    let mut manifest = write::normalise(&manifest);
    let numbering = write::number_payloads(&manifest, &payloads, &Cancel::new())?;
    for (_, payload) in references_mut(&mut manifest) {
        *payload = numbering.new_id(*payload).unwrap_or(*payload);
    }
    Ok(Ready {
        manifest,
        payloads: payloads.keep(numbering.kept()),
        provenance,
    })
}

/// The bytes of a package, already read back and compared. Nothing without a proof of that very manifest is written.
///
/// # Errors
///
/// See [`SealError`]; every one but [`SealError::NotProved`] and a full memory is a mistake of this program.
pub fn seal(ready: &Ready, proof: &Proof) -> Result<Arc<[u8]>, SealError> {
    if !proof.covers(&ready.manifest, &ready.payload_sizes()) {
        return Err(SealError::NotProved);
    }
    let mut sink = Cursor::new(Vec::new());
    let written = write::write_to(
        &ready.manifest,
        &ready.payloads,
        proof.minor(),
        &WriteOptions::default(),
        &mut sink,
    )?;
    let differs = |part| SealError::Differs { part };
    if written.manifest != ready.manifest {
        return Err(differs(Part::Numbered));
    }
    let bytes: Arc<[u8]> = sink.into_inner().into();
    let package = Package::read(Source::new(Arc::clone(&bytes)))?;
    if package.minor != proof.minor() {
        return Err(differs(Part::Version));
    }
    if package.manifest.to_value() != ready.manifest.to_value() {
        return Err(differs(Part::Manifest));
    }
    if package.payloads.len() != ready.payloads.len() {
        return Err(differs(Part::PayloadCount));
    }
    for id in 0..u32_of(ready.payloads.len()) {
        if package.payload(id)? != ready.payloads.bytes(id)? {
            return Err(differs(Part::Payload(id)));
        }
    }
    Ok(bytes)
}

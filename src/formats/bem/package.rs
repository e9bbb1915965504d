//! An opened package: its manifest and, on request, its payloads. Reading it judges no rule; that is `check`'s work.

use crate::formats::bem::container::{Container, ContainerError};
use crate::formats::bem::json::{self, SyntaxError};
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::payloads::{PayloadError, Payloads, Source};
use std::borrow::Cow;

/// A package whose manifest could be read.
#[derive(Clone, Debug)]
pub struct Package {
    /// Minor of the header; of a ZIP the stated or inferred one (ZIP-10).
    pub minor: u16,
    /// The manifest.
    pub manifest: Manifest,
    /// The payloads it refers to.
    pub payloads: Payloads,
}

/// Why no package can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The container cannot be read.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// The manifest is no JSON.
    #[error("manifest: {0}")]
    Manifest(#[from] SyntaxError),
}

impl Package {
    /// Opens a binary package. Nothing is decoded yet; faults that leave it readable are not reported here.
    ///
    /// # Errors
    ///
    /// A container or manifest that cannot be read at all.
    pub fn read(source: impl Into<Source>) -> Result<Self, ReadError> {
        let source = source.into();
        let container = Container::read(&source)?;
        let text = container
            .manifest_text(&source)
            .map_err(ContainerError::Unreadable)?;
        let parsed = json::parse(&text.unwrap_or_default())?;
        Ok(Self {
            minor: container.header.minor,
            manifest: Manifest::from_value(&parsed.value),
            payloads: Payloads::of_container(source, &container),
        })
    }

    /// The decoded bytes of one payload.
    ///
    /// # Errors
    ///
    /// See [`Payloads::payload`].
    pub fn payload(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        self.payloads.payload(payload)
    }
}

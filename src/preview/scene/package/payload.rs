//! Where a scene gets the payloads of a package from, and how it tells them apart. It decodes nothing.

use crate::base::digest::Digest;
use crate::formats::bem::payloads::{PayloadError, Payloads};
use crate::formats::bem::write::PayloadStore;
use std::borrow::Cow;

/// What a payload is told apart by: two of one key have the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PayloadKey {
    /// Its number: enough as long as one [`super::PackageScenes`] sees one package only.
    Number(u32),
    /// Its content: what documents have whose numbers change from edit to edit.
    Content(Digest),
}

/// The payloads of a package.
pub trait PayloadAccess {
    /// What the payload is told apart by.
    fn key(&self, payload: u32) -> PayloadKey {
        PayloadKey::Number(payload)
    }

    /// The decoded bytes of one payload.
    ///
    /// # Errors
    ///
    /// When it cannot be had.
    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError>;
}

impl PayloadAccess for Payloads {
    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        self.payload(payload)
    }
}

/// Payloads of any store, told apart by their numbers.
#[derive(Clone, Copy, Debug)]
pub struct Numbered<'a, S: ?Sized>(pub &'a S);

impl<S: PayloadStore + ?Sized> PayloadAccess for Numbered<'_, S> {
    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        self.0.bytes(payload)
    }
}

//! Payloads on their way into a package: sizes alone while checking, bytes or blobs when it is built.

use crate::base::digest::Digest;
use crate::base::numbers::{u32_of, u64_of, usize_of};
use crate::document::blob::Blob;
use crate::formats::bem::payloads::PayloadError;
use crate::formats::bem::source::SourceError;
use crate::formats::bem::write::PayloadStore;
use std::borrow::Cow;

/// One payload.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    /// Its size is known, its bytes are not made yet.
    Size(u64),
    /// Converted bytes.
    Bytes(Vec<u8>),
    /// Bytes the document carries.
    Blob(Blob),
    /// One after the other.
    Joined(Vec<Self>),
}

impl Piece {
    /// Decoded size in bytes.
    pub(super) fn size_bytes(&self) -> u64 {
        match self {
            Self::Size(size_bytes) => *size_bytes,
            Self::Bytes(bytes) => u64_of(bytes.len()),
            Self::Blob(blob) => blob.size_bytes(),
            Self::Joined(pieces) => pieces.iter().map(Self::size_bytes).sum(),
        }
    }

    /// What its bytes are told apart by, where that is known without making them.
    fn digest(&self) -> Option<Digest> {
        match self {
            Self::Size(_) | Self::Bytes(_) => None,
            Self::Blob(blob) => Some(blob.digest()),
            Self::Joined(pieces) => {
                let digests: Option<Vec<String>> = pieces
                    .iter()
                    .map(|piece| piece.digest().map(Digest::to_hex))
                    .collect();
                digests.map(|digests| Digest::of(digests.concat().as_bytes()))
            }
        }
    }

    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        let unreadable = PayloadError::Unreadable {
            payload,
            source: SourceError::Unreadable(std::io::ErrorKind::InvalidData),
        };
        match self {
            Self::Size(_) => Err(unreadable),
            Self::Bytes(bytes) => Ok(Cow::Borrowed(bytes)),
            Self::Blob(blob) => match blob.read() {
                Ok(bytes) => Ok(Cow::Owned(bytes.to_vec())),
                Err(_) => Err(unreadable),
            },
            Self::Joined(pieces) => {
                let mut joined = Vec::new();
                for piece in pieces {
                    joined.extend_from_slice(&piece.bytes(payload)?);
                }
                Ok(Cow::Owned(joined))
            }
        }
    }
}

/// The payloads of a package that is being made, by payload ID. Blobs are read one at a time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuiltPayloads {
    pieces: Vec<Piece>,
}

impl BuiltPayloads {
    pub(super) const fn new(pieces: Vec<Piece>) -> Self {
        Self { pieces }
    }

    /// Only these, in this order.
    pub(super) fn keep(mut self, kept: &[u32]) -> Self {
        let mut take = |id: u32| {
            let piece = self.pieces.get_mut(usize_of(id));
            piece.map_or(Piece::Size(0), |piece| {
                std::mem::replace(piece, Piece::Size(0))
            })
        };
        Self {
            pieces: kept.iter().map(|id| take(*id)).collect(),
        }
    }

    /// What a payload is told apart by: equal for equal bytes. None for what was converted, or will be.
    pub fn digest(&self, payload: u32) -> Option<Digest> {
        self.pieces.get(usize_of(payload))?.digest()
    }

    /// Decoded sizes in bytes, by payload ID.
    pub fn sizes(&self) -> Vec<u64> {
        self.pieces.iter().map(Piece::size_bytes).collect()
    }
}

impl PayloadStore for BuiltPayloads {
    fn len(&self) -> usize {
        self.pieces.len()
    }

    fn size(&self, payload: u32) -> Option<u64> {
        self.pieces.get(usize_of(payload)).map(Piece::size_bytes)
    }

    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        let piece = self.pieces.get(usize_of(payload));
        let piece = piece.ok_or_else(|| PayloadError::NoSuchPayload {
            payload,
            n_payloads: u32_of(self.pieces.len()),
        })?;
        piece.bytes(payload)
    }
}

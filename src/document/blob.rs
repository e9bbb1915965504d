//! Bytes that a document carries but did not make: payloads of an opened package, sounds, preview pictures. They are
//! named by their content and read when they are needed. Nothing here decodes them.

use crate::base::digest::Digest;
use crate::base::numbers::{u64_of, usize_of_u64};
use crate::base::text::Message;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Shared bytes with their content hash. Two blobs are equal when their contents are.
#[derive(Clone)]
pub struct Blob {
    digest: Digest,
    size_bytes: u64,
    owner: Arc<dyn ReadBlob>,
}

/// Where a blob's bytes come from.
pub trait ReadBlob: Send + Sync {
    /// All of its bytes.
    ///
    /// # Errors
    ///
    /// [`BlobError`] when the file they lie in is gone or damaged.
    fn read(&self) -> Result<Arc<[u8]>, BlobError>;
}

/// Why a blob cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BlobError(pub Message);

impl Blob {
    /// A blob of bytes in memory.
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Self {
        let bytes = bytes.into();
        Self {
            digest: Digest::of(&bytes),
            size_bytes: u64_of(bytes.len()),
            owner: Arc::new(InMemory(bytes)),
        }
    }

    /// A blob whose bytes are read later. `digest` and `size_bytes` are what they will be.
    pub fn read_later(digest: Digest, size_bytes: u64, owner: Arc<dyn ReadBlob>) -> Self {
        Self {
            digest,
            size_bytes,
            owner,
        }
    }

    /// A part of the bytes as a blob of its own; none where they do not reach so far. `bytes` are those of this blob.
    pub fn part(&self, range: Range<u64>, bytes: &[u8]) -> Option<Self> {
        let inner = usize_of_u64(range.start)..usize_of_u64(range.end);
        let part = bytes.get(inner.clone())?;
        if inner == (0..bytes.len()) {
            return Some(self.clone());
        }
        Some(Self {
            digest: Digest::of(part),
            size_bytes: u64_of(part.len()),
            owner: Arc::new(Part {
                whole: self.clone(),
                range: inner,
            }),
        })
    }

    /// The content hash.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Size in bytes.
    pub fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    /// The bytes.
    ///
    /// # Errors
    ///
    /// [`BlobError`] when the file they lie in is gone or damaged.
    pub fn read(&self) -> Result<Arc<[u8]>, BlobError> {
        self.owner.read()
    }
}

impl PartialEq for Blob {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest && self.size_bytes == other.size_bytes
    }
}

impl Eq for Blob {}

impl fmt::Debug for Blob {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Blob({} bytes, {})", self.size_bytes, self.digest)
    }
}

struct InMemory(Arc<[u8]>);

impl ReadBlob for InMemory {
    fn read(&self) -> Result<Arc<[u8]>, BlobError> {
        Ok(Arc::clone(&self.0))
    }
}

struct Part {
    whole: Blob,
    range: Range<usize>,
}

impl ReadBlob for Part {
    fn read(&self) -> Result<Arc<[u8]>, BlobError> {
        let whole = self.whole.read()?;
        Ok(whole
            .get(self.range.clone())
            .unwrap_or_default()
            .to_vec()
            .into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blobs_are_equal_by_content_and_parts_are_blobs() {
        let whole = Blob::new(vec![1, 2, 3, 4]);
        let part = whole.part(1..3, &[1, 2, 3, 4]).expect("inside");
        assert_eq!(part, Blob::new(vec![2, 3]), "equal content");
        assert_eq!(part.read().expect("in memory").as_ref(), [2, 3], "bytes");
        assert!(whole.part(3..5, &[1, 2, 3, 4]).is_none(), "beyond the end");
    }
}

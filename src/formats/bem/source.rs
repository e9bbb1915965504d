//! The bytes a package is read from: in memory, or a file that stays open and is read in parts. It knows no format.

use crate::base::files::OpenFile;
use crate::base::memory;
use crate::base::numbers::{u64_of, usize_of_u64};
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// The bytes of a file, shared by everything that reads from them.
#[derive(Clone)]
pub struct Source {
    owner: Owner,
    part: Range<u64>,
}

#[derive(Clone)]
enum Owner {
    Memory(Arc<dyn AsRef<[u8]> + Send + Sync>),
    File(Arc<OpenFile>),
}

/// Why a part of a source cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The source does not reach so far.
    #[error("the file ends before that")]
    Outside,
    /// The machine has no memory for it.
    #[error("there is no memory for {wanted_bytes} bytes")]
    NoMemory {
        /// Bytes asked for.
        wanted_bytes: u64,
    },
    /// The machine cannot read the file.
    #[error("{0}")]
    Unreadable(io::ErrorKind),
}

impl SourceError {
    /// The same in the system's classes.
    pub const fn kind(self) -> io::ErrorKind {
        match self {
            Self::Outside => io::ErrorKind::UnexpectedEof,
            Self::NoMemory { .. } => io::ErrorKind::OutOfMemory,
            Self::Unreadable(kind) => kind,
        }
    }
}

impl Source {
    /// Shares any owner of bytes without copying them.
    pub fn new(owner: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        let part = 0..u64_of(owner.as_ref().len());
        Self {
            owner: Owner::Memory(Arc::new(owner)),
            part,
        }
    }

    /// Length in bytes.
    pub const fn size_bytes(&self) -> u64 {
        self.part.end.saturating_sub(self.part.start)
    }

    /// Whether reading takes no memory, since the bytes lie there already.
    pub const fn is_in_memory(&self) -> bool {
        matches!(self.owner, Owner::Memory(_))
    }

    /// Some bytes of it: borrowed from memory, or read from the file.
    ///
    /// # Errors
    ///
    /// See [`SourceError`]. No more than the source holds is reserved.
    pub fn read(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>, SourceError> {
        let range = self.absolute(&range).ok_or(SourceError::Outside)?;
        match &self.owner {
            Owner::Memory(owner) => (**owner)
                .as_ref()
                .get(usize_of_u64(range.start)..usize_of_u64(range.end))
                .map(Cow::Borrowed)
                .ok_or(SourceError::Outside),
            Owner::File(file) => read_file(file, &range).map(Cow::Owned),
        }
    }

    /// The first bytes, as many of `n_bytes` as there are.
    ///
    /// # Errors
    ///
    /// See [`SourceError`].
    pub fn head(&self, n_bytes: u64) -> Result<Cow<'_, [u8]>, SourceError> {
        self.read(0..self.size_bytes().min(n_bytes))
    }

    /// All of it.
    ///
    /// # Errors
    ///
    /// See [`SourceError`].
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>, SourceError> {
        self.read(0..self.size_bytes())
    }

    /// The same in memory; what lies there already is not copied.
    ///
    /// # Errors
    ///
    /// See [`SourceError`].
    pub fn in_memory(&self) -> Result<Self, SourceError> {
        Ok(match self.bytes()? {
            Cow::Borrowed(_) => self.clone(),
            Cow::Owned(bytes) => Self::from(bytes),
        })
    }

    /// A part of the file as a file of its own, not copied; none where the file does not reach so far.
    pub fn part(&self, part: &Range<u64>) -> Option<Self> {
        Some(Self {
            owner: self.owner.clone(),
            part: self.absolute(part)?,
        })
    }

    fn absolute(&self, part: &Range<u64>) -> Option<Range<u64>> {
        let is_inside = part.start <= part.end && part.end <= self.size_bytes();
        let start = self.part.start;
        is_inside.then(|| start.saturating_add(part.start)..start.saturating_add(part.end))
    }
}

fn read_file(file: &OpenFile, range: &Range<u64>) -> Result<Vec<u8>, SourceError> {
    let wanted_bytes = range.end.saturating_sub(range.start);
    let mut out = memory::buffer(usize_of_u64(wanted_bytes))
        .map_err(|_refused| SourceError::NoMemory { wanted_bytes })?;
    out.resize(usize_of_u64(wanted_bytes), 0);
    file.read_at(range.start, &mut out)
        .map_err(|error| SourceError::Unreadable(error.kind()))?;
    Ok(out)
}

impl From<Vec<u8>> for Source {
    fn from(bytes: Vec<u8>) -> Self {
        Self::new(bytes)
    }
}

impl From<&[u8]> for Source {
    fn from(bytes: &[u8]) -> Self {
        Self::new(bytes.to_vec())
    }
}

impl From<OpenFile> for Source {
    fn from(file: OpenFile) -> Self {
        Self {
            part: 0..file.size_bytes(),
            owner: Owner::File(Arc::new(file)),
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Source({} bytes)", self.size_bytes())
    }
}

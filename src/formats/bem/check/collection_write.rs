//! Writes collections: archives of checked binary packages (COL-01 to COL-03).

use crate::base::findings::Finding;
use crate::base::limits::BEM_FILE_BYTES;
use crate::formats::bem::check::file_kind::{ENDING, FileKind, classify};
use crate::formats::bem::check::opened::{Hooks, open_with};
use crate::formats::bem::check::report::Purpose;
use crate::formats::bem::payloads::Source;
use crate::formats::bem::zip::{Writer, WriterError};
use caseless::default_case_fold_str;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Packages of a collection.
pub(super) const MAX_PACKAGES: usize = 256;

/// Why no collection was written.
#[derive(Debug, thiserror::Error)]
pub enum CollectionError {
    /// 1 to 256 packages make a collection (COL-01).
    #[error("a collection has 1 to {MAX_PACKAGES} packages, not {n_packages}")]
    Count {
        /// As handed in.
        n_packages: usize,
    },
    /// A package is no valid binary package (COL-03).
    #[error("package {index} of the collection is not valid")]
    NotValid {
        /// Its place in the list.
        index: usize,
        /// Everything found.
        findings: Vec<Finding>,
    },
    /// Two packages have the same id, ignoring case (COL-02).
    #[error("two packages have the id {id}")]
    SameId {
        /// The id.
        id: String,
    },
    /// A package is larger than 2 GiB or the archive than 4 GiB (COL-01).
    #[error("the collection would be too large")]
    TooLarge,
    /// The sink failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Writes binary packages as a collection, each stored as `<package_id>.bem`, after checking every one of them (COL-01 to
/// COL-03). The archive's name ends with `.zip`; that is the caller's part.
///
/// # Errors
///
/// See [`CollectionError`]. Nothing is written before all packages are checked.
pub fn write_collection<W: Write>(
    packages: &[Source],
    hooks: Hooks<'_>,
    sink: W,
) -> Result<(), CollectionError> {
    if !(1..=MAX_PACKAGES).contains(&packages.len()) {
        return Err(CollectionError::Count {
            n_packages: packages.len(),
        });
    }
    let mut ids = BTreeSet::new();
    let mut names = Vec::with_capacity(packages.len());
    for (index, source) in packages.iter().enumerate() {
        let id = valid_binary_id(source, hooks)
            .map_err(|findings| CollectionError::NotValid { index, findings })?;
        if !ids.insert(default_case_fold_str(&id)) {
            return Err(CollectionError::SameId { id });
        }
        if source.size_bytes() > BEM_FILE_BYTES {
            return Err(CollectionError::TooLarge);
        }
        names.push(format!("{id}{ENDING}"));
    }
    let failed = |error| match error {
        WriterError::TooLarge => CollectionError::TooLarge,
        WriterError::Io(error) => CollectionError::Io(error),
    };
    let mut zip = Writer::new(sink);
    for (name, source) in names.iter().zip(packages) {
        let bytes = source
            .bytes()
            .map_err(|error| CollectionError::Io(io::Error::other(error)))?;
        zip.store(name, &bytes).map_err(failed)?;
    }
    zip.finish().map_err(failed)?;
    Ok(())
}

/// The id of a package that may go into a collection.
fn valid_binary_id(source: &Source, hooks: Hooks<'_>) -> Result<String, Vec<Finding>> {
    let checked = open_with(source.clone(), Purpose::Read, hooks);
    let is_binary = classify(source) == FileKind::Binary;
    let is_valid = is_binary && checked.is_valid();
    match checked.package {
        Some(package) if is_valid => Ok(package.manifest.package_id),
        _ => Err(checked.findings),
    }
}

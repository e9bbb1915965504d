//! Journals that a crash left: which there are, and what was in them as a document again.

use super::record::{self, Facts};
use super::{BLOBS, FILE, LOCK};
use crate::base::cancel::Cancel;
use crate::base::digest::Digest;
use crate::base::files::{self, Lock};
use crate::base::limits;
use crate::base::progress::Progress;
use crate::base::text::Message;
use crate::document::blob::Blob;
use crate::session::storage::{self, Assembled};
use crate::session::{blobs, package, words};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A journal that a crash left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its folder, which names it.
    pub folder: PathBuf,
    /// Display name of the package.
    pub name: String,
    /// Where the project lies, if it was ever saved.
    pub project: Option<PathBuf>,
    /// Steps since it was opened.
    pub n_steps: u64,
    /// How long ago it was written last, if the clock can tell.
    pub age: Option<Duration>,
}

/// What was in a journal.
#[derive(Debug)]
pub struct Recovered {
    /// The document with its figures, and what is worth knowing.
    pub assembled: Assembled,
    /// Where the project lies, if it was ever saved.
    pub project: Option<PathBuf>,
    /// The package it was opened from.
    pub origin: Option<PathBuf>,
    /// The journal's folder, held.
    pub held: (PathBuf, Lock),
}

/// The journals in `parent` that no living window holds, in the order of their names. Folders in which nothing was
/// written are removed.
pub fn find(parent: &Path) -> Vec<Found> {
    files::folders_in(parent)
        .into_iter()
        .filter_map(|folder| find_in(&folder))
        .collect()
}

fn find_in(folder: &Path) -> Option<Found> {
    let journal = folder.join(FILE);
    let lock = match Lock::take(&folder.join(LOCK)) {
        Ok(Some(lock)) => Some(lock),
        // A living window.
        Ok(None) => return None,
        // A disk without locks: it is offered, and never removed.
        Err(_) => None,
    };
    let Some(facts) = read(&journal).map(|replayed| replayed.facts) else {
        if lock.is_some() && !files::is_taken(&journal) {
            // It is only tidying; what cannot be removed does no harm.
            drop(files::remove_folder(folder));
        }
        return None;
    };
    Some(Found {
        folder: folder.to_path_buf(),
        name: facts.name,
        project: facts.project,
        n_steps: facts.n_steps,
        age: files::age_of(&journal),
    })
}

fn read(journal: &Path) -> Option<record::Replayed> {
    let bytes = files::read_capped(journal, limits::GIB).ok()?;
    record::replay(&bytes)
}

/// What was in the journal in `folder`. The journal stays.
///
/// # Errors
///
/// A sentence: another window has it, or what the document names is not there any more.
pub fn open(folder: &Path, cancel: &Cancel, progress: &Progress) -> Result<Recovered, Message> {
    let lock = hold(folder)?;
    let journal = folder.join(FILE);
    let replayed = read(&journal)
        .ok_or_else(|| Message::new(&words::JOURNAL_GONE).with("path", journal.display()))?;
    let Facts {
        project, origin, ..
    } = replayed.facts;
    let (own, saved) = (folder.join(BLOBS), project.as_deref().map(blobs::folder_of));
    let packed = OnceCell::new();
    let blob = |digest: Digest, size_bytes: u64| {
        let kept = blobs::find(&own, digest, size_bytes);
        let saved = || blobs::find(saved.as_deref()?, digest, size_bytes);
        let packed = || {
            let packed = packed.get_or_init(|| blobs_of(origin.as_deref(), cancel));
            packed.get(&digest).cloned()
        };
        kept.or_else(saved).or_else(packed)
    };
    let assembled = storage::assemble(
        (&journal, replayed.text.as_bytes()),
        &blob,
        cancel,
        progress,
    )?;
    Ok(Recovered {
        assembled,
        project,
        origin,
        held: (folder.to_path_buf(), lock),
    })
}

/// The blobs of the package a document was opened from, if it can be opened still.
fn blobs_of(origin: Option<&Path>, cancel: &Cancel) -> BTreeMap<Digest, Blob> {
    let opened = origin.and_then(|origin| package::open(origin, cancel).ok());
    let document = opened.and_then(|opened| opened.document);
    let blobs = document.iter().flat_map(|document| document.blobs());
    blobs.map(|blob| (blob.digest(), blob.clone())).collect()
}

/// Removes a journal that a crash left, for good.
///
/// # Errors
///
/// A sentence: another window has it, or the machine refuses.
pub fn discard(folder: &Path) -> Result<(), Message> {
    let _lock = hold(folder)?;
    files::remove_folder(folder).map_err(|error| words::file_error(&error))
}

fn hold(folder: &Path) -> Result<Lock, Message> {
    let lock = Lock::take(&folder.join(LOCK)).map_err(|error| words::file_error(&error))?;
    lock.ok_or_else(|| Message::new(&words::JOURNAL_HELD))
}

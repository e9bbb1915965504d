//! The writing side of a journal: one state after the other, on a thread of its own. It decides nothing.

use super::record::{self, Facts};
use super::{BLOBS, FILE, LOCK};
use crate::base::cancel::Cancel;
use crate::base::digest::Digest;
use crate::base::files::{self, FileError, Lock, Log};
use crate::base::limits::MIB;
use crate::base::numbers::u64_of;
use crate::base::text::Message;
use crate::document::parts::Document;
use crate::project::write;
use crate::session::{blobs, words};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A journal grows by this many bytes, and by [`GROWTH`] times its text, before it begins anew.
const GROWTH_BYTES: u64 = 4 * MIB;
const GROWTH: u64 = 4;

/// What a journal shall hold.
pub(super) enum State {
    /// This document, which is nowhere else.
    Unsaved {
        document: Arc<Document>,
        facts: Facts,
    },
    /// Nothing: the document is on disk. It may still read blobs.
    Saved,
    /// Nothing at all.
    Closed,
}

/// A journal's folder, and how far it is.
pub(super) struct Writer {
    /// Where folders of journals are made.
    parent: PathBuf,
    /// The folder with the lock on it; none until there is something to write.
    held: Option<(PathBuf, Lock)>,
    /// The file, and the text it leads to; none when it has to begin anew.
    open: Option<(Log, String)>,
    /// Blobs that are safe as long as the project stays where it is.
    kept: BTreeSet<Digest>,
    project: Option<PathBuf>,
}

impl Writer {
    pub(super) fn new(parent: PathBuf, held: Option<(PathBuf, Lock)>) -> Self {
        Self {
            parent,
            held,
            open: None,
            kept: BTreeSet::new(),
            project: None,
        }
    }

    /// Makes the journal hold `state`. Bytes of blobs follow the text, as long as nothing newer waits.
    pub(super) fn write(
        &mut self,
        state: State,
        is_newer: &dyn Fn() -> bool,
    ) -> Result<(), Message> {
        match state {
            State::Saved => {
                self.open = None;
                if let Some((folder, _)) = &self.held {
                    files::remove_file(&folder.join(FILE))
                        .map_err(|error| words::file_error(&error))?;
                }
                Ok(())
            }
            State::Closed => {
                self.open = None;
                self.kept.clear();
                if let Some((folder, lock)) = self.held.take() {
                    let removed = files::remove_folder(&folder);
                    drop(lock);
                    // An open lock file may keep its folder on some systems: it goes now.
                    removed
                        .or_else(|_| files::remove_folder(&folder))
                        .map_err(|error| words::file_error(&error))?;
                }
                Ok(())
            }
            State::Unsaved { document, facts } => {
                let text = text_of(&document)?;
                let folder = self
                    .write_text(text, &facts)
                    .map_err(|error| words::file_error(&error))?;
                self.keep_blobs(&document, &facts, &folder, is_newer)
            }
        }
    }

    fn write_text(&mut self, text: String, facts: &Facts) -> Result<PathBuf, FileError> {
        let (folder, lock) = match self.held.take() {
            Some(held) => held,
            None => hold_new(&self.parent)?,
        };
        let (folder, _) = self.held.insert((folder, lock));
        let (folder, path) = (folder.clone(), folder.join(FILE));
        // Taken out until all went well: after a failure the file begins anew.
        let log = match self.open.take() {
            Some((mut log, before))
                if log.size_bytes() < GROWTH_BYTES + GROWTH * u64_of(text.len()) =>
            {
                log.append(record::line(&before, &text, facts).as_bytes())?;
                log
            }
            _ => {
                files::write_atomic(&path, record::line("", &text, facts).as_bytes())?;
                Log::open(&path)?
            }
        };
        self.open = Some((log, text));
        Ok(folder)
    }

    fn keep_blobs(
        &mut self,
        document: &Document,
        facts: &Facts,
        folder: &Path,
        is_newer: &dyn Fn() -> bool,
    ) -> Result<(), Message> {
        if self.project != facts.project {
            self.kept.clear();
            self.project.clone_from(&facts.project);
        }
        let saved = facts.project.as_deref().map(blobs::folder_of);
        for blob in document.blobs() {
            if self.kept.contains(&blob.digest()) {
                continue;
            }
            let is_saved = saved.as_deref().is_some_and(|saved| {
                blobs::find(saved, blob.digest(), blob.size_bytes()).is_some()
            });
            if !is_saved {
                blobs::save_all(vec![blob], &folder.join(BLOBS), &Cancel::new())?;
            }
            self.kept.insert(blob.digest());
            if is_newer() {
                break;
            }
        }
        Ok(())
    }
}

/// The document as project text whose paths are absolute, wherever the text lies.
fn text_of(document: &Document) -> Result<String, Message> {
    write::write(document, Path::new(""))
        .map_err(|error| Message::new(&words::JOURNAL_NOT_WRITTEN).with("reason", error))
}

/// A folder of our own that no other process takes for abandoned.
fn hold_new(parent: &Path) -> Result<(PathBuf, Lock), FileError> {
    loop {
        let folder = files::make_folder_in(parent)?;
        // Somebody who tidies up may have been faster; the next folder is as good.
        match Lock::take(&folder.join(LOCK)) {
            Ok(Some(lock)) => return Ok((folder, lock)),
            Err(FileError::NotFound(_)) | Ok(None) => {}
            Err(error) => return Err(error),
        }
    }
}

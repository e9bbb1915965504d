//! The journal: what is not saved yet, on disk within a second, so that a crash costs no work.
//!
//! Each window has a folder of its own below the user's data, with a lock on it as long as the window lives. What lies
//! there without a lock was left by a crash. The documents themselves are never changed here.

mod compare;
mod found;
mod record;
mod writer;

pub use compare::compare;
pub use found::{Found, Recovered, discard, find, open};

use crate::base::files::Lock;
use crate::base::text::Message;
use crate::document::parts::Document;
use crate::session::jobs::{Follower, Wake};
use crate::session::words;
use record::Facts;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use writer::{State, Writer};

/// The file of a journal, in its folder.
const FILE: &str = "journal.jsonl";
/// The lock of a journal's folder.
const LOCK: &str = "lock";
/// The folder of bytes that have no file of their own.
const BLOBS: &str = "blobs";

/// How long the journal waits between two states: what is typed in one go is one line.
const PAUSE: Duration = Duration::from_millis(150);

/// Where journals lie: the user's local data folder, or the one `BEM_STUDIO_DATA` names; none when there is neither.
pub fn default_folder() -> Option<PathBuf> {
    let own = std::env::var_os("BEM_STUDIO_DATA").map(PathBuf::from);
    let user = || {
        directories::ProjectDirs::from("", "", "bem-studio")
            .map(|dirs| dirs.data_local_dir().to_path_buf())
    };
    own.or_else(user).map(|folder| folder.join("journal"))
}

/// What lies on the desk, for the journal.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// Names the desk.
    pub desk: u64,
    /// Names the state of the document.
    pub revision: u64,
    /// The document.
    pub document: &'a Arc<Document>,
    /// Where its project lies, once it was saved.
    pub project: Option<&'a Path>,
    /// The package it was opened from.
    pub origin: Option<&'a Path>,
}

/// The journal of one window.
pub struct Journal {
    /// Where folders of journals are made.
    parent: PathBuf,
    wake: Wake,
    thread: Option<Follower<State>>,
    told: Told,
    /// The failure that was told last.
    failure: Option<Message>,
}

/// What the thread was told last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Nothing,
    Unsaved { desk: u64, revision: u64 },
    Saved { desk: u64 },
}

impl Journal {
    /// A journal with a folder of its own in `parent`, made when there is something to write. `wake` is called when it
    /// cannot be written.
    pub fn new(parent: PathBuf, wake: Wake) -> Self {
        Self {
            parent,
            wake,
            thread: None,
            told: Told::Nothing,
            failure: None,
        }
    }

    /// The document is nowhere else: it will be in the journal within a second.
    pub fn tell_unsaved(&mut self, standing: Standing<'_>) {
        let told = Told::Unsaved {
            desk: standing.desk,
            revision: standing.revision,
        };
        if self.told == told {
            return;
        }
        self.told = told;
        let path = |path: Option<&Path>| path.map(Path::to_path_buf);
        let facts = Facts {
            name: standing.document.package.name.clone(),
            project: path(standing.project),
            origin: path(standing.origin),
            n_steps: standing.revision,
        };
        let document = Arc::clone(standing.document);
        self.give(State::Unsaved { document, facts });
    }

    /// What lies on this desk is on disk. Blobs stay while it is open: it may still read them.
    pub fn tell_saved(&mut self, desk: u64) {
        match self.told {
            Told::Unsaved { desk: told, .. } if told == desk => {
                self.told = Told::Saved { desk };
                self.give(State::Saved);
            }
            Told::Saved { desk: told } if told == desk => {}
            Told::Unsaved { .. } | Told::Saved { .. } => self.tell_closed(),
            Told::Nothing => {}
        }
    }

    /// Nothing that was in the journal is wanted any more.
    pub fn tell_closed(&mut self) {
        if self.told != Told::Nothing {
            self.told = Told::Nothing;
            self.give(State::Closed);
        }
    }

    /// Goes on with a journal that a crash left, in its folder: it is there until the document is saved or closed.
    pub fn adopt(&mut self, held: (PathBuf, Lock)) {
        self.tell_closed();
        // The thread before ends with what it was told.
        self.thread = None;
        self.start(Some(held));
    }

    /// Waits until everything told is on disk.
    pub fn wait(&self) {
        if let Some(thread) = &self.thread {
            thread.wait();
        }
    }

    /// Why the journal could not be written, once for each reason.
    pub fn take_failure(&mut self) -> Option<Message> {
        let failure = self.thread.as_ref()?.take_failure()?;
        if self.failure.as_ref() == Some(&failure) {
            return None;
        }
        self.failure = Some(failure.clone());
        Some(Message::new(&words::JOURNAL_FAILED).with_message("what", failure))
    }

    fn give(&mut self, state: State) {
        if self.thread.is_none() {
            self.start(None);
        }
        if let Some(thread) = &self.thread {
            thread.give(state);
        }
    }

    fn start(&mut self, held: Option<(PathBuf, Lock)>) {
        let mut writer = Writer::new(self.parent.clone(), held);
        let work = move |state, is_newer: &dyn Fn() -> bool| writer.write(state, is_newer);
        let work = Box::new(work);
        self.thread = Some(Follower::start(
            &words::KEEPING_JOURNAL,
            PAUSE,
            Arc::clone(&self.wake),
            work,
        ));
    }
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Journal({:?})", self.told)
    }
}

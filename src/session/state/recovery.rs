//! What a crash must not cost: the journal of what is open, and what an earlier crash left.

use super::{Desk, Open, Outcome, Session};
use crate::base::findings::Severity;
use crate::base::text::Message;
use crate::document::history::History;
use crate::session::journal::{self, Found, Journal, Recovered, Standing};
use crate::session::words;
use std::path::{Path, PathBuf};

impl Session {
    /// Keeps a journal in `folder` from now on, and looks there for what a crash left.
    pub fn keep_journal(&mut self, folder: PathBuf) {
        self.found = journal::find(&folder);
        self.journal = Some(Journal::new(folder, self.jobs.wake()));
        self.follow_journal();
    }

    /// What earlier windows left unsaved when they crashed.
    pub fn recoverable(&self) -> &[Found] {
        &self.found
    }

    /// The window closes as its author wanted: nothing of it need be kept.
    pub fn end(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.tell_closed();
            journal.wait();
        }
    }

    /// Tells the journal how things stand.
    pub(super) fn follow_journal(&mut self) {
        let Some(journal) = &mut self.journal else {
            return;
        };
        let desk = self.desk_number;
        match &self.desk {
            Desk::Document(open) if open.history.is_dirty() => journal.tell_unsaved(Standing {
                desk,
                revision: open.history.revision(),
                document: open.history.document(),
                project: open.project_path.as_deref(),
                origin: open.origin.as_deref(),
            }),
            Desk::Document(_) => journal.tell_saved(desk),
            Desk::Start | Desk::Package(_) => journal.tell_closed(),
        }
        if let Some(failure) = journal.take_failure() {
            self.notices.add(Severity::Warning, failure);
        }
    }

    pub(super) fn open_recovered(&mut self, folder: PathBuf) {
        let since = self.standpoint();
        let job = self
            .jobs
            .start(&words::OPENING_RECOVERED, move |cancel, progress| {
                Ok(Outcome::Recovered {
                    since,
                    recovered: Box::new(journal::open(&folder, cancel, progress)?),
                })
            });
        self.loading.push(job);
    }

    /// What differs between something recoverable, named by its folder, and what is saved.
    pub fn comparison(&self) -> Option<&(PathBuf, Vec<Message>)> {
        self.comparison.as_ref()
    }

    /// Adds a notice of the window's own.
    pub fn tell(&mut self, message: Message) {
        self.notices.add(Severity::Warning, message);
    }

    pub(super) fn compare_recovered(&mut self, folder: PathBuf) {
        let mut found = self.found.iter().filter(|found| found.folder == folder);
        let Some(saved) = found.find_map(|found| found.project.clone()) else {
            return;
        };
        self.jobs
            .start(&words::COMPARING_RECOVERED, move |cancel, progress| {
                let rows = journal::compare(&folder, &saved, cancel, progress)?;
                Ok(Outcome::Compared { folder, rows })
            });
    }

    pub(super) fn take_recovered(&mut self, recovered: Recovered) {
        let Recovered {
            assembled,
            project,
            origin,
            held,
        } = recovered;
        self.found.retain(|found| found.folder != held.0);
        let mut history = History::new(assembled.document);
        history.mark_unsaved();
        self.put_on_desk(Desk::Document(Box::new(Open {
            history,
            project_path: project,
            origin,
            figures: assembled.figures,
        })));
        if let Some(journal) = &mut self.journal {
            journal.adopt(held);
        }
        let message = Message::new(&words::RECOVERED);
        self.notices.add(Severity::Hint, message);
        for message in assembled.warnings {
            self.notices.add(Severity::Warning, message);
        }
    }

    pub(super) fn discard_recovered(&mut self, folder: &Path) {
        match journal::discard(folder) {
            Ok(()) => self.found.retain(|found| found.folder != folder),
            Err(message) => self.notices.add(Severity::Error, message),
        }
    }
}

//! How things leave the desk for the disk, and what is remembered between starts.

use super::{Desk, Outcome, Session};
use crate::base::findings::Severity;
use crate::base::text::Message;
use crate::session::settings::{self, Settings};
use crate::session::{release, storage, words};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Session {
    pub(super) fn save(&mut self) {
        match self.project_path().map(Path::to_path_buf) {
            Some(path) => self.save_as(path),
            None => self
                .notices
                .add(Severity::Warning, Message::new(&words::SAVE_NEEDS_PLACE)),
        }
    }

    pub(super) fn save_as(&mut self, path: PathBuf) {
        let Desk::Document(open) = &self.desk else {
            return;
        };
        if self.saving.is_some() {
            // One after the other: the last to be asked for is the last on disk.
            self.save_next = Some(path);
            return;
        }
        let (document, revision) = (Arc::clone(open.history.document()), open.history.revision());
        let desk = self.desk_number;
        let job = self.jobs.start(&words::SAVING, move |_, _| {
            let path = storage::save(&document, &path)?;
            Ok(Outcome::Saved {
                desk,
                path,
                revision,
            })
        });
        self.saving = Some(job);
    }

    pub(super) fn take_saved(&mut self, desk: u64, path: PathBuf, revision: u64) {
        self.remember(&path);
        self.notices.add(
            Severity::Hint,
            Message::new(&words::SAVED).with("path", path.display()),
        );
        if let Desk::Document(open) = &mut self.desk
            && desk == self.desk_number
        {
            open.history.mark_saved(revision);
            open.project_path = Some(path);
        }
    }

    pub(super) fn export(&mut self, path: PathBuf) {
        let Desk::Document(open) = &self.desk else {
            return;
        };
        let document = Arc::clone(open.history.document());
        let project = open.project_path.clone();
        self.jobs.start(&words::EXPORTING, move |cancel, progress| {
            let exported = release::export(&document, project.as_deref(), &path, cancel, progress)?;
            Ok(Outcome::Exported {
                exported: Box::new(exported),
            })
        });
    }

    pub(super) fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
        if let Some(path) = &self.settings_path
            && let Err(refused) = settings::write(path, &self.settings)
        {
            self.notices
                .add(Severity::Warning, words::settings_not_kept(&refused));
        }
    }

    pub(super) fn remember(&mut self, path: &Path) {
        self.set(|settings| settings.remember(path));
    }
}

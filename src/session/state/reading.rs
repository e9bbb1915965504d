//! What panels and scripts read of a session.

use super::{Desk, Session};
use crate::base::files;
use crate::base::text::{Language, Message};
use crate::document::history::StepView;
use crate::document::ids::SourceId;
use crate::document::parts::Document;
use crate::session::deepening::Deep;
use crate::session::intake::{self, Figure, FileKind};
use crate::session::jobs::JobView;
use crate::session::notices::Notice;
use crate::session::package::PackageView;
use crate::session::problems::Problem;
use crate::session::release::Check;
use crate::session::sample;
use crate::session::selection::Selection;
use crate::session::settings::{self, Settings};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Session {
    /// The document, if one is open.
    pub fn document(&self) -> Option<&Arc<Document>> {
        match &self.desk {
            Desk::Document(open) => Some(open.history.document()),
            Desk::Start | Desk::Package(_) => None,
        }
    }

    /// The package that is open for looking, if any.
    pub fn package(&self) -> Option<&PackageView> {
        match &self.desk {
            Desk::Package(view) => Some(view),
            Desk::Start | Desk::Document(_) => None,
        }
    }

    /// Whether nothing is open.
    pub fn is_start(&self) -> bool {
        matches!(self.desk, Desk::Start)
    }

    /// Names the state of the document: equal numbers mean equal documents.
    pub fn revision(&self) -> Option<u64> {
        match &self.desk {
            Desk::Document(open) => Some(open.history.revision()),
            Desk::Start | Desk::Package(_) => None,
        }
    }

    /// Changes whenever something else is opened.
    pub fn desk_number(&self) -> u64 {
        self.desk_number
    }

    /// Where the project lies, once it was saved.
    pub fn project_path(&self) -> Option<&Path> {
        match &self.desk {
            Desk::Document(open) => open.project_path.as_deref(),
            Desk::Start | Desk::Package(_) => None,
        }
    }

    /// Where a file dialog should begin: beside the project, else beside what was opened last, else among the user's
    /// documents. Never in the program's own folder, where the sample lies.
    pub fn folder_to_ask_in(&self) -> Option<PathBuf> {
        let own = sample::folder();
        let recent = self
            .settings
            .recent
            .iter()
            .find(|path| !path.starts_with(&own));
        let near = self
            .project_path()
            .map(Path::to_path_buf)
            .or_else(|| recent.cloned());
        near.map(|path| files::folder_of(&path))
            .or_else(settings::documents_folder)
    }

    /// Whether the document differs from what is on disk.
    pub fn is_dirty(&self) -> bool {
        matches!(&self.desk, Desk::Document(open) if open.history.is_dirty())
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&Message> {
        match &self.desk {
            Desk::Document(open) => open.history.undo_label(),
            Desk::Start | Desk::Package(_) => None,
        }
    }

    /// What redo would do again.
    pub fn redo_label(&self) -> Option<&Message> {
        match &self.desk {
            Desk::Document(open) => open.history.redo_label(),
            Desk::Start | Desk::Package(_) => None,
        }
    }

    /// Every step of the history, the oldest first.
    pub fn steps(&self) -> Vec<StepView<'_>> {
        match &self.desk {
            Desk::Document(open) => open.history.steps(),
            Desk::Start | Desk::Package(_) => Vec::new(),
        }
    }

    /// The file a figure was imported from, with its report.
    pub fn figure(&self, id: SourceId) -> Option<&Figure> {
        match &self.desk {
            Desk::Document(open) => open.figures.get(&id).map(Arc::as_ref),
            Desk::Start | Desk::Package(_) => None,
        }
    }

    /// The part the inspector shows.
    pub fn selection(&self) -> Selection {
        self.selection
    }

    /// The last finished check; it may be of an earlier revision while [`Session::is_checking`].
    pub fn check(&self) -> Option<&Check> {
        self.check.as_deref()
    }

    /// Whether a check of the present revision is under way.
    pub fn is_checking(&self) -> bool {
        self.checking.is_some()
    }

    /// What was found in the background about the present revision, once it is.
    pub fn deep(&self) -> Option<&Deep> {
        let deep = self.deep.as_deref();
        deep.filter(|deep| self.revision() == Some(deep.revision))
    }

    /// What the last check found, the worst first.
    pub fn problems(&self) -> &[Problem] {
        self.check().map_or(&[], |check| check.problems.as_slice())
    }

    /// The jobs worth showing; checks come and go unseen.
    pub fn jobs(&self) -> Vec<JobView> {
        let checking = self.checking.map(|(job, _)| job);
        self.jobs
            .views()
            .into_iter()
            .filter(|view| Some(view.number) != checking && !self.is_showing(view.number))
            .filter(|view| Some(view.number) != self.deepening)
            .collect()
    }

    /// Whether opening this file would put something else on the desk: projects and packages do, a model joins the
    /// document that is open.
    pub fn would_replace_desk(path: &Path) -> bool {
        matches!(
            intake::kind_of(path),
            Ok(FileKind::Project | FileKind::Package)
        )
    }

    /// Whether a job runs that will change what is open.
    pub fn is_loading(&self) -> bool {
        !self.loading.is_empty()
    }

    /// What happened, oldest first.
    pub fn notices(&self) -> &[Notice] {
        self.notices.list()
    }

    /// What is remembered.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The language to speak.
    pub fn language(&self) -> Language {
        self.settings.language()
    }
}

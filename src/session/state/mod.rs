//! The session: the one thing the window shows and sends its actions to.

mod editing;
mod keeping;
mod opening;
mod reading;
mod recovery;
mod showing;

use crate::base::findings::Severity;
use crate::base::text::Message;
use crate::document::history::History;
use crate::document::ids::SourceId;
use crate::document::parts::Target;
use crate::session::action::Action;
use crate::session::deepening::Deep;
use crate::session::intake::Figure;
use crate::session::jobs::{Jobs, Wake};
use crate::session::journal::{Found, Journal, Recovered};
use crate::session::notices::Notices;
use crate::session::package::{OpenedPackage, PackageView};
use crate::session::release::{Check, Exported};
use crate::session::rules::Warm;
use crate::session::selection::Selection;
use crate::session::settings::{self, MAX_UI_SCALE, MIN_UI_SCALE, Settings};
use crate::session::showing::Shown;
use crate::session::storage::Opened;
use crate::session::{crash, words};
use showing::Showing;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// What is open, what runs, what is wrong and what is remembered.
#[derive(Debug)]
pub struct Session {
    desk: Desk,
    /// Counts what was ever opened: results of jobs for an earlier desk are dropped.
    desk_number: u64,
    selection: Selection,
    jobs: Jobs<Outcome>,
    /// The jobs that will change what is open when they end.
    loading: Vec<u64>,
    /// The check that runs, and the revision it was started for.
    checking: Option<(u64, u64)>,
    /// The saving that runs, and where to save once more when it is done.
    saving: Option<u64>,
    save_next: Option<PathBuf>,
    /// The revision whose check could not be finished.
    failed_check: Option<u64>,
    check: Option<Arc<Check>>,
    /// The job that looks deeper, and what the last one found.
    deepening: Option<u64>,
    deep: Option<Arc<Deep>>,
    view: Showing,
    /// What one check leaves for the next.
    engine: Warm,
    notices: Notices,
    settings: Settings,
    settings_path: Option<PathBuf>,
    /// The journal, if one is kept.
    journal: Option<Journal>,
    /// What crashes left.
    found: Vec<Found>,
    /// What differs between one of them and what is saved.
    comparison: Option<(PathBuf, Vec<Message>)>,
}

/// What lies on the desk.
#[derive(Debug)]
enum Desk {
    Start,
    Document(Box<Open>),
    Package(Box<PackageView>),
}

/// An open document.
#[derive(Debug)]
struct Open {
    history: History,
    project_path: Option<PathBuf>,
    /// The package it was opened from.
    origin: Option<PathBuf>,
    figures: BTreeMap<SourceId, Arc<Figure>>,
}

/// What was open, and at which revision, when a job began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standpoint {
    desk: u64,
    revision: Option<u64>,
}

/// What a job brings back.
enum Outcome {
    Figure {
        desk: u64,
        figure: Arc<Figure>,
        target: Option<Arc<Target>>,
    },
    Catalog {
        desk: u64,
        target: Arc<Target>,
    },
    Project {
        since: Standpoint,
        opened: Box<Opened>,
    },
    Package {
        since: Standpoint,
        opened: Box<OpenedPackage>,
    },
    Recovered {
        since: Standpoint,
        recovered: Box<Recovered>,
    },
    Compared {
        folder: PathBuf,
        rows: Vec<Message>,
    },
    Saved {
        desk: u64,
        path: PathBuf,
        revision: u64,
    },
    Exported {
        exported: Box<Exported>,
    },
    Check {
        desk: u64,
        revision: u64,
        check: Arc<Check>,
    },
    Deep {
        desk: u64,
        deep: Arc<Deep>,
    },
    Shown {
        desk: u64,
        wanted: u64,
        shown: Arc<Shown>,
    },
}

impl Session {
    /// A session with nothing open. `settings_path` is where settings are read from and kept, none = nowhere; `wake`
    /// is called whenever [`Session::poll`] has something to do.
    pub fn new(settings_path: Option<PathBuf>, wake: Wake) -> Self {
        let settings = settings_path
            .as_deref()
            .map(settings::read)
            .unwrap_or_default();
        Self {
            desk: Desk::Start,
            desk_number: 0,
            selection: Selection::default(),
            jobs: Jobs::new(wake),
            loading: Vec::new(),
            checking: None,
            saving: None,
            save_next: None,
            failed_check: None,
            check: None,
            deepening: None,
            deep: None,
            view: Showing::default(),
            engine: Warm::default(),
            notices: Notices::default(),
            settings,
            settings_path,
            journal: None,
            found: Vec::new(),
            comparison: None,
        }
    }

    /// Does what the user asked for, or starts it as a job.
    pub fn handle(&mut self, action: Action) {
        crash::note(action.name());
        match action {
            Action::OpenSample => self.open_sample(),
            Action::Open(path) => self.open(&path),
            Action::OpenRecovered(folder) => self.open_recovered(folder),
            Action::CompareRecovered(folder) => self.compare_recovered(folder),
            Action::DiscardRecovered(folder) => self.discard_recovered(&folder),
            Action::DecideLater => self.found.clear(),
            Action::ImportFigure(path) => self.import_figure(path, None),
            Action::ChooseCatalog(path) => self.choose_catalog(path),
            Action::Save => self.save(),
            Action::SaveAs(path) => self.save_as(path),
            Action::Export(path) => self.export(path),
            Action::Edit(edit, group) => self.edit(&edit, group),
            Action::Undo => self.step(History::undo),
            Action::Redo => self.step(History::redo),
            Action::JumpTo(step) => self.step(|history| history.jump_to(step)),
            Action::Select(selection) => self.selection = selection,
            Action::Show(state) => self.show(state),
            Action::CancelJob(number) => self.jobs.cancel(number),
            Action::DismissNotice(number) => self.notices.dismiss(number),
            Action::SetLanguage(language) => {
                self.set(|settings| settings.language = Some(language.code().to_owned()));
            }
            Action::SetTheme(theme) => self.set(|settings| settings.theme = theme),
            Action::SetUiScale(scale) => {
                self.set(|settings| {
                    settings.ui_scale = Some(scale.clamp(MIN_UI_SCALE, MAX_UI_SCALE));
                });
            }
            Action::ForgetRecent(path) => {
                self.set(|settings| settings.recent.retain(|known| *known != path));
            }
            Action::Close => self.put_on_desk(Desk::Start),
        }
        self.follow_journal();
    }

    /// Takes the results of jobs that ended. True if anything changed.
    pub fn poll(&mut self) -> bool {
        let finished = self.jobs.take_finished();
        let changed = !finished.is_empty();
        for (number, outcome) in finished {
            self.finish(number, outcome);
        }
        self.follow_journal();
        changed
    }

    /// Waits until no job runs any more: for scripts and tests.
    pub fn settle(&mut self) {
        while let Some((number, outcome)) = self.jobs.wait() {
            self.finish(number, outcome);
        }
        if let Some(journal) = &self.journal {
            journal.wait();
        }
        self.follow_journal();
    }

    fn finish(&mut self, number: u64, outcome: Result<Outcome, Message>) {
        self.loading.retain(|job| *job != number);
        let check_of = self
            .checking
            .take_if(|(job, _)| *job == number)
            .map(|(_, revision)| revision);
        let was_deepening = self.deepening.take_if(|job| *job == number).is_some();
        match outcome {
            Ok(outcome) => self.take(outcome),
            // What is only looked up in the background is missing without harm; the export asks again.
            Err(_) if was_deepening => {}
            Err(_) if check_of.is_some_and(|revision| self.revision() != Some(revision)) => {}
            Err(message) => {
                // The same document would fail the same way: it is checked again once it has changed.
                self.failed_check = check_of.or(self.failed_check);
                self.notices.add(Severity::Error, message);
            }
        }
        self.showing_ended(number);
        if self.saving.take_if(|job| *job == number).is_some()
            && let Some(path) = self.save_next.take()
        {
            self.save_as(path);
        }
        self.check_again();
        self.follow_journal();
    }

    fn take(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Figure {
                desk,
                figure,
                target,
            } if desk == self.desk_number => self.take_figure(figure, target),
            Outcome::Catalog { desk, target } if desk == self.desk_number => {
                self.take_catalog(&target);
            }
            Outcome::Project { since, .. }
            | Outcome::Package { since, .. }
            | Outcome::Recovered { since, .. }
                if self.has_unsaved_changes_since(since) =>
            {
                self.notices.add(
                    Severity::Warning,
                    Message::new(&words::CHANGED_WHILE_OPENING),
                );
            }
            Outcome::Project { opened, .. } => self.take_project(*opened),
            Outcome::Package { opened, .. } => self.take_package(*opened),
            Outcome::Compared { folder, rows } => self.comparison = Some((folder, rows)),
            Outcome::Recovered { recovered, .. } => self.take_recovered(*recovered),
            Outcome::Saved {
                desk,
                path,
                revision,
            } => self.take_saved(desk, path, revision),
            Outcome::Exported { exported } => {
                self.notices.add(Severity::Hint, words::exported(&exported));
            }
            Outcome::Check {
                desk,
                revision,
                check,
            } if desk == self.desk_number => {
                if self.revision() == Some(revision) {
                    self.check = Some(check);
                    self.show_again();
                    self.deepen();
                }
            }
            Outcome::Deep { desk, deep } if desk == self.desk_number => {
                if self.revision() == Some(deep.revision) {
                    self.take_deep(deep);
                }
            }
            Outcome::Shown {
                desk,
                wanted,
                shown,
            } if desk == self.desk_number => self.take_shown(wanted, shown),
            Outcome::Figure { .. }
            | Outcome::Catalog { .. }
            | Outcome::Check { .. }
            | Outcome::Deep { .. }
            | Outcome::Shown { .. } => {}
        }
    }

    /// What is open now.
    fn standpoint(&self) -> Standpoint {
        Standpoint {
            desk: self.desk_number,
            revision: self.revision(),
        }
    }

    /// Whether replacing what is open would lose work that nobody was asked about when the job began.
    fn has_unsaved_changes_since(&self, since: Standpoint) -> bool {
        self.is_dirty() && self.standpoint() != since
    }

    fn put_on_desk(&mut self, desk: Desk) {
        self.desk = desk;
        self.desk_number += 1;
        self.notices.clear();
        self.selection = Selection::default();
        self.check = None;
        self.deep = None;
        self.view = Showing::default();
        self.failed_check = None;
        self.save_next = None;
        if let Some((job, _)) = self.checking.take() {
            self.jobs.cancel(job);
        }
        if let Some(job) = self.deepening {
            self.jobs.cancel(job);
        }
    }
}

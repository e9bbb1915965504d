//! The session: the one thing the window shows and sends its actions to.

use crate::base::findings::Severity;
use crate::base::text::{Language, Message};
use crate::document::edit::Edit;
use crate::document::history::History;
use crate::document::ids::SourceId;
use crate::document::parts::{Document, Target};
use crate::session::action::Action;
use crate::session::intake::{self, Figure, FileKind};
use crate::session::jobs::{JobView, Jobs, Wake};
use crate::session::notices::{Notice, Notices};
use crate::session::package::{self, PackageView};
use crate::session::problems::Problem;
use crate::session::release::{self, Check, Exported};
use crate::session::selection::Selection;
use crate::session::settings::{self, Settings};
use crate::session::storage::{self, Opened};
use crate::session::{compose, sample, words};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
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
    check: Option<Arc<Check>>,
    notices: Notices,
    settings: Settings,
    settings_path: Option<PathBuf>,
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
    figures: BTreeMap<SourceId, Arc<Figure>>,
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
        opened: Box<Opened>,
    },
    Package {
        view: Box<PackageView>,
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
            check: None,
            notices: Notices::default(),
            settings,
            settings_path,
        }
    }

    /// Does what the user asked for, or starts it as a job.
    pub fn handle(&mut self, action: Action) {
        match action {
            Action::OpenSample => self.open_sample(),
            Action::Open(path) => self.open(&path),
            Action::ImportFigure(path) => self.import_figure(path, None),
            Action::ChooseCatalog(path) => self.choose_catalog(path),
            Action::Save => self.save(),
            Action::SaveAs(path) => self.save_as(path),
            Action::Export(path) => self.export(path),
            Action::Edit(edit, group) => self.edit(&edit, group),
            Action::Undo => self.step(History::undo),
            Action::Redo => self.step(History::redo),
            Action::Select(selection) => self.selection = selection,
            Action::CancelJob(number) => self.jobs.cancel(number),
            Action::DismissNotice(number) => self.notices.dismiss(number),
            Action::SetLanguage(language) => {
                self.set(|settings| settings.language = Some(language.code().to_owned()))
            }
            Action::SetTheme(theme) => self.set(|settings| settings.theme = theme),
            Action::SetUiScale(scale) => {
                self.set(|settings| settings.ui_scale = Some(scale.clamp(0.75, 3.0)))
            }
            Action::ForgetRecent(path) => {
                self.set(|settings| settings.recent.retain(|known| *known != path))
            }
            Action::Close => self.put_on_desk(Desk::Start),
        }
    }

    /// Takes the results of jobs that ended. True if anything changed.
    pub fn poll(&mut self) -> bool {
        let finished = self.jobs.take_finished();
        let changed = !finished.is_empty();
        for (number, outcome) in finished {
            self.finish(number, outcome);
        }
        changed
    }

    /// Waits until no job runs any more: for scripts and tests.
    pub fn settle(&mut self) {
        while let Some((number, outcome)) = self.jobs.wait() {
            self.finish(number, outcome);
        }
    }

    fn finish(&mut self, number: u64, outcome: Result<Outcome, Message>) {
        self.loading.retain(|job| *job != number);
        let was_check = self.checking.is_some_and(|(job, _)| job == number);
        if was_check {
            self.checking = None;
        }
        match outcome {
            Ok(outcome) => self.take(outcome),
            Err(_) if was_check => {}
            Err(message) => self.notices.add(Severity::Error, message),
        }
        self.check_again();
    }

    fn take(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Figure {
                desk,
                figure,
                target,
            } if desk == self.desk_number => self.take_figure(figure, target),
            Outcome::Catalog { desk, target } if desk == self.desk_number => {
                self.take_catalog(&target)
            }
            Outcome::Project { opened } => self.take_project(*opened),
            Outcome::Package { view } => {
                self.remember(&view.path);
                self.put_on_desk(Desk::Package(view));
            }
            Outcome::Saved {
                desk,
                path,
                revision,
            } => self.take_saved(desk, path, revision),
            Outcome::Exported { exported } => {
                self.notices.add(Severity::Hint, words::exported(&exported))
            }
            Outcome::Check {
                desk,
                revision,
                check,
            } if desk == self.desk_number => {
                if self.revision() == Some(revision) {
                    self.check = Some(check);
                }
            }
            Outcome::Figure { .. } | Outcome::Catalog { .. } | Outcome::Check { .. } => {}
        }
    }

    fn put_on_desk(&mut self, desk: Desk) {
        self.desk = desk;
        self.desk_number += 1;
        self.selection = Selection::default();
        self.check = None;
        if let Some((job, _)) = self.checking.take() {
            self.jobs.cancel(job);
        }
    }

    // Opening.

    fn open_sample(&mut self) {
        let desk = self.desk_number;
        let job = self
            .jobs
            .start(&words::OPENING_SAMPLE, move |cancel, progress| {
                let folder = sample::unpack()?;
                let target = intake::load_catalog(&folder.join(sample::CATALOG))?;
                let figure =
                    intake::load_figure(&folder.join(sample::FIGURE), None, cancel, progress)?;
                Ok(Outcome::Figure {
                    desk,
                    figure: Arc::new(figure),
                    target: Some(target),
                })
            });
        self.loading.push(job);
    }

    fn open(&mut self, path: &Path) {
        match intake::kind_of(path) {
            Ok(FileKind::Figure) => self.import_figure(path.to_path_buf(), None),
            Ok(FileKind::Catalog) => self.choose_catalog(path.to_path_buf()),
            Ok(FileKind::Project) => self.open_project(path.to_path_buf()),
            Ok(FileKind::Package) => self.open_package(path.to_path_buf()),
            Err(message) => self.notices.add(Severity::Error, message),
        }
    }

    fn import_figure(&mut self, path: PathBuf, target: Option<Arc<Target>>) {
        let desk = self.desk_number;
        let job = self.jobs.start(&words::IMPORTING, move |cancel, progress| {
            let figure = Arc::new(intake::load_figure(&path, None, cancel, progress)?);
            Ok(Outcome::Figure {
                desk,
                figure,
                target,
            })
        });
        self.loading.push(job);
    }

    fn choose_catalog(&mut self, path: PathBuf) {
        let desk = self.desk_number;
        if self.document().is_none() {
            self.notices.add(
                Severity::Warning,
                Message::new(&words::CATALOG_NEEDS_FIGURE),
            );
            self.set(|settings| settings.catalog = Some(path));
            return;
        }
        let job = self.jobs.start(&words::READING_CATALOG, move |_, _| {
            Ok(Outcome::Catalog {
                desk,
                target: intake::load_catalog(&path)?,
            })
        });
        self.loading.push(job);
    }

    fn open_project(&mut self, path: PathBuf) {
        let job = self
            .jobs
            .start(&words::OPENING_PROJECT, move |cancel, progress| {
                Ok(Outcome::Project {
                    opened: Box::new(storage::open(&path, cancel, progress)?),
                })
            });
        self.loading.push(job);
    }

    fn open_package(&mut self, path: PathBuf) {
        let job = self.jobs.start(&words::CHECKING_PACKAGE, move |cancel, _| {
            Ok(Outcome::Package {
                view: Box::new(package::open(&path, cancel)?),
            })
        });
        self.loading.push(job);
    }

    fn take_figure(&mut self, figure: Arc<Figure>, target: Option<Arc<Target>>) {
        let is_new = target.is_some() || !matches!(self.desk, Desk::Document(_));
        if is_new {
            let document = compose::new_document(&figure);
            let history = History::new(document);
            self.put_on_desk(Desk::Document(Box::new(Open {
                history,
                project_path: None,
                figures: BTreeMap::new(),
            })));
        }
        let known = self
            .settings
            .catalog
            .clone()
            .filter(|_| is_new && target.is_none());
        let target = target.or_else(|| known.and_then(|path| intake::load_catalog(&path).ok()));
        let Desk::Document(open) = &mut self.desk else {
            return;
        };
        let id = SourceId(open.history.document().next_id);
        let edit = compose::add_figure(open.history.document(), &figure, target.as_ref());
        let applied = match edit.apply(open.history.document()) {
            // A new document begins with its figure: there is nothing worth undoing to.
            Ok(document) if is_new => {
                open.history = History::new(document);
                open.history.mark_unsaved();
                Ok(())
            }
            Ok(_) => open.history.apply(&edit, None),
            Err(refused) => Err(refused),
        };
        match applied {
            Ok(()) => {
                self.notices.add(Severity::Hint, words::imported(&figure));
                self.remember(&figure.path.clone());
                if let Desk::Document(open) = &mut self.desk {
                    open.figures.insert(id, figure);
                }
                self.selection = Selection::Source(id);
            }
            Err(refused) => self.notices.add(Severity::Error, refused.0),
        }
    }

    fn take_catalog(&mut self, target: &Arc<Target>) {
        let path = target.path.clone();
        self.set(|settings| settings.catalog = Some(path));
        if let Some(document) = self.document() {
            let edit = compose::choose_target(document, target);
            self.edit(&edit, None);
            self.selection = Selection::Target;
        }
    }

    fn take_project(&mut self, opened: Opened) {
        self.remember(&opened.path);
        for message in opened.warnings {
            self.notices.add(Severity::Warning, message);
        }
        self.put_on_desk(Desk::Document(Box::new(Open {
            history: History::new(opened.document),
            project_path: Some(opened.path),
            figures: opened.figures,
        })));
    }

    // Saving and exporting.

    fn save(&mut self) {
        match self.project_path().map(Path::to_path_buf) {
            Some(path) => self.save_as(path),
            None => self
                .notices
                .add(Severity::Warning, Message::new(&words::SAVE_NEEDS_PLACE)),
        }
    }

    fn save_as(&mut self, path: PathBuf) {
        let Desk::Document(open) = &self.desk else {
            return;
        };
        let (document, revision) = (Arc::clone(open.history.document()), open.history.revision());
        let desk = self.desk_number;
        self.jobs.start(&words::SAVING, move |_, _| {
            let path = storage::save(&document, &path)?;
            Ok(Outcome::Saved {
                desk,
                path,
                revision,
            })
        });
    }

    fn take_saved(&mut self, desk: u64, path: PathBuf, revision: u64) {
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

    fn export(&mut self, path: PathBuf) {
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

    // Editing.

    fn edit(&mut self, edit: &Edit, group: Option<u64>) {
        let Desk::Document(open) = &mut self.desk else {
            return;
        };
        if let Err(refused) = open.history.apply(edit, group) {
            self.notices.add(Severity::Error, refused.0);
        }
        self.drop_dangling_selection();
        self.check_again();
    }

    fn step(&mut self, go: fn(&mut History) -> bool) {
        let Desk::Document(open) = &mut self.desk else {
            return;
        };
        go(&mut open.history);
        self.drop_dangling_selection();
        self.check_again();
    }

    fn drop_dangling_selection(&mut self) {
        let Some(document) = self.document() else {
            return;
        };
        let is_there = match self.selection {
            Selection::Package | Selection::Target => true,
            Selection::Source(id) | Selection::Bones(id, _) | Selection::Materials(id, _) => {
                document.sources.contains_key(&id)
            }
            Selection::Component(component) => (component as usize) < document.rules.len(),
            Selection::Texture(id) => document.textures.contains_key(&id),
            Selection::Group(id) => document.group(id).is_some(),
        };
        if !is_there {
            self.selection = Selection::Package;
        }
    }

    /// Starts a check of the present revision unless one is there or under way; an outdated one is cancelled.
    fn check_again(&mut self) {
        let Desk::Document(open) = &self.desk else {
            return;
        };
        let revision = open.history.revision();
        if self
            .check
            .as_ref()
            .is_some_and(|check| check.revision == revision)
        {
            return;
        }
        if let Some((job, for_revision)) = self.checking {
            if for_revision != revision {
                self.jobs.cancel(job);
            }
            return;
        }
        let (document, desk) = (Arc::clone(open.history.document()), self.desk_number);
        let job = self.jobs.start(&words::CHECKING, move |cancel, _| {
            let check = Arc::new(release::check(&document, revision, cancel)?);
            Ok(Outcome::Check {
                desk,
                revision,
                check,
            })
        });
        self.checking = Some((job, revision));
    }

    // Remembering.

    fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
        if let Some(path) = &self.settings_path
            && let Err(refused) = settings::write(path, &self.settings)
        {
            self.notices
                .add(Severity::Warning, words::settings_not_kept(&refused));
        }
    }

    fn remember(&mut self, path: &Path) {
        self.set(|settings| settings.remember(path));
    }

    // Reading.

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
            .filter(|view| Some(view.number) != checking)
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

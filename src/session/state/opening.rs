//! How things come onto the desk: files are read by jobs, their results are taken when they are done.

use super::{Desk, Open, Outcome, Session};
use crate::base::findings::Severity;
use crate::base::text::Message;
use crate::document::history::History;
use crate::document::ids::SourceId;
use crate::document::parts::Target;
use crate::session::intake::{self, Figure, FileKind};
use crate::session::package::OpenedPackage;
use crate::session::selection::Selection;
use crate::session::storage::{self, Opened};
use crate::session::{compose, package, sample, words};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Session {
    pub(super) fn open_sample(&mut self) {
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

    pub(super) fn open(&mut self, path: &Path) {
        match intake::kind_of(path) {
            Ok(FileKind::Figure) => self.import_figure(path.to_path_buf(), None),
            Ok(FileKind::Catalog) => self.choose_catalog(path.to_path_buf()),
            Ok(FileKind::Project) => self.open_project(path.to_path_buf()),
            Ok(FileKind::Package) => self.open_package(path.to_path_buf()),
            Err(message) => self.notices.add(Severity::Error, message),
        }
    }

    pub(super) fn import_figure(&mut self, path: PathBuf, target: Option<Arc<Target>>) {
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

    pub(super) fn choose_catalog(&mut self, path: PathBuf) {
        let desk = self.desk_number;
        let job = self.jobs.start(&words::READING_CATALOG, move |_, _| {
            Ok(Outcome::Catalog {
                desk,
                target: intake::load_catalog(&path)?,
            })
        });
        self.loading.push(job);
    }

    pub(super) fn open_project(&mut self, path: PathBuf) {
        let since = self.standpoint();
        let job = self
            .jobs
            .start(&words::OPENING_PROJECT, move |cancel, progress| {
                Ok(Outcome::Project {
                    since,
                    opened: Box::new(storage::open(&path, cancel, progress)?),
                })
            });
        self.loading.push(job);
    }

    pub(super) fn open_package(&mut self, path: PathBuf) {
        let since = self.standpoint();
        let job = self.jobs.start(&words::CHECKING_PACKAGE, move |cancel, _| {
            Ok(Outcome::Package {
                since,
                opened: Box::new(package::open(&path, cancel)?),
            })
        });
        self.loading.push(job);
    }

    pub(super) fn take_figure(&mut self, figure: Arc<Figure>, target: Option<Arc<Target>>) {
        let is_new = target.is_some() || !matches!(self.desk, Desk::Document(_));
        if is_new {
            let document = compose::new_document(&figure);
            let history = History::new(document);
            self.put_on_desk(Desk::Document(Box::new(Open {
                history,
                project_path: None,
                origin: None,
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

    pub(super) fn take_catalog(&mut self, target: &Arc<Target>) {
        if let Some(path) = target.path().map(Path::to_path_buf) {
            self.set(|settings| settings.catalog = Some(path));
        }
        if self.document().is_none() {
            let message = Message::new(&words::CATALOG_NEEDS_FIGURE);
            self.notices.add(Severity::Hint, message);
        } else if let Some(document) = self.document() {
            let edit = compose::choose_target(document, target);
            self.edit(&edit, None);
            self.selection = Selection::Target;
            let name = &target.profile.name;
            let message = Message::new(&words::CHARACTER_CHOSEN).with("name", name);
            self.notices.add(Severity::Hint, message);
        }
    }

    pub(super) fn take_project(&mut self, opened: Opened) {
        self.remember(&opened.path);
        self.put_on_desk(Desk::Document(Box::new(Open {
            history: History::new(opened.document),
            project_path: Some(opened.path),
            origin: None,
            figures: opened.figures,
        })));
        for message in opened.warnings {
            self.notices.add(Severity::Warning, message);
        }
    }

    /// A package that holds becomes the document; one that does not is shown with its findings.
    pub(super) fn take_package(&mut self, opened: OpenedPackage) {
        let OpenedPackage { view, document } = opened;
        self.remember(&view.path);
        let Some(document) = document else {
            self.put_on_desk(Desk::Package(Box::new(view)));
            return;
        };
        self.put_on_desk(Desk::Document(Box::new(Open {
            history: History::new(*document),
            project_path: None,
            origin: Some(view.path.clone()),
            figures: BTreeMap::new(),
        })));
        let findings = view.report.findings.iter();
        let warnings = findings.filter(|finding| finding.severity == Severity::Warning);
        let (phrase, severity) = match warnings.clone().count() {
            0 => (&words::PACKAGE_OPENED, Severity::Hint),
            _ => (&words::PACKAGE_OPENED_WARNINGS, Severity::Warning),
        };
        let message = Message::new(phrase)
            .with("name", &view.name)
            .with("n", warnings.count());
        self.notices.add(severity, message);
    }
}

//! Edits, undo and redo, and the check that follows each of them.

use super::{Desk, Outcome, Session};
use crate::base::findings::Severity;
use crate::document::edit::Edit;
use crate::document::history::History;
use crate::session::deepening::Deep;
use crate::session::selection::Selection;
use crate::session::{deepening, release, words};
use std::sync::Arc;

impl Session {
    pub(super) fn edit(&mut self, edit: &Edit, group: Option<u64>) {
        let Desk::Document(open) = &mut self.desk else {
            return;
        };
        if let Err(refused) = open.history.apply(edit, group) {
            self.notices.add(Severity::Error, refused.0);
        }
        self.drop_dangling_selection();
        self.check_again();
    }

    pub(super) fn step(&mut self, go: impl FnOnce(&mut History) -> bool) {
        let Desk::Document(open) = &mut self.desk else {
            return;
        };
        go(&mut open.history);
        self.drop_dangling_selection();
        self.check_again();
    }

    pub(super) fn drop_dangling_selection(&mut self) {
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
            Selection::Constraints => !document.constraints.is_empty(),
            Selection::Appearances => document.appearances.is_some(),
            Selection::Mesh(id) => document.meshes.contains_key(&id),
            Selection::Slot(id) => document.slot(id).is_some(),
            Selection::Parameter(id) => document.parameter(id).is_some(),
            Selection::RootOffset => document.root_offset.is_some(),
            Selection::Driver(id) => document.drivers.iter().any(|driver| driver.id == id),
        };
        if !is_there {
            self.selection = Selection::Package;
        }
    }

    /// Starts a check of the present revision unless one is there or under way; an outdated one is cancelled.
    pub(super) fn check_again(&mut self) {
        let Desk::Document(open) = &self.desk else {
            return;
        };
        let revision = open.history.revision();
        if self.failed_check == Some(revision) {
            return;
        }
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
        // The engine is with the job that looks deeper: it gives way, and the check begins when it has.
        if let Some(job) = self.deepening {
            self.jobs.cancel(job);
            return;
        }
        let (document, desk) = (Arc::clone(open.history.document()), self.desk_number);
        let engine = self.engine.clone();
        let job = self.jobs.start(&words::CHECKING, move |cancel, _| {
            let check =
                engine.with(|engine| release::check(&document, revision, engine, cancel))?;
            let check = Arc::new(check);
            Ok(Outcome::Check {
                desk,
                revision,
                check,
            })
        });
        self.checking = Some((job, revision));
    }

    /// Looks deeper into the revision whose check has just come.
    pub(super) fn deepen(&mut self) {
        let (Desk::Document(open), Some(check)) = (&self.desk, &self.check) else {
            return;
        };
        let Some(skeleton) = check.skeleton.clone().filter(|_| check.summary.is_some()) else {
            return;
        };
        let (document, desk) = (Arc::clone(open.history.document()), self.desk_number);
        let (engine, revision) = (self.engine.clone(), check.revision);
        let job = self.jobs.start(&words::DEEPENING, move |cancel, _| {
            let deep = engine.with(|engine| {
                deepening::deepen(&document, revision, &skeleton, (engine, cancel))
            })?;
            Ok(Outcome::Deep {
                desk,
                deep: Arc::new(deep),
            })
        });
        self.deepening = Some(job);
    }

    /// What only the deeper look tells joins the problems.
    pub(super) fn take_deep(&mut self, deep: Arc<Deep>) {
        let check = self.check.clone();
        if let (Desk::Document(open), Some(check)) = (&self.desk, check) {
            let found = check.with_facts(open.history.document(), &deep.facts);
            self.check = Some(Arc::new(found));
        }
        self.deep = Some(deep);
    }
}

//! Undo and redo: snapshots that share their parts, each with the label of the edit that made it.

use crate::base::text::Message;
use crate::document::edit::{Edit, EditError};
use crate::document::parts::Document;
use std::sync::Arc;

/// The most steps that are kept; the oldest go first.
const MAX_STEPS: usize = 1000;

/// The document with everything it was and may become again.
#[derive(Clone, Debug)]
pub struct History {
    steps: Vec<Step>,
    /// Index of the present in `steps`.
    at: usize,
    /// The step that is on disk, if any.
    saved: Option<u64>,
    /// Counts every step ever made: the revision.
    n_made: u64,
}

#[derive(Clone, Debug)]
struct Step {
    /// The edit that led here; none for the first.
    label: Option<Message>,
    /// Edits with equal keys in a row are one step: a drag, or typing until the focus leaves.
    group: Option<u64>,
    number: u64,
    document: Arc<Document>,
}

impl History {
    /// A history whose only state is `document`, counted as saved.
    pub fn new(document: Document) -> Self {
        let first = Step {
            label: None,
            group: None,
            number: 0,
            document: Arc::new(document),
        };
        Self {
            steps: vec![first],
            at: 0,
            saved: Some(0),
            n_made: 0,
        }
    }

    /// The document as it is now.
    pub fn document(&self) -> &Arc<Document> {
        &self.steps[self.at].document
    }

    /// Names the present state: equal numbers mean equal documents.
    pub fn revision(&self) -> u64 {
        self.steps[self.at].number
    }

    /// Applies an edit as a new step, or as part of the step before when both have the same `group`.
    ///
    /// A refused edit, and one that changes nothing, leaves no step.
    ///
    /// # Errors
    ///
    /// [`EditError`] as [`Edit::apply`]; the history is unchanged.
    pub fn apply(&mut self, edit: &Edit, group: Option<u64>) -> Result<(), EditError> {
        let next = edit.apply(self.document())?;
        if next == **self.document() {
            return Ok(());
        }
        self.steps.truncate(self.at + 1);
        self.n_made += 1;
        let present = &mut self.steps[self.at];
        let joins = group.is_some() && present.group == group && self.saved != Some(present.number);
        if joins {
            present.document = Arc::new(next);
            present.number = self.n_made;
            return Ok(());
        }
        let step = Step {
            label: Some(edit.label()),
            group,
            number: self.n_made,
            document: Arc::new(next),
        };
        self.steps.push(step);
        if self.steps.len() > MAX_STEPS {
            self.steps.remove(0);
        }
        self.at = self.steps.len() - 1;
        Ok(())
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&Message> {
        if self.at == 0 {
            None
        } else {
            self.steps[self.at].label.as_ref()
        }
    }

    /// What redo would do again.
    pub fn redo_label(&self) -> Option<&Message> {
        self.steps
            .get(self.at + 1)
            .and_then(|step| step.label.as_ref())
    }

    /// Goes one step back; false at the start.
    pub fn undo(&mut self) -> bool {
        let can = self.at > 0;
        self.at -= usize::from(can);
        can
    }

    /// Goes one step forward again; false at the end.
    pub fn redo(&mut self) -> bool {
        let can = self.at + 1 < self.steps.len();
        self.at += usize::from(can);
        can
    }

    /// Whether the present state differs from the one on disk.
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.revision())
    }

    /// Says that the state of this revision is on disk now.
    pub fn mark_saved(&mut self, revision: u64) {
        self.saved = Some(revision);
    }

    /// Says that nothing on disk equals any state: a new document with content.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }
}

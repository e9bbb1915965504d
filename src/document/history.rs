//! Undo and redo: snapshots that share their parts, each with the label of the edit that made it.

use crate::base::text::Message;
use crate::document::edit::{Edit, EditError};
use crate::document::parts::Document;
use crate::document::weight;
use std::sync::Arc;

/// The most steps that are kept; the oldest go first.
const MAX_STEPS: usize = 1000;
/// The most bytes that steps hold beyond the present document; the oldest steps go first.
const MAX_BYTES: u64 = 256 << 20;

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
    max_bytes: u64,
}

/// A step of the list of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepView<'a> {
    /// The edit that led to it; none for the first.
    pub label: Option<&'a Message>,
    /// The document is as it was then.
    pub is_present: bool,
    /// It is on disk.
    pub is_saved: bool,
}

#[derive(Clone, Debug)]
struct Step {
    /// The edit that led here; none for the first.
    label: Option<Message>,
    /// Edits with equal keys in a row are one step: a drag, or typing until the focus leaves.
    group: Option<u64>,
    number: u64,
    document: Arc<Document>,
    /// What the step before holds that this one does not, estimated.
    held_before_bytes: u64,
}

impl History {
    /// A history whose only state is `document`, counted as saved.
    pub fn new(document: Document) -> Self {
        let first = Step {
            label: None,
            group: None,
            number: 0,
            document: Arc::new(document),
            held_before_bytes: 0,
        };
        Self {
            steps: vec![first],
            at: 0,
            saved: Some(0),
            n_made: 0,
            max_bytes: MAX_BYTES,
        }
    }

    /// The same with another cap on what steps hold beyond the present document, in bytes.
    #[must_use]
    pub fn with_max_bytes(mut self, max_bytes: u64) -> Self {
        self.max_bytes = max_bytes;
        self
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
            if let Some([before, present]) = self.steps.last_chunk_mut() {
                present.held_before_bytes =
                    weight::unshared_bytes(&before.document, &present.document);
            }
            return Ok(());
        }
        let held_before_bytes = weight::unshared_bytes(&present.document, &next);
        let step = Step {
            label: Some(edit.label()),
            group,
            number: self.n_made,
            document: Arc::new(next),
            held_before_bytes,
        };
        self.steps.push(step);
        self.forget_oldest();
        self.at = self.steps.len() - 1;
        Ok(())
    }

    /// Lets the oldest steps go until the rest is within the caps; the present one and the one before it stay.
    fn forget_oldest(&mut self) {
        let mut held_bytes = self.held_bytes();
        let mut n_gone = 0;
        for step in self.steps.iter().skip(1) {
            let n_left = self.steps.len() - n_gone;
            if n_left <= MAX_STEPS && (held_bytes <= self.max_bytes || n_left <= 2) {
                break;
            }
            held_bytes -= step.held_before_bytes;
            n_gone += 1;
        }
        self.steps.drain(..n_gone);
        if let Some(first) = self.steps.first_mut() {
            first.held_before_bytes = 0;
        }
    }

    /// What all steps hold beyond the present document, in bytes, estimated.
    pub fn held_bytes(&self) -> u64 {
        self.steps.iter().map(|step| step.held_before_bytes).sum()
    }

    /// Every step there is, the oldest first: those that undo leads to, the present one, those that redo leads to.
    pub fn steps(&self) -> Vec<StepView<'_>> {
        let steps = self.steps.iter().enumerate();
        steps
            .map(|(at, step)| StepView {
                label: step.label.as_ref(),
                is_present: at == self.at,
                is_saved: self.saved == Some(step.number),
            })
            .collect()
    }

    /// Goes to a step by its place in [`History::steps`]; false when there is none. No step is lost by it.
    pub fn jump_to(&mut self, step: usize) -> bool {
        let can = step < self.steps.len();
        if can {
            self.at = step;
        }
        can
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

//! The state that the 3D view shows, made by a job whenever the document or the state has changed.

use super::{Desk, Outcome, Session};
use crate::session::showing::{self, Scenes, Shown, ShownState};
use crate::session::words;
use std::sync::Arc;

/// What is shown, and what is to be shown next.
#[derive(Debug, Default)]
pub(super) struct Showing {
    state: ShownState,
    /// Counts the wishes; a result of an earlier one is passed over.
    wanted: u64,
    /// The job that runs, and whether something changed since it began.
    running: Option<u64>,
    is_outdated: bool,
    scenes: Option<Scenes>,
    /// What was made last, and the wish it answers.
    shown: Option<(u64, Arc<Shown>)>,
}

impl Session {
    /// The state that is chosen in the view.
    pub fn shown_state(&self) -> &ShownState {
        &self.view.state
    }

    /// The document in that state, if it could be made; it may be of an earlier revision for a moment.
    pub fn shown(&self) -> Option<&Arc<Shown>> {
        self.view.shown.as_ref().map(|(_, shown)| shown)
    }

    /// Counts what was shown: equal numbers mean the same parts.
    pub fn shown_number(&self) -> u64 {
        self.view.shown.as_ref().map_or(0, |(wish, _)| *wish)
    }

    pub(super) fn show(&mut self, state: ShownState) {
        self.view.state = state;
        self.show_again();
    }

    /// Makes the scene of the last checked package anew. While one is being made, the next waits for it.
    pub(super) fn show_again(&mut self) {
        let Desk::Document(open) = &self.desk else {
            return;
        };
        if self.view.running.is_some() {
            self.view.is_outdated = true;
            return;
        }
        let document = Arc::clone(open.history.document());
        let check = self.check.as_ref();
        let Some(skeleton) = check.and_then(|check| check.skeleton.clone()) else {
            self.view.shown = None;
            return;
        };
        let scenes = self
            .view
            .scenes
            .get_or_insert_with(|| showing::scenes_for(&document));
        let (scenes, state) = (Arc::clone(scenes), self.view.state.clone());
        let (desk, wanted) = (self.desk_number, self.view.wanted + 1);
        let job = self.jobs.start(&words::SHOWING, move |_, _| {
            let shown = showing::show(&document, &skeleton, &state, &scenes);
            Ok(Outcome::Shown {
                desk,
                wanted,
                shown: Arc::new(shown),
            })
        });
        (self.view.wanted, self.view.running) = (wanted, Some(job));
        self.view.is_outdated = false;
    }

    pub(super) fn take_shown(&mut self, wanted: u64, shown: Arc<Shown>) {
        if wanted == self.view.wanted {
            self.view.shown = Some((wanted, shown));
        }
    }

    /// Takes note that a job ended, whether it brought something or not.
    pub(super) fn showing_ended(&mut self, job: u64) {
        if self
            .view
            .running
            .take_if(|running| *running == job)
            .is_some()
            && self.view.is_outdated
        {
            self.show_again();
        }
    }

    /// Whether a job is the one that makes what the view shows.
    pub(super) fn is_showing(&self, job: u64) -> bool {
        self.view.running == Some(job)
    }
}

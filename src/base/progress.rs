//! How far a piece of work has come, readable from another thread. It draws nothing.

use crate::base::text::Phrase;
use std::sync::{Arc, Mutex, PoisonError};

/// Shared between the working side and whoever shows it; clones are the same gauge.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Mutex<Reading>>);

/// One reading of a [`Progress`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// What is being done now, if the work has said so.
    pub stage: Option<&'static Phrase>,
    /// Steps of this stage that are done, `0..=n_total`.
    pub n_done: usize,
    /// Steps of this stage; 0 while unknown.
    pub n_total: usize,
}

impl Progress {
    /// A gauge at the very start.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a stage of `n_total` steps.
    pub fn begin(&self, stage: &'static Phrase, n_total: usize) {
        *self.lock() = Reading {
            stage: Some(stage),
            n_done: 0,
            n_total,
        };
    }

    /// One step of the stage is done.
    pub fn step(&self) {
        let mut reading = self.lock();
        reading.n_done = reading.n_done.saturating_add(1).min(reading.n_total);
    }

    /// The state of the work now.
    pub fn read(&self) -> Reading {
        *self.lock()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Reading> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! A token by which one side asks a long piece of work to stop. It stops nothing by force.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared between the asking side and the working side; clones are the same token.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

/// The work was stopped because its token was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

impl Cancel {
    /// A token that nobody has raised yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the work to stop. Raising twice is the same as once.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to stop.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns [`Cancelled`] when the work was asked to stop: `cancel.check()?` between two steps.
    ///
    /// # Errors
    ///
    /// [`Cancelled`] once the token was raised.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_raised() {
            Err(Cancelled)
        } else {
            Ok(())
        }
    }
}

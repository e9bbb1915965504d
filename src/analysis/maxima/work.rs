//! How much work one maximum may still cost, counted in steps that do not depend on the machine.

use crate::base::cancel::Cancel;
use crate::dd::Stop;

/// Steps between two looks at the cancel token.
const POLL_INTERVAL: u64 = 100_000;

/// A purse of steps, and the token that ends everything.
#[derive(Debug)]
pub(in crate::analysis) struct Work {
    left: u64,
    until_poll: u64,
    cancel: Cancel,
}

impl Work {
    /// A purse of `steps`.
    pub(in crate::analysis) fn new(steps: u64, cancel: &Cancel) -> Self {
        Self {
            left: steps,
            until_poll: POLL_INTERVAL,
            cancel: cancel.clone(),
        }
    }

    /// Spends `steps`. False when the purse is empty; an error only when the token was raised.
    pub(in crate::analysis) fn spend(&mut self, steps: u64) -> Result<bool, Stop> {
        self.left = self.left.saturating_sub(steps);
        self.until_poll = self.until_poll.saturating_sub(steps);
        if self.until_poll == 0 {
            self.until_poll = POLL_INTERVAL;
            if self.cancel.is_raised() {
                return Err(Stop::Cancelled);
            }
        }
        Ok(self.left > 0)
    }

    /// Takes out a smaller purse of at most `steps`.
    pub(super) fn split(&mut self, steps: u64) -> Self {
        let taken = steps.min(self.left);
        self.left -= taken;
        Self::new(taken, &self.cancel)
    }

    /// Puts back what a smaller purse has left.
    pub(super) fn give_back(&mut self, part: &Self) {
        self.left += part.left;
    }

    /// The token.
    pub(super) fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// What is left.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.left == 0
    }
}

//! Why there is no answer, and how much work an answer may cost.

use crate::base::cancel::Cancelled;
use crate::dd::Stop;

/// Why a manifest could not be analysed. Faults of the package are facts, not errors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalysisError {
    /// The proof needs more diagram nodes than the budget allows.
    #[error("the conditions need more than {limit} diagram nodes")]
    TooLarge {
        /// Most nodes allowed.
        limit: usize,
    },
    /// The token was raised.
    #[error("cancelled")]
    Cancelled,
    /// A name or index leads nowhere or a size is beyond all bounds, so the structural rules do not hold.
    #[error("{pointer}: this leads nowhere")]
    Unresolved {
        /// JSON pointer of the place.
        pointer: String,
    },
    /// A reported state did not show what was claimed of it: a fault of this program, never of the package.
    #[error("{rule} at {pointer:?}: the evaluator does not confirm the proof")]
    Unconfirmed {
        /// Rule or metric.
        rule: &'static str,
        /// JSON pointer of the place.
        pointer: String,
    },
}

impl From<Cancelled> for AnalysisError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<Stop> for AnalysisError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::NodeLimit { limit } => Self::TooLarge { limit },
            Stop::Cancelled => Self::Cancelled,
        }
    }
}

/// How much work a proof may cost, in units that do not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Most diagram nodes in the arena; past it there is no answer.
    pub nodes: usize,
    /// Most states at one level of a maximum's search.
    pub states: usize,
    /// Most steps for one maximum; past it the answer is an interval.
    pub steps: u64,
    /// Whether maxima are worked out exactly where a verdict on their limits could do.
    pub is_exact: bool,
}

impl Budget {
    /// For the check after every edit: verdicts, and what exact numbers come with them.
    pub const LIVE: Self = Self {
        nodes: 1_000_000,
        states: 4_000,
        steps: 20_000_000,
        is_exact: false,
    };

    /// For export and `check`: exact numbers unless the package is extreme.
    pub const EXACT: Self = Self {
        nodes: 8_000_000,
        states: 200_000,
        steps: 500_000_000,
        is_exact: true,
    };
}

impl Default for Budget {
    fn default() -> Self {
        Self::EXACT
    }
}

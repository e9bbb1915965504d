//! Floor 3: proves a manifest over all its selections (bem.md ch. 18). It never sees the document.
//!
//! [`prove()`] is the entry point. It answers with every fault it finds, each with the number of selections that show it
//! and the one nearest to the defaults, with the counts and maxima of the package, and, when nothing rejects, with a
//! [`Proof`] that sealing asks for. Every state it tells was put through [`evaluate::plan`], which knows no diagrams.

mod advice;
mod alike;
mod appearances;
mod bindings;
mod clusters;
mod confirm;
mod drafts;
mod engine;
mod error;
mod explain;
mod facts;
mod idle;
mod limits;
mod maxima;
mod meter;
mod package;
mod phrases;
mod predicates;
mod proof;
mod prove;
mod published;
mod questions;
mod repair;
mod repairs;
mod replay;
mod report;
mod resolve;
mod rules;
mod shape;
mod space;
mod state;
mod summary;
mod terms;
mod written;

pub mod conditions;
pub mod evaluate;

pub use engine::{Engine, Revision};
pub use error::{AnalysisError, Budget};
pub use explain::Explanation;
pub use facts::{Fact, FactKind};
pub use idle::{Idle, IdleKind};
pub use limits::Limits;
pub use proof::Proof;
pub use prove::{Analysis, prove};
pub use published::{Published, Refusal, reordered};
pub use repair::{Change, Repair, RepairKind, Standing};
pub use repairs::repair_idle;
pub use state::{GroupState, State};
pub use summary::{AppearanceCost, Maximum, Metric, Summary, Verdict};

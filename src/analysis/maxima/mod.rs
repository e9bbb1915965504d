//! The largest weight of true predicates over the legal maps, as a small optimisation problem: independent parts are
//! answered one by one, narrow ones exactly by dynamic programming over their groups.
//!
//! Every bound is an integer that was proved; what stays open is an interval whose lower end is attained.

mod chain;
mod question;

pub(super) use question::{Answer, Effort, Question, maximise, merged};

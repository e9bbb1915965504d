//! The largest weight of true predicates over the legal maps, as a small optimisation problem: independent parts are
//! answered one by one, narrow ones exactly by walking their graph, wide ones by branch and bound.
//!
//! Every bound is an integer that was proved; what stays open is an interval whose lower end is attained.

mod answers;
mod branch;
mod cluster;
mod descent;
mod dual;
mod factors;
mod graph;
mod order;
mod problem;
mod question;
mod spread;
mod view;
mod work;

pub(super) use answers::Answers;
pub(super) use question::{Answer, Question, count_above, maximise};
pub(super) use spread::Weights;
pub(super) use work::Work;

//! Floor 1: exact multi-valued decision diagrams. They know neither packages nor text.
//!
//! One arena ([`Diagrams`]) holds all diagrams over up to [`Diagrams::MAX_LEVELS`] levels of up to
//! [`Diagrams::MAX_ARITY`] values each. Nodes are hash-consed and reduced (a node whose children are all the same is
//! that child), so within one arena two functions are equal exactly when their [`Node`]s are. Level order is the order
//! in which the levels were given; nothing is reordered and nothing is freed: garbage goes with its arena.
//!
//! A [`Node`] belongs to the arena that made it. Every operation is counted against the node limit of its run and
//! looks at the run's cancel token; running out is an ordinary error ([`Stop`]), after which the arena is still good.

#![forbid(unsafe_code)]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable
)]

mod apply;
mod arena;
mod count;
mod cubes;
mod cut;
mod hashing;
mod measure;
mod nearest;

pub use arena::{Diagrams, Node, Stop};
pub use count::Count;
pub use cubes::Cubes;
pub use measure::Measure;
pub use nearest::Costs;

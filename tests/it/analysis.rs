//! What `analysis` promises, tested from outside.

#![expect(clippy::expect_used, reason = "tests and what they share fail loudly")]

mod bindings;
mod enumeration;
mod explanations;
mod families;
mod idleness;
pub(crate) mod load;
mod planted;
mod proofs;
mod proving;
pub(crate) mod published;
mod random;
mod repairs;
mod revisions;
mod selection_cases;
mod written_conditions;

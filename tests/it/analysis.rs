//! What `analysis` promises, tested from outside.

#![expect(clippy::expect_used, reason = "tests and what they share fail loudly")]

mod families;
mod load;
mod proofs;
mod selection_cases;

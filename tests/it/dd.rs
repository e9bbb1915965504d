//! What `dd` promises, tested from outside.

#![expect(clippy::expect_used, reason = "tests and what they share fail loudly")]

mod counts;
mod truth_tables;
mod walks;

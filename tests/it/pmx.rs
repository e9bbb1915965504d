//! What `pmx` promises, tested from outside.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::cast_sign_loss,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking, and its numbers are small"
)]

mod cases;
mod edits;
mod hostile;
mod identity;
mod limits;
mod memory;
mod sample;

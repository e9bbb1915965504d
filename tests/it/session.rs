//! The session without a window: what is kept, what is refused, what is never lost.

#![expect(clippy::expect_used, reason = "tests and what they share fail loudly")]

mod keeping;
mod proofs;

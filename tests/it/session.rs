//! The session without a window: what is kept, what is refused, what is never lost.

#![expect(
    clippy::expect_used,
    clippy::unreachable,
    reason = "tests and what they share fail loudly"
)]

mod crashes;
mod faults;
mod journal;
mod keeping;
mod killed;
mod proofs;

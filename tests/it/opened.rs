//! Packages opened as documents: nothing in them is lost on the way out again.

#![expect(clippy::expect_used, reason = "tests and what they share fail loudly")]

mod round_trips;

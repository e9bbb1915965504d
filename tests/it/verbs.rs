//! The commands around packages, tested as the command line and scripts use them.

#![expect(clippy::expect_used, reason = "tests and what they share fail loudly")]

mod attacks;
mod bench;
mod command;
mod differences;
mod plans;
mod round_trips;
mod tasks;

//! Journeys through the window without a screen: widgets are found by what they are called, jobs are waited for.

#![expect(clippy::expect_used, reason = "tests and what they share fail loudly")]

mod bad_input;
mod camera;
mod desk;
mod journeys;
mod languages;
mod pictures;
mod recovery;

//! Journeys through the window without a screen: widgets are found by what they are called, jobs are waited for.

mod bad_input;
mod camera;
mod desk;
mod journeys;
mod languages;
mod pictures;

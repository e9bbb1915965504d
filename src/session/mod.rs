//! Floor 5: the application without a window: what is open, what runs, what is wrong, what is remembered.
//!
//! The window and the command line ask for the same things here and get the same results. No egui, no GL, no argument
//! parser is named on this floor.

pub mod action;
pub mod compose;
pub mod inspect;
pub mod intake;
pub mod jobs;
pub mod notices;
pub mod package;
pub mod picture;
pub mod problems;
pub mod proving;
pub mod release;
pub mod sample;
pub mod selection;
pub mod settings;
pub mod state;
pub mod storage;

mod blobs;
mod outputs;
mod rules;
mod words;

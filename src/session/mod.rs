//! Floor 5: the application without a window: what is open, what runs, what is wrong, what is remembered.
//!
//! The window and the command line ask for the same things here and get the same results. No egui, no GL, no argument
//! parser is named on this floor.

pub mod action;
pub mod answer;
pub mod bundling;
pub mod compose;
pub mod crash;
pub mod deepening;
pub mod difference;
pub mod inspect;
pub mod intake;
pub mod jobs;
pub mod journal;
pub mod notices;
pub mod package;
pub mod package_picture;
pub mod packing;
pub mod picture;
pub mod planning;
pub mod problems;
pub mod proving;
pub mod release;
pub mod reports;
pub mod sample;
pub mod selection;
pub mod settings;
pub mod showing;
pub mod sources;
pub mod starts;
pub mod state;
pub mod storage;
pub mod unpacking;
pub mod versions;

mod blobs;
mod editable;
mod loading;
mod outputs;
mod renumbered;
mod repairing;
mod rules;
mod words;

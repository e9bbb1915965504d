//! All integration tests, one binary: linking is what costs.

mod analysis;
mod architecture;
mod bem;
mod convert;
mod dd;
mod document;
mod history;
mod import;
mod licences;
mod mdl;
mod opened;
mod pmx;
mod preview;
mod project;
mod runtime;
mod session;
mod verbs;
mod window;
mod words;

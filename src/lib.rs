#![doc = include_str!("ARCHITECTURE.md")]

pub mod base;

pub mod bytes;
pub mod dd;
pub mod geom;

pub mod formats;
pub mod model;

pub mod analysis;
pub mod convert;
pub mod document;
pub mod import;
pub mod runtime;

pub mod export;
pub mod preview;
pub mod project;

pub mod session;

pub mod cli;
pub mod ui;

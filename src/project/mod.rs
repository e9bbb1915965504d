//! Floor 4: the project file: a document as readable JSON text and back.
//!
//! Models and catalogues are not in it, only where they lie and what their content was: whoever opens a project loads
//! them and hands them to [`read::assemble`]. Serialisation stays on this floor: `document` knows nothing of it.
//!
//! # The file
//!
//! UTF-8 JSON, `"kind": "bem-studio-project"`, `"version": 1`. Paths are relative to the project file's folder and use
//! `/`; only what lies on another drive is absolute. Tables are sorted by id, one item a line, without times, so that
//! two versions can be merged as text.

pub mod error;
pub mod file;
pub mod lines;
mod phrases;
pub mod read;
mod references;
pub mod write;

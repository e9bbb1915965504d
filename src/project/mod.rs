//! Floor 4: a document as files and back: the project file, and packages opened for editing.
//!
//! Models and catalogues are not in it, only where they lie and what their content was: whoever opens a project loads
//! them and hands them to [`read::assemble`]. Serialisation stays on this floor: `document` knows nothing of it.
//!
//! # The file
//!
//! UTF-8 JSON, `"kind": "bem-studio-project"`, `"version": 2`. Paths are relative to the project file's folder and use
//! `/`; only what lies on another drive is absolute. Tables are sorted by id, one item a line, without times, so that
//! two versions can be merged as text. Bytes without a file of their own, payloads of an opened package above all, lie in
//! a folder beside it, once each, named by their content hash.

pub mod error;
pub mod file;
pub mod lines;
pub mod package;
mod phrases;
pub mod read;
mod references;
pub mod write;

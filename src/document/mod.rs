//! Floor 3: the package being authored: its parts, the edits that change it, its history.
//!
//! It serialises nothing and knows no file format. A [`Document`](parts::Document) is never changed in place: an
//! [`Edit`](edit::Edit) makes the next one, and unchanged parts are shared.

pub mod blob;
pub mod condition;
pub mod edit;
pub mod history;
pub mod ids;
pub mod metadata;
pub mod naming;
pub mod parts;

mod apply;
mod labels;
mod weight;

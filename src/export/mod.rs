//! Floor 4: a document becomes a package: skeleton, build, seal. Nothing is written to disk here.
//!
//! [`skeleton`](skeleton::skeleton) makes the manifest with payload sizes and converts no byte: what is checked while the
//! author types. [`build`](build::build) makes the same manifest with its payloads. [`seal`](seal::seal) makes bytes of
//! them, but only of what was proved, and only after reading them back.

pub mod build;
pub mod provenance;
pub mod seal;
pub mod skeleton;

mod assemble;
mod conditions;
mod faults;
mod order;
mod phrases;
mod pictures;
mod piece;
mod raw;
mod seal_phrases;

pub use piece::BuiltPayloads;

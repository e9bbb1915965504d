//! Floor 3: files on disk get their meaning: a model, a target profile, a bone map. No file is opened here.

#![forbid(unsafe_code)]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable
)]

mod bone_fold;
pub mod bone_map;
mod bone_table;
pub mod catalog;
pub mod mdl;
pub mod orientation;
pub mod pmx;
pub mod report;
mod role_words;
pub mod roles;
pub mod scale;
pub mod textures;
mod transparency;
mod vectors;

//! Floor 3: what the game does with a manifest (bem.md 12, 15, 18.6, 23). It sees no document, draws and sounds nothing.
//!
//! - [`selection`]: what a player has set, and the effective map of it;
//! - [`plan`](mod@plan): what one selection comes to: candidates, draws, textures, payloads;
//! - [`shape`]: sliders, which frames are read and where the vertices go;
//! - [`drivers`]: clocks, what they write in a frame, what is released;
//! - [`saved`]: the texts in which all that is kept between sessions.
//!
//! Everything is a function of its arguments. Time is handed in as seconds; there is no clock of the machine here. An
//! invalid manifest is met with an error or with the substitution of the rule's Read column, never with a panic.

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

pub mod drivers;
pub mod plan;
pub mod saved;
pub mod selection;
pub mod shape;

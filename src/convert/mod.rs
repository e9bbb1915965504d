//! Floor 3: mesh, skin, palette, texture transforms. Which mesh becomes what is decided elsewhere.
//!
//! Everything here is a pure function: the same input gives the same bytes on every machine and with every number of
//! threads. Nothing is repaired in silence: what cannot be converted is an error value that names the culprit.
//!
//! # The way of a figure
//!
//! 1. [`fit::Fit::new`] lays the figure's joints on the target's; [`fit::Fit::apply`] moves its vertices.
//! 2. [`mesh::convert`] turns draws of the fitted figure into vertex streams, a palette and index payloads.
//! 3. [`deltas`] turns morphs, moved by the same fit, into delta payloads of that mesh.
//! 4. [`texture::encode`] turns pictures into texture payloads.

pub mod deltas;
pub mod donors;
pub mod error;
pub mod fit;
pub mod joints;
pub mod layout;
pub mod measure;
pub mod mesh;
pub mod placeholder;
mod skeletons;
pub mod skin;
pub mod split;
mod streams;
pub mod texture;

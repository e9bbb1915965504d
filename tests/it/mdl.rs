//! What the MDL reader and importer promise, tested from outside.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod bench;
mod cases;
mod figures;
mod hostile;
mod refusals;
mod strips;
mod textures;

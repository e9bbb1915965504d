//! The texts in which selections, hotkeys and driver commands are kept in `runtime.ini` (bem.md 15.2, 15.6, ch. 23). It
//! reads and writes the values of keys, no files.
//!
//! Reading is generous, as the game falls back to sane values: it always gives a result, and findings for all it passed
//! over. [`parse_selection`] is the strict form of the command line: one finding and nothing is given.

mod commands;
mod hotkeys;
mod pairs;
mod phrases;
mod selection;

pub use commands::read_commands;
pub use hotkeys::{Hotkeys, KeyRefused};
pub use selection::{SavedTexts, parse_selection, read_selection};

//! What players save about a package (bem.md ch. 15.6, 23): selections, slider ticks, driver hotkeys. Never package
//! content, so nothing here refuses a package: bad pairs are told and passed over.

pub mod hotkeys;
pub mod selection;

use crate::formats::bem::check::report::{Purpose, Report};

/// How saved text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// As a generous reader: what cannot be used is told as a warning and passed over.
    #[default]
    Generous,
    /// As typed on a command line, or as the game's own parser reads: every fault is an error.
    Strict,
}

impl Strictness {
    const fn report(self) -> Report {
        Report::new(match self {
            Self::Generous => Purpose::Read,
            Self::Strict => Purpose::Export,
        })
    }
}

/// `key:value` pairs joined by `&`, with the pairs that are none.
fn pairs(text: &str) -> impl Iterator<Item = Result<(&str, &str), &str>> {
    let parts = if text.is_empty() {
        None
    } else {
        Some(text.split('&'))
    };
    parts.into_iter().flatten().map(|part| {
        let mut halves = part.split(':');
        match (halves.next(), halves.next(), halves.next()) {
            (Some(key), Some(value), None) if !key.is_empty() && !part.contains(' ') => {
                Ok((key, value))
            }
            _ => Err(part),
        }
    })
}

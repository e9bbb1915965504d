//! One texture path looked up in a tree of files, with everything worth telling about it.

use crate::import::textures::tree::{Hit, How, Tree};
use crate::import::textures::wanted::{Departure, wanted};

/// How one written path was looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lookup {
    /// The clean relative path that was looked for; none = the maker meant no texture (PMX-67).
    pub wanted: Option<String>,
    /// Why only the last part was looked for (PMX-68).
    pub departure: Option<Departure>,
    /// What was found.
    pub hit: Option<Hit>,
    /// The author chose the file; no look-up took place.
    pub is_chosen: bool,
    /// Where nothing was found: a picture with the same stem, to be offered and never taken silently (PMX-70).
    pub offer: Option<String>,
}

impl Lookup {
    /// The file that was found, as the listing has it.
    pub fn file(&self) -> Option<&str> {
        self.hit.as_ref().map(|hit| hit.file.as_str())
    }

    /// A texture was meant and is not there.
    pub fn is_missing(&self) -> bool {
        self.wanted.is_some() && self.hit.is_none()
    }
}

/// Looks up one path as its maker wrote it; a `choice` of the author that the tree holds goes before.
pub fn look_up(written: &str, tree: &Tree, choice: Option<&str>) -> Lookup {
    let asked = wanted(written);
    let departure = asked.as_ref().and_then(|asked| asked.departure);
    let wanted = asked.map(|asked| asked.path);
    if let Some(file) = choice.filter(|file| tree.holds(file)) {
        return Lookup {
            wanted,
            departure,
            hit: Some(Hit {
                file: file.to_owned(),
                how: How::Exact,
                is_ambiguous: false,
            }),
            is_chosen: true,
            offer: None,
        };
    }
    let hit = wanted.as_deref().and_then(|path| tree.find(path));
    let offer = match (&wanted, &hit) {
        (Some(path), None) => tree.offer(path).map(str::to_owned),
        _ => None,
    };
    Lookup {
        wanted,
        departure,
        hit,
        is_chosen: false,
        offer,
    }
}

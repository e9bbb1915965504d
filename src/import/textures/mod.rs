//! The pictures a figure names: looked up in a listing (PMX-67..70), decoded, or replaced by nothing with a warning.
//!
//! No file is opened here: the caller lists the folder and hands in a function that reads one of its files.

pub mod lookup;
mod phrases;
pub mod tree;
pub mod wanted;

use crate::base::files::FileError;
use crate::base::findings::Finding;
use crate::formats::image::{Decoded, ImageError, Kind, decode};
use crate::import::textures::lookup::{Lookup, look_up};
use crate::import::textures::tree::Tree;
use crate::model::image::Image;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What became of one entry of the source's texture table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundTexture {
    /// Where it was found, relative to the listing's root, with `/`; none = not found.
    pub file: Option<String>,
    /// What the content is; none = not found or broken.
    pub kind: Option<Kind>,
    /// The picture; none = not found or broken, shown as a placeholder (PMX-70, PMX-72).
    pub image: Option<Arc<Image>>,
}

/// The outcome of [`load`].
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// `textures[i]` belongs to `written[i]`.
    pub textures: Vec<FoundTexture>,
    /// `lookups[i]` says how `written[i]` was looked up, with an offer where nothing was found.
    pub lookups: Vec<Lookup>,
    /// Everything worth a look, in the order of the table.
    pub findings: Vec<Finding>,
}

/// Looks up and decodes every entry of a texture table.
///
/// - `written`: the paths as the source writes them.
/// - `files`: all files of the root as [`crate::base::files::list_tree`] lists them; links are resolved there.
/// - `choices`: the author's own answers, path as written -> file of the listing; they go before any look-up.
/// - `read`: reads one file of the listing.
///
/// A file named several times is read and decoded once. Nothing here fails: what cannot be had is a finding.
pub fn load<Read>(
    written: &[String],
    files: &[String],
    choices: &BTreeMap<String, String>,
    mut read: Read,
) -> Loaded
where
    Read: FnMut(&str) -> Result<Vec<u8>, FileError>,
{
    let tree = Tree::new(files);
    let lookups: Vec<Lookup> = written
        .iter()
        .map(|path| look_up(path, &tree, choices.get(path).map(String::as_str)))
        .collect();
    let wanted: BTreeSet<&str> = lookups.iter().filter_map(Lookup::file).collect();
    let contents: Vec<(String, Content)> = wanted
        .into_iter()
        .map(|file| (file.to_owned(), read(file)))
        .collect();
    let pictures: BTreeMap<String, Outcome> = contents
        .into_par_iter()
        .map(|(file, content)| {
            let outcome = outcome(&file, content);
            (file, outcome)
        })
        .collect();
    gather(written, lookups, &pictures)
}

type Content = Result<Vec<u8>, FileError>;

/// What reading and decoding one file came to.
enum Outcome {
    Unreadable(FileError),
    Broken(ImageError),
    Decoded {
        kind: Kind,
        image: Arc<Image>,
        notes: Vec<crate::formats::image::Note>,
    },
}

fn outcome(file: &str, content: Content) -> Outcome {
    let bytes = match content {
        Ok(bytes) => bytes,
        Err(error) => return Outcome::Unreadable(error),
    };
    match decode(&bytes, file) {
        Err(error) => Outcome::Broken(error),
        Ok(Decoded {
            kind,
            picture,
            notes,
        }) => Outcome::Decoded {
            kind,
            image: Arc::new(Image {
                width: picture.width,
                height: picture.height,
                pixels: picture.pixels,
            }),
            notes,
        },
    }
}

fn gather(
    written: &[String],
    lookups: Vec<Lookup>,
    pictures: &BTreeMap<String, Outcome>,
) -> Loaded {
    let mut findings = phrases::Lines::default();
    let mut textures = Vec::with_capacity(written.len());
    for (index, (path, lookup)) in written.iter().zip(&lookups).enumerate() {
        findings.lookup(index, path, lookup);
        let mut texture = FoundTexture {
            file: lookup.file().map(str::to_owned),
            ..FoundTexture::default()
        };
        match lookup.file().and_then(|file| pictures.get(file)) {
            None => {}
            Some(Outcome::Unreadable(error)) => findings.unreadable(index, path, error),
            Some(Outcome::Broken(error)) => findings.broken(index, path, error),
            Some(Outcome::Decoded { kind, image, notes }) => {
                texture.kind = Some(*kind);
                texture.image = Some(Arc::clone(image));
                findings.notes(index, path, notes);
            }
        }
        textures.push(texture);
    }
    Loaded {
        textures,
        lookups,
        findings: findings.into_findings(),
    }
}

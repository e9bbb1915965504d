//! Starts that never came to a working window: after two of them the third is safe. What safe means is the window's.

use crate::base::files;
use std::path::{Path, PathBuf};

/// Failed starts after which the next one is safe.
const MAX_FAILED: u32 = 2;

/// How the window starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// As asked.
    #[default]
    Usual,
    /// With nothing open and without the 3D view.
    Safe,
}

/// Counts the starts in one folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starts {
    path: PathBuf,
}

impl Starts {
    /// The count lies in `folder`.
    pub fn new(folder: &Path) -> Self {
        Self {
            path: folder.join("failed-starts"),
        }
    }

    /// A start begins; it counts as failed until [`Starts::went_well`]. Where nothing can be counted, every start is
    /// usual.
    pub fn begin(&self) -> Start {
        let n_failed = self.n_failed();
        let counted = n_failed.saturating_add(1).to_string();
        let made = files::make_folder(&files::folder_of(&self.path));
        // A folder that takes no count takes no harm from it either.
        drop(made.and_then(|()| files::write_atomic(&self.path, counted.as_bytes())));
        if n_failed >= MAX_FAILED {
            Start::Safe
        } else {
            Start::Usual
        }
    }

    /// The window works.
    pub fn went_well(&self) {
        // If it stays, one of the next starts is safe without need; that costs no work.
        drop(files::remove_file(&self.path));
    }

    fn n_failed(&self) -> u32 {
        let bytes = files::read_head(&self.path, 16).unwrap_or_default();
        let text = String::from_utf8(bytes).unwrap_or_default();
        text.trim().parse().unwrap_or(0)
    }
}

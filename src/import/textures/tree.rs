//! A listing of files, arranged for look-up by loosely equal names (PMX-69). It knows no disk.

use crate::base::limits;
use crate::formats::image::Kind;
use std::collections::BTreeMap;
use unicode_normalization::UnicodeNormalization as _;

/// How loosely a name had to be compared to be found. Ordered: the loosest is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// Letter by letter.
    Exact,
    /// Equal once both are composed (NFC): names written on macOS.
    Composed,
    /// Equal without case.
    Case,
    /// Equal after compatibility folding (NFKC) without case: full-width letters and the like.
    Folded,
}

impl How {
    /// In the order they are tried.
    pub const ALL: [Self; 4] = [Self::Exact, Self::Composed, Self::Case, Self::Folded];

    /// What two names must have in common to be equal this way.
    fn key(self, name: &str) -> String {
        match self {
            Self::Exact => name.to_owned(),
            Self::Composed => name.nfc().collect(),
            Self::Case => folded(&Self::Composed.key(name)),
            Self::Folded => {
                let compatible: String = name.nfkc().collect();
                folded(&compatible).nfkc().collect()
            }
        }
    }
}

/// Case folding may leave a name decomposed, so it is composed again.
fn folded(name: &str) -> String {
    caseless::default_case_fold_str(name).nfc().collect()
}

/// Where a path was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The file, exactly as the listing has it.
    pub file: String,
    /// The loosest comparison that any of its parts needed.
    pub how: How,
    /// Some part had more than one name at that step; the first in byte order was taken.
    pub is_ambiguous: bool,
}

/// The files of a root.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// By path from the root, `""` for the root itself.
    folders: BTreeMap<String, Folder>,
    /// Pictures by folded stem, for offers; in byte order.
    by_stem: BTreeMap<String, Vec<String>>,
}

#[derive(Clone, Debug, Default)]
struct Folder {
    files: Names,
    folders: Names,
}

/// Names by key, one table for each [`How`]; names that share a key are in byte order.
#[derive(Clone, Debug, Default)]
struct Names([BTreeMap<String, Vec<String>>; 4]);

impl Names {
    fn insert(&mut self, name: &str) {
        for (table, how) in self.0.iter_mut().zip(How::ALL) {
            let equal = table.entry(how.key(name)).or_default();
            if let Err(place) = equal.binary_search_by(|other| other.as_str().cmp(name)) {
                equal.insert(place, name.to_owned());
            }
        }
    }

    /// The first name that matches at the strictest step, and whether others match there too.
    fn find(&self, name: &str) -> Option<(&str, How, bool)> {
        self.0.iter().zip(How::ALL).find_map(|(table, how)| {
            let equal = table.get(&how.key(name))?;
            equal
                .first()
                .map(|first| (first.as_str(), how, equal.len() > 1))
        })
    }
}

impl Tree {
    /// Arranges a listing of relative paths with `/`.
    ///
    /// Entries that are no clean relative path (an empty, `.` or `..` part, `\`, `:` or NUL anywhere) or lie deeper than
    /// [`limits::TREE_DEPTH`] are passed over: archives may name anything, and nothing outside may be reached.
    pub fn new(files: &[String]) -> Self {
        let mut tree = Self::default();
        for file in files.iter().filter(|file| is_clean(file)) {
            tree.insert(file);
        }
        tree
    }

    fn insert(&mut self, file: &str) {
        let mut folder = String::new();
        let mut rest = file;
        while let Some((part, below)) = rest.split_once('/') {
            self.folders
                .entry(folder.clone())
                .or_default()
                .folders
                .insert(part);
            push_part(&mut folder, part);
            rest = below;
        }
        self.folders.entry(folder).or_default().files.insert(rest);
        if Kind::is_picture_name(rest) {
            let equal = self.by_stem.entry(stem_key(rest)).or_default();
            if let Err(place) = equal.binary_search_by(|other| other.as_str().cmp(file)) {
                equal.insert(place, file.to_owned());
            }
        }
    }

    /// Whether the listing holds exactly this file.
    pub fn holds(&self, file: &str) -> bool {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        self.folders
            .get(folder)
            .and_then(|folder| folder.files.find(name))
            .is_some_and(|(_, how, _)| how == How::Exact)
    }

    /// Finds a clean relative path part by part: exact, then NFC, then without case, then compatibility folding.
    pub fn find(&self, path: &str) -> Option<Hit> {
        let mut hit = Hit {
            file: String::new(),
            how: How::Exact,
            is_ambiguous: false,
        };
        let mut rest = path;
        loop {
            let folder = self.folders.get(&hit.file)?;
            let below = rest.split_once('/');
            let (name, how, is_ambiguous) = match below {
                Some((part, _)) => folder.folders.find(part)?,
                None => folder.files.find(rest)?,
            };
            push_part(&mut hit.file, name);
            hit.how = hit.how.max(how);
            hit.is_ambiguous |= is_ambiguous;
            match below {
                Some((_, after)) => rest = after,
                None => return Some(hit),
            }
        }
    }

    /// A picture that may be meant where `path` was not found: equal stem; one with the equal whole name first, then
    /// one in the folder that was named, then the one nearest to the root, then by byte order (PMX-70).
    pub fn offer(&self, path: &str) -> Option<&str> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let name = How::Folded.key(name);
        self.by_stem
            .get(&stem_key(path))?
            .iter()
            .map(String::as_str)
            .min_by_key(|file| {
                let (its_folder, its_name) = file.rsplit_once('/').unwrap_or(("", file));
                let is_other_name = How::Folded.key(its_name) != name;
                let depth = file.matches('/').count();
                (is_other_name, its_folder != folder, depth, *file)
            })
    }
}

fn push_part(path: &mut String, part: &str) {
    if !path.is_empty() {
        path.push('/');
    }
    path.push_str(part);
}

fn stem_key(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    };
    How::Folded.key(stem.trim())
}

fn is_clean(file: &str) -> bool {
    !file.contains(['\\', ':', '\0'])
        && file.matches('/').count() <= limits::TREE_DEPTH
        && file.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

//! From the path a maker wrote to the path that is looked up (PMX-67, PMX-68). The written path itself stays as it is.

/// A clean relative path to look for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// One or more parts joined by `/`; no part is empty, `.` or `..`, none holds `:`, `\` or NUL.
    pub path: String,
    /// Set when only the last part of what was written is looked up.
    pub departure: Option<Departure>,
}

/// Why the written path was not followed as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// It names a place on the maker's machine or on the net.
    Absolute,
    /// Its `..` parts lead out of the root.
    LeavesRoot,
}

/// The path to look for; `None` = the maker meant no texture.
pub fn wanted(written: &str) -> Option<Wanted> {
    let whole = written.split('\0').next().unwrap_or_default();
    let path = whole.trim().replace('\\', "/");
    if path.ends_with('/') {
        return None;
    }
    if path.starts_with('/') || path.contains(':') {
        return last_part(&path, Departure::Absolute);
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    return last_part(&path, Departure::LeavesRoot);
                }
            }
            name => parts.push(name),
        }
    }
    (!parts.is_empty()).then(|| Wanted {
        path: parts.join("/"),
        departure: None,
    })
}

fn last_part(path: &str, departure: Departure) -> Option<Wanted> {
    let last = path.rsplit(['/', ':']).next().unwrap_or_default();
    (!matches!(last, "" | "." | "..")).then(|| Wanted {
        path: last.to_owned(),
        departure: Some(departure),
    })
}

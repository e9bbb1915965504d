//! Paths inside authoring files: relative, `/`-separated, never leading out of their folder. Nothing is opened here.

/// The path in its plain form, `\` counting as `/` and `.` left out; none where it is absolute, has a drive, a `..` or
/// nothing in it (PRJ-03).
pub fn plain_path(text: &str) -> Option<String> {
    let unified = text.replace('\\', "/");
    if unified.contains(':') || unified.contains('\0') || unified.starts_with('/') {
        return None;
    }
    let mut parts = Vec::new();
    for part in unified.split('/') {
        match part {
            ".." => return None,
            "" | "." => {}
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// The path reduced to what tells two of them apart.
///
/// Separators unified, `.` and `..` worked out, letter case folded, since two names that differ in case are one file on
/// many computers. Leading `..` stay.
pub fn comparable_path(text: &str) -> String {
    let unified = text.replace('\\', "/");
    let is_absolute = unified.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in unified.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let joined = parts.join("/");
    let rooted = if is_absolute {
        format!("/{joined}")
    } else {
        joined
    };
    caseless::default_case_fold_str(&rooted)
}

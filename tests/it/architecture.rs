//! Holds the table of floors: who may name whom, and what every file owes its reader.

#![expect(
    clippy::expect_used,
    clippy::string_slice,
    reason = "tests fail loudly; slices begin and end at ASCII signs that were found"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Module, floor, and the lower modules it may name. `main.rs` is the top.
const FLOORS: &[(&str, u8, &[&str])] = &[
    ("base", 0, &[]),
    ("bytes", 1, &["base"]),
    ("geom", 1, &["base"]),
    ("dd", 1, &["base"]),
    ("gamepad", 1, &["base"]),
    ("formats", 2, &["base", "bytes"]),
    ("model", 2, &["base", "geom"]),
    ("import", 3, &["base", "geom", "formats", "model"]),
    ("document", 3, &["base", "geom", "model"]),
    ("runtime", 3, &["base", "formats"]),
    ("analysis", 3, &["base", "dd", "formats"]),
    ("convert", 3, &["base", "geom", "formats", "model"]),
    ("project", 4, &["base", "formats", "model", "document"]),
    (
        "export",
        4,
        &[
            "base", "geom", "formats", "model", "document", "convert", "analysis",
        ],
    ),
    (
        "preview",
        4,
        &["base", "geom", "formats", "model", "document", "runtime"],
    ),
    (
        "session",
        5,
        &[
            "base", "bytes", "geom", "dd", "formats", "model", "import", "document", "runtime",
            "analysis", "convert", "project", "export", "preview",
        ],
    ),
    (
        "ui",
        6,
        &[
            "base", "model", "document", "analysis", "runtime", "preview", "gamepad", "session",
        ],
    ),
    ("cli", 6, &["base", "session"]),
    ("main", 7, &["cli", "ui"]),
];

/// Crates with rooms of their own: the files (by path prefix under `src/`) that may name them.
const ROOMS: &[(&str, &[&str])] = &[
    ("egui", &["ui/"]),
    ("eframe", &["ui/", "main.rs"]),
    ("egui_extras", &["ui/"]),
    ("egui_glow", &["ui/"]),
    ("three_d", &["preview/gpu"]),
    // `ui/app.rs` only names the type in the signature of a method it must implement.
    ("glow", &["preview/gpu", "ui/viewport", "ui/app.rs"]),
    ("glutin", &["preview/gpu"]),
    ("gilrs", &["gamepad/poll.rs"]),
    ("image", &["formats/image/"]),
    ("dds", &["convert/texture", "formats/image/"]),
    ("clap", &["cli/"]),
    ("ctrlc", &["cli/"]),
    ("rfd", &["ui/dialogs"]),
    (
        "serde",
        &["project/", "session/settings", "cli/", "formats/bem/"],
    ),
    (
        "serde_json",
        &["project/", "session/", "cli/", "formats/", "import/"],
    ),
];

/// Words that must not stand outside their rooms, and the rooms.
const WORDS: &[(&str, &[&str])] = &[
    (
        "std::fs::",
        &["base/files.rs", "base/files/staged.rs", "base/files/log.rs"],
    ),
    (
        "std::thread::Builder",
        &["session/jobs.rs", "gamepad/poll.rs", "ui/dialogs.rs"],
    ),
    ("std::thread::spawn", &[]),
];

const BANNED_NAMES: &[&str] = &[
    "utils", "util", "helpers", "helper", "common", "misc", "manager",
];

struct Source {
    /// Path below `src/`, with `/`.
    path: String,
    text: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)
            .expect("src can be listed")
            .flatten()
        {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = String::from_utf8(bytes_of(&path)).expect("sources are UTF-8");
                let below = path
                    .strip_prefix(&root)
                    .expect("below src")
                    .to_string_lossy()
                    .replace('\\', "/");
                found.push(Source { path: below, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(
        found.len() > 20,
        "the walk found only {} files",
        found.len()
    );
    found
}

fn bytes_of(path: &Path) -> Vec<u8> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .expect("source opens")
        .read_to_end(&mut bytes)
        .expect("source reads");
    bytes
}

fn module_of(path: &str) -> &str {
    path.split('/')
        .next()
        .unwrap_or(path)
        .trim_end_matches(".rs")
}

/// The code of a file without comments and without its test module.
fn code_of(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    before_tests
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Modules of this crate that a piece of code names, by `crate::x` or `bem_studio::x` and in grouped `use` lists.
fn modules_named(code: &str) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for root in ["crate::", "bem_studio::"] {
        for (at, _) in code.match_indices(root) {
            let rest = &code[at + root.len()..];
            if let Some(list) = rest.strip_prefix('{') {
                let mut depth = 0_i32;
                let mut word = String::new();
                for letter in list.chars() {
                    match letter {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => word.clear(),
                        ':' if depth == 0 && !word.is_empty() => {
                            named.insert(std::mem::take(&mut word));
                        }
                        _ if depth == 0 && (letter.is_alphanumeric() || letter == '_') => {
                            word.push(letter);
                        }
                        _ => {}
                    }
                }
            } else {
                named.insert(
                    rest.chars()
                        .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                        .collect(),
                );
            }
        }
    }
    named
}

fn names_crate(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = &code[at + name.len()..];
        let starts = !before.is_some_and(|letter| {
            letter.is_alphanumeric() || letter == '_' || letter == ':' || letter == '.'
        });
        starts
            && (after.starts_with("::") || (after.starts_with(';') && code[..at].ends_with("use ")))
    })
}

#[test]
fn every_module_names_only_lower_floors_it_is_allowed_to() {
    let mut breaches = Vec::new();
    for source in sources() {
        let module = module_of(&source.path);
        if module == "lib" {
            continue;
        }
        let Some((_, floor, allowed)) = FLOORS.iter().find(|(name, ..)| *name == module) else {
            breaches.push(format!(
                "{}: module `{module}` stands on no floor",
                source.path
            ));
            continue;
        };
        for named in modules_named(&code_of(&source.text)) {
            if named == module || named == "bem_studio" || named.is_empty() {
                continue;
            }
            let Some((_, other, _)) = FLOORS.iter().find(|(name, ..)| *name == named) else {
                continue;
            };
            if other >= floor || !allowed.contains(&named.as_str()) {
                breaches.push(format!(
                    "{}: `{module}` must not name `{named}`",
                    source.path
                ));
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn rim_crates_stay_in_their_rooms() {
    let mut breaches = Vec::new();
    for source in sources() {
        let code = code_of(&source.text);
        for (name, rooms) in ROOMS {
            if names_crate(&code, name) && !rooms.iter().any(|room| source.path.starts_with(room)) {
                breaches.push(format!("{}: names `{name}`", source.path));
            }
        }
        for (word, rooms) in WORDS {
            if code.contains(word) && !rooms.contains(&source.path.as_str()) {
                breaches.push(format!("{}: contains `{word}`", source.path));
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn every_file_says_what_it_is_and_stays_short() {
    let mut breaches = Vec::new();
    for source in sources() {
        if !source.text.starts_with("//! ") && source.path != "lib.rs" {
            breaches.push(format!("{}: no `//!` header", source.path));
        }
        let n_lines = source.text.lines().count();
        if n_lines > 600 {
            breaches.push(format!("{}: {n_lines} lines, at most 600", source.path));
        }
        for part in source.path.trim_end_matches(".rs").split('/') {
            if BANNED_NAMES.contains(&part) {
                breaches.push(format!("{}: `{part}` names nothing", source.path));
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn the_library_root_holds_only_modules() {
    let source = sources()
        .into_iter()
        .find(|source| source.path == "lib.rs")
        .expect("lib.rs");
    for line in source.text.lines().filter(|line| !line.is_empty()) {
        assert!(
            line.starts_with("pub mod ") || line.starts_with("#![doc"),
            "lib.rs holds `{line}`"
        );
    }
}

//! Every crate we build with allows our licence. Needs no network: cargo knows the licences of what it has.

#![expect(
    clippy::expect_used,
    clippy::string_slice,
    reason = "tests fail loudly; slices begin and end at ASCII signs that were found"
)]

use std::process::Command;

/// Licences that may be combined with MIT OR Apache-2.0.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "OFL-1.1",
    "Ubuntu-font-1.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates with another licence, and why they may stay.
const EXCEPTIONS: &[(&str, &str)] = &[(
    "option-ext",
    "MPL-2.0, file by file: used unchanged, below the crate that finds the user's folders",
)];

/// Whether an SPDX expression can be satisfied: one side of every `OR`, both sides of every `AND`.
fn allows(expression: &str) -> bool {
    let plain = expression.replace('/', " OR ");
    let parts = top_level(&plain, " AND ");
    if parts.len() > 1 {
        return parts.iter().all(|part| allows(part));
    }
    let parts = top_level(&plain, " OR ");
    if parts.len() > 1 {
        return parts.iter().any(|part| allows(part));
    }
    let inner = plain.trim();
    if let Some(inner) = inner
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'))
    {
        return allows(inner);
    }
    ALLOWED.contains(&inner)
}

/// Splits outside of brackets.
fn top_level(expression: &str, word: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0_i32;
    let mut rest = expression;
    while let Some(letter) = rest.chars().next() {
        if depth == 0 && rest.starts_with(word) {
            parts.push(String::new());
            rest = &rest[word.len()..];
            continue;
        }
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        parts.last_mut().expect("never empty").push(letter);
        rest = &rest[letter.len_utf8()..];
    }
    parts
}

#[test]
fn every_dependency_allows_our_licence() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert!(packages.len() > 100, "only {} packages", packages.len());
    let refused: Vec<String> = packages
        .iter()
        .filter(|package| {
            let name = package["name"].as_str().unwrap_or("");
            let licence = package["license"].as_str().unwrap_or("");
            !EXCEPTIONS.iter().any(|(known, _)| *known == name) && !allows(licence)
        })
        .map(|package| format!("{}: {}", package["name"], package["license"]))
        .collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

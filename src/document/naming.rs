//! Generates the ids that go into the package, so that nobody has to type one (ID-01).

/// A stable id from a display name: its ASCII letters and digits, or `fallback` where it has none;
/// a number is added until `is_taken` says no.
pub fn export_id(name: &str, fallback: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut stem = String::new();
    for letter in name.chars() {
        if letter.is_ascii_alphanumeric() {
            stem.push(letter.to_ascii_lowercase());
        } else if !stem.is_empty() && !stem.ends_with('_') {
            stem.push('_');
        }
        if stem.len() >= 64 {
            break;
        }
    }
    let stem = stem.trim_matches('_');
    let stem = if stem.is_empty() { fallback } else { stem };
    if !is_taken(stem) {
        return stem.to_owned();
    }
    let mut number = 2_u64;
    loop {
        let id = format!("{stem}_{number}");
        if !is_taken(&id) {
            return id;
        }
        number += 1;
    }
}

/// Whether a text is a stable id: 1..=96 of `[A-Za-z0-9_.-]`, the first a letter or digit (ID-01).
pub fn is_stable_id(text: &str) -> bool {
    let mut letters = text.bytes();
    let first = letters
        .next()
        .is_some_and(|letter| letter.is_ascii_alphanumeric());
    let rest = letters
        .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, b'_' | b'.' | b'-'));
    first && rest && text.len() <= 96
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_come_from_the_latin_letters_of_a_name() {
        assert_eq!(
            export_id("Red Dress!", "group", |_| false),
            "red_dress",
            "latin name"
        );
        assert_eq!(
            export_id("衣装", "group", |_| false),
            "group",
            "no latin letter"
        );
        assert_eq!(
            export_id("衣装", "group", |id| id == "group"),
            "group_2",
            "taken"
        );
    }

    #[test]
    fn every_generated_id_is_stable_by_the_rule() {
        for name in ["", "a", "...", "ÄÖÜ x", "1", &"long ".repeat(60)] {
            let id = export_id(name, "choice", |_| false);
            assert!(is_stable_id(&id), "{name:?} became {id:?}");
        }
        assert!(
            !is_stable_id("_a") && !is_stable_id("") && !is_stable_id("a b"),
            "bad forms"
        );
    }
}

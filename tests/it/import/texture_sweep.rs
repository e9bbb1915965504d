//! Sweeps over made-up paths and listings: whatever is written, nothing outside the listing is ever reached.

use bem_studio::import::textures::lookup::look_up;
use bem_studio::import::textures::tree::Tree;
use bem_studio::import::textures::wanted::wanted;
use proptest::prelude::*;

/// Pieces that paths of trouble are made of.
const PIECES: [&str; 24] = [
    "..",
    ".",
    "/",
    "\\",
    ":",
    "C:",
    "\0",
    " ",
    "\u{3000}",
    "tex",
    "TEX",
    "a.png",
    "A.PNG",
    "ａ.png",
    "が",
    "か\u{3099}",
    "~",
    "%2e%2e",
    "http:",
    "//",
    "\\\\?\\",
    "CON",
    "...",
    "ß",
];

fn path() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..12)
        .prop_map(|pieces| pieces.concat())
}

fn is_clean(path: &str) -> bool {
    !path.contains(['\\', ':', '\0'])
        && path
            .split('/')
            .all(|part| !part.is_empty() && part != "." && part != "..")
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4096,
        rng_seed: proptest::test_runner::RngSeed::Fixed(20),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_looked_for_is_always_a_clean_relative_path(written in path()) {
        if let Some(asked) = wanted(&written) {
            prop_assert!(is_clean(&asked.path), "{written:?} -> {:?}", asked.path);
        }
    }

    #[test]
    fn what_is_found_or_offered_is_always_a_clean_entry_of_the_listing(
        written in path(),
        files in proptest::collection::vec(path(), 0..8),
        choice in proptest::option::of(path()),
    ) {
        let tree = Tree::new(&files);
        let lookup = look_up(&written, &tree, choice.as_deref());
        for file in lookup.file().into_iter().chain(lookup.offer.as_deref()) {
            prop_assert!(is_clean(file), "{written:?} reaches {file:?}");
            prop_assert!(files.iter().any(|entry| entry == file), "{file:?} is not listed");
        }
    }

    #[test]
    fn a_clean_path_finds_itself(written in path()) {
        if is_clean(&written) && written.trim() == written {
            let lookup = look_up(&written, &Tree::new(std::slice::from_ref(&written)), None);
            prop_assert_eq!(lookup.file(), Some(written.as_str()), "of {:?}", written);
        }
    }

    #[test]
    fn any_text_at_all_is_survived(written in any::<String>(), file in any::<String>()) {
        let tree = Tree::new(&[file]);
        let lookup = look_up(&written, &tree, None);
        prop_assert!(lookup.file().is_none_or(is_clean), "{written:?}");
    }
}

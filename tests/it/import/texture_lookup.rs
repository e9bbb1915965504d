//! Texture paths as makers write them, looked up in listings as disks and archives give them.

use super::{bytes_of, json_of};
use bem_studio::base::files::FileError;
use bem_studio::formats::image::Kind;
use bem_studio::import::textures::lookup::{Lookup, look_up};
use bem_studio::import::textures::tree::{How, Tree};
use bem_studio::import::textures::wanted::{Departure, wanted};
use bem_studio::import::textures::{Loaded, load};
use std::collections::BTreeMap;
use std::path::PathBuf;

fn listing(files: &[&str]) -> Vec<String> {
    files.iter().map(|file| (*file).to_owned()).collect()
}

fn tree(files: &[&str]) -> Tree {
    Tree::new(&listing(files))
}

fn found(written: &str, files: &[&str]) -> Lookup {
    look_up(written, &tree(files), None)
}

#[test]
fn every_path_of_the_sample_cases_is_looked_up_as_expected() {
    let manifest = json_of("tests/data/pmx/manifest.json");
    let cases = manifest["files"]["odd/texture_paths.pmx"]["import"]["texture_lookup"]
        .as_array()
        .expect("a list of cases");
    assert_eq!(cases.len(), 14, "count of cases");
    for case in cases {
        let raw = case["raw"].as_str().expect("a path");
        let asked = wanted(raw);
        let path = asked.as_ref().map(|asked| asked.path.as_str());
        assert_eq!(path, case["lookup"].as_str(), "{raw:?}");
        let why = case["why"].as_str().expect("a reason");
        let departure = asked.and_then(|asked| asked.departure);
        let expected = match why {
            "absolute" | "URL" => Some(Departure::Absolute),
            "leaves the root" => Some(Departure::LeavesRoot),
            _ => None,
        };
        assert_eq!(departure, expected, "{raw:?}: {why}");
    }
}

#[test]
fn paths_that_name_no_file_mean_no_texture() {
    for raw in [
        "",
        " ",
        "\u{3000}",
        ".",
        "./",
        "tex/",
        "tex\\",
        "tex\\ ",
        "a/..",
        "C:",
        "C:\\",
        "/",
        "//",
        "\0a.png",
        "../..",
        "..",
        "/..",
        "x:..",
        "C:\\tex\\..",
        "/.",
        "..\\",
    ] {
        assert_eq!(wanted(raw), None, "{raw:?}");
    }
}

#[test]
fn awkward_paths_become_clean_ones() {
    for (raw, path, departure) in [
        ("a.png\0junk", "a.png", None),
        ("\u{3000}a b.png\u{3000}", "a b.png", None),
        ("tex/./x/../y.png", "tex/y.png", None),
        ("tex\\/\\a.png", "tex/a.png", None),
        ("...", "...", None),
        ("a/..b/c..png", "a/..b/c..png", None),
        ("D:a.png", "a.png", Some(Departure::Absolute)),
        ("tex/a:b.png", "b.png", Some(Departure::Absolute)),
        ("file:///C:/x/a.png", "a.png", Some(Departure::Absolute)),
        ("a/../../b.png", "b.png", Some(Departure::LeavesRoot)),
        ("../tex/b.png", "b.png", Some(Departure::LeavesRoot)),
    ] {
        let asked = wanted(raw).unwrap_or_else(|| panic!("{raw:?} is a texture"));
        assert_eq!(
            (asked.path.as_str(), asked.departure),
            (path, departure),
            "{raw:?}"
        );
    }
}

#[test]
fn the_strictest_comparison_that_finds_something_wins() {
    let composed = "tex/が.png";
    let decomposed = "tex/か\u{3099}.png";
    for (written, files, file, how) in [
        (
            "tex/a.png",
            vec!["TEX/A.png", "tex/a.png"],
            "tex/a.png",
            How::Exact,
        ),
        (composed, vec![decomposed], decomposed, How::Composed),
        ("Tex\\A.PNG", vec!["tex/a.png"], "tex/a.png", How::Case),
        ("STRASSE.png", vec!["straße.png"], "straße.png", How::Case),
        ("ｔｅｘ/１.png", vec!["tex/1.png"], "tex/1.png", How::Folded),
        (
            "tex/㌔.PNG",
            vec!["tex/キロ.png"],
            "tex/キロ.png",
            How::Folded,
        ),
    ] {
        let hit = found(written, &files)
            .hit
            .unwrap_or_else(|| panic!("{written} in {files:?}"));
        assert_eq!((hit.file.as_str(), hit.how), (file, how), "{written}");
        assert!(!hit.is_ambiguous, "{written} is not ambiguous");
    }
}

#[test]
fn equal_names_at_one_step_give_the_first_in_byte_order_and_a_warning() {
    let hit = found("a.png", &["A.png", "A.PNG"]).hit.expect("found");
    assert_eq!(hit.file, "A.PNG", "first in byte order");
    assert!(hit.is_ambiguous, "said to be ambiguous");
    let loaded = load(
        &listing(&["a.png"]),
        &listing(&["A.png", "A.PNG"]),
        &BTreeMap::new(),
        |_| Err(FileError::NotFound(PathBuf::new())),
    );
    let codes = codes(&loaded);
    assert_eq!(
        codes,
        [
            "texture-ambiguous",
            "texture-spelling",
            "texture-unreadable"
        ],
        "what is said"
    );
}

fn codes(loaded: &Loaded) -> Vec<&str> {
    loaded
        .findings
        .iter()
        .map(|finding| finding.rule.as_ref())
        .collect()
}

#[test]
fn a_folder_is_no_file_and_a_file_no_folder() {
    assert!(found("tex", &["tex/a.png"]).is_missing(), "a folder's name");
    assert!(
        found("a.png/b.png", &["a.png"]).is_missing(),
        "through a file"
    );
}

#[test]
fn a_picture_of_the_same_stem_is_offered_and_not_taken() {
    let files = [
        "readme/metal.txt",
        "b/metal.png",
        "metal.tga",
        "tex/Metal.jpg",
        "tex/metal.psd",
    ];
    let lookup = found("tex\\metal.png", &files);
    assert!(lookup.is_missing(), "not taken");
    assert_eq!(
        lookup.offer.as_deref(),
        Some("b/metal.png"),
        "whole name first"
    );
    let lookup = found("tex\\metal.bmp", &files);
    assert_eq!(
        lookup.offer.as_deref(),
        Some("tex/Metal.jpg"),
        "then its folder"
    );
    let lookup = found("other\\metal.bmp", &files);
    assert_eq!(
        lookup.offer.as_deref(),
        Some("metal.tga"),
        "then near the root"
    );
    assert_eq!(found("tex/gold.png", &files).offer, None, "no such stem");
}

#[test]
fn the_authors_choice_goes_before_the_look_up() {
    let files = ["a.png", "b.png"];
    let lookup = look_up("a.png", &tree(&files), Some("b.png"));
    assert_eq!(lookup.file(), Some("b.png"), "chosen");
    assert!(lookup.is_chosen, "marked");
    let lookup = look_up("a.png", &tree(&files), Some("../b.png"));
    assert_eq!(lookup.file(), Some("a.png"), "a choice that is not there");
}

#[test]
fn the_textures_of_the_sample_figure_are_found_and_decoded_as_expected() {
    let expected = json_of("resources/sample/expected.json");
    let entries = expected["textures"].as_array().expect("textures");
    let written: Vec<String> = entries
        .iter()
        .map(|entry| entry["raw"].as_str().expect("a path").to_owned())
        .collect();
    let files =
        bem_studio::base::files::list_tree(&super::path_of("resources/sample")).expect("listed");
    let mut reads = Vec::new();
    let loaded = load(&written, &files, &BTreeMap::new(), |file| {
        reads.push(file.to_owned());
        Ok(bytes_of(&format!("resources/sample/{file}")))
    });
    for (entry, texture) in entries.iter().zip(&loaded.textures) {
        let raw = &entry["raw"];
        assert_eq!(texture.file.as_deref(), entry["file"].as_str(), "{raw}");
        let kind = texture.kind.map(|kind| kind.name().to_lowercase());
        assert_eq!(kind.as_deref(), entry["content"].as_str(), "{raw}");
        let size = texture
            .image
            .as_ref()
            .map_or((0, 0), |image| (image.width, image.height));
        let wanted = (&entry["width"], &entry["height"]);
        let wanted = (wanted.0.as_u64(), wanted.1.as_u64());
        assert_eq!(
            (Some(u64::from(size.0)), Some(u64::from(size.1))),
            wanted,
            "{raw}"
        );
    }
    let unique: std::collections::BTreeSet<_> = reads.iter().collect();
    assert_eq!(unique.len(), reads.len(), "each file is read once");
    assert_eq!(
        codes(&loaded),
        ["texture-spelling", "texture-missing"],
        "said"
    );
    assert_eq!(
        loaded.lookups[2].hit.as_ref().map(|hit| hit.how),
        Some(How::Case),
        "Hair.TGA"
    );
}

#[test]
fn broken_pictures_are_said_and_leave_no_image() {
    let files = listing(&["a.png", "b.psd", "c.bmp"]);
    let loaded = load(&files, &files, &BTreeMap::new(), |file| {
        Ok(match file {
            "a.png" => b"no picture".to_vec(),
            "b.psd" => b"8BPS".to_vec(),
            _ => super::pictures::encoded(image::ImageFormat::Png, 2, 2),
        })
    });
    let images: Vec<Option<Kind>> = loaded.textures.iter().map(|one| one.kind).collect();
    assert_eq!(images, [None, None, Some(Kind::Png)], "kinds");
    assert_eq!(
        codes(&loaded),
        ["image-unknown", "image-unsupported", "image-extension"],
        "said"
    );
    let text = loaded.findings[0]
        .message
        .text(bem_studio::base::text::Language::Ja);
    assert!(text.contains("a.png") && text.contains("認識"), "{text}");
}

#[test]
fn a_thousand_missing_textures_stay_a_short_report() {
    let written: Vec<String> = (0..1000).map(|index| format!("t{index}.png")).collect();
    let loaded = load(&written, &[], &BTreeMap::new(), |file| {
        Err(FileError::NotFound(PathBuf::from(file)))
    });
    assert_eq!(loaded.findings.len(), 51, "fifty lines and the rest");
    let last = loaded.findings.last().expect("a line").message.to_string();
    assert!(last.ends_with(": 950."), "{last}");
}

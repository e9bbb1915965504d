//! Textures are found by the hash of a file's stem.

use super::bench::{CULL_LEFT, Strip, one_strip};
use bem_studio::formats::mdl;
use bem_studio::import::mdl::textures::{hash, ids, matches, written};

fn files(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn hashes_are_those_of_the_check_values() {
    for (stem, expected) in [
        ("boss", 0x32_cad3),
        ("scenerio", 0x18_0720),
        ("player", 0xf2_71f8),
        ("mindds", 0xc8_9dd3),
    ] {
        assert_eq!(hash(stem.as_bytes()), expected, "{stem}");
    }
    assert_eq!(hash(b""), 1, "a final 0 becomes 1");
}

#[test]
fn a_picture_matches_by_its_stem_or_by_the_code_it_is_called() {
    let player = hash(b"player");
    for (listing, expected) in [
        (&["boss.png", "tex/player.tga"][..], Some("tex/player.tga")),
        (&["player.txt", "player"], None),
        (&["PLAYER.PNG"], Some("PLAYER.PNG")),
        (&["tex_00f271f8.png"], Some("tex_00f271f8.png")),
        (&["0xF271F8.bmp"], Some("0xF271F8.bmp")),
        (&["player.png", "f271f8.png"], Some("f271f8.png")),
        (&["a/player.png", "player.bmp"], Some("player.bmp")),
    ] {
        let found = matches(&[player], &files(listing)).files;
        let file = found.get(&written(player)).map(String::as_str);
        assert_eq!(file, expected, "{listing:?}");
    }
}

#[test]
fn several_pictures_for_one_texture_are_told() {
    let player = hash(b"player");
    let found = matches(&[player], &files(&["player.png", "player.tga"]));
    assert_eq!(found.files[&written(player)], "player.png", "the first");
    assert_eq!(found.findings[0].rule, "texture-ambiguous", "and told");
    assert_eq!(written(player), "tex_00f271f8", "how it is shown");
}

#[test]
fn textures_are_listed_once_in_order_of_first_occurrence() {
    let mut strip = Strip::zigzag(CULL_LEFT, "SSDD", [0, 0, 0x1000]);
    strip.tex_id = 0x12_3456;
    let file = mdl::read(&one_strip(strip.clone())).expect("it reads");
    assert_eq!(ids(&file), [0x12_3456], "one");
    strip.tex_id = 0;
    let file = mdl::read(&one_strip(strip)).expect("it reads");
    assert!(ids(&file).is_empty(), "0 is none");
}

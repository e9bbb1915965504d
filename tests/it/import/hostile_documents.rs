//! Documents full of NaN, infinities and wild indexes: the model they become is sound all the same.

use super::{bytes_of, json_of, soundness};
use bem_studio::formats::pmx;
use bem_studio::import::bone_map::guess;
use bem_studio::import::pmx::{Settings, import};
use bem_studio::import::textures::FoundTexture;
use bem_studio::import::{catalog, roles, scale};
use bem_studio::model::image::Image;
use std::sync::Arc;

/// A small generator with a fixed seed.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit.max(1)
    }
}

const WILD: [u32; 10] = [
    0x7fc0_0000, // quiet NaN
    0x7f80_0001, // signalling NaN
    0xffff_ffff,
    0x7f80_0000, // infinity
    0xff80_0000,
    0x7f7f_ffff, // largest
    0xff7f_ffff,
    0x0000_0001, // smallest
    0x8000_0000, // -0
    0x4f00_0000,
];

fn picture(alpha: u8) -> FoundTexture {
    FoundTexture {
        file: Some("a.png".to_owned()),
        kind: None,
        image: Some(Arc::new(Image {
            width: 3,
            height: 2,
            pixels: [9, 9, 9, alpha].repeat(6),
        })),
    }
}

/// Imports a mutant, if it still reads, and carries it through every guess.
fn survive(name: &str, bytes: Vec<u8>) -> bool {
    let Ok(file) = pmx::read(bytes) else {
        return false;
    };
    let textures = vec![picture(255), picture(0), picture(249)];
    let found = import(&file, textures, &Settings::default());
    soundness::check(name, &found.model);
    soundness::check_ledger(name, &file, &found.report);
    let target = catalog::read(&bytes_of("resources/sample/sample.catalog.json"))
        .expect("the catalogue reads")
        .profile;
    let guess = guess(&found.model, &target);
    assert_eq!(
        guess.map.targets.len(),
        found.model.bones.len(),
        "{name}: targets"
    );
    let roles = roles::guess(&found.model, &target, &guess.map);
    assert_eq!(roles.len(), found.model.materials.len(), "{name}: roles");
    for role in roles {
        assert!((0.0..=1.0).contains(&role.confidence), "{name}: {role:?}");
    }
    if let Some(scale) = scale::meters_per_unit(&found.model, &target) {
        assert!(scale.is_finite() && scale > 0.0, "{name}: {scale}");
    }
    true
}

fn exact_files() -> Vec<(String, Vec<u8>)> {
    let manifest = json_of("tests/data/pmx/manifest.json");
    let files = manifest["files"].as_object().expect("files");
    let exact: Vec<(String, Vec<u8>)> = files
        .iter()
        .filter(|(name, case)| case["verdict"] == "exact" && !name.starts_with("humanoid"))
        .map(|(name, _)| (name.clone(), bytes_of(&format!("tests/data/pmx/{name}"))))
        .collect();
    assert_eq!(exact.len(), 29, "sample files");
    exact
}

#[test]
fn wild_words_anywhere_leave_a_sound_model() {
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    let mut n_read = 0;
    for (name, bytes) in exact_files() {
        for _ in 0..60 {
            let mut mutant = bytes.clone();
            for _ in 0..=noise.below(8) {
                let place = noise.below(mutant.len().saturating_sub(4));
                let word = WILD[noise.below(WILD.len())].to_le_bytes();
                for (byte, wild) in mutant[place..].iter_mut().zip(word) {
                    *byte = wild;
                }
            }
            n_read += usize::from(survive(&name, mutant));
        }
    }
    assert!(n_read > 300, "only {n_read} mutants still read");
}

#[test]
fn flipped_bytes_anywhere_leave_a_sound_model() {
    let mut noise = Noise(0x2545_f491_4f6c_dd1d);
    let mut n_read = 0;
    for (name, bytes) in exact_files() {
        for _ in 0..60 {
            let mut mutant = bytes.clone();
            let place = noise.below(mutant.len());
            mutant[place] ^= 1 << noise.below(8);
            n_read += usize::from(survive(&name, mutant));
        }
    }
    assert!(n_read > 300, "only {n_read} mutants still read");
}

#[test]
fn a_figure_whose_every_float_is_wild_is_still_sound() {
    let bytes = bytes_of("resources/sample/humanoid.pmx");
    let file = pmx::read(bytes.clone()).expect("it reads");
    let mut noise = Noise(7);
    let mut mutant = bytes;
    // Header, info and the count come first; a vertex of this file then has 38 bytes at least.
    let positions = file.vertices().positions.clone();
    let mut at = 0;
    for position in positions {
        let [x, y, z] = position.map(f32::to_le_bytes);
        let pattern = [x, y, z].concat();
        let found = mutant[at..]
            .windows(12)
            .position(|window| window == pattern);
        at += found.expect("the vertex is in the file");
        for field in 0..8 {
            let word = WILD[noise.below(WILD.len())].to_le_bytes();
            mutant[at + field * 4..][..4].copy_from_slice(&word);
        }
        at += 32;
    }
    assert!(survive("wild figure", mutant), "it still reads");
}

//! Hostile bytes: the corpora of the fuzz targets, and sweeps of mutations with fixed seeds. Nothing may panic.

#[path = "../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "the file is a library for the fuzz targets")]
mod fuzz_bodies;

use crate::bem::case_files::{FIXTURES, bytes_of, fixture, folder, manifest_text};
use crate::bem::rule_cases::made;
use std::path::{Path, PathBuf};

/// A small generator of the same numbers everywhere (xorshift).
struct Dice(u64);

impl Dice {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % below as u64).expect("small")
    }
}

/// Case files of at most this size are mutated.
const SMALL: usize = 8192;

fn small_case_files() -> Vec<(String, Vec<u8>)> {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .expect("folder")
        .flatten()
        .map(|entry| entry.file_name().into_string().expect("a name"))
        .filter(|name| name != "manifest.json" && name != "README.md")
        .collect();
    names.sort();
    names
        .into_iter()
        .map(|name| (name.clone(), bytes_of(&name)))
        .filter(|(_, bytes)| bytes.len() <= SMALL)
        .collect()
}

fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fuzz/corpus")
        .join(target);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("a corpus")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let name = path
                .strip_prefix(env!("CARGO_MANIFEST_DIR"))
                .expect("below");
            let relative = Path::new("../../..").join(name);
            let bytes = bytes_of(&relative.to_string_lossy());
            (path, bytes)
        })
        .collect()
}

#[test]
fn the_corpora_of_the_fuzz_targets_run_through() {
    type Body = fn(&[u8]);
    let targets: [(&str, usize, Body); 5] = [
        ("read_bem", 7, fuzz_bodies::read_bem),
        ("read_zip", 5, fuzz_bodies::read_zip),
        ("read_manifest", 7, fuzz_bodies::read_manifest),
        ("roundtrip_bem", 6, fuzz_bodies::roundtrip_bem),
        ("read_project", 3, fuzz_bodies::read_project),
    ];
    for (name, at_least, body) in targets {
        let files = corpus(name);
        assert!(files.len() >= at_least, "{name}: {} files", files.len());
        for (_, bytes) in files {
            body(&bytes);
        }
    }
}

#[test]
fn every_small_case_file_runs_through_every_target() {
    for (_, bytes) in small_case_files() {
        fuzz_bodies::read_bem(&bytes);
        fuzz_bodies::read_zip(&bytes);
        fuzz_bodies::roundtrip_bem(&bytes);
    }
}

#[test]
fn single_bytes_changed_in_case_files_never_panic() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for (_, bytes) in small_case_files() {
        for _ in 0..2 {
            let mut mutant = bytes.clone();
            let at = dice.next(mutant.len());
            mutant[at] = mutant[at].wrapping_add(u8::try_from(1 + dice.next(255)).expect("a byte"));
            fuzz_bodies::read_bem(&mutant);
            fuzz_bodies::read_zip(&mutant);
        }
    }
}

#[test]
fn fields_changed_in_header_and_directory_never_panic() {
    let odd = [0, 1, 40, 0x7fff_ffff, 0xffff_ffff, u64::MAX, 1 << 63];
    for name in ["F11", "F14"] {
        let file = fixture(name);
        let directory = 40 + manifest_text(&file).len();
        let places = (8..40).chain(directory..directory + 7 * 32);
        for at in places.step_by(4) {
            for value in odd {
                let mut mutant = file.clone();
                let width = if at % 8 == 0 { 8 } else { 4 };
                mutant[at..at + width].copy_from_slice(&value.to_le_bytes()[..width]);
                fuzz_bodies::read_bem(&mutant);
            }
        }
    }
}

#[test]
fn truncated_packages_never_panic() {
    for name in ["F10", "F15"] {
        let file = fixture(name);
        for length in (0..file.len()).step_by(5) {
            fuzz_bodies::read_bem(&file[..length]);
        }
    }
    let zip = bytes_of("ZIP-05-1-warn.zip");
    for length in 0..zip.len() {
        fuzz_bodies::read_zip(&zip[..length]);
    }
}

/// The places of JSON values in a text: numbers, texts, `true` and `false`.
fn scalars(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'"' => {
                at += 1;
                while bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
                if bytes.get(at) != Some(&b':') {
                    found.push((start, at));
                }
            }
            b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => {
                while bytes
                    .get(at)
                    .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"-+.".contains(byte))
                {
                    at += 1;
                }
                found.push((start, at));
            }
            _ => at += 1,
        }
    }
    found
}

#[test]
fn values_of_other_kinds_in_manifests_never_panic() {
    let odd = [
        "-1",
        "0",
        "4294967295",
        "1e999",
        "-0",
        "0.5",
        "\"x\"",
        "\"\"",
        "null",
        "true",
        "[]",
        "{}",
        "[[0,0,3,0,0]]",
        "{\"slot\":\"x\"}",
        "{\"eq\":[\"outfit\",\"a\"]}",
        "1048576",
        "65",
    ];
    let mut turn = 0;
    for (name, minor) in FIXTURES {
        let base = made(name);
        for (start, end) in scalars(&base.text) {
            turn += 5;
            let mut mutant = base.clone();
            mutant.text.replace_range(start..end, odd[turn % odd.len()]);
            mutant.minor = if turn % 3 == 0 {
                (minor + 1) % 6
            } else {
                minor
            };
            if turn % 4 == 0 {
                fuzz_bodies::read_manifest(mutant.text.as_bytes());
            } else {
                fuzz_bodies::read_bem(&mutant.file());
            }
        }
    }
}

#[test]
fn members_taken_out_of_manifests_never_panic() {
    for (name, _) in FIXTURES {
        let base = made(name);
        let keys: Vec<usize> = base.text.match_indices("\":").map(|(at, _)| at).collect();
        for at in keys.into_iter().step_by(2) {
            let mut mutant = base.clone();
            // Another key: the member is missing under its own name.
            mutant.text.insert(at, '_');
            fuzz_bodies::read_bem(&mutant.file());
        }
    }
}

#[test]
fn payload_bytes_changed_at_random_never_panic() {
    let mut dice = Dice(42);
    for (name, _) in FIXTURES {
        let base = made(name);
        for _ in 0..60 {
            let mut mutant = base.clone();
            let payload = dice.next(mutant.payloads.len());
            let bytes = &mut mutant.payloads[payload];
            match dice.next(3) {
                0 => bytes.truncate(dice.next(bytes.len()).max(1)),
                1 => bytes.resize(bytes.len() + 1 + dice.next(40), 0xff),
                _ => {
                    for _ in 0..4 {
                        let at = dice.next(bytes.len());
                        bytes[at] = u8::try_from(dice.next(256)).expect("a byte");
                    }
                }
            }
            fuzz_bodies::read_bem(&mutant.file());
        }
    }
}

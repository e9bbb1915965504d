//! Damaged files end in an error at a place within the file, never in a panic, a hang or a flood of memory.

use super::bench::{bytes_of, verdicts};
use bem_studio::formats::mdl::{self, Mdl};
use bem_studio::import;

/// What must hold whatever the bytes are; returns whether they read.
fn check_any(bytes: &[u8], what: &str) -> bool {
    match mdl::read(bytes) {
        Ok(file) => {
            check_figure(&file, what);
            true
        }
        Err(error) => {
            assert!(error.offset <= bytes.len() as u64, "{what}: {error:?}");
            match (error.want, error.left) {
                (Some(want), Some(left)) => {
                    assert!(error.code.is_shortage() && want > left, "{what}: {error:?}");
                    assert!(left <= bytes.len() as u64, "{what}: {error:?}");
                }
                _ => assert!(!error.code.is_shortage(), "{what}: {error:?}"),
            }
            assert!(!error.to_string().contains('{'), "{what}: {error}");
            false
        }
    }
}

/// A figure has no index that dangles and no number that is none, whatever the file held.
fn check_figure(file: &Mdl, what: &str) {
    let facts = import::mdl::facts(file);
    let made = import::mdl::import(file, Vec::new(), &import::mdl::Settings::default());
    let model = &made.model;
    let vertices = &model.vertices;
    let n = vertices.positions.len();
    assert_eq!(
        usize::try_from(facts.triangles).expect("few"),
        model.triangles.len(),
        "{what}: triangles"
    );
    assert!(
        model
            .triangles
            .iter()
            .flatten()
            .all(|corner| (*corner as usize) < n),
        "{what}: corners"
    );
    assert!(
        vertices.positions.iter().all(|it| it.is_finite()),
        "{what}: positions"
    );
    assert!(
        vertices
            .normals
            .iter()
            .all(|it| (it.length() - 1.0).abs() < 1e-4),
        "{what}: normals"
    );
    for influences in &vertices.influences {
        let sum: f32 = influences.weights.iter().sum();
        assert!((sum - 1.0).abs() < 1e-6, "{what}: {influences:?}");
        let mut lanes = influences.lanes();
        assert!(
            lanes.all(|(bone, _)| (bone as usize) < model.bones.len()),
            "{what}: {influences:?}"
        );
    }
    let owned: u32 = model.materials.iter().map(|it| it.n_triangles).sum();
    assert_eq!(owned as usize, model.triangles.len(), "{what}: materials");
}

#[test]
fn a_file_cut_anywhere_within_its_data_is_refused() {
    for (name, _) in verdicts("good", 6) {
        let bytes = bytes_of(&name);
        for length in 0..bytes.len() {
            let reads = check_any(&bytes[..length], &format!("{name} cut to {length}"));
            // Only filler behind the last array may be missing.
            assert!(
                !reads || bytes.len() - length < 16,
                "{name} cut to {length}"
            );
        }
    }
}

#[test]
fn flipped_bytes_end_in_a_figure_or_an_error() {
    for (name, _) in verdicts("good", 6) {
        let good = bytes_of(&name);
        let mut bytes = good.clone();
        for at in 0..good.len() {
            for flip in [0x01, 0x80, 0xff] {
                bytes[at] = good[at] ^ flip;
                check_any(&bytes, &format!("{name}: byte {at} ^ {flip:02x}"));
            }
            bytes[at] = good[at];
        }
    }
}

#[test]
fn every_word_set_to_a_hostile_number_ends_in_a_figure_or_an_error() {
    let hostile = [
        i32::MIN,
        -1,
        0,
        1,
        0x7f80_0000,
        0x7fff_ffff,
        0x1000_0000,
        0x0001_0000,
    ];
    for name in [
        "good/two_envelope.mdl",
        "good/quad.mdl",
        "good/header_pad.mdl",
    ] {
        let good = bytes_of(name);
        for at in (0..good.len() - 3).step_by(4) {
            for word in hostile {
                let mut bytes = good.clone();
                bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
                check_any(&bytes, &format!("{name}: word at {at} = {word}"));
            }
        }
    }
}

#[test]
fn noise_is_refused() {
    let mut state = 0x1234_5678_9abc_def0_u64;
    for round in 0..2000 {
        let length = round % 300;
        let bytes: Vec<u8> = (0..length)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state.to_le_bytes()[0]
            })
            .collect();
        assert!(
            !check_any(&bytes, &format!("noise {round}")),
            "noise {round}"
        );
    }
}

#[test]
fn the_samples_that_are_bad_keep_all_promises_too() {
    for (name, _) in verdicts("bad", 10)
        .into_iter()
        .chain(verdicts("foreign", 11))
    {
        check_any(&bytes_of(&name), &name);
    }
}

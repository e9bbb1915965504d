//! What holds for packages of every kind: written and read they are equal, in both containers, with any number of
//! threads.

use crate::bem::case_files::pack;
use crate::bem::findings::{messages, open_read};
use crate::bem::random::{Random, package};
use bem_studio::base::cancel::Cancel;
use bem_studio::formats::bem::json::parse;
use bem_studio::formats::bem::manifest::Manifest;
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::references::references;
use bem_studio::formats::bem::write::{Compression, WriteOptions, Written, normalise, write};
use bem_studio::formats::bem::zip::write_package;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use std::collections::BTreeSet;

fn typed(random: &Random) -> Manifest {
    let parsed = parse(random.text.as_bytes());
    Manifest::from_value(&parsed.expect("JSON").value)
}

fn written(random: &Random, compression: Compression) -> (Vec<u8>, Written) {
    let options = WriteOptions {
        compression,
        ..WriteOptions::default()
    };
    write(&typed(random), &random.payloads, random.minor, &options).expect("writes")
}

/// A manifest whose payload references are replaced by what the payloads hold, so that numbering does not matter.
fn contents(manifest: &Manifest, payload: impl Fn(u32) -> Vec<u8>) -> Vec<Vec<u8>> {
    references(manifest)
        .into_iter()
        .map(|(_, id)| payload(id))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_packages_are_valid_and_their_text_is_kept(seed in any::<u64>()) {
        let random = package(seed);
        let file = pack(random.minor, &random.text, &random.payloads);
        let checked = open_read(&file);
        let told = messages(&checked.findings);
        prop_assert!(checked.is_valid(), "{}\n{}", told, random.text);
        let value = parse(random.text.as_bytes()).expect("JSON").value;
        prop_assert_eq!(typed(&random).to_value(), value, "the typed form loses nothing");
    }

    #[test]
    fn random_packages_read_back_equal(seed in any::<u64>()) {
        let random = package(seed);
        let (file, done) = written(&random, Compression::default());
        let checked = open_read(&file);
        prop_assert!(checked.is_valid(), "{}", messages(&checked.findings));
        let again = checked.package.expect("a package");
        prop_assert_eq!(&again.manifest, &done.manifest, "as it was said to be written");
        prop_assert_eq!(again.minor, random.minor, "minor");
        let before = contents(&normalise(&typed(&random)), |id| random.payloads[id as usize].clone());
        let after = contents(&again.manifest, |id| again.payload(id).expect("decodes").into_owned());
        prop_assert_eq!(before, after, "every reference leads to the same bytes");
        let different: BTreeSet<Vec<u8>> = contents(&again.manifest, |id| again.payload(id).expect("decodes").into_owned()).into_iter().collect();
        prop_assert_eq!(different.len(), again.payloads.len(), "equal payloads are one, unused ones are gone");
        let (raw, _) = written(&random, Compression::Raw);
        let raw = Package::read(raw).expect("opens");
        for id in 0..u32::try_from(again.payloads.len()).expect("a count") {
            prop_assert_eq!(raw.payload(id), again.payload(id), "payload {}", id);
        }
    }

    #[test]
    fn writing_what_was_written_changes_nothing(seed in any::<u64>()) {
        let random = package(seed);
        let (file, _) = written(&random, Compression::default());
        let package = Package::read(file.clone()).expect("opens");
        let mut sink = std::io::Cursor::new(Vec::new());
        bem_studio::formats::bem::write::write_to(&package.manifest, &package.payloads, package.minor, &WriteOptions::default(), &mut sink).expect("writes");
        prop_assert!(sink.into_inner() == file, "byte for byte");
    }

    #[test]
    fn a_zip_holds_the_same_as_the_binary(seed in any::<u64>()) {
        let random = package(seed);
        let (file, _) = written(&random, Compression::default());
        let binary = Package::read(file).expect("opens");
        let mut zip = Vec::new();
        let payloads = random.payloads.as_slice();
        write_package(&typed(&random), payloads, random.minor, None, &Cancel::new(), &mut zip).expect("writes");
        let checked = open_read(&zip);
        prop_assert!(checked.is_valid(), "{}", messages(&checked.findings));
        let mut zipped = checked.package.expect("a package");
        prop_assert_eq!(zipped.minor, random.minor, "the stated minor");
        zipped.manifest.extra.retain(|(key, _)| key != "format_version");
        prop_assert_eq!(&zipped.manifest, &binary.manifest, "manifest");
        prop_assert_eq!(zipped.payloads.len(), binary.payloads.len(), "payloads");
        for id in 0..u32::try_from(binary.payloads.len()).expect("a count") {
            prop_assert_eq!(zipped.payload(id), binary.payload(id), "payload {}", id);
        }
    }
}

#[test]
fn one_thread_and_four_write_the_same_bytes() {
    let in_pool = |n_threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads);
        let pool = pool.build().expect("a pool");
        pool.install(|| {
            let files = (0..40).map(|seed| written(&package(seed), Compression::default()).0);
            files.collect::<Vec<_>>()
        })
    };
    let outside: Vec<Vec<u8>> = (0..40)
        .map(|seed| written(&package(seed), Compression::default()).0)
        .collect();
    assert!(in_pool(1) == outside, "one thread");
    assert!(in_pool(4) == outside, "four threads");
}

#[test]
fn large_payloads_are_written_the_same_from_memory_and_from_a_file() {
    // Above the size at which pieces wait for each other; noise does not get smaller, the rest does.
    let mut random = package(11);
    let mut dice = 1_u64;
    let noise = (0..24 << 20).map(|_| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        dice.to_le_bytes()[7]
    });
    let noise: Vec<u8> = noise.collect();
    random.text = random.text.replacen('{', "{\"large\":true,", 1);
    let manifest = typed(&random);
    let mut payloads = random.payloads.clone();
    // Payloads are not judged when written: any may be large.
    let large: Vec<u32> = references(&manifest)
        .into_iter()
        .map(|(_, id)| id)
        .take(3)
        .collect();
    payloads[large[0] as usize] = noise;
    payloads[large[1] as usize] = (0..24_u32 << 20).map(|n| n.to_le_bytes()[1]).collect();
    let (file, _) =
        write(&manifest, &payloads, random.minor, &WriteOptions::default()).expect("writes");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.bem");
    bem_studio::base::files::write_atomic(&path, &file).expect("written");
    let opened = bem_studio::base::files::open_capped(&path, 1 << 30).expect("opens");
    let package = Package::read(opened).expect("reads");
    let mut sink = std::io::Cursor::new(Vec::new());
    bem_studio::formats::bem::write::write_to(
        &package.manifest,
        &package.payloads,
        random.minor,
        &WriteOptions::default(),
        &mut sink,
    )
    .expect("writes");
    assert!(sink.into_inner() == file, "byte for byte");
}

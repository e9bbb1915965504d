//! What the fuzz targets do with their bytes. The program's own tests replay the corpora through the same functions, so
//! nothing here may name the fuzzing engine.

use bem_studio::base::cancel::Cancel;
use bem_studio::base::limits::MIB;
use bem_studio::formats::bem::authoring::deformation_spec::read_spec;
use bem_studio::formats::bem::authoring::export_task::read_task;
use bem_studio::formats::bem::authoring::project::read_project;
use bem_studio::formats::bem::check::{
    Hooks, Purpose, check_manifest, classify, open, read_collection,
};
use bem_studio::formats::bem::delta;
use bem_studio::formats::bem::json::{FaultKind, parse, to_compact, to_indented};
use bem_studio::formats::bem::manifest::Manifest;
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::payloads::Source;
use bem_studio::formats::bem::references::ReferencePlace;
use bem_studio::formats::bem::write::{WriteError, WriteOptions, write_to};
use bem_studio::formats::bem::zip::{Archive, write_package};

/// Decoded bytes up to which a file is looked into: fuzzing is for many small files.
const MOST_BYTES: u64 = 4 * MIB;

/// Opens anything as a package, for reading and for export.
pub fn read_bem(bytes: &[u8]) {
    if decodes_to_much(bytes) {
        return;
    }
    for purpose in [Purpose::Read, Purpose::Export] {
        let checked = open(bytes, purpose);
        if let Some(package) = &checked.package {
            for id in 0..ids(package) {
                let size = package.payload(id).map(|bytes| bytes.len() as u64);
                let stated = package.payloads.sizes()[id as usize];
                assert!(size.is_err() || size == Ok(stated), "payload {id}");
            }
        }
    }
}

/// Reads anything as an archive, a package or a collection.
pub fn read_zip(bytes: &[u8]) {
    let Ok(archive) = Archive::read(bytes) else {
        return;
    };
    let sum = archive.members.iter().fold(0_u64, |sum, member| {
        sum.saturating_add(member.unpacked_size)
    });
    for member in &archive.members {
        let stored = member.stored(bytes);
        assert!(stored.is_some() == member.data.is_some(), "{}", member.name);
    }
    if sum <= MOST_BYTES {
        let source = Source::from(bytes);
        assert_eq!(classify(&source), classify(&source), "by its bytes alone");
        drop(read_collection(&source, Hooks::default()));
        drop(open(source, Purpose::Read));
    }
}

/// Reads anything as JSON and as every file that is JSON.
pub fn read_manifest(bytes: &[u8]) {
    drop(read_project(bytes));
    drop(read_task(bytes));
    drop(read_spec(bytes));
    drop(delta::decode(bytes));
    let Ok(parsed) = parse(bytes) else {
        return;
    };
    for text in [to_compact(&parsed.value), to_indented(&parsed.value)] {
        let again = parse(text.as_bytes()).expect("own text is JSON");
        assert_eq!(again.value, parsed.value, "own text reads back equal");
        let is_harmless = |kind| matches!(kind, FaultKind::ZeroInKey | FaultKind::ZeroInText);
        assert!(
            again.faults.iter().all(|fault| is_harmless(fault.kind)),
            "own text has no faults of its own"
        );
    }
    let manifest = Manifest::from_value(&parsed.value);
    let value = manifest.to_value();
    assert_eq!(
        Manifest::from_value(&value),
        manifest,
        "a typed manifest reads back equal"
    );
    for minor in 0..=5 {
        drop(check_manifest(&manifest, minor, None, Purpose::Read));
        drop(check_manifest(
            &manifest,
            minor,
            Some(&[16; 9]),
            Purpose::Export,
        ));
    }
}

/// What opens as valid is written in both containers and reads back equal.
pub fn roundtrip_bem(bytes: &[u8]) {
    if decodes_to_much(bytes) {
        return;
    }
    let checked = open(bytes, Purpose::Read);
    let is_valid = checked.is_valid();
    let Some(package) = checked.package.filter(|_| is_valid) else {
        return;
    };
    let Some(written) = write(&package) else {
        return;
    };
    let again = Package::read(written.clone()).expect("own file opens");
    let checked = open(written.clone(), Purpose::Read);
    assert!(checked.is_valid(), "{:?}", checked.findings);
    assert_eq!(write(&again), Some(written), "writing is stable");
    let mut zip = Vec::new();
    write_package(
        &package.manifest,
        &package.payloads,
        package.minor,
        None,
        &Cancel::new(),
        &mut zip,
    )
    .expect("writes");
    let checked = open(zip, Purpose::Read);
    assert!(checked.is_valid(), "{:?}", checked.findings);
    let mut from_zip = checked.package.expect("opens");
    assert_eq!(from_zip.payloads.len(), again.payloads.len(), "payloads");
    from_zip
        .manifest
        .extra
        .retain(|(key, _)| key != "format_version");
    assert_eq!(
        from_zip.manifest, again.manifest,
        "both containers hold the same"
    );
    for id in 0..ids(&again) {
        let same = from_zip.payload(id).expect("decodes") == again.payload(id).expect("decodes");
        assert!(same, "payload {id}");
    }
}

/// The written package; none where a preview that reading ignores refers to nothing (CON-13).
fn write(package: &Package) -> Option<Vec<u8>> {
    let mut sink = std::io::Cursor::new(Vec::new());
    let result = write_to(
        &package.manifest,
        &package.payloads,
        package.minor,
        &WriteOptions::default(),
        &mut sink,
    );
    match result {
        Ok(_) => Some(sink.into_inner()),
        Err(WriteError::MissingPayload {
            place: ReferencePlace::ChoicePreview { .. },
            ..
        }) => None,
        Err(error) => panic!("a valid package is written: {error}"),
    }
}

fn ids(package: &Package) -> u32 {
    u32::try_from(package.payloads.len()).expect("a count")
}

/// Whether a file states more decoded bytes than fuzzing has time for.
fn decodes_to_much(bytes: &[u8]) -> bool {
    let sizes: Vec<u64> = match Archive::read(bytes) {
        Ok(archive) => archive
            .members
            .iter()
            .map(|member| member.unpacked_size)
            .collect(),
        Err(_) => {
            Package::read(bytes).map_or_else(|_| Vec::new(), |package| package.payloads.sizes())
        }
    };
    sizes.into_iter().fold(0, u64::saturating_add) > MOST_BYTES
}

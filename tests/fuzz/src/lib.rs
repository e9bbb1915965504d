//! What the fuzz targets do with their bytes. The program's own tests replay the corpora through the same functions, so
//! nothing here may name the fuzzing engine.

use bem_studio::base::cancel::Cancel;
use bem_studio::base::digest::Digest;
use bem_studio::base::limits::MIB;
use bem_studio::base::text::{Message, Phrase};
use bem_studio::document::blob::{Blob, BlobError, ReadBlob};
use bem_studio::formats::bem::authoring::deformation_spec::read_spec;
use bem_studio::formats::bem::authoring::export_task::read_task;
use bem_studio::formats::bem::authoring::project;
use bem_studio::formats::bem::check::{
    Hooks, Purpose, check_manifest, classify, open, read_collection,
};
use bem_studio::formats::bem::container::Container;
use bem_studio::formats::bem::delta;
use bem_studio::formats::bem::json::{FaultKind, parse, to_compact, to_indented};
use bem_studio::formats::bem::manifest::Manifest;
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::payloads::Source;
use bem_studio::formats::bem::references::ReferencePlace;
use bem_studio::formats::bem::write::{WriteError, WriteOptions, write_to};
use bem_studio::formats::bem::zip::{Archive, write_package};
use bem_studio::model::figure::{Bone, Label, Material, Model, Texture};
use bem_studio::model::target::{TargetComponent, TargetProfile};
use bem_studio::project::file::ProjectFile;
use bem_studio::project::read::{Loaded, LoadedFigure, assemble, read};
use bem_studio::project::write::write as write_document;
use std::path::Path;
use std::sync::Arc;

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
    drop(read_task(bytes));
    drop(read_spec(bytes));
    drop(delta::decode(bytes));
    let Ok(parsed) = parse(bytes) else {
        return;
    };
    for text in [to_compact(&parsed.value), to_indented(&parsed.value)] {
        let again = parse(text.as_bytes()).expect("own text is JSON");
        assert_eq!(again.value, parsed.value, "own text reads back equal");
        // What lies too deep is null now, and still too deep.
        let is_kept = |kind| {
            let kinds = [
                FaultKind::ZeroInKey,
                FaultKind::ZeroInText,
                FaultKind::TooDeep,
            ];
            kinds.contains(&kind) && parsed.faults.iter().any(|fault| fault.kind == kind)
        };
        assert!(
            again.faults.iter().all(|fault| is_kept(fault.kind)),
            "own text has no faults of its own"
        );
    }
    let manifest = Manifest::from_value(&parsed.value);
    let value = manifest.to_value();
    assert!(
        Manifest::from_value(&value) == manifest,
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

/// Reads anything as an editable project of the format and as a project of this program.
pub fn read_project(bytes: &[u8]) {
    if let Some(project) = project::read_project(bytes).value {
        let n_payloads = u32::try_from(project.payload_files.len()).expect("a count");
        let text = project::write_project(&project.manifest, n_payloads);
        let again = project::read_project(text.as_bytes()).value;
        let again = again.expect("an own project is read");
        assert!(again.manifest == project.manifest, "the manifest");
        let n_files = again.payload_files.len();
        assert_eq!(n_files, project.payload_files.len(), "payload files");
    }
    let folder = Path::new("/projects/one");
    let Ok(stored) = read(bytes, folder) else {
        return;
    };
    let file: ProjectFile = serde_json::from_slice(bytes).expect("it was read");
    drop(stored.wanted_catalog());
    let figures: Vec<LoadedFigure> = file.sources.iter().map(figure_for).collect();
    let profile = || file.target.is_some().then(|| profile_for(file.rules.len()));
    let loaded = |figures: &[LoadedFigure]| {
        let loaded = Loaded {
            catalog: profile(),
            figures,
            blob: &|digest, size_bytes| {
                Some(Blob::read_later(digest, size_bytes, Arc::new(Nowhere)))
            },
        };
        assemble(&stored, &loaded)
    };
    let Ok(document) = loaded(&figures) else {
        return;
    };
    let text = write_document(&document, folder).expect("a document has a text");
    let stored = read(text.as_bytes(), folder).expect("an own project is read");
    let sources: Vec<_> = document.sources.keys().map(|id| id.0).collect();
    let figures: Vec<LoadedFigure> = sources
        .iter()
        .map(|id| {
            // Of two figures with one number the later one stays.
            let at = file.sources.iter().rposition(|source| source.id == *id);
            figures[at.expect("a figure of the file")].clone()
        })
        .collect();
    let loaded = Loaded {
        catalog: profile(),
        figures: &figures,
        blob: &|digest, size_bytes| Some(Blob::read_later(digest, size_bytes, Arc::new(Nowhere))),
    };
    let again = assemble(&stored, &loaded).expect("an own project is whole");
    assert_eq!(again, document, "a document reads back equal");
    let again = write_document(&again, folder).expect("a document has a text");
    assert_eq!(again, text, "writing is stable");
}

/// Bytes that nobody asks for: a project is told apart by their names alone.
struct Nowhere;

impl ReadBlob for Nowhere {
    fn read(&self) -> Result<Arc<[u8]>, BlobError> {
        static GONE: Phrase = Phrase::new("没有。", "ありません。", "Gone.");
        Err(BlobError(Message::new(&GONE)))
    }
}

/// A figure as a project's entry describes it.
fn figure_for(source: &bem_studio::project::file::Source) -> LoadedFigure {
    let label = |name: &String| Label {
        local: name.clone(),
        english: String::new(),
    };
    let bones = source.bones.iter().map(|bone| Bone {
        name: label(&bone.name),
        ..Bone::default()
    });
    let materials = source.materials.iter().map(|material| Material {
        name: label(&material.name),
        ..Material::default()
    });
    let scale = source.meters_per_unit;
    let model = Model {
        // As the importer takes it.
        meters_per_unit: if scale.is_finite() && scale > 0.0 {
            scale
        } else {
            0.08
        },
        bones: bones.collect(),
        materials: materials.collect(),
        textures: vec![Texture::default(); 8],
        ..Model::default()
    };
    LoadedFigure {
        model: Arc::new(model),
        digest: Digest::of(source.name.as_bytes()),
    }
}

/// A character with so many components of four materials.
fn profile_for(n_components: usize) -> (Arc<TargetProfile>, Digest) {
    let components = (0..n_components).map(|id| TargetComponent {
        id: u32::try_from(id).expect("a count"),
        materials: vec![String::new(); 4],
        ..TargetComponent::default()
    });
    let profile = TargetProfile {
        components: components.collect(),
        ..TargetProfile::default()
    };
    (Arc::new(profile), Digest::of(b"catalogue"))
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
    let sizes: Vec<u64> = if let Ok(archive) = Archive::read(bytes) {
        let members = archive.members.iter();
        members.map(|member| member.unpacked_size).collect()
    } else {
        // The payloads are looked at even where the manifest cannot be read.
        let container = Container::read(&Source::from(bytes));
        let entries = container
            .map(|container| container.entries)
            .unwrap_or_default();
        entries.iter().map(|entry| entry.decoded_size).collect()
    };
    sizes.into_iter().fold(0, u64::saturating_add) > MOST_BYTES
}

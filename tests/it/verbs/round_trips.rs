//! Package -> project -> package, binary <-> ZIP, collections and back.

use crate::verbs::bench::{case, folder, names, pack, pack_as, read, told, unpack};
use bem_studio::base::cancel::Cancel;
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::references::references;
use bem_studio::session::bundling::bundle;
use bem_studio::session::difference::difference;
use bem_studio::session::package::{self, Purpose};
use bem_studio::session::packing::Container;
use bem_studio::session::unpacking::{Members, unpack as unpack_as};
use std::path::{Path, PathBuf};

/// Every case file that reading accepts, with or without warnings.
fn accepted() -> Vec<PathBuf> {
    let root = case("");
    let files = names(&root).into_iter().map(|name| root.join(name));
    files
        .filter(|file| {
            let ending = file.extension();
            // 16,384 files of a byte each take a disk long and tell nothing that fewer do not.
            !file.ends_with("CON-05-4-ok.bem")
                && ending.is_some_and(|ending| ending == "bem" || ending == "zip")
                && !package::check(file, Purpose::Read).is_rejected()
        })
        .collect()
}

#[test]
fn every_accepted_package_unpacks_and_packs_again_with_the_same_meaning() {
    let work = folder();
    let (mut n_equal, mut n_refused) = (0, 0);
    for file in accepted() {
        let name = file
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let project = work.path().join(format!("{name}.project"));
        let again = work.path().join(format!("{name}.again.bem"));
        unpack(&file, &project).unwrap_or_else(|error| panic!("{name}: {}", told(&error)));
        match pack(&project, &again) {
            Ok(packed) => {
                assert_same(&file, &again, &name);
                let report = package::check(&again, Purpose::Export);
                assert!(!report.is_rejected(), "{name}: {:?}", report.findings);
                assert_eq!(report.minor, Some(packed.lowest.minor), "{name}: the minor");
                n_equal += 1;
            }
            Err(failure) => {
                // What reading only warns about, writing refuses: by rules, and nothing is there.
                assert!(!failure.findings.is_empty(), "{name}: {}", told(&failure));
                assert!(!again.exists(), "{name}: nothing is written");
                n_refused += 1;
            }
        }
        std::fs::remove_dir_all(&project).expect("removes");
    }
    assert!(n_equal >= 146, "{n_equal} round trips, {n_refused} refused");
    assert!(n_refused >= 37, "{n_refused} are for reading only");
    let left = names(work.path());
    assert!(left.iter().all(|name| !name.starts_with('.')), "{left:?}");
}

/// Equal in meaning, and the payloads byte for byte.
fn assert_same(a: &Path, b: &Path, name: &str) {
    let difference = difference(a, b, &Cancel::new()).expect("compares");
    // A lower minor, recomputed capabilities and what is never written (WRT-05) are the writer's work.
    let changes: Vec<_> = difference
        .changes
        .iter()
        .filter(|change| !change.place.starts_with("/required_capabilities"))
        .collect();
    assert!(changes.is_empty(), "{name}: {changes:?}");
    for part in &difference.parts {
        assert_eq!(
            part.before.decoded, part.after.decoded,
            "{name}: {}",
            part.code
        );
    }
}

#[test]
fn what_unpacking_writes_is_the_manifest_and_every_decoded_payload() {
    let work = folder();
    let project = work.path().join("f15");
    let unpacked = unpack(&case("F15.bem"), &project).expect("unpacks");
    assert_eq!(unpacked.packages.len(), 1, "one package");
    assert_eq!(names(&project), ["payloads", "project.json"], "layout");
    let package = Package::read(read(&case("F15.bem"))).expect("opens");
    for id in 0..9 {
        let file = project.join(format!("payloads/{id:04}.bin"));
        assert_eq!(
            read(&file),
            *package.payload(id).expect("decodes"),
            "payload {id}"
        );
    }
}

#[test]
fn the_bytes_of_a_package_do_not_depend_on_the_way_round() {
    let work = folder();
    let at = |name: &str| work.path().join(name);
    for name in ["F10", "F11", "F12S", "F12W", "F13", "F14", "F15"] {
        let file = case(&format!("{name}.bem"));
        unpack(&file, &at(&format!("{name}.p"))).expect("unpacks");
        let project = at(&format!("{name}.p"));
        let (binary, zip) = (at(&format!("{name}.bem")), at(&format!("{name}.zip")));
        pack(&project, &binary).expect("packs");
        pack_as(&project, Some(&zip), Container::Zip).expect("packs as a ZIP");
        let seen = difference(&binary, &zip, &Cancel::new()).expect("compares");
        assert!(seen.is_equal(), "{name}: {:?}", seen.changes);
        unpack(&zip, &at(&format!("{name}.z"))).expect("unpacks the ZIP");
        let again = at(&format!("{name}.again.bem"));
        pack(&at(&format!("{name}.z")), &again).expect("packs again");
        assert_eq!(read(&binary), read(&again), "{name}: byte for byte");
        let raw = at(&format!("{name}.raw.bem"));
        pack_as(&project, Some(&raw), Container::Binary { level: 0 }).expect("packs raw");
        assert_eq!(
            read(&raw),
            read(&file),
            "{name}: the fixture is raw and in order"
        );
    }
}

#[test]
fn the_thumbnail_of_a_zip_survives() {
    let work = folder();
    let (first, second) = (work.path().join("a"), work.path().join("b"));
    unpack(&case("ZIP-11-1-ok.zip"), &first).expect("unpacks");
    assert!(
        first.join("preview.png").exists(),
        "it is there: {:?}",
        names(&first)
    );
    let zip = work.path().join("again.zip");
    pack_as(&first, Some(&zip), Container::Zip).expect("packs");
    unpack(&zip, &second).expect("unpacks");
    assert_eq!(
        read(&first.join("preview.png")),
        read(&second.join("preview.png")),
        "byte for byte"
    );
}

#[test]
fn a_collection_unpacks_to_the_very_files_it_was_bundled_from() {
    // TC14-51, TCP-05
    let work = folder();
    let zip = work.path().join("three.zip");
    let files = ["F11.bem", "F14.bem", "W14.bem"].map(case);
    let bundled = bundle(&files, &zip, &Cancel::new()).expect("bundles");
    let kinds: Vec<&str> = bundled
        .packages
        .iter()
        .map(|package| &*package.target_kind)
        .collect();
    assert_eq!(kinds, ["character", "character", "weapon"], "targets");
    let to = work.path().join("files");
    let unpacked = unpack_as(&zip, &to, Members::Files, &Cancel::new()).expect("unpacks");
    for (package, file) in unpacked.packages.iter().zip(&files) {
        assert_eq!(read(&package.path), read(file), "{}", package.package_id);
    }
    let projects = work.path().join("projects");
    let unpacked = unpack(&zip, &projects).expect("unpacks");
    for (package, file) in unpacked.packages.iter().zip(&files) {
        let seen = difference(&package.path, file, &Cancel::new()).expect("compares");
        assert!(
            seen.is_equal(),
            "{}: {:?}",
            package.package_id,
            seen.changes
        );
    }
}

#[test]
fn payload_numbers_and_table_order_are_no_content() {
    let package = Package::read(read(&case("F15.bem"))).expect("opens");
    assert!(references(&package.manifest).len() >= 8, "references");
    let work = folder();
    let project = work.path().join("p");
    unpack(&case("F15.bem"), &project).expect("unpacks");
    // An unreferenced payload in front would shift nothing: its file is simply not kept.
    crate::verbs::bench::edit(
        &project,
        &[(
            "\"payloads/0008.bin\"",
            "\"payloads/0008.bin\", \"payloads/0000.bin\"",
        )],
    );
    let out = work.path().join("out.bem");
    let packed = pack(&project, &out).expect("packs");
    assert_eq!(packed.n_dropped, 1, "the copy is dropped");
    let seen = difference(&case("F15.bem"), &out, &Cancel::new()).expect("compares");
    assert!(seen.is_equal(), "{:?}", seen.changes);
}

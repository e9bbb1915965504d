//! Every package that holds opens as a document, goes out equal, and survives a project file.

use bem_studio::base::cancel::Cancel;
use bem_studio::base::files;
use bem_studio::base::progress::Progress;
use bem_studio::convert::texture::Quality;
use bem_studio::document::parts::Document;
use bem_studio::export::build;
use bem_studio::export::seal::{Ready, merge_payloads};
use bem_studio::export::skeleton::skeleton;
use bem_studio::formats::bem::lowest::capabilities;
use bem_studio::formats::bem::manifest::Manifest;
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::references::references_mut;
use bem_studio::formats::bem::write::{PayloadStore as _, normalise, number_payloads};
use bem_studio::session::{package, storage};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bem");
    let names = files::list_tree(&folder).expect("the cases");
    let packages = names.into_iter().filter(|name| {
        Path::new(name)
            .extension()
            .is_some_and(|ending| ending == "bem")
    });
    packages.map(|name| folder.join(name)).collect()
}

/// The document of a case whose reading raises neither error nor warning; `is_clean` says whether it raised none.
fn opened(path: &Path) -> Option<(Document, bool)> {
    let opened = package::open(path, &Cancel::new()).ok()?;
    let document = opened.document?;
    Some((*document, opened.view.report.verdict() == "ok"))
}

fn ready(document: &Document) -> Ready {
    let (cancel, progress) = (Cancel::new(), Progress::new());
    let built = build::build(document, Quality::Normal, &cancel, &progress);
    merge_payloads(built.expect("raw parts need no conversion")).expect("every payload is there")
}

/// What a writer makes of a package as it is: capabilities by its content, payloads by first reference.
fn rewritten(path: &Path) -> Option<(Manifest, Vec<Vec<u8>>)> {
    let bytes = files::read_capped(path, 1 << 30).ok()?;
    let package = Package::read(bytes).ok()?;
    let mut manifest = normalise(&package.manifest);
    manifest.required_capabilities = capabilities(&manifest);
    let numbering = number_payloads(&manifest, &package.payloads, &Cancel::new()).ok()?;
    for (_, id) in references_mut(&mut manifest) {
        *id = numbering.new_id(*id)?;
    }
    let kept = numbering.kept().iter();
    let payloads = kept.map(|old| Some(package.payload(*old).ok()?.into_owned()));
    Some((manifest, payloads.collect::<Option<_>>()?))
}

/// Runs a test over every case on all cores.
fn for_each_case(test: impl Fn(&Path) + Sync) {
    cases().par_iter().for_each(|path| test(path));
}

#[test]
fn a_package_without_findings_goes_out_of_its_document_unchanged() {
    let n_compared = AtomicUsize::new(0);
    for_each_case(|path| {
        let Some((document, is_clean)) = opened(path) else {
            return;
        };
        let name = path.display();
        let checked = skeleton(&document).expect("a target and raw parts");
        let (cancel, progress) = (Cancel::new(), Progress::new());
        let built = build::build(&document, Quality::Normal, &cancel, &progress).expect("built");
        assert_eq!(checked.manifest, built.manifest, "{name}: what is checked");
        assert_eq!(checked.payload_sizes, built.payloads.sizes(), "{name}");
        let Some((manifest, payloads)) = rewritten(path).filter(|_| is_clean) else {
            return;
        };
        let made = ready(&document);
        assert_eq!(made.manifest.to_value(), manifest.to_value(), "{name}");
        assert_eq!(made.payloads.len(), payloads.len(), "{name}: payloads");
        for (id, payload) in (0_u32..).zip(&payloads) {
            let bytes = made.payloads.bytes(id).expect("readable");
            assert!(bytes.as_ref() == payload.as_slice(), "{name}: payload {id}");
        }
        n_compared.fetch_add(1, Ordering::Relaxed);
    });
    let n_compared = n_compared.into_inner();
    assert!(n_compared >= 100, "{n_compared} packages compared");
}

#[test]
fn an_opened_package_survives_a_project_file() {
    /// More would cost minutes and show nothing new.
    const MOST_PAYLOADS: usize = 300;
    for_each_case(|path| {
        let Some((document, _)) = opened(path) else {
            return;
        };
        if document.blobs().len() > MOST_PAYLOADS {
            return;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let project = folder.path().join("p.bemstudio");
        storage::save(&document, &project).expect("saved");
        let again = storage::open(&project, &Cancel::new(), &Progress::new());
        let again = again.unwrap_or_else(|message| panic!("{}: {message}", path.display()));
        assert_eq!(again.document, document, "{}", path.display());
        let (made, reopened) = (ready(&document), ready(&again.document));
        assert_eq!(
            made.manifest.to_value(),
            reopened.manifest.to_value(),
            "{}: manifest",
            path.display()
        );
    });
}

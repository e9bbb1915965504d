//! Settings, files and unsaved work under odd circumstances.

use bem_studio::base::files;
use bem_studio::base::numbers::u64_of;
use bem_studio::document::edit::Edit;
use bem_studio::document::parts::PackageFacts;
use bem_studio::session::action::Action;
use bem_studio::session::settings::{self, MAX_UI_SCALE, MIN_UI_SCALE, Settings};
use bem_studio::session::state::Session;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) fn fixture(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bem");
    folder.join(name)
}

pub(super) fn session() -> Session {
    Session::new(None, Arc::new(|| {}))
}

pub(super) fn renamed(session: &Session, name: &str) -> Action {
    let document = session.document().expect("a document is open");
    let facts = PackageFacts {
        name: name.to_owned(),
        ..document.package.clone()
    };
    Action::Edit(Box::new(Edit::SetPackage(facts)), None)
}

#[test]
fn a_scale_that_hides_the_window_is_not_taken_from_the_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.json");
    for (written, read) in [(0.001, MIN_UI_SCALE), (900.0, MAX_UI_SCALE), (1.5, 1.5)] {
        let kept = Settings {
            ui_scale: Some(written),
            ..Settings::default()
        };
        settings::write(&path, &kept).expect("written");
        assert_eq!(settings::read(&path).ui_scale, Some(read), "{written}");
    }
}

#[cfg(unix)]
#[test]
fn a_recent_file_whose_name_is_no_unicode_leaves_the_settings_whole() {
    use std::os::unix::ffi::OsStrExt as _;
    let mut kept = Settings::default();
    kept.remember(Path::new("/models/good.pmx"));
    kept.remember(Path::new(std::ffi::OsStr::from_bytes(b"/models/\xff.pmx")));
    assert_eq!(kept.recent, [PathBuf::from("/models/good.pmx")], "recent");
    assert!(serde_json::to_string(&kept).is_ok(), "they can be written");
}

#[cfg(unix)]
#[test]
fn devices_and_folders_are_never_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(
        files::write_atomic(Path::new("/dev/null"), b"x").is_err(),
        "a device"
    );
    assert!(
        files::write_atomic(folder.path(), b"x").is_err(),
        "a folder"
    );
    assert!(files::is_folder(folder.path()), "it is still there");
}

#[test]
fn work_done_while_a_file_opens_is_kept() {
    let mut session = session();
    session.handle(Action::Open(fixture("F11.bem")));
    session.settle();
    session.handle(Action::Open(fixture("F13.bem")));
    let rename = renamed(&session, "edited meanwhile");
    session.handle(rename);
    session.settle();
    let document = session.document().expect("still open");
    assert_eq!(document.package.name, "edited meanwhile", "the edit stays");
    let told = session.notices().iter();
    assert!(told.count() > 0, "and the author is told why");
}

#[test]
fn an_untouched_document_gives_way_to_the_file_that_opens() {
    let mut session = session();
    session.handle(Action::Open(fixture("F11.bem")));
    session.settle();
    session.handle(Action::Open(fixture("F13.bem")));
    session.settle();
    let document = session.document().expect("open");
    assert_eq!(document.parameters.len(), 1, "the package with a slider");
}

#[test]
fn a_package_that_a_rule_rejects_opens_for_looking_with_its_findings() {
    let mut session = session();
    session.handle(Action::Open(fixture("MESH-07-2-reject.bem")));
    session.settle();
    assert!(session.document().is_none(), "it cannot be edited");
    let package = session.package().expect("open for looking");
    let mut findings = package.report.findings.iter();
    assert!(
        findings.any(|finding| finding.rule == "MESH-07"),
        "findings"
    );
}

#[test]
fn an_opened_package_is_saved_as_a_project_with_its_bytes_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let project = folder.path().join("p.bemstudio");
    let mut session = session();
    session.handle(Action::Open(fixture("F15.bem")));
    session.settle();
    session.handle(Action::SaveAs(project.clone()));
    session.settle();
    assert!(!session.is_dirty(), "saved");
    let names = files::list_tree(folder.path()).expect("listed");
    let blobs = names.iter().filter(|name| name.starts_with("p.blobs/"));
    let document = session.document().expect("open");
    let mut digests: Vec<String> = document
        .blobs()
        .iter()
        .map(|blob| blob.digest().to_hex())
        .collect();
    digests.sort();
    digests.dedup();
    assert_eq!(blobs.count(), digests.len(), "each content once");
    let total: u64 = document.blobs().iter().map(|blob| blob.size_bytes()).sum();
    assert!(total > 0 && u64_of(names.len()) > 1, "there are bytes");
    // A damaged file is told, and told before anything is exported.
    let blob = folder.path().join(
        names
            .iter()
            .find(|name| name.starts_with("p.blobs/"))
            .expect("one"),
    );
    std::fs::remove_file(&blob).expect("removed");
    session.handle(Action::Open(project));
    session.settle();
    let last = session.notices().last().expect("a notice");
    let hex = blob
        .file_stem()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    assert!(last.message.to_string().contains(&hex), "{}", last.message);
}

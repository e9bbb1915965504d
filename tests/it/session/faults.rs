//! Every step of saving may fail: the old file stays as it was, nothing is left lying about, and the author is told.

use super::keeping::{fixture, renamed, session};
use bem_studio::base::files::faults::{self, Fault, Step};
use bem_studio::base::files::{self, StagedFolder};
use bem_studio::base::text::Language;
use bem_studio::document::history::History;
use bem_studio::session::action::Action;
use bem_studio::session::state::Session;
use bem_studio::session::storage;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

const FAULTS: [Fault; 4] = [Fault::Full, Fault::Device, Fault::Denied, Fault::Altered];

/// Every file below a folder with its content.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = files::list_tree(folder).expect("listed");
    let read = |name: String| {
        let bytes = files::read_capped(&folder.join(&name), 1 << 30).expect("read");
        (name, bytes)
    };
    names.into_iter().map(read).collect()
}

fn is_temporary(name: &str) -> bool {
    name.rsplit('/')
        .next()
        .is_some_and(|name| name.starts_with(".bem-studio-"))
}

/// A project saved twice, with its bytes beside it, open in a session and changed since.
fn changed_project(folder: &Path) -> Session {
    let mut session = session();
    session.handle(Action::Open(fixture("F15.bem")));
    session.settle();
    session.handle(Action::SaveAs(folder.join("p.bemstudio")));
    session.settle();
    for name in ["second", "third"] {
        let rename = renamed(&session, name);
        session.handle(rename);
        if name == "second" {
            session.handle(Action::Save);
            session.settle();
        }
    }
    assert!(session.is_dirty(), "changed since it was saved");
    session
}

/// Fails the save of a session at every step with one fault; tells which steps there were.
fn fail_every_save(fault: Fault) -> BTreeSet<Step> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = changed_project(folder.path());
    let before = contents(folder.path());
    let mut struck = BTreeSet::new();
    for n_before in 0..100 {
        let armed = faults::arm(folder.path(), n_before, fault);
        let n_notices = session.notices().len();
        session.handle(Action::Save);
        session.settle();
        let Some(step) = armed.struck() else {
            assert!(!session.is_dirty(), "{fault:?}: nothing failed");
            return struck;
        };
        struck.insert(step);
        let after = contents(folder.path());
        let left = after.keys().find(|name| is_temporary(name));
        assert_eq!(left, None, "{fault:?} at {step:?} leaves nothing");
        if step == Step::FlushFolder {
            // The new file stands; that is as good as this disk gets.
            drop(armed);
            let rename = renamed(&session, "fourth");
            session.handle(rename);
            continue;
        }
        assert!(session.is_dirty(), "{fault:?} at {step:?} is no saving");
        assert_eq!(
            after["p.bemstudio"], before["p.bemstudio"],
            "{fault:?} at {step:?}"
        );
        let told = session.notices().get(n_notices).expect("a notice");
        for language in Language::ALL {
            let text = told.message.text(language);
            assert!(text.contains("/p.b"), "names the file: {text}");
            assert!(!text.contains(['{', '}']), "is finished: {text}");
        }
    }
    unreachable!("{fault:?}: saving has no end")
}

#[test]
fn a_save_that_fails_at_any_step_leaves_the_old_project_and_the_document_unsaved() {
    let mut struck = BTreeSet::new();
    for fault in FAULTS {
        struck.extend(fail_every_save(fault));
    }
    let steps = [
        Step::Create,
        Step::Write,
        Step::Flush,
        Step::ReadBack,
        Step::Keep,
        Step::Rename,
        Step::FlushFolder,
    ];
    assert_eq!(struck, BTreeSet::from(steps), "every step failed once");
}

#[test]
fn a_first_save_that_fails_leaves_no_project_and_only_whole_blobs() {
    let mut session = session();
    session.handle(Action::Open(fixture("F15.bem")));
    session.settle();
    let document = Arc::clone(session.document().expect("open"));
    for fault in FAULTS {
        for n_before in 0..1000 {
            let folder = tempfile::tempdir().expect("a folder");
            let armed = faults::arm(folder.path(), n_before, fault);
            let path = folder.path().join("p.bemstudio");
            let saved = storage::save(&document, &path);
            let Some(step) = armed.struck() else {
                assert!(saved.is_ok(), "nothing failed");
                break;
            };
            let after = contents(folder.path());
            assert!(!after.keys().any(|name| is_temporary(name)), "{step:?}");
            assert_eq!(
                saved.is_ok(),
                after.contains_key("p.bemstudio"),
                "{fault:?} at {step:?}"
            );
            for (name, bytes) in after
                .iter()
                .filter(|(name, _)| name.starts_with("p.blobs/"))
            {
                let hex = bem_studio::base::digest::Digest::of(bytes).to_hex();
                assert_eq!(name, &format!("p.blobs/{hex}.bin"), "whole");
            }
        }
    }
}

#[test]
fn an_export_that_fails_at_any_step_leaves_the_old_package() {
    let mut session = session();
    session.handle(Action::Open(fixture("F15.bem")));
    session.settle();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.bem");
    session.handle(Action::Export(path.clone()));
    session.settle();
    let before = contents(folder.path());
    assert_eq!(before.len(), 1, "the package");
    let rename = renamed(&session, "other");
    session.handle(rename);
    for fault in FAULTS {
        for n_before in 0..100 {
            let armed = faults::arm(folder.path(), n_before, fault);
            session.handle(Action::Export(path.clone()));
            session.settle();
            match armed.struck() {
                None => break,
                Some(Step::FlushFolder) => {}
                Some(step) => {
                    let after = contents(folder.path());
                    assert_eq!(after.len(), 1, "{fault:?} at {step:?} leaves nothing");
                    if fault == FAULTS[0] {
                        assert_eq!(after, before, "{fault:?} at {step:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_folder_that_fails_at_any_step_is_not_there() {
    let parent = tempfile::tempdir().expect("a folder");
    for fault in FAULTS {
        for n_before in 0..100 {
            let armed = faults::arm(parent.path(), n_before, fault);
            let place = parent.path().join(format!("{fault:?}{n_before}"));
            let made = StagedFolder::beside(&place).and_then(|folder| {
                folder.write("a.bin", b"some bytes")?;
                folder.write("below/b.bin", b"more bytes")?;
                folder.commit()
            });
            let step = armed.struck();
            assert_eq!(made.is_ok(), files::is_folder(&place), "{step:?}");
            let left = std::fs::read_dir(parent.path()).expect("listed").flatten();
            let names = left.map(|entry| entry.file_name().to_string_lossy().into_owned());
            assert!(
                !names.into_iter().any(|name| is_temporary(&name)),
                "{step:?}"
            );
            if step.is_none() {
                break;
            }
        }
    }
}

#[test]
fn the_version_before_the_last_saving_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.bemstudio");
    let previous = folder.path().join("p.bemstudio~");
    let read = |path: &Path| files::read_capped(path, 1 << 20).expect("read");
    let mut session = changed_project(folder.path());
    let second = read(&path);
    session.handle(Action::Save);
    session.settle();
    assert_eq!(read(&previous), second, "the one before");
    let third = read(&path);
    // Saving once more what is there already takes nothing away.
    session.handle(Action::Save);
    session.settle();
    assert_eq!((read(&path), read(&previous)), (third, second), "as before");
    // A crash between the two names leaves both on one file; the next saving ends that.
    std::fs::remove_file(&previous).expect("removed");
    std::fs::hard_link(&path, &previous).expect("linked");
    let document = session.document().expect("open");
    let mut history = History::new(document.as_ref().clone());
    let Action::Edit(edit, _) = renamed(&session, "last") else {
        panic!("an edit")
    };
    history.apply(&edit, None).expect("renamed");
    storage::save(history.document(), &path).expect("saved");
    assert_ne!(read(&path), read(&previous), "two versions");
    let names = files::list_tree(folder.path()).expect("listed");
    assert!(!names.iter().any(|name| is_temporary(name)), "nothing else");
}

#[cfg(unix)]
#[test]
fn odd_names_are_saved_and_opened_and_have_a_previous_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = session();
    session.handle(Action::Open(fixture("F15.bem")));
    session.settle();
    let long = format!("{}ab.bemstudio", "名".repeat(81));
    assert_eq!(long.len(), 255, "as long as a name may be");
    for name in ["用户 张三 #1 100%.bemstudio", "🎀 a&b.bemstudio", &long] {
        let path = folder.path().join(name);
        for (version, is_kept) in [("one", false), ("two", true)] {
            let rename = renamed(&session, &format!("{version} {name:.9}"));
            session.handle(rename);
            session.handle(Action::SaveAs(path.clone()));
            session.settle();
            assert!(!session.is_dirty(), "{name}: saved");
            let previous = storage::previous_of(&path);
            assert_eq!(files::is_file(&previous), is_kept, "{name}: {version}");
        }
        session.handle(Action::Open(path.clone()));
        session.settle();
        assert_eq!(session.project_path(), Some(path.as_path()), "opened");
    }
}

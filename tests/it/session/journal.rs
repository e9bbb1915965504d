//! The journal: what a crash takes comes back, what was saved or closed does not.

use super::keeping::{fixture, renamed, session};
use bem_studio::base::files;
use bem_studio::base::files::faults::{self, Fault};
use bem_studio::document::edit::Edit;
use bem_studio::document::parts::Document;
use bem_studio::session::action::Action;
use bem_studio::session::state::Session;
use std::path::{Path, PathBuf};

/// A window that keeps its journal below a folder.
fn window(folder: &Path) -> Session {
    let mut session = session();
    session.keep_journal(folder.join("journal"));
    session
}

/// A window with a package open, changed twice.
fn changed(folder: &Path) -> Session {
    let mut session = window(folder);
    session.handle(Action::Open(fixture("F15.bem")));
    session.settle();
    change(&mut session, "changed");
    session
}

fn change(session: &mut Session, name: &str) {
    let rename = renamed(session, name);
    session.handle(rename);
    let group = Edit::AddGroup {
        name: name.to_owned(),
        choices: vec!["A".to_owned(), "B".to_owned()],
    };
    session.handle(Action::Edit(Box::new(group), None));
}

/// The window is gone without a word; the journal had its second.
fn crash(mut session: Session) -> Document {
    session.settle();
    session.document().expect("open").as_ref().clone()
}

fn open_recovered(session: &mut Session) -> PathBuf {
    let found = session.recoverable().first().expect("something to recover");
    let folder = found.folder.clone();
    session.handle(Action::OpenRecovered(folder.clone()));
    session.settle();
    folder
}

fn n_folders(folder: &Path) -> usize {
    files::folders_in(&folder.join("journal")).len()
}

#[test]
fn what_was_never_saved_comes_back_after_a_crash() {
    let folder = tempfile::tempdir().expect("a folder");
    let lost = crash(changed(folder.path()));
    let mut session = window(folder.path());
    let found = session.recoverable().first().expect("found");
    assert_eq!((found.name.as_str(), found.n_steps), ("changed", 2), "told");
    assert_eq!(found.project, None, "it was never saved");
    let kept = open_recovered(&mut session);
    assert_eq!(**session.document().expect("open"), lost, "all of it");
    assert!(session.is_dirty(), "it is saved nowhere");
    assert!(files::is_folder(&kept), "opening does not delete it");
    // A second crash changes nothing: there is still one of it.
    drop(session);
    let mut session = window(folder.path());
    assert_eq!(session.recoverable().len(), 1, "still one");
    open_recovered(&mut session);
    assert_eq!(**session.document().expect("open"), lost, "all of it again");
    let project = folder.path().join("p.bemstudio");
    session.handle(Action::SaveAs(project));
    session.settle();
    // What it is made of can still be read after its record is gone.
    session.handle(Action::Export(folder.path().join("out.bem")));
    session.settle();
    assert!(
        files::is_file(&folder.path().join("out.bem")),
        "{:?}",
        session.notices()
    );
    assert!(!session.is_dirty(), "saved");
    drop(session);
    assert!(window(folder.path()).recoverable().is_empty(), "saved");
    assert_eq!(n_folders(folder.path()), 0, "nothing is left");
}

#[test]
fn what_followed_the_last_saving_comes_back_for_its_project() {
    let folder = tempfile::tempdir().expect("a folder");
    let project = folder.path().join("p.bemstudio");
    let mut session = changed(folder.path());
    session.handle(Action::SaveAs(project.clone()));
    session.settle();
    let saved = files::read_capped(&project, 1 << 20).expect("saved");
    change(&mut session, "later");
    let lost = crash(session);
    let mut session = window(folder.path());
    open_recovered(&mut session);
    assert_eq!(**session.document().expect("open"), lost, "all of it");
    assert_eq!(session.project_path(), Some(project.as_path()), "its place");
    let now = files::read_capped(&project, 1 << 20).expect("there");
    assert_eq!(now, saved, "what was saved is untouched");
    session.handle(Action::Save);
    session.settle();
    session.handle(Action::Open(project));
    session.settle();
    assert_eq!(**session.document().expect("open"), lost, "saved as it was");
}

#[test]
fn a_recovered_document_is_compared_with_the_saved_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let project = folder.path().join("p.bemstudio");
    let mut session = changed(folder.path());
    session.handle(Action::SaveAs(project));
    session.settle();
    change(&mut session, "later");
    crash(session);
    let mut session = window(folder.path());
    let kept = session.recoverable()[0].folder.clone();
    session.handle(Action::CompareRecovered(kept.clone()));
    session.settle();
    let (of, rows) = session.comparison().expect("compared");
    assert_eq!(*of, kept, "the one that was asked for");
    let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
    let wanted = [
        "Package facts: 1 changed, 0 only in the recovered version, 0 only in the saved one",
        "Option groups: 0 changed, 1 only in the recovered version, 0 only in the saved one",
    ];
    assert_eq!(rows, wanted, "a line for each kind of part");
    assert!(session.document().is_none(), "nothing was opened");
    open_recovered(&mut session);
    assert!(session.document().is_some(), "it can still be opened");
}

#[test]
fn a_figure_comes_back_with_its_maps() {
    let folder = tempfile::tempdir().expect("a folder");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/sample");
    let mut session = window(folder.path());
    session.handle(Action::Open(sample.join("humanoid.pmx")));
    session.settle();
    session.handle(Action::Open(sample.join("sample.catalog.json")));
    session.settle();
    let lost = crash(session);
    assert!(
        lost.target.is_some() && !lost.sources.is_empty(),
        "a figure"
    );
    let mut session = window(folder.path());
    open_recovered(&mut session);
    assert_eq!(**session.document().expect("open"), lost, "all of it");
    let id = *lost.sources.keys().next().expect("a figure");
    assert!(session.figure(id).is_some(), "with its report");
}

#[test]
fn what_is_undone_to_the_saved_state_saved_or_closed_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let project = folder.path().join("p.bemstudio");
    let mut session = changed(folder.path());
    session.handle(Action::SaveAs(project.clone()));
    session.settle();
    change(&mut session, "later");
    session.settle();
    session.handle(Action::Undo);
    session.handle(Action::Undo);
    crash(session);
    assert!(window(folder.path()).recoverable().is_empty(), "undone");
    let mut session = changed(folder.path());
    session.settle();
    session.handle(Action::Close);
    session.settle();
    assert_eq!(n_folders(folder.path()), 0, "closed");
    let mut session = changed(folder.path());
    session.settle();
    session.end();
    assert_eq!(n_folders(folder.path()), 0, "the window was closed");
}

#[test]
fn windows_leave_each_others_journals_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = changed(folder.path());
    first.settle();
    let mut second = window(folder.path());
    assert!(second.recoverable().is_empty(), "the first one lives");
    second.handle(Action::Open(fixture("F13.bem")));
    second.settle();
    let rename = renamed(&second, "second");
    second.handle(rename);
    let lost = [crash(first), crash(second)];
    let mut third = window(folder.path());
    let fourth = window(folder.path());
    assert_eq!(third.recoverable().len(), 2, "both");
    for _ in 0..2 {
        open_recovered(&mut third);
        let document = third.document().expect("open").as_ref().clone();
        assert!(lost.contains(&document), "one of them");
        if document == lost[0] {
            third.handle(Action::SaveAs(folder.path().join("first.bemstudio")));
        } else {
            third.handle(Action::SaveAs(folder.path().join("second.bemstudio")));
        }
        third.settle();
    }
    assert_eq!(fourth.recoverable().len(), 2, "found before");
    assert!(window(folder.path()).recoverable().is_empty(), "both saved");
}

#[test]
fn what_another_window_recovers_is_not_recovered_or_removed_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    crash(changed(folder.path()));
    let (mut one, mut two) = (window(folder.path()), window(folder.path()));
    let kept = open_recovered(&mut one);
    open_recovered(&mut two);
    assert!(two.document().is_none(), "the other window has it");
    two.handle(Action::DiscardRecovered(kept.clone()));
    assert!(files::is_folder(&kept), "and keeps it");
    assert_eq!(two.notices().len(), 2, "both are told");
    drop(one);
    two.handle(Action::DiscardRecovered(kept.clone()));
    assert!(!files::is_taken(&kept), "thrown away on purpose");
    assert!(two.recoverable().is_empty(), "and off the list");
}

#[test]
fn bytes_of_a_package_come_back_from_the_journal_or_from_the_package() {
    for is_package_gone in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let package = folder.path().join("in.bem");
        let bytes = files::read_capped(&fixture("F15.bem"), 1 << 30).expect("read");
        files::write_atomic(&package, &bytes).expect("copied");
        let mut session = window(folder.path());
        session.handle(Action::Open(package.clone()));
        session.settle();
        change(&mut session, "changed");
        let lost = crash(session);
        if is_package_gone {
            files::remove_file(&package).expect("removed");
        } else {
            for journal in files::folders_in(&folder.path().join("journal")) {
                files::remove_folder(&journal.join("blobs")).expect("removed");
            }
        }
        let mut session = window(folder.path());
        open_recovered(&mut session);
        let document = session.document().expect("open");
        assert_eq!(**document, lost, "all of it");
        for blob in document.blobs() {
            blob.read().expect("its bytes are there");
        }
    }
}

#[test]
fn a_journal_that_cannot_be_written_is_told_once_and_begins_anew_when_it_can() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = changed(folder.path());
    session.settle();
    let n_notices = session.notices().len();
    let armed = faults::arm(&folder.path().join("journal"), 0, Fault::Full);
    for name in ["a", "b", "c"] {
        change(&mut session, name);
        session.settle();
    }
    assert_eq!(session.notices().len(), n_notices + 1, "told once");
    drop(armed);
    change(&mut session, "d");
    let lost = crash(session);
    let mut session = window(folder.path());
    open_recovered(&mut session);
    assert_eq!(**session.document().expect("open"), lost, "all of it");
}

#[test]
fn of_savings_in_a_row_the_last_is_on_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let project = folder.path().join("p.bemstudio");
    let mut session = changed(folder.path());
    for round in 0..20 {
        for name in ["a", "b", "c"] {
            let rename = renamed(&session, &format!("{name}{round}"));
            session.handle(rename);
            session.handle(Action::SaveAs(project.clone()));
        }
        session.settle();
        assert!(!session.is_dirty(), "round {round}");
        let bytes = files::read_capped(&project, 1 << 20).expect("saved");
        let text = String::from_utf8(bytes).expect("text");
        assert!(text.contains(&format!("\"c{round}\"")), "round {round}");
    }
    assert_eq!(n_folders(folder.path()), 1, "the folder is held");
    session.end();
    assert_eq!(n_folders(folder.path()), 0, "and goes with the window");
}

#[test]
fn a_torn_last_line_costs_that_line_alone() {
    use std::io::Write as _;
    let folder = tempfile::tempdir().expect("a folder");
    let lost = crash(changed(folder.path()));
    let journal = files::folders_in(&folder.path().join("journal")).remove(0);
    let path = journal.join("journal.jsonl");
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .open(path)
        .expect("there");
    file.write_all(b"{\"keep_front\": 12, \"keep_ba")
        .expect("torn");
    let mut session = window(folder.path());
    open_recovered(&mut session);
    assert_eq!(**session.document().expect("open"), lost, "the line before");
}

#[test]
fn a_thousand_edits_cost_the_journal_little() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = changed(folder.path());
    session.settle();
    let journal = files::folders_in(&folder.path().join("journal")).remove(0);
    let path = journal.join("journal.jsonl");
    let before = files::size_of(&path).expect("there");
    for n in 0..1000 {
        let rename = renamed(&session, &format!("name {n}"));
        session.handle(rename);
        if n % 10 == 0 {
            session.settle();
        }
    }
    session.settle();
    let grown = files::size_of(&path).expect("there") - before;
    assert!(grown < 100 * 1000, "{grown} bytes");
}

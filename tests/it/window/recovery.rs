//! What an author does after a crash.

use super::desk::{Desk, sample};
use bem_studio::base::files;
use bem_studio::session::action::Action;
use bem_studio::session::starts::Starts;
use bem_studio::ui::app::Opening;
use egui_kittest::kittest::Queryable as _;

#[test]
fn after_a_crash_the_start_page_offers_what_was_unsaved() {
    let mut crashed = Desk::new();
    let journal = crashed.path("journal");
    let session = crashed.harness.state_mut().session_mut();
    session.keep_journal(journal.clone());
    crashed.open_sample();
    let lost = crashed.document();
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("journal");
    // What the dead window leaves: the folder without its lock.
    let from = files::folders_in(&journal).remove(0);
    let to = kept.join("a");
    files::make_folder(&to).expect("made");
    std::fs::copy(from.join("journal.jsonl"), to.join("journal.jsonl")).expect("copied");
    drop(crashed);

    let mut desk = Desk::new();
    desk.harness
        .state_mut()
        .session_mut()
        .keep_journal(kept.clone());
    desk.settle();
    for label in ["Open recovered", "Discard…", "Decide later"] {
        assert!(
            desk.harness.query_by_label(label).is_some(),
            "{label} is offered"
        );
    }
    assert!(
        desk.harness.query_by_label("Open saved").is_none(),
        "it was never saved"
    );
    desk.click("Open recovered");
    assert_eq!(desk.document(), lost, "all of it: {:?}", desk.notices());
    assert!(files::is_folder(&to), "opening does not delete it");
    desk.act(Action::SaveAs(desk.path("p.bemstudio")));
    desk.act(Action::Close);
    assert!(
        desk.harness.query_by_label("Open recovered").is_none(),
        "saved"
    );
    assert!(!files::is_folder(&to), "and gone");
}

#[test]
fn deciding_later_leaves_everything_for_the_next_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("journal");
    let mut crashed = Desk::new();
    crashed
        .harness
        .state_mut()
        .session_mut()
        .keep_journal(kept.clone());
    crashed.open_sample();
    drop(crashed);
    for _ in 0..2 {
        let mut desk = Desk::new();
        desk.harness
            .state_mut()
            .session_mut()
            .keep_journal(kept.clone());
        desk.settle();
        desk.click("Decide later");
        assert!(
            desk.harness.query_by_label("Open recovered").is_none(),
            "out of the way"
        );
    }
    assert_eq!(files::folders_in(&kept).len(), 1, "still there");
}

#[test]
fn the_third_start_after_two_failed_ones_opens_nothing_and_says_so() {
    let mut desk = Desk::new();
    let starts = Starts::new(&desk.path("data"));
    starts.begin();
    starts.begin();
    let opening = Opening::File(sample("humanoid.pmx"));
    desk.harness
        .state_mut()
        .begin(Some(starts.clone()), opening);
    desk.settle();
    assert!(desk.session().is_start(), "nothing was opened");
    assert!(
        desk.notices()[0].contains("this one is safe"),
        "{:?}",
        desk.notices()
    );
    desk.open_sample();
    assert!(
        desk.harness
            .query_by_label("Started safely: the 3D view is off.")
            .is_some(),
        "no 3D"
    );
    desk.harness.run_steps(40);
    assert_eq!(
        starts.begin(),
        bem_studio::session::starts::Start::Usual,
        "it went well"
    );
}

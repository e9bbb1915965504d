//! Crashes and failed starts: what is told, what goes on.

use super::keeping::{renamed, session};
use bem_studio::base::files;
use bem_studio::base::text::{Language, Phrase};
use bem_studio::session::action::Action;
use bem_studio::session::crash;
use bem_studio::session::jobs::{Follower, Jobs};
use bem_studio::session::starts::{Start, Starts};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

static WORKING: Phrase = Phrase::new("工作", "作業", "Working");

#[test]
fn a_panic_inside_a_job_is_told_and_costs_nothing_else() {
    let mut jobs: Jobs<u32> = Jobs::new(Arc::new(|| {}));
    let nothing: Vec<u32> = Vec::new();
    let fails = jobs.start(&WORKING, move |_, _| Ok(nothing[7]));
    let (number, outcome) = jobs.wait().expect("it ends");
    let told = outcome.expect_err("it failed").text(Language::En);
    assert_eq!(number, fails, "the one that failed");
    assert!(
        told.starts_with("Working: the program made a mistake"),
        "{told}"
    );
    assert!(jobs.is_idle(), "nothing hangs");
    jobs.start(&WORKING, |_, _| Ok(3));
    let (_, outcome) = jobs.wait().expect("it ends");
    assert_eq!(outcome, Ok(3), "the next job works");
}

#[test]
fn a_follower_works_on_the_newest_and_survives_a_panic() {
    let seen: Arc<Mutex<Vec<u32>>> = Arc::default();
    let n_woken = Arc::new(AtomicU32::new(0));
    let (theirs, wakes) = (Arc::clone(&seen), Arc::clone(&n_woken));
    let wake = Arc::new(move || {
        wakes.fetch_add(1, Ordering::Relaxed);
    });
    let none: Vec<u32> = Vec::new();
    let work = Box::new(move |item: u32, _: &dyn Fn() -> bool| {
        theirs.lock().expect("whole").push(item);
        assert!(item != 3 || none[7] == 0, "never told");
        Ok(())
    });
    let follower = Follower::start(&WORKING, Duration::from_millis(1), wake, work);
    for item in 0..4 {
        follower.give(item);
        follower.wait();
    }
    assert!(follower.take_failure().is_some(), "the panic is told");
    assert!(follower.take_failure().is_none(), "once");
    for item in 4..1000 {
        follower.give(item);
    }
    drop(follower);
    assert_eq!(
        n_woken.load(Ordering::Relaxed),
        1,
        "the panic wakes the window"
    );
    let seen = seen.lock().expect("whole");
    assert_eq!(seen.last(), Some(&999), "it ends with the last one");
    assert!(seen.len() < 1000, "those between are left out");
}

#[test]
fn a_crash_report_has_versions_and_actions_but_nothing_of_the_author() {
    let folder = tempfile::tempdir().expect("a folder");
    let reports = folder.path().join("crashes");
    let mut session = session();
    session.handle(Action::Open(super::keeping::fixture("F15.bem")));
    session.settle();
    let rename = renamed(&session, "张三的秘密");
    session.handle(rename);
    session.handle(Action::SaveAs(folder.path().join("secret.bemstudio")));
    session.settle();
    crash::report_panics_to(reports.clone());
    let mut jobs: Jobs<u32> = Jobs::new(Arc::new(|| {}));
    jobs.start(&WORKING, |_, _| {
        let path = std::path::PathBuf::from("/home/zhangsan/secret.pmx");
        assert!(path.as_os_str().is_empty(), "{}", path.display());
        Ok(1)
    });
    let (_, outcome) = jobs.wait().expect("it ends");
    drop(std::panic::take_hook());
    assert!(outcome.is_err(), "it failed");
    let bytes = files::read_capped(&reports.join("crash-1.txt"), 1 << 16).expect("a report");
    let report = String::from_utf8(bytes).expect("text");
    assert!(report.starts_with("BEM Studio "), "{report}");
    for word in ["thread: job 1", "session/crashes.rs:", "Edit: ", "SaveAs"] {
        assert!(report.contains(word), "{word} is in {report}");
    }
    for secret in ["zhangsan", "secret", "张三", "/home", "/tmp"] {
        assert!(!report.contains(secret), "{secret} is not in {report}");
    }
}

#[test]
fn the_third_start_after_two_failed_ones_is_safe() {
    let folder = tempfile::tempdir().expect("a folder");
    let starts = Starts::new(&folder.path().join("data"));
    let begun: Vec<Start> = (0..4).map(|_| starts.begin()).collect();
    assert_eq!(
        begun,
        [Start::Usual, Start::Usual, Start::Safe, Start::Safe],
        "as long as none goes well"
    );
    starts.went_well();
    assert_eq!(starts.begin(), Start::Usual, "one went well");
    let file = files::list_tree(&folder.path().join("data")).expect("listed");
    let path = folder.path().join("data").join(&file[0]);
    for bytes in [b"\xff\xfe".as_slice(), b"", b"99999999999999999999"] {
        files::write_atomic(&path, bytes).expect("written");
        assert_eq!(starts.begin(), Start::Usual, "a broken count is none");
    }
    let nowhere = Starts::new(&path);
    assert_eq!(
        nowhere.begin(),
        Start::Usual,
        "nothing can be counted there"
    );
}

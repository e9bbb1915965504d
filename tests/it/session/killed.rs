//! The window is killed at any moment, again and again: the project opens, the journal has all but the last second, and
//! no half-written file stands under a final name.
//!
//! The process that is killed is this test program, started again for one test that goes on until it is killed.

use super::keeping::{fixture, session};
use bem_studio::base::cancel::Cancel;
use bem_studio::base::digest::Digest;
use bem_studio::base::files;
use bem_studio::base::progress::Progress;
use bem_studio::base::text::Phrase;
use bem_studio::document::edit::Edit;
use bem_studio::document::parts::{Document, PackageFacts, Ticks};
use bem_studio::session::action::Action;
use bem_studio::session::package::{self, Purpose};
use bem_studio::session::{journal, storage};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, UNIX_EPOCH};

const FOLDER: &str = "BEM_STUDIO_KILLED_IN";
const SEED: &str = "BEM_STUDIO_KILLED_SEED";
const KILLS: &str = "BEM_STUDIO_KILLS";
/// What the journal may lose.
const SECOND: Duration = Duration::from_secs(1);

/// A number that looks random (splitmix64).
fn mixed(seed: u64, n: u64) -> u64 {
    let mut mixed = seed.wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The edit that makes the `n`-th state; the state carries its number as the version of the package.
fn edit_of(seed: u64, n: u64, document: &Document) -> Edit {
    static LABEL: Phrase = Phrase::new("改", "変更", "Change");
    let numbered = Edit::SetPackage(PackageFacts {
        version: n.to_string(),
        name: format!("名 {}", mixed(seed, n) % 1000),
        ..document.package.clone()
    });
    let random = mixed(seed ^ 1, n);
    let group = document.groups.first();
    let more = match (random % 5, group) {
        (0, _) => Some(Edit::AddGroup {
            name: format!("group {n}"),
            choices: vec!["A".to_owned(), "B".to_owned(), "C".to_owned()],
        }),
        (1, Some(group)) if document.groups.len() > 4 => Some(Edit::RemoveGroup(group.id)),
        (2, Some(group)) => Some(Edit::AddChoice {
            group: group.id,
            name: format!("choice {n}"),
        }),
        (3, _) if document.parameters.len() < 4 => Some(Edit::AddParameter {
            name: format!("slider {n}"),
            ticks: Ticks::default(),
        }),
        _ => None,
    };
    let both = more.map(|more| Edit::Together(&LABEL, vec![numbered.clone(), more]));
    both.filter(|both| both.apply(document).is_ok())
        .unwrap_or(numbered)
}

fn now() -> Duration {
    UNIX_EPOCH.elapsed().unwrap_or_default()
}

#[test]
fn edits_saves_and_exports_go_on_until_they_are_killed() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else {
        return;
    };
    let seed = std::env::var(SEED)
        .expect("a seed")
        .parse()
        .expect("a number");
    let mut session = session();
    session.keep_journal(folder.join("journal"));
    session.handle(Action::Open(fixture("F15.bem")));
    session.settle();
    let mut told = std::fs::File::create(folder.join("told")).expect("made");
    for n in 1.. {
        let edit = edit_of(seed, n, session.document().expect("open"));
        session.handle(Action::Edit(Box::new(edit), None));
        let line = format!("{n} {}\n", now().as_micros());
        told.write_all(line.as_bytes()).expect("told");
        match mixed(seed ^ 2, n) % 30 {
            0 => session.handle(Action::SaveAs(folder.join("p.bemstudio"))),
            1 => session.handle(Action::Export(folder.join("out.bem"))),
            _ => {}
        }
        session.poll();
        std::thread::sleep(Duration::from_millis(mixed(seed ^ 3, n) % 25));
    }
}

/// What one kill showed.
struct Outcome {
    n_edits: usize,
    /// Age of the oldest edit that is gone.
    lost: Duration,
    is_saved: bool,
    is_exported: bool,
}

fn kill_once(seed: u64) -> Outcome {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let program = std::env::current_exe().expect("this program");
    let name = "session::killed::edits_saves_and_exports_go_on_until_they_are_killed";
    let mut child = Command::new(program)
        .args(["--exact", name, "--nocapture"])
        .env(FOLDER, folder)
        .env(SEED, seed.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    while !files::is_file(&folder.join("told")) {
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(Duration::from_millis(mixed(seed ^ 4, 0) % 2000));
    let killed = now();
    child.kill().expect("killed");
    child.wait().expect("gone");
    judge(folder, seed, killed)
}

fn judge(folder: &Path, seed: u64, killed: Duration) -> Outcome {
    let told = files::read_capped(&folder.join("told"), 1 << 24).expect("told");
    let told: Vec<Duration> = String::from_utf8_lossy(&told)
        .lines()
        .filter_map(|line| line.split_once(' ')?.1.parse().ok())
        .map(Duration::from_micros)
        .collect();
    let opened = storage::open_any(&fixture("F15.bem"), &Cancel::new(), &Progress::new());
    let mut states = vec![opened.expect("the package").document];
    // One more may be done than was told.
    for n in 1..=told.len() + 1 {
        let before = &states[n - 1];
        let edit = edit_of(seed, n as u64, before);
        states.push(edit.apply(before).expect("a good edit"));
    }
    let number = |document: &Document| -> usize {
        let number = document.package.version.parse().unwrap_or(0);
        assert_eq!(
            *document, states[number],
            "seed {seed}: state {number} whole"
        );
        number
    };
    let (is_saved, is_exported) = no_half_written_file(folder, seed);
    let project = folder.join("p.bemstudio");
    let saved = is_saved.then(|| storage::open(&project, &Cancel::new(), &Progress::new()));
    let saved = saved.map_or(0, |opened| {
        number(&opened.expect("the project opens").document)
    });
    let found = journal::find(&folder.join("journal"));
    assert!(found.len() < 2, "seed {seed}: one journal");
    let recovered = found.first().map_or(0, |found| {
        let opened = journal::open(&found.folder, &Cancel::new(), &Progress::new());
        number(&opened.expect("the journal opens").assembled.document)
    });
    let kept = saved.max(recovered);
    let lost = told
        .get(kept)
        .map_or(Duration::ZERO, |at| killed.saturating_sub(*at));
    assert!(
        lost <= SECOND,
        "seed {seed}: {lost:?} of {} edits lost after {kept}",
        told.len()
    );
    Outcome {
        n_edits: told.len(),
        lost,
        is_saved,
        is_exported,
    }
}

/// Every file is whole or has the name of one that is being written. Tells whether there are a project and a package.
fn no_half_written_file(folder: &Path, seed: u64) -> (bool, bool) {
    let (mut is_saved, mut is_exported) = (false, false);
    for name in files::list_tree(folder).expect("listed") {
        let path = folder.join(&name);
        let last = name.rsplit('/').next().unwrap_or_default();
        if last.starts_with(".bem-studio-") || ["told", "lock", "journal.jsonl"].contains(&last) {
            continue;
        }
        if let Some(hex) = last.strip_suffix(".bin") {
            let bytes = files::read_capped(&path, 1 << 30).expect("read");
            assert_eq!(Digest::of(&bytes).to_hex(), hex, "seed {seed}: {name}");
        } else if last == "out.bem" {
            let report = package::check(&path, Purpose::Read);
            assert!(!report.is_rejected(), "seed {seed}: {:?}", report.findings);
            is_exported = true;
        } else {
            assert!(last.starts_with("p.bemstudio"), "seed {seed}: {name}");
            let opened = storage::open(
                &path.with_file_name("p.bemstudio"),
                &Cancel::new(),
                &Progress::new(),
            );
            assert!(opened.is_ok(), "seed {seed}: {name} opens");
            is_saved = true;
        }
    }
    (is_saved, is_exported)
}

#[test]
fn a_window_killed_at_any_moment_loses_at_most_a_second() {
    let n_kills: u64 = std::env::var(KILLS).map_or(20, |text| text.parse().expect("a number"));
    let lane = |first: u64| -> Vec<Outcome> {
        let seeds = (first..n_kills).step_by(4);
        seeds.map(|n| kill_once(mixed(7, n))).collect()
    };
    let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let lanes: Vec<_> = (0..4)
            .map(|first| scope.spawn(move || lane(first)))
            .collect();
        let lanes = lanes
            .into_iter()
            .map(|lane| lane.join().expect("a lane ends"));
        lanes.flatten().collect()
    });
    assert_eq!(outcomes.len() as u64, n_kills, "every kill was judged");
    let count = |is: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| is(outcome)).count();
    let n_edits: usize = outcomes.iter().map(|outcome| outcome.n_edits).sum();
    let lost = outcomes.iter().map(|outcome| outcome.lost).max();
    let (n_saved, n_exported) = (count(|one| one.is_saved), count(|one| one.is_exported));
    println!(
        "{n_kills} kills, {n_edits} edits, {n_saved} saved, {n_exported} exported, lost at most {lost:?}"
    );
    assert!(n_saved > 0 && n_exported > 0, "both were interrupted");
}

//! Times the proofs over all selections: cold, after an edit of each kind, the node meter, the exact maxima.
//!
//! `cargo bench --bench analysis` times; `-- --table` prints a line for each family with medians and 95th percentiles of
//! many edits in CPU time of this thread; `-- --once NAME` proves one family and a few edits, for counting instructions.

#[expect(clippy::expect_used, reason = "test data that is broken fails loudly")]
#[path = "../it/analysis/load.rs"]
mod load;
mod selection;

use bem_studio::analysis::{Analysis, Budget, Engine, Revision, Verdict};
use bem_studio::base::cancel::Cancel;
use bem_studio::formats::bem::manifest::{Condition, Manifest};
use criterion::Criterion;
use selection::{Dice, Family, Pool};
use std::hint::black_box;
use std::io::Write as _;
use std::time::Duration;

/// Edits of each kind that the table is made from.
const N_EDITS: u64 = 100;

/// Families of the test data.
const FILES: [&str; 10] = [
    "a_realistic",
    "b0_toggles_own",
    "c_chain",
    "d2_tight_16",
    "d_shared",
    "e1_pairs_8x4",
    "e3_alldiff_6x16",
    "f_parts_finish_18",
    "g_max_indep",
    "h_max_realistic",
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut words = words.iter().map(String::as_str);
    match words.find(|word| *word == "--once" || *word == "--table") {
        Some("--once") => once(words.next().unwrap_or("h_max_realistic")),
        Some(_) => table(words.next()),
        None => {
            let mut criterion = Criterion::default().sample_size(20).configure_from_args();
            time(&mut criterion);
            criterion.final_summary();
        }
    }
}

fn families() -> Vec<Family> {
    let files = FILES.into_iter().map(|name| {
        let case = load::case(&load::folder().join(format!("families/{name}.json")));
        let minor = case.json["minor"].as_u64();
        Family {
            name: name.to_owned(),
            manifest: case.manifest,
            minor: minor
                .and_then(|minor| u16::try_from(minor).ok())
                .unwrap_or(5),
            sizes: case.sizes,
        }
    });
    files
        .chain([
            selection::outfits(1, 12, 33),
            selection::outfits(8, 64, 58),
            selection::chain(20, 16),
            selection::chain(32, 32),
            selection::pool(16, 6, 90, Pool::Tight),
            selection::pool(24, 4, 240, Pool::Dense),
            selection::all_different(4, 16),
        ])
        .collect()
}

/// An edit of one kind.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Draw,
    Constraint,
    Availability,
}

/// The manifest after an edit as an author makes them.
fn edited(manifest: &Manifest, kind: Kind, dice: &mut Dice) -> Manifest {
    let mut edited = manifest.clone();
    let groups = edited.option_groups.as_deref().unwrap_or_default();
    let n_groups = u32::try_from(groups.len()).unwrap_or(0);
    let some_choice = |dice: &mut Dice, end: u32| {
        let group = dice.below(end);
        let n_choices = groups[group as usize].choices.len();
        let choice = dice.below(u32::try_from(n_choices).unwrap_or(1));
        selection::eq(group, choice)
    };
    let (first, second) = (some_choice(dice, n_groups), some_choice(dice, n_groups));
    match kind {
        Kind::Draw => {
            let mesh = dice.below(u32::try_from(edited.meshes.len()).unwrap_or(1));
            let draws = &mut edited.meshes[mesh as usize].draws;
            let draw = dice.below(u32::try_from(draws.len()).unwrap_or(1));
            draws[draw as usize].when = Some(Condition::Any(vec![first, second]));
        }
        Kind::Constraint => {
            let both = Condition::All(vec![first, second]);
            let constraint = Condition::Not(Box::new(both));
            edited.selection_constraints.push(constraint);
        }
        Kind::Availability => {
            let group = 1 + dice.below(n_groups - 1);
            let earlier = some_choice(dice, group);
            if let Some(groups) = edited.option_groups.as_mut() {
                let when = Condition::Not(Box::new(earlier));
                groups[group as usize].available_when = Some(when);
            }
        }
    }
    edited
}

fn revision<'a>(manifest: &'a Manifest, family: &'a Family) -> Revision<'a> {
    Revision {
        manifest,
        minor: family.minor,
        payload_sizes: Some(&family.sizes),
    }
}

fn checked(engine: &mut Engine, family: &Family, manifest: &Manifest) -> Option<Analysis> {
    let revision = revision(manifest, family);
    engine
        .check_live(revision, &Budget::LIVE, &Cancel::new())
        .ok()
}

fn metered(family: &Family, manifest: &Manifest, engine: &mut Engine) -> Option<Analysis> {
    let revision = revision(manifest, family);
    engine.prove(revision, &Budget::LIVE, &Cancel::new()).ok()
}

fn time(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("analysis");
    for family in families() {
        group.bench_function(format!("{}, cold", family.name), |bencher| {
            bencher.iter(|| {
                let mut engine = Engine::new().ok()?;
                black_box(checked(&mut engine, &family, &family.manifest))
            });
        });
        let Ok(mut engine) = Engine::new() else {
            continue;
        };
        checked(&mut engine, &family, &family.manifest);
        let mut dice = Dice::new(5);
        group.bench_function(format!("{}, edited draw", family.name), |bencher| {
            bencher.iter_batched(
                || edited(&family.manifest, Kind::Draw, &mut dice),
                |manifest| black_box(checked(&mut engine, &family, &manifest)),
                criterion::BatchSize::PerIteration,
            );
        });
    }
}

fn once(name: &str) {
    for family in families().iter().filter(|family| family.name == name) {
        let Ok(mut engine) = Engine::new() else {
            continue;
        };
        black_box(checked(&mut engine, family, &family.manifest));
        let mut dice = Dice::new(5);
        for kind in [Kind::Draw, Kind::Constraint, Kind::Availability] {
            for _ in 0..5 {
                let manifest = edited(&family.manifest, kind, &mut dice);
                black_box(checked(&mut engine, family, &manifest));
            }
        }
    }
}

/// CPU time of this thread so far.
#[cfg(target_os = "linux")]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let nanoseconds = u64::try_from(time.tv_nsec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_nanos(nanoseconds)
}

/// Time so far: where CPU time is not told, that of the clock.
#[cfg(not(target_os = "linux"))]
fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

fn millis(work: impl FnOnce()) -> f64 {
    let start = now();
    work();
    now().saturating_sub(start).as_secs_f64() * 1e3
}

/// Median, 95th percentile and maximum.
fn spread(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times.get(times.len() * share / 100).copied();
    let [median, most, last] = [at(50), at(95), times.last().copied()].map(|at| at.unwrap_or(0.0));
    format!("{median:.2}/{most:.2}/{last:.1}")
}

/// Most memory this program has held, MiB.
fn peak_mib() -> u64 {
    let status = bem_studio::base::files::read_capped("/proc/self/status".as_ref(), 1 << 20);
    let status = status.unwrap_or_default();
    let text = String::from_utf8_lossy(&status);
    let line = text.lines().find(|line| line.starts_with("VmHWM"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

fn table(name: Option<&str>) {
    say(
        "family | cold | metered | exact | draw p50/p95/max | constraint | availability | meter after constraint | open | peak MiB",
    );
    for family in families() {
        if name.is_none_or(|name| family.name.starts_with(name)) {
            say(&row(&family));
        }
    }
}

fn row(family: &Family) -> String {
    let Ok(mut engine) = Engine::new() else {
        return String::new();
    };
    let cold = || {
        let Ok(mut engine) = Engine::new() else {
            return 0.0;
        };
        millis(|| {
            black_box(checked(&mut engine, family, &family.manifest));
        })
    };
    let cold = spread((0..5).map(|_| cold()).collect());
    checked(&mut engine, family, &family.manifest);
    let mut columns = vec![family.name.clone(), cold];
    let mut fresh = Engine::new().ok();
    let metered_cold = millis(|| {
        if let Some(engine) = fresh.as_mut() {
            black_box(metered(family, &family.manifest, engine));
        }
    });
    columns.push(format!("{metered_cold:.1}"));
    let mut open = 0;
    let mut exact_engine = Engine::new().ok();
    let exact = millis(|| {
        let revision = revision(&family.manifest, family);
        let proved = exact_engine.as_mut().and_then(|engine| {
            engine
                .check_live(revision, &Budget::EXACT, &Cancel::new())
                .ok()
        });
        let maxima = proved
            .map(|proved| proved.summary.maxima)
            .unwrap_or_default();
        open = maxima.iter().filter(|one| !one.is_exact()).count();
    });
    columns.push(format!("{exact:.1}"));
    let mut dice = Dice::new(7);
    let mut straddling = 0;
    for kind in [Kind::Draw, Kind::Constraint, Kind::Availability] {
        let times = (0..N_EDITS)
            .map(|_| {
                let manifest = edited(&family.manifest, kind, &mut dice);
                let mut found = None;
                let time = millis(|| found = checked(&mut engine, family, &manifest));
                let maxima = found.map(|found| found.summary.maxima).unwrap_or_default();
                let is_open = maxima.iter().any(|one| one.verdict() == Verdict::Open);
                straddling += usize::from(is_open);
                time
            })
            .collect();
        columns.push(spread(times));
    }
    let mut meters = Vec::new();
    for _ in 0..N_EDITS / 5 {
        let manifest = edited(&family.manifest, Kind::Constraint, &mut dice);
        let live = millis(|| {
            black_box(checked(&mut engine, family, &manifest));
        });
        let both = millis(|| {
            black_box(metered(family, &manifest, &mut engine));
        });
        meters.push((both - live).max(0.0));
    }
    columns.push(spread(meters));
    columns.push(format!("{open} inexact, {straddling} open"));
    columns.push(peak_mib().to_string());
    columns.join(" | ")
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // A reader that went away is no failure of a bench.
    drop(writeln!(out, "{line}"));
}

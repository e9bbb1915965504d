//! Times reading and writing of big PMX files (PMX-S1..PMX-S4).
//!
//! `cargo bench --bench pmx` times; `-- --emit FILE` writes the file of the table of pmx.md ch. 8 instead, `-- --table`
//! prints the best of seven runs for each kind of file, and its memory.

mod figure;

use bem_studio::formats::pmx;
use criterion::{BatchSize, Criterion};
use figure::{Plan, build};
use std::hint::black_box;
use std::io::Write as _;
use std::time::Instant;

/// The vertex count that the targets speak of.
const N_VERTICES: u32 = 200_000;
/// A vertex that every file has.
const EDITED: u32 = 25_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut words = words.iter().map(String::as_str);
    match words.find(|word| *word == "--emit" || *word == "--table") {
        Some("--emit") => emit(words.next().unwrap_or("figure.pmx")),
        Some(_) => table(),
        None => {
            let mut criterion = Criterion::default().sample_size(20).configure_from_args();
            time(&mut criterion);
            criterion.final_summary();
        }
    }
}

fn emit(path: &str) {
    let bytes = build(Plan::plain(N_VERTICES));
    let written = bem_studio::base::files::write_atomic(path.as_ref(), &bytes);
    say(&match written {
        Ok(()) => format!("{path}: {} bytes", bytes.len()),
        Err(error) => error.to_string(),
    });
}

fn time(criterion: &mut Criterion) {
    let bytes = build(Plan::plain(N_VERTICES));
    let rich = build(Plan::rich(N_VERTICES));
    let mut group = criterion.benchmark_group("pmx 200k");
    group.bench_function("read", |bencher| {
        bencher.iter_batched(|| bytes.clone(), read, BatchSize::PerIteration);
    });
    group.bench_function("read, UTF-8, 2.1, 2 extra UV", |bencher| {
        bencher.iter_batched(|| rich.clone(), read, BatchSize::PerIteration);
    });
    let document = read(bytes);
    group.bench_function("check", |bencher| {
        bencher.iter(|| black_box(document.check()));
    });
    group.bench_function("write unedited", |bencher| {
        bencher.iter(|| write(&document));
    });
    let bone_edited = with_edited_bone(&document);
    group.bench_function("write, one bone edited", |bencher| {
        bencher.iter(|| write(&bone_edited));
    });
    let vertex_edited = with_edited_vertex(&document);
    group.bench_function("write, one vertex edited", |bencher| {
        bencher.iter(|| write(&vertex_edited));
    });
    group.bench_function("encode every field", |bencher| {
        bencher.iter(|| black_box(pmx::encode(&document).is_ok()));
    });
    group.finish();
}

/// Best of seven for every kind of file, by hand: the figures of the report.
fn table() {
    for (name, plan) in [
        ("45 k", Plan::plain(45_000)),
        ("100 k", Plan::plain(100_000)),
        ("200 k", Plan::plain(N_VERTICES)),
        ("200 k, UTF-8, 2.1, 2 extra UV", Plan::rich(N_VERTICES)),
    ] {
        let bytes = build(plan);
        let best_read = best_of_seven(|| bytes.clone(), read);
        let document = read(bytes.clone());
        let best_check = best_of_seven(|| (), |()| document.check());
        let best_write = best_of_seven(|| (), |()| write(&document));
        let edited = with_edited_vertex(&document);
        let best_edit = best_of_seven(|| (), |()| write(&edited));
        let best_encode = best_of_seven(|| (), |()| pmx::encode(&document));
        let memory = document.memory_bytes() as f64 / bytes.len() as f64;
        say(&format!(
            "{name}: {:.1} MB, read {best_read:.1} ms (of it check {best_check:.1}), write {best_write:.1}, after an \
             edit {best_edit:.1}, encode {best_encode:.1}, memory {memory:.2} x file",
            bytes.len() as f64 / 1e6
        ));
    }
}

/// Milliseconds of the fastest run of `work` on what `prepare` gives; dropping the result is not counted.
fn best_of_seven<I, O>(prepare: impl Fn() -> I, work: impl Fn(I) -> O) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..7 {
        let input = prepare();
        let start = Instant::now();
        let output = black_box(work(black_box(input)));
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        drop(output);
    }
    best
}

fn read(bytes: Vec<u8>) -> pmx::Pmx {
    match pmx::read(bytes) {
        Ok(document) => document,
        Err(error) => {
            say(&error.to_string());
            std::process::abort();
        }
    }
}

fn write(document: &pmx::Pmx) -> Option<Vec<u8>> {
    black_box(pmx::write(document).ok())
}

fn with_edited_bone(document: &pmx::Pmx) -> pmx::Pmx {
    let mut edited = document.clone();
    if let Some(bone) = edited.bone_mut(100) {
        bone.layer += 1;
    }
    edited
}

fn with_edited_vertex(document: &pmx::Pmx) -> pmx::Pmx {
    let mut edited = document.clone();
    if let Some(mut row) = edited.vertex(EDITED) {
        row.edge_scale += 1.0;
        if let Err(error) = edited.set_vertex(EDITED, &row) {
            say(&error.to_string());
        }
    }
    edited
}

fn say(line: &str) {
    // A closed pipe is the reader's own wish.
    drop(writeln!(std::io::stdout(), "{line}"));
}

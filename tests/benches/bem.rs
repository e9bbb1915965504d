//! Times opening, checking and writing of packages at the format's limits.
//!
//! `cargo bench --bench bem` times. For whole processes with their peak memory: `-- --emit FILE MIB` writes a package of
//! about so many MiB of payloads (then `bem-studio check FILE` is the whole program), `-- --rewrite FILE TO` reads and
//! writes one, `-- --compress MIB` only compresses the same payloads, `-- --check FILE` opens and checks, `-- --decode FILE` only decodes, `-- --manifests`
//! prints the best of seven runs for large manifests, `-- --crowded FILE` writes the largest of them.
//! `RAYON_NUM_THREADS` sets the threads.

mod package;

use bem_studio::base::files;
use bem_studio::base::limits::BEM_FILE_BYTES;
use bem_studio::formats::bem::check::{Checked, Purpose, open};
use bem_studio::formats::bem::json;
use bem_studio::formats::bem::manifest::Manifest;
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::source::Source;
use bem_studio::formats::bem::write::{PayloadStore as _, WriteOptions, write_to};
use criterion::{BatchSize, Criterion, Throughput};
use package::{Large, crowded, hostile};
use rayon::prelude::*;
use std::error::Error;
use std::hint::black_box;
use std::io::{Read as _, Write as _};
use std::time::Instant;

const MIB: f64 = 1024.0 * 1024.0;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match *words.as_slice() {
        ["--emit", path, mebibytes, ..] => emit(path, mebibytes),
        ["--rewrite", from, to, ..] => rewrite(from, to),
        ["--compress", mebibytes, ..] => compress(mebibytes),
        ["--check", path, ..] => check(path),
        ["--decode", path, ..] => decode(path),
        ["--manifests", ..] => {
            manifests();
            Ok(())
        }
        ["--crowded", path, ..] => emit_crowded(path),
        _ => {
            let mut criterion = Criterion::default().sample_size(10).configure_from_args();
            time_manifests(&mut criterion);
            time_payloads(&mut criterion);
            criterion.final_summary();
            Ok(())
        }
    };
    if let Err(error) = done {
        say(&error.to_string());
    }
}

type Done = Result<(), Box<dyn Error>>;

fn time_manifests(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("bem 4 MiB manifest");
    for (name, file) in manifest_files() {
        group.bench_function(name, |bencher| {
            bencher.iter_batched(|| file.clone(), checked, BatchSize::PerIteration);
        });
    }
    group.finish();
}

fn time_payloads(criterion: &mut Criterion) {
    let large = Large::new(128);
    let mut group = criterion.benchmark_group("bem 128 MiB of payloads");
    group.throughput(Throughput::Bytes(large.decoded_bytes() as u64));
    let file = written(&large).unwrap_or_default();
    let source = Source::from(file);
    group.bench_function("decode", |bencher| bencher.iter(|| decoded(source.clone())));
    group.bench_function("check", |bencher| {
        bencher.iter(|| black_box(open(source.clone(), Purpose::Read)));
    });
    group.bench_function("compress", |bencher| bencher.iter(|| compressed(&large)));
    group.bench_function("write", |bencher| {
        bencher.iter(|| black_box(written(&large).is_ok()));
    });
    group.finish();
}

fn manifest_files() -> Vec<(&'static str, Vec<u8>)> {
    let (text, payloads) = crowded();
    let mut files = vec![("4,080 draws", package::packed(&text, &payloads))];
    let others = hostile(&text).into_iter();
    files.extend(others.map(|(name, text)| (name, package::packed(&text, &payloads))));
    files
}

/// Best of seven for every manifest, by hand: the figures of the report.
fn manifests() {
    for (name, file) in manifest_files() {
        let n_bytes = file.len();
        let (mut best, mut n_findings) = (f64::INFINITY, 0);
        for _ in 0..7 {
            let file = file.clone();
            let start = Instant::now();
            let checked = checked(file);
            best = best.min(start.elapsed().as_secs_f64() * 1e3);
            n_findings = checked.findings.len();
        }
        say(&format!(
            "{name}: {:.2} MiB, {n_findings} findings, open and check {best:.1} ms",
            n_bytes as f64 / MIB
        ));
    }
}

fn emit_crowded(path: &str) -> Done {
    let (text, payloads) = crowded();
    files::write_atomic(path.as_ref(), &package::packed(&text, &payloads))?;
    Ok(())
}

fn emit(path: &str, mebibytes: &str) -> Done {
    let large = Large::new(mebibytes.parse()?);
    let start = Instant::now();
    let mut sink = std::fs::File::create(path)?;
    let manifest = manifest_of(&large.text)?;
    let written = write_to(&manifest, &large, 5, &WriteOptions::default(), &mut sink)?;
    let decoded = large.decoded_bytes() as f64 / MIB;
    report("wrote", decoded, start);
    say(&format!(
        "{:.1} MiB stored of {decoded:.1} MiB; largest payload {:.1} MiB, so {:.1} MiB of memory are allowed",
        written.size_bytes as f64 / MIB,
        large.largest_bytes() as f64 / MIB,
        1.5 * large.largest_bytes() as f64 / MIB + 64.0
    ));
    Ok(())
}

fn rewrite(from: &str, to: &str) -> Done {
    let start = Instant::now();
    let file = files::open_capped(from.as_ref(), BEM_FILE_BYTES)?;
    let package = Package::read(file)?;
    let mut sink = std::fs::File::create(to)?;
    let options = WriteOptions::default();
    write_to(&package.manifest, &package.payloads, 5, &options, &mut sink)?;
    let decoded: u64 = package.payloads.sizes().iter().sum();
    report("rewrote", decoded as f64 / MIB, start);
    Ok(())
}

fn compress(mebibytes: &str) -> Done {
    let large = Large::new(mebibytes.parse()?);
    let start = Instant::now();
    compressed(&large);
    report("compressed", large.decoded_bytes() as f64 / MIB, start);
    Ok(())
}

/// What the compressor alone takes for the payloads of a package.
fn compressed(large: &Large) -> usize {
    let ids: Vec<u32> = (0..u32::try_from(large.len()).unwrap_or_default()).collect();
    let sizes = ids.par_iter().map(|id| {
        let bytes = large.bytes(*id).unwrap_or_default();
        zstd::bulk::compress(&bytes, 9).map_or(0, |block| block.len())
    });
    sizes.sum()
}

fn check(path: &str) -> Done {
    let start = Instant::now();
    let file = files::open_capped(path.as_ref(), BEM_FILE_BYTES)?;
    let checked = open(file, Purpose::Read);
    let sizes = checked.package.as_ref().map(|found| found.payloads.sizes());
    let decoded: u64 = sizes.unwrap_or_default().iter().sum();
    report("checked", decoded as f64 / MIB, start);
    say(&format!(
        "{} findings, valid: {}",
        checked.findings.len(),
        checked.is_valid()
    ));
    Ok(())
}

fn decode(path: &str) -> Done {
    let start = Instant::now();
    let file = files::open_capped(path.as_ref(), BEM_FILE_BYTES)?;
    let n_bytes = decoded(file.into());
    report("decoded", n_bytes as f64 / MIB, start);
    Ok(())
}

/// What the decoder alone takes for the payloads of a package.
fn decoded(source: Source) -> usize {
    let Ok(package) = Package::read(source) else {
        return 0;
    };
    let ids: Vec<u32> = (0..u32::try_from(package.payloads.len()).unwrap_or_default()).collect();
    let sizes = ids.par_iter().map(|id| {
        package
            .payload(*id)
            .map_or(0, |bytes| black_box(bytes).len())
    });
    sizes.sum()
}

fn checked(file: Vec<u8>) -> Checked {
    black_box(open(file, Purpose::Read))
}

fn written(large: &Large) -> Result<Vec<u8>, Box<dyn Error>> {
    let options = WriteOptions::default();
    let mut sink = std::io::Cursor::new(Vec::new());
    write_to(&manifest_of(&large.text)?, large, 5, &options, &mut sink)?;
    Ok(sink.into_inner())
}

fn manifest_of(text: &str) -> Result<Manifest, Box<dyn Error>> {
    Ok(Manifest::from_value(&json::parse(text.as_bytes())?.value))
}

fn report(what: &str, mebibytes: f64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    say(&format!(
        "{what} {mebibytes:.1} MiB in {seconds:.3} s: {:.1} MiB/s, peak memory {:.1} MiB",
        mebibytes / seconds,
        peak_memory_mebibytes()
    ));
}

/// The most memory this process has held, as the system counts it; 0 where it does not say.
fn peak_memory_mebibytes() -> f64 {
    let mut text = String::new();
    let status = std::fs::File::open("/proc/self/status");
    // Elsewhere there is no such file, and the figure is missing.
    drop(status.and_then(|status| status.take(1 << 16).read_to_string(&mut text)));
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number
        .and_then(|number| number.parse::<f64>().ok())
        .unwrap_or(0.0)
        / 1024.0
}

fn say(line: &str) {
    // A closed pipe is the reader's own wish.
    drop(writeln!(std::io::stdout(), "{line}"));
}

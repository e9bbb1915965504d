//! The three ways in: a file, a manifest being edited, a manifest with its payloads before it is written.

use crate::base::cancel::Cancel;
use crate::base::findings::{Finding, Place, Severity};
use crate::base::numbers::u32_of;
use crate::base::refusal;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::bytes::PayloadFacts;
use crate::formats::bem::check::ids::PayloadIds;
use crate::formats::bem::check::report::{Purpose, Report, Rule};
use crate::formats::bem::check::{Check, archive, container, hints, syntax, version};
use crate::formats::bem::container::{Container, ContainerError};
use crate::formats::bem::json;
use crate::formats::bem::limits::HEADER_BYTES;
use crate::formats::bem::lowest::{Facts, Maxima};
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::package::Package;
use crate::formats::bem::payloads::{Payloads, Source, SourceError};
use crate::formats::bem::write::{Numbering, PayloadStore};
use crate::formats::bem::zip;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Bytes of a manifest that is large: ours.
const LARGE_TEXT: usize = 1 << 18;
/// No rule of the format: the file could not be looked at.
const FILE: Rule = Rule::reject("file");

static CANNOT_BE_READ: Phrase = Phrase::new(
    "文件无法读取：{error}。",
    "ファイルを読めません: {error}。",
    "The file cannot be read: {error}.",
);
static RENUMBERED: Phrase = Phrase::new(
    "数据块重新编号了，而未知条目中含有整数；如果那是数据块的编号，就已经过时。",
    "データブロックの番号が変わりましたが、未知の項目に整数があります。それがデータブロックの番号なら古くなっています。",
    "Payloads were renumbered, but unknown metadata holds integers; if those are payload numbers, they are stale now.",
);

/// What a check gives.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The package, if its manifest could be read; with errors among the findings it may be shown, not used.
    pub package: Option<Package>,
    /// Everything found, by stage and place.
    pub findings: Vec<Finding>,
}

impl Checked {
    /// Nothing could be read.
    pub(super) fn nothing(report: Report) -> Self {
        Self {
            package: None,
            findings: report.finish(),
        }
    }

    /// Whether the package may be used: it was read and nothing refuses it.
    pub fn is_valid(&self) -> bool {
        let mut findings = self.findings.iter();
        self.package.is_some() && !findings.any(|finding| finding.severity == Severity::Error)
    }
}

/// What the analysis of all selections adds (stage A).
#[derive(Clone, Debug, Default)]
pub struct StageA {
    /// Its own findings.
    pub findings: Vec<Finding>,
    /// Its maxima, for the lowest minor.
    pub maxima: Option<Maxima>,
    /// What hints tell.
    pub hints: hints::ProofFacts,
}

/// Analyses a manifest: manifest, minor, decoded size of each payload by ID.
pub type Analyse<'h> = dyn Fn(&Manifest, u16, &[u64]) -> StageA + 'h;
/// Compares a manifest with a target profile (stage X).
pub type Compare<'h> = dyn Fn(&Manifest) -> Vec<Finding> + 'h;

/// Stages of higher floors, run when the stages below found nothing that refuses the package.
#[derive(Clone, Copy, Default)]
pub struct Hooks<'h> {
    /// Stage A.
    pub analyse: Option<&'h Analyse<'h>>,
    /// Stage X.
    pub compare: Option<&'h Compare<'h>>,
    /// Stops looking into payloads when raised; what was found by then is returned.
    pub cancel: Option<&'h Cancel>,
}

impl fmt::Debug for Hooks<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Hooks")
            .field("analyse", &self.analyse.is_some())
            .field("compare", &self.compare.is_some())
            .finish_non_exhaustive()
    }
}

/// Opens and checks a file of any container: stages C, M and P, and chapter 19 without a proof.
pub fn open(source: impl Into<Source>, purpose: Purpose) -> Checked {
    open_with(source, purpose, Hooks::default())
}

/// The same with the stages of higher floors.
pub fn open_with(source: impl Into<Source>, purpose: Purpose, hooks: Hooks<'_>) -> Checked {
    let source = source.into();
    let mut report = Report::new(purpose);
    match source.head(HEADER_BYTES) {
        Ok(head) if zip::is_archive(&head) => {
            return match source.in_memory() {
                Ok(source) => open_archive(&source, report, hooks),
                Err(error) => cannot_be_read(report, error),
            };
        }
        Ok(_) => {}
        Err(error) => return cannot_be_read(report, error),
    }
    let read = Container::read(&source)
        .and_then(|container| Ok((container.manifest_text(&source)?, container)));
    let (text, container) = match read {
        Ok((text, container)) => (text, container),
        Err(ContainerError::Unreadable(error)) => return cannot_be_read(report, error),
        Err(error) => return unreadable(report, &source, error),
    };
    let broken = container::container_rules(&mut report, &container, source.size_bytes());
    let payloads = Payloads::of_container(source.clone(), &container);
    let ids = PayloadIds {
        n_payloads: Some(payloads.len()),
        zip_gaps: None,
        offsets: container.entries.iter().map(|entry| entry.offset).collect(),
    };
    let parts = Parts {
        minor: Some(container.header.minor),
        // An empty or oversized manifest is at fault itself (CON-04).
        text: text
            .as_deref()
            .filter(|_| !report.has("CON-04"))
            .map(|bytes| Text {
                bytes,
                place: Place::Offset(container.manifest.start),
            }),
        payloads,
        ids,
        broken,
    };
    parts.check(report, hooks)
}

fn unreadable(mut report: Report, source: &Source, error: ContainerError) -> Checked {
    match source.head(HEADER_BYTES) {
        Ok(head) => {
            container::unreadable(&mut report, &head, source.size_bytes(), error);
            Checked::nothing(report)
        }
        Err(error) => cannot_be_read(report, error),
    }
}

/// The machine does not hand out some bytes.
pub(super) fn unreadable_part(report: &mut Report, place: Place, error: SourceError) {
    let reason = refusal::reason(&error.kind().into());
    let message = Message::new(&CANNOT_BE_READ).with_message("error", reason);
    report.add(FILE, place, message);
}

fn open_archive(source: &Source, report: Report, hooks: Hooks<'_>) -> Checked {
    match source.bytes() {
        Ok(bytes) => archive::open(source, &bytes, report, hooks),
        Err(error) => cannot_be_read(report, error),
    }
}

/// The machine does not hand out the bytes.
fn cannot_be_read(mut report: Report, error: SourceError) -> Checked {
    unreadable_part(&mut report, Place::Whole, error);
    Checked::nothing(report)
}

/// The bytes of a manifest and where they lie.
pub(super) struct Text<'t> {
    pub(super) bytes: &'t [u8],
    pub(super) place: Place,
}

/// A file taken apart, its container judged.
pub(super) struct Parts<'t> {
    /// None = to be inferred from the content (ZIP).
    pub(super) minor: Option<u16>,
    /// The manifest; none = there is none worth reading.
    pub(super) text: Option<Text<'t>>,
    pub(super) payloads: Payloads,
    pub(super) ids: PayloadIds,
    /// Payloads whose fault is told.
    pub(super) broken: BTreeSet<u32>,
}

impl Parts<'_> {
    /// All stages from the JSON on.
    pub(super) fn check(self, mut report: Report, hooks: Hooks<'_>) -> Checked {
        let value = self
            .text
            .as_ref()
            .and_then(|text| match json::parse(text.bytes) {
                Ok(parsed) => {
                    syntax::faults(&mut report, &parsed.faults);
                    Some(parsed.value)
                }
                Err(error) => {
                    syntax::unreadable(&mut report, error, &text.place);
                    None
                }
            });
        let judge = |minor: u16, report: &Report| {
            let mut check = Check::new(report.purpose(), minor, self.ids.clone());
            check.report = report.clone();
            if let Some(value) = &value {
                check.manifest(value);
            }
            check
        };
        // Where the minor is known, the rules of the manifest are judged while it gets its typed form.
        let mut begun = None;
        let manifest = rayon::in_place_scope(|scope| {
            scope.spawn(|_| begun = self.minor.map(|minor| judge(minor, &report)));
            let object = value.as_ref().filter(|value| value.members().is_some());
            object.map(Manifest::from_value)
        });
        let n_payloads = self.payloads.len();
        let (mut minor, is_inferred) = match (self.minor, &value, &manifest) {
            (Some(minor), _, _) => (minor, false),
            (None, Some(value), Some(manifest)) => {
                version::zip_minor(&mut report, value, manifest, n_payloads)
            }
            _ => (0, true),
        };
        // A second round only where the proof shows that an inferred minor was too low.
        loop {
            let begun = begun.take();
            let mut check = begun.unwrap_or_else(|| judge(minor, &report));
            check.payloads(&self.payloads, &self.broken, manifest.is_some(), hooks);
            let sizes = self.payloads.sizes();
            let proved = manifest
                .as_ref()
                .and_then(|manifest| check.higher_stages(manifest, &sizes, hooks));
            if let Some(proved) = proved
                && is_inferred
                && proved > minor
            {
                minor = proved;
                continue;
            }
            let findings = check.report.finish();
            // Nobody has to wait until the many small parts of a large manifest are gone.
            let is_large = self.text.is_some_and(|text| text.bytes.len() >= LARGE_TEXT);
            if is_large {
                rayon::spawn(move || drop(value));
            }
            return Checked {
                package: manifest.map(|manifest| Package {
                    minor,
                    manifest,
                    payloads: self.payloads,
                }),
                findings,
            };
        }
    }
}

/// Stage M of a manifest that is being edited, and the size rules of stage P where sizes are known: `sizes[payload]` in
/// bytes. Fast enough for every change.
pub fn check_manifest(
    manifest: &Manifest,
    minor: u16,
    sizes: Option<&[u64]>,
    purpose: Purpose,
) -> Vec<Finding> {
    let value = manifest.to_value();
    let ids = PayloadIds {
        n_payloads: sizes.map(<[u64]>::len),
        ..PayloadIds::default()
    };
    let mut check = Check::new(purpose, minor, ids);
    check.manifest(&value);
    if let Some(sizes) = sizes {
        let by_id: BTreeMap<u32, u64> = sizes
            .iter()
            .enumerate()
            .map(|(id, size)| (u32_of(id), *size))
            .collect();
        check.payload_sizes(&by_id);
    }
    let facts = Facts {
        n_payloads: sizes.map_or(0, <[u64]>::len),
        maxima: None,
    };
    check.version(manifest, &facts);
    check.report.finish()
}

/// HINT-03 for a package that was written: its payloads got other numbers, and metadata holds integers that nobody can
/// renumber (DEC-38). `manifest` is the one handed to the writer.
pub fn renumbering_hint(manifest: &Manifest, minor: u16, numbering: &Numbering) -> Option<Finding> {
    if !numbering.changes_anything() {
        return None;
    }
    let value = manifest.to_value();
    let mut check = Check::new(Purpose::Read, minor, PayloadIds::default());
    check.manifest(&value);
    let message = Message::new(&RENUMBERED);
    check
        .facts
        .has_integers_in_metadata
        .then(|| Finding::new("HINT-03", Severity::Hint, Place::Whole, message))
}

/// Stages M and P, and the hooks, of a manifest with its payloads: what export runs before it writes (WRT-06).
pub fn check_package<P: PayloadStore + ?Sized>(
    manifest: &Manifest,
    minor: u16,
    payloads: &P,
    purpose: Purpose,
    hooks: Hooks<'_>,
) -> Vec<Finding> {
    let value = manifest.to_value();
    let ids = PayloadIds {
        n_payloads: Some(payloads.len()),
        ..PayloadIds::default()
    };
    let mut check = Check::new(purpose, minor, ids);
    check.manifest(&value);
    check.payloads(payloads, &BTreeSet::new(), true, hooks);
    let sizes: Vec<u64> = (0..u32_of(payloads.len()))
        .map(|id| payloads.size(id).unwrap_or_default())
        .collect();
    check.higher_stages(manifest, &sizes, hooks);
    check.report.finish()
}

impl Check<'_> {
    /// Stage P.
    fn payloads<P: PayloadStore + ?Sized>(
        &mut self,
        store: &P,
        broken: &BTreeSet<u32>,
        has_manifest: bool,
        hooks: Hooks<'_>,
    ) {
        let known = self.payload_contents(store, broken, hooks.cancel);
        self.payload_sizes(&known.sizes);
        self.reaches(&known, |id| {
            store.bytes(id).ok().map(std::borrow::Cow::into_owned)
        });
        if has_manifest {
            self.unreferenced_hint(u32_of(store.len()));
            self.zip_numbers(store.len());
        }
        self.ghosting_hint(&known);
        self.n_merged = n_merged(&known, store.len());
    }

    /// Stages A and X where nothing below refuses the package, and chapter 19. Gives the lowest minor where a proof
    /// made it certain.
    fn higher_stages(
        &mut self,
        manifest: &Manifest,
        sizes: &[u64],
        hooks: Hooks<'_>,
    ) -> Option<u16> {
        let mut maxima = None;
        if !self.report.has_errors() {
            if let Some(analyse) = hooks.analyse {
                let stage = analyse(manifest, self.minor, sizes);
                maxima = stage.maxima;
                self.report.adopt(stage.findings);
                self.report
                    .adopt(hints::proof_hints(manifest, &stage.hints));
            }
            if let Some(compare) = hooks.compare {
                self.report.adopt(compare(manifest));
            }
        }
        let facts = Facts {
            n_payloads: self.n_merged,
            maxima,
        };
        let lowest = self.version(manifest, &facts);
        lowest.filter(|_| maxima.is_some())
    }
}

impl Check<'_> {
    /// Counts and gaps of a ZIP's payload numbers (ZIP-04, ZIP-07).
    fn zip_numbers(&mut self, n_payloads: usize) {
        let Some(gaps) = self.payload_ids.zip_gaps.take() else {
            return;
        };
        archive::too_many(
            &mut self.report,
            n_payloads,
            self.limits.payloads,
            self.minor,
        );
        archive::unreferenced_gaps(&mut self.report, &gaps, &self.facts.asked_for);
        self.payload_ids.zip_gaps = Some(gaps);
    }
}

/// Payloads after merging; where contents were not all seen, as many as there are.
fn n_merged(known: &PayloadFacts, n_payloads: usize) -> usize {
    if known.is_complete {
        known.n_merged
    } else {
        n_payloads
    }
}

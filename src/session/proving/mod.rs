//! A manifest with payload sizes, proved over all its selections: verdict, counts, maxima, and every failure with its
//! reason and its repairs.
//!
//! The structure of the manifest is not judged here.

use crate::analysis::{
    AnalysisError, Budget, Engine, Explanation, Fact, Idle, Metric, Published, Repair, Revision,
    Summary, repair_idle,
};
use crate::base::cancel::Cancel;
use crate::base::files;
use crate::base::findings::Severity;
use crate::base::limits;
use crate::base::text::Message;
use crate::formats::bem::json::{self, Value};
use crate::formats::bem::manifest::Manifest;
use crate::session::{rules, words};
use std::path::Path;

mod line;
mod told;

/// Things without effect that are tried to be taken out.
const MAX_REMOVALS: usize = 20;

/// A failure with what explains and mends it.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What is wrong.
    pub fact: Fact,
    /// Up to two reasons: the second is the next, differently shaped state.
    pub reasons: Vec<Explanation>,
    /// Repairs that were proved.
    pub repairs: Vec<Repair>,
}

/// Everything proved about one file.
#[derive(Clone, Debug)]
pub struct Proving {
    /// The manifest.
    pub manifest: Manifest,
    /// The header minor whose limits were held.
    pub minor: u16,
    /// Counts and maxima.
    pub summary: Summary,
    /// Every broken rule about selections.
    pub failures: Vec<Failure>,
    /// Facts that break no such rule: limits not proved, the effort of checking, hints.
    pub notes: Vec<Fact>,
    /// The second light.
    pub published: Published,
    /// What has no effect, with the repair that takes it out.
    pub idle: Vec<(Idle, Option<Repair>)>,
}

impl Proving {
    /// `ok`, `warn`, `reject`, or `open` where a limit was not proved either way.
    pub fn verdict(&self) -> &'static str {
        let failures = self.failures.iter();
        let worst = failures.filter_map(|failure| failure.fact.read).max();
        let is_open = self
            .summary
            .maxima
            .iter()
            .any(|maximum| maximum.verdict() == crate::analysis::Verdict::Open);
        match worst {
            Some(Severity::Error) => "reject",
            _ if is_open => "open",
            Some(Severity::Warning) => "warn",
            Some(Severity::Hint) | None => "ok",
        }
    }

    /// One of the maxima, if it is known exactly.
    pub fn exact(&self, metric: Metric) -> Option<u64> {
        let maximum = self.summary.maximum(metric)?;
        maximum.is_exact().then_some(maximum.lower)
    }
}

/// Proves a file: a manifest, or an object with `manifest`, `payload_sizes` and `minor`. Without a minor the lowest that
/// can carry the manifest holds.
///
/// # Errors
///
/// Why the file cannot be read, or why there is no proof.
pub fn prove(path: &Path, cancel: &Cancel) -> Result<Proving, Message> {
    let bytes = files::read_capped(path, limits::BEM_COLLECTION_BYTES)
        .map_err(|error| words::file_error(&error))?;
    let in_file = |message: Message| {
        Message::new(&words::IN_FILE)
            .with("path", path.display())
            .with_message("message", message)
    };
    let root = json::parse(&bytes)
        .map_err(|_fault| in_file(Message::new(&words::NO_MANIFEST)))?
        .value;
    let manifest = Manifest::from_value(root.get("manifest").unwrap_or(&root));
    if manifest.component_rules.is_empty() {
        return Err(in_file(Message::new(&words::NO_MANIFEST)));
    }
    let sizes = root
        .get("payload_sizes")
        .and_then(Value::list)
        .map(sizes_of);
    let minor = root.get("minor").and_then(Value::u32);
    let minor = minor.and_then(|minor| u16::try_from(minor).ok());
    let n_payloads = sizes.as_ref().map_or(0, Vec::len);
    let minor = minor.unwrap_or_else(|| rules::lowest_minor(&manifest, n_payloads));
    proved(manifest, minor, sizes.as_deref(), cancel)
        .map_err(|error| in_file(words::not_proved(&error)))
}

fn sizes_of(list: &[Value]) -> Vec<u64> {
    let size = |value: &Value| match value {
        Value::Integer(size) => u64::try_from(*size).unwrap_or(0),
        _ => 0,
    };
    list.iter().map(size).collect()
}

fn proved(
    manifest: Manifest,
    minor: u16,
    sizes: Option<&[u64]>,
    cancel: &Cancel,
) -> Result<Proving, AnalysisError> {
    let revision = Revision {
        manifest: &manifest,
        minor,
        payload_sizes: sizes,
    };
    let mut engine = Engine::new()?;
    let mut analysis = engine.prove(revision, &Budget::EXACT, cancel)?;
    let published = engine.published(revision, &mut analysis, cancel)?;
    let (failing, notes): (Vec<Fact>, Vec<Fact>) = analysis.facts.into_iter().partition(is_failure);
    let mut failures = Vec::with_capacity(failing.len());
    for fact in failing {
        failures.push(Failure {
            reasons: engine.explain(revision, &fact, 2, cancel)?,
            repairs: engine.repairs(revision, &fact, cancel)?,
            fact,
        });
    }
    let mut idle = Vec::new();
    for (n_before, one) in engine.idle(&manifest, cancel)?.into_iter().enumerate() {
        let repair = if n_before < MAX_REMOVALS {
            repair_idle(revision, &one, cancel)?
        } else {
            None
        };
        idle.push((one, repair));
    }
    Ok(Proving {
        summary: analysis.summary,
        failures,
        notes,
        published,
        idle,
        minor,
        manifest,
    })
}

/// Whether a fact is a broken rule about selections, by what holds for reading.
fn is_failure(fact: &Fact) -> bool {
    fact.read.is_some_and(|severity| severity > Severity::Hint) && !fact.rule.starts_with("SEL")
}

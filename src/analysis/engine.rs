//! The engine that proves revision after revision of one package: what did not change is not worked out again.
//!
//! Diagrams are hash-consed, so an equal condition is an equal node and every cached result stands on content, not on
//! the history of edits; no dependency is tracked. Garbage is not collected: when an arena holds far more than the
//! revision needs, it is let go and the next revision starts a new one. A cancelled run leaves good tables behind.

use super::advice;
use super::bindings;
use super::confirm::{confirm_maxima, told};
use super::error::{AnalysisError, Budget};
use super::limits::Limits;
use super::maxima::Answers;
use super::meter::{self, Reading};
use super::package::Package;
use super::predicates::Predicates;
use super::prove::Analysis;
use super::questions::{self, Answered, Asked};
use super::report::Reporter;
use super::rules::{self, Fault};
use super::space::Space;
use super::summary::Summary;
use crate::base::cancel::Cancel;
use crate::base::numbers::usize_of_u64;
use crate::dd::Diagrams;
use crate::formats::bem::manifest::Manifest;

/// Nodes an arena may hold beyond twice of what its first revision made before it is let go.
const SPARE_NODES: usize = 500_000;

/// Children an arena may hold before it is let go if more than half is garbage: 64 MiB.
const GARBAGE_CHILDREN: usize = 1 << 24;

/// Nodes that a reading makes at most, about.
const METERED_NODES: usize = 250_000;

/// What is asked about one revision of a package.
#[derive(Clone, Copy, Debug)]
pub struct Revision<'a> {
    /// The manifest; it has passed the structural rules (stage M).
    pub manifest: &'a Manifest,
    /// The header minor whose limits hold.
    pub minor: u16,
    /// Decoded sizes in bytes by payload ID; `None` leaves the byte limits out.
    pub payload_sizes: Option<&'a [u64]>,
}

/// Arenas and answers that outlive a revision. One thread at a time; to give up a run, raise its token.
#[derive(Debug)]
pub struct Engine {
    pub(super) space: Space,
    answers: Answers,
    meter_arena: Option<Diagrams>,
    pub(super) loaded: Option<Loaded>,
    generation: u64,
    /// The arena is mostly garbage: the next revision begins another.
    is_worn: bool,
    /// Nodes that the first revision in this arena made.
    first_nodes: Option<usize>,
    spare_nodes: usize,
}

/// The revision that was checked last, for questions about it.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) package: Package,
    pub(super) predicates: Predicates,
    pub(super) faults: Vec<Fault>,
    pub(super) breaches: Vec<questions::Breach>,
}

impl Engine {
    /// An engine that knows nothing yet.
    ///
    /// # Errors
    /// None in practice: it is refused only if an empty arena were.
    pub fn new() -> Result<Self, AnalysisError> {
        Self::with_spare_nodes(SPARE_NODES)
    }

    /// The same with another bound of memory: an arena is let go when it holds more than twice the nodes that its first
    /// revision made and `spare_nodes` more.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_spare_nodes(spare_nodes: usize) -> Result<Self, AnalysisError> {
        let space = Space::empty().ok_or(AnalysisError::TooLarge { limit: 0 })?;
        Ok(Self {
            space,
            answers: Answers::default(),
            meter_arena: None,
            loaded: None,
            generation: 0,
            is_worn: false,
            first_nodes: None,
            spare_nodes,
        })
    }

    /// How many arenas for conditions were begun: it counts up when one is let go.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Every proof of one revision but the node meter, which [`Self::meter`] reads. The package has options (1.1+).
    pub(super) fn check(
        &mut self,
        revision: Revision<'_>,
        budget: &Budget,
        cancel: &Cancel,
    ) -> Result<Analysis, AnalysisError> {
        self.loaded = None;
        let Revision {
            manifest,
            minor,
            payload_sizes,
        } = revision;
        let package = Package::of(manifest)?;
        if let Some(sizes) = payload_sizes {
            package.check_payloads(sizes)?;
        }
        if std::mem::take(&mut self.is_worn) {
            self.space.renew();
        }
        if !self.space.fit(&package)? {
            self.answers.clear();
            self.generation += 1;
            self.first_nodes = None;
        }
        // What earlier revisions left is not this one's cost.
        let most = self.space.dd.n_nodes().saturating_add(budget.nodes);
        self.space.load(&package, most, cancel)?;
        let predicates = Predicates::of(&package, &mut self.space)?;
        let faults = rules::faults(&package, &predicates, &mut self.space)?;
        let asked = Asked {
            limits: Limits::of(minor),
            sizes: payload_sizes,
            budget: *budget,
            cancel,
        };
        let answered = if self.space.is_reachable {
            let (space, answers) = (&mut self.space, &mut self.answers);
            questions::answer(&package, &predicates, space, &asked, answers)?
        } else {
            Answered::default()
        };
        let summary = self.summary(&package, payload_sizes, &answered);
        confirm_maxima(revision, &summary.maxima)?;
        let mut reporter = Reporter::new(revision, &self.space, &package);
        reporter.space_facts()?;
        for fault in &faults {
            reporter.fault(fault)?;
        }
        for breach in &answered.breaches {
            reporter.breach(breach, &asked.limits)?;
        }
        reporter.sounds(&summary);
        let facts = reporter.facts;
        self.loaded = Some(Loaded {
            package,
            predicates,
            faults,
            breaches: answered.breaches,
        });
        self.tidy();
        Ok(Analysis {
            facts,
            summary,
            proof: None,
        })
    }

    /// Advice about the revision that was checked last: HINT-04, HINT-07 and HINT-10.
    pub(super) fn advise(
        &mut self,
        revision: Revision<'_>,
        analysis: &mut Analysis,
        (budget, cancel): (&Budget, &Cancel),
    ) -> Result<(), AnalysisError> {
        let Some(loaded) = &self.loaded else {
            return Ok(());
        };
        if !self.space.is_reachable {
            return Ok(());
        }
        let (package, predicates) = (&loaded.package, &loaded.predicates);
        let asked = Asked {
            limits: Limits::of(revision.minor),
            sizes: revision.payload_sizes,
            budget: *budget,
            cancel,
        };
        let most = self.space.dd.n_nodes().saturating_add(budget.nodes);
        self.space.dd.begin(most, cancel);
        let excesses = advice::excesses(package, predicates, &mut self.space, &asked)?;
        let unsteady = bindings::unsteady(revision.manifest, package, predicates, &mut self.space)?;
        let mut reporter = Reporter::new(revision, &self.space, package);
        for excess in &excesses {
            reporter.excess(excess);
        }
        reporter.unsteady(unsteady);
        analysis.facts.append(&mut reporter.facts);
        Ok(())
    }

    /// The format's own cost of checking the revision that was checked last: SEL-01, SEL-02 and HINT-11.
    pub(super) fn meter(
        &mut self,
        revision: Revision<'_>,
        analysis: &mut Analysis,
        cancel: &Cancel,
    ) -> Result<(), AnalysisError> {
        let Some(loaded) = &self.loaded else {
            return Ok(());
        };
        let limits = Limits::of(revision.minor);
        let arena = self.meter_arena.take();
        let asked = (limits.nodes, revision.payload_sizes);
        let metered = meter::read(&loaded.package, arena, asked, cancel)?;
        let reading = metered.reading;
        analysis.summary.symbolic_nodes = reading.nodes;
        let mut reporter = Reporter::new(revision, &self.space, &loaded.package);
        reporter.effort(reading, &limits);
        analysis.facts.append(&mut reporter.facts);
        self.keep_meter(metered.dd, reading);
        Ok(())
    }

    /// Keeps the arena of a reading for the next one, unless it is mostly garbage.
    pub(super) fn keep_meter(&mut self, arena: Diagrams, reading: Reading) {
        let needed = reading.nodes.map_or(usize::MAX, usize_of_u64);
        if !is_mostly_garbage(&arena, needed.min(METERED_NODES), self.spare_nodes) {
            self.meter_arena = Some(arena);
        }
    }

    /// The arena of an earlier reading.
    pub(super) fn take_meter(&mut self) -> Option<Diagrams> {
        self.meter_arena.take()
    }

    fn summary(
        &self,
        package: &Package,
        payload_sizes: Option<&[u64]>,
        answered: &Answered,
    ) -> Summary {
        let all = self.space.tally_all();
        let sounds = package.sounds.iter();
        Summary {
            assignments_in_all: Some(self.space.assignments_in_all()),
            saved_assignments: Some(all.saved),
            effective_selections: Some(all.effective),
            maxima: answered
                .found
                .iter()
                .map(|found| told(found, &self.space))
                .collect(),
            sound_bytes: sounds
                .map(|payload| Package::size(payload_sizes, *payload))
                .fold(0, u64::saturating_add),
            ..Summary::default()
        }
    }

    /// Marks the arena to be let go when it holds far more than a revision by itself made.
    fn tidy(&mut self) {
        let n_nodes = self.space.dd.n_nodes();
        let first_nodes = *self.first_nodes.get_or_insert(n_nodes);
        self.is_worn = is_mostly_garbage(&self.space.dd, first_nodes, self.spare_nodes);
    }
}

fn is_mostly_garbage(arena: &Diagrams, n_needed: usize, spare_nodes: usize) -> bool {
    let n_nodes = arena.n_nodes();
    n_nodes > 2 * n_needed + spare_nodes
        || (arena.n_children() > GARBAGE_CHILDREN && n_nodes > 2 * n_needed)
}

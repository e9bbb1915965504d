//! Whether the published creator tool would take a package that is valid by the format: its budgets are those of bem.md
//! 18.5, and where one of them runs out it refuses or compares a sum of all weights with the limit (SEL-03). It says
//! nothing about the format: the proofs of this crate are exact.

use super::engine::{Engine, Loaded, Revision};
use super::error::AnalysisError;
use super::limits::Limits;
use super::maxima::Work;
use super::meter::{self, Ask, Metered, Reading};
use super::package::Package;
use super::phrases;
use super::predicates::Predicates;
use super::prove::Analysis;
use super::replay::spent;
use super::report::Reporter;
use super::space::bit;
use super::summary::{Metric, Summary, Verdict};
use super::terms::Terms;
use crate::base::cancel::Cancel;
use crate::base::text::Message;
use crate::dd::{Diagrams, Node, Stop};
use crate::formats::bem::manifest::Manifest;

/// Most steps for one search that is repeated.
const REPLAY_STEPS: u64 = 4_000_000_000;

/// Groups that are named to be simplified.
const MAX_NAMED: usize = 4;

/// What the published tool would say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// Diagram nodes it creates; `None` = more than it allows.
    pub nodes: Option<u64>,
    /// States of its counting; `None` where the nodes are too many before.
    pub count_states: Option<u64>,
    /// Most states of one search for each maximum that had to be repeated; `None` = more than it allows.
    pub search_states: Vec<(Metric, Option<u64>)>,
    /// Why it would refuse; empty = it accepts.
    pub refusals: Vec<Refusal>,
    /// An order of the groups (indices of now) with which it accepts, counted again; none when nothing is refused or no
    /// such order was found.
    pub order: Option<Vec<usize>>,
}

/// One reason of the published tool to refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// SEL-01 nodes, SEL-02 counting, SEL-03 the bound of a maximum.
    pub rule: &'static str,
    /// The maximum, of SEL-03.
    pub metric: Option<Metric>,
    /// What it compares with the limit: nodes, states, or the bound. `None` = too many to count.
    pub value: Option<u64>,
    /// What it allows.
    pub limit: u64,
    /// Groups whose conditions are entangled the most, the worst first.
    pub groups: Vec<usize>,
}

impl Published {
    /// The second light.
    pub fn is_accepted(&self) -> bool {
        self.refusals.is_empty()
    }
}

impl Engine {
    /// What the published tool would say of the revision that was checked last, which `revision` and `analysis` must be
    /// of. Facts of SEL-03 are added to `analysis`. Slow where a search of that tool is: for a background thread.
    ///
    /// # Errors
    ///
    /// [`AnalysisError`]: it was cancelled, or a name leads nowhere.
    pub fn published(
        &mut self,
        revision: Revision<'_>,
        analysis: &mut Analysis,
        cancel: &Cancel,
    ) -> Result<Published, AnalysisError> {
        let Some(loaded) = self.loaded.take() else {
            return Ok(Published::default());
        };
        let found = self.assessed(revision, &loaded, analysis, cancel);
        self.loaded = Some(loaded);
        found
    }

    fn assessed(
        &mut self,
        revision: Revision<'_>,
        loaded: &Loaded,
        analysis: &mut Analysis,
        cancel: &Cancel,
    ) -> Result<Published, AnalysisError> {
        let Loaded {
            package,
            predicates,
            ..
        } = loaded;
        let arena = self.take_meter();
        let (mut published, dd, reading) =
            assess(revision, package, &analysis.summary, (arena, cancel))?;
        self.keep_meter(dd, reading);
        if !published.is_accepted() {
            let supports = self.supports(package, predicates, revision)?;
            for refusal in &mut published.refusals {
                if refusal.groups.is_empty() {
                    refusal.groups = entangled(&supports);
                }
            }
            let order = narrow_order(&self.availability(), &supports);
            published.order = tried(revision, order, &analysis.summary, cancel)?;
        }
        let mut reporter = Reporter::new(revision, &self.space, package);
        for refusal in &published.refusals {
            reporter.refused(refusal);
        }
        analysis.facts.append(&mut reporter.facts);
        Ok(published)
    }

    /// Groups that share a predicate or a link, as masks.
    fn supports(
        &mut self,
        package: &Package,
        predicates: &Predicates,
        revision: Revision<'_>,
    ) -> Result<Vec<u64>, Stop> {
        let terms = Terms::of(package, predicates, &mut self.space, revision.payload_sizes)?;
        let dd = &self.space.dd;
        let textures = terms.textures.terms.iter().chain(&terms.decoded.terms);
        let nodes = textures.map(|(node, _)| *node);
        let nodes = nodes.chain(predicates.candidates.iter().flatten().copied());
        let nodes = nodes.chain(self.space.links.iter().copied());
        let mut supports: Vec<u64> = nodes.map(|node| dd.support(node)).collect();
        supports.retain(|support| support.count_ones() > 1);
        supports.sort_unstable();
        supports.dedup();
        Ok(supports)
    }

    /// For each group, the groups that its existence depends on.
    fn availability(&self) -> Vec<u64> {
        let n_groups = self.space.dd.n_levels();
        let nodes = (0..n_groups).map(|group| self.space.available(group));
        nodes.map(|node| self.space.dd.support(node)).collect()
    }
}

/// Meters a package and judges it as the published tool does.
fn assess(
    revision: Revision<'_>,
    package: &Package,
    summary: &Summary,
    (arena, cancel): (Option<Diagrams>, &Cancel),
) -> Result<(Published, Diagrams, Reading), Stop> {
    let limits = Limits::of(revision.minor);
    let asked = (limits.nodes, revision.payload_sizes);
    let Metered { reading, dd, asks } = meter::read(package, arena, asked, cancel)?;
    let mut published = Published {
        nodes: reading.nodes,
        count_states: reading.count_states,
        ..Published::default()
    };
    let mut refuse = |rule, value, limit| {
        published.refusals.push(Refusal {
            rule,
            metric: None,
            value,
            limit,
            groups: Vec::new(),
        });
    };
    if reading.nodes.is_none() {
        refuse("SEL-01", None, limits.nodes);
    }
    if let Some(states) = reading.count_states.filter(|n| *n > limits.count_states) {
        refuse("SEL-02", Some(states), limits.count_states);
    }
    for ask in &asks {
        let (_, limit) = limits.rule(ask.metric);
        let is_within = summary
            .maximum(ask.metric)
            .is_some_and(|maximum| maximum.verdict() == Verdict::Within);
        let bound = full_weight(ask);
        // Where the sum of all weights is within the limit so is the maximum; where that is not, both refuse.
        if bound > limit && is_within && ask.domain != Node::FALSE {
            search(&mut published, &dd, ask, (bound, limit), &limits, cancel)?;
        }
    }
    Ok((published, dd, reading))
}

/// Repeats one search and notes what it comes to.
fn search(
    published: &mut Published,
    dd: &Diagrams,
    ask: &Ask,
    (bound, limit): (u64, u64),
    limits: &Limits,
    cancel: &Cancel,
) -> Result<(), Stop> {
    let mut work = Work::new(REPLAY_STEPS, cancel);
    let found = spent(dd, ask, limits.count_states, &mut work)?;
    let known = published
        .search_states
        .iter_mut()
        .find(|(metric, _)| *metric == ask.metric);
    match known {
        Some((_, most)) => *most = most.zip(found.n_states).map(|(a, b)| a.max(b)),
        None => published.search_states.push((ask.metric, found.n_states)),
    }
    let is_told = published
        .refusals
        .iter()
        .any(|refusal| refusal.metric == Some(ask.metric));
    if found.n_states.is_none() && !is_told {
        let supports = ask.terms.iter().map(|(node, _)| dd.support(*node));
        let supports: Vec<u64> = supports.collect();
        let at = (0..found.by_level.len()).max_by_key(|level| found.by_level[*level]);
        published.refusals.push(Refusal {
            rule: "SEL-03",
            metric: Some(ask.metric),
            value: Some(bound),
            limit,
            groups: crossing(&supports, at.unwrap_or(0)),
        });
    }
    Ok(())
}

fn full_weight(ask: &Ask) -> u64 {
    let terms = ask.terms.iter().filter(|(node, _)| *node != Node::FALSE);
    terms.fold(0_u64, |sum, (_, weight)| sum.saturating_add(*weight))
}

/// The groups that occur most often in predicates which speak of groups on both sides of `level`.
fn crossing(supports: &[u64], level: usize) -> Vec<usize> {
    let mut counts = vec![0_usize; 64];
    for support in supports.iter().filter(|support| crosses(**support, level)) {
        for (group, count) in counts.iter_mut().enumerate() {
            *count += usize::from(support & bit(group) != 0);
        }
    }
    let mut groups: Vec<usize> = (0..counts.len())
        .filter(|group| counts[*group] > 0)
        .collect();
    groups.sort_by_key(|group| (std::cmp::Reverse(counts[*group]), *group));
    groups.truncate(MAX_NAMED);
    groups
}

fn crosses(support: u64, level: usize) -> bool {
    let above = bit(level).wrapping_sub(1);
    support & above != 0 && support & !above != 0
}

/// The groups of the predicates that lie across the place where most do.
fn entangled(supports: &[u64]) -> Vec<usize> {
    let n_crossing = |level: usize| {
        let across = supports.iter().filter(|support| crosses(**support, level));
        across.count()
    };
    let at = (1..64).max_by_key(|level| (n_crossing(*level), std::cmp::Reverse(*level)));
    crossing(supports, at.unwrap_or(1))
}

/// An order in which at each step as few predicates as possible are begun and not ended, groups after those that their
/// existence depends on.
fn narrow_order(availability: &[u64], supports: &[u64]) -> Vec<usize> {
    let mut placed = 0_u64;
    let mut order = Vec::with_capacity(availability.len());
    while order.len() < availability.len() {
        let free = (0..availability.len())
            .filter(|group| placed & bit(*group) == 0 && availability[*group] & !placed == 0);
        let best = free.min_by_key(|group| {
            let with = placed | bit(*group);
            let begun = supports.iter().filter(|support| *support & with != 0);
            let (ended, open): (Vec<u64>, Vec<u64>) =
                begun.partition(|support| *support & !with == 0);
            (open.len(), std::cmp::Reverse(ended.len()), *group)
        });
        let Some(group) = best else {
            break;
        };
        placed |= bit(group);
        order.push(group);
    }
    order
}

/// The order, if it is another one and the published tool accepts the package with it.
fn tried(
    revision: Revision<'_>,
    order: Vec<usize>,
    summary: &Summary,
    cancel: &Cancel,
) -> Result<Option<Vec<usize>>, AnalysisError> {
    let Some(manifest) = reordered(revision.manifest, &order) else {
        return Ok(None);
    };
    let package = Package::of(&manifest)?;
    let changed = Revision {
        manifest: &manifest,
        ..revision
    };
    let (published, ..) = assess(changed, &package, summary, (None, cancel))?;
    Ok(published.is_accepted().then_some(order))
}

/// The manifest with its groups in another order, given as indices of now; `None` when that is no order of all groups or
/// the one they are in.
pub fn reordered(manifest: &Manifest, order: &[usize]) -> Option<Manifest> {
    let groups = manifest.option_groups.as_deref()?;
    let mut wanted = order.to_vec();
    wanted.sort_unstable();
    if order.is_sorted() || !wanted.iter().copied().eq(0..groups.len()) {
        return None;
    }
    let moved = order.iter().map(|idx| groups[*idx].clone()).collect();
    Some(Manifest {
        option_groups: Some(moved),
        ..manifest.clone()
    })
}

impl Reporter<'_> {
    fn refused(&mut self, refusal: &Refusal) {
        let Some(metric) = refusal.metric else {
            return;
        };
        let names = self.group_names(&refusal.groups);
        let message = Message::new(&phrases::BOUND_OVER)
            .with("groups", names)
            .with("limit", super::report::amount(metric, refusal.limit));
        let value = super::report::amount(metric, refusal.value.unwrap_or(u64::MAX));
        self.warn("SEL-03", message.with("value", value));
    }
}

//! One maximum: taken apart into independent clusters, each answered by the cheapest way that is exact.

use super::answers::Answers;
use super::branch::Search;
use super::cluster::{self, Cluster};
use super::spread::{self, Above, Weights};
use super::work::Work;
use crate::analysis::clusters::Clusters;
use crate::analysis::terms::Term;
use crate::dd::{Diagrams, Node, Stop};

/// Nodes of a layer up to which maps over a limit are counted.
const COUNTED_NODES: usize = 10_000;

/// Which sum is maximised, where, and what is to be known of it.
#[derive(Clone, Copy, Debug)]
pub(in crate::analysis) struct Question<'a> {
    /// All of them hold.
    pub(in crate::analysis) hard: &'a [Node],
    /// The same, in smaller pieces where they were joined from some.
    pub(in crate::analysis) pieces: &'a [Node],
    pub(in crate::analysis) terms: &'a [Term],
    /// Which of the package's sums it is: searches of later revisions begin where those of the same sum ended.
    pub(in crate::analysis) topic: usize,
    /// Whether the maximum is above this is to be known first.
    pub(in crate::analysis) limit: u64,
    /// And then the maximum itself.
    pub(in crate::analysis) is_exact: bool,
    /// Most nodes of a layer that is walked.
    pub(in crate::analysis) max_states: usize,
}

/// The greatest sum lies in `lower..=upper`, and `values` attains `lower`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) struct Answer {
    pub(in crate::analysis) lower: u64,
    pub(in crate::analysis) upper: u64,
    /// A value for the groups that matter.
    pub(in crate::analysis) values: Vec<Option<u16>>,
}

impl Answer {
    fn is_exact(&self) -> bool {
        self.lower == self.upper
    }
}

/// Equal predicates as one, false ones and those without weight left out; the constant true ones summed up.
fn merged(terms: &[Term]) -> (u64, Vec<Term>) {
    let mut sorted: Vec<Term> = terms
        .iter()
        .copied()
        .filter(|(node, weight)| *node != Node::FALSE && *weight > 0)
        .collect();
    sorted.sort_unstable();
    let mut base = 0_u64;
    let mut merged: Vec<Term> = Vec::with_capacity(sorted.len());
    for (node, weight) in sorted {
        match merged.last_mut() {
            _ if node == Node::TRUE => base = base.saturating_add(weight),
            Some((last, sum)) if *last == node => *sum = sum.saturating_add(weight),
            _ => merged.push((node, weight)),
        }
    }
    (base, merged)
}

/// Answers a question; `None` when nothing satisfies all of `hard`. Answers for clusters are kept in `answers`, which
/// belongs to the arena.
pub(in crate::analysis) fn maximise(
    dd: &mut Diagrams,
    question: Question<'_>,
    answers: &mut Answers,
    work: &mut Work,
) -> Result<Option<Answer>, Stop> {
    let (base, terms) = merged(question.terms);
    let Some(clusters) = taken_apart(dd, question, &terms)? else {
        return Ok(None);
    };
    let mut parts: Vec<Answer> = Vec::with_capacity(clusters.len());
    for cluster in &clusters {
        let known = answers.get(cluster);
        parts.push(known.unwrap_or_else(|| cluster.at_once(dd)));
    }
    let mut asker = Asker {
        dd,
        question,
        base,
        clusters: &clusters,
        parts,
        answers,
        work,
    };
    if !asker.is_answered() {
        asker.ask()?;
    }
    let whole = asker.whole();
    let parts = asker.parts;
    for (cluster, part) in clusters.iter().zip(&parts) {
        answers.put(cluster, part);
    }
    Ok(Some(whole))
}

/// How many maps that satisfy all of `hard` come to more than the limit; `None` when that is too costly to tell.
pub(in crate::analysis) fn count_above(
    dd: &mut Diagrams,
    question: Question<'_>,
    weights: &Weights,
    work: &mut Work,
) -> Result<Option<Above>, Stop> {
    let (base, terms) = merged(question.terms);
    let Some(clusters) = taken_apart(dd, question, &terms)? else {
        return Ok(None);
    };
    let need = (question.limit + 1).saturating_sub(base);
    let mut graphs = Vec::with_capacity(clusters.len());
    let mut mask = 0;
    for cluster in &clusters {
        mask |= cluster.mask;
        match cluster.graph(dd, question.max_states.min(COUNTED_NODES), work)? {
            Some(graph) => graphs.push(graph),
            None => return Ok(None),
        }
    }
    let above = spread::above(&graphs, need, weights, work)?;
    Ok(above.map(|above| Above { mask, ..above }))
}

/// The clusters of a question; `None` when one of them cannot be satisfied.
fn taken_apart(
    dd: &mut Diagrams,
    question: Question<'_>,
    terms: &[Term],
) -> Result<Option<Vec<Cluster>>, Stop> {
    if question.hard.contains(&Node::FALSE) {
        return Ok(None);
    }
    let all = question.hard.iter().copied();
    let clusters = Clusters::of(dd, all.chain(terms.iter().map(|(node, _)| *node)));
    let n_clusters = clusters.masks.len();
    let mut hard = vec![Vec::new(); n_clusters];
    for node in question.hard {
        if let Some(place) = clusters.place(dd, *node) {
            hard[place].push(*node);
        }
    }
    let mut pieces = vec![Vec::new(); n_clusters];
    // Joined, pieces may depend on fewer groups than each by itself; where one does not fit, the whole takes its place.
    let mut is_whole = vec![false; n_clusters];
    for piece in question.pieces {
        let support = dd.support(*piece);
        for (place, mask) in clusters.masks.iter().enumerate() {
            if support & mask != 0 {
                pieces[place].push(*piece);
                is_whole[place] |= support & !mask != 0;
            }
        }
    }
    let mut sums = vec![Vec::new(); n_clusters];
    for term in terms {
        if let Some(place) = clusters.place(dd, term.0) {
            sums[place].push(*term);
        }
    }
    let mut found = Vec::with_capacity(n_clusters);
    for (idx, mask) in clusters.masks.into_iter().enumerate() {
        let domain = dd.and_all(&hard[idx])?;
        if domain == Node::FALSE {
            return Ok(None);
        }
        let mut pieces = std::mem::take(&mut pieces[idx]);
        pieces.sort_unstable();
        pieces.dedup();
        if is_whole[idx] {
            pieces = vec![domain];
        }
        // A part of the space that no sum and nothing else speaks of: any legal values will do.
        if sums[idx].is_empty() && hard[idx].len() == 1 {
            continue;
        }
        found.push(Cluster {
            mask,
            domain,
            pieces,
            terms: std::mem::take(&mut sums[idx]),
        });
    }
    Ok(Some(found))
}

/// One attempt at every cluster that is still open.
#[derive(Clone, Copy, Debug)]
enum Round {
    /// Walk the graph while no layer has more nodes than this.
    Walk { max_nodes: usize },
    /// The same in another order of the groups.
    Reorder { max_nodes: usize },
    /// Branch for so many steps.
    Branch { steps: u64 },
}

/// Cheap attempts first: narrow problems are walked, loosely bound ones branched, and so on with more and more work.
const ROUNDS: &[Round] = &[
    Round::Walk { max_nodes: 1_500 },
    Round::Branch { steps: 1_000_000 },
    Round::Walk { max_nodes: 4_000 },
    Round::Branch { steps: 10_000_000 },
    Round::Walk { max_nodes: 30_000 },
    Round::Reorder { max_nodes: 30_000 },
    Round::Branch { steps: 300_000_000 },
    Round::Walk {
        max_nodes: usize::MAX,
    },
    Round::Reorder {
        max_nodes: usize::MAX,
    },
    Round::Branch { steps: u64::MAX },
];

struct Asker<'a> {
    dd: &'a mut Diagrams,
    question: Question<'a>,
    base: u64,
    clusters: &'a [Cluster],
    parts: Vec<Answer>,
    answers: &'a mut Answers,
    work: &'a mut Work,
}

impl Asker<'_> {
    fn ask(&mut self) -> Result<(), Stop> {
        for (cluster, part) in self.clusters.iter().zip(&mut self.parts) {
            cluster.lower(self.dd, part);
        }
        if self.is_answered() {
            return Ok(());
        }
        for (cluster, part) in self.clusters.iter().zip(&mut self.parts) {
            if !part.is_exact() {
                cluster.raise(self.dd, part, self.work)?;
            }
        }
        let mut searches: Vec<Option<Search>> = self.parts.iter().map(|_| None).collect();
        for round in ROUNDS {
            for (idx, search) in searches.iter_mut().enumerate() {
                if self.is_answered() || self.work.is_empty() {
                    return Ok(());
                }
                if !self.parts[idx].is_exact() {
                    self.attempt(*round, idx, search)?;
                }
            }
        }
        Ok(())
    }

    fn attempt(
        &mut self,
        round: Round,
        idx: usize,
        search: &mut Option<Search>,
    ) -> Result<(), Stop> {
        let cluster = &self.clusters[idx];
        let most = self.question.max_states;
        let walked = match round {
            Round::Walk { max_nodes } => cluster.walk(self.dd, max_nodes.min(most), self.work)?,
            Round::Reorder { max_nodes } => {
                cluster.walk_reordered(self.dd, max_nodes.min(most), self.work)?
            }
            Round::Branch { steps } => {
                self.branch(idx, search, steps)?;
                None
            }
        };
        if let Some(answer) = walked {
            self.parts[idx] = answer;
        }
        Ok(())
    }

    /// Branches for the verdict, then, if the number itself is wanted, for that.
    fn branch(&mut self, idx: usize, search: &mut Option<Search>, steps: u64) -> Result<(), Stop> {
        let cluster = &self.clusters[idx];
        let mut purse = self.work.split(steps);
        if search.is_none() {
            let part = &self.parts[idx];
            *search = cluster.search(
                self.dd,
                part,
                self.answers.warmth(self.question.topic),
                &mut purse,
            )?;
        }
        if let Some(search) = search {
            for threshold in [self.room(idx), 0] {
                if self.is_answered() {
                    break;
                }
                let enough = (!self.question.is_exact).then(|| signed(self.need(idx)));
                search.run(signed(threshold), enough, &mut purse)?;
                cluster::narrow(&mut self.parts[idx], search);
            }
            search.leave(self.answers.warmth(self.question.topic));
        }
        self.work.give_back(&purse);
        Ok(())
    }

    /// What one cluster may come to at most without breaking the limit, whatever the others come to.
    fn room(&self, idx: usize) -> u64 {
        let others = self.parts.iter().enumerate();
        let others = others
            .filter(|(other, _)| *other != idx)
            .fold(self.base, |sum, (_, part)| sum.saturating_add(part.upper));
        self.question.limit.saturating_sub(others)
    }

    /// What one cluster must exceed to break the limit together with what the others have at least.
    fn need(&self, idx: usize) -> u64 {
        let others = self.parts.iter().enumerate();
        let others = others
            .filter(|(other, _)| *other != idx)
            .fold(self.base, |sum, (_, part)| sum.saturating_add(part.lower));
        self.question.limit.saturating_sub(others)
    }

    /// Whether no more needs to be known.
    fn is_answered(&self) -> bool {
        let whole = self.whole();
        let is_decided = whole.upper <= self.question.limit || whole.lower > self.question.limit;
        whole.is_exact() || (is_decided && !self.question.is_exact)
    }

    fn whole(&self) -> Answer {
        let mut whole = Answer {
            lower: self.base,
            upper: self.base,
            values: vec![None; self.dd.n_levels()],
        };
        for part in &self.parts {
            whole.lower = whole.lower.saturating_add(part.lower);
            whole.upper = whole.upper.saturating_add(part.upper);
            for (slot, value) in whole.values.iter_mut().zip(&part.values) {
                *slot = slot.or(*value);
            }
        }
        whole
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

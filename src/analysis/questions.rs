//! The five maxima of bem.md 18.4, asked over the legal maps, and where they break LIM-01 to LIM-05.

use super::AnalysisError;
use super::error::Budget;
use super::limits::Limits;
use super::maxima::{self, Answer, Answers, Question, Work, maximise};
use super::package::Package;
use super::predicates::Predicates;
use super::rules::Subject;
use super::space::{Space, Tally};
use super::summary::Metric;
use super::terms::{Sum, Term, Terms};
use crate::base::cancel::Cancel;
use crate::dd::{Node, Stop};

/// Most steps for counting the maps that are over a limit.
const ABOVE_STEPS: u64 = 3_000_000;

/// A maximum before it is told.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) metric: Metric,
    pub(super) limit: u64,
    pub(super) lower: u64,
    pub(super) upper: u64,
    /// A value for every group.
    pub(super) values: Vec<u16>,
    pub(super) candidate: Option<(usize, usize)>,
}

/// A limit that is exceeded, or that could not be proved.
#[derive(Clone, Debug)]
pub(super) struct Breach {
    pub(super) metric: Metric,
    pub(super) subject: Subject,
    pub(super) lower: u64,
    pub(super) upper: u64,
    /// Values that attain `lower`.
    pub(super) values: Vec<u16>,
    /// What is over the limit, where it could be counted.
    pub(super) above: Option<Counted>,
    /// Proved: without delta frames the limit holds.
    pub(super) is_only_deltas: bool,
}

/// Legal maps that were counted, and the nearest of them.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) tally: Tally,
    /// A value for every group.
    pub(super) values: Vec<u16>,
}

/// Everything that was asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Answered {
    pub(super) found: Vec<Found>,
    pub(super) breaches: Vec<Breach>,
}

/// All maxima and breaches. The space must be reachable.
pub(super) fn answer(
    package: &Package,
    predicates: &Predicates,
    space: &mut Space,
    asked: &Asked<'_>,
    answers: &mut Answers,
) -> Result<Answered, AnalysisError> {
    let mut asker = Asker {
        package,
        predicates,
        space,
        asked,
        answers,
        told: Answered::default(),
    };
    asker.per_candidate(Metric::Draws, asked.limits.draws)?;
    asker.per_candidate(Metric::Indices, asked.limits.indices)?;
    asker.whole()?;
    Ok(asker.told)
}

/// A replace candidate with its terms and their sum.
struct Contender {
    place: (usize, usize),
    node: Node,
    terms: Sum,
    bound: u64,
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    pub(super) limits: Limits,
    pub(super) sizes: Option<&'a [u64]>,
    pub(super) budget: Budget,
    pub(super) cancel: &'a Cancel,
}

struct Asker<'a> {
    package: &'a Package,
    predicates: &'a Predicates,
    space: &'a mut Space,
    asked: &'a Asked<'a>,
    answers: &'a mut Answers,
    told: Answered,
}

impl Asker<'_> {
    /// Draws or indices: the largest over all candidates, each over the maps where it holds.
    fn per_candidate(&mut self, metric: Metric, limit: u64) -> Result<(), AnalysisError> {
        let mut best = Found {
            metric,
            limit,
            lower: 0,
            upper: 0,
            values: self.space.completed(&[]),
            candidate: None,
        };
        for contender in self.candidates(metric) {
            let Contender {
                place,
                node,
                terms,
                bound,
            } = contender;
            if best.candidate.is_some() && bound <= best.lower && bound <= limit {
                continue;
            }
            if !self.asked.budget.is_exact && best.candidate.is_some() && bound <= limit {
                best.upper = best.upper.max(bound);
                continue;
            }
            let (domain, _) = self.space.legal(node)?;
            if domain == Node::FALSE {
                continue;
            }
            let Some(answer) = self.ask(node, &terms, (limit, metric))? else {
                continue;
            };
            let values = self.space.completed(&answer.values);
            if answer.upper > limit {
                self.breach(metric, limit, Some((place, node)), &terms, &answer)?;
            }
            best.upper = best.upper.max(answer.upper);
            if best.candidate.is_none() || answer.lower > best.lower {
                best.lower = answer.lower;
                best.values = values;
                best.candidate = Some(place);
            }
        }
        self.told.found.push(best);
        Ok(())
    }

    /// Every replace candidate with its terms and their sum, greatest sum first.
    fn candidates(&self, metric: Metric) -> Vec<Contender> {
        let mut candidates = Vec::new();
        for (component, nodes) in self.predicates.candidates.iter().enumerate() {
            for (candidate, node) in nodes.iter().enumerate() {
                let Some(mesh) = self.package.components[component][candidate].mesh else {
                    continue;
                };
                let terms = mesh_terms(self.package, self.predicates, mesh, metric);
                let bound = terms.full_weight();
                candidates.push(Contender {
                    place: (component, candidate),
                    node: *node,
                    terms,
                    bound,
                });
            }
        }
        candidates.sort_by_key(|one| (std::cmp::Reverse(one.bound), one.place));
        candidates
    }

    /// Textures and bytes: over the package as a whole.
    fn whole(&mut self) -> Result<(), AnalysisError> {
        let terms = Terms::of(self.package, self.predicates, self.space, self.asked.sizes)?;
        let limits = self.asked.limits;
        self.over_all(
            Metric::Textures,
            limits.textures,
            &terms.textures,
            &Sum::default(),
        )?;
        if self.asked.sizes.is_none() {
            return Ok(());
        }
        self.over_all(
            Metric::DecodedBytes,
            limits.decoded_bytes,
            &terms.decoded,
            &terms.decoded_plain,
        )?;
        self.over_all(
            Metric::ResidentBytes,
            limits.resident_bytes,
            &terms.resident,
            &terms.resident_plain,
        )
    }

    fn over_all(
        &mut self,
        metric: Metric,
        limit: u64,
        terms: &Sum,
        plain: &Sum,
    ) -> Result<(), AnalysisError> {
        let Some(answer) = self.ask(Node::TRUE, terms, (limit, metric))? else {
            return Ok(());
        };
        if answer.upper > limit {
            self.breach(metric, limit, None, terms, &answer)?;
            if *plain != Sum::default() && plain != terms {
                let without = self.ask(Node::TRUE, plain, (limit, metric))?;
                let holds = without.is_none_or(|answer| answer.upper <= limit);
                if let Some(breach) = self.told.breaches.last_mut() {
                    breach.is_only_deltas = holds;
                }
            }
        }
        self.told.found.push(Found {
            metric,
            limit,
            lower: answer.lower,
            upper: answer.upper,
            values: self.space.completed(&answer.values),
            candidate: None,
        });
        Ok(())
    }

    /// Maximises over the legal maps where `node` holds.
    fn ask(
        &mut self,
        node: Node,
        sum: &Sum,
        (limit, metric): (u64, Metric),
    ) -> Result<Option<Answer>, Stop> {
        let (hard, pieces) = hard(self.space, &[node]);
        let loose = sum.loose_weight();
        let asked = (
            sum.terms.as_slice(),
            limit.saturating_sub(loose),
            metric as usize,
        );
        let question = question(&hard, &pieces, asked, &self.asked.budget);
        let mut work = Work::new(self.asked.budget.steps, self.asked.cancel);
        let mut answer = maximise(&mut self.space.dd, question, self.answers, &mut work)?;
        if let Some(answer) = &mut answer {
            // What is loose may hold always, for all that was proved.
            let values = self.space.completed(&answer.values);
            answer.lower = answer
                .lower
                .saturating_add(sum.loose_at(&self.space.dd, &values));
            answer.upper = answer.upper.saturating_add(loose);
        }
        Ok(answer)
    }

    fn breach(
        &mut self,
        metric: Metric,
        limit: u64,
        place: Option<((usize, usize), Node)>,
        terms: &Sum,
        answer: &Answer,
    ) -> Result<(), AnalysisError> {
        let node = place.map_or(Node::TRUE, |(_, node)| node);
        let above = if answer.lower > limit {
            self.count_above(node, terms, limit)?
        } else {
            None
        };
        self.told.breaches.push(Breach {
            metric,
            subject: place.map_or(Subject::Whole, |((component, candidate), _)| {
                Subject::Candidate {
                    component,
                    candidate,
                }
            }),
            lower: answer.lower,
            upper: answer.upper,
            values: self.space.completed(&answer.values),
            above,
            is_only_deltas: false,
        });
        Ok(())
    }

    /// How many legal maps are over the limit, and the nearest of them; `None` when that is too costly to tell.
    fn count_above(&mut self, node: Node, sum: &Sum, limit: u64) -> Result<Option<Counted>, Stop> {
        if !sum.loose.is_empty() {
            return Ok(None);
        }
        let steps = ABOVE_STEPS.min(self.asked.budget.steps);
        let mut work = Work::new(steps, self.asked.cancel);
        let (hard, pieces) = hard(self.space, &[node]);
        let asked = question(&hard, &pieces, (&sum.terms, limit, 0), &self.asked.budget);
        counted(self.space, asked, &mut work)
    }
}

/// Counts the legal maps over the limit of a question and finds the nearest of them; `None` when that is too costly.
pub(super) fn counted(
    space: &mut Space,
    asked: Question<'_>,
    work: &mut Work,
) -> Result<Option<Counted>, Stop> {
    let weights = space.weights();
    let above = maxima::count_above(&mut space.dd, asked, &weights, work)?;
    Ok(above.map(|above| {
        let mut values = vec![None; space.dd.n_levels()];
        for (level, value) in above.values {
            values[level] = Some(value);
        }
        Counted {
            tally: space.widened(above.mask, above.saved, above.effective),
            values: space.completed(&values),
        }
    }))
}

/// All that must hold where `nodes` do and the map is legal: joined, and in pieces.
pub(super) fn hard(space: &Space, nodes: &[Node]) -> (Vec<Node>, Vec<Node>) {
    let parts = space.parts.iter().map(|part| part.node);
    let links = space.links.iter().copied();
    (
        parts.chain(nodes.iter().copied()).collect(),
        links.chain(nodes.iter().copied()).collect(),
    )
}

/// The draws of a mesh, each once or with its indices.
fn mesh_terms(package: &Package, predicates: &Predicates, mesh: usize, metric: Metric) -> Sum {
    let draws = package.meshes[mesh].draws.iter();
    draws
        .zip(&predicates.draws[mesh])
        .map(|(draw, raw)| match metric {
            Metric::Draws => (*raw, 1),
            _ => (*raw, draw.count),
        })
        .collect::<Vec<_>>()
        .into()
}

/// Where a breach is asked about, and the sum that is over the limit there.
pub(super) fn sum_of_breach(
    package: &Package,
    predicates: &Predicates,
    space: &mut Space,
    sizes: Option<&[u64]>,
    breach: &Breach,
) -> Result<(Node, Sum), Stop> {
    if let Subject::Candidate {
        component,
        candidate,
    } = breach.subject
        && let Some(mesh) = package.components[component][candidate].mesh
    {
        let node = predicates.candidates[component][candidate];
        return Ok((node, mesh_terms(package, predicates, mesh, breach.metric)));
    }
    let terms = Terms::of(package, predicates, space, sizes)?;
    let terms = match breach.metric {
        Metric::Draws | Metric::Indices => Sum::default(),
        Metric::Textures => terms.textures,
        Metric::DecodedBytes => terms.decoded,
        Metric::ResidentBytes => terms.resident,
    };
    Ok((Node::TRUE, terms))
}

/// The question whether, and where, a sum over the legal maps is above a limit.
pub(super) fn question<'q>(
    hard: &'q [Node],
    pieces: &'q [Node],
    (terms, limit, topic): (&'q [Term], u64, usize),
    budget: &Budget,
) -> Question<'q> {
    Question {
        hard,
        pieces,
        terms,
        topic,
        limit,
        is_exact: budget.is_exact,
        max_states: budget.states,
    }
}

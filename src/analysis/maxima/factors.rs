//! A wide maximum as a problem for branch and bound: predicates over the same groups share a factor, small factors
//! join larger ones that cover them, and overlapping ones are joined while they stay small.

use super::graph::{Graph, Sum};
use super::problem::{NEVER, Problem, Variable, classes, fixed};
use super::work::Work;
use crate::analysis::space::bit;
use crate::analysis::terms::Term;
use crate::dd::{Diagrams, Node, Stop};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A factor before its graph is built.
#[derive(Clone, Debug, Default)]
struct Draft {
    mask: u64,
    hard: Vec<Node>,
    terms: Vec<Term>,
}

/// Arcs up to which overlapping factors are joined.
const JOIN_ARCS: usize = 300;

/// Most nodes a layer of a factor may have.
const MAX_NODES: usize = 4096;

/// The problem, or `None` when a single predicate is too large for a factor.
pub(super) fn problem(
    dd: &mut Diagrams,
    mask: u64,
    hard: &[Node],
    terms: &[Term],
    work: &mut Work,
) -> Result<Option<Problem>, Stop> {
    let total = terms
        .iter()
        .fold(0_u64, |sum, term| sum.saturating_add(term.1));
    // 2^46 leaves room for multipliers and sums; 20 bits behind the point are plenty.
    let shift = (total.leading_zeros().saturating_sub(18)).min(20);
    let mut variables = variables(dd, mask);
    let mut drafts: BTreeMap<u64, Draft> = BTreeMap::new();
    for node in hard {
        let mask = dd.support(*node);
        drafts.entry(mask).or_default().hard.push(*node);
    }
    for term in terms {
        let mask = dd.support(term.0);
        drafts.entry(mask).or_default().terms.push(*term);
    }
    for (mask, draft) in &mut drafts {
        draft.mask = *mask;
    }
    let mut drafts: Vec<Draft> = drafts.into_values().collect();
    let place_of: BTreeMap<usize, usize> = variables
        .iter()
        .enumerate()
        .map(|(place, variable)| (variable.level, place))
        .collect();
    drafts.retain(|draft| {
        let is_single = draft.mask.is_power_of_two();
        if is_single {
            let level = draft.mask.trailing_zeros() as usize;
            absorb(dd, &mut variables[place_of[&level]], draft, shift);
        }
        !is_single
    });
    let drafts = joined(dd, drafts, work)?;
    let mut graphs = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let Some(graph) = graph(dd, &draft, MAX_NODES, work)? else {
            return Ok(None);
        };
        let scope = graph
            .layers
            .iter()
            .map(|layer| place_of[&layer.level])
            .collect();
        graphs.push((graph, scope));
    }
    Ok(Some(Problem::new(variables, graphs, shift)))
}

fn variables(dd: &Diagrams, mask: u64) -> Vec<Variable> {
    let mut start = 0;
    (0..dd.n_levels())
        .filter(|level| mask & bit(*level) != 0)
        .map(|level| {
            let arity = usize::from(dd.arity(level));
            let variable = Variable {
                level,
                gains: vec![0; arity],
                start,
            };
            start += arity;
            variable
        })
        .collect()
}

/// Predicates over one group alone are gains of its values.
fn absorb(dd: &Diagrams, variable: &mut Variable, draft: &Draft, shift: u32) {
    for (value, gain) in (0_u16..).zip(&mut variable.gains) {
        let is_legal = draft
            .hard
            .iter()
            .all(|node| dd.child(*node, variable.level, value) == Node::TRUE);
        if !is_legal {
            *gain = NEVER;
            continue;
        }
        for (node, weight) in &draft.terms {
            if dd.child(*node, variable.level, value) == Node::TRUE {
                *gain += fixed(*weight, shift);
            }
        }
    }
}

fn graph(
    dd: &mut Diagrams,
    draft: &Draft,
    max_nodes: usize,
    work: &mut Work,
) -> Result<Option<Graph>, Stop> {
    let domain = dd.and_all(&draft.hard)?;
    let sum = Sum {
        dd,
        mask: draft.mask,
        domain,
        terms: &draft.terms,
    };
    Graph::build(sum, max_nodes, work)
}

/// Arcs of a graph once values that are alike are one.
fn n_arcs(graph: &Graph) -> usize {
    let layers = graph.layers.iter();
    layers.map(|layer| layer.n_nodes * classes(layer).1).sum()
}

/// Whether the graph of a joined draft stays small enough.
fn is_small(dd: &mut Diagrams, draft: &Draft, work: &mut Work) -> Result<bool, Stop> {
    // A layer of more nodes than this has too many arcs by itself.
    let graph = graph(dd, draft, JOIN_ARCS / 2, work)?;
    Ok(graph.is_some_and(|graph| n_arcs(&graph) <= JOIN_ARCS))
}

/// Drafts that lie inside others join them; then pairs that share the most, while the graph stays small.
fn joined(dd: &mut Diagrams, mut drafts: Vec<Draft>, work: &mut Work) -> Result<Vec<Draft>, Stop> {
    drafts.sort_by_key(|draft| (Reverse(draft.mask.count_ones()), draft.mask));
    let mut kept: Vec<Draft> = Vec::new();
    for draft in drafts {
        let host = kept
            .iter()
            .enumerate()
            .filter(|(_, other)| draft.mask & !other.mask == 0)
            .min_by_key(|(place, other)| (other.mask.count_ones(), *place))
            .map(|(place, _)| place);
        let merged = match host {
            Some(place) => {
                let merged = join(&kept[place], &draft);
                let is_small = is_small(dd, &merged, work)?;
                is_small.then_some((place, merged))
            }
            None => None,
        };
        match merged {
            Some((place, merged)) => kept[place] = merged,
            None => kept.push(draft),
        }
    }
    join_neighbours(dd, &mut kept, work)?;
    Ok(kept)
}

/// Groups a joined factor may span.
const JOIN_SPAN: u32 = 6;

/// Pairs that are tried at most.
const JOIN_ATTEMPTS: usize = 2_000;

/// Drafts beyond which only what covers others is joined.
const JOIN_DRAFTS: usize = 1_500;

/// How good a pair is to join (narrow unions first, then large overlaps), and which it is.
type Pair = (Reverse<u32>, u32, Reverse<usize>, Reverse<usize>);

/// Joins pairs that share the most groups while the union stays small: larger factors bound more tightly.
fn join_neighbours(
    dd: &mut Diagrams,
    drafts: &mut Vec<Draft>,
    work: &mut Work,
) -> Result<(), Stop> {
    if drafts.len() > JOIN_DRAFTS {
        return Ok(());
    }
    let mut open: Vec<Option<Draft>> = std::mem::take(drafts).into_iter().map(Some).collect();
    let mut pairs = BinaryHeap::new();
    for late in 0..open.len() {
        pairs.extend(pairs_with(&open, late));
    }
    let mut n_attempts = 0;
    while let Some((_, _, Reverse(a), Reverse(b))) = pairs.pop() {
        let (Some(left), Some(right)) = (&open[a], &open[b]) else {
            continue;
        };
        n_attempts += 1;
        if n_attempts > JOIN_ATTEMPTS || work.is_empty() {
            break;
        }
        let merged = join(left, right);
        if is_small(dd, &merged, work)? {
            open[a] = None;
            open[b] = None;
            open.push(Some(merged));
            pairs.extend(pairs_with(&open, open.len() - 1));
        }
    }
    drafts.extend(open.into_iter().flatten());
    Ok(())
}

/// The pairs of a draft with earlier ones that are worth a try.
fn pairs_with(open: &[Option<Draft>], late: usize) -> Vec<Pair> {
    let Some(draft) = &open[late] else {
        return Vec::new();
    };
    let earlier = open[..late].iter().enumerate();
    earlier
        .filter_map(|(early, other)| {
            let other = other.as_ref()?;
            let shared = (draft.mask & other.mask).count_ones();
            let union = (draft.mask | other.mask).count_ones();
            (shared > 0 && union <= JOIN_SPAN).then_some((
                Reverse(union),
                shared,
                Reverse(early),
                Reverse(late),
            ))
        })
        .collect()
}

fn join(a: &Draft, b: &Draft) -> Draft {
    Draft {
        mask: a.mask | b.mask,
        hard: [a.hard.as_slice(), &b.hard].concat(),
        terms: [a.terms.as_slice(), &b.terms].concat(),
    }
}

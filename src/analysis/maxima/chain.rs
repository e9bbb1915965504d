//! Exact maxima by dynamic programming from group to group: a state is the rest of the domain and the predicates that
//! have begun and are not decided, equal rests merged. It suits problems that are narrow in the order of their groups.

use super::question::{Answer, Effort};
use crate::analysis::space::bit;
use crate::analysis::terms::Term;
use crate::dd::{Diagrams, Node};
use std::collections::BTreeMap;

/// Rests of predicates that have begun: sorted by node, each once.
type Open = Vec<Term>;

/// What one value of a group gives.
#[derive(Clone, Debug, Default)]
struct Step {
    gained: u64,
    open: Open,
}

/// A state of a level and how it was reached.
#[derive(Clone, Copy, Debug)]
struct Reached {
    best: u64,
    from: usize,
    value: u16,
}

/// The states of one level, in order of their keys.
type Layer = BTreeMap<(Node, Open), Reached>;

/// The greatest sum over `domain`, which is not false. Too wide a problem gives the interval that needs no search.
pub(super) fn maximise(
    dd: &Diagrams,
    mask: u64,
    domain: Node,
    terms: &[Term],
    effort: Effort,
) -> Option<Answer> {
    let levels: Vec<usize> = (0..dd.n_levels()).filter(|l| mask & bit(*l) != 0).collect();
    let mut layers: Vec<Vec<Reached>> = Vec::new();
    let mut layer = Layer::new();
    layer.insert(
        (domain, Open::new()),
        Reached {
            best: 0,
            from: 0,
            value: 0,
        },
    );
    let mut n_steps = 0_u64;
    for level in &levels {
        let fresh = fresh_steps(dd, *level, terms);
        let mut next = Layer::new();
        for (idx, ((rest, open), reached)) in layer.iter().enumerate() {
            for (value, fresh) in (0_u16..).zip(&fresh) {
                let rest = dd.child(*rest, *level, value);
                if rest == Node::FALSE {
                    continue;
                }
                let step = advance(dd, *level, value, open, fresh);
                n_steps += 1 + step.open.len() as u64;
                let best = reached.best + step.gained;
                let place = next.entry((rest, step.open)).or_insert(Reached {
                    best,
                    from: idx,
                    value,
                });
                if place.best < best {
                    *place = Reached {
                        best,
                        from: idx,
                        value,
                    };
                }
            }
        }
        layers.push(layer.values().copied().collect());
        layer = next;
        if layer.len() > effort.states || n_steps > effort.steps {
            return Some(without_search(dd, domain, terms));
        }
    }
    traced(dd, &levels, &layers, &layer)
}

/// The trivial interval: some legal values, and all weights.
fn without_search(dd: &Diagrams, domain: Node, terms: &[Term]) -> Answer {
    let costs = crate::dd::Costs::distance_from(dd, &vec![0; dd.n_levels()]);
    let values = dd
        .nearest(domain, &costs)
        .map_or_else(|| vec![None; dd.n_levels()], |(_, values)| values);
    let full: Vec<u16> = values.iter().map(|value| value.unwrap_or(0)).collect();
    let lower = terms
        .iter()
        .filter(|(node, _)| dd.holds(*node, &full))
        .map(|(_, weight)| weight)
        .sum();
    Answer {
        lower,
        upper: terms.iter().map(|(_, weight)| weight).sum(),
        values: full.into_iter().map(Some).collect(),
    }
}

/// For each value of `level`, what the predicates that begin there come to.
fn fresh_steps(dd: &Diagrams, level: usize, terms: &[Term]) -> Vec<Step> {
    let begun: Vec<Term> = terms
        .iter()
        .copied()
        .filter(|(node, _)| dd.level(*node) == level)
        .collect();
    (0..dd.arity(level))
        .map(|value| advance(dd, level, value, &begun, &Step::default()))
        .collect()
}

/// `open` after `level` took `value`, together with `fresh`.
fn advance(dd: &Diagrams, level: usize, value: u16, open: &[Term], fresh: &Step) -> Step {
    let mut step = Step {
        gained: fresh.gained,
        open: Vec::with_capacity(open.len() + fresh.open.len()),
    };
    for (node, weight) in open {
        match dd.child(*node, level, value) {
            Node::TRUE => step.gained += weight,
            Node::FALSE => {}
            rest => step.open.push((rest, *weight)),
        }
    }
    step.open.extend_from_slice(&fresh.open);
    step.open.sort_unstable();
    step.open.dedup_by(|later, kept| {
        let is_same = later.0 == kept.0;
        if is_same {
            kept.1 += later.1;
        }
        is_same
    });
    step
}

fn traced(
    dd: &Diagrams,
    levels: &[usize],
    layers: &[Vec<Reached>],
    last: &Layer,
) -> Option<Answer> {
    let (_, end) = last.iter().find(|((rest, _), _)| *rest == Node::TRUE)?;
    let mut values = vec![None; dd.n_levels()];
    let mut at = *end;
    for (idx, level) in levels.iter().enumerate().rev() {
        values[*level] = Some(at.value);
        at = *layers.get(idx)?.get(at.from)?;
    }
    Some(Answer {
        lower: end.best,
        upper: end.best,
        values,
    })
}

//! A wide maximum as branch and bound sees it: variables with gains of their own, factors that share variables, and
//! views of both that are cut down to the values still allowed.

use super::graph::{Graph, NO_ARC};
use crate::analysis::space::bit;
use std::ops::Range;

/// A value so low that nothing reaches it: "not possible". Sums of several stay far from overflow.
pub(super) const NEVER: i64 = i64::MIN / 8;

/// Whether a sum contains [`NEVER`].
pub(super) fn is_never(value: i64) -> bool {
    value < NEVER / 2
}

/// A group as the optimiser sees it.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) level: usize,
    /// What each value gains by itself, fixed point; [`NEVER`] = not legal.
    pub(super) gains: Vec<i64>,
    /// First place of its values in vectors over all variables' values.
    pub(super) start: usize,
}

/// A sum over a few variables as a graph.
#[derive(Clone, Debug)]
pub(super) struct Factor {
    /// Variable of each layer.
    pub(super) variables: Vec<usize>,
    layers: Vec<FactorLayer>,
}

#[derive(Clone, Debug)]
struct FactorLayer {
    arity: usize,
    targets: Vec<u32>,
    /// Fixed point.
    gains: Vec<i64>,
    /// First place of this layer's multipliers in vectors over all factors' values.
    start: usize,
}

/// The problem: variables, and factors that share them.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) variables: Vec<Variable>,
    pub(super) factors: Vec<Factor>,
    /// Bits behind the point.
    shift: u32,
    pub(super) n_values: usize,
    /// Place among all variables' values, by multiplier.
    pub(super) value_of_share: Vec<u32>,
    n_arcs: usize,
}

/// Which values each variable may still have, bit `value`.
pub(super) type Allowed = Vec<u128>;

impl Problem {
    /// A problem with these factors; beside each graph the variables of its layers.
    pub(super) fn new(
        variables: Vec<Variable>,
        graphs: Vec<(Graph, Vec<usize>)>,
        shift: u32,
    ) -> Self {
        let n_values = variables.iter().map(|variable| variable.gains.len()).sum();
        let mut problem = Self {
            variables,
            factors: Vec::new(),
            shift,
            n_values,
            value_of_share: Vec::new(),
            n_arcs: 0,
        };
        for (graph, variables) in graphs {
            problem.n_arcs += graph.n_arcs();
            let mut layers = Vec::with_capacity(graph.layers.len());
            for (layer, variable) in graph.layers.into_iter().zip(&variables) {
                let first = problem.variables[*variable].start;
                let start = problem.value_of_share.len();
                let values = first..first + layer.arity;
                problem
                    .value_of_share
                    .extend(values.map(|value| u32::try_from(value).unwrap_or(u32::MAX)));
                layers.push(FactorLayer {
                    arity: layer.arity,
                    targets: layer.targets,
                    gains: layer.gains.iter().map(|gain| fixed(*gain, shift)).collect(),
                    start,
                });
            }
            problem.factors.push(Factor { variables, layers });
        }
        problem
    }

    /// Where the multipliers of each factor's layers lie, by the levels of the factor's scope and the layer's level.
    pub(super) fn share_ranges(&self) -> Vec<(ShareKey, Range<usize>)> {
        let mut ranges = Vec::new();
        for factor in &self.factors {
            let levels = factor
                .variables
                .iter()
                .map(|idx| self.variables[*idx].level);
            let scope = levels.fold(0, |scope, level| scope | bit(level));
            for (layer, variable) in factor.layers.iter().zip(&factor.variables) {
                let key = (scope, self.variables[*variable].level);
                ranges.push((key, layer.start..layer.start + layer.arity));
            }
        }
        ranges
    }

    /// Number of multipliers.
    pub(super) fn n_shares(&self) -> usize {
        self.value_of_share.len()
    }

    /// Steps of one pass over all factors.
    pub(super) fn pass_steps(&self) -> u64 {
        (self.n_arcs + self.n_values) as u64
    }

    /// All values that are legal by themselves.
    pub(super) fn allowed(&self) -> Allowed {
        self.variables
            .iter()
            .map(|variable| {
                (0..variable.gains.len())
                    .filter(|value| !is_never(variable.gains[*value]))
                    .fold(0, |mask, value| mask | (1 << value))
            })
            .collect()
    }

    /// Greatest multiplier, so that no sum over all variables and factors leaves 2^59: weights stay below 2^46, a
    /// variable is in all factors at most, a factor has 64 layers at most.
    pub(super) fn cap(&self) -> i64 {
        let n_factors = i64::try_from(self.factors.len()).unwrap_or(i64::MAX / 2);
        (1 << 52) / (n_factors + 64)
    }

    /// Whole units of a bound: what is behind the point cannot be reached by sums of whole weights.
    pub(super) fn whole(&self, bound: i64) -> i64 {
        bound >> self.shift
    }

    /// What an assignment comes to, whole units; `None` when it is not legal.
    pub(super) fn value(&self, values: &[u16]) -> Option<i64> {
        let mut sum = 0;
        for (variable, value) in self.variables.iter().zip(values) {
            let own = variable.gains[usize::from(*value)];
            if is_never(own) {
                return None;
            }
            sum += own;
        }
        for factor in &self.factors {
            sum += factor.value(values)?;
        }
        Some(self.whole(sum))
    }

    /// A whole number in fixed point.
    pub(super) fn fixed(&self, whole: i64) -> i64 {
        whole << self.shift
    }
}

/// A weight in fixed point.
pub(super) fn fixed(weight: u64, shift: u32) -> i64 {
    i64::try_from(weight).unwrap_or(i64::MAX >> shift) << shift
}

impl Factor {
    /// What the values gain together, fixed point; `None` when they are not legal.
    pub(super) fn value(&self, values: &[u16]) -> Option<i64> {
        let mut node = 0;
        let mut sum = 0;
        for (layer, variable) in self.layers.iter().zip(&self.variables) {
            let place = node * layer.arity + usize::from(values[*variable]);
            let target = layer.targets[place];
            if target == NO_ARC {
                return None;
            }
            sum += layer.gains[place];
            node = target as usize;
        }
        Some(sum)
    }
}

/// The levels of a factor's scope, and one of them.
pub(super) type ShareKey = (u64, usize);

/// The factors cut down to what is allowed: only nodes that can be reached, only arcs that may be taken.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    /// Arcs of all factors; those of one node are neighbours.
    pub(super) arcs: Vec<ViewArc>,
    /// End of each node's arcs in `arcs`; nodes of a factor by layer, its end last.
    pub(super) arc_ends: Vec<u32>,
    pub(super) factors: Vec<ViewFactor>,
    /// Legal values of each variable, by place among all values.
    pub(super) values: Vec<u32>,
    /// End of each variable's values in `values`.
    pub(super) value_ends: Vec<u32>,
}

/// An arc that may be taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewArc {
    /// Node, counted over all factors.
    pub(super) target: u32,
    /// Multiplier it pays.
    pub(super) share: u32,
    pub(super) gain: i64,
}

/// Where a factor lies in a view.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewFactor {
    pub(super) first_node: u32,
    /// One past its end node.
    pub(super) last_node: u32,
    pub(super) n_layers: u32,
}

impl View {
    /// Cuts `problem` down to `allowed`.
    pub(super) fn fill(&mut self, problem: &Problem, allowed: &Allowed) {
        self.arcs.clear();
        self.arc_ends.clear();
        self.factors.clear();
        self.values.clear();
        self.value_ends.clear();
        for (variable, mask) in problem.variables.iter().zip(allowed) {
            let mut rest = *mask;
            while rest != 0 {
                let value = rest.trailing_zeros();
                rest &= rest - 1;
                self.values.push(place(variable.start) + value);
            }
            self.value_ends.push(place(self.values.len()));
        }
        let mut here = Vec::new();
        let mut next = Vec::new();
        for factor in &problem.factors {
            self.add(factor, allowed, &mut here, &mut next);
        }
    }

    fn add(
        &mut self,
        factor: &Factor,
        allowed: &Allowed,
        here: &mut Vec<u32>,
        next: &mut Vec<u32>,
    ) {
        let first_node = place(self.arc_ends.len());
        here.clear();
        here.push(0);
        for (layer, variable) in factor.layers.iter().zip(&factor.variables) {
            next.clear();
            let below = place(self.arc_ends.len() + here.len());
            let mask = allowed[*variable];
            // New number + 1 of each old node of the next layer, 0 = not reached yet.
            let mut numbers = [0_u32; 64];
            let mut many = Vec::new();
            let n_next = layer.targets.iter().filter(|t| **t != NO_ARC).max();
            let n_next = n_next.map_or(0, |target| *target as usize + 1);
            let numbers: &mut [u32] = if n_next <= numbers.len() {
                &mut numbers[..n_next]
            } else {
                many.resize(n_next, 0);
                &mut many
            };
            for node in here.iter() {
                let row = *node as usize * layer.arity;
                let mut rest = mask;
                while rest != 0 {
                    let value = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let target = layer.targets[row + value];
                    if target == NO_ARC {
                        continue;
                    }
                    let number = &mut numbers[target as usize];
                    if *number == 0 {
                        next.push(target);
                        *number = place(next.len());
                    }
                    self.arcs.push(ViewArc {
                        target: below + *number - 1,
                        share: place(layer.start + value),
                        gain: layer.gains[row + value],
                    });
                }
                self.arc_ends.push(place(self.arcs.len()));
            }
            std::mem::swap(here, next);
        }
        // The end, which a factor that has become impossible does not reach.
        self.arc_ends.push(place(self.arcs.len()));
        self.factors.push(ViewFactor {
            first_node,
            last_node: place(self.arc_ends.len()),
            n_layers: place(factor.layers.len()),
        });
    }
}

fn place(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

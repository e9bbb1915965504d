//! A wide maximum as branch and bound sees it: variables with gains of their own, and factors that share variables.
//! It holds no multipliers and bounds nothing.
//!
//! To a factor, values of a variable that lead everywhere to the same are one class. Multipliers belong to classes: a
//! factor that cannot tell two values apart has no reason to charge them differently.

use super::graph::{Graph, Layer, NO_ARC};
use crate::analysis::space::bit;
use std::collections::BTreeMap;

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
    pub(super) layers: Vec<FactorLayer>,
}

/// One variable of a factor.
#[derive(Clone, Debug)]
pub(super) struct FactorLayer {
    pub(super) n_classes: usize,
    /// Class of each value; class 0 is the largest.
    pub(super) class_of: Vec<u8>,
    /// The values of each class, bit `value`.
    pub(super) members: Vec<u128>,
    /// `targets[node * n_classes + class]`: a node of the next layer, or [`NO_ARC`].
    pub(super) targets: Vec<u32>,
    /// What the arc gains, beside each target; fixed point.
    pub(super) gains: Vec<i64>,
    /// First place of this layer's multipliers, one a class, in vectors over all factors' classes.
    pub(super) start: usize,
}

/// The problem: variables, and factors that share them.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) variables: Vec<Variable>,
    pub(super) factors: Vec<Factor>,
    /// Bits behind the point.
    shift: u32,
    pub(super) n_values: usize,
    pub(super) n_shares: usize,
    /// Which value gets which multiplier; those of classes 0 are always 0 and left out.
    pub(super) additions: Vec<Addition>,
    n_arcs: usize,
}

/// A multiplier that a value gets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Addition {
    pub(super) share: u32,
    /// Place among all variables' values.
    pub(super) value: u32,
}

/// Which values each variable may still have, bit `value`.
pub(super) type Allowed = Vec<u128>;

/// The levels of a factor's scope, and one of them.
pub(super) type LayerKey = (u64, usize);

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
            n_shares: 0,
            additions: Vec::new(),
            n_arcs: 0,
        };
        for (graph, variables) in graphs {
            let mut layers = Vec::with_capacity(graph.layers.len());
            for (layer, variable) in graph.layers.iter().zip(&variables) {
                let layer = FactorLayer::of(layer, problem.n_shares, shift);
                problem.n_shares += layer.n_classes;
                problem.n_arcs += layer.targets.len();
                let first = problem.variables[*variable].start;
                for (value, class) in layer.class_of.iter().enumerate() {
                    if *class != 0 {
                        problem.additions.push(Addition {
                            share: place(layer.start + usize::from(*class)),
                            value: place(first + value),
                        });
                    }
                }
                layers.push(layer);
            }
            problem.factors.push(Factor { variables, layers });
        }
        problem
    }

    /// Every layer of every factor with what it is known by.
    pub(super) fn layers(&self) -> impl Iterator<Item = (LayerKey, &FactorLayer)> {
        self.factors.iter().flat_map(move |factor| {
            let levels = factor.variables.iter();
            let levels = levels.map(|idx| self.variables[*idx].level);
            let scope = levels.fold(0, |scope, level| scope | bit(level));
            let layers = factor.layers.iter().zip(&factor.variables);
            layers.map(move |(layer, variable)| ((scope, self.variables[*variable].level), layer))
        })
    }

    /// Steps of one pass over all factors.
    pub(super) fn pass_steps(&self) -> u64 {
        (self.n_arcs + self.additions.len() + self.n_values) as u64
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

/// An index as it is stored.
pub(super) fn place(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Groups the values of a layer that lead everywhere to the same: class of each value, the largest class being 0, and
/// how many classes there are.
pub(super) fn classes(layer: &Layer) -> (Vec<u8>, usize) {
    let column = |value: usize| -> Vec<(u32, u64)> {
        (0..layer.n_nodes)
            .map(|node| node * layer.arity + value)
            .map(|at| (layer.targets[at], layer.gains[at]))
            .collect()
    };
    let mut class_of_column = BTreeMap::new();
    let mut sizes: Vec<usize> = Vec::new();
    let mut class_of: Vec<usize> = Vec::with_capacity(layer.arity);
    for value in 0..layer.arity {
        let class = *class_of_column.entry(column(value)).or_insert(sizes.len());
        if class == sizes.len() {
            sizes.push(0);
        }
        sizes[class] += 1;
        class_of.push(class);
    }
    let largest = (0..sizes.len()).max_by_key(|class| (sizes[*class], std::cmp::Reverse(*class)));
    let largest = largest.unwrap_or(0);
    let renamed = class_of.into_iter().map(|class| {
        let name = if class == largest {
            0
        } else if class == 0 {
            largest
        } else {
            class
        };
        u8::try_from(name).unwrap_or(u8::MAX)
    });
    (renamed.collect(), sizes.len())
}

impl FactorLayer {
    fn of(layer: &Layer, start: usize, shift: u32) -> Self {
        let (class_of, n_classes) = classes(layer);
        let mut members = vec![0_u128; n_classes];
        let mut first = vec![0; n_classes];
        for (value, class) in class_of.iter().enumerate().rev() {
            members[usize::from(*class)] |= 1 << value;
            first[usize::from(*class)] = value;
        }
        let mut targets = Vec::with_capacity(layer.n_nodes * n_classes);
        let mut gains = Vec::with_capacity(layer.n_nodes * n_classes);
        for node in 0..layer.n_nodes {
            for value in &first {
                let at = node * layer.arity + value;
                targets.push(layer.targets[at]);
                gains.push(fixed(layer.gains[at], shift));
            }
        }
        Self {
            n_classes,
            class_of,
            members,
            targets,
            gains,
            start,
        }
    }

    /// Place of the multiplier that a value gets.
    pub(super) fn share_of(&self, value: usize) -> usize {
        self.start + usize::from(self.class_of[value])
    }
}

impl Factor {
    /// What the values gain together, fixed point; `None` when they are not legal.
    pub(super) fn value(&self, values: &[u16]) -> Option<i64> {
        let mut node = 0;
        let mut sum = 0;
        for (layer, variable) in self.layers.iter().zip(&self.variables) {
            let class = layer.class_of[usize::from(values[*variable])];
            let at = node * layer.n_classes + usize::from(class);
            let target = layer.targets[at];
            if target == NO_ARC {
                return None;
            }
            sum += layer.gains[at];
            node = target as usize;
        }
        Some(sum)
    }
}

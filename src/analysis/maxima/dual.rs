//! Upper bounds by Lagrangean decomposition: every factor is maximised on its own, multipliers pull their answers
//! together. Multipliers are integers in fixed point, so each bound that is read off is a proof, however they came.

use super::problem::{Allowed, FactorLayer, NEVER, Problem, is_never};
use super::view::{View, ViewFactor};

/// What each factor gives away to each class of its variables' values, fixed point; 0 to the classes 0.
#[derive(Clone, Debug)]
pub(super) struct Multipliers {
    pub(super) shares: Vec<i64>,
}

impl Multipliers {
    /// Nothing is given away.
    pub(super) fn zero(problem: &Problem) -> Self {
        Self {
            shares: vec![0; problem.n_shares],
        }
    }

    /// Shifts the multipliers of a layer so that class 0 gets nothing, which changes no bound. The shift.
    pub(super) fn level(&mut self, layer: &FactorLayer, cap: i64) -> i64 {
        let shares = &mut self.shares[layer.start..layer.start + layer.n_classes];
        let shift = shares[0];
        for share in shares {
            *share = (*share - shift).clamp(-cap, cap);
        }
        shift
    }
}

/// The passes over a problem, with their buffers.
#[derive(Clone, Debug)]
pub(super) struct Passes {
    pub(super) problem: Problem,
    pub(super) view: View,
    allowed: Allowed,
    /// Own gains and shares of all factors, by variable value.
    totals: Vec<i64>,
    /// Best from the start of its factor to each node.
    forward: Vec<i64>,
    /// Best from each node to the end of its factor.
    backward: Vec<i64>,
    /// Best of its factor with each class.
    marginals: Vec<i64>,
    /// How much the bound falls at least when a value is taken, by variable value.
    losses: Vec<i64>,
    /// The value each variable would take, by place among all values.
    pub(super) wanted: Vec<u32>,
    /// The multipliers a factor's best path pays, layer by layer.
    pub(super) path: Vec<u32>,
    pub(super) direction: Vec<f64>,
    pub(super) gradient: Vec<i8>,
}

impl Passes {
    pub(super) fn new(problem: Problem) -> Self {
        Self {
            view: View::default(),
            allowed: Allowed::new(),
            totals: vec![0; problem.n_values],
            forward: Vec::new(),
            backward: Vec::new(),
            marginals: vec![NEVER; problem.n_shares],
            losses: vec![0; problem.n_values],
            wanted: vec![0; problem.variables.len()],
            path: Vec::new(),
            direction: vec![0.0; problem.n_shares],
            gradient: vec![0; problem.n_shares],
            problem,
        }
    }

    /// Looks at no more than `allowed` from now on.
    pub(super) fn look_at(&mut self, allowed: &Allowed) {
        self.view.fill(&self.problem, allowed);
        self.allowed.clone_from(allowed);
        let n_nodes = self.view.n_nodes();
        self.forward.clear();
        self.forward.resize(n_nodes, NEVER);
        self.backward.clear();
        self.backward.resize(n_nodes, NEVER);
    }

    /// Steps of one pass over what is looked at.
    pub(super) fn pass_steps(&self) -> u64 {
        (self.view.arcs.len() + self.problem.n_shares + self.problem.additions.len()) as u64
    }

    /// Sums up what every value of every variable gets.
    pub(super) fn total(&mut self, multipliers: &Multipliers) {
        for variable in &self.problem.variables {
            let end = variable.start + variable.gains.len();
            self.totals[variable.start..end].copy_from_slice(&variable.gains);
        }
        for addition in &self.problem.additions {
            self.totals[addition.value as usize] += multipliers.shares[addition.share as usize];
        }
    }

    /// The best value of each variable by what [`Self::total`] summed up, and the sum of them.
    pub(super) fn choose(&mut self) -> i64 {
        let mut sum = 0;
        let mut first = 0;
        for (end, wanted) in self.view.value_ends.iter().zip(&mut self.wanted) {
            let mut best = NEVER;
            for value in &self.view.values[first..*end as usize] {
                let total = self.totals[*value as usize];
                if total > best {
                    best = total;
                    *wanted = *value;
                }
            }
            first = *end as usize;
            if is_never(best) {
                return NEVER;
            }
            sum += best;
        }
        sum
    }

    /// The bound of these multipliers, fixed point; [`NEVER`] when nothing is possible.
    pub(super) fn bound(&mut self, multipliers: &Multipliers) -> i64 {
        self.total(multipliers);
        let mut sum = self.choose();
        for idx in 0..self.view.factors.len() {
            let best = self.backward(self.view.factors[idx], multipliers);
            if is_never(best) || is_never(sum) {
                return NEVER;
            }
            sum += best;
        }
        sum
    }

    /// Finds the best from each node of a factor to its end. The best of the whole factor.
    pub(super) fn backward(&mut self, factor: ViewFactor, multipliers: &Multipliers) -> i64 {
        let end = factor.end_node as usize;
        self.backward[end] = 0;
        for node in (factor.first_node as usize..end).rev() {
            let mut best = NEVER;
            for arc in &self.view.arcs[self.view.arcs_of(node)] {
                let rest = self.backward[arc.target as usize];
                best = best.max(rest + arc.gain - multipliers.shares[arc.share as usize]);
            }
            self.backward[node] = if is_never(best) { NEVER } else { best };
        }
        self.backward[factor.first_node as usize]
    }

    /// After [`Self::backward`]: the best of the factor with each class of each of its variables.
    fn marginals(&mut self, idx: usize, multipliers: &Multipliers) {
        let factor = self.view.factors[idx];
        let (first, end) = (factor.first_node as usize, factor.end_node as usize);
        self.forward[first..=end].fill(NEVER);
        self.forward[first] = 0;
        for layer in &self.problem.factors[idx].layers {
            self.marginals[layer.start..layer.start + layer.n_classes].fill(NEVER);
        }
        for node in first..end {
            let here = self.forward[node];
            if is_never(here) {
                continue;
            }
            for arc in &self.view.arcs[self.view.arcs_of(node)] {
                let so_far = here + arc.gain - multipliers.shares[arc.share as usize];
                let next = &mut self.forward[arc.target as usize];
                *next = (*next).max(so_far);
                let whole = so_far + self.backward[arc.target as usize];
                let marginal = &mut self.marginals[arc.share as usize];
                if !is_never(whole) && *marginal < whole {
                    *marginal = whole;
                }
            }
        }
    }

    /// After [`Self::backward`]: the multipliers along a best path, in `path`.
    pub(super) fn trace(&mut self, factor: ViewFactor, multipliers: &Multipliers) {
        self.path.clear();
        let mut node = factor.first_node as usize;
        for _ in 0..factor.n_layers {
            let wanted = self.backward[node];
            for arc in &self.view.arcs[self.view.arcs_of(node)] {
                let rest = self.backward[arc.target as usize];
                if rest + arc.gain - multipliers.shares[arc.share as usize] == wanted {
                    self.path.push(arc.share);
                    node = arc.target as usize;
                    break;
                }
            }
        }
    }

    /// Multipliers by which each factor gives every class what it has with it at least: for predicates that are alone,
    /// the bound is then what each value could bring by itself.
    pub(super) fn union_start(&mut self) -> Multipliers {
        let mut multipliers = Multipliers::zero(&self.problem);
        let cap = self.problem.cap();
        for idx in 0..self.view.factors.len() {
            let factor = self.view.factors[idx];
            let (first, end) = (factor.first_node as usize, factor.end_node as usize);
            // Both ways with the least instead of the best.
            self.backward[end] = 0;
            for node in (first..end).rev() {
                let arcs = self.view.arcs[self.view.arcs_of(node)].iter();
                let rests = arcs.map(|arc| arc.gain + self.backward[arc.target as usize]);
                self.backward[node] = rests.min().unwrap_or(-NEVER);
            }
            self.forward[first..=end].fill(-NEVER);
            self.forward[first] = 0;
            let layers = &self.problem.factors[idx].layers;
            for layer in layers {
                multipliers.shares[layer.start..layer.start + layer.n_classes].fill(-NEVER);
            }
            for node in first..end {
                for arc in &self.view.arcs[self.view.arcs_of(node)] {
                    let so_far = self.forward[node] + arc.gain;
                    let next = &mut self.forward[arc.target as usize];
                    *next = (*next).min(so_far);
                    let whole = so_far + self.backward[arc.target as usize];
                    let share = &mut multipliers.shares[arc.share as usize];
                    *share = (*share).min(whole);
                }
            }
            for layer in layers {
                for share in &mut multipliers.shares[layer.start..layer.start + layer.n_classes] {
                    // Classes that are not allowed get nothing.
                    if *share > cap {
                        *share = 0;
                    }
                }
                multipliers.level(layer, cap);
            }
        }
        multipliers
    }

    /// One round of block-coordinate steps: every factor in turn takes what its variables hold and gives back equal
    /// parts of its marginals. The bound never rises. False when nothing is possible.
    pub(super) fn sweep(&mut self, multipliers: &mut Multipliers) -> bool {
        self.total(multipliers);
        let cap = self.problem.cap();
        for idx in 0..self.view.factors.len() {
            self.take(idx, multipliers);
            if is_never(self.backward(self.view.factors[idx], multipliers)) {
                return false;
            }
            self.marginals(idx, multipliers);
            let factor = &self.problem.factors[idx];
            let n_layers = i64::try_from(factor.layers.len()).unwrap_or(1);
            for (layer, variable) in factor.layers.iter().zip(&factor.variables) {
                let start = self.problem.variables[*variable].start;
                for class in 0..layer.n_classes {
                    let marginal = self.marginals[layer.start + class];
                    if is_never(marginal) {
                        continue;
                    }
                    let part = marginal / n_layers;
                    multipliers.shares[layer.start + class] += part;
                    add_to(&mut self.totals, start, layer.members[class], part);
                }
                let shift = multipliers.level(layer, cap);
                add_to(
                    &mut self.totals,
                    start,
                    u128::MAX >> (128 - layer.class_of.len()),
                    -shift,
                );
            }
        }
        true
    }

    /// A factor takes what the values of its variables hold, class by class.
    fn take(&mut self, idx: usize, multipliers: &mut Multipliers) {
        let factor = &self.problem.factors[idx];
        for (layer, variable) in factor.layers.iter().zip(&factor.variables) {
            let start = self.problem.variables[*variable].start;
            for class in 0..layer.n_classes {
                let members = layer.members[class] & self.allowed[*variable];
                let mut best = NEVER;
                let mut rest = members;
                while rest != 0 {
                    best = best.max(self.totals[start + rest.trailing_zeros() as usize]);
                    rest &= rest - 1;
                }
                if !is_never(best) {
                    multipliers.shares[layer.start + class] -= best;
                    add_to(&mut self.totals, start, members, -best);
                }
            }
        }
    }

    /// Strikes off every value with which nothing above `threshold` (whole units) is possible. Gives the bound.
    pub(super) fn filter(
        &mut self,
        allowed: &mut Allowed,
        multipliers: &Multipliers,
        threshold: i64,
    ) -> i64 {
        self.total(multipliers);
        let mut bound = self.choose();
        if is_never(bound) {
            return NEVER;
        }
        self.losses.fill(-NEVER);
        let mut first = 0;
        for (end, wanted) in self.view.value_ends.iter().zip(&self.wanted) {
            let best = self.totals[*wanted as usize];
            for value in &self.view.values[first..*end as usize] {
                self.losses[*value as usize] = best - self.totals[*value as usize];
            }
            first = *end as usize;
        }
        for idx in 0..self.view.factors.len() {
            let best = self.backward(self.view.factors[idx], multipliers);
            if is_never(best) {
                return NEVER;
            }
            bound += best;
            self.marginals(idx, multipliers);
            let factor = &self.problem.factors[idx];
            for (layer, variable) in factor.layers.iter().zip(&factor.variables) {
                let start = self.problem.variables[*variable].start;
                for (value, class) in layer.class_of.iter().enumerate() {
                    let marginal = self.marginals[layer.start + usize::from(*class)];
                    let loss = &mut self.losses[start + value];
                    *loss = if is_never(marginal) {
                        -NEVER
                    } else {
                        loss.saturating_add(best - marginal)
                    };
                }
            }
        }
        for (variable, mask) in self.problem.variables.iter().zip(allowed) {
            for value in 0..variable.gains.len() {
                let left = bound.saturating_sub(self.losses[variable.start + value]);
                if is_never(left) || self.problem.whole(left) <= threshold {
                    *mask &= !(1 << value);
                }
            }
            if *mask == 0 {
                return NEVER;
            }
        }
        bound
    }

    /// After [`Self::filter`]: how much the bound falls at least when `variable` has `value`.
    pub(super) fn loss(&self, variable: usize, value: usize) -> i64 {
        self.losses[self.problem.variables[variable].start + value]
    }

    /// The values the variables want now.
    pub(super) fn wanted_values(&self) -> Vec<u16> {
        self.wanted
            .iter()
            .zip(&self.problem.variables)
            .map(|(place, variable)| u16::try_from(*place as usize - variable.start).unwrap_or(0))
            .collect()
    }
}

/// Adds to the totals of the values in a mask; what is impossible stays so.
fn add_to(totals: &mut [i64], start: usize, members: u128, amount: i64) {
    let mut rest = members;
    while rest != 0 {
        let total = &mut totals[start + rest.trailing_zeros() as usize];
        if !is_never(*total) {
            *total += amount;
        }
        rest &= rest - 1;
    }
}

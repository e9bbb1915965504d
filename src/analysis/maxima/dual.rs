//! Upper bounds by Lagrangean decomposition: every factor is maximised on its own, multipliers pull their answers
//! together. Multipliers are integers in fixed point, so each bound that is read off is a proof, however they came.

use super::problem::{Allowed, NEVER, Problem, View, ViewFactor, is_never};

/// What each factor gives away to each of its variables' values, fixed point.
#[derive(Clone, Debug)]
pub(super) struct Multipliers {
    pub(super) shares: Vec<i64>,
}

impl Multipliers {
    /// Nothing is given away.
    pub(super) fn zero(problem: &Problem) -> Self {
        Self {
            shares: vec![0; problem.n_shares()],
        }
    }
}

/// The passes over a problem, with their buffers.
#[derive(Clone, Debug)]
pub(super) struct Passes {
    pub(super) problem: Problem,
    pub(super) view: View,
    /// Own gains and shares of all factors, by variable value.
    totals: Vec<i64>,
    /// Best from the start of its factor to each node.
    forward: Vec<i64>,
    /// Best from each node to the end of its factor.
    backward: Vec<i64>,
    /// Best of its factor with each variable value.
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
            totals: vec![0; problem.n_values],
            forward: Vec::new(),
            backward: Vec::new(),
            marginals: vec![NEVER; problem.n_shares()],
            losses: vec![0; problem.n_values],
            wanted: vec![0; problem.variables.len()],
            path: Vec::new(),
            direction: vec![0.0; problem.n_shares()],
            gradient: vec![0; problem.n_shares()],
            problem,
        }
    }

    /// Looks at no more than `allowed` from now on.
    pub(super) fn look_at(&mut self, allowed: &Allowed) {
        self.view.fill(&self.problem, allowed);
        let n_nodes = self.view.arc_ends.len();
        self.forward.clear();
        self.forward.resize(n_nodes, NEVER);
        self.backward.clear();
        self.backward.resize(n_nodes, NEVER);
    }

    /// Steps of one pass over what is looked at.
    pub(super) fn pass_steps(&self) -> u64 {
        (self.view.arcs.len() + self.problem.n_shares()) as u64
    }

    /// Sums up what every value of every variable gets.
    pub(super) fn total(&mut self, multipliers: &Multipliers) {
        for variable in &self.problem.variables {
            let end = variable.start + variable.gains.len();
            self.totals[variable.start..end].copy_from_slice(&variable.gains);
        }
        for (share, value) in multipliers.shares.iter().zip(&self.problem.value_of_share) {
            self.totals[*value as usize] += share;
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
        let last = factor.last_node as usize - 1;
        self.backward[last] = 0;
        let mut end = self.view.arc_ends[last] as usize;
        for node in (factor.first_node as usize..last).rev() {
            let start = if node == 0 {
                0
            } else {
                self.view.arc_ends[node - 1] as usize
            };
            let mut best = NEVER;
            for arc in &self.view.arcs[start..end] {
                let rest = self.backward[arc.target as usize];
                best = best.max(rest + arc.gain - multipliers.shares[arc.share as usize]);
            }
            end = start;
            self.backward[node] = if is_never(best) { NEVER } else { best };
        }
        self.backward[factor.first_node as usize]
    }

    /// After [`Self::backward`]: the best of the factor with each value of each of its variables.
    fn marginals(&mut self, factor: ViewFactor, multipliers: &Multipliers) {
        let first = factor.first_node as usize;
        let last = factor.last_node as usize - 1;
        self.forward[first..=last].fill(NEVER);
        self.forward[first] = 0;
        let mut start = if first == 0 {
            0
        } else {
            self.view.arc_ends[first - 1] as usize
        };
        let end = self.view.arc_ends[last] as usize;
        for arc in &self.view.arcs[start..end] {
            self.marginals[arc.share as usize] = NEVER;
        }
        for node in first..last {
            let end = self.view.arc_ends[node] as usize;
            let here = self.forward[node];
            for arc in &self.view.arcs[start..end] {
                if is_never(here) {
                    break;
                }
                let so_far = here + arc.gain - multipliers.shares[arc.share as usize];
                let next = &mut self.forward[arc.target as usize];
                *next = (*next).max(so_far);
                let whole = so_far + self.backward[arc.target as usize];
                let marginal = &mut self.marginals[arc.share as usize];
                if !is_never(whole) && *marginal < whole {
                    *marginal = whole;
                }
            }
            start = end;
        }
    }

    /// After [`Self::backward`]: the multipliers along a best path, in `path`.
    pub(super) fn trace(&mut self, factor: ViewFactor, multipliers: &Multipliers) {
        self.path.clear();
        let mut node = factor.first_node as usize;
        for _ in 0..factor.n_layers {
            let start = if node == 0 {
                0
            } else {
                self.view.arc_ends[node - 1] as usize
            };
            let end = self.view.arc_ends[node] as usize;
            let wanted = self.backward[node];
            for arc in &self.view.arcs[start..end] {
                let rest = self.backward[arc.target as usize];
                if rest + arc.gain - multipliers.shares[arc.share as usize] == wanted {
                    self.path.push(arc.share);
                    node = arc.target as usize;
                    break;
                }
            }
        }
    }

    /// One round of block-coordinate steps: every factor in turn takes what its variables hold and gives back equal
    /// parts of its marginals. The bound never rises. False when nothing is possible.
    pub(super) fn sweep(&mut self, multipliers: &mut Multipliers) -> bool {
        self.total(multipliers);
        for idx in 0..self.view.factors.len() {
            let factor = self.view.factors[idx];
            let shares = self.shares_of(factor);
            for share in &shares {
                let total = &mut self.totals[self.problem.value_of_share[*share as usize] as usize];
                if !is_never(*total) {
                    multipliers.shares[*share as usize] -= *total;
                    *total = 0;
                }
            }
            if is_never(self.backward(factor, multipliers)) {
                return false;
            }
            self.marginals(factor, multipliers);
            let n_layers = i64::from(factor.n_layers);
            let cap = self.problem.cap();
            for share in &shares {
                let marginal = self.marginals[*share as usize];
                if is_never(marginal) {
                    continue;
                }
                let given = &mut multipliers.shares[*share as usize];
                let before = *given;
                *given = (before + marginal / n_layers).clamp(-cap, cap);
                let total = &mut self.totals[self.problem.value_of_share[*share as usize] as usize];
                *total += *given - before;
            }
        }
        true
    }

    /// The multipliers that the arcs of a factor pay, each once.
    fn shares_of(&self, factor: ViewFactor) -> Vec<u32> {
        let first = factor.first_node as usize;
        let start = if first == 0 {
            0
        } else {
            self.view.arc_ends[first - 1] as usize
        };
        let end = self.view.arc_ends[factor.last_node as usize - 1] as usize;
        let arcs = &self.view.arcs[start..end];
        let mut shares: Vec<u32> = arcs.iter().map(|arc| arc.share).collect();
        shares.sort_unstable();
        shares.dedup();
        shares
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
            let factor = self.view.factors[idx];
            let best = self.backward(factor, multipliers);
            if is_never(best) {
                return NEVER;
            }
            bound += best;
            self.marginals(factor, multipliers);
            for share in self.shares_of(factor) {
                let marginal = self.marginals[share as usize];
                let loss = &mut self.losses[self.problem.value_of_share[share as usize] as usize];
                *loss = if is_never(marginal) {
                    -NEVER
                } else {
                    loss.saturating_add(best - marginal)
                };
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

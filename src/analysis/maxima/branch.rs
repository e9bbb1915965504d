//! Branch and bound over the values of the groups, for problems too wide to be walked. What is pruned was proved by
//! integer bounds; what is left open when the work is used up widens the answer to an interval.

use super::descent::Pace;
use super::dual::{Multipliers, Passes};
use super::problem::{Allowed, LayerKey, Problem, is_never};
use super::work::Work;
use crate::dd::Stop;
use std::collections::BTreeMap;
use std::sync::Arc;

/// At the root multipliers are worked out with care; below they only need to be adjusted.
const ROOT: Pace = Pace {
    n_iterations: 600,
    step: 0.5,
    patience: 20,
};

/// Below the root.
const BELOW: Pace = Pace {
    n_iterations: 30,
    step: 0.25,
    patience: 30,
};

/// Multipliers kept before all are forgotten.
const MAX_WARM: usize = 20_000;

/// Iterations of a descent even when the work is all but used up.
const MIN_ITERATIONS: usize = 5;

/// Sweeps before the first descent.
const N_SWEEPS: usize = 20;

/// Rounds of the local search from one start.
const N_LOCAL_ROUNDS: usize = 20;

/// A part of the space that was not explored yet.
#[derive(Clone, Debug)]
struct Open {
    allowed: Allowed,
    /// To start from.
    multipliers: Arc<Multipliers>,
    /// Proved for this part, whole units.
    bound: i64,
    pace: Pace,
}

/// A search that can be interrupted and taken up again.
#[derive(Debug)]
pub(super) struct Search {
    passes: Passes,
    /// Factors of each variable.
    factors_of: Vec<Vec<usize>>,
    /// Attained by `values`, whole units.
    pub(super) lower: i64,
    /// One a variable.
    pub(super) values: Vec<u16>,
    /// As a stack: what is most promising last.
    open: Vec<Open>,
    /// Not above an earlier threshold, so not explored yet.
    later: Vec<Open>,
    /// The multipliers of the root after its descent.
    root: Option<Multipliers>,
}

/// Multipliers that did well at the root, by scope of the factor (bit `v` = variable's level) and level. They fit any problem: whatever the multipliers, a bound is a bound.
#[derive(Debug, Default)]
pub(super) struct Warmth {
    /// One a value.
    shares: BTreeMap<LayerKey, Vec<i64>>,
}

impl Search {
    /// A search from `start`, which is legal.
    pub(super) fn new(
        problem: Problem,
        start: Vec<u16>,
        warmth: &Warmth,
        work: &mut Work,
    ) -> Result<Self, Stop> {
        let allowed = problem.allowed();
        let mut multipliers = Multipliers::zero(&problem);
        let warm = warmth.multipliers(&problem);
        let factors_of = factors_of(&problem);
        let n_steps = 2 * problem.pass_steps();
        let mut passes = Passes::new(problem);
        passes.look_at(&allowed);
        let mut bound;
        if let Some(warm) = warm {
            bound = passes.bound(&warm);
            multipliers = warm;
        } else {
            for _ in 0..N_SWEEPS {
                // The start is legal, so something is possible.
                passes.sweep(&mut multipliers);
                if !work.spend(n_steps)? {
                    break;
                }
            }
            bound = passes.bound(&multipliers);
        }
        let union = passes.union_start();
        let union_bound = passes.bound(&union);
        if union_bound < bound {
            (bound, multipliers) = (union_bound, union);
        }
        let bound = passes.problem.whole(bound);
        let mut search = Self {
            passes,
            factors_of,
            lower: -1,
            values: start.clone(),
            open: vec![Open {
                allowed,
                multipliers: Arc::new(multipliers),
                bound,
                pace: ROOT,
            }],
            later: Vec::new(),
            root: None,
        };
        search.offer(start);
        Ok(search)
    }

    /// No sum is greater, whole units.
    pub(super) fn upper(&self) -> i64 {
        let open = self.open.iter().chain(&self.later);
        open.map(|part| part.bound)
            .max()
            .unwrap_or(-1)
            .max(self.lower)
    }

    /// Leaves the root's multipliers for later searches.
    pub(super) fn leave(&self, warmth: &mut Warmth) {
        if let Some(root) = &self.root {
            warmth.keep(&self.passes.problem, root);
        }
    }

    /// The level of each variable.
    pub(super) fn levels(&self) -> Vec<usize> {
        let variables = self.passes.problem.variables.iter();
        variables.map(|variable| variable.level).collect()
    }

    /// Explores until nothing above `threshold` is open, something above `enough` was found or the work is used up.
    pub(super) fn run(
        &mut self,
        threshold: i64,
        enough: Option<i64>,
        work: &mut Work,
    ) -> Result<(), Stop> {
        self.open.append(&mut self.later);
        while let Some(part) = self.open.pop() {
            let mark = self.lower.max(threshold);
            if part.bound <= self.lower {
                continue;
            }
            if part.bound <= mark {
                self.later.push(part);
                continue;
            }
            let is_enough = enough.is_some_and(|enough| self.lower > enough);
            if is_enough || work.is_empty() {
                self.open.push(part);
                break;
            }
            if let Err(stop) = self.explore(part.clone(), mark, work) {
                self.open.push(part);
                return Err(stop);
            }
        }
        Ok(())
    }

    /// Bounds a part more tightly and takes it apart.
    fn explore(&mut self, part: Open, mark: i64, work: &mut Work) -> Result<(), Stop> {
        let mut allowed = part.allowed;
        let mut multipliers = Multipliers::clone(&part.multipliers);
        let mut mark = mark;
        let (bound, tight) = loop {
            let n_before = n_values(&allowed);
            self.passes.look_at(&allowed);
            let pass_steps = self.passes.pass_steps().max(1);
            let n_affordable = usize::try_from(work.left() / pass_steps).unwrap_or(usize::MAX);
            let pace = Pace {
                n_iterations: part.pace.n_iterations.min(n_affordable.max(MIN_ITERATIONS)),
                ..part.pace
            };
            work.spend((pace.n_iterations as u64 + 3) * pass_steps)?;
            // Aiming at the mark itself, the bound would only creep up to it.
            let aim = mark - (mark - self.lower) / 4;
            let bound = self.passes.descend(&mut multipliers, (mark, aim), pace);
            if is_never(bound) {
                return Ok(());
            }
            if self.root.is_none() {
                self.root = Some(multipliers.clone());
            }
            let bound = self.passes.problem.whole(bound).min(part.bound);
            if bound <= mark {
                self.put_off(allowed, multipliers, bound, part.pace);
                return Ok(());
            }
            self.round(&allowed);
            mark = mark.max(self.lower);
            // Only what cannot beat the best found is struck off: what is under the mark may be wanted later.
            let tight = self.passes.filter(&mut allowed, &multipliers, self.lower);
            if is_never(tight) {
                return Ok(());
            }
            if bound <= mark || n_values(&allowed) == n_before {
                break (bound, tight);
            }
        };
        if bound <= mark {
            self.put_off(allowed, multipliers, bound, part.pace);
            return Ok(());
        }
        if let Some(variable) = self.pick(&allowed) {
            self.branch_on(variable, &allowed, multipliers, (bound, tight));
        } else {
            let values = allowed.iter().map(|mask| mask.trailing_zeros());
            let values = values.map(|value| u16::try_from(value).unwrap_or(0));
            self.offer(values.collect());
        }
        Ok(())
    }

    fn put_off(&mut self, allowed: Allowed, multipliers: Multipliers, bound: i64, pace: Pace) {
        if bound > self.lower {
            self.later.push(Open {
                allowed,
                multipliers: Arc::new(multipliers),
                bound,
                pace,
            });
        }
    }

    /// One part for each value of `variable`, the most promising on top.
    fn branch_on(
        &mut self,
        variable: usize,
        allowed: &Allowed,
        multipliers: Multipliers,
        (bound, tight): (i64, i64),
    ) {
        let multipliers = Arc::new(multipliers);
        let mut values: Vec<(i64, usize)> = values_of(allowed[variable])
            .map(|value| (self.passes.loss(variable, value), value))
            .collect();
        values.sort_unstable();
        for (loss, value) in values.into_iter().rev() {
            let mut below = allowed.clone();
            below[variable] = 1 << value;
            self.open.push(Open {
                allowed: below,
                multipliers: Arc::clone(&multipliers),
                // `tight` is what the losses were taken from.
                bound: bound.min(self.passes.problem.whole(tight.saturating_sub(loss))),
                pace: BELOW,
            });
        }
    }

    /// The variable to branch on: the one whose other values cost the most.
    fn pick(&self, allowed: &Allowed) -> Option<usize> {
        let mut best: Option<(i64, usize)> = None;
        for (idx, mask) in allowed.iter().enumerate() {
            if mask.count_ones() < 2 {
                continue;
            }
            let losses = values_of(*mask).map(|value| self.passes.loss(idx, value));
            let (mut least, mut sum, mut n_losses) = (i64::MAX, 0_i64, 0);
            for loss in losses {
                least = least.min(loss);
                sum = sum.saturating_add(loss);
                n_losses += 1;
            }
            let score = least.saturating_add(sum.saturating_sub(least) / (n_losses - 1));
            if best.is_none_or(|(found, _)| score > found) {
                best = Some((score, idx));
            }
        }
        best.map(|(_, idx)| idx)
    }

    /// Turns what the variables want into an assignment and improves it value by value.
    fn round(&mut self, allowed: &Allowed) {
        let mut values = self.passes.wanted_values();
        for _ in 0..N_LOCAL_ROUNDS {
            let mut has_changed = false;
            for idx in 0..values.len() {
                let mut best = self.local_value(&values, idx);
                for value in values_of(allowed[idx]) {
                    let value = u16::try_from(value).unwrap_or(0);
                    let kept = std::mem::replace(&mut values[idx], value);
                    let found = self.local_value(&values, idx);
                    if found > best {
                        best = found;
                        has_changed = true;
                    } else {
                        values[idx] = kept;
                    }
                }
            }
            if !has_changed {
                break;
            }
        }
        self.offer(values);
    }

    /// What the factors around a variable and its own gain come to: legal factors first, then the sum.
    fn local_value(&self, values: &[u16], idx: usize) -> (i64, i64) {
        let problem = &self.passes.problem;
        let own = problem.variables[idx].gains[usize::from(values[idx])];
        let mut n_broken = i64::from(is_never(own));
        let mut sum = if is_never(own) { 0 } else { own };
        for factor in &self.factors_of[idx] {
            match problem.factors[*factor].value(values) {
                Some(value) => sum += value,
                None => n_broken += 1,
            }
        }
        (-n_broken, sum)
    }

    /// Keeps the assignment if it is legal and the best so far.
    fn offer(&mut self, values: Vec<u16>) {
        let Some(sum) = self.passes.problem.value(&values) else {
            return;
        };
        if sum > self.lower {
            self.lower = sum;
            self.values = values;
        }
    }
}

impl Warmth {
    /// Multipliers kept before, where any fit.
    fn multipliers(&self, problem: &Problem) -> Option<Multipliers> {
        let mut multipliers = Multipliers::zero(problem);
        let cap = problem.cap();
        let mut is_warm = false;
        for (key, layer) in problem.layers() {
            let kept = self.shares.get(&key);
            let Some(kept) = kept.filter(|kept| kept.len() == layer.class_of.len()) else {
                continue;
            };
            for (value, share) in kept.iter().enumerate() {
                multipliers.shares[layer.share_of(value)] = *share;
            }
            multipliers.level(layer, cap);
            is_warm = true;
        }
        is_warm.then_some(multipliers)
    }

    fn keep(&mut self, problem: &Problem, multipliers: &Multipliers) {
        if self.shares.len() > MAX_WARM {
            self.shares.clear();
        }
        for (key, layer) in problem.layers() {
            let values = 0..layer.class_of.len();
            let shares = values.map(|value| multipliers.shares[layer.share_of(value)]);
            self.shares.insert(key, shares.collect());
        }
    }
}

fn factors_of(problem: &Problem) -> Vec<Vec<usize>> {
    let mut factors_of = vec![Vec::new(); problem.variables.len()];
    for (idx, factor) in problem.factors.iter().enumerate() {
        for variable in &factor.variables {
            factors_of[*variable].push(idx);
        }
    }
    factors_of
}

fn n_values(allowed: &Allowed) -> u32 {
    allowed.iter().map(|mask| mask.count_ones()).sum()
}

/// The values in a mask, ascending.
fn values_of(mask: u128) -> impl Iterator<Item = usize> {
    (0..128).filter(move |value| (mask >> value) & 1 == 1)
}

//! The subgradient phase: multipliers move towards agreement of factors and variables where sweeps have stalled.
//! Floats only propose steps; what is kept is judged by the integer bound.

use super::dual::{Multipliers, Passes};
use super::problem::{NEVER, is_never};

/// How the phase goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) n_iterations: usize,
    /// First step, as a share of the way from the bound to the threshold.
    pub(super) step: f64,
    /// Iterations without progress after which the step is halved.
    pub(super) patience: usize,
}

impl Passes {
    /// Improves `multipliers` until the bound is at most `threshold` (whole units) or the pace is used up. Gives the
    /// best bound, whose multipliers are left in place. Steps are taken as if the bound could come down to `aim`.
    pub(super) fn descend(
        &mut self,
        multipliers: &mut Multipliers,
        (threshold, aim): (i64, i64),
        pace: Pace,
    ) -> i64 {
        let target = self.problem.fixed(aim) as f64;
        let mut best = i64::MAX;
        let mut kept = multipliers.clone();
        let mut step = pace.step;
        let mut n_stalled = 0;
        self.direction.fill(0.0);
        for _ in 0..pace.n_iterations {
            let bound = self.slope(multipliers);
            if is_never(bound) {
                return NEVER;
            }
            if bound < best {
                // Crumbs are no progress: the step would never shrink.
                if (best as f64 - bound as f64) > 1e-4 * (best as f64 - target) {
                    n_stalled = 0;
                }
                best = bound;
                kept.shares.copy_from_slice(&multipliers.shares);
            } else {
                n_stalled += 1;
            }
            if self.problem.whole(best) <= threshold {
                break;
            }
            if n_stalled >= pace.patience {
                n_stalled = 0;
                step *= 0.5;
                multipliers.shares.copy_from_slice(&kept.shares);
                self.direction.fill(0.0);
                continue;
            }
            if !self.turn() {
                break;
            }
            let norm: f64 = self.direction.iter().map(|d| d * d).sum();
            if norm == 0.0 {
                break;
            }
            let length = step * (bound as f64 - target).max(1.0) / norm;
            let cap = self.problem.cap();
            for (share, direction) in multipliers.shares.iter_mut().zip(&self.direction) {
                *share -= rounded(length * direction, cap);
            }
            for layer in self
                .problem
                .factors
                .iter()
                .flat_map(|factor| &factor.layers)
            {
                multipliers.level(layer, cap);
            }
        }
        multipliers.shares.copy_from_slice(&kept.shares);
        best
    }

    /// The bound, and in `gradient` where factors and variables disagree.
    fn slope(&mut self, multipliers: &Multipliers) -> i64 {
        self.total(multipliers);
        let mut bound = self.choose();
        if is_never(bound) {
            return NEVER;
        }
        self.gradient.fill(0);
        for idx in 0..self.view.factors.len() {
            let factor = self.view.factors[idx];
            let best = self.backward(factor, multipliers);
            if is_never(best) {
                return NEVER;
            }
            bound += best;
            self.trace(factor, multipliers);
            let factor = &self.problem.factors[idx];
            for (at, variable) in factor.variables.iter().enumerate() {
                let start = self.problem.variables[*variable].start;
                let wanted = self.wanted[*variable] as usize - start;
                self.gradient[factor.layers[at].share_of(wanted)] += 1;
                self.gradient[self.path[at] as usize] -= 1;
            }
        }
        bound
    }

    /// Bends the direction towards the gradient; false when everything agrees.
    fn turn(&mut self) -> bool {
        let mut product = 0.0;
        let mut norm = 0.0;
        let mut is_flat = true;
        for (gradient, direction) in self.gradient.iter().zip(&self.direction) {
            product += f64::from(*gradient) * direction;
            norm += direction * direction;
            is_flat &= *gradient == 0;
        }
        let bend = if product < 0.0 {
            -1.5 * product / norm
        } else {
            0.0
        };
        for (gradient, direction) in self.gradient.iter().zip(&mut self.direction) {
            *direction = f64::from(*gradient) + bend * *direction;
        }
        !is_flat
    }
}

/// A step as a whole number of at most `cap`.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the cast saturates, and the step is cut to the cap anyway"
)]
fn rounded(step: f64, cap: i64) -> i64 {
    (step as i64).clamp(-cap, cap)
}

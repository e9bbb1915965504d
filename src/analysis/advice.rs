//! Advice about sums over the whole package (HINT-04, HINT-07), as far as it is cheap to give. It proves no limit.

use super::error::Budget;
use super::maxima::{Answers, Work, maximise};
use super::package::Package;
use super::predicates::Predicates;
use super::questions::{Asked, hard, question};
use super::space::Space;
use super::terms::{Sum, Terms};
use crate::base::limits::MIB;
use crate::dd::Stop;

/// Texture bytes above which weaker devices suffer (HINT-07).
const TEXTURE_BYTES: u64 = 400 * MIB;

/// Most steps for a hint.
const HINT_STEPS: u64 = 300_000;

/// Advice about a sum that is above a customary amount (HINT-04, HINT-07).
#[derive(Clone, Debug)]
pub(super) struct Excess {
    pub(super) rule: &'static str,
    pub(super) amount: u64,
    pub(super) lower: u64,
    pub(super) values: Vec<u16>,
}

/// Sums over the whole package that go above a customary amount, as far as that is cheap to tell (HINT-04, HINT-07).
pub(super) fn excesses(
    package: &Package,
    predicates: &Predicates,
    space: &mut Space,
    asked: &Asked<'_>,
) -> Result<Vec<Excess>, Stop> {
    let terms = Terms::of(package, predicates, space, asked.sizes)?;
    let mut excesses = Vec::new();
    for (rule, amount, sum) in [
        ("HINT-04", asked.limits.draws, &terms.package_draws),
        ("HINT-07", TEXTURE_BYTES, &terms.texture_bytes),
    ] {
        if sum.full_weight() > amount {
            excesses.extend(excess(space, asked, (rule, amount), sum)?);
        }
    }
    Ok(excesses)
}

fn excess(
    space: &mut Space,
    asked: &Asked<'_>,
    (rule, amount): (&'static str, u64),
    sum: &Sum,
) -> Result<Option<Excess>, Stop> {
    let hurried = Budget {
        steps: HINT_STEPS.min(asked.budget.steps),
        is_exact: false,
        ..asked.budget
    };
    // Without what earlier revisions left, so that a hint does not change with them.
    let (hard, pieces) = hard(space, &[]);
    let asking = question(&hard, &pieces, (&sum.terms, amount, 0), &hurried);
    let mut work = Work::new(hurried.steps, asked.cancel);
    let answer = maximise(&mut space.dd, asking, &mut Answers::default(), &mut work)?;
    let over = answer.filter(|answer| answer.lower > amount);
    Ok(over.map(|answer| Excess {
        rule,
        amount,
        lower: answer.lower,
        values: space.completed(&answer.values),
    }))
}

//! The algebra of written conditions: joined, negated and made disjoint, within the depth and operands the format
//! allows (OPT-06, OPT-07). It works on text alone and knows no selection space.

use crate::formats::bem::manifest::Condition;

/// Most conditions in one `all` or `any` (OPT-06).
pub const MAX_OPERANDS: usize = 32;

/// Deepest node of a condition, the root being 0 (OPT-07).
pub const MAX_DEPTH: usize = 16;

/// A condition that cannot be written within the limits of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the condition would be {depth} levels deep, at most {MAX_DEPTH} are allowed")]
pub struct TooDeep {
    /// Its depth.
    pub depth: usize,
}

/// The depth of a condition: the root is 0, children of `all`, `any` and `not` one deeper.
pub fn depth(condition: &Condition) -> usize {
    match condition {
        Condition::Constant(_) | Condition::Eq { .. } => 0,
        Condition::All(parts) | Condition::Any(parts) => {
            1 + parts.iter().map(depth).max().unwrap_or(0)
        }
        Condition::Not(part) => 1 + depth(part),
    }
}

/// The condition itself if it can be written within the limits.
///
/// # Errors
///
/// [`TooDeep`] when it is deeper than the format allows.
pub fn checked(condition: Condition) -> Result<Condition, TooDeep> {
    let depth = depth(&condition);
    if depth <= MAX_DEPTH {
        Ok(condition)
    } else {
        Err(TooDeep { depth })
    }
}

/// True where all are: constants decide at once, nested `all` are taken in, repeats are left out; more than
/// [`MAX_OPERANDS`] are nested.
pub fn all(conditions: impl IntoIterator<Item = Condition>) -> Condition {
    let mut parts = Vec::new();
    for condition in conditions {
        match condition {
            Condition::Constant(true) => {}
            Condition::Constant(false) => return Condition::Constant(false),
            Condition::All(inner) => parts.extend(inner),
            other => parts.push(other),
        }
    }
    joined(parts, Condition::Constant(true), Condition::All)
}

/// True where at least one is: as [`all`], with `any`.
pub fn any(conditions: impl IntoIterator<Item = Condition>) -> Condition {
    let mut parts = Vec::new();
    for condition in conditions {
        match condition {
            Condition::Constant(false) => {}
            Condition::Constant(true) => return Condition::Constant(true),
            Condition::Any(inner) => parts.extend(inner),
            other => parts.push(other),
        }
    }
    joined(parts, Condition::Constant(false), Condition::Any)
}

/// True where it is not: constants flip, a double negation goes.
pub fn not(condition: Condition) -> Condition {
    match condition {
        Condition::Constant(value) => Condition::Constant(!value),
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    }
}

/// Without repeats; nested in even parts while there are too many.
fn joined(
    parts: Vec<Condition>,
    neutral: Condition,
    join: fn(Vec<Condition>) -> Condition,
) -> Condition {
    let mut kept: Vec<Condition> = Vec::with_capacity(parts.len());
    for part in parts {
        if !kept.contains(&part) {
            kept.push(part);
        }
    }
    while kept.len() > MAX_OPERANDS {
        let n_parts = kept.len().div_ceil(MAX_OPERANDS);
        let size = kept.len().div_ceil(n_parts);
        kept = kept
            .chunks(size)
            .map(|chunk| match chunk {
                [only] => only.clone(),
                many => join(many.to_vec()),
            })
            .collect();
    }
    match kept.len() {
        0 => neutral,
        1 => kept.remove(0),
        _ => join(kept),
    }
}

/// The same condition in shorter text: constants decided, nesting flattened, repeats and double negations left out.
pub fn simplified(condition: &Condition) -> Condition {
    match condition {
        Condition::Constant(_) | Condition::Eq { .. } => condition.clone(),
        Condition::All(parts) => all(parts.iter().map(simplified)),
        Condition::Any(parts) => any(parts.iter().map(simplified)),
        Condition::Not(part) => not(simplified(part)),
    }
}

/// Whether the text alone shows that both are never true at once. False says nothing.
pub fn is_surely_disjoint(a: &Condition, b: &Condition) -> bool {
    match (a, b) {
        (Condition::Constant(false), _) | (_, Condition::Constant(false)) => true,
        (
            Condition::Eq { group, choice },
            Condition::Eq {
                group: other_group,
                choice: other_choice,
            },
        ) => group == other_group && choice != other_choice,
        (Condition::Not(inner), other) | (other, Condition::Not(inner))
            if implies(other, inner) =>
        {
            true
        }
        (Condition::All(parts), other) | (other, Condition::All(parts)) => {
            parts.iter().any(|part| is_surely_disjoint(part, other))
        }
        (Condition::Any(parts), other) | (other, Condition::Any(parts)) => {
            parts.iter().all(|part| is_surely_disjoint(part, other))
        }
        _ => false,
    }
}

/// Whether the text alone shows that `b` is true wherever `a` is.
fn implies(a: &Condition, b: &Condition) -> bool {
    a == b
        || match (a, b) {
            (_, Condition::Any(parts)) => parts.iter().any(|part| implies(a, part)),
            (Condition::All(parts), _) => parts.iter().any(|part| implies(part, b)),
            _ => false,
        }
}

/// The conditions of an `if` / `else if` list as conditions that exclude each other: each with what comes before it
/// ruled out. `None` stands for "always".
///
/// What the text shows to be disjoint is not ruled out once more. A condition that nothing is left of becomes `false`.
///
/// # Errors
///
/// [`TooDeep`] when one of them gets deeper than the format allows.
pub fn first_wins(conditions: &[Option<Condition>]) -> Result<Vec<Condition>, TooDeep> {
    first_wins_where(conditions, |earlier, later| {
        let [Some(earlier), Some(later)] = [&conditions[earlier], &conditions[later]] else {
            return true;
        };
        !is_surely_disjoint(earlier, later)
    })
}

/// The same, ruling out only those earlier conditions that `overlaps(earlier, later)` says may be true at once.
///
/// # Errors
///
/// [`TooDeep`] when one of them gets deeper than the format allows.
pub fn first_wins_where(
    conditions: &[Option<Condition>],
    mut overlaps: impl FnMut(usize, usize) -> bool,
) -> Result<Vec<Condition>, TooDeep> {
    let written: Vec<Condition> = conditions
        .iter()
        .map(|condition| {
            condition
                .as_ref()
                .map_or(Condition::Constant(true), simplified)
        })
        .collect();
    let mut disjoint = Vec::with_capacity(written.len());
    for (later, condition) in written.iter().enumerate() {
        let earlier = (0..later).filter(|earlier| overlaps(*earlier, later));
        let ruled_out: Vec<Condition> = earlier
            .map(|earlier| not(written[earlier].clone()))
            .collect();
        disjoint.push(checked(all([condition.clone()]
            .into_iter()
            .chain(ruled_out)))?);
    }
    Ok(disjoint)
}

/// The `else` of a list: true where none of the conditions is.
///
/// # Errors
///
/// [`TooDeep`] when it gets deeper than the format allows.
pub fn otherwise(conditions: &[Option<Condition>]) -> Result<Condition, TooDeep> {
    let written = conditions.iter().map(|condition| {
        condition
            .as_ref()
            .map_or(Condition::Constant(true), simplified)
    });
    let none_of = not(any(written.clone()));
    let each_not = all(written.map(not));
    // Two ways to write it; the flatter one is kept.
    if depth(&each_not) < depth(&none_of) {
        checked(each_not)
    } else {
        checked(none_of)
    }
}

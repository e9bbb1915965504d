//! Component rules and what every selection must satisfy.

use super::known;
use super::refusals::no_such_part;
use crate::base::numbers::usize_of;
use crate::document::condition::Condition;
use crate::document::edit::EditError;
use crate::document::parts::{ComponentRule, Document};
use std::sync::Arc;

pub(super) fn set(
    next: &mut Document,
    component: u32,
    rule: &Arc<ComponentRule>,
) -> Result<(), EditError> {
    known::rule(next, component, rule)?;
    let entry = next.rules.get_mut(usize_of(component));
    *entry.ok_or_else(|| no_such_part(format!("component:{component}")))? = Arc::clone(rule);
    Ok(())
}

pub(super) fn set_constraints(
    next: &mut Document,
    constraints: &[Arc<Condition>],
) -> Result<(), EditError> {
    for constraint in constraints {
        known::condition(next, constraint)?;
    }
    next.constraints = constraints.to_vec();
    Ok(())
}

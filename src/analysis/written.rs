//! Diagrams written as conditions again: for what has no short text of its own. One alternative a way through the
//! diagram, one set of choices a group; never deep, but as long as the diagram is wide.

use super::conditions::{all, any, not};
use super::space::Space;
use crate::dd::Node;
use crate::formats::bem::manifest::{Condition, Manifest, OptionGroup};

/// Alternatives a condition is written with at most.
const MAX_ALTERNATIVES: usize = 512;

/// The condition that a diagram is; `None` when it would need too many alternatives.
pub(super) fn condition_of(space: &Space, manifest: &Manifest, node: Node) -> Option<Condition> {
    let groups = manifest.option_groups.as_deref().unwrap_or_default();
    let mut ways = vec![(node, Vec::new())];
    let mut alternatives = Vec::new();
    while let Some((at, parts)) = ways.pop() {
        match at {
            Node::FALSE => {}
            Node::TRUE => alternatives.push(all(parts)),
            _ => branch(space, groups, (at, parts), &mut ways)?,
        }
        if alternatives.len() + ways.len() > MAX_ALTERNATIVES {
            return None;
        }
    }
    Some(any(alternatives))
}

/// A way so far: where it has come to, and what must hold.
type Way = (Node, Vec<Condition>);

/// Goes on to every child, values with the same child together; the last pushed is taken up first.
fn branch(
    space: &Space,
    groups: &[OptionGroup],
    (at, parts): Way,
    ways: &mut Vec<Way>,
) -> Option<()> {
    let level = space.dd.level(at);
    let group = groups.get(level)?;
    let mut kinds: Vec<(Node, Vec<u16>)> = Vec::new();
    // Where the group is always there, its value for "not there" says nothing.
    let n_values = u16::try_from(group.choices.len()).unwrap_or(u16::MAX);
    let n_values = n_values.saturating_add(u16::from(space.hidden_value(level).is_some()));
    for value in 0..n_values.min(space.dd.arity(level)) {
        let child = space.dd.child(at, level, value);
        match kinds.iter_mut().find(|(known, _)| *known == child) {
            Some((_, values)) => values.push(value),
            None => kinds.push((child, vec![value])),
        }
    }
    for (child, values) in kinds.into_iter().rev() {
        if child != Node::FALSE {
            let mut parts = parts.clone();
            parts.push(one_of(space, group, level, &values)?);
            ways.push((child, parts));
        }
    }
    Some(())
}

/// "The group has one of these values", in the shorter of two ways; the value for "not there" is none of its choices.
fn one_of(space: &Space, group: &OptionGroup, level: usize, values: &[u16]) -> Option<Condition> {
    let hidden = space.hidden_value(level);
    let choice = |value: u16| {
        let choice = group.choices.get(usize::from(value))?;
        Some(Condition::Eq {
            group: group.id.clone(),
            choice: choice.id.clone(),
        })
    };
    let n_choices = u16::try_from(group.choices.len()).unwrap_or(u16::MAX);
    let is_inside = |value: u16| values.contains(&value);
    let with_hidden = hidden.is_some_and(is_inside);
    let inside: Vec<u16> = (0..n_choices).filter(|value| is_inside(*value)).collect();
    let outside: Vec<u16> = (0..n_choices).filter(|value| !is_inside(*value)).collect();
    // A group that is always there may also be written by what it is not.
    let is_shorter = hidden.is_none() && outside.len() < inside.len();
    if with_hidden || is_shorter {
        let outside: Option<Vec<Condition>> = outside.into_iter().map(choice).collect();
        Some(not(any(outside?)))
    } else {
        let inside: Option<Vec<Condition>> = inside.into_iter().map(choice).collect();
        Some(any(inside?))
    }
}

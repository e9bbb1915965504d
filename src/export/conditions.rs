//! Ordered branches become disjoint candidates, typed ids become the package's own (bem.md ch. 8).

use crate::document::condition::Condition;
use crate::document::ids::{ChoiceId, GroupId};
use crate::document::parts::{Document, Operation, OrderedRule};
use crate::formats::bem::manifest;
use std::collections::BTreeSet;

/// The most parts of one `all` or `any` (OPT-06).
const MAX_PARTS: usize = 32;

/// One candidate of a component: when it holds (none = always) and what happens.
pub(super) type Candidate = (Option<Condition>, Operation);

/// What happens to a component when the package has no groups: the first branch that always holds, else `otherwise`.
pub(super) fn fixed(rule: &OrderedRule) -> Operation {
    let always = rule
        .branches
        .iter()
        .find(|branch| constant(&branch.when) == Some(true));
    let decided = always.map_or(&rule.otherwise, |branch| &branch.then);
    decided.clone()
}

/// The candidates of a rule: exactly one of them holds in every selection.
pub(super) fn candidates(document: &Document, rule: &OrderedRule) -> Vec<Candidate> {
    let mut branches: Vec<(Condition, Operation)> = Vec::new();
    let mut otherwise = Some(rule.otherwise.clone());
    for branch in &rule.branches {
        match constant(&branch.when) {
            Some(false) => {}
            Some(true) => {
                otherwise = Some(branch.then.clone());
                break;
            }
            None => branches.push((branch.when.clone(), branch.then.clone())),
        }
    }
    if branches.is_empty() {
        return vec![(None, otherwise.unwrap_or_default())];
    }
    let choices = exclusive(&branches);
    if choices
        .as_ref()
        .is_some_and(|choices| covers(document, choices))
    {
        otherwise = None;
    }
    let conditions: Vec<Condition> = branches.iter().map(|(when, _)| when.clone()).collect();
    let mut found: Vec<(Condition, Operation)> = Vec::new();
    for (at, (when, then)) in branches.into_iter().enumerate() {
        let disjoint = if choices.is_some() {
            when
        } else {
            after(&conditions[..at], when)
        };
        found.push((disjoint, then));
    }
    if let Some(operation) = otherwise {
        let none = Condition::Not(Box::new(one_of(conditions)));
        found.push((none, operation));
    }
    merged(found)
        .into_iter()
        .map(|(when, then)| (Some(when), then))
        .collect()
}

/// The value of a condition that names no group; none when it depends on one.
fn constant(condition: &Condition) -> Option<bool> {
    match condition {
        Condition::Constant(value) => Some(*value),
        Condition::Is { .. } => None,
        Condition::Not(part) => constant(part).map(|value| !value),
        Condition::All(parts) => decided(parts, false),
        Condition::Any(parts) => decided(parts, true),
    }
}

/// `winner` as soon as one part has it, the opposite when all parts have that.
fn decided(parts: &[Condition], winner: bool) -> Option<bool> {
    let known: Vec<Option<bool>> = parts.iter().map(constant).collect();
    if known.contains(&Some(winner)) {
        return Some(winner);
    }
    known
        .iter()
        .all(|value| *value == Some(!winner))
        .then_some(!winner)
}

/// The choices that branches name, when every branch is one choice of the same group and none repeats: such branches
/// exclude each other as they are.
fn exclusive(branches: &[(Condition, Operation)]) -> Option<BTreeSet<(GroupId, ChoiceId)>> {
    let mut seen = BTreeSet::new();
    for (when, _) in branches {
        let Condition::Is { group, choice } = when else {
            return None;
        };
        if !seen.insert((*group, *choice)) {
            return None;
        }
    }
    let groups: BTreeSet<GroupId> = seen.iter().map(|(group, _)| *group).collect();
    (groups.len() == 1).then_some(seen)
}

/// Whether these choices are all that their group has, and the group is there in every state.
fn covers(document: &Document, choices: &BTreeSet<(GroupId, ChoiceId)>) -> bool {
    let Some((group, _)) = choices.first() else {
        return false;
    };
    document
        .group(*group)
        .is_some_and(|group| group.available_when.is_none() && group.choices.len() == choices.len())
}

/// `when`, but only where none of the earlier conditions holds.
fn after(earlier: &[Condition], when: Condition) -> Condition {
    let earlier = earlier
        .iter()
        .map(|one| Condition::Not(Box::new(one.clone())));
    let parts = match when {
        Condition::All(parts) => parts.into_iter().chain(earlier).collect(),
        when => std::iter::once(when).chain(earlier).collect(),
    };
    joined(parts, Condition::All)
}

/// At least one of some conditions, what is such a list itself taken in.
fn one_of(conditions: Vec<Condition>) -> Condition {
    let mut parts = Vec::with_capacity(conditions.len());
    for condition in conditions {
        match condition {
            Condition::Any(inner) => parts.extend(inner),
            other => parts.push(other),
        }
    }
    if parts.is_empty() {
        return Condition::Constant(false);
    }
    joined(parts, Condition::Any)
}

/// Conditions in one list; more than the format allows are nested in even parts, so that the depth stays small (OPT-06,
/// OPT-07).
fn joined(mut parts: Vec<Condition>, join: fn(Vec<Condition>) -> Condition) -> Condition {
    while parts.len() > MAX_PARTS {
        let n_lists = parts.len().div_ceil(MAX_PARTS);
        let size = parts.len().div_ceil(n_lists);
        parts = parts.chunks(size).map(|list| join(list.to_vec())).collect();
    }
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        last => {
            parts.extend(last);
            join(parts)
        }
    }
}

/// Candidates that do the same become one, so that the package stays small (OPT-16).
fn merged(candidates: Vec<(Condition, Operation)>) -> Vec<(Condition, Operation)> {
    let mut found: Vec<(Vec<Condition>, Operation)> = Vec::new();
    for (when, then) in candidates {
        match found.iter_mut().find(|(_, known)| *known == then) {
            Some((conditions, _)) => conditions.push(when),
            None => found.push((vec![when], then)),
        }
    }
    found
        .into_iter()
        .map(|(conditions, then)| (one_of(conditions), then))
        .collect()
}

/// A condition in the package's own ids. A group or choice that is gone never holds.
pub(super) fn exported(document: &Document, condition: &Condition) -> manifest::Condition {
    let all = |parts: &[Condition]| parts.iter().map(|part| exported(document, part)).collect();
    match condition {
        Condition::Constant(value) => manifest::Condition::Constant(*value),
        Condition::Is { group, choice } => {
            let group = document.group(*group);
            let named = group.and_then(|group| {
                let choice = group.choices.iter().find(|known| known.id == *choice)?;
                Some((group.export_id.clone(), choice.export_id.clone()))
            });
            match named {
                Some((group, choice)) => manifest::Condition::Eq { group, choice },
                None => manifest::Condition::Constant(false),
            }
        }
        Condition::All(parts) => manifest::Condition::All(all(parts)),
        Condition::Any(parts) => manifest::Condition::Any(all(parts)),
        Condition::Not(part) => manifest::Condition::Not(Box::new(exported(document, part))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::ids::MeshId;
    use crate::document::metadata::Metadata;
    use crate::document::parts::{Branch, Choice, OptionGroup};
    use std::sync::Arc;

    fn document_with_group(n_choices: u32) -> Document {
        let choices = (0..n_choices).map(|at| Choice {
            id: ChoiceId(at),
            export_id: format!("c{at}"),
            name: "c".to_owned(),
            description: None,
            preview: None,
            metadata: Metadata::default(),
        });
        let group = OptionGroup {
            id: GroupId(100),
            export_id: "g".to_owned(),
            name: "g".to_owned(),
            description: None,
            default: ChoiceId(0),
            choices: choices.collect(),
            available_when: None,
            metadata: Metadata::default(),
        };
        Document {
            groups: vec![Arc::new(group)],
            ..Document::default()
        }
    }

    const fn is(choice: u32) -> Condition {
        Condition::Is {
            group: GroupId(100),
            choice: ChoiceId(choice),
        }
    }

    #[test]
    fn branches_over_all_choices_of_one_group_need_no_else() {
        let document = document_with_group(2);
        let rule = OrderedRule {
            branches: vec![
                Branch {
                    when: is(0),
                    then: Operation::Replace(MeshId(1)),
                },
                Branch {
                    when: is(1),
                    then: Operation::Hide,
                },
            ],
            otherwise: Operation::Keep,
        };
        let found = candidates(&document, &rule);
        let expected = vec![
            (Some(is(0)), Operation::Replace(MeshId(1))),
            (Some(is(1)), Operation::Hide),
        ];
        assert_eq!(found, expected, "two candidates");
    }

    #[test]
    fn overlapping_branches_are_cut_so_that_the_first_wins() {
        let document = document_with_group(3);
        let either = Condition::Any(vec![is(0), is(1)]);
        let rule = OrderedRule {
            branches: vec![
                Branch {
                    when: is(0),
                    then: Operation::Hide,
                },
                Branch {
                    when: either.clone(),
                    then: Operation::Replace(MeshId(1)),
                },
            ],
            otherwise: Operation::Keep,
        };
        let found = candidates(&document, &rule);
        assert_eq!(found.len(), 3, "two branches and the rest");
        let cut = Condition::All(vec![either, Condition::Not(Box::new(is(0)))]);
        assert_eq!(
            found[1].0,
            Some(cut),
            "the second holds only where the first does not"
        );
    }

    #[test]
    fn candidates_that_do_the_same_are_one() {
        let document = document_with_group(40);
        let branches = (0..40)
            .map(|at| Branch {
                when: is(at),
                then: Operation::Keep,
            })
            .collect();
        let found = candidates(
            &document,
            &OrderedRule {
                branches,
                otherwise: Operation::Hide,
            },
        );
        assert_eq!(found.len(), 1, "one candidate");
        let Some(Condition::Any(parts)) = &found[0].0 else {
            panic!("an any node")
        };
        assert!(parts.len() <= MAX_PARTS, "{} members", parts.len());
    }

    fn size(condition: &Condition) -> (usize, usize) {
        let of_parts = |parts: &[Condition]| {
            assert!(parts.len() <= MAX_PARTS, "{} members", parts.len());
            let sizes = parts.iter().map(size);
            sizes.fold((0, 1), |(depth, n), (inner, n_inner)| {
                (depth.max(inner + 1), n + n_inner)
            })
        };
        match condition {
            Condition::Constant(_) | Condition::Is { .. } => (0, 1),
            Condition::All(parts) | Condition::Any(parts) => of_parts(parts),
            Condition::Not(part) => {
                let (depth, n) = size(part);
                (depth + 1, n + 1)
            }
        }
    }

    #[test]
    fn long_lists_of_overlapping_branches_stay_small_and_flat() {
        let document = document_with_group(64);
        for n_branches in [7_u32, 60, 600] {
            let branch = |at: u32| Branch {
                when: Condition::Any(vec![is(at % 64), is((at + 1) % 64)]),
                then: Operation::Replace(MeshId(at)),
            };
            let rule = OrderedRule {
                branches: (0..n_branches).map(branch).collect(),
                otherwise: Operation::Keep,
            };
            let found = candidates(&document, &rule);
            let n_branches = n_branches as usize;
            assert_eq!(found.len(), n_branches + 1, "one a branch, and the rest");
            for (when, _) in &found {
                let (depth, n) = when.as_ref().map_or((0, 1), size);
                assert!(depth <= 6, "{n_branches} branches: depth {depth}");
                assert!(n <= 5 * n_branches + 5, "{n_branches} branches: {n} nodes");
            }
        }
    }
}

//! Fixed appearances become an option group (bem.md ch. 19).

use super::refusals::{NO_APPEARANCES, refused};
use super::take_id;
use crate::base::text::Message;
use crate::document::condition::Condition;
use crate::document::edit::EditError;
use crate::document::ids::{AppearanceId, ChoiceId, GroupId};
use crate::document::metadata::Metadata;
use crate::document::parts::{
    Appearances, Candidate, CandidateRule, Choice, ComponentRule, Document, Operation, OptionGroup,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Id and name of the group, as other tools write them; the author may change the name.
const GROUP: (&str, &str) = ("appearance", "外观");
/// Members of one `any` (OPT-06).
const MOST_MEMBERS: usize = 32;

pub(super) fn convert(next: &mut Document) -> Result<(), EditError> {
    let fixed = next.appearances.take();
    let fixed = fixed.ok_or_else(|| refused(Message::new(&NO_APPEARANCES)))?;
    let id = GroupId(take_id(next));
    let mut choices = BTreeMap::new();
    for appearance in &fixed.all {
        choices.insert(appearance.id, ChoiceId(take_id(next)));
    }
    next.rules = (0..next.rules.len())
        .map(|component| Arc::new(rule_of(&fixed, component, id, &choices)))
        .collect();
    if let Some(group) = group_of(&fixed, id, &choices) {
        next.groups = vec![Arc::new(group)];
    }
    Ok(())
}

fn group_of(
    fixed: &Appearances,
    id: GroupId,
    choices: &BTreeMap<AppearanceId, ChoiceId>,
) -> Option<OptionGroup> {
    let made = fixed.all.iter().filter_map(|appearance| {
        Some(Choice {
            id: *choices.get(&appearance.id)?,
            export_id: appearance.export_id.clone(),
            name: appearance.name.clone(),
            description: appearance.description.clone(),
            preview: appearance.preview.clone(),
            metadata: appearance.metadata.clone(),
        })
    });
    Some(OptionGroup {
        id,
        export_id: GROUP.0.to_owned(),
        name: GROUP.1.to_owned(),
        description: None,
        default: *choices.get(&fixed.default)?,
        choices: made.collect(),
        available_when: None,
        metadata: Metadata::default(),
    })
}

/// An operation, and the choices that lead to it.
type Kind<'a> = (&'a (Operation, Metadata), Vec<Condition>);

/// One candidate for each different operation, in order of first appearance (DEC-43).
fn rule_of(
    fixed: &Appearances,
    component: usize,
    group: GroupId,
    choices: &BTreeMap<AppearanceId, ChoiceId>,
) -> ComponentRule {
    let mut kinds: Vec<Kind<'_>> = Vec::new();
    for appearance in &fixed.all {
        let operation = appearance.operations.get(component);
        let (Some(operation), Some(choice)) = (operation, choices.get(&appearance.id)) else {
            continue;
        };
        let is = Condition::Is {
            group,
            choice: *choice,
        };
        match kinds.iter_mut().find(|(known, _)| *known == operation) {
            Some((_, conditions)) => conditions.push(is),
            None => kinds.push((operation, vec![is])),
        }
    }
    if let [((operation, _), _)] = kinds.as_slice() {
        return ComponentRule::always(operation.clone());
    }
    let candidates = kinds.iter().flat_map(|((then, metadata), conditions)| {
        conditions.chunks(MOST_MEMBERS).map(|members| Candidate {
            when: Some(match members {
                [only] => only.clone(),
                several => Condition::Any(several.to_vec()),
            }),
            then: then.clone(),
            metadata: metadata.clone(),
        })
    });
    ComponentRule::Candidates(CandidateRule {
        candidates: candidates.collect(),
        metadata: Metadata::default(),
    })
}

//! Option groups, conditions and rules.

use super::meshes::references_of;
use super::{Loaded, metadata_of};
use crate::document::blob::Blob;
use crate::document::condition::Condition;
use crate::document::ids::{AppearanceId, ChoiceId, GroupId, MeshId};
use crate::document::metadata::Metadata;
use crate::document::parts::{
    Appearance, Appearances, Branch, Candidate, CandidateRule, Choice, ComponentRule, KeepOverride,
    Operation, OptionGroup, OrderedRule,
};
use crate::project::error::ProjectError;
use crate::project::file;
use std::sync::Arc;

pub(super) fn groups_of(
    stored: &[file::Group],
    loaded: &Loaded<'_>,
) -> Result<Vec<Arc<OptionGroup>>, ProjectError> {
    let one = |group: &file::Group| Ok(Arc::new(group_of(group, loaded)?));
    stored.iter().map(one).collect()
}

fn group_of(group: &file::Group, loaded: &Loaded<'_>) -> Result<OptionGroup, ProjectError> {
    let choice = |choice: &file::Choice| {
        Ok(Choice {
            id: ChoiceId(choice.id),
            export_id: choice.export_id.clone(),
            name: choice.name.clone(),
            description: choice.description.clone(),
            preview: preview_of(choice.preview.as_ref(), loaded)?,
            metadata: metadata_of(&choice.metadata),
        })
    };
    let choices: Result<Vec<Choice>, ProjectError> = group.choices.iter().map(choice).collect();
    Ok(OptionGroup {
        id: GroupId(group.id),
        export_id: group.export_id.clone(),
        name: group.name.clone(),
        description: group.description.clone(),
        default: ChoiceId(group.default),
        choices: choices?,
        available_when: group.available_when.as_ref().map(condition_of),
        metadata: metadata_of(&group.metadata),
    })
}

fn preview_of(
    stored: Option<&file::Blob>,
    loaded: &Loaded<'_>,
) -> Result<Option<Blob>, ProjectError> {
    stored.map(|stored| loaded.blob(stored)).transpose()
}

pub(super) fn appearances_of(
    stored: &file::Appearances,
    loaded: &Loaded<'_>,
) -> Result<Appearances, ProjectError> {
    let one = |appearance: &file::Appearance| {
        let operations = appearance.operations.iter();
        Ok(Appearance {
            id: AppearanceId(appearance.id),
            export_id: appearance.export_id.clone(),
            name: appearance.name.clone(),
            description: appearance.description.clone(),
            preview: preview_of(appearance.preview.as_ref(), loaded)?,
            operations: operations
                .map(|entry| (operation_of(&entry.then), metadata_of(&entry.metadata)))
                .collect::<Vec<(Operation, Metadata)>>(),
            metadata: metadata_of(&appearance.metadata),
        })
    };
    let all: Result<Vec<Appearance>, ProjectError> = stored.all.iter().map(one).collect();
    Ok(Appearances {
        default: AppearanceId(stored.default),
        all: all?,
    })
}

pub(super) fn rule_of(rule: &file::Rule) -> ComponentRule {
    if let Some(stated) = &rule.candidates {
        let candidates = stated.list.iter().map(|candidate| Candidate {
            when: candidate.when.as_ref().map(condition_of),
            then: operation_of(&candidate.then),
            metadata: metadata_of(&candidate.metadata),
        });
        return ComponentRule::Candidates(CandidateRule {
            candidates: candidates.collect(),
            metadata: metadata_of(&stated.metadata),
        });
    }
    let branches = rule.branches.iter().map(|branch| Branch {
        when: condition_of(&branch.when),
        then: operation_of(&branch.then),
    });
    ComponentRule::Ordered(OrderedRule {
        branches: branches.collect(),
        otherwise: rule
            .otherwise
            .as_ref()
            .map(operation_of)
            .unwrap_or_default(),
    })
}

fn operation_of(stored: &file::Operation) -> Operation {
    let entry = |entry: &file::KeepOverride| KeepOverride {
        slot: entry.slot,
        textures: references_of(&entry.textures),
        metadata: metadata_of(&entry.metadata),
    };
    match stored {
        file::Operation::Keep => Operation::Keep,
        file::Operation::Retexture(overrides) => {
            Operation::Retexture(overrides.iter().map(entry).collect())
        }
        file::Operation::Hide => Operation::Hide,
        file::Operation::Replace(mesh) => Operation::Replace(MeshId(*mesh)),
    }
}

pub(super) fn condition_of(stored: &file::Condition) -> Condition {
    match stored {
        file::Condition::Constant(value) => Condition::Constant(*value),
        file::Condition::Is { group, choice } => Condition::Is {
            group: GroupId(*group),
            choice: ChoiceId(*choice),
        },
        file::Condition::All(parts) => Condition::All(parts.iter().map(condition_of).collect()),
        file::Condition::Any(parts) => Condition::Any(parts.iter().map(condition_of).collect()),
        file::Condition::Not(part) => Condition::Not(Box::new(condition_of(part))),
    }
}

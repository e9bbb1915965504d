//! Option groups, conditions and rules.

use super::meshes::references_of;
use super::{blob_of, metadata_of};
use crate::document::condition::Condition;
use crate::document::parts::{
    Appearances, CandidateRule, ComponentRule, Document, KeepOverride, Operation, OptionGroup,
    OrderedRule,
};
use crate::project::file;

pub(super) fn groups_of(document: &Document) -> Vec<file::Group> {
    let groups = document.groups.iter();
    groups.map(|group| group_of(group)).collect()
}

fn group_of(group: &OptionGroup) -> file::Group {
    let choices = group.choices.iter().map(|choice| file::Choice {
        id: choice.id.0,
        export_id: choice.export_id.clone(),
        name: choice.name.clone(),
        description: choice.description.clone(),
        preview: choice.preview.as_ref().map(blob_of),
        metadata: metadata_of(&choice.metadata),
    });
    file::Group {
        id: group.id.0,
        export_id: group.export_id.clone(),
        name: group.name.clone(),
        description: group.description.clone(),
        default: group.default.0,
        choices: choices.collect(),
        available_when: group.available_when.as_ref().map(condition_of),
        metadata: metadata_of(&group.metadata),
    }
}

pub(super) fn appearances_of(fixed: &Appearances) -> file::Appearances {
    let all = fixed.all.iter().map(|appearance| {
        let operations = appearance.operations.iter();
        file::Appearance {
            id: appearance.id.0,
            export_id: appearance.export_id.clone(),
            name: appearance.name.clone(),
            description: appearance.description.clone(),
            preview: appearance.preview.as_ref().map(blob_of),
            operations: operations
                .map(|(operation, metadata)| file::AppearanceOperation {
                    then: operation_of(operation),
                    metadata: metadata_of(metadata),
                })
                .collect(),
            metadata: metadata_of(&appearance.metadata),
        }
    });
    file::Appearances {
        default: fixed.default.0,
        all: all.collect(),
    }
}

pub(super) fn rules_of(document: &Document) -> Vec<file::Rule> {
    let numbered = (0_u32..).zip(&document.rules);
    numbered
        .map(|(component, rule)| match rule.as_ref() {
            ComponentRule::Ordered(rule) => ordered(component, rule),
            ComponentRule::Candidates(rule) => stated(component, rule),
        })
        .collect()
}

fn ordered(component: u32, rule: &OrderedRule) -> file::Rule {
    let branches = rule.branches.iter().map(|branch| file::Branch {
        when: condition_of(&branch.when),
        then: operation_of(&branch.then),
    });
    file::Rule {
        component,
        branches: branches.collect(),
        otherwise: Some(operation_of(&rule.otherwise)),
        candidates: None,
    }
}

fn stated(component: u32, rule: &CandidateRule) -> file::Rule {
    let list = rule.candidates.iter().map(|candidate| file::Candidate {
        when: candidate.when.as_ref().map(condition_of),
        then: operation_of(&candidate.then),
        metadata: metadata_of(&candidate.metadata),
    });
    file::Rule {
        component,
        branches: Vec::new(),
        otherwise: None,
        candidates: Some(file::Candidates {
            list: list.collect(),
            metadata: metadata_of(&rule.metadata),
        }),
    }
}

fn operation_of(operation: &Operation) -> file::Operation {
    let entry = |entry: &KeepOverride| file::KeepOverride {
        slot: entry.slot,
        textures: references_of(&entry.textures),
        metadata: metadata_of(&entry.metadata),
    };
    match operation {
        Operation::Keep => file::Operation::Keep,
        Operation::Retexture(overrides) => {
            file::Operation::Retexture(overrides.iter().map(entry).collect())
        }
        Operation::Hide => file::Operation::Hide,
        Operation::Replace(mesh) => file::Operation::Replace(mesh.0),
    }
}

pub(super) fn condition_of(condition: &Condition) -> file::Condition {
    match condition {
        Condition::Constant(value) => file::Condition::Constant(*value),
        Condition::Is { group, choice } => file::Condition::Is {
            group: group.0,
            choice: choice.0,
        },
        Condition::All(parts) => file::Condition::All(parts.iter().map(condition_of).collect()),
        Condition::Any(parts) => file::Condition::Any(parts.iter().map(condition_of).collect()),
        Condition::Not(part) => file::Condition::Not(Box::new(condition_of(part))),
    }
}

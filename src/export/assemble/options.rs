//! Option groups, constraints and component rules of the manifest, or its fixed appearances (bem.md ch. 7, 8).

use super::meshes::references;
use super::metadata::members;
use super::{Payloads, Scope};
use crate::base::numbers::u32_of;
use crate::document::metadata::Metadata;
use crate::document::parts::{
    Appearances, CandidateRule, Choice, ComponentRule, Document, KeepOverride, Operation,
    OptionGroup, OrderedRule,
};
use crate::export::conditions;
use crate::formats::bem::manifest;

/// The id of the only appearance of a package that was authored without option groups.
const ONLY_APPEARANCE: &str = "default";

pub(super) fn appearances_of(from: Scope<'_>, payloads: &mut Payloads) -> manifest::Appearances {
    if let Some(fixed) = &from.document.appearances {
        return opened_appearances(from, fixed, payloads);
    }
    let operations = from.document.rules.iter().map(|rule| match rule.as_ref() {
        ComponentRule::Ordered(rule) => conditions::fixed(rule),
        ComponentRule::Candidates(_) => Operation::Keep,
    });
    let components = (0_u32..).zip(operations);
    let only = manifest::Appearance {
        id: ONLY_APPEARANCE.to_owned(),
        name: from.document.package.name.clone(),
        components: components
            .map(|(target, operation)| appearance_component(from, target, &operation, None))
            .collect(),
        ..manifest::Appearance::default()
    };
    manifest::Appearances {
        default_appearance_id: ONLY_APPEARANCE.to_owned(),
        appearances: vec![only],
    }
}

fn opened_appearances(
    from: Scope<'_>,
    fixed: &Appearances,
    payloads: &mut Payloads,
) -> manifest::Appearances {
    let default = fixed.all.iter().find(|known| known.id == fixed.default);
    let appearances = fixed.all.iter().map(|appearance| {
        let operations = (0_u32..).zip(&appearance.operations);
        manifest::Appearance {
            id: appearance.export_id.clone(),
            name: appearance.name.clone(),
            description: appearance.description.clone(),
            preview: appearance
                .preview
                .as_ref()
                .map(|blob| payloads.add_blob(blob)),
            components: operations
                .map(|(target, (operation, metadata))| {
                    appearance_component(from, target, operation, Some(metadata))
                })
                .collect(),
            extra: members(&appearance.metadata),
        }
    });
    let appearances = appearances.collect();
    manifest::Appearances {
        default_appearance_id: default
            .map(|appearance| appearance.export_id.clone())
            .unwrap_or_default(),
        appearances,
    }
}

fn appearance_component(
    from: Scope<'_>,
    target: u32,
    operation: &Operation,
    metadata: Option<&Metadata>,
) -> manifest::AppearanceComponent {
    manifest::AppearanceComponent {
        target,
        operation: operation_of(from, operation),
        extra: metadata.map(members).unwrap_or_default(),
    }
}

fn operation_of(from: Scope<'_>, operation: &Operation) -> manifest::Operation {
    match operation {
        Operation::Keep | Operation::Retexture(_) => manifest::Operation::Keep,
        Operation::Hide => manifest::Operation::Hide,
        // A mesh that is gone cannot be shown: the original stays.
        Operation::Replace(mesh) => from
            .order
            .mesh_index(*mesh)
            .map_or(manifest::Operation::Keep, |mesh| {
                manifest::Operation::Replace { mesh }
            }),
    }
}

pub(super) fn groups_of(from: Scope<'_>, payloads: &mut Payloads) -> Vec<manifest::OptionGroup> {
    let groups = from.document.groups.iter();
    groups
        .map(|group| group_of(from.document, group, payloads))
        .collect()
}

fn group_of(
    document: &Document,
    group: &OptionGroup,
    payloads: &mut Payloads,
) -> manifest::OptionGroup {
    let default = group
        .choices
        .iter()
        .find(|choice| choice.id == group.default);
    let choices = group
        .choices
        .iter()
        .map(|choice| choice_of(choice, payloads));
    manifest::OptionGroup {
        id: group.export_id.clone(),
        name: group.name.clone(),
        description: group.description.clone(),
        default: default
            .map(|choice| choice.export_id.clone())
            .unwrap_or_default(),
        choices: choices.collect(),
        available_when: group
            .available_when
            .as_ref()
            .map(|when| conditions::exported(document, when)),
        extra: members(&group.metadata),
    }
}

fn choice_of(choice: &Choice, payloads: &mut Payloads) -> manifest::Choice {
    manifest::Choice {
        id: choice.export_id.clone(),
        name: choice.name.clone(),
        description: choice.description.clone(),
        preview: choice.preview.as_ref().map(|blob| payloads.add_blob(blob)),
        extra: members(&choice.metadata),
    }
}

pub(super) fn constraints_of(document: &Document) -> Vec<manifest::Condition> {
    let constraints = document.constraints.iter();
    constraints
        .map(|constraint| conditions::exported(document, constraint))
        .collect()
}

pub(super) fn rules_of(from: Scope<'_>) -> Vec<manifest::ComponentRule> {
    let rules = from.document.rules.iter().enumerate();
    rules
        .map(|(target, rule)| match rule.as_ref() {
            ComponentRule::Ordered(rule) => ordered(from, u32_of(target), rule),
            ComponentRule::Candidates(rule) => stated(from, u32_of(target), rule),
        })
        .collect()
}

fn ordered(from: Scope<'_>, target: u32, rule: &OrderedRule) -> manifest::ComponentRule {
    let candidates =
        conditions::candidates(from.document, rule)
            .into_iter()
            .map(|(when, operation)| manifest::Candidate {
                when: when.map(|when| conditions::exported(from.document, &when)),
                operation: operation_of(from, &operation),
                material_overrides: overrides_of(from, target, &operation),
                ..manifest::Candidate::default()
            });
    manifest::ComponentRule {
        target,
        candidates: candidates.collect(),
        ..manifest::ComponentRule::default()
    }
}

fn stated(from: Scope<'_>, target: u32, rule: &CandidateRule) -> manifest::ComponentRule {
    let candidates = rule.candidates.iter().map(|candidate| manifest::Candidate {
        when: candidate
            .when
            .as_ref()
            .map(|when| conditions::exported(from.document, when)),
        operation: operation_of(from, &candidate.then),
        material_overrides: overrides_of(from, target, &candidate.then),
        extra: members(&candidate.metadata),
    });
    manifest::ComponentRule {
        target,
        candidates: candidates.collect(),
        extra: members(&rule.metadata),
    }
}

fn overrides_of(
    from: Scope<'_>,
    target: u32,
    operation: &Operation,
) -> Vec<manifest::KeepOverride> {
    let Operation::Retexture(overrides) = operation else {
        return Vec::new();
    };
    let component = from.profile.components.get(target as usize);
    let one = |entry: &KeepOverride| {
        let name = component.and_then(|component| component.materials.get(entry.slot as usize));
        manifest::KeepOverride {
            material_slot: entry.slot,
            material_name: name.cloned().unwrap_or_default(),
            textures: references(from, &entry.textures),
            extra: members(&entry.metadata),
        }
    };
    overrides.iter().map(one).collect()
}

//! Groups, constraints, rules and fixed appearances of a package.

use super::{OpenError, Opening, dangling, metadata_of};
use crate::document::blob::Blob;
use crate::document::condition::Condition;
use crate::document::ids::AppearanceId;
use crate::document::parts::{
    Appearance, Appearances, Candidate, CandidateRule, Choice, ComponentRule, KeepOverride,
    Operation, OptionGroup,
};
use crate::formats::bem::manifest;
use std::sync::Arc;

/// The most bytes of a preview picture, and how one begins (APP-06).
const MAX_PREVIEW_BYTES: u64 = 8 << 20;
const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

pub(super) fn groups_of(opening: &Opening<'_>) -> Result<Vec<Arc<OptionGroup>>, OpenError> {
    let groups = opening.manifest.option_groups.iter().flatten();
    groups
        .map(|group| Ok(Arc::new(group_of(opening, group)?)))
        .collect()
}

fn group_of(
    opening: &Opening<'_>,
    group: &manifest::OptionGroup,
) -> Result<OptionGroup, OpenError> {
    let missing = || dangling("/option_groups");
    let (id, known) = opening.groups.get(group.id.as_str()).ok_or_else(missing)?;
    let choices = group.choices.iter().map(|choice| {
        Ok(Choice {
            id: *known.get(choice.id.as_str()).ok_or_else(missing)?,
            export_id: choice.id.clone(),
            name: choice.name.clone(),
            description: choice.description.clone(),
            preview: preview_of(opening, choice.preview),
            metadata: metadata_of(&choice.extra),
        })
    });
    Ok(OptionGroup {
        id: *id,
        export_id: group.id.clone(),
        name: group.name.clone(),
        description: group.description.clone(),
        default: *known.get(group.default.as_str()).ok_or_else(missing)?,
        choices: choices.collect::<Result<_, OpenError>>()?,
        available_when: opening.when(group.available_when.as_ref())?,
        metadata: metadata_of(&group.extra),
    })
}

/// A picture that is none, or not there, is without effect (APP-06) and is left out.
fn preview_of(opening: &Opening<'_>, payload: Option<u32>) -> Option<Blob> {
    let payload = payload.filter(|_| !opening.is_phone_copy)?;
    let blob = opening.blob(payload).ok()?;
    if blob.size_bytes() > MAX_PREVIEW_BYTES {
        return None;
    }
    let bytes = blob.read().ok()?;
    bytes.starts_with(PNG_SIGNATURE).then_some(blob)
}

pub(super) fn constraints_of(opening: &Opening<'_>) -> Result<Vec<Arc<Condition>>, OpenError> {
    let constraints = opening.manifest.selection_constraints.iter();
    constraints
        .map(|constraint| Ok(Arc::new(opening.condition(constraint)?)))
        .collect()
}

/// One rule a component. Without groups they are never looked at.
pub(super) fn rules_of(opening: &Opening<'_>) -> Result<Vec<Arc<ComponentRule>>, OpenError> {
    if opening.manifest.option_groups.is_none() {
        let components = opening.manifest.target.components.iter();
        return Ok(components.map(|_| Arc::default()).collect());
    }
    let rules = opening.manifest.component_rules.iter();
    rules
        .map(|rule| {
            let candidates = rule.candidates.iter();
            let candidates = candidates.map(|candidate| candidate_of(opening, candidate));
            Ok(Arc::new(ComponentRule::Candidates(CandidateRule {
                candidates: candidates.collect::<Result<_, OpenError>>()?,
                metadata: metadata_of(&rule.extra),
            })))
        })
        .collect()
}

fn candidate_of(
    opening: &Opening<'_>,
    candidate: &manifest::Candidate,
) -> Result<Candidate, OpenError> {
    let operation = operation_of(opening, candidate.operation)?;
    let overrides = &candidate.material_overrides;
    let then = if overrides.is_empty() {
        operation
    } else {
        let overrides = overrides.iter().map(|entry| {
            Ok(KeepOverride {
                slot: entry.material_slot,
                textures: opening.references(&entry.textures)?,
                metadata: metadata_of(&entry.extra),
            })
        });
        Operation::Retexture(overrides.collect::<Result<_, OpenError>>()?)
    };
    Ok(Candidate {
        when: opening.when(candidate.when.as_ref())?,
        then,
        metadata: metadata_of(&candidate.extra),
    })
}

fn operation_of(
    opening: &Opening<'_>,
    operation: manifest::Operation,
) -> Result<Operation, OpenError> {
    Ok(match operation {
        manifest::Operation::Keep => Operation::Keep,
        manifest::Operation::Hide => Operation::Hide,
        manifest::Operation::Replace { mesh } => Operation::Replace(opening.mesh(mesh)?),
    })
}

pub(super) fn appearances_of(opening: &mut Opening<'_>) -> Result<Option<Appearances>, OpenError> {
    let Some(fixed) = &opening.manifest.appearances else {
        return Ok(None);
    };
    let mut all = Vec::with_capacity(fixed.appearances.len());
    for appearance in &fixed.appearances {
        let id = AppearanceId(opening.take_id());
        let operations = appearance.components.iter().map(|component| {
            Ok((
                operation_of(opening, component.operation)?,
                metadata_of(&component.extra),
            ))
        });
        all.push(Appearance {
            id,
            export_id: appearance.id.clone(),
            name: appearance.name.clone(),
            description: appearance.description.clone(),
            preview: preview_of(opening, appearance.preview),
            operations: operations.collect::<Result<_, OpenError>>()?,
            metadata: metadata_of(&appearance.extra),
        });
    }
    let default = all
        .iter()
        .find(|appearance| appearance.export_id == fixed.default_appearance_id);
    let default = default.ok_or_else(|| dangling("/default_appearance_id"))?;
    Ok(Some(Appearances {
        default: default.id,
        all,
    }))
}

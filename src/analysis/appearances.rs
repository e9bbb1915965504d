//! The fixed appearances of 1.0 packages: what each comes to (APP-07, APP-08). There are no conditions here.

use super::AnalysisError;
use super::facts::{Fact, FactKind};
use super::limits::Limits;
use super::phrases;
use super::summary::AppearanceCost;
use crate::base::findings::Severity;
use crate::base::numbers::{u64_of, usize_of};
use crate::base::text::{Message, Phrase, bytes, grouped};
use crate::formats::bem::manifest::{Appearance, Manifest, Operation, TextureReference};
use std::collections::{BTreeMap, BTreeSet};

/// The costs of all appearances, and those over a limit as facts.
pub(super) fn appearances(
    manifest: &Manifest,
    limits: &Limits,
    payload_sizes: Option<&[u64]>,
) -> Result<(Vec<AppearanceCost>, Vec<Fact>), AnalysisError> {
    let mut costs = Vec::new();
    let mut facts = Vec::new();
    let all = manifest
        .appearances
        .as_ref()
        .map_or(&[][..], |list| &list.appearances);
    for (idx, appearance) in all.iter().enumerate() {
        let cost = cost_of(manifest, idx, appearance, payload_sizes)?;
        facts.extend(facts_of(idx, appearance, &cost, limits));
        costs.push(cost);
    }
    Ok((costs, facts))
}

fn cost_of(
    manifest: &Manifest,
    idx: usize,
    appearance: &Appearance,
    payload_sizes: Option<&[u64]>,
) -> Result<AppearanceCost, AnalysisError> {
    let unresolved = || AnalysisError::Unresolved {
        pointer: format!("/appearances/{idx}"),
    };
    let size = |payload: u32| match payload_sizes {
        None => Ok(0),
        Some(sizes) => sizes.get(usize_of(payload)).copied().ok_or_else(unresolved),
    };
    let mut textures = BTreeSet::new();
    let mut payloads = BTreeMap::new();
    let mut resident = 0_u64;
    for component in &appearance.components {
        let Operation::Replace { mesh } = component.operation else {
            continue;
        };
        let mesh = manifest.meshes.get(usize_of(mesh)).ok_or_else(unresolved)?;
        let streams = mesh.streams.iter().map(|stream| stream.payload);
        for payload in streams.chain(mesh.indices) {
            let bytes = size(payload)?;
            payloads.insert(payload, bytes);
            resident = resident.saturating_add(bytes);
        }
        for reference in mesh.draws.iter().flat_map(|draw| &draw.textures) {
            match reference {
                TextureReference::Texture(index) => textures.insert(*index),
                TextureReference::Slot(_) => return Err(unresolved()),
            };
        }
    }
    for index in &textures {
        let texture = manifest
            .textures
            .get(usize_of(*index))
            .ok_or_else(unresolved)?;
        let bytes = size(texture.payload)?;
        payloads.insert(texture.payload, bytes);
        resident = resident.saturating_add(bytes);
    }
    let decoded = payloads
        .values()
        .fold(0_u64, |sum, size| sum.saturating_add(*size));
    Ok(AppearanceCost {
        id: appearance.id.clone(),
        n_textures: u64_of(textures.len()),
        decoded_bytes: payload_sizes.map(|_| decoded),
        resident_bytes: payload_sizes.map(|_| resident),
    })
}

fn facts_of(
    idx: usize,
    appearance: &Appearance,
    cost: &AppearanceCost,
    limits: &Limits,
) -> Vec<Fact> {
    let fact = |rule, phrase: &'static Phrase, value: String, limit: String| Fact {
        rule,
        kind: FactKind::Limit,
        pointer: format!("/appearances/{idx}"),
        candidates: Vec::new(),
        saved_assignments: None,
        effective_selections: None,
        example: None,
        is_nearest: false,
        read: Some(Severity::Error),
        export: Some(Severity::Error),
        message: Message::new(phrase)
            .with("appearance", &appearance.name)
            .with("value", value)
            .with("limit", limit),
    };
    let mut facts = Vec::new();
    if cost.n_textures > limits.textures {
        facts.push(fact(
            "APP-07",
            &phrases::APPEARANCE_TEXTURES,
            grouped(cost.n_textures),
            grouped(limits.textures),
        ));
    }
    if let Some(resident) = cost.resident_bytes
        && resident > limits.resident_bytes
    {
        facts.push(fact(
            "APP-08",
            &phrases::APPEARANCE_BYTES,
            bytes(resident),
            bytes(limits.resident_bytes),
        ));
    }
    facts
}

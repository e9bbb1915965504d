//! The texture table and the texture slots of the manifest (bem.md ch. 10, 11).

use super::metadata::members;
use super::{Payloads, Scope, TextureShape};
use crate::export::conditions;
use crate::formats::bem::manifest;

pub(super) fn textures_of(
    from: Scope<'_>,
    shapes: Vec<TextureShape>,
    payloads: &mut Payloads,
) -> Vec<manifest::Texture> {
    let textures = from.order.textures.iter().zip(shapes);
    textures
        .map(|((_, texture), shape)| manifest::Texture {
            width: shape.width,
            height: shape.height,
            mips: shape.mips,
            format: shape.format,
            srgb: texture.srgb,
            original_name: texture.original_name.clone(),
            semantic: texture.semantic.clone(),
            normal_encoding: texture.normal_encoding.clone(),
            payload: payloads.add(shape.payload),
            extra: members(&texture.metadata),
        })
        .collect()
}

pub(super) fn slots_of(from: Scope<'_>) -> Vec<manifest::TextureSlot> {
    let slot = |slot: &crate::document::parts::TextureSlot| {
        let candidates = slot
            .candidates
            .iter()
            .map(|candidate| manifest::SlotCandidate {
                when: candidate
                    .when
                    .as_ref()
                    .map(|when| conditions::exported(from.document, when)),
                texture: candidate
                    .texture
                    .and_then(|texture| from.order.texture_index(texture)),
            });
        manifest::TextureSlot {
            id: slot.export_id.clone(),
            candidates: candidates.collect(),
        }
    };
    from.document.slots.iter().map(|one| slot(one)).collect()
}

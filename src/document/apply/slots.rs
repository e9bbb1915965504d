//! Texture slots.

use super::package::check_id;
use super::refusals::{EMPTY_SLOT, TWICE, no_such_part, refused};
use super::substitute::drop_textures;
use super::{known, take_id};
use crate::base::text::Message;
use crate::document::edit::EditError;
use crate::document::ids::SlotId;
use crate::document::naming;
use crate::document::parts::{Document, SlotCandidate, TextureReference, TextureSlot};
use std::sync::Arc;

pub(super) fn add(
    next: &mut Document,
    name: &str,
    candidates: &[SlotCandidate],
) -> Result<(), EditError> {
    check(next, candidates)?;
    let taken = |id: &str| next.slots.iter().any(|slot| slot.export_id == id);
    let export_id = naming::export_id(name, "slot", taken);
    let id = SlotId(take_id(next));
    next.slots.push(Arc::new(TextureSlot {
        id,
        export_id,
        candidates: candidates.to_vec(),
    }));
    Ok(())
}

fn check(document: &Document, candidates: &[SlotCandidate]) -> Result<(), EditError> {
    if candidates.is_empty() {
        return Err(refused(Message::new(&EMPTY_SLOT)));
    }
    for candidate in candidates {
        if let Some(when) = &candidate.when {
            known::condition(document, when)?;
        }
        if let Some(texture) = candidate.texture {
            known::references(document, &[TextureReference::Texture(texture)])?;
        }
    }
    Ok(())
}

pub(super) fn set(next: &mut Document, slot: &Arc<TextureSlot>) -> Result<(), EditError> {
    check(next, &slot.candidates)?;
    check_id(&slot.export_id)?;
    let mut others = next.slots.iter().filter(|other| other.id != slot.id);
    if others.any(|other| other.export_id == slot.export_id) {
        return Err(refused(Message::new(&TWICE).with("id", &slot.export_id)));
    }
    let entry = next.slots.iter_mut().find(|known| known.id == slot.id);
    *entry.ok_or_else(|| no_such_part(slot.id))? = Arc::clone(slot);
    Ok(())
}

pub(super) fn remove(next: &mut Document, id: SlotId) -> Result<(), EditError> {
    let at = next.slots.iter().position(|slot| slot.id == id);
    next.slots.remove(at.ok_or_else(|| no_such_part(id))?);
    drop_textures(next, TextureReference::Slot(id));
    Ok(())
}

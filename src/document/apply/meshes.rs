//! Draws of meshes, and raw meshes that go.

use super::refusals::{MADE_OF_MATERIALS, no_such_part, refused};
use super::sources::check_place;
use super::{known, rebuild};
use crate::base::numbers::usize_of;
use crate::base::text::Message;
use crate::document::edit::{DrawSettings, EditError};
use crate::document::ids::MeshId;
use crate::document::parts::Document;
use std::sync::Arc;

pub(super) fn set_draw(
    next: &mut Document,
    id: MeshId,
    draw: u32,
    settings: &DrawSettings,
) -> Result<(), EditError> {
    check_place(next, settings.donor)?;
    known::references(next, &settings.textures)?;
    if let Some(when) = &settings.when {
        known::condition(next, when)?;
    }
    let mesh = next.meshes.get_mut(&id).ok_or_else(|| no_such_part(id))?;
    let entry = Arc::make_mut(mesh).draws.get_mut(usize_of(draw));
    let entry = entry.ok_or_else(|| no_such_part(format!("{id}/draw:{draw}")))?;
    entry.donor = settings.donor;
    entry.textures.clone_from(&settings.textures);
    entry.when.clone_from(&settings.when);
    entry.overrides.clone_from(&settings.overrides);
    Ok(())
}

pub(super) fn remove(next: &mut Document, id: MeshId) -> Result<(), EditError> {
    let mesh = next.meshes.get(&id).ok_or_else(|| no_such_part(id))?;
    if mesh.raw().is_none() {
        return Err(refused(Message::new(&MADE_OF_MATERIALS)));
    }
    next.meshes.remove(&id);
    rebuild::drop_lost_meshes(next);
    Ok(())
}

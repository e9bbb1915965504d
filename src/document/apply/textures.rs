//! Textures: how they are stored, and those that no figure has.

use super::refusals::{MADE_OF_FIGURE, no_such_part, refused};
use super::substitute::drop_textures;
use super::{package, take_id};
use crate::base::text::Message;
use crate::document::edit::EditError;
use crate::document::ids::TextureId;
use crate::document::parts::{Document, Mips, Picture, Texture, TextureFormat, TextureReference};
use std::sync::Arc;

pub(super) fn set(
    next: &mut Document,
    id: TextureId,
    format: TextureFormat,
    mips: Mips,
) -> Result<(), EditError> {
    let texture = next.textures.get_mut(&id).ok_or_else(|| no_such_part(id))?;
    let texture = Arc::make_mut(texture);
    (texture.format, texture.mips) = (format, mips);
    Ok(())
}

pub(super) fn add(next: &mut Document, texture: &Arc<Texture>) -> Result<(), EditError> {
    package::check_text("original_name", &texture.original_name)?;
    if let Picture::Figure { source, .. } = &texture.picture
        && !next.sources.contains_key(source)
    {
        return Err(no_such_part(source));
    }
    let id = TextureId(take_id(next));
    next.textures.insert(id, Arc::clone(texture));
    Ok(())
}

pub(super) fn remove(next: &mut Document, id: TextureId) -> Result<(), EditError> {
    let texture = next.textures.get(&id).ok_or_else(|| no_such_part(id))?;
    // A material's own texture would be there again with the next change of its place.
    if !matches!(texture.picture, Picture::Raw(_)) {
        let message = Message::new(&MADE_OF_FIGURE).with("name", &texture.original_name);
        return Err(refused(message));
    }
    next.textures.remove(&id);
    drop_textures(next, TextureReference::Texture(id));
    for slot in &mut next.slots {
        if slot
            .candidates
            .iter()
            .any(|known| known.texture == Some(id))
        {
            for candidate in &mut Arc::make_mut(slot).candidates {
                candidate.texture = candidate.texture.filter(|texture| *texture != id);
            }
        }
    }
    Ok(())
}

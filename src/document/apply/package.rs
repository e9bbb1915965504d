//! Identity of the package.

use super::refusals::{BAD_ID, TEXT_LENGTH, refused};
use crate::base::text::Message;
use crate::document::edit::EditError;
use crate::document::naming;
use crate::document::parts::{Document, PackageFacts};

pub(super) fn set(next: &mut Document, facts: &PackageFacts) -> Result<(), EditError> {
    check_id(&facts.id)?;
    for (field, text) in [
        ("name", &facts.name),
        ("author", &facts.author),
        ("version", &facts.version),
    ] {
        check_text(field, text)?;
    }
    next.package = facts.clone();
    Ok(())
}

/// A stable id (ID-01).
pub(super) fn check_id(id: &str) -> Result<(), EditError> {
    if naming::is_stable_id(id) {
        return Ok(());
    }
    Err(refused(Message::new(&BAD_ID).with("id", id)))
}

/// A name of 1 to 256 bytes (ID-04, ID-05).
pub(super) fn check_text(field: &str, text: &str) -> Result<(), EditError> {
    if (1..=256).contains(&text.len()) {
        return Ok(());
    }
    Err(refused(
        Message::new(&TEXT_LENGTH)
            .with("field", field)
            .with("length", text.len()),
    ))
}

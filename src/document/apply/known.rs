//! Whether everything an edit names is part of the document.

use super::refusals::no_such_part;
use super::target::has_place;
use crate::base::numbers::usize_of;
use crate::document::condition::Condition;
use crate::document::edit::EditError;
use crate::document::parts::{ComponentRule, Document, MaterialPlace, Operation, TextureReference};

/// Every group and choice of a condition.
pub(super) fn condition(document: &Document, condition: &Condition) -> Result<(), EditError> {
    for (group, choice) in condition.atoms() {
        let group = document.group(group).ok_or_else(|| no_such_part(group))?;
        if !group.choices.iter().any(|known| known.id == choice) {
            return Err(no_such_part(choice));
        }
    }
    Ok(())
}

/// Every texture and slot of a list.
pub(super) fn references(
    document: &Document,
    references: &[TextureReference],
) -> Result<(), EditError> {
    for reference in references {
        match reference {
            TextureReference::Texture(id) if !document.textures.contains_key(id) => {
                return Err(no_such_part(id));
            }
            TextureReference::Slot(id) if document.slot(*id).is_none() => {
                return Err(no_such_part(id));
            }
            TextureReference::Texture(_) | TextureReference::Slot(_) => {}
        }
    }
    Ok(())
}

/// Everything a rule of this component names.
pub(super) fn rule(
    document: &Document,
    component: u32,
    rule: &ComponentRule,
) -> Result<(), EditError> {
    for when in rule.conditions() {
        condition(document, when)?;
    }
    for operation in rule.operations() {
        match operation {
            Operation::Replace(mesh) if !document.meshes.contains_key(mesh) => {
                return Err(no_such_part(mesh));
            }
            Operation::Retexture(overrides) => {
                for entry in overrides.iter() {
                    let place = MaterialPlace {
                        component,
                        slot: entry.slot,
                    };
                    let is_there = document
                        .profile()
                        .is_some_and(|profile| has_place(profile, place));
                    if !is_there {
                        let slot = usize_of(entry.slot);
                        return Err(no_such_part(format!(
                            "component:{component}/material:{slot}"
                        )));
                    }
                    references(document, &entry.textures)?;
                }
            }
            Operation::Keep | Operation::Hide | Operation::Replace(_) => {}
        }
    }
    Ok(())
}

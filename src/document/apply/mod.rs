//! What each edit does to the parts. A refused edit returns an error and no document.

mod appearances;
mod drivers;
mod groups;
mod known;
mod meshes;
mod package;
mod rebuild;
mod refusals;
mod rules;
mod sliders;
mod slots;
mod sources;
mod substitute;
mod target;
mod textures;

use crate::document::edit::{Edit, EditError};
use crate::document::parts::Document;
use refusals::{CONVERT_FIRST, refused};

/// The document after `edit`.
pub(super) fn apply(edit: &Edit, document: &Document) -> Result<Document, EditError> {
    if document.appearances.is_some() && needs_groups(edit) {
        return Err(refused(crate::base::text::Message::new(&CONVERT_FIRST)));
    }
    let mut next = document.clone();
    match edit {
        Edit::Together(_, edits) => {
            for edit in edits {
                next = apply(edit, &next)?;
            }
        }
        Edit::SetPackage(facts) => package::set(&mut next, facts)?,
        Edit::SetTarget(target) => target::set(&mut next, target)?,
        Edit::AddSource(source) => sources::add(&mut next, source)?,
        Edit::RemoveSource(id) => sources::remove(&mut next, *id)?,
        Edit::MapBone {
            source,
            bone,
            target,
        } => sources::map_bone(&mut next, *source, *bone, target.as_deref())?,
        Edit::SetBoneMap { source, map } => sources::set_bone_map(&mut next, *source, map)?,
        Edit::PlaceMaterial {
            source,
            material,
            place,
        } => sources::place_material(&mut next, *source, *material, *place)?,
        Edit::SetTexture {
            texture,
            format,
            mips,
        } => textures::set(&mut next, *texture, *format, *mips)?,
        Edit::AddTexture(texture) => textures::add(&mut next, texture)?,
        Edit::RemoveTexture(id) => textures::remove(&mut next, *id)?,
        Edit::SetDraw {
            mesh,
            draw,
            settings,
        } => meshes::set_draw(&mut next, *mesh, *draw, settings)?,
        Edit::RemoveMesh(id) => meshes::remove(&mut next, *id)?,
        Edit::SetRule { component, rule } => rules::set(&mut next, *component, rule)?,
        Edit::ConvertAppearances => appearances::convert(&mut next)?,
        Edit::AddGroup { name, choices } => groups::add(&mut next, name, choices)?,
        Edit::RemoveGroup(group) => groups::remove(&mut next, *group)?,
        Edit::RenameGroup {
            group,
            name,
            choices,
        } => groups::rename(&mut next, *group, name, choices)?,
        Edit::SetGroup(group) => groups::set(&mut next, group)?,
        Edit::AddChoice { group, name } => groups::add_choice(&mut next, *group, name)?,
        Edit::RemoveChoice { group, choice } => {
            groups::remove_choice(&mut next, *group, *choice)?;
        }
        Edit::MoveGroup { group, to } => groups::move_to(&mut next, *group, *to)?,
        Edit::SetConstraints(constraints) => rules::set_constraints(&mut next, constraints)?,
        Edit::AddSlot { name, candidates } => slots::add(&mut next, name, candidates)?,
        Edit::SetSlot(slot) => slots::set(&mut next, slot)?,
        Edit::RemoveSlot(id) => slots::remove(&mut next, *id)?,
        Edit::AddParameter { name, ticks } => sliders::add(&mut next, name, *ticks)?,
        Edit::SetParameter(parameter) => sliders::set(&mut next, parameter)?,
        Edit::RemoveParameter(id) => sliders::remove(&mut next, *id)?,
        Edit::SetChannel(channel) => sliders::set_channel(&mut next, channel)?,
        Edit::RemoveChannel { mesh, parameter } => {
            sliders::remove_channel(&mut next, *mesh, *parameter)?;
        }
        Edit::SetRootOffset(offset) => next.root_offset.clone_from(offset),
        Edit::AddDriver(driver) => drivers::add(&mut next, driver)?,
        Edit::SetDriver(driver) => drivers::set(&mut next, driver)?,
        Edit::RemoveDriver(id) => drivers::remove(&mut next, *id)?,
    }
    Ok(next)
}

/// Whether an edit makes no sense while the package has fixed appearances.
const fn needs_groups(edit: &Edit) -> bool {
    match edit {
        Edit::Together(..)
        | Edit::SetPackage(_)
        | Edit::SetTarget(_)
        | Edit::RemoveSource(_)
        | Edit::MapBone { .. }
        | Edit::SetBoneMap { .. }
        | Edit::SetTexture { .. }
        | Edit::AddTexture(_)
        | Edit::RemoveTexture(_)
        | Edit::RemoveMesh(_)
        | Edit::ConvertAppearances => false,
        Edit::AddSource(_)
        | Edit::PlaceMaterial { .. }
        | Edit::SetDraw { .. }
        | Edit::SetRule { .. }
        | Edit::AddGroup { .. }
        | Edit::RemoveGroup(_)
        | Edit::RenameGroup { .. }
        | Edit::SetGroup(_)
        | Edit::AddChoice { .. }
        | Edit::RemoveChoice { .. }
        | Edit::MoveGroup { .. }
        | Edit::SetConstraints(_)
        | Edit::AddSlot { .. }
        | Edit::SetSlot(_)
        | Edit::RemoveSlot(_)
        | Edit::AddParameter { .. }
        | Edit::SetParameter(_)
        | Edit::RemoveParameter(_)
        | Edit::SetChannel(_)
        | Edit::RemoveChannel { .. }
        | Edit::SetRootOffset(_)
        | Edit::AddDriver(_)
        | Edit::SetDriver(_)
        | Edit::RemoveDriver(_) => true,
    }
}

/// A part number that was never used.
fn take_id(next: &mut Document) -> u32 {
    let id = next.next_id;
    next.next_id = id.saturating_add(1);
    id
}

//! The fields of bones and display frames (pmx.md 1.5, 1.7).

use crate::formats::pmx::bone::{Bone, Ik, Tail, bone_flags};
use crate::formats::pmx::fields::{Known, MinusOne, Record, Visitor, item};
use crate::formats::pmx::frame::Frame;
use crate::formats::pmx::header::IndexKind;
use crate::formats::pmx::section::Section;

impl Record for Bone {
    const SECTION: Section = Section::Bones;

    fn index_kinds(&self) -> &'static [IndexKind] {
        &[IndexKind::Bone]
    }

    fn visit<V: Visitor>(&self, visitor: &mut V) -> Result<(), V::Stop> {
        let legal = |index| (index, MinusOne::Legal);
        visitor.text("name", &self.name)?;
        visitor.text("name_en", &self.name_en)?;
        visitor.floats("position", &self.position)?;
        visitor.index("parent", IndexKind::Bone, legal(self.parent))?;
        visitor.number("layer", self.layer)?;
        visitor.word("flags", self.flags, Known::NoBits(bone_flags::UNKNOWN))?;
        let tail_is_bone = matches!(self.tail, Tail::Bone(_));
        visitor.agreement("tail", self.has(bone_flags::TAIL_IS_BONE) == tail_is_bone)?;
        match &self.tail {
            Tail::Bone(bone) => visitor.index("tail", IndexKind::Bone, legal(*bone))?,
            Tail::Offset(offset) => visitor.floats("tail", offset)?,
        }
        visit_blocks(self, visitor)?;
        let has_ik = self.has(bone_flags::IK);
        visitor.agreement("ik_target", has_ik == self.ik.is_some())?;
        match &self.ik {
            Some(ik) => visit_ik(ik, visitor),
            None => Ok(()),
        }
    }
}

/// The blocks between tail and IK.
fn visit_blocks<V: Visitor>(bone: &Bone, visitor: &mut V) -> Result<(), V::Stop> {
    let has_append = bone.has(bone_flags::APPEND);
    visitor.agreement("append_parent", has_append == bone.append.is_some())?;
    if let Some(append) = &bone.append {
        let parent = (append.parent, MinusOne::Legal);
        visitor.index("append_parent", IndexKind::Bone, parent)?;
        visitor.floats("append_ratio", &[append.ratio])?;
    }
    let has_axis = bone.has(bone_flags::FIXED_AXIS);
    visitor.agreement("fixed_axis", has_axis == bone.fixed_axis.is_some())?;
    if let Some(axis) = &bone.fixed_axis {
        visitor.floats("fixed_axis", axis)?;
    }
    let has_axes = bone.has(bone_flags::LOCAL_AXES);
    visitor.agreement("local_x", has_axes == bone.local_axes.is_some())?;
    if let Some(axes) = &bone.local_axes {
        visitor.floats("local_x", &axes.x)?;
        visitor.floats("local_z", &axes.z)?;
    }
    let has_key = bone.has(bone_flags::EXTERNAL_PARENT);
    visitor.agreement("external_key", has_key == bone.external_key.is_some())?;
    if let Some(key) = bone.external_key {
        visitor.number("external_key", key)?;
    }
    Ok(())
}

fn visit_ik<V: Visitor>(ik: &Ik, visitor: &mut V) -> Result<(), V::Stop> {
    let target = (ik.target, MinusOne::Legal);
    visitor.index("ik_target", IndexKind::Bone, target)?;
    visitor.number("ik_loops", ik.loops)?;
    visitor.floats("ik_angle", &[ik.angle])?;
    visitor.count("ik_links", ik.links.len())?;
    let mut limits = ik.limits.iter().peekable();
    for (position, link) in ik.links.iter().enumerate() {
        let place = item(position);
        visitor.at_item(place);
        visitor.index("ik_link", IndexKind::Bone, (*link, MinusOne::Dangling))?;
        match limits.next_if(|limit| Some(limit.link) == place) {
            Some(limit) => {
                visitor.byte("ik_limit", 1, Known::Any)?;
                visitor.floats("ik_min", &limit.min)?;
                visitor.floats("ik_max", &limit.max)?;
            }
            None => visitor.byte("ik_limit", 0, Known::Any)?,
        }
    }
    visitor.at_item(None);
    visitor.agreement("ik_limit", limits.next().is_none())
}

impl Record for Frame {
    const SECTION: Section = Section::Frames;

    fn index_kinds(&self) -> &'static [IndexKind] {
        &[IndexKind::Bone, IndexKind::Morph]
    }

    fn visit<V: Visitor>(&self, visitor: &mut V) -> Result<(), V::Stop> {
        visitor.text("name", &self.name)?;
        visitor.text("name_en", &self.name_en)?;
        visitor.byte("special", self.special, Known::UpTo(1))?;
        visitor.count("elements", self.elements.len())?;
        for (position, element) in self.elements.iter().enumerate() {
            visitor.at_item(item(position));
            visitor.byte("element_kind", element.kind, Known::UpTo(1))?;
            let kind = element.points_at();
            let index = (element.index, MinusOne::Dangling);
            visitor.index("element_index", kind, index)?;
        }
        visitor.at_item(None);
        Ok(())
    }
}

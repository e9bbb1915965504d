//! The fields of rigid bodies, joints and soft bodies (pmx.md 1.7).

use crate::formats::pmx::fields::{Known, MinusOne, Record, Visitor, item};
use crate::formats::pmx::header::IndexKind;
use crate::formats::pmx::physics::{
    Body, CLUSTER_FIELDS, CONFIG_FIELDS, ITERATION_FIELDS, Joint, STIFFNESS_FIELDS, SoftBody,
};
use crate::formats::pmx::section::Section;

impl Record for Body {
    const SECTION: Section = Section::Bodies;

    fn index_kinds(&self) -> &'static [IndexKind] {
        &[IndexKind::Bone]
    }

    fn visit<V: Visitor>(&self, visitor: &mut V) -> Result<(), V::Stop> {
        visitor.text("name", &self.name)?;
        visitor.text("name_en", &self.name_en)?;
        visitor.index("bone", IndexKind::Bone, (self.bone, MinusOne::Legal))?;
        visitor.byte("group", self.group, Known::Any)?;
        visitor.word("mask", self.mask, Known::Any)?;
        visitor.byte("shape", self.shape, Known::UpTo(2))?;
        visitor.floats("size", &self.size)?;
        visitor.floats("position", &self.position)?;
        visitor.floats("rotation", &self.rotation)?;
        visitor.floats("mass", &[self.mass])?;
        visitor.floats("linear_damping", &[self.linear_damping])?;
        visitor.floats("angular_damping", &[self.angular_damping])?;
        visitor.floats("restitution", &[self.restitution])?;
        visitor.floats("friction", &[self.friction])?;
        visitor.byte("mode", self.mode, Known::UpTo(2))
    }
}

impl Record for Joint {
    const SECTION: Section = Section::Joints;

    fn index_kinds(&self) -> &'static [IndexKind] {
        &[IndexKind::Body]
    }

    fn visit<V: Visitor>(&self, visitor: &mut V) -> Result<(), V::Stop> {
        visitor.text("name", &self.name)?;
        visitor.text("name_en", &self.name_en)?;
        visitor.byte("kind", self.kind, Known::UpTo(6))?;
        let legal = |index| (index, MinusOne::Legal);
        visitor.index("body_a", IndexKind::Body, legal(self.body_a))?;
        visitor.index("body_b", IndexKind::Body, legal(self.body_b))?;
        visitor.floats("position", &self.position)?;
        visitor.floats("rotation", &self.rotation)?;
        visitor.floats("position_min", &self.position_min)?;
        visitor.floats("position_max", &self.position_max)?;
        visitor.floats("rotation_min", &self.rotation_min)?;
        visitor.floats("rotation_max", &self.rotation_max)?;
        visitor.floats("spring_position", &self.spring_position)?;
        visitor.floats("spring_rotation", &self.spring_rotation)
    }
}

impl Record for SoftBody {
    const SECTION: Section = Section::SoftBodies;

    fn index_kinds(&self) -> &'static [IndexKind] {
        &[IndexKind::Vertex, IndexKind::Material, IndexKind::Body]
    }

    fn visit<V: Visitor>(&self, visitor: &mut V) -> Result<(), V::Stop> {
        visitor.text("name", &self.name)?;
        visitor.text("name_en", &self.name_en)?;
        visitor.byte("shape", self.shape, Known::UpTo(1))?;
        let material = (self.material, MinusOne::Legal);
        visitor.index("material", IndexKind::Material, material)?;
        visitor.byte("group", self.group, Known::Any)?;
        visitor.word("mask", self.mask, Known::Any)?;
        visitor.byte("flags", self.flags, Known::NoBits(!7))?;
        visitor.number("link_distance", self.link_distance)?;
        visitor.number("clusters", self.clusters)?;
        visitor.floats("mass", &[self.mass])?;
        visitor.floats("margin", &[self.margin])?;
        visitor.number("aero", self.aero)?;
        for (field, value) in CONFIG_FIELDS.iter().zip(&self.config) {
            visitor.floats(field, std::slice::from_ref(value))?;
        }
        for (field, value) in CLUSTER_FIELDS.iter().zip(&self.cluster_config) {
            visitor.floats(field, std::slice::from_ref(value))?;
        }
        for (field, value) in ITERATION_FIELDS.iter().zip(&self.iterations) {
            visitor.number(field, *value)?;
        }
        for (field, value) in STIFFNESS_FIELDS.iter().zip(&self.stiffness) {
            visitor.floats(field, std::slice::from_ref(value))?;
        }
        visitor.count("anchors", self.anchors.len())?;
        for (position, anchor) in self.anchors.iter().enumerate() {
            visitor.at_item(item(position));
            let body = (anchor.body, MinusOne::Dangling);
            visitor.index("anchor_body", IndexKind::Body, body)?;
            visitor.vertex("anchor_vertex", anchor.vertex)?;
            visitor.byte("anchor_near", anchor.near, Known::UpTo(1))?;
        }
        visitor.at_item(None);
        visitor.count("pins", self.pins.len())?;
        for (position, vertex) in self.pins.iter().enumerate() {
            visitor.at_item(item(position));
            visitor.vertex("pin_vertex", *vertex)?;
        }
        visitor.at_item(None);
        Ok(())
    }
}

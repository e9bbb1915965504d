//! The fields of morphs (pmx.md 1.6).

use crate::formats::pmx::fields::{Known, MinusOne, Record, Visitor, item};
use crate::formats::pmx::header::IndexKind;
use crate::formats::pmx::morph::{
    BoneOffset, GroupOffset, ImpulseOffset, MaterialOffset, Morph, Offsets, UvOffset, VertexOffset,
};
use crate::formats::pmx::section::Section;

impl Record for Morph {
    const SECTION: Section = Section::Morphs;

    fn index_kinds(&self) -> &'static [IndexKind] {
        match &self.offsets {
            Offsets::Group(_) | Offsets::Flip(_) => &[IndexKind::Morph],
            Offsets::Vertex(_) | Offsets::Uv { .. } => &[IndexKind::Vertex],
            Offsets::Bone(_) => &[IndexKind::Bone],
            Offsets::Material(_) => &[IndexKind::Material],
            Offsets::Impulse(_) => &[IndexKind::Body],
        }
    }

    fn visit<V: Visitor>(&self, visitor: &mut V) -> Result<(), V::Stop> {
        visitor.text("name", &self.name)?;
        visitor.text("name_en", &self.name_en)?;
        visitor.byte("panel", self.panel, Known::UpTo(4))?;
        visitor.agreement("kind", self.offsets.kind() <= 10)?;
        visitor.byte("kind", self.offsets.kind(), Known::Any)?;
        visitor.count("offsets", self.offsets.len())?;
        match &self.offsets {
            Offsets::Group(offsets) | Offsets::Flip(offsets) => visit_all(offsets, visitor, group),
            Offsets::Vertex(offsets) => visit_all(offsets, visitor, vertex),
            Offsets::Bone(offsets) => visit_all(offsets, visitor, bone),
            Offsets::Uv { offsets, .. } => visit_all(offsets, visitor, uv),
            Offsets::Material(offsets) => visit_all(offsets, visitor, material),
            Offsets::Impulse(offsets) => visit_all(offsets, visitor, impulse),
        }
    }
}

fn visit_all<T, V: Visitor>(
    offsets: &[T],
    visitor: &mut V,
    visit: impl Fn(&T, &mut V) -> Result<(), V::Stop>,
) -> Result<(), V::Stop> {
    for (position, offset) in offsets.iter().enumerate() {
        visitor.at_item(item(position));
        visit(offset, visitor)?;
    }
    visitor.at_item(None);
    Ok(())
}

fn group<V: Visitor>(offset: &GroupOffset, visitor: &mut V) -> Result<(), V::Stop> {
    let index = (offset.index, MinusOne::Dangling);
    visitor.index("index", IndexKind::Morph, index)?;
    visitor.floats("value", &[offset.value])
}

fn vertex<V: Visitor>(offset: &VertexOffset, visitor: &mut V) -> Result<(), V::Stop> {
    visitor.vertex("index", offset.index)?;
    visitor.floats("offset", &offset.offset)
}

fn bone<V: Visitor>(offset: &BoneOffset, visitor: &mut V) -> Result<(), V::Stop> {
    let index = (offset.index, MinusOne::Dangling);
    visitor.index("index", IndexKind::Bone, index)?;
    visitor.floats("translation", &offset.translation)?;
    visitor.floats("rotation", &offset.rotation)
}

fn uv<V: Visitor>(offset: &UvOffset, visitor: &mut V) -> Result<(), V::Stop> {
    visitor.vertex("index", offset.index)?;
    visitor.floats("offset", &offset.offset)
}

fn material<V: Visitor>(offset: &MaterialOffset, visitor: &mut V) -> Result<(), V::Stop> {
    let index = (offset.index, MinusOne::Legal);
    visitor.index("index", IndexKind::Material, index)?;
    visitor.byte("operation", offset.operation, Known::UpTo(1))?;
    visitor.floats("values", &offset.values)
}

fn impulse<V: Visitor>(offset: &ImpulseOffset, visitor: &mut V) -> Result<(), V::Stop> {
    let index = (offset.index, MinusOne::Dangling);
    visitor.index("index", IndexKind::Body, index)?;
    visitor.byte("local", offset.local, Known::UpTo(1))?;
    visitor.floats("velocity", &offset.velocity)?;
    visitor.floats("torque", &offset.torque)
}

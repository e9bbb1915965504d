//! The fields of vertices, textures and materials (pmx.md 1.3, 1.4).

use crate::formats::pmx::fields::{Known, MinusOne, Record, Visitor};
use crate::formats::pmx::header::IndexKind;
use crate::formats::pmx::material::Material;
use crate::formats::pmx::section::Section;
use crate::formats::pmx::text::Text;
use crate::formats::pmx::vertices::{BONE_FIELDS, Vertices, WEIGHT_FIELDS};

/// Hands every field of one vertex to `visitor`; nothing when there is no such vertex.
pub(in crate::formats::pmx) fn visit_vertex<V: Visitor>(
    vertices: &Vertices,
    (idx, n_sets): (usize, usize),
    visitor: &mut V,
) -> Result<(), V::Stop> {
    let (Some(position), Some(normal), Some(uv), Some(deform), Some(bones), Some(weights)) = (
        vertices.positions.get(idx),
        vertices.normals.get(idx),
        vertices.uvs.get(idx),
        vertices.deforms.get(idx),
        vertices.bones.get(idx),
        vertices.weights.get(idx),
    ) else {
        return Ok(());
    };
    visitor.floats("position", position)?;
    visitor.floats("normal", normal)?;
    visitor.floats("uv", uv)?;
    let first_set = idx.saturating_mul(n_sets);
    let sets = vertices.extra_uvs.get(first_set..).unwrap_or_default();
    for set in sets.iter().take(n_sets) {
        visitor.floats("extra_uv", set)?;
    }
    visitor.byte("deform_kind", deform.byte(), Known::Any)?;
    for (field, bone) in BONE_FIELDS.iter().zip(bones).take(deform.n_bones()) {
        visitor.vertex_bone(field, *bone)?;
    }
    for (field, weight) in WEIGHT_FIELDS.iter().zip(weights).take(deform.n_weights()) {
        visitor.floats(field, std::slice::from_ref(weight))?;
    }
    if let Some(sdef) = u32::try_from(idx).ok().and_then(|idx| vertices.sdef(idx)) {
        visitor.floats("sdef_c", &sdef.c)?;
        visitor.floats("sdef_r0", &sdef.r0)?;
        visitor.floats("sdef_r1", &sdef.r1)?;
    }
    match vertices.edge_scales.get(idx) {
        Some(scale) => visitor.floats("edge_scale", std::slice::from_ref(scale)),
        None => Ok(()),
    }
}

impl Record for Text {
    const SECTION: Section = Section::Textures;

    fn index_kinds(&self) -> &'static [IndexKind] {
        &[]
    }

    fn visit<V: Visitor>(&self, visitor: &mut V) -> Result<(), V::Stop> {
        visitor.text("path", self)
    }
}

impl Record for Material {
    const SECTION: Section = Section::Materials;

    fn index_kinds(&self) -> &'static [IndexKind] {
        &[IndexKind::Texture]
    }

    fn visit<V: Visitor>(&self, visitor: &mut V) -> Result<(), V::Stop> {
        let legal = |index| (index, MinusOne::Legal);
        visitor.text("name", &self.name)?;
        visitor.text("name_en", &self.name_en)?;
        visitor.floats("diffuse", &self.diffuse)?;
        visitor.floats("specular", &self.specular)?;
        visitor.floats("specular_power", &[self.specular_power])?;
        visitor.floats("ambient", &self.ambient)?;
        visitor.byte("flags", self.flags, Known::Any)?;
        visitor.floats("edge_colour", &self.edge_colour)?;
        visitor.floats("edge_size", &[self.edge_size])?;
        visitor.index("texture", IndexKind::Texture, legal(self.texture))?;
        visitor.index("sphere", IndexKind::Texture, legal(self.sphere))?;
        visitor.byte("sphere_mode", self.sphere_mode, Known::UpTo(3))?;
        visitor.byte("toon_flag", self.toon_flag, Known::UpTo(1))?;
        if self.has_shared_toon() {
            visitor.shared_toon("toon", self.toon)?;
        } else {
            visitor.index("toon", IndexKind::Texture, legal(self.toon))?;
        }
        visitor.text("memo", &self.memo)?;
        visitor.number("index_count", self.index_count)
    }
}

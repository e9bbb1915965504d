//! Typed meshes, draws, textures and texture slots to JSON. It judges nothing.

use crate::formats::bem::json::Value;
use crate::formats::bem::manifest::write::{Fields, Writer, floats, integer, options};
use crate::formats::bem::manifest::{
    Attribute, Draw, Kind, MaterialOverrides, Mesh, PaletteBone, SlotCandidate, Stream, Texture,
    TextureSlot,
};

pub(super) fn mesh(writer: Writer<'_>, mesh: &Mesh) -> Value {
    let mut fields = Fields::default();
    fields.optional_text("renderer_kind", mesh.renderer_kind.as_deref());
    fields.integer("vertex_count", mesh.vertex_count);
    fields.integer("index_size", mesh.index_size);
    fields.optional_integer("indices", mesh.indices);
    fields.optional_integer("index_count", mesh.index_count);
    fields.list("streams", &mesh.streams, |entry| stream(writer, entry));
    fields.list("attributes", &mesh.attributes, attribute);
    fields.list("bones", &mesh.bones, |bone| palette_bone(writer, bone));
    fields.list("draws", &mesh.draws, |entry| draw(writer, entry));
    fields.finish(writer, Kind::Mesh, &mesh.extra)
}

fn stream(writer: Writer<'_>, stream: &Stream) -> Value {
    let mut fields = Fields::default();
    fields.integer("stride", stream.stride);
    fields.integer("payload", stream.payload);
    fields.finish(writer, Kind::Stream, &stream.extra)
}

fn attribute(attribute: &Attribute) -> Value {
    let five = [
        attribute.semantic,
        attribute.format,
        attribute.dimension,
        attribute.stream,
        attribute.offset,
    ];
    Value::List(five.map(integer).to_vec())
}

fn palette_bone(writer: Writer<'_>, bone: &PaletteBone) -> Value {
    let mut fields = Fields::default();
    fields.integer("component", bone.component);
    fields.integer("index", bone.index);
    fields.text("name", &bone.name);
    fields.finish(writer, Kind::PaletteBone, &bone.extra)
}

fn draw(writer: Writer<'_>, draw: &Draw) -> Value {
    let mut fields = Fields::default();
    options::optional_condition(&mut fields, "when", draw.when.as_ref());
    fields.optional_integer("indices", draw.indices);
    fields.optional_integer("start", draw.start);
    fields.integer("count", draw.count);
    fields.integer("material_component", draw.material_component);
    fields.integer("material_slot", draw.material_slot);
    fields.text("material_name", &draw.material_name);
    fields.list("textures", &draw.textures, options::texture_reference);
    if let Some(overrides) = &draw.material_overrides
        && *overrides != MaterialOverrides::default()
    {
        fields.put("material_overrides", material_overrides(writer, overrides));
    }
    fields.finish(writer, Kind::Draw, &draw.extra)
}

fn material_overrides(writer: Writer<'_>, overrides: &MaterialOverrides) -> Value {
    let mut fields = Fields::default();
    properties(&mut fields, "floats", &overrides.floats, |number| {
        Value::Float(*number)
    });
    properties(&mut fields, "colors", &overrides.colors, |color| {
        floats(color)
    });
    properties(&mut fields, "vectors", &overrides.vectors, |vector| {
        floats(vector)
    });
    let text = |keyword: &String| Value::Text(keyword.clone());
    fields.full_list("disable_keywords", &overrides.disable_keywords, text);
    fields.full_list("enable_keywords", &overrides.enable_keywords, text);
    fields.finish(writer, Kind::MaterialOverrides, &overrides.extra)
}

fn properties<T>(
    fields: &mut Fields,
    key: &str,
    properties: &[(String, T)],
    write: impl Fn(&T) -> Value,
) {
    if !properties.is_empty() {
        let members = properties
            .iter()
            .map(|(name, value)| (name.clone(), write(value)));
        fields.put(key, Value::Object(members.collect()));
    }
}

pub(super) fn texture(writer: Writer<'_>, texture: &Texture) -> Value {
    let mut fields = Fields::default();
    fields.integer("width", texture.width);
    fields.integer("height", texture.height);
    fields.integer("mips", texture.mips);
    fields.integer("format", texture.format);
    fields.put("srgb", Value::Bool(texture.srgb));
    fields.text("original_name", &texture.original_name);
    fields.optional_text("semantic", texture.semantic.as_deref());
    fields.optional_text("normal_encoding", texture.normal_encoding.as_deref());
    fields.integer("payload", texture.payload);
    fields.finish(writer, Kind::Texture, &texture.extra)
}

pub(super) fn texture_slot(writer: Writer<'_>, slot: &TextureSlot) -> Value {
    let mut fields = Fields::default();
    fields.text("id", &slot.id);
    fields.list("candidates", &slot.candidates, |candidate| {
        slot_candidate(writer, candidate)
    });
    fields.finish_closed(writer, Kind::TextureSlot)
}

fn slot_candidate(writer: Writer<'_>, candidate: &SlotCandidate) -> Value {
    let mut fields = Fields::default();
    options::optional_condition(&mut fields, "when", candidate.when.as_ref());
    fields.put("texture", candidate.texture.map_or(Value::Null, integer));
    fields.finish_closed(writer, Kind::SlotCandidate)
}

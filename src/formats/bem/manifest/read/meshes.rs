//! JSON to typed meshes, draws, textures and texture slots. It judges nothing.

use crate::formats::bem::json::Value;
use crate::formats::bem::manifest::read::{
    Reader, number, numbers, options, set, set_some, text, texts,
};
use crate::formats::bem::manifest::{
    Attribute, Draw, Kind, MaterialOverrides, Mesh, PaletteBone, SlotCandidate, Stream, Texture,
    TextureSlot,
};

pub(super) fn mesh(reader: &mut Reader, value: &Value) -> Option<Mesh> {
    let mut out = Mesh::default();
    let extra = reader.object(Kind::Mesh, value, |reader, key, value| match key {
        "renderer_kind" => set_some(&mut out.renderer_kind, text(value)),
        "vertex_count" => set(&mut out.vertex_count, value.u32()),
        "index_size" => set(&mut out.index_size, value.u32()),
        "indices" => set_some(&mut out.indices, value.u32()),
        "index_count" => set_some(&mut out.index_count, value.u32()),
        "streams" => set(&mut out.streams, reader.list(value, stream)),
        "attributes" => set(
            &mut out.attributes,
            reader.list(value, |_, value| attribute(value)),
        ),
        "bones" => set(&mut out.bones, reader.list(value, palette_bone)),
        "draws" => set(&mut out.draws, reader.list(value, draw)),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

fn stream(reader: &mut Reader, value: &Value) -> Option<Stream> {
    let mut out = Stream::default();
    let extra = reader.object(Kind::Stream, value, |_, key, value| match key {
        "stride" => set(&mut out.stride, value.u32()),
        "payload" => set(&mut out.payload, value.u32()),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

fn attribute(value: &Value) -> Option<Attribute> {
    let [semantic, format, dimension, stream, offset] = value.list()? else {
        return None;
    };
    Some(Attribute {
        semantic: semantic.u32()?,
        format: format.u32()?,
        dimension: dimension.u32()?,
        stream: stream.u32()?,
        offset: offset.u32()?,
    })
}

fn palette_bone(reader: &mut Reader, value: &Value) -> Option<PaletteBone> {
    let mut out = PaletteBone::default();
    let extra = reader.object(Kind::PaletteBone, value, |_, key, value| match key {
        "component" => set(&mut out.component, value.u32()),
        "index" => set(&mut out.index, value.u32()),
        "name" => set(&mut out.name, text(value)),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

fn draw(reader: &mut Reader, value: &Value) -> Option<Draw> {
    let mut out = Draw::default();
    let extra = reader.object(Kind::Draw, value, |reader, key, value| match key {
        "when" => set_some(&mut out.when, options::condition(value)),
        "indices" => set_some(&mut out.indices, value.u32()),
        "start" => set_some(&mut out.start, value.u32()),
        "count" => set(&mut out.count, value.u32()),
        "material_component" => set(&mut out.material_component, value.u32()),
        "material_slot" => set(&mut out.material_slot, value.u32()),
        "material_name" => set(&mut out.material_name, text(value)),
        "textures" => set(
            &mut out.textures,
            options::texture_references(reader, value),
        ),
        "material_overrides" => set_some(
            &mut out.material_overrides,
            material_overrides(reader, value),
        ),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

fn material_overrides(reader: &mut Reader, value: &Value) -> Option<MaterialOverrides> {
    let mut out = MaterialOverrides::default();
    let extra = reader.object(Kind::MaterialOverrides, value, |_, key, value| match key {
        "floats" => set(&mut out.floats, properties(value, number)),
        "colors" => set(&mut out.colors, properties(value, numbers)),
        "vectors" => set(&mut out.vectors, properties(value, numbers)),
        "disable_keywords" => set(&mut out.disable_keywords, texts(value)),
        "enable_keywords" => set(&mut out.enable_keywords, texts(value)),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

fn properties<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Vec<(String, T)>> {
    value
        .members()?
        .iter()
        .map(|(name, value)| Some((name.clone(), read(value)?)))
        .collect()
}

pub(super) fn texture(reader: &mut Reader, value: &Value) -> Option<Texture> {
    let mut out = Texture::default();
    let extra = reader.object(Kind::Texture, value, |_, key, value| match key {
        "width" => set(&mut out.width, value.u32()),
        "height" => set(&mut out.height, value.u32()),
        "mips" => set(&mut out.mips, value.u32()),
        "format" => set(&mut out.format, value.u32()),
        "srgb" => set(&mut out.srgb, value.truth()),
        "original_name" => set(&mut out.original_name, text(value)),
        "semantic" => set_some(&mut out.semantic, text(value)),
        "normal_encoding" => set_some(&mut out.normal_encoding, text(value)),
        "payload" => set(&mut out.payload, value.u32()),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

pub(super) fn texture_slot(reader: &mut Reader, value: &Value) -> Option<TextureSlot> {
    let mut out = TextureSlot::default();
    let rest = reader.object(Kind::TextureSlot, value, |reader, key, value| match key {
        "id" => set(&mut out.id, text(value)),
        "candidates" => set(&mut out.candidates, reader.list(value, slot_candidate)),
        _ => false,
    })?;
    rest.is_empty().then_some(out)
}

fn slot_candidate(reader: &mut Reader, value: &Value) -> Option<SlotCandidate> {
    let mut out = SlotCandidate::default();
    let rest = reader.object(Kind::SlotCandidate, value, |_, key, value| match key {
        "when" => set_some(&mut out.when, options::condition(value)),
        "texture" => *value == Value::Null || set_some(&mut out.texture, value.u32()),
        _ => false,
    })?;
    rest.is_empty().then_some(out)
}

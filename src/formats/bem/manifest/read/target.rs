//! JSON to typed target: both structures and their components. It judges nothing.

use crate::formats::bem::json::Value;
use crate::formats::bem::manifest::read::{Reader, set, set_some, text, texts};
use crate::formats::bem::manifest::{
    BoneAlias, Component, ComponentRenderer, Kind, Resource, Target, TargetStructure,
};

pub(super) fn target(reader: &mut Reader, value: &Value) -> Option<Target> {
    // The structure is chosen by `resources` alone (bem.md ch. 6).
    let is_explicit = value.get("resources").is_some();
    let mut out = Target {
        platform: String::new(),
        ..Target::default()
    };
    if is_explicit {
        out.structure = TargetStructure::Explicit {
            kind: String::new(),
            id: String::new(),
            resources: Vec::new(),
        };
    }
    let extra = reader.object(Kind::Target, value, |reader, key, value| match key {
        "platform" => set(&mut out.platform, text(value)),
        "profile_id" => set(&mut out.profile_id, text(value)),
        "revision" => set(&mut out.revision, text(value)),
        "snapshot" => set_some(&mut out.snapshot, text(value)),
        "components" => set(
            &mut out.components,
            reader.list(value, |reader, value| component(reader, value, is_explicit)),
        ),
        _ => structure_member(reader, &mut out.structure, key, value),
    })?;
    out.extra = extra;
    Some(out)
}

fn structure_member(
    reader: &mut Reader,
    structure: &mut TargetStructure,
    key: &str,
    value: &Value,
) -> bool {
    match structure {
        TargetStructure::Legacy {
            character_id,
            world_resource,
            ui_resource,
        } => match key {
            "character_id" => set(character_id, text(value)),
            "world_resource" => set(world_resource, text(value)),
            "ui_resource" => set(ui_resource, text(value)),
            _ => false,
        },
        TargetStructure::Explicit {
            kind,
            id,
            resources,
        } => match key {
            "kind" => set(kind, text(value)),
            "id" => set(id, text(value)),
            "resources" => set(resources, reader.list(value, resource)),
            _ => false,
        },
    }
}

fn resource(reader: &mut Reader, value: &Value) -> Option<Resource> {
    let mut out = Resource::default();
    let rest = reader.object(Kind::Resource, value, |_, key, value| match key {
        "id" => set(&mut out.id, text(value)),
        "name" => set(&mut out.name, text(value)),
        "asset_path" => set(&mut out.asset_path, text(value)),
        "platforms" => set(&mut out.platforms, texts(value)),
        "lod" => set(&mut out.lod, value.u32()),
        _ => false,
    })?;
    rest.is_empty().then_some(out)
}

fn component(reader: &mut Reader, value: &Value, is_explicit: bool) -> Option<Component> {
    let mut out = Component::default();
    let mut renderer = ComponentRenderer::default();
    let extra = reader.object(Kind::Component, value, |reader, key, value| match key {
        "id" => set(&mut out.id, value.u32()),
        "resource" if is_explicit => set(&mut renderer.resource, text(value)),
        "renderer_kind" if is_explicit => set(&mut renderer.renderer_kind, text(value)),
        "renderer_path" if is_explicit => set(&mut renderer.renderer_path, text(value)),
        "mesh_name" => set(&mut out.mesh_name, text(value)),
        "original_index_count" => set(&mut out.original_index_count, value.u32()),
        "bone_names" => set(&mut out.bone_names, texts(value)),
        "bone_name_aliases" => set(&mut out.bone_name_aliases, reader.list(value, bone_alias)),
        "materials" => set(&mut out.materials, texts(value)),
        _ => false,
    })?;
    out.extra = extra;
    out.renderer = is_explicit.then_some(renderer);
    Some(out)
}

fn bone_alias(reader: &mut Reader, value: &Value) -> Option<BoneAlias> {
    let mut out = BoneAlias::default();
    let rest = reader.object(Kind::BoneAlias, value, |_, key, value| match key {
        "index" => set(&mut out.index, value.u32()),
        "resource" => set(&mut out.resource, text(value)),
        "name" => set(&mut out.name, text(value)),
        _ => false,
    })?;
    rest.is_empty().then_some(out)
}

//! Typed target to JSON. It judges nothing.

use crate::formats::bem::json::Value;
use crate::formats::bem::manifest::write::{Fields, Writer};
use crate::formats::bem::manifest::{
    BoneAlias, Component, Kind, Resource, Target, TargetStructure,
};

pub(super) fn target(writer: Writer<'_>, target: &Target) -> Value {
    let mut fields = Fields::default();
    match &target.structure {
        TargetStructure::Legacy { character_id, .. } => fields.text("character_id", character_id),
        TargetStructure::Explicit { kind, id, .. } => {
            fields.text("kind", kind);
            fields.text("id", id);
        }
    }
    fields.text("platform", &target.platform);
    fields.text("profile_id", &target.profile_id);
    fields.text("revision", &target.revision);
    fields.optional_text("snapshot", target.snapshot.as_deref());
    match &target.structure {
        TargetStructure::Legacy {
            world_resource,
            ui_resource,
            ..
        } => {
            fields.text("world_resource", world_resource);
            fields.text("ui_resource", ui_resource);
        }
        TargetStructure::Explicit { resources, .. } => {
            fields.list("resources", resources, |entry| resource(writer, entry));
        }
    }
    fields.list("components", &target.components, |entry| {
        component(writer, entry)
    });
    fields.finish(writer, Kind::Target, &target.extra)
}

fn resource(writer: Writer<'_>, resource: &Resource) -> Value {
    let mut fields = Fields::default();
    fields.text("id", &resource.id);
    fields.text("name", &resource.name);
    fields.text("asset_path", &resource.asset_path);
    fields.texts("platforms", &resource.platforms);
    fields.integer("lod", resource.lod);
    fields.finish_closed(writer, Kind::Resource)
}

fn component(writer: Writer<'_>, component: &Component) -> Value {
    let mut fields = Fields::default();
    fields.integer("id", component.id);
    if let Some(renderer) = &component.renderer {
        fields.text("resource", &renderer.resource);
        fields.text("renderer_kind", &renderer.renderer_kind);
        fields.text("renderer_path", &renderer.renderer_path);
    }
    fields.text("mesh_name", &component.mesh_name);
    fields.integer("original_index_count", component.original_index_count);
    fields.texts("bone_names", &component.bone_names);
    fields.full_list("bone_name_aliases", &component.bone_name_aliases, |alias| {
        bone_alias(writer, alias)
    });
    fields.texts("materials", &component.materials);
    fields.finish(writer, Kind::Component, &component.extra)
}

fn bone_alias(writer: Writer<'_>, alias: &BoneAlias) -> Value {
    let mut fields = Fields::default();
    fields.integer("index", alias.index);
    fields.text("resource", &alias.resource);
    fields.text("name", &alias.name);
    fields.finish_closed(writer, Kind::BoneAlias)
}

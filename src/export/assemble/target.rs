//! The target of the manifest, in either structure (bem.md ch. 5, 6).

use super::metadata::members;
use crate::document::metadata::Metadata;
use crate::document::parts::{Document, PackageTarget, TargetOrigin};
use crate::formats::bem::manifest::{
    BoneAlias, Component, ComponentRenderer, Resource, Target, TargetStructure,
};
use crate::model::target::{self, TargetComponent, TargetProfile};

pub(super) fn target_of(document: &Document, profile: &TargetProfile) -> Target {
    let nothing = PackageTarget::default();
    let opened = match document.target.as_ref().map(|target| &target.origin) {
        Some(TargetOrigin::Package(opened)) => opened.as_ref(),
        Some(TargetOrigin::Catalog { .. }) | None => &nothing,
    };
    let components = profile.components.iter().enumerate();
    Target {
        structure: structure_of(profile),
        profile_id: profile.profile_id.clone(),
        revision: profile.revision.clone(),
        snapshot: profile.snapshot.clone(),
        components: components
            .map(|(at, component)| component_of(component, opened.components.get(at)))
            .collect(),
        extra: members(&opened.metadata),
        ..Target::default()
    }
}

fn structure_of(profile: &TargetProfile) -> TargetStructure {
    let Some(explicit) = &profile.explicit else {
        return TargetStructure::Legacy {
            character_id: profile.character_id.clone(),
            world_resource: profile.world_resource.clone(),
            ui_resource: profile.ui_resource.clone(),
        };
    };
    let kind = if explicit.is_weapon {
        "weapon"
    } else {
        "character"
    };
    TargetStructure::Explicit {
        kind: kind.to_owned(),
        id: profile.character_id.clone(),
        resources: explicit.resources.iter().map(resource_of).collect(),
    }
}

fn resource_of(resource: &target::Resource) -> Resource {
    Resource {
        id: resource.id.clone(),
        name: resource.name.clone(),
        asset_path: resource.asset_path.clone(),
        platforms: resource.platforms.clone(),
        lod: resource.lod,
    }
}

fn component_of(component: &TargetComponent, metadata: Option<&Metadata>) -> Component {
    let aliases = component.bone_aliases.iter().map(|alias| BoneAlias {
        index: alias.index,
        resource: alias.resource.clone(),
        name: alias.name.clone(),
    });
    Component {
        id: component.id,
        renderer: component
            .renderer
            .as_ref()
            .map(|renderer| ComponentRenderer {
                resource: renderer.resource.clone(),
                renderer_kind: renderer_kind(renderer.is_static).to_owned(),
                renderer_path: renderer.path.clone(),
            }),
        mesh_name: component.mesh_name.clone(),
        original_index_count: component.original_index_count,
        bone_names: component.bone_names.clone(),
        bone_name_aliases: aliases.collect(),
        materials: component.materials.clone(),
        extra: metadata.map(members).unwrap_or_default(),
    }
}

/// The word for a renderer or mesh with or without skin (TGT-20, TGT-25).
pub(super) const fn renderer_kind(is_static: bool) -> &'static str {
    if is_static { "static" } else { "skinned" }
}

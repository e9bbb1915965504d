//! The target of a package as a profile: everything it states, nothing guessed.

use super::metadata_of;
use crate::document::parts::{PackageTarget, Target, TargetOrigin};
use crate::formats::bem::manifest;
use crate::model::target::{
    BoneAlias, ExplicitTarget, Renderer, Resource, TargetComponent, TargetProfile,
};
use std::sync::Arc;

pub(super) fn target_of(stated: &manifest::Target) -> Target {
    let components = stated.components.iter();
    let opened = PackageTarget {
        metadata: metadata_of(&stated.extra),
        components: components
            .map(|component| metadata_of(&component.extra))
            .collect(),
    };
    Target {
        origin: TargetOrigin::Package(Arc::new(opened)),
        profile: Arc::new(profile_of(stated)),
    }
}

fn profile_of(stated: &manifest::Target) -> TargetProfile {
    let profile = TargetProfile {
        profile_id: stated.profile_id.clone(),
        revision: stated.revision.clone(),
        snapshot: stated.snapshot.clone(),
        components: stated.components.iter().map(component_of).collect(),
        ..TargetProfile::default()
    };
    match &stated.structure {
        manifest::TargetStructure::Legacy {
            character_id,
            world_resource,
            ui_resource,
        } => TargetProfile {
            character_id: character_id.clone(),
            name: character_id.clone(),
            world_resource: world_resource.clone(),
            ui_resource: ui_resource.clone(),
            ..profile
        },
        manifest::TargetStructure::Explicit {
            kind,
            id,
            resources,
        } => TargetProfile {
            character_id: id.clone(),
            name: id.clone(),
            explicit: Some(ExplicitTarget {
                is_weapon: kind == "weapon",
                resources: resources.iter().map(resource_of).collect(),
            }),
            ..profile
        },
    }
}

fn resource_of(stated: &manifest::Resource) -> Resource {
    Resource {
        id: stated.id.clone(),
        name: stated.name.clone(),
        asset_path: stated.asset_path.clone(),
        platforms: stated.platforms.clone(),
        lod: stated.lod,
    }
}

fn component_of(stated: &manifest::Component) -> TargetComponent {
    let aliases = stated.bone_name_aliases.iter();
    TargetComponent {
        id: stated.id,
        mesh_name: stated.mesh_name.clone(),
        original_index_count: stated.original_index_count,
        bone_names: stated.bone_names.clone(),
        materials: stated.materials.clone(),
        bone_aliases: aliases
            .map(|alias| BoneAlias {
                index: alias.index,
                resource: alias.resource.clone(),
                name: alias.name.clone(),
            })
            .collect(),
        renderer: stated.renderer.as_ref().map(|renderer| Renderer {
            resource: renderer.resource.clone(),
            is_static: renderer.renderer_kind == "static",
            path: renderer.renderer_path.clone(),
        }),
        ..TargetComponent::default()
    }
}

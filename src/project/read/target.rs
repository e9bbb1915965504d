//! The character as an opened package stated it.

use super::metadata_of;
use crate::base::numbers::u32_of;
use crate::document::parts::{PackageTarget, Target, TargetOrigin};
use crate::model::target::{
    BoneAlias, ExplicitTarget, Renderer, Resource, TargetComponent, TargetProfile,
};
use crate::project::file;
use std::sync::Arc;

pub(super) fn target_of(stored: &file::PackageTarget) -> Target {
    let components = stored.components.iter();
    let opened = PackageTarget {
        metadata: metadata_of(&stored.metadata),
        components: components
            .map(|component| metadata_of(&component.metadata))
            .collect(),
    };
    Target {
        origin: TargetOrigin::Package(Arc::new(opened)),
        profile: Arc::new(profile_of(stored)),
    }
}

fn profile_of(stored: &file::PackageTarget) -> TargetProfile {
    let components = stored.components.iter().enumerate();
    TargetProfile {
        character_id: stored.id.clone(),
        name: stored.id.clone(),
        profile_id: stored.profile_id.clone(),
        revision: stored.revision.clone(),
        snapshot: stored.snapshot.clone(),
        world_resource: stored.world_resource.clone(),
        ui_resource: stored.ui_resource.clone(),
        explicit: stored.explicit.as_ref().map(explicit_of),
        components: components
            .map(|(at, component)| component_of(u32_of(at), component))
            .collect(),
        ..TargetProfile::default()
    }
}

fn explicit_of(stored: &file::Explicit) -> ExplicitTarget {
    let resources = stored.resources.iter();
    ExplicitTarget {
        is_weapon: stored.is_weapon,
        resources: resources
            .map(|resource| Resource {
                id: resource.id.clone(),
                name: resource.name.clone(),
                asset_path: resource.asset_path.clone(),
                platforms: resource.platforms.clone(),
                lod: resource.lod,
            })
            .collect(),
    }
}

fn component_of(id: u32, stored: &file::Component) -> TargetComponent {
    let aliases = stored.aliases.iter();
    TargetComponent {
        id,
        mesh_name: stored.mesh_name.clone(),
        original_index_count: stored.original_index_count,
        bone_names: stored.bone_names.clone(),
        materials: stored.materials.clone(),
        bone_aliases: aliases
            .map(|alias| BoneAlias {
                index: alias.index,
                resource: alias.resource.clone(),
                name: alias.name.clone(),
            })
            .collect(),
        renderer: stored.renderer.as_ref().map(|renderer| Renderer {
            resource: renderer.resource.clone(),
            is_static: renderer.is_static,
            path: renderer.path.clone(),
        }),
        ..TargetComponent::default()
    }
}

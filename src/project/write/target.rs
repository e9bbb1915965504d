//! The character.

use super::{metadata_of, path_from};
use crate::document::metadata::Metadata;
use crate::document::parts::{PackageTarget, Target, TargetOrigin};
use crate::model::target::{TargetComponent, TargetProfile};
use crate::project::file;
use std::path::Path;

pub(super) fn target_of(target: &Target, folder: &Path) -> file::Target {
    match &target.origin {
        TargetOrigin::Catalog { path, digest } => file::Target::Catalog(file::FileReference {
            path: path_from(folder, path),
            blake3: digest.to_hex(),
        }),
        TargetOrigin::Package(opened) => file::Target::Package {
            package: package_target_of(&target.profile, opened),
        },
    }
}

fn package_target_of(profile: &TargetProfile, opened: &PackageTarget) -> file::PackageTarget {
    let components = profile.components.iter().enumerate();
    file::PackageTarget {
        id: profile.character_id.clone(),
        profile_id: profile.profile_id.clone(),
        revision: profile.revision.clone(),
        snapshot: profile.snapshot.clone(),
        world_resource: profile.world_resource.clone(),
        ui_resource: profile.ui_resource.clone(),
        explicit: profile.explicit.as_ref().map(|explicit| {
            let resources = explicit.resources.iter();
            file::Explicit {
                is_weapon: explicit.is_weapon,
                resources: resources
                    .map(|resource| file::Resource {
                        id: resource.id.clone(),
                        name: resource.name.clone(),
                        asset_path: resource.asset_path.clone(),
                        platforms: resource.platforms.clone(),
                        lod: resource.lod,
                    })
                    .collect(),
            }
        }),
        components: components
            .map(|(at, component)| component_of(component, opened.components.get(at)))
            .collect(),
        metadata: metadata_of(&opened.metadata),
    }
}

fn component_of(component: &TargetComponent, metadata: Option<&Metadata>) -> file::Component {
    let aliases = component.bone_aliases.iter();
    file::Component {
        mesh_name: component.mesh_name.clone(),
        original_index_count: component.original_index_count,
        bone_names: component.bone_names.clone(),
        materials: component.materials.clone(),
        aliases: aliases
            .map(|alias| file::Alias {
                index: alias.index,
                resource: alias.resource.clone(),
                name: alias.name.clone(),
            })
            .collect(),
        renderer: component.renderer.as_ref().map(|renderer| file::Renderer {
            resource: renderer.resource.clone(),
            is_static: renderer.is_static,
            path: renderer.path.clone(),
        }),
        metadata: metadata.map(metadata_of).unwrap_or_default(),
    }
}

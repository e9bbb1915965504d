//! Which components of an explicit package a request for one resource or platform means (TGT-29). All numbers stay those
//! of the whole package.

use crate::base::findings::{Finding, Place, Severity};
use crate::base::numbers::u32_of;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::manifest::{
    ComponentRenderer, Manifest, Operation, TargetStructure, TextureReference,
};
use std::collections::BTreeSet;

static UNAVAILABLE: Phrase = Phrase::new(
    "资源“{resource}”在平台“{platform}”上不可用。",
    "リソース「{resource}」はプラットフォーム「{platform}」では使えません。",
    "The resource {resource} is not available on the platform {platform}.",
);

/// A request for part of a package. Fields that are none ask for everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourceFilter {
    /// Id of one resource.
    pub resource: Option<String>,
    /// Platform it must list, such as `windows-x64`.
    pub platform: Option<String>,
}

/// Indices of the components a request means, ascending. A legacy package has no resources: it answers only requests
/// that name none.
///
/// # Errors
///
/// TGT-29: the named resource does not exist, or no resource meant lists the platform.
pub fn chosen_components(
    manifest: &Manifest,
    filter: &ResourceFilter,
) -> Result<Vec<u32>, Box<Finding>> {
    let refused = || {
        let any = "*".to_owned();
        let message = Message::new(&UNAVAILABLE)
            .with("resource", filter.resource.as_ref().unwrap_or(&any))
            .with("platform", filter.platform.as_ref().unwrap_or(&any));
        let place = Place::Pointer("/target/resources".to_owned());
        Box::new(Finding::new("TGT-29", Severity::Error, place, message))
    };
    let components = &manifest.target.components;
    let TargetStructure::Explicit { resources, .. } = &manifest.target.structure else {
        return if filter.resource.is_none() {
            Ok((0..u32_of(components.len())).collect())
        } else {
            Err(refused())
        };
    };
    let meant: BTreeSet<&str> = resources
        .iter()
        .filter(|resource| filter.resource.as_ref().is_none_or(|id| *id == resource.id))
        .filter(|resource| {
            let mut platforms = resource.platforms.iter();
            filter
                .platform
                .as_ref()
                .is_none_or(|wanted| platforms.any(|platform| platform == wanted))
        })
        .map(|resource| resource.id.as_str())
        .collect();
    if meant.is_empty() {
        return Err(refused());
    }
    let of_resource = |renderer: &ComponentRenderer| meant.contains(renderer.resource.as_str());
    let indices = (0..).zip(components);
    Ok(indices
        .filter(|(_, component)| component.renderer.as_ref().is_some_and(of_resource))
        .map(|(index, _)| index)
        .collect())
}

/// Payloads that some selection of these components can need.
///
/// Streams, indices, textures and delta frames of every mesh that can replace one of them, and textures of their keep
/// overrides and slots. Sounds and previews belong to no component.
pub fn payloads_of(manifest: &Manifest, components: &[u32]) -> BTreeSet<u32> {
    let mut meshes = BTreeSet::new();
    let mut textures = BTreeSet::new();
    let mut use_textures = |list: &[TextureReference]| {
        for reference in list {
            textures.extend(texture_indices(manifest, reference));
        }
    };
    for rule in &manifest.component_rules {
        if !components.contains(&rule.target) {
            continue;
        }
        for candidate in &rule.candidates {
            if let Operation::Replace { mesh } = candidate.operation {
                meshes.insert(mesh);
            }
            for entry in &candidate.material_overrides {
                use_textures(&entry.textures);
            }
        }
    }
    let mut payloads = BTreeSet::new();
    for (index, mesh) in (0_u32..).zip(&manifest.meshes) {
        if !meshes.contains(&index) {
            continue;
        }
        payloads.extend(mesh.streams.iter().map(|stream| stream.payload));
        for draw in &mesh.draws {
            payloads.extend(draw.indices);
            use_textures(&draw.textures);
        }
    }
    let channels = manifest.mesh_deformations.iter();
    let frames = channels
        .filter(|channel| meshes.contains(&channel.mesh))
        .flat_map(|channel| &channel.frames);
    payloads.extend(frames.filter_map(|frame| Some(frame.deltas.as_ref()?.payload)));
    let entries = (0_u32..).zip(&manifest.textures);
    payloads.extend(
        entries
            .filter(|(index, _)| textures.contains(index))
            .map(|(_, texture)| texture.payload),
    );
    payloads
}

/// Texture-table entries a reference can stand for.
fn texture_indices(manifest: &Manifest, reference: &TextureReference) -> Vec<u32> {
    match reference {
        TextureReference::Texture(index) => vec![*index],
        TextureReference::Slot(id) => {
            let slots = manifest.texture_slots.iter().filter(|slot| slot.id == *id);
            slots
                .flat_map(|slot| slot.candidates.iter().filter_map(|one| one.texture))
                .collect()
        }
    }
}

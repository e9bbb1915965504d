//! Meshes, textures and slots of a package as raw parts.

use super::{OpenError, Opening, dangling, metadata_of};
use crate::base::numbers::u32_of;
use crate::document::blob::Blob;
use crate::document::ids::{MeshId, TextureId};
use crate::document::parts::{
    Draw, Geometry, MaterialOverrides, MaterialPlace, Mesh, Mips, PaletteBone, Picture,
    RawGeometry, RawStream, RawTexture, SlotCandidate, Texture, TextureFormat, TextureSlot,
    Triangles,
};
use crate::formats::bem::manifest::{self, Manifest};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) fn meshes_of(opening: &Opening<'_>) -> Result<BTreeMap<MeshId, Arc<Mesh>>, OpenError> {
    let homes = homes(opening.manifest);
    let meshes = opening.manifest.meshes.iter().enumerate();
    meshes
        .map(|(at, mesh)| {
            let index = u32_of(at);
            let component = homes.get(&index).copied();
            let component = component.or_else(|| lender(mesh)).unwrap_or_default();
            Ok((
                opening.mesh(index)?,
                Arc::new(mesh_of(opening, mesh, component)?),
            ))
        })
        .collect()
}

/// The first component each mesh takes the place of.
fn homes(manifest: &Manifest) -> BTreeMap<u32, u32> {
    let candidates = manifest.component_rules.iter().flat_map(|rule| {
        let candidates = rule.candidates.iter();
        candidates.map(|candidate| (rule.target, candidate.operation))
    });
    let fixed = manifest.appearances.iter();
    let fixed = fixed.flat_map(|fixed| &fixed.appearances);
    let components = fixed.flat_map(|appearance| &appearance.components);
    let components = components.map(|component| (component.target, component.operation));
    let mut homes = BTreeMap::new();
    for (component, operation) in candidates.chain(components) {
        if let manifest::Operation::Replace { mesh } = operation {
            homes.entry(mesh).or_insert(component);
        }
    }
    homes
}

/// Whose bones or materials a mesh uses, for one that is never shown.
fn lender(mesh: &manifest::Mesh) -> Option<u32> {
    let bone = mesh.bones.first().map(|bone| bone.component);
    bone.or_else(|| mesh.draws.first().map(|draw| draw.material_component))
}

fn mesh_of(
    opening: &Opening<'_>,
    mesh: &manifest::Mesh,
    component: u32,
) -> Result<Mesh, OpenError> {
    let streams = mesh.streams.iter().map(|stream| {
        Ok(RawStream {
            stride: stream.stride,
            bytes: opening.blob(stream.payload)?,
            metadata: metadata_of(&stream.extra),
        })
    });
    let bones = mesh.bones.iter().map(|bone| PaletteBone {
        component: bone.component,
        index: bone.index,
        metadata: metadata_of(&bone.extra),
    });
    let geometry = RawGeometry {
        is_static: !mesh.is_skinned(),
        vertex_count: mesh.vertex_count,
        index_size: mesh.index_size,
        streams: streams.collect::<Result<_, OpenError>>()?,
        attributes: mesh.attributes.iter().map(row_of).collect(),
        bones: bones.collect(),
    };
    Ok(Mesh {
        component,
        draws: draws_of(opening, mesh)?,
        geometry: Geometry::Raw(Arc::new(geometry)),
        metadata: metadata_of(&mesh.extra),
    })
}

const fn row_of(attribute: &manifest::Attribute) -> [u32; 5] {
    [
        attribute.semantic,
        attribute.format,
        attribute.dimension,
        attribute.stream,
        attribute.offset,
    ]
}

/// The draws with an index list each: that of a 1.0 mesh is cut at its draws.
fn draws_of(opening: &Opening<'_>, mesh: &manifest::Mesh) -> Result<Vec<Draw>, OpenError> {
    let whole = match mesh
        .indices
        .filter(|_| opening.manifest.option_groups.is_none())
    {
        None => None,
        Some(payload) => {
            let blob = opening.blob(payload)?;
            let bytes = blob.read()?;
            Some((blob, bytes))
        }
    };
    let mut start = 0_u64;
    let mut draws = Vec::with_capacity(mesh.draws.len());
    for draw in &mesh.draws {
        let size_bytes = u64::from(draw.count).saturating_mul(u64::from(mesh.index_size));
        let indices: Blob = match (&whole, draw.indices) {
            (Some((blob, bytes)), _) => {
                let part = blob.part(start..start.saturating_add(size_bytes), bytes);
                part.ok_or_else(|| dangling("/meshes"))?
            }
            (None, Some(payload)) => opening.blob(payload)?,
            (None, None) => return Err(dangling("/meshes")),
        };
        start = start.saturating_add(size_bytes);
        draws.push(draw_of(opening, draw, indices)?);
    }
    Ok(draws)
}

fn draw_of(opening: &Opening<'_>, draw: &manifest::Draw, indices: Blob) -> Result<Draw, OpenError> {
    Ok(Draw {
        triangles: Triangles::Raw {
            count: draw.count,
            indices,
        },
        donor: MaterialPlace {
            component: draw.material_component,
            slot: draw.material_slot,
        },
        textures: opening.references(&draw.textures)?,
        when: opening.when(draw.when.as_ref())?,
        overrides: draw
            .material_overrides
            .as_ref()
            .map(|overrides| Arc::new(overrides_of(overrides))),
        metadata: metadata_of(&draw.extra),
    })
}

fn overrides_of(overrides: &manifest::MaterialOverrides) -> MaterialOverrides {
    MaterialOverrides {
        floats: overrides.floats.clone(),
        colors: overrides.colors.clone(),
        vectors: overrides.vectors.clone(),
        disable_keywords: overrides.disable_keywords.clone(),
        enable_keywords: overrides.enable_keywords.clone(),
        metadata: metadata_of(&overrides.extra),
    }
}

pub(super) fn textures_of(
    opening: &Opening<'_>,
) -> Result<BTreeMap<TextureId, Arc<Texture>>, OpenError> {
    let textures = opening.textures.iter().zip(&opening.manifest.textures);
    textures
        .map(|(id, texture)| {
            let raw = RawTexture {
                width: texture.width,
                height: texture.height,
                mips: texture.mips,
                format: texture.format,
                bytes: opening.blob(texture.payload)?,
            };
            let made = Texture {
                original_name: texture.original_name.clone(),
                picture: Picture::Raw(Arc::new(raw)),
                format: TextureFormat::default(),
                srgb: texture.srgb,
                mips: Mips::default(),
                semantic: texture.semantic.clone(),
                normal_encoding: texture.normal_encoding.clone(),
                metadata: metadata_of(&texture.extra),
            };
            Ok((*id, Arc::new(made)))
        })
        .collect()
}

pub(super) fn slots_of(opening: &Opening<'_>) -> Result<Vec<Arc<TextureSlot>>, OpenError> {
    let slots = opening.manifest.texture_slots.iter();
    slots
        .map(|slot| {
            let id = opening.slots.get(slot.id.as_str());
            let candidates = slot.candidates.iter().map(|candidate| {
                let texture = candidate.texture.map(|texture| opening.texture(texture));
                Ok(SlotCandidate {
                    when: opening.when(candidate.when.as_ref())?,
                    texture: texture.transpose()?,
                })
            });
            Ok(Arc::new(TextureSlot {
                id: *id.ok_or_else(|| dangling("/texture_slots"))?,
                export_id: slot.id.clone(),
                candidates: candidates.collect::<Result<_, OpenError>>()?,
            }))
        })
        .collect()
}

//! Meshes, textures and slots.

use super::options::condition_of;
use super::{Loaded, metadata_of, place_of, unknown_word};
use crate::document::ids::{MeshId, SlotId, SourceId, TextureId};
use crate::document::parts::{
    Draw, Geometry, MaterialOverrides, Mesh, Mips, PaletteBone, Picture, RawGeometry, RawStream,
    RawTexture, SlotCandidate, Texture, TextureFormat, TextureReference, TextureSlot, Triangles,
};
use crate::project::error::{Part, ProjectError};
use crate::project::file;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) fn meshes_of(
    stored: &[file::Mesh],
    loaded: &Loaded<'_>,
) -> Result<BTreeMap<MeshId, Arc<Mesh>>, ProjectError> {
    let one = |mesh: &file::Mesh| Ok((MeshId(mesh.id), Arc::new(mesh_of(mesh, loaded)?)));
    stored.iter().map(one).collect()
}

fn mesh_of(mesh: &file::Mesh, loaded: &Loaded<'_>) -> Result<Mesh, ProjectError> {
    let place = Part::Mesh(MeshId(mesh.id));
    let geometry = match (mesh.source, &mesh.geometry) {
        (Some(source), None) => Geometry::Figure(SourceId(source)),
        (None, Some(raw)) => Geometry::Raw(Arc::new(geometry_of(raw, loaded)?)),
        (None, None) | (Some(_), Some(_)) => return Err(ProjectError::Ambiguous { place }),
    };
    let draws: Result<Vec<Draw>, ProjectError> = mesh
        .draws
        .iter()
        .map(|draw| {
            let draw = draw_of(draw, place, loaded)?;
            let is_raw = matches!(draw.triangles, Triangles::Raw { .. });
            if is_raw == matches!(geometry, Geometry::Raw(_)) {
                Ok(draw)
            } else {
                Err(ProjectError::Ambiguous { place })
            }
        })
        .collect();
    Ok(Mesh {
        component: mesh.component,
        draws: draws?,
        geometry,
        metadata: metadata_of(&mesh.metadata),
    })
}

fn geometry_of(raw: &file::Geometry, loaded: &Loaded<'_>) -> Result<RawGeometry, ProjectError> {
    let stream = |stream: &file::Stream| {
        Ok(RawStream {
            stride: stream.stride,
            bytes: loaded.blob(&stream.blob)?,
            metadata: metadata_of(&stream.metadata),
        })
    };
    let streams: Result<Vec<RawStream>, ProjectError> = raw.streams.iter().map(stream).collect();
    let bones = raw.bones.iter().map(|bone| PaletteBone {
        component: bone.component,
        index: bone.index,
        metadata: metadata_of(&bone.metadata),
    });
    Ok(RawGeometry {
        is_static: raw.is_static,
        vertex_count: raw.vertex_count,
        index_size: raw.index_size,
        streams: streams?,
        attributes: raw.attributes.clone(),
        bones: bones.collect(),
    })
}

fn draw_of(draw: &file::Draw, place: Part, loaded: &Loaded<'_>) -> Result<Draw, ProjectError> {
    let triangles = match (draw.material, &draw.triangles) {
        (Some(material), None) => Triangles::Figure { material },
        (None, Some(raw)) => Triangles::Raw {
            count: raw.count,
            indices: loaded.blob(&raw.blob)?,
        },
        (None, None) | (Some(_), Some(_)) => return Err(ProjectError::Ambiguous { place }),
    };
    Ok(Draw {
        triangles,
        donor: place_of(draw.donor),
        textures: references_of(&draw.textures),
        when: draw.when.as_ref().map(condition_of),
        overrides: draw
            .overrides
            .as_ref()
            .map(|overrides| Arc::new(overrides_of(overrides))),
        metadata: metadata_of(&draw.metadata),
    })
}

pub(super) fn references_of(stored: &[file::TextureReference]) -> Vec<TextureReference> {
    let one = |reference: &file::TextureReference| match reference {
        file::TextureReference::Texture(id) => TextureReference::Texture(TextureId(*id)),
        file::TextureReference::Slot { slot } => TextureReference::Slot(SlotId(*slot)),
    };
    stored.iter().map(one).collect()
}

fn overrides_of(stored: &file::MaterialOverrides) -> MaterialOverrides {
    MaterialOverrides {
        floats: stored.floats.clone(),
        colors: stored.colors.clone(),
        vectors: stored.vectors.clone(),
        disable_keywords: stored.disable_keywords.clone(),
        enable_keywords: stored.enable_keywords.clone(),
        metadata: metadata_of(&stored.metadata),
    }
}

pub(super) fn textures_of(
    stored: &[file::Texture],
    loaded: &Loaded<'_>,
) -> Result<BTreeMap<TextureId, Arc<Texture>>, ProjectError> {
    let one = |texture: &file::Texture| {
        Ok((
            TextureId(texture.id),
            Arc::new(texture_of(texture, loaded)?),
        ))
    };
    stored.iter().map(one).collect()
}

fn texture_of(texture: &file::Texture, loaded: &Loaded<'_>) -> Result<Texture, ProjectError> {
    let format = match texture.format.as_str() {
        "rgba32" => TextureFormat::Rgba32,
        "bc7" => TextureFormat::Bc7,
        other => return Err(unknown_word("textures/format", other)),
    };
    let mips = match texture.mips.as_str() {
        "full" => Mips::Full,
        "single" => Mips::Single,
        other => return Err(unknown_word("textures/mips", other)),
    };
    Ok(Texture {
        original_name: texture.original_name.clone(),
        picture: picture_of(&texture.picture, loaded)?,
        format,
        srgb: texture.srgb,
        mips,
        semantic: texture.semantic.clone(),
        normal_encoding: texture.normal_encoding.clone(),
        metadata: metadata_of(&texture.metadata),
    })
}

fn picture_of(stored: &file::Picture, loaded: &Loaded<'_>) -> Result<Picture, ProjectError> {
    Ok(match stored {
        file::Picture::Figure { source, texture } => Picture::Figure {
            source: SourceId(*source),
            texture: *texture,
        },
        file::Picture::Plain(color) => Picture::Plain(*color),
        file::Picture::Raw(raw) => Picture::Raw(Arc::new(RawTexture {
            width: raw.width,
            height: raw.height,
            mips: raw.mips,
            format: raw.format,
            bytes: loaded.blob(&raw.blob)?,
        })),
    })
}

pub(super) fn slots_of(stored: &[file::Slot]) -> Vec<Arc<TextureSlot>> {
    let one = |slot: &file::Slot| {
        let candidates = slot.candidates.iter().map(|candidate| SlotCandidate {
            when: candidate.when.as_ref().map(condition_of),
            texture: candidate.texture.map(TextureId),
        });
        Arc::new(TextureSlot {
            id: SlotId(slot.id),
            export_id: slot.export_id.clone(),
            candidates: candidates.collect(),
        })
    };
    stored.iter().map(one).collect()
}

//! Meshes, textures and slots.

use super::options::condition_of;
use super::{blob_of, metadata_of, place_of};
use crate::document::parts::{
    Document, Draw, Geometry, MaterialOverrides, Mesh, Mips, Picture, RawGeometry, Texture,
    TextureFormat, TextureReference, Triangles,
};
use crate::project::file;

pub(super) fn meshes_of(document: &Document) -> Vec<file::Mesh> {
    let meshes = document.meshes.iter();
    meshes.map(|(id, mesh)| mesh_of(id.0, mesh)).collect()
}

fn mesh_of(id: u32, mesh: &Mesh) -> file::Mesh {
    let (source, geometry) = match &mesh.geometry {
        Geometry::Figure(source) => (Some(source.0), None),
        Geometry::Raw(raw) => (None, Some(geometry_of(raw))),
    };
    file::Mesh {
        id,
        component: mesh.component,
        source,
        geometry,
        draws: mesh.draws.iter().map(draw_of).collect(),
        metadata: metadata_of(&mesh.metadata),
    }
}

fn geometry_of(raw: &RawGeometry) -> file::Geometry {
    let streams = raw.streams.iter();
    let bones = raw.bones.iter();
    file::Geometry {
        is_static: raw.is_static,
        vertex_count: raw.vertex_count,
        index_size: raw.index_size,
        streams: streams
            .map(|stream| file::Stream {
                stride: stream.stride,
                blob: blob_of(&stream.bytes),
                metadata: metadata_of(&stream.metadata),
            })
            .collect(),
        attributes: raw.attributes.clone(),
        bones: bones
            .map(|bone| file::PaletteBone {
                component: bone.component,
                index: bone.index,
                metadata: metadata_of(&bone.metadata),
            })
            .collect(),
    }
}

fn draw_of(draw: &Draw) -> file::Draw {
    let (material, triangles) = match &draw.triangles {
        Triangles::Figure { material } => (Some(*material), None),
        Triangles::Raw { count, indices } => {
            let raw = file::RawDraw {
                count: *count,
                blob: blob_of(indices),
            };
            (None, Some(raw))
        }
    };
    file::Draw {
        material,
        triangles,
        donor: place_of(draw.donor),
        textures: references_of(&draw.textures),
        when: draw.when.as_ref().map(condition_of),
        overrides: draw.overrides.as_deref().map(overrides_of),
        metadata: metadata_of(&draw.metadata),
    }
}

pub(super) fn references_of(textures: &[TextureReference]) -> Vec<file::TextureReference> {
    let one = |reference: &TextureReference| match reference {
        TextureReference::Texture(id) => file::TextureReference::Texture(id.0),
        TextureReference::Slot(id) => file::TextureReference::Slot { slot: id.0 },
    };
    textures.iter().map(one).collect()
}

fn overrides_of(overrides: &MaterialOverrides) -> file::MaterialOverrides {
    file::MaterialOverrides {
        floats: overrides.floats.clone(),
        colors: overrides.colors.clone(),
        vectors: overrides.vectors.clone(),
        disable_keywords: overrides.disable_keywords.clone(),
        enable_keywords: overrides.enable_keywords.clone(),
        metadata: metadata_of(&overrides.metadata),
    }
}

pub(super) fn textures_of(document: &Document) -> Vec<file::Texture> {
    let textures = document.textures.iter();
    textures
        .map(|(id, texture)| texture_of(id.0, texture))
        .collect()
}

fn texture_of(id: u32, texture: &Texture) -> file::Texture {
    file::Texture {
        id,
        original_name: texture.original_name.clone(),
        picture: picture_of(&texture.picture),
        format: match texture.format {
            TextureFormat::Rgba32 => "rgba32",
            TextureFormat::Bc7 => "bc7",
        }
        .to_owned(),
        srgb: texture.srgb,
        mips: match texture.mips {
            Mips::Full => "full",
            Mips::Single => "single",
        }
        .to_owned(),
        semantic: texture.semantic.clone(),
        normal_encoding: texture.normal_encoding.clone(),
        metadata: metadata_of(&texture.metadata),
    }
}

fn picture_of(picture: &Picture) -> file::Picture {
    match picture {
        Picture::Figure { source, texture } => file::Picture::Figure {
            source: source.0,
            texture: *texture,
        },
        Picture::Plain(color) => file::Picture::Plain(*color),
        Picture::Raw(raw) => file::Picture::Raw(file::RawPicture {
            width: raw.width,
            height: raw.height,
            mips: raw.mips,
            format: raw.format,
            blob: blob_of(&raw.bytes),
        }),
    }
}

pub(super) fn slots_of(document: &Document) -> Vec<file::Slot> {
    let slots = document.slots.iter();
    slots
        .map(|slot| {
            let candidates = slot.candidates.iter();
            file::Slot {
                id: slot.id.0,
                export_id: slot.export_id.clone(),
                candidates: candidates
                    .map(|candidate| file::SlotCandidate {
                        when: candidate.when.as_ref().map(condition_of),
                        texture: candidate.texture.map(|texture| texture.0),
                    })
                    .collect(),
            }
        })
        .collect()
}

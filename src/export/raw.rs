//! Parts that an opened package brought along go into a package as they are.

use crate::base::numbers::usize_of;
use crate::document::parts::{Mesh, PaletteBone, RawGeometry, RawTexture, Triangles};
use crate::export::assemble::{MeshShape, TextureShape, members};
use crate::export::piece::Piece;
use crate::formats::bem::manifest;
use crate::model::target::TargetProfile;

/// A raw mesh, with the names of its palette from the target's bone tables.
pub(super) fn mesh_shape(profile: &TargetProfile, mesh: &Mesh, raw: &RawGeometry) -> MeshShape {
    let streams = raw.streams.iter();
    let draws = mesh.draws.iter().filter_map(|draw| match &draw.triangles {
        Triangles::Raw { count, indices } => Some((*count, Piece::Blob(indices.clone()))),
        Triangles::Figure { .. } => None,
    });
    MeshShape {
        vertex_count: raw.vertex_count,
        index_size: raw.index_size,
        streams: streams
            .map(|stream| (stream.stride, Piece::Blob(stream.bytes.clone())))
            .collect(),
        attributes: raw.attributes.iter().map(attribute_of).collect(),
        palette: raw
            .bones
            .iter()
            .map(|bone| bone_of(profile, bone))
            .collect(),
        draws: draws.collect(),
    }
}

const fn attribute_of(row: &[u32; 5]) -> manifest::Attribute {
    let [semantic, format, dimension, stream, offset] = *row;
    manifest::Attribute {
        semantic,
        format,
        dimension,
        stream,
        offset,
    }
}

fn bone_of(profile: &TargetProfile, bone: &PaletteBone) -> manifest::PaletteBone {
    let component = profile.components.get(usize_of(bone.component));
    let name = component.and_then(|component| component.bone_names.get(usize_of(bone.index)));
    manifest::PaletteBone {
        component: bone.component,
        index: bone.index,
        name: name.cloned().unwrap_or_default(),
        extra: members(&bone.metadata),
    }
}

/// A raw texture.
pub(super) fn texture_shape(raw: &RawTexture) -> TextureShape {
    TextureShape {
        width: raw.width,
        height: raw.height,
        mips: raw.mips,
        format: raw.format,
        payload: Piece::Blob(raw.bytes.clone()),
    }
}

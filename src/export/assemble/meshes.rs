//! Meshes and draws of the manifest (bem.md ch. 9, 13).

use super::metadata::members;
use super::target::renderer_kind;
use super::{MeshShape, Payloads, Scope};
use crate::base::numbers::usize_of;
use crate::document::parts::{Draw, MaterialOverrides, Mesh, TextureReference};
use crate::export::conditions;
use crate::export::piece::Piece;
use crate::formats::bem::manifest;

pub(super) fn meshes_of(
    from: Scope<'_>,
    shapes: Vec<MeshShape>,
    payloads: &mut Payloads,
) -> Vec<manifest::Mesh> {
    let meshes = from.order.meshes.iter().zip(shapes);
    meshes
        .map(|((_, mesh), shape)| mesh_of(from, mesh, shape, payloads))
        .collect()
}

fn mesh_of(
    from: Scope<'_>,
    mesh: &Mesh,
    shape: MeshShape,
    payloads: &mut Payloads,
) -> manifest::Mesh {
    let raw = mesh.raw();
    let of_stream = |at: usize| {
        let stream = raw.and_then(|raw| raw.streams.get(at));
        stream.map(|stream| members(&stream.metadata))
    };
    let streams = shape.streams.into_iter().enumerate();
    let streams = streams.map(|(at, (stride, bytes))| manifest::Stream {
        stride,
        payload: payloads.add(bytes),
        extra: of_stream(at).unwrap_or_default(),
    });
    let mut made = manifest::Mesh {
        renderer_kind: from
            .profile
            .explicit
            .as_ref()
            .map(|_| renderer_kind(is_static(from, mesh)).to_owned()),
        vertex_count: shape.vertex_count,
        index_size: shape.index_size,
        streams: streams.collect(),
        attributes: shape.attributes,
        bones: shape.palette,
        extra: members(&mesh.metadata),
        ..manifest::Mesh::default()
    };
    let mut start = 0_u32;
    let mut joined = Vec::new();
    for (draw, (count, indices)) in mesh.draws.iter().zip(shape.draws) {
        let mut drawn = draw_of(from, draw, count);
        if from.is_fixed {
            drawn.start = Some(start);
            joined.push(indices);
        } else {
            drawn.indices = Some(payloads.add(indices));
        }
        start = start.saturating_add(count);
        made.draws.push(drawn);
    }
    if from.is_fixed {
        made.index_count = Some(start);
        made.indices = Some(payloads.add(Piece::Joined(joined)));
    }
    made
}

fn is_static(from: Scope<'_>, mesh: &Mesh) -> bool {
    let component = from.profile.components.get(usize_of(mesh.component));
    let renderer = component.and_then(|component| component.renderer.as_ref());
    mesh.raw().map_or_else(
        || renderer.is_some_and(|renderer| renderer.is_static),
        |raw| raw.is_static,
    )
}

fn draw_of(from: Scope<'_>, draw: &Draw, count: u32) -> manifest::Draw {
    let donor = from.profile.components.get(usize_of(draw.donor.component));
    let material_name =
        donor.and_then(|component| component.materials.get(usize_of(draw.donor.slot)));
    manifest::Draw {
        when: draw
            .when
            .as_ref()
            .map(|when| conditions::exported(from.document, when)),
        count,
        material_component: draw.donor.component,
        material_slot: draw.donor.slot,
        material_name: material_name.cloned().unwrap_or_default(),
        textures: references(from, &draw.textures),
        material_overrides: draw.overrides.as_deref().map(overrides_of),
        extra: members(&draw.metadata),
        ..manifest::Draw::default()
    }
}

/// Textures and slots as the manifest names them; those that are gone are left out.
pub(super) fn references(
    from: Scope<'_>,
    textures: &[TextureReference],
) -> Vec<manifest::TextureReference> {
    let one = |reference: &TextureReference| match reference {
        TextureReference::Texture(id) => from
            .order
            .texture_index(*id)
            .map(manifest::TextureReference::Texture),
        TextureReference::Slot(id) => from
            .document
            .slot(*id)
            .map(|slot| manifest::TextureReference::Slot(slot.export_id.clone())),
    };
    textures.iter().filter_map(one).collect()
}

fn overrides_of(overrides: &MaterialOverrides) -> manifest::MaterialOverrides {
    manifest::MaterialOverrides {
        floats: overrides.floats.clone(),
        colors: overrides.colors.clone(),
        vectors: overrides.vectors.clone(),
        disable_keywords: overrides.disable_keywords.clone(),
        enable_keywords: overrides.enable_keywords.clone(),
        extra: members(&overrides.metadata),
    }
}

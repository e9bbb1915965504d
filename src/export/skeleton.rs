//! The manifest of a document with payload sizes, without converting a byte: what the live check proves.

use crate::base::findings::Finding;
use crate::convert::fit::FittedFigure;
use crate::convert::layout::Layout;
use crate::convert::measure::{measure_mesh, measure_texture};
use crate::convert::mesh::{DrawSource, MeshSource};
use crate::convert::texture::Quality;
use crate::document::parts::{Document, Mesh};
use crate::export::assemble::{Assembled, MeshShape, TextureShape, assemble};
use crate::export::order::Order;
use crate::export::provenance::Provenance;
use crate::export::{phrases, pictures};
use crate::formats::bem::manifest::Manifest;
use crate::model::target::TargetProfile;

/// A manifest that stands for what a build would write.
#[derive(Clone, Debug)]
pub struct Skeleton {
    /// Equal to that of a build, payload for payload.
    pub manifest: Manifest,
    /// Decoded sizes in bytes, by payload ID.
    pub payload_sizes: Vec<u64>,
    /// Where its parts came from.
    pub provenance: Provenance,
}

/// The skeleton of a document, or everything that keeps it from having one.
///
/// # Errors
///
/// Findings about every part that cannot become a mesh, or that no character is chosen.
pub fn skeleton(document: &Document) -> Result<Skeleton, Vec<Finding>> {
    let Some(profile) = document.profile() else {
        return Err(vec![phrases::no_target()]);
    };
    let order = Order::of(document);
    let mut findings = Vec::new();
    let mut meshes = Vec::new();
    for (at, (_, mesh)) in order.meshes.iter().enumerate() {
        match mesh_shape(document, profile, mesh) {
            Ok(shape) => meshes.push(shape),
            Err(error) => findings.push(phrases::mesh(at, mesh_name(profile, mesh), &error)),
        }
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    let textures = order.textures.iter().map(|(_, texture)| {
        let image = pictures::picture_of(document, texture);
        let settings = pictures::settings_of(texture, profile.geometry, Quality::Normal);
        let (width, height, mips) = measure_texture((image.width, image.height), &settings);
        TextureShape {
            width,
            height,
            mips,
            format: settings.format,
            srgb: texture.srgb,
        }
    });
    let textures: Vec<TextureShape> = textures.collect();
    let Assembled {
        manifest,
        payload_sizes,
    } = assemble(document, profile, &order, &meshes, &textures);
    Ok(Skeleton {
        manifest,
        payload_sizes,
        provenance: order.provenance(document),
    })
}

fn mesh_shape(
    document: &Document,
    profile: &TargetProfile,
    mesh: &Mesh,
) -> Result<MeshShape, crate::convert::error::ConvertError> {
    let missing = || crate::convert::error::ConvertError::NoComponent {
        component: mesh.component,
    };
    let source = document.sources.get(&mesh.source).ok_or_else(missing)?;
    let component = profile
        .components
        .get(mesh.component as usize)
        .ok_or_else(missing)?;
    let layout = Layout::of(component);
    let draws = draws_of(document, mesh);
    let measured = measure_mesh(&MeshSource {
        model: &source.model,
        fitted: &FittedFigure::default(),
        map: &source.bone_map,
        target: profile,
        component: mesh.component,
        layout: &layout,
        draws: &draws,
    })?;
    Ok(MeshShape {
        vertex_count: measured.vertex_count,
        index_size: measured.index_size,
        strides: layout.strides().to_vec(),
        attributes: layout.attributes().to_vec(),
        palette: measured.palette,
        counts: measured.counts,
    })
}

/// The draws of a mesh as the conversion wants them.
pub(super) fn draws_of(document: &Document, mesh: &Mesh) -> Vec<DrawSource> {
    let Some(source) = document.sources.get(&mesh.source) else {
        return Vec::new();
    };
    mesh.draws
        .iter()
        .map(|draw| DrawSource::whole(&source.model, draw.material))
        .collect()
}

/// What a mesh is called in messages: the original it takes the place of.
pub(super) fn mesh_name<'a>(profile: &'a TargetProfile, mesh: &Mesh) -> &'a str {
    profile
        .components
        .get(mesh.component as usize)
        .map_or("", |component| component.mesh_name.as_str())
}

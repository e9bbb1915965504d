//! The manifest of a document with payload sizes, without converting a byte: what the live check proves.

use crate::base::findings::Finding;
use crate::convert::fit::FittedFigure;
use crate::convert::layout::Layout;
use crate::convert::measure::{measure_mesh, measure_texture};
use crate::convert::mesh::{DrawSource, MeshSource};
use crate::convert::texture::Quality;
use crate::convert::texture::format::mip_chain_bytes;
use crate::document::parts::{Document, Draw, Geometry, Mesh, Picture, Source, Texture};
use crate::export::assemble::{Assembled, MeshShape, TextureShape, assemble};
use crate::export::order::Order;
use crate::export::piece::Piece;
use crate::export::provenance::Provenance;
use crate::export::{phrases, pictures, raw};
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
    let textures = order.textures.iter();
    let textures = textures
        .map(|(_, texture)| texture_shape(document, profile, texture))
        .collect();
    let Assembled { manifest, payloads } = assemble(document, profile, &order, meshes, textures);
    Ok(Skeleton {
        manifest,
        payload_sizes: payloads.iter().map(Piece::size_bytes).collect(),
        provenance: order.provenance(document),
    })
}

fn texture_shape(document: &Document, profile: &TargetProfile, texture: &Texture) -> TextureShape {
    if let Picture::Raw(raw) = &texture.picture {
        return raw::texture_shape(raw);
    }
    let image = pictures::picture_of(document, texture);
    let settings = pictures::settings_of(texture, profile.geometry, Quality::Normal);
    let (width, height, mips) = measure_texture((image.width, image.height), &settings);
    let size_bytes = mip_chain_bytes(settings.format, width, height, mips);
    TextureShape::new(
        (width, height, mips),
        settings.format,
        Piece::Size(size_bytes),
    )
}

fn mesh_shape(
    document: &Document,
    profile: &TargetProfile,
    mesh: &Mesh,
) -> Result<MeshShape, crate::convert::error::ConvertError> {
    let missing = || crate::convert::error::ConvertError::NoComponent {
        component: mesh.component,
    };
    let source = match &mesh.geometry {
        Geometry::Raw(raw) => return Ok(raw::mesh_shape(profile, mesh, raw)),
        Geometry::Figure(source) => source,
    };
    let source = document.sources.get(source).ok_or_else(missing)?;
    let component = profile
        .components
        .get(mesh.component as usize)
        .ok_or_else(missing)?;
    let layout = Layout::of(component);
    let draws = draws_of(source, mesh);
    let measured = measure_mesh(&MeshSource {
        model: &source.model,
        fitted: &FittedFigure::default(),
        map: &source.bone_map,
        target: profile,
        component: mesh.component,
        layout: &layout,
        draws: &draws,
    })?;
    let n_vertices = u64::from(measured.vertex_count);
    let index_size = u64::from(measured.index_size);
    let strides = layout.strides().iter();
    let counts = measured.counts.iter();
    Ok(MeshShape {
        vertex_count: measured.vertex_count,
        index_size: measured.index_size,
        streams: strides
            .map(|stride| (*stride, Piece::Size(n_vertices * u64::from(*stride))))
            .collect(),
        attributes: layout.attributes().to_vec(),
        palette: measured.palette,
        draws: counts
            .map(|count| (*count, Piece::Size(u64::from(*count) * index_size)))
            .collect(),
    })
}

/// The draws of a figure's mesh as the conversion wants them.
pub(super) fn draws_of(source: &Source, mesh: &Mesh) -> Vec<DrawSource> {
    let materials = mesh.draws.iter().filter_map(Draw::material);
    materials
        .map(|material| DrawSource::whole(&source.model, material))
        .collect()
}

/// What a mesh is called in messages: the original it takes the place of.
pub(super) fn mesh_name<'a>(profile: &'a TargetProfile, mesh: &Mesh) -> &'a str {
    profile
        .components
        .get(mesh.component as usize)
        .map_or("", |component| component.mesh_name.as_str())
}

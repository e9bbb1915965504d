//! The manifest of a document with its payloads: everything is converted here.

use crate::base::cancel::{Cancel, Cancelled};
use crate::base::findings::Finding;
use crate::base::progress::Progress;
use crate::convert::fit::{Fit, FitSettings, FittedFigure};
use crate::convert::layout::Layout;
use crate::convert::mesh::{self, ConvertedMesh, MeshSource};
use crate::convert::texture::{self, Quality, TextureError, Watch};
use crate::document::ids::SourceId;
use crate::document::parts::{Document, Geometry, Mesh, Picture, Source, Texture};
use crate::export::assemble::{Assembled, MeshShape, TextureShape, assemble};
use crate::export::order::Order;
use crate::export::piece::{BuiltPayloads, Piece};
use crate::export::provenance::Provenance;
use crate::export::skeleton::{draws_of, mesh_name};
use crate::export::{phrases, pictures, raw};
use crate::formats::bem::manifest::Manifest;
use crate::model::target::TargetProfile;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A manifest with its payloads, not yet proved.
#[derive(Clone, Debug)]
pub struct Built {
    /// The manifest.
    pub manifest: Manifest,
    /// Its payloads, by payload ID.
    pub payloads: BuiltPayloads,
    /// Where its parts came from.
    pub provenance: Provenance,
}

/// Why there is no package.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BuildError {
    /// Parts cannot be converted; every one is told.
    #[error("{} parts cannot be converted", .0.len())]
    Findings(Vec<Finding>),
    /// The token was raised.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Converts a whole document. The bytes depend on the document alone.
///
/// # Errors
///
/// [`BuildError`]: every part that cannot be converted, or the raised token.
pub fn build(
    document: &Document,
    quality: Quality,
    cancel: &Cancel,
    progress: &Progress,
) -> Result<Built, BuildError> {
    let profile = document
        .profile()
        .ok_or_else(|| BuildError::Findings(vec![phrases::no_target()]))?;
    let order = Order::of(document);
    progress.begin(phrases::MESHES, order.meshes.len());
    let fitted = fitted_figures(document, profile, &order)?;
    let meshes = meshes_of(document, profile, &order, &fitted, (cancel, progress))?;
    progress.begin(phrases::TEXTURES, order.textures.len());
    let textures = textures_of(document, profile, &order, quality, (cancel, progress))?;
    let Assembled { manifest, payloads } = assemble(document, profile, &order, meshes, textures);
    Ok(Built {
        manifest,
        payloads: BuiltPayloads::new(payloads),
        provenance: order.provenance(document),
    })
}

type Fitted = BTreeMap<SourceId, FittedFigure>;

/// Every figure that is used, skinned once into the target's rest pose.
fn fitted_figures(
    document: &Document,
    profile: &TargetProfile,
    order: &Order<'_>,
) -> Result<Fitted, BuildError> {
    let mut fitted = Fitted::new();
    let mut findings = Vec::new();
    for (_, mesh) in &order.meshes {
        let Some(id) = mesh.source().filter(|id| !fitted.contains_key(id)) else {
            continue;
        };
        let Some(source) = document.sources.get(&id) else {
            continue;
        };
        match fit(source, profile) {
            Ok(figure) => {
                fitted.insert(id, figure);
            }
            Err(error) => findings.push(phrases::fit(id, &source.name, &error)),
        }
    }
    if findings.is_empty() {
        Ok(fitted)
    } else {
        Err(BuildError::Findings(findings))
    }
}

/// A figure in the target's rest pose.
fn fit(
    source: &Source,
    profile: &TargetProfile,
) -> Result<FittedFigure, crate::convert::fit::FitError> {
    let fit = Fit::new(
        &source.model,
        &source.bone_map,
        profile,
        FitSettings::default(),
    )?;
    Ok(fit.apply(&source.model))
}

fn meshes_of(
    document: &Document,
    profile: &TargetProfile,
    order: &Order<'_>,
    fitted: &Fitted,
    (cancel, progress): (&Cancel, &Progress),
) -> Result<Vec<MeshShape>, BuildError> {
    let made: Vec<Result<MeshShape, Finding>> = order
        .meshes
        .par_iter()
        .enumerate()
        .map(|(at, (_, mesh))| {
            let converted = convert_mesh(document, profile, mesh, fitted);
            progress.step();
            converted.map_err(|error| phrases::mesh(at, mesh_name(profile, mesh), &error))
        })
        .collect();
    cancel.check()?;
    all_or_findings(made)
}

fn convert_mesh(
    document: &Document,
    profile: &TargetProfile,
    mesh: &Mesh,
    fitted: &Fitted,
) -> Result<MeshShape, crate::convert::error::ConvertError> {
    let missing = || crate::convert::error::ConvertError::NoComponent {
        component: mesh.component,
    };
    let id = match &mesh.geometry {
        Geometry::Raw(raw) => return Ok(raw::mesh_shape(profile, mesh, raw)),
        Geometry::Figure(id) => id,
    };
    let source = document.sources.get(id).ok_or_else(missing)?;
    let component = profile
        .components
        .get(mesh.component as usize)
        .ok_or_else(missing)?;
    let fitted = fitted.get(id).ok_or_else(missing)?;
    let converted = mesh::convert(&MeshSource {
        model: &source.model,
        fitted,
        map: &source.bone_map,
        target: profile,
        component: mesh.component,
        layout: &Layout::of(component),
        draws: &draws_of(source, mesh),
    })?;
    Ok(shape_of(converted))
}

fn textures_of(
    document: &Document,
    profile: &TargetProfile,
    order: &Order<'_>,
    quality: Quality,
    (cancel, progress): (&Cancel, &Progress),
) -> Result<Vec<TextureShape>, BuildError> {
    let made: Vec<Result<TextureShape, Finding>> = order
        .textures
        .par_iter()
        .enumerate()
        .map(|(at, (_, texture))| {
            let encoded = texture_of(document, profile, texture, (quality, cancel));
            progress.step();
            encoded
                .map_err(|error: TextureError| phrases::texture(at, &texture.original_name, &error))
        })
        .collect();
    cancel.check()?;
    all_or_findings(made)
}

fn all_or_findings<T>(made: Vec<Result<T, Finding>>) -> Result<Vec<T>, BuildError> {
    let mut findings = Vec::new();
    let mut good = Vec::with_capacity(made.len());
    for one in made {
        match one {
            Ok(one) => good.push(one),
            Err(finding) => findings.push(finding),
        }
    }
    if findings.is_empty() {
        Ok(good)
    } else {
        Err(BuildError::Findings(findings))
    }
}

fn texture_of(
    document: &Document,
    profile: &TargetProfile,
    texture: &Texture,
    (quality, cancel): (Quality, &Cancel),
) -> Result<TextureShape, TextureError> {
    if let Picture::Raw(raw) = &texture.picture {
        return Ok(raw::texture_shape(raw));
    }
    let image = pictures::picture_of(document, texture);
    let settings = pictures::settings_of(texture, profile.geometry, quality);
    let made = texture::encode(&image, &settings, &Watch::silent(cancel))?;
    Ok(TextureShape::new(
        (made.width, made.height, made.mips),
        made.format,
        Piece::Bytes(made.bytes),
    ))
}

fn shape_of(mesh: ConvertedMesh) -> MeshShape {
    let streams = mesh.streams.into_iter();
    let draws = mesh.draws.into_iter();
    MeshShape {
        vertex_count: mesh.vertex_count,
        index_size: mesh.index_size,
        streams: streams
            .map(|(stride, bytes)| (stride, Piece::Bytes(bytes)))
            .collect(),
        attributes: mesh.attributes,
        palette: mesh.palette,
        draws: draws
            .map(|draw| (draw.count, Piece::Bytes(draw.bytes)))
            .collect(),
    }
}

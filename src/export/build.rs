//! The manifest of a document with its payloads: everything is converted here.

use crate::base::cancel::{Cancel, Cancelled};
use crate::base::findings::Finding;
use crate::base::progress::Progress;
use crate::convert::fit::{Fit, FitSettings, FittedFigure};
use crate::convert::layout::Layout;
use crate::convert::mesh::{self, ConvertedMesh, MeshSource};
use crate::convert::texture::{self, EncodedTexture, Quality, TextureError, Watch};
use crate::document::ids::SourceId;
use crate::document::parts::{Document, Mesh, Source};
use crate::export::assemble::{Assembled, MeshShape, TextureShape, assemble};
use crate::export::order::Order;
use crate::export::provenance::Provenance;
use crate::export::skeleton::{draws_of, mesh_name};
use crate::export::{phrases, pictures};
use crate::formats::bem::manifest::Manifest;
use crate::model::target::TargetProfile;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A manifest with its payloads, not yet proved.
#[derive(Clone, Debug)]
pub struct Built {
    /// The manifest.
    pub manifest: Manifest,
    /// Decoded payloads, by payload ID.
    pub payloads: Vec<Vec<u8>>,
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
    let shapes: Vec<MeshShape> = meshes.iter().map(shape_of).collect();
    let texture_shapes: Vec<TextureShape> = textures.iter().map(texture_shape_of).collect();
    let Assembled { manifest, .. } = assemble(document, profile, &order, &shapes, &texture_shapes);
    let payloads = payloads_of(document.groups.is_empty(), meshes, textures);
    Ok(Built {
        manifest,
        payloads,
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
        let Some(source) = document
            .sources
            .get(&mesh.source)
            .filter(|_| !fitted.contains_key(&mesh.source))
        else {
            continue;
        };
        match fit(source, profile) {
            Ok(figure) => {
                fitted.insert(mesh.source, figure);
            }
            Err(error) => findings.push(phrases::fit(mesh.source, &source.name, &error)),
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
) -> Result<Vec<ConvertedMesh>, BuildError> {
    let made: Vec<Result<ConvertedMesh, Finding>> = order
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
) -> Result<ConvertedMesh, crate::convert::error::ConvertError> {
    let missing = || crate::convert::error::ConvertError::NoComponent {
        component: mesh.component,
    };
    let source = document.sources.get(&mesh.source).ok_or_else(missing)?;
    let component = profile
        .components
        .get(mesh.component as usize)
        .ok_or_else(missing)?;
    let fitted = fitted.get(&mesh.source).ok_or_else(missing)?;
    mesh::convert(&MeshSource {
        model: &source.model,
        fitted,
        map: &source.bone_map,
        target: profile,
        component: mesh.component,
        layout: &Layout::of(component),
        draws: &draws_of(document, mesh),
    })
}

fn textures_of(
    document: &Document,
    profile: &TargetProfile,
    order: &Order<'_>,
    quality: Quality,
    (cancel, progress): (&Cancel, &Progress),
) -> Result<Vec<EncodedTexture>, BuildError> {
    let made: Vec<Result<EncodedTexture, Finding>> = order
        .textures
        .par_iter()
        .enumerate()
        .map(|(at, (_, texture))| {
            let image = pictures::picture_of(document, texture);
            let settings = pictures::settings_of(texture, profile.geometry, quality);
            let encoded = texture::encode(&image, &settings, &Watch::silent(cancel));
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

fn shape_of(mesh: &ConvertedMesh) -> MeshShape {
    MeshShape {
        vertex_count: mesh.vertex_count,
        index_size: mesh.index_size,
        strides: mesh.streams.iter().map(|(stride, _)| *stride).collect(),
        attributes: mesh.attributes.clone(),
        palette: mesh.palette.clone(),
        counts: mesh.draws.iter().map(|draw| draw.count).collect(),
    }
}

fn texture_shape_of(texture: &EncodedTexture) -> TextureShape {
    TextureShape {
        width: texture.width,
        height: texture.height,
        mips: texture.mips,
        format: texture.format,
        srgb: texture.srgb,
    }
}

/// Payloads in the order in which the manifest numbers them.
fn payloads_of(
    is_fixed: bool,
    meshes: Vec<ConvertedMesh>,
    textures: Vec<EncodedTexture>,
) -> Vec<Vec<u8>> {
    let mut payloads = Vec::new();
    for mesh in meshes {
        payloads.extend(mesh.streams.into_iter().map(|(_, bytes)| bytes));
        let draws = mesh.draws.into_iter().map(|draw| draw.bytes);
        if is_fixed {
            payloads.push(draws.flatten().collect());
        } else {
            payloads.extend(draws);
        }
    }
    payloads.extend(textures.into_iter().map(|texture| texture.bytes));
    payloads
}

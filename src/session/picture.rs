//! What the 3D view and the preview picture show of a document. It draws nothing itself.

use crate::base::cancel::Cancel;
use crate::base::files;
use crate::base::text::Message;
use crate::document::ids::SourceId;
use crate::document::parts::Document;
use crate::formats::image::encode_png;
use crate::preview::camera::Camera;
use crate::preview::camera::framing::{DEFAULT_MARGIN, View};
use crate::preview::gpu::Offscreen;
use crate::preview::gpu::Picture;
use crate::preview::look::Look;
use crate::preview::scene::Scene;
use crate::preview::scene::figure::Figures;
use crate::preview::scene::ground::Ground;
use crate::session::outputs::{self, OutputKind};
use crate::session::words;
use std::path::Path;

/// The scene of a document: every figure, without the parts that no state of a package shows unless `shown` says all.
///
/// `figures` keeps what was made of a figure before, so that a scene that changes little costs little. Returns with the
/// scene, for each part, which material of which figure it shows.
pub fn scene_of(
    document: &Document,
    shown: Shown,
    figures: &mut Figures,
) -> (Scene, Vec<(SourceId, u32)>) {
    let mut scene = Scene::default();
    let mut owners = Vec::new();
    for (id, source) in &document.sources {
        let Ok(figure) = figures.scene(&source.model) else {
            continue;
        };
        for (material, mut part) in (0_u32..).zip(figure.parts) {
            part.visible = part.visible
                && (shown == Shown::Everything || is_exported(document, *id, material));
            scene.parts.push(part);
            owners.push((*id, material));
        }
    }
    scene.ground = scene.bounds().map(Ground::under);
    (scene, owners)
}

/// Which parts of the figures are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// What a package of this document can show; everything while no character is chosen.
    #[default]
    Exported,
    /// Everything the figures have.
    Everything,
}

/// Whether some state of the package shows this material.
fn is_exported(document: &Document, source: SourceId, material: u32) -> bool {
    if document.target.is_none() {
        return true;
    }
    let meshes = document.meshes.iter();
    let mut showing = meshes.filter(|(_, mesh)| {
        let mut draws = mesh.draws.iter();
        mesh.source() == Some(source) && draws.any(|draw| draw.material() == Some(material))
    });
    let operations = document.operations();
    showing.any(|(id, _)| {
        operations
            .iter()
            .any(|(_, operation)| operation.mesh() == Some(*id))
    })
}

/// The front view that shows the whole scene.
pub fn framed(scene: &Scene, width: u32, height: u32) -> Camera {
    let camera = Camera::default().seen_from(View::Front);
    let aspect = width.max(1) as f32 / height.max(1) as f32;
    camera.framed_around(scene.corners(), aspect, DEFAULT_MARGIN)
}

/// Renders a document without a window and writes the picture as PNG.
///
/// # Errors
///
/// No OpenGL on this machine, or the picture cannot be written.
pub fn render(
    document: &Document,
    path: &Path,
    size: (u32, u32),
    cancel: &Cancel,
) -> Result<(), Message> {
    outputs::check(path, OutputKind::Picture, &outputs::inputs_of(document))?;
    let (scene, _) = scene_of(document, Shown::Exported, &mut Figures::default());
    let camera = framed(&scene, size.0, size.1);
    let picture = Picture {
        scene: &scene,
        camera: &camera,
        look: &Look::DARK,
    };
    let image = Offscreen::new()
        .and_then(|mut offscreen| offscreen.image(&picture, size))
        .map_err(|error| error.message())?;
    cancel.check().map_err(words::cancelled)?;
    let png = encode_png(image.width, image.height, &image.pixels);
    let png = png.map_err(|error| words::png_failed(&error))?;
    files::write_atomic(path, &png).map_err(|error| words::file_error(&error))
}

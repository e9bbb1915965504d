//! The scene of a figure: one part a material, in file order. It keeps no bones and no ground: callers add them.

use super::Scene;
use super::part::{AlphaMode, Part, PartTexture};
use super::surface::{Columns, Surface, SurfaceError};
use crate::model::figure::{Label, Material, Model};
use std::sync::{Arc, Weak};

/// How strong the light of the source program is: it lights diffuse colour by this and adds the ambient colour.
const SOURCE_LIGHT: f32 = 0.6;

/// One part for every material, in file order: `parts[material]`.
///
/// Materials without triangles give empty parts, hidden
/// materials give parts that are not visible, so that indices stay the figure's own (PMX-60, PMX-62).
///
/// # Errors
///
/// [`SurfaceError`], when the model breaks its own promises.
pub fn of_figure(model: &Model) -> Result<Scene, SurfaceError> {
    let columns = Columns {
        positions: Arc::from(model.vertices.positions.as_slice()),
        normals: Arc::from(model.vertices.normals.as_slice()),
        uvs: Arc::from(model.vertices.uvs.as_slice()),
    };
    let parts = model
        .materials
        .iter()
        .enumerate()
        .map(|(index, material)| {
            let range = material.triangle_range();
            let triangles =
                model
                    .triangles
                    .get(range.clone())
                    .ok_or(SurfaceError::DanglingTriangles {
                        material: index,
                        end: range.end,
                        n_triangles: model.triangles.len(),
                    })?;
            Ok(Part {
                label: local_name(&material.name),
                surface: Surface::new(columns.clone(), Arc::from(triangles))?,
                base_color: base_color(material),
                texture: texture_of(model, material),
                alpha: if material.transparent {
                    AlphaMode::Blended
                } else {
                    AlphaMode::Opaque
                },
                two_sided: material.two_sided,
                visible: !material.hidden,
                highlighted: false,
            })
        })
        .collect::<Result<_, _>>()?;
    Ok(Scene {
        parts,
        ..Scene::default()
    })
}

/// Scenes of figures asked for before: a figure that is still the same gives the very same arrays again, so that
/// nothing is copied and nothing uploaded when only flags change.
#[derive(Debug, Default)]
pub struct Figures {
    known: Vec<(Weak<Model>, Scene)>,
}

impl Figures {
    /// What [`of_figure`] makes of the model. Figures that are gone are forgotten.
    ///
    /// # Errors
    ///
    /// Those of [`of_figure`].
    pub fn scene(&mut self, model: &Arc<Model>) -> Result<Scene, SurfaceError> {
        self.known.retain(|(known, _)| known.strong_count() > 0);
        let is_asked_for = |known: &Weak<Model>| std::ptr::eq(known.as_ptr(), Arc::as_ptr(model));
        if let Some((_, scene)) = self.known.iter().find(|(known, _)| is_asked_for(known)) {
            return Ok(scene.clone());
        }
        let scene = of_figure(model)?;
        self.known.push((Arc::downgrade(model), scene.clone()));
        Ok(scene)
    }
}

/// The material's colour in full light: ambient plus lit diffuse, as the source program adds them, but never darker
/// than the diffuse colour itself. A hidden material has its alpha of 0 left out: shown on purpose, it shall be seen.
fn base_color(material: &Material) -> [f32; 4] {
    let [r, g, b, a] = material.diffuse;
    let lit = |diffuse: f32, ambient: f32| {
        (ambient + SOURCE_LIGHT * diffuse)
            .max(diffuse)
            .clamp(0.0, 1.0)
    };
    let [ambient_r, ambient_g, ambient_b] = material.ambient;
    [
        lit(r, ambient_r),
        lit(g, ambient_g),
        lit(b, ambient_b),
        if material.hidden {
            1.0
        } else {
            a.clamp(0.0, 1.0)
        },
    ]
}

fn texture_of(model: &Model, material: &Material) -> PartTexture {
    let Some(index) = material.texture else {
        return PartTexture::Plain;
    };
    match model
        .textures
        .get(index as usize)
        .and_then(|texture| texture.image.as_ref())
    {
        Some(image) => PartTexture::Picture(Arc::clone(image)),
        None => PartTexture::Missing,
    }
}

fn local_name(name: &Label) -> String {
    if name.local.is_empty() {
        name.english.clone()
    } else {
        name.local.clone()
    }
}

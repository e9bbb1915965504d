//! The scene of a package in one state: the meshes in the place of components, in the rest pose. It judges no rule.
//!
//! What it cannot show it tells and leaves out.
//! What was made for another state of the same package is shown again as the very same arrays and pictures, so that
//! switching options back and forth uploads nothing twice.

mod fault;
mod look;
mod payload;
mod shelf;
mod stock;

pub use payload::{Numbered, PayloadAccess, PayloadKey};

use super::Scene;
use super::part::{AlphaMode, Part, PartTexture};
use super::surface::{Columns, Surface};
use crate::base::findings::Finding;
use crate::base::numbers::usize_of;
use crate::formats::bem::manifest::{Manifest, Mesh};
use crate::model::target::GeometryPreset;
use crate::runtime::plan::{Outcome, Plan, PlannedDraw, Replacement};
use fault::{Cause, Missing};
use glam::Vec3;
use std::sync::Arc;
use stock::{DrawKey, MeshKey, PictureKey, Stock};

/// The colour of draws that keep the game's own textures: R, G, B, A.
const UNKNOWN_COLOR: [f32; 4] = [0.72, 0.72, 0.75, 1.0];

/// A package: its manifest and its payloads.
#[derive(Clone, Copy)]
pub struct PackageSource<'a> {
    /// The manifest.
    pub manifest: &'a Manifest,
    /// The payloads it names.
    pub payloads: &'a dyn PayloadAccess,
}

/// What a package shows in one state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PackageScene {
    /// One part for each draw that is shown, in the order of components and draws. No ground.
    pub scene: Scene,
    /// `owners[part]`: where each part comes from.
    pub owners: Vec<PartOwner>,
    /// Components whose original stays, in order: the package has no geometry for them.
    pub kept: Vec<KeptComponent>,
    /// Components that are hidden, ascending.
    pub hidden: Vec<usize>,
    /// What could not be shown: `preview-mesh`, `preview-texture`, `preview-slider`, each with its place in the manifest.
    pub faults: Vec<Finding>,
}

/// The draw that a part shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartOwner {
    /// The component that is replaced.
    pub component_idx: usize,
    /// Index into the manifest's meshes.
    pub mesh: u32,
    /// Index into the mesh's draws.
    pub draw_idx: usize,
    /// The texture-table entry that lies on it; none = the game's own textures stay.
    pub texture: Option<u32>,
}

/// A component whose original stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptComponent {
    /// The component.
    pub component_idx: usize,
    /// Name of its original mesh.
    pub name: String,
    /// Textures that take the place of its own, texture-table entries in order.
    pub textures: Vec<u32>,
}

/// Makes the scenes of one package, and keeps what several states share.
#[derive(Debug)]
pub struct PackageScenes {
    stock: Stock,
}

impl PackageScenes {
    /// For a package whose vertex data is written as `geometry` says (bem.md 22.4).
    pub fn new(geometry: GeometryPreset) -> Self {
        Self {
            stock: Stock::new(geometry),
        }
    }

    /// The scene of a plan of this package.
    ///
    /// Equal plans give equal scenes, with the very same arrays and pictures as long as the budget of
    /// [`crate::base::limits::PACKAGE_PREVIEW_BYTES`] holds. Positions are new only for meshes that sliders move. A
    /// component or draw that cannot be shown is left out and told among the faults.
    pub fn scene(&mut self, package: PackageSource<'_>, plan: &Plan) -> PackageScene {
        self.stock.next_turn();
        let mut shown = PackageScene::default();
        for (component_idx, component) in plan.components.iter().enumerate() {
            match &component.outcome {
                Outcome::Hide => shown.hidden.push(component_idx),
                Outcome::Keep { overrides } => shown.kept.push(KeptComponent {
                    component_idx,
                    name: mesh_name(package.manifest, component_idx),
                    textures: overrides
                        .iter()
                        .flat_map(|it| &it.textures)
                        .copied()
                        .collect(),
                }),
                Outcome::Replace(replacement) => {
                    let mut builder = Builder {
                        stock: &mut self.stock,
                        package,
                        component_idx,
                        shown: &mut shown,
                    };
                    builder.replaced(replacement, &plan.ticks);
                }
            }
        }
        self.stock.tidy();
        shown
    }
}

/// The name of a component's original mesh.
fn mesh_name(manifest: &Manifest, component_idx: usize) -> String {
    let component = manifest.target.components.get(component_idx);
    component.map_or_else(String::new, |component| component.mesh_name.clone())
}

impl std::fmt::Debug for PackageSource<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "PackageSource({})", self.manifest.package_id)
    }
}

/// Adds one component to a scene.
struct Builder<'a> {
    stock: &'a mut Stock,
    package: PackageSource<'a>,
    component_idx: usize,
    shown: &'a mut PackageScene,
}

impl Builder<'_> {
    fn replaced(&mut self, replacement: &Replacement, ticks: &[u32]) {
        let pointer = format!("/meshes/{}", replacement.mesh);
        let Some(mesh) = self.package.manifest.meshes.get(usize_of(replacement.mesh)) else {
            return;
        };
        let key = MeshKey::of(mesh, self.package.payloads);
        let columns = match self.stock.columns(mesh, key, self.package.payloads) {
            Ok(columns) => columns,
            Err(cause) => return self.mesh_fault(&cause, pointer),
        };
        let moved = self.moved(replacement.mesh, (key, &columns), ticks);
        for draw in &replacement.draws {
            if let Err(cause) = self.draw(
                mesh,
                (replacement.mesh, draw),
                (key, &columns),
                moved.as_ref(),
            ) {
                self.mesh_fault(&cause, format!("{pointer}/draws/{}", draw.draw_idx));
            }
        }
    }

    /// The positions as sliders move them; none when nothing moves.
    fn moved(
        &mut self,
        mesh_idx: u32,
        (key, columns): (MeshKey, &Columns),
        ticks: &[u32],
    ) -> Option<Arc<[Vec3]>> {
        match self
            .stock
            .moved(self.package, mesh_idx, (key, columns), ticks)
        {
            Ok(positions) => positions,
            Err(cause) => {
                let name = mesh_name(self.package.manifest, self.component_idx);
                let pointer = format!("/meshes/{mesh_idx}");
                let fault = cause.finding(Missing::Sliders, &name, pointer);
                self.shown.faults.push(fault);
                None
            }
        }
    }

    fn draw(
        &mut self,
        mesh: &Mesh,
        (mesh_idx, planned): (u32, &PlannedDraw),
        (key, columns): (MeshKey, &Columns),
        moved: Option<&Arc<[Vec3]>>,
    ) -> Result<(), Cause> {
        let Some(draw) = mesh.draws.get(planned.draw_idx) else {
            return Ok(());
        };
        let payloads = self.package.payloads;
        let draw_key = DrawKey::of(key, mesh, planned, payloads);
        let surface = self
            .stock
            .surface((mesh, planned), draw_key, columns, payloads)?;
        let texture = look::color_texture(self.package.manifest, &planned.textures);
        let (picture, alpha) = self.picture(texture, &surface, draw_key, &draw.material_name);
        let surface = match moved {
            Some(moved) => surface
                .moved(Arc::clone(moved))
                .map_err(|error| Cause::Mesh(error.into()))?,
            None => surface,
        };
        self.shown.scene.parts.push(Part {
            label: draw.material_name.clone(),
            surface,
            base_color: match picture {
                PartTexture::Plain => UNKNOWN_COLOR,
                _ => [1.0; 4],
            },
            texture: picture,
            alpha,
            // The game's own materials decide; what would be left out by mistake is worse than what is too much.
            two_sided: true,
            visible: true,
            highlighted: false,
        });
        self.shown.owners.push(PartOwner {
            component_idx: self.component_idx,
            mesh: mesh_idx,
            draw_idx: planned.draw_idx,
            texture,
        });
        Ok(())
    }

    /// What lies on a draw, and what its alpha means.
    fn picture(
        &mut self,
        texture: Option<u32>,
        surface: &Surface,
        draw_key: DrawKey,
        material_name: &str,
    ) -> (PartTexture, AlphaMode) {
        let manifest = self.package.manifest;
        let entry = texture.and_then(|idx| Some((idx, manifest.textures.get(usize_of(idx))?)));
        let Some((idx, entry)) = entry else {
            return (PartTexture::Plain, AlphaMode::Opaque);
        };
        match self.stock.picture(entry, self.package.payloads) {
            Ok(image) => {
                let alpha = if look::is_called_see_through(material_name) {
                    AlphaMode::Blended
                } else {
                    let picture_key = PictureKey::of(entry, self.package.payloads);
                    self.stock.alpha((draw_key, surface), (picture_key, &image))
                };
                (PartTexture::Picture(image), alpha)
            }
            Err(cause) => {
                let pointer = format!("/textures/{idx}");
                let fault = cause.finding(Missing::Texture, &entry.original_name, pointer);
                if !self.shown.faults.contains(&fault) {
                    self.shown.faults.push(fault);
                }
                (PartTexture::Missing, AlphaMode::Opaque)
            }
        }
    }

    fn mesh_fault(&mut self, cause: &Cause, pointer: String) {
        let name = mesh_name(self.package.manifest, self.component_idx);
        let fault = cause.finding(Missing::Mesh, &name, pointer);
        self.shown.faults.push(fault);
    }
}

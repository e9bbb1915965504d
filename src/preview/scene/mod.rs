//! The scene: what is shown, as plain data. It has no camera, no colours of a theme and no GPU.

pub mod figure;
pub mod ground;
pub mod part;
pub mod placeholder;
pub mod skeleton;
pub mod surface;

use crate::geom::bounds::Bounds;
use glam::Vec3;
use ground::Ground;
use part::Part;
use skeleton::Skeleton;

/// Parts and overlays. Cloning is cheap: arrays and images are shared.
///
/// Two scenes are equal when they show the very same arrays and images (not equal copies of them) in the same way. The
/// renderer lives by this: what is equal is neither uploaded nor drawn again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// In draw order: later parts are drawn over earlier ones where both let light through.
    pub parts: Vec<Part>,
    /// Bones drawn over everything.
    pub skeleton: Option<Skeleton>,
    /// The ground grid.
    pub ground: Option<Ground>,
}

impl Scene {
    /// The box around all visible parts, or around all parts when none is visible; `None` without triangles.
    pub fn bounds(&self) -> Option<Bounds> {
        let around = |parts: &mut dyn Iterator<Item = &Part>| {
            parts
                .filter_map(|part| part.surface.bounds())
                .reduce(Bounds::union)
        };
        around(&mut self.parts.iter().filter(|part| part.visible))
            .or_else(|| around(&mut self.parts.iter()))
    }

    /// The corners of all visible triangles, or of all triangles when none is visible: what a camera is framed around.
    /// Shared corners come several times.
    pub fn corners(&self) -> impl Iterator<Item = Vec3> + Clone {
        let shows_all = !self.parts.iter().any(|part| part.visible);
        self.parts
            .iter()
            .filter(move |part| part.visible || shows_all)
            .flat_map(|part| part.surface.corners())
    }

    /// How many triangles the visible parts have.
    pub fn n_visible_triangles(&self) -> usize {
        self.parts
            .iter()
            .filter(|part| part.visible)
            .map(|part| part.surface.triangles().len())
            .sum()
    }
}

//! Normals for vertices that have none stored: the mean of the triangles around them.

use crate::base::numbers::usize_of;
use glam::Vec3;

/// The sums of the triangles around each vertex, larger ones counting more.
#[derive(Clone, Debug)]
pub struct NormalSums {
    sums: Vec<Vec3>,
}

impl NormalSums {
    /// No triangles yet.
    pub fn new(n_vertices: usize) -> Self {
        Self {
            sums: vec![Vec3::ZERO; n_vertices],
        }
    }

    /// Adds triangles between these positions; those with a corner that is not there are passed over.
    pub fn add(&mut self, positions: &[Vec3], triangles: &[[u32; 3]]) {
        for corners in triangles {
            let places = corners.map(usize_of);
            let [Some(a), Some(b), Some(c)] = places.map(|place| positions.get(place).copied())
            else {
                continue;
            };
            // Front faces are clockwise in a left-handed space, so this points outward (see `crate::geom`).
            let outward = (b - a).cross(c - a);
            for place in places {
                if let Some(sum) = self.sums.get_mut(place) {
                    *sum += outward;
                }
            }
        }
    }

    /// Gives every vertex whose normal is zero that of the triangles around it. Vertices that only triangles without area
    /// name, or none, keep zero.
    pub fn fill(&self, normals: &mut [Vec3]) {
        for (normal, sum) in normals.iter_mut().zip(&self.sums) {
            if *normal == Vec3::ZERO {
                *normal = sum.try_normalize().unwrap_or(Vec3::ZERO);
            }
        }
    }
}

//! The sum of all channels' offsets of one mesh (bem.md ch. 12). It knows neither ticks nor payloads.

use super::Delta;
use crate::base::numbers::{f32_of, usize_of};
use crate::formats::bem::limits::MAX_VERTICES;

/// How far each vertex of a mesh is moved, all channels together. Room for the vertices is kept from use to use.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offsets {
    /// `sums[vertex]`, mesh units.
    sums: Vec<[f64; 3]>,
    /// Whether a vertex has a record in any frame.
    is_touched: Vec<bool>,
}

impl Offsets {
    /// No vertex of `vertex_count` is moved; beyond the format's limit (MESH-01) none ever will be.
    pub fn new(vertex_count: u32) -> Self {
        let n_vertices = usize_of(vertex_count.min(MAX_VERTICES));
        Self {
            sums: vec![[0.0; 3]; n_vertices],
            is_touched: vec![false; n_vertices],
        }
    }

    /// Back to no movement.
    pub fn clear(&mut self) {
        self.sums.fill([0.0; 3]);
        self.is_touched.fill(false);
    }

    /// Adds a share of a frame's offsets. Records beyond the mesh are passed over.
    pub fn add(&mut self, delta: &Delta, share: f64) {
        for record in delta.records() {
            let vertex = usize_of(record.vertex);
            if let (Some(sum), Some(is_touched)) =
                (self.sums.get_mut(vertex), self.is_touched.get_mut(vertex))
            {
                *is_touched = true;
                for (sum, offset) in sum.iter_mut().zip(record.offset) {
                    *sum += share * f64::from(offset);
                }
            }
        }
    }

    /// The sum of one vertex as it is added to the base: rounded to binary32, the only rounding of offsets.
    pub fn offset(&self, vertex: usize) -> [f32; 3] {
        self.sums
            .get(vertex)
            .map_or([0.0; 3], |sum| sum.map(f32_of))
    }

    /// A base position with its offset, added once in binary32; to the bit the same where no record touches it.
    pub fn moved(&self, vertex: usize, base: [f32; 3]) -> [f32; 3] {
        if self.is_touched.get(vertex) != Some(&true) {
            return base;
        }
        let [x, y, z] = base;
        let [dx, dy, dz] = self.offset(vertex);
        [x + dx, y + dy, z + dz]
    }

    /// Base positions with their offsets: `positions[vertex]`.
    pub fn apply(&self, base: &[[f32; 3]]) -> Vec<[f32; 3]> {
        let vertices = base.iter().enumerate();
        vertices
            .map(|(vertex, base)| self.moved(vertex, *base))
            .collect()
    }
}

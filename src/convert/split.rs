//! How to cut draws into meshes whose palettes fit (PMX-99). It only proposes; the caller makes the meshes.

use crate::base::limits;
use crate::base::numbers::usize_of;
use crate::convert::donors::{BoneRef, BoneRefs};
use crate::convert::error::ConvertError;
use crate::convert::layout::SkinStream;
use crate::convert::mesh::{self, DrawSource, MeshSource};
use crate::convert::skin;
use std::collections::BTreeSet;

/// Meshes of at most 256 bones each, as lists of draws, everything in the order given.
///
/// Draws are gathered as long as they fit. A draw that has more than 256 bones on its own starts a mesh and is cut by
/// triangles in file order; its last piece may share a mesh with the draws after it. One mesh comes back when no split
/// is needed, so this can be asked first.
///
/// # Errors
///
/// As [`mesh::convert`] as far as draws and bones go; a palette that is too large is none.
pub fn propose(source: &MeshSource<'_>) -> Result<Vec<Vec<DrawSource>>, ConvertError> {
    if source.layout.skin() == SkinStream::None {
        return Ok(vec![source.draws.to_vec()]);
    }
    let component = source.target.components.get(usize_of(source.component));
    let component = component.ok_or(ConvertError::NoComponent {
        component: source.component,
    })?;
    let refs = BoneRefs::new(source.model, source.map, source.target, source.component)?;
    let max = mesh::max_influences(component, source.layout);
    let mut plan = Plan::default();
    for (draw, wanted) in source.draws.iter().enumerate() {
        let corners = wanted.corners(source.model, draw)?;
        let used: BTreeSet<u32> = corners.iter().flatten().copied().collect();
        let vertices: Vec<u32> = used.into_iter().collect();
        let folded = skin::fold_all(source.model, &refs, max, &vertices)?;
        let bones_of = |vertex: &u32| {
            let at = vertices.binary_search(vertex).unwrap_or(0);
            folded[at].iter().map(|(bone, _)| bone)
        };
        let all: BTreeSet<BoneRef> = vertices.iter().flat_map(bones_of).collect();
        if all.len() <= limits::PALETTE_BONES {
            plan.place(wanted.clone(), &all);
            continue;
        }
        plan.close();
        let triangles = wanted.triangles.start..;
        for (triangle, corners) in triangles.zip(corners) {
            let bones: BTreeSet<BoneRef> = corners.iter().flat_map(bones_of).collect();
            plan.place_triangle(wanted.material, triangle, &bones);
        }
    }
    plan.close();
    Ok(plan.meshes)
}

/// Meshes that are full, and the one that is being filled.
#[derive(Default)]
struct Plan {
    meshes: Vec<Vec<DrawSource>>,
    open: Vec<DrawSource>,
    bones: BTreeSet<BoneRef>,
}

impl Plan {
    fn close(&mut self) {
        if !self.open.is_empty() {
            self.meshes.push(std::mem::take(&mut self.open));
        }
        self.bones.clear();
    }

    fn make_room(&mut self, bones: &BTreeSet<BoneRef>) {
        let n_new = bones.difference(&self.bones).count();
        if self.bones.len() + n_new > limits::PALETTE_BONES {
            self.close();
        }
        self.bones.extend(bones);
    }

    fn place(&mut self, draw: DrawSource, bones: &BTreeSet<BoneRef>) {
        self.make_room(bones);
        self.open.push(draw);
    }

    fn place_triangle(&mut self, material: u32, triangle: u32, bones: &BTreeSet<BoneRef>) {
        self.make_room(bones);
        match self.open.last_mut() {
            Some(last) if last.material == material && last.triangles.end == triangle => {
                last.triangles.end = triangle.saturating_add(1);
            }
            _ => self.open.push(DrawSource {
                material,
                triangles: triangle..triangle.saturating_add(1),
            }),
        }
    }
}

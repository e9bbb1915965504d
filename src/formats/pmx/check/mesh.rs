//! Checks vertices, faces and what materials own of them. Whole columns are looked at first; single vertices only when
//! a column has something to report.

use crate::base::numbers::{u32_of, u64_of, usize_of};
use crate::formats::pmx::check::found::{Found, Spot};
use crate::formats::pmx::check::record::{Checker, is_finite};
use crate::formats::pmx::document::Pmx;
use crate::formats::pmx::fields::visit_vertex;
use crate::formats::pmx::section::Section;
use crate::formats::pmx::vertices::Vertices;
use crate::formats::pmx::warning::WarningCode;

/// Checks everything about the mesh.
pub(super) fn check_mesh(pmx: &Pmx, found: &mut Found) {
    let vertices = pmx.vertices();
    if !(is_all_finite(vertices) && are_bones_in_range(&vertices.bones, pmx.bones().len())) {
        let n_sets = usize::from(pmx.header().n_extra_uvs);
        let mut checker = Checker::new(pmx, found);
        for idx in 0..vertices.len() {
            checker.at(Section::Vertices, idx);
            let Ok(()) = visit_vertex(vertices, (idx, n_sets), &mut checker);
        }
    }
    check_faces(pmx, found);
    check_ranges(pmx, found);
}

fn is_all_finite(vertices: &Vertices) -> bool {
    let sdefs = vertices.sdefs.iter();
    are_finite(vertices.positions.as_flattened())
        && are_finite(vertices.normals.as_flattened())
        && are_finite(vertices.uvs.as_flattened())
        && are_finite(vertices.extra_uvs.as_flattened())
        && are_finite(vertices.weights.as_flattened())
        && are_finite(&vertices.edge_scales)
        && sdefs
            .flat_map(|sdef| [&sdef.c, &sdef.r0, &sdef.r1])
            .all(|point| are_finite(point))
}

/// Without an early end, so that many values are looked at in one step.
fn are_finite(values: &[f32]) -> bool {
    values
        .iter()
        .fold(true, |all, value| all & is_finite(*value))
}

fn are_bones_in_range(bones: &[[i32; 4]], n_bones: usize) -> bool {
    let n_bones = u32_of(n_bones);
    bones.as_flattened().iter().fold(true, |all, bone| {
        all & (bone.wrapping_add(1).cast_unsigned() <= n_bones)
    })
}

fn check_faces(pmx: &Pmx, found: &mut Found) {
    let faces = pmx.faces();
    let n_vertices = u32_of(pmx.vertices().len());
    let in_range = |vertex: u32| vertex < n_vertices;
    let n_out = faces.iter().filter(|vertex| !in_range(**vertex)).count();
    let at = |record, field| Spot {
        section: Section::Faces,
        record,
        item: None,
        field,
    };
    if n_out > 0 {
        let first = faces.iter().position(|vertex| !in_range(*vertex));
        let spot = at(first.and_then(|first| u32::try_from(first).ok()), "vertex");
        found.add_many(WarningCode::FaceIndexRange, spot, u64_of(n_out));
    }
    if !faces.len().is_multiple_of(3) {
        found.add(WarningCode::FaceRemainder, at(None, "count"));
    }
}

/// What the materials own of the face list (PMX-12).
fn check_ranges(pmx: &Pmx, found: &mut Found) {
    let at = |record| Spot {
        section: Section::Materials,
        record,
        item: None,
        field: "index_count",
    };
    let mut total: u64 = 0;
    for (place, material) in pmx.materials().iter().enumerate() {
        let count = u32::try_from(material.index_count);
        if !count.is_ok_and(|count| count.is_multiple_of(3)) {
            let spot = at(u32::try_from(place).ok());
            found.add(WarningCode::MaterialCount, spot);
        }
        total = total.saturating_add(u64_of(usize_of(count.unwrap_or(0))));
    }
    if total != u64_of(pmx.faces().len()) {
        found.add(WarningCode::MaterialSum, at(None));
    }
}

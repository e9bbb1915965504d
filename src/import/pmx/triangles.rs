//! Faces as the materials own them: whole triangles in draw order; points and lines are counted (PMX-56, 57, 61).

use crate::base::numbers;
use crate::formats::pmx::{Material, Pmx, material_flags};
use crate::import::pmx::causes;
use crate::import::report::{Cause, Tally};
use crate::model::figure;
use crate::model::figure::Model;

/// What became of the face list beside the triangles in the model.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Faces {
    pub(super) n_points: u32,
    pub(super) n_lines: u32,
    pub(super) dropped: usize,
}

impl Faces {
    pub(super) fn n_kept(self) -> usize {
        numbers::usize_of(self.n_points.saturating_add(self.n_lines))
    }
}

/// What three indexes are.
#[derive(Clone, Copy)]
enum Shape {
    Triangle([u32; 3]),
    Point,
    Line,
    Unusable(&'static Cause),
}

/// Fills the model's triangles and its materials' ranges; the materials hold nothing else yet.
pub(super) fn triangles(file: &Pmx, model: &mut Model, tally: &mut Tally) -> Faces {
    let mut faces = Faces::default();
    let mut rest = file.faces();
    let mut start = 0_usize;
    for (index, material) in file.materials().iter().enumerate() {
        let n_wanted = usize::try_from(material.index_count.max(0)).unwrap_or(usize::MAX);
        let (own, after) = rest.split_at_checked(n_wanted).unwrap_or((rest, &[]));
        rest = after;
        let first_triangle = numbers::u32_of(model.triangles.len());
        let (threes, remainder) = own.as_chunks::<3>();
        for (face, corners) in threes.iter().enumerate() {
            let shape = shape(*corners, material, file.vertices().positions.as_slice());
            let first = start.saturating_add(face.saturating_mul(3));
            keep(shape, first, model, &mut faces, tally);
        }
        let n_left = numbers::u64_of(remainder.len());
        tally.add_times(&causes::FACE_REMAINDER, n_left, || part(index), index);
        let n_triangles = numbers::u32_of(model.triangles.len()).saturating_sub(first_triangle);
        model.materials.push(figure::Material {
            first_triangle,
            n_triangles,
            ..figure::Material::default()
        });
        start = start.saturating_add(own.len());
    }
    faces.dropped = faces.dropped.saturating_add(rest.len().div_euclid(3));
    let n_unowned = numbers::u64_of(rest.len());
    let place = || format!("index:{start}");
    tally.add_times(&causes::FACE_UNOWNED, n_unowned, place, start);
    faces
}

fn part(material: usize) -> String {
    format!("material:{material}")
}

fn shape(corners: [u32; 3], material: &Material, positions: &[[f32; 3]]) -> Shape {
    let [a, b, c] = corners;
    let raw = corners.map(|corner| positions.get(numbers::usize_of(corner)));
    let draws_dots = material.flags & (material_flags::POINTS | material_flags::LINES) != 0;
    if raw.iter().any(Option::is_none) {
        Shape::Unusable(&causes::FACE_RANGE)
    } else if draws_dots && a == c {
        if a == b { Shape::Point } else { Shape::Line }
    } else if a == b || b == c || a == c {
        Shape::Unusable(&causes::FACE_DEGENERATE)
    } else if raw
        .into_iter()
        .flatten()
        .flatten()
        .any(|part| !part.is_finite())
    {
        Shape::Unusable(&causes::FACE_POSITION)
    } else {
        Shape::Triangle(corners)
    }
}

fn keep(shape: Shape, first: usize, model: &mut Model, faces: &mut Faces, tally: &mut Tally) {
    let face = first.div_euclid(3);
    let place = || format!("face:{face}");
    match shape {
        Shape::Triangle(corners) => model.triangles.push(corners),
        Shape::Point => {
            faces.n_points = faces.n_points.saturating_add(1);
            tally.add(&causes::POINTS, place, face);
        }
        Shape::Line => {
            faces.n_lines = faces.n_lines.saturating_add(1);
            tally.add(&causes::LINES, place, face);
        }
        Shape::Unusable(cause) => {
            faces.dropped = faces.dropped.saturating_add(1);
            tally.add(cause, place, face);
        }
    }
}

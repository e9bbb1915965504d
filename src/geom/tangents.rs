//! One tangent a vertex of an indexed mesh, after `MikkTSpace`. No vertex is split or merged.

use crate::base::numbers::usize_of;
use crate::geom::arc::acos;
use bevy_mikktspace::{Geometry, Ops, TangentSpace, generate_tangents};
use glam::{DVec3, Vec2, Vec3};

/// Which way the bitangent runs: `bitangent = sign * cross(normal, tangent)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BitangentSign {
    /// +1: texture coordinates keep the surface's orientation.
    #[default]
    Positive,
    /// -1: they mirror it.
    Negative,
}

impl BitangentSign {
    /// +1 or -1.
    pub const fn factor(self) -> f32 {
        match self {
            Self::Positive => 1.0,
            Self::Negative => -1.0,
        }
    }

    /// The other one.
    #[must_use]
    pub const fn inverted(self) -> Self {
        match self {
            Self::Positive => Self::Negative,
            Self::Negative => Self::Positive,
        }
    }
}

/// The direction in which the first texture coordinate grows, and on which side the second one does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tangent {
    /// Unit length, orthogonal to the vertex's normal.
    pub direction: Vec3,
    /// Sign of the bitangent.
    pub bitangent: BitangentSign,
}

/// An indexed mesh. The first three columns have equal length; a triangle with an index beyond them is passed over.
#[derive(Clone, Copy, Debug)]
pub struct Surface<'a> {
    /// `positions[vertex]`.
    pub positions: &'a [Vec3],
    /// `normals[vertex]`, unit length.
    pub normals: &'a [Vec3],
    /// `uvs[vertex]`.
    pub uvs: &'a [Vec2],
    /// `triangles[triangle][corner]`, a vertex.
    pub triangles: &'a [[u32; 3]],
}

/// `tangents[vertex]` for every vertex of the surface.
///
/// `MikkTSpace` answers per corner. Where the corners of a vertex disagree, the bitangent sign is the one with the larger
/// sum of corner angles (positive when equal); the direction is the sum of the tangents of the corners with that sign,
/// each weighted by its angle, made orthogonal to the normal; when that sum vanishes, the first such corner's.
/// A vertex without any answer (unused, degenerate triangles or texture coordinates, non-finite data) gets
/// [`any_orthogonal`] of its normal with the positive sign.
///
/// The generator takes time by the square of how many triangles meet at a place, and stack by that number. Triangles at
/// a place where more than 256 meet are therefore not shown to it and answer for themselves: the direction in which u
/// grows on them.
pub fn of_vertices(surface: &Surface<'_>) -> Vec<Tangent> {
    let (triangles, crowded) = usable_triangles(surface);
    let mut corners = Corners {
        surface,
        triangles,
        sums: vec![Sums::default(); surface.positions.len()],
    };
    // The error type has no values: the call cannot fail.
    if generate_tangents(&mut corners).is_err() {
        corners.sums.fill(Sums::default());
    }
    corners.add_flat(&crowded);
    let normals = surface.normals.iter().copied();
    corners
        .sums
        .iter()
        .zip(normals.chain(std::iter::repeat(Vec3::Z)))
        .map(|(sums, normal)| sums.tangent(normal))
        .collect()
}

/// A unit vector orthogonal to `normal`: X (Y where the normal is close to X) with its share along the normal removed.
/// X for a normal without length.
pub fn any_orthogonal(normal: DVec3) -> DVec3 {
    let Some(normal) = normal.try_normalize() else {
        return DVec3::X;
    };
    let start = if normal.x.abs() < 0.9 {
        DVec3::X
    } else {
        DVec3::Y
    };
    (start - normal * start.dot(normal)).normalize()
}

/// What the corners of one vertex said, by sign: positive, negative.
#[derive(Clone, Copy, Default)]
struct Sums {
    sides: [Side; 2],
}

#[derive(Clone, Copy, Default)]
struct Side {
    angle: f64,
    direction: DVec3,
    first: DVec3,
}

impl Sums {
    /// Takes the answer of a corner; one without a direction is none.
    fn add(&mut self, direction: DVec3, sign: BitangentSign, angle: f64) {
        if !direction.is_finite() || direction.length_squared() < 0.5 {
            return;
        }
        let [positive, negative] = &mut self.sides;
        let side = match sign {
            BitangentSign::Positive => positive,
            BitangentSign::Negative => negative,
        };
        if side.angle == 0.0 {
            side.first = direction;
        }
        side.angle += angle;
        side.direction += direction * angle;
    }

    fn tangent(&self, normal: Vec3) -> Tangent {
        let [positive, negative] = &self.sides;
        let (side, bitangent) = if positive.angle >= negative.angle {
            (positive, BitangentSign::Positive)
        } else {
            (negative, BitangentSign::Negative)
        };
        let normal = normal.as_dvec3().try_normalize().unwrap_or(DVec3::Z);
        let flattened = |vector: DVec3| {
            let flat = vector - normal * vector.dot(normal);
            (flat.length_squared() > 1e-12 * vector.length_squared())
                .then(|| flat.try_normalize())?
        };
        let known = flattened(side.direction).or_else(|| flattened(side.first));
        Tangent {
            direction: known.unwrap_or_else(|| any_orthogonal(normal)).as_vec3(),
            bitangent: if known.is_some() {
                bitangent
            } else {
                BitangentSign::Positive
            },
        }
    }
}

/// Triangles that have a tangent at all: three different places, everything finite. First those for the generator, then
/// those at crowded places.
///
/// A NaN would make the generator see neighbours that are none, and it searches the whole mesh once for every
/// degenerate triangle.
fn usable_triangles(surface: &Surface<'_>) -> (Vec<[usize; 3]>, Vec<[usize; 3]>) {
    let is_finite = |vertex: usize| {
        surface.positions.get(vertex).is_some_and(|v| v.is_finite())
            && surface.normals.get(vertex).is_some_and(|v| v.is_finite())
            && surface.uvs.get(vertex).is_some_and(|v| v.is_finite())
    };
    let usable: Vec<[usize; 3]> = surface
        .triangles
        .iter()
        .map(|corners| corners.map(usize_of))
        .filter(|corners| corners.iter().all(|vertex| is_finite(*vertex)))
        .filter(|corners| {
            let [a, b, c] = corners.map(|vertex| surface.positions[vertex]);
            a != b && b != c && c != a
        })
        .collect();
    let is_crowded = crowded_vertices(surface.positions, &usable);
    usable
        .into_iter()
        .partition(|corners| corners.iter().all(|vertex| !is_crowded[*vertex]))
}

/// `flags[vertex]`: whether more than [`CROWD`] corners lie where the vertex lies.
fn crowded_vertices(positions: &[Vec3], triangles: &[[usize; 3]]) -> Vec<bool> {
    let mut n_corners = vec![0_usize; positions.len()];
    for vertex in triangles.iter().flatten() {
        n_corners[*vertex] += 1;
    }
    // Adding zero makes both zeros one.
    let place = |vertex: usize| positions[vertex].to_array().map(|c| (c + 0.0).to_bits());
    let mut vertices: Vec<usize> = (0..positions.len())
        .filter(|vertex| n_corners[*vertex] > 0)
        .collect();
    vertices.sort_unstable_by_key(|vertex| place(*vertex));
    let mut is_crowded = vec![false; positions.len()];
    for here in vertices.chunk_by(|a, b| place(*a) == place(*b)) {
        if here.iter().map(|vertex| n_corners[*vertex]).sum::<usize>() > CROWD {
            for vertex in here {
                is_crowded[*vertex] = true;
            }
        }
    }
    is_crowded
}

/// Most triangles at one place that the generator is shown. Figures have a few dozen: the pole of a ball.
const CROWD: usize = 256;

/// What the generator reads and writes.
struct Corners<'a> {
    surface: &'a Surface<'a>,
    triangles: Vec<[usize; 3]>,
    sums: Vec<Sums>,
}

impl Corners<'_> {
    /// Adds triangles by their own slope.
    fn add_flat(&mut self, triangles: &[[usize; 3]]) {
        for corners in triangles {
            let [a, b, c] = corners.map(|v| self.surface.positions[v].as_dvec3());
            let [ta, tb, tc] = corners.map(|v| self.surface.uvs[v].as_dvec2());
            let (first, second) = (tb - ta, tc - ta);
            let area = first.perp_dot(second);
            let slope = (b - a) * second.y - (c - a) * first.y;
            let sign = if area > 0.0 {
                BitangentSign::Positive
            } else {
                BitangentSign::Negative
            };
            let Some(slope) = (slope * f64::from(sign.factor())).try_normalize() else {
                continue;
            };
            if area == 0.0 {
                continue;
            }
            for corner in 0..3 {
                let vertex = corners[corner];
                let normal = self.surface.normals[vertex].as_dvec3().normalize_or_zero();
                let direction = (slope - normal * normal.dot(slope)).normalize_or_zero();
                let angle = self.angle(corners, corner);
                self.sums[vertex].add(direction, sign, angle);
            }
        }
    }

    fn vertex(&self, face: usize, corner: usize) -> usize {
        self.triangles[face][corner]
    }

    /// The inner angle at a corner, kept above zero so that no corner is without a say.
    fn angle(&self, corners: &[usize; 3], corner: usize) -> f64 {
        let [here, next, last] =
            [0, 1, 2].map(|step| self.surface.positions[corners[(corner + step) % 3]].as_dvec3());
        let angle = (next - here)
            .try_normalize()
            .zip((last - here).try_normalize())
            .map_or(0.0, |(a, b)| acos(a.dot(b)));
        angle.max(1e-6)
    }
}

/// The generator's square root and arc cosine.
struct PortableOps;

impl Ops for PortableOps {
    fn sqrt(x: f32) -> f32 {
        x.sqrt()
    }

    fn acos(x: f32) -> f32 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an angle; the generator works in single precision"
        )]
        let angle = acos(f64::from(x)) as f32;
        angle
    }
}

impl Geometry<PortableOps> for Corners<'_> {
    fn num_faces(&self) -> usize {
        self.triangles.len()
    }

    fn num_vertices_of_face(&self, _face: usize) -> usize {
        3
    }

    fn position(&self, face: usize, vert: usize) -> [f32; 3] {
        self.surface.positions[self.vertex(face, vert)].to_array()
    }

    fn normal(&self, face: usize, vert: usize) -> [f32; 3] {
        self.surface.normals[self.vertex(face, vert)].to_array()
    }

    fn tex_coord(&self, face: usize, vert: usize) -> [f32; 2] {
        self.surface.uvs[self.vertex(face, vert)].to_array()
    }

    fn set_tangent(&mut self, tangent_space: Option<TangentSpace>, face: usize, vert: usize) {
        if let Some(space) = tangent_space {
            let direction = Vec3::from_array(space.tangent()).as_dvec3();
            let sign = if space.is_orientation_preserving() {
                BitangentSign::Positive
            } else {
                BitangentSign::Negative
            };
            let angle = self.angle(&self.triangles[face], vert);
            let vertex = self.vertex(face, vert);
            self.sums[vertex].add(direction, sign, angle);
        }
    }
}

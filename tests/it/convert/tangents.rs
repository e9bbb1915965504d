//! Tangents of an indexed mesh.

use super::figures::Dice;
use bem_studio::geom::tangents::{self, BitangentSign, Surface, Tangent};
use glam::{Vec2, Vec3};

struct Mesh {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    uvs: Vec<Vec2>,
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// A square in z = 0 that faces +Z; u grows with x, v with y.
    fn square() -> Self {
        let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
        Self {
            positions: corners.iter().map(|at| at.extend(0.0)).collect(),
            normals: vec![Vec3::Z; 4],
            uvs: corners.to_vec(),
            triangles: vec![[0, 1, 2], [0, 2, 3]],
        }
    }

    fn tangents(&self) -> Vec<Tangent> {
        tangents::of_vertices(&Surface {
            positions: &self.positions,
            normals: &self.normals,
            uvs: &self.uvs,
            triangles: &self.triangles,
        })
    }
}

fn assert_close(tangent: Tangent, direction: Vec3, sign: BitangentSign) {
    assert!(
        (tangent.direction - direction).length() < 1e-5,
        "{tangent:?} instead of {direction}"
    );
    assert_eq!(tangent.bitangent, sign, "{tangent:?}");
}

#[test]
fn a_tangent_runs_where_u_grows_and_the_sign_tells_where_v_does() {
    let mut square = Mesh::square();
    for tangent in square.tangents() {
        assert_close(tangent, Vec3::X, BitangentSign::Positive);
        let bitangent = Vec3::Z.cross(tangent.direction) * tangent.bitangent.factor();
        assert_eq!(bitangent, Vec3::Y, "v grows with y");
    }
    for uv in &mut square.uvs {
        uv.y = 1.0 - uv.y;
    }
    for tangent in square.tangents() {
        assert_close(tangent, Vec3::X, BitangentSign::Negative);
    }
    for uv in &mut square.uvs {
        *uv = Vec2::new(uv.y, 1.0 - uv.x);
    }
    for tangent in square.tangents() {
        assert!(
            tangent.direction.x.abs() < 1e-5,
            "u now runs along y: {tangent:?}"
        );
    }
}

#[test]
fn corners_that_disagree_on_the_sign_follow_the_larger_angle() {
    // Two triangles at vertex 0, one with mirrored coordinates: 90 degrees against 45.
    let mut mesh = Mesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(-1.0, 1.0, 0.0)],
        normals: vec![Vec3::Z; 4],
        uvs: vec![Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::new(1.0, 1.0)],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    };
    assert_close(mesh.tangents()[0], Vec3::X, BitangentSign::Positive);
    assert_close(mesh.tangents()[3], Vec3::NEG_X, BitangentSign::Negative);
    mesh.triangles.reverse();
    assert_close(mesh.tangents()[0], Vec3::X, BitangentSign::Positive);
    mesh.triangles = vec![[0, 2, 3]];
    assert_close(mesh.tangents()[0], Vec3::NEG_X, BitangentSign::Negative);
}

#[test]
fn tangents_are_unit_and_orthogonal_to_normals_that_lean() {
    let mut dice = Dice::new(5);
    let mut mesh = Mesh::square();
    for normal in &mut mesh.normals {
        *normal = (Vec3::Z + dice.direction() * 0.5).normalize();
    }
    for (tangent, normal) in mesh.tangents().iter().zip(&mesh.normals) {
        assert!((tangent.direction.length() - 1.0).abs() < 1e-5, "unit");
        assert!(tangent.direction.dot(*normal).abs() < 1e-5, "orthogonal");
    }
}

#[test]
fn without_coordinates_the_tangent_is_a_fixed_one_beside_the_normal() {
    let mut mesh = Mesh::square();
    mesh.uvs.fill(Vec2::new(0.25, 0.75));
    mesh.normals = vec![Vec3::Z, Vec3::X, Vec3::new(0.6, 0.0, 0.8), Vec3::Y];
    let tangents = mesh.tangents();
    assert_close(tangents[0], Vec3::X, BitangentSign::Positive);
    assert_close(tangents[1], Vec3::Y, BitangentSign::Positive);
    assert_close(
        tangents[2],
        Vec3::new(0.8, 0.0, -0.6),
        BitangentSign::Positive,
    );
    assert_close(tangents[3], Vec3::X, BitangentSign::Positive);
    assert_eq!(tangents, mesh.tangents(), "the same every time");
}

#[test]
fn broken_numbers_and_indices_neither_hang_nor_reach_a_tangent() {
    let broken = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 3e38, 1e-42, 0.0];
    for value in broken {
        for place in 0..4 {
            let mut mesh = Mesh::square();
            mesh.triangles.extend([[0, 0, 1], [1, 2, 99], [3, 3, 3]]);
            match place {
                0 => mesh.positions[1].y = value,
                1 => mesh.normals[1] = Vec3::splat(value),
                2 => mesh.uvs[1].x = value,
                _ => mesh.positions.fill(Vec3::splat(value)),
            }
            for tangent in mesh.tangents() {
                assert!(
                    (tangent.direction.length() - 1.0).abs() < 1e-5,
                    "{value} at {place}: {tangent:?}"
                );
            }
        }
    }
}

#[test]
fn vertices_that_no_triangle_uses_have_a_tangent_too() {
    let mut mesh = Mesh::square();
    mesh.triangles.clear();
    assert_eq!(mesh.tangents().len(), 4, "one a vertex");
    let nothing = Surface {
        positions: &[],
        normals: &[],
        uvs: &[],
        triangles: &[],
    };
    assert!(
        tangents::of_vertices(&nothing).is_empty(),
        "nothing for nothing"
    );
}

/// `n` triangles around vertex 0, u along x and v along y.
fn fan(n: u32) -> Mesh {
    let mut positions = vec![Vec3::ZERO];
    positions.extend((0..n).map(|place| {
        let turn = place as f32 / n as f32 * std::f32::consts::TAU;
        Vec3::new(turn.cos(), turn.sin(), 0.0)
    }));
    Mesh {
        normals: vec![Vec3::Z; positions.len()],
        uvs: positions.iter().map(|at| at.truncate()).collect(),
        triangles: (0..n).map(|p| [0, p + 1, (p + 1) % n + 1]).collect(),
        positions,
    }
}

#[test]
fn places_where_very_many_triangles_meet_are_answered_like_all_others() {
    for n in [200, 257, 30_000] {
        let mut mesh = fan(n);
        for tangent in mesh.tangents() {
            assert!(
                (tangent.direction - Vec3::X).length() < 1e-3,
                "{n} triangles: {tangent:?}"
            );
            assert_eq!(tangent.bitangent, BitangentSign::Positive, "{n} triangles");
        }
        for uv in &mut mesh.uvs {
            uv.x = -uv.x;
        }
        for tangent in mesh.tangents() {
            assert!(
                (tangent.direction + Vec3::X).length() < 1e-3,
                "{n} mirrored"
            );
            assert_eq!(tangent.bitangent, BitangentSign::Negative, "{n} mirrored");
        }
    }
}

#[test]
fn very_many_degenerate_triangles_cost_nothing() {
    let mut mesh = Mesh::square();
    let n = 40_000;
    mesh.positions.extend((0..n).map(|_| Vec3::ONE));
    mesh.normals.extend((0..n).map(|_| Vec3::Z));
    mesh.uvs
        .extend((0..n).map(|place| Vec2::splat(place as f32)));
    mesh.triangles
        .extend((0..n - 2).map(|place| [place + 4, place + 5, place + 6]));
    let tangents = mesh.tangents();
    assert_close(tangents[0], Vec3::X, BitangentSign::Positive);
    assert_close(tangents[100], Vec3::X, BitangentSign::Positive);
}

//! Small figures, a camera and a look made for these tests.
#![expect(
    clippy::expect_used,
    reason = "figures are sound, or the test is broken"
)]

use bem_studio::model::figure::{Bone, Label, Material, Model, Texture, Vertices};
use bem_studio::model::image::Image;
use bem_studio::preview::camera::Camera;
use bem_studio::preview::look::{Background, Look, Shading, Smoothing};
use bem_studio::preview::scene::Scene;
use bem_studio::preview::scene::part::{AlphaMode, Part, PartTexture};
use bem_studio::preview::scene::surface::{Columns, Surface};
use glam::{Vec2, Vec3};
use std::sync::Arc;

/// Colours as stored, on plain black.
pub(super) const EXACT: Look = Look {
    background: Background::Gradient {
        top: [0; 3],
        bottom: [0; 3],
    },
    shading: Shading::Unlit,
    smoothing: Smoothing::Off,
    ..Look::DARK
};

/// Exactly the square -1..1 in the plane z = 0, seen from the front.
pub(super) fn square_camera() -> Camera {
    let camera = Camera {
        target: Vec3::ZERO,
        ..Camera::default()
    };
    Camera {
        distance_m: 1.0 / (camera.fov_y_rad * 0.5).tan(),
        ..camera
    }
}

/// A rectangle in a plane z = const that faces +Z, the front: `min` and `max` in x and y. Its texture is upright and
/// not mirrored for who sees it from the front, where +X is on the left.
pub(super) fn front_quad(min: Vec2, max: Vec2, z: f32) -> Surface {
    let corner = |x: f32, y: f32| Vec3::new(x, y, z);
    // Seen from the front: top left, top right, bottom right, bottom left.
    let positions = [
        corner(max.x, max.y),
        corner(min.x, max.y),
        corner(min.x, min.y),
        corner(max.x, min.y),
    ];
    let uvs = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    surface(&positions, &[Vec3::Z; 4], &uvs, &[[0, 1, 2], [0, 2, 3]])
}

pub(super) fn surface(
    positions: &[Vec3],
    normals: &[Vec3],
    uvs: &[Vec2],
    triangles: &[[u32; 3]],
) -> Surface {
    let columns = Columns {
        positions: Arc::from(positions),
        normals: Arc::from(normals),
        uvs: Arc::from(uvs),
    };
    Surface::new(columns, Arc::from(triangles)).expect("a sound surface")
}

/// The same triangles, turned to face the other way.
pub(super) fn turned_over(surface: &Surface) -> Surface {
    let triangles: Vec<[u32; 3]> = surface
        .triangles()
        .iter()
        .map(|&[a, b, c]| [a, c, b])
        .collect();
    Surface::new(surface.columns().clone(), Arc::from(triangles)).expect("a sound surface")
}

/// An opaque one-sided part in one colour.
pub(super) fn plain(surface: Surface, [r, g, b]: [u8; 3]) -> Part {
    let unit = |channel: u8| f32::from(channel) / 255.0;
    Part {
        label: String::new(),
        surface,
        base_color: [unit(r), unit(g), unit(b), 1.0],
        texture: PartTexture::Plain,
        alpha: AlphaMode::Opaque,
        two_sided: false,
        visible: true,
        highlighted: false,
    }
}

pub(super) fn scene_of(parts: impl IntoIterator<Item = Part>) -> Scene {
    Scene {
        parts: parts.into_iter().collect(),
        ..Scene::default()
    }
}

/// An image from rows of pixels, top row first.
pub(super) fn image_of(rows: &[&[[u8; 4]]]) -> Arc<Image> {
    Arc::new(Image {
        width: u32::try_from(rows[0].len()).expect("small"),
        height: u32::try_from(rows.len()).expect("small"),
        pixels: rows.iter().copied().flatten().flatten().copied().collect(),
    })
}

/// A grid of `n` by `n` squares on the front side of a bowl: `2 n n` triangles.
pub(super) fn bowl(n: u32) -> Surface {
    let share = |step: u32| step as f32 / n as f32 * 2.0 - 1.0;
    let mut positions = Vec::new();
    for row in 0..=n {
        for column in 0..=n {
            let (x, y) = (share(column), share(row));
            positions.push(Vec3::new(x, y, 0.25 * (x * x + y * y)));
        }
    }
    let normals: Vec<Vec3> = positions
        .iter()
        .map(|at| Vec3::new(-0.5 * at.x, -0.5 * at.y, 1.0).normalize())
        .collect();
    let uvs: Vec<Vec2> = positions
        .iter()
        .map(|at| Vec2::new(0.5 - 0.5 * at.x, 0.5 - 0.5 * at.y))
        .collect();
    let mut triangles = Vec::new();
    for row in 0..n {
        for column in 0..n {
            let at = row * (n + 1) + column;
            triangles.push([at, at + 1, at + n + 2]);
            triangles.push([at, at + n + 2, at + n + 1]);
        }
    }
    surface(&positions, &normals, &uvs, &triangles)
}

/// A figure of three materials and three bones: a white body, a red left hand at -X, a hidden cape. Feet on the ground.
pub(super) fn small_figure() -> Model {
    let quads = [
        front_quad(Vec2::new(-0.2, 0.0), Vec2::new(0.2, 1.6), 0.0),
        front_quad(Vec2::new(-0.6, 0.8), Vec2::new(-0.4, 1.0), 0.0),
        front_quad(Vec2::new(-0.5, 0.2), Vec2::new(0.5, 1.4), 0.3),
    ];
    let mut vertices = Vertices::default();
    let mut triangles = Vec::new();
    for quad in &quads {
        let first = u32::try_from(vertices.positions.len()).expect("small");
        vertices.positions.extend(quad.columns().positions.iter());
        vertices.normals.extend(quad.columns().normals.iter());
        vertices.uvs.extend(quad.columns().uvs.iter());
        triangles.extend(
            quad.triangles()
                .iter()
                .map(|corners| corners.map(|corner| corner + first)),
        );
    }
    Model {
        vertices,
        triangles,
        materials: vec![
            material("体", [1.0, 1.0, 1.0, 1.0], 0),
            material("左手", [1.0, 0.0, 0.0, 1.0], 2),
            Material {
                hidden: true,
                transparent: true,
                texture: Some(0),
                two_sided: true,
                ..material("", [0.0, 0.0, 1.0, 0.0], 4)
            },
        ],
        textures: vec![Texture {
            written: "gone.png".to_owned(),
            ..Texture::default()
        }],
        bones: vec![
            bone("センター", None, Vec3::new(0.0, 0.8, 0.0)),
            bone("左腕", Some(0), Vec3::new(-0.2, 1.2, 0.0)),
            bone("左手首", Some(1), Vec3::new(-0.5, 0.9, 0.0)),
        ],
        ..Model::default()
    }
}

fn material(name: &str, diffuse: [f32; 4], first_triangle: u32) -> Material {
    Material {
        name: Label {
            local: name.to_owned(),
            english: "Cape".to_owned(),
        },
        diffuse,
        first_triangle,
        n_triangles: 2,
        ..Material::default()
    }
}

fn bone(name: &str, parent: Option<u32>, position: Vec3) -> Bone {
    Bone {
        name: Label {
            local: name.to_owned(),
            english: String::new(),
        },
        parent,
        position,
        append: None,
    }
}

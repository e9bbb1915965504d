//! Scenes from models and from arrays.

use super::figures::{front_quad, plain, scene_of, small_figure, surface};
use bem_studio::base::text::Language;
use bem_studio::model::figure::Material;
use bem_studio::preview::scene::figure::{Figures, of_figure};
use bem_studio::preview::scene::ground::Ground;
use bem_studio::preview::scene::part::{AlphaMode, PartTexture};
use bem_studio::preview::scene::placeholder::checker;
use bem_studio::preview::scene::skeleton::Skeleton;
use bem_studio::preview::scene::surface::{Columns, Surface, SurfaceError};
use glam::{Vec2, Vec3};
use std::sync::Arc;

#[test]
fn every_material_gives_one_part_in_file_order() {
    let mut model = small_figure();
    model.materials.push(Material {
        first_triangle: 6,
        n_triangles: 0,
        ..Material::default()
    });
    let scene = of_figure(&model).expect("a sound model");
    let labels: Vec<&str> = scene.parts.iter().map(|part| part.label.as_str()).collect();
    assert_eq!(
        labels,
        ["体", "左手", "Cape", ""],
        "the local name, the English one without it"
    );
    let n_triangles: Vec<usize> = scene
        .parts
        .iter()
        .map(|part| part.surface.triangles().len())
        .collect();
    assert_eq!(
        n_triangles,
        [2, 2, 2, 0],
        "empty materials keep their place"
    );
    assert_eq!(
        scene.n_visible_triangles(),
        4,
        "the hidden one is not counted"
    );
}

#[test]
fn parts_of_a_figure_share_its_vertices() {
    let scene = of_figure(&small_figure()).expect("a sound model");
    let columns = |part: usize| &scene.parts[part].surface.columns().positions;
    assert!(
        Arc::ptr_eq(columns(0), columns(1)),
        "one array for all parts"
    );
}

#[test]
fn the_look_of_a_part_is_its_material() {
    let mut model = small_figure();
    model.materials[0].diffuse = [0.5, 0.9, 0.0, 1.0];
    model.materials[0].ambient = [0.2, 0.9, 0.1];
    let scene = of_figure(&model).expect("a sound model");
    let [body, hand, cape] = [&scene.parts[0], &scene.parts[1], &scene.parts[2]];
    let [r, g, b, _] = body.base_color;
    assert!((r - 0.5).abs() < 1e-6, "0.2 + 0.3, not below 0.5: {r}");
    assert!((g - 1.0).abs() < 1e-6, "never above full light: {g}");
    assert!((b - 0.1).abs() < 1e-6, "ambient alone: {b}");
    assert_eq!(hand.alpha, AlphaMode::Opaque, "opaque");
    assert!(hand.visible && !hand.two_sided, "plain settings");
    assert_eq!(cape.alpha, AlphaMode::Blended, "transparent (PMX-65)");
    assert!(
        !cape.visible && cape.two_sided,
        "hidden (PMX-62), two-sided"
    );
    assert_eq!(cape.base_color[3], 1.0, "shown on purpose it shall be seen");
    assert_eq!(cape.texture, PartTexture::Missing, "the file was not found");
    assert_eq!(body.texture, PartTexture::Plain, "no texture wanted");
}

#[test]
fn the_placeholder_is_one_grey_checker() {
    let image = checker();
    assert!(Arc::ptr_eq(&image, &checker()), "always the same");
    assert_eq!(
        image.pixels.len(),
        image.width as usize * image.height as usize * 4,
        "whole"
    );
    assert!(
        image
            .pixels
            .as_chunks::<4>()
            .0
            .iter()
            .all(|[r, g, b, a]| r == g && g == b && *a == 255),
        "grey and opaque"
    );
    assert_ne!(image.pixel(0, 0), image.pixel(8, 0), "two greys");
    assert_eq!(
        PartTexture::Missing.image().map(|image| image.width),
        Some(image.width),
        "missing textures show it"
    );
}

#[test]
fn bounds_are_those_of_what_is_visible() {
    let near = front_quad(Vec2::ZERO, Vec2::ONE, 0.0);
    let far = front_quad(Vec2::splat(5.0), Vec2::splat(6.0), 1.0);
    let mut scene = scene_of([plain(near, [255; 3]), plain(far, [255; 3])]);
    assert_eq!(
        scene.bounds().expect("triangles").max,
        Vec3::new(6.0, 6.0, 1.0),
        "both"
    );
    scene.parts[1].visible = false;
    assert_eq!(
        scene.bounds().expect("triangles").max,
        Vec3::new(1.0, 1.0, 0.0),
        "one"
    );
    scene.parts[0].visible = false;
    assert_eq!(
        scene.bounds().expect("triangles").max,
        Vec3::new(6.0, 6.0, 1.0),
        "all when none is visible"
    );
    assert_eq!(scene.corners().count(), 12, "their corners likewise");
    scene.parts[0].visible = true;
    assert_eq!(scene.corners().count(), 6, "two triangles are visible");
    assert_eq!(scene_of([]).bounds(), None, "nothing there");
}

#[test]
fn unused_vertices_do_not_widen_the_bounds() {
    let positions = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::splat(99.0)];
    let surface = surface(&positions, &[Vec3::Z; 4], &[Vec2::ZERO; 4], &[[0, 1, 2]]);
    assert_eq!(
        surface.bounds().expect("one triangle").max,
        Vec3::new(1.0, 1.0, 0.0),
        "corners only"
    );
}

#[test]
fn arrays_that_contradict_each_other_are_refused() {
    let columns = |n_positions: usize, n_normals: usize, n_uvs: usize| Columns {
        positions: vec![Vec3::ZERO; n_positions].into(),
        normals: vec![Vec3::Z; n_normals].into(),
        uvs: vec![Vec2::ZERO; n_uvs].into(),
    };
    let lengths = Surface::new(columns(3, 3, 2), Arc::from([[0, 1, 2]]));
    assert_eq!(
        lengths,
        Err(SurfaceError::ColumnLength {
            n_positions: 3,
            n_normals: 3,
            n_uvs: 2
        }),
        "lengths"
    );
    let dangling = Surface::new(columns(3, 3, 3), Arc::from([[0, 1, 2], [0, 3, 1]]));
    let error = SurfaceError::DanglingVertex {
        triangle: 1,
        vertex: 3,
        n_vertices: 3,
    };
    assert_eq!(dangling, Err(error), "indices");
    for language in Language::ALL {
        let text = error.message().text(language);
        let vertex = ["顶点 3", "頂点 3", "vertex 3"];
        assert!(vertex.iter().any(|name| text.contains(name)), "{text}");
        assert!(!text.contains('{'), "{text}");
    }
    let mut model = small_figure();
    model.materials[2].n_triangles = 9;
    assert_eq!(
        of_figure(&model),
        Err(SurfaceError::DanglingTriangles {
            material: 2,
            end: 13,
            n_triangles: 6
        }),
        "ranges"
    );
}

#[test]
fn moved_vertices_keep_the_rest() {
    let surface = front_quad(Vec2::ZERO, Vec2::ONE, 0.0);
    let raised: Arc<[Vec3]> = surface
        .columns()
        .positions
        .iter()
        .map(|position| *position + Vec3::Y)
        .collect();
    let moved = surface.moved(raised).expect("same length");
    assert!(
        Arc::ptr_eq(surface.triangles(), moved.triangles()),
        "the same triangles"
    );
    assert_eq!(
        moved.bounds().expect("triangles").min.y,
        1.0,
        "bounds follow"
    );
    assert_ne!(surface, moved, "not the same picture");
    assert!(
        surface.moved(Arc::from([Vec3::ZERO])).is_err(),
        "another length is refused"
    );
}

#[test]
fn scenes_are_equal_when_they_show_the_very_same_arrays() {
    let model = small_figure();
    let scene = of_figure(&model).expect("a sound model");
    assert_eq!(scene, scene.clone(), "a clone shares everything");
    assert_ne!(
        scene,
        of_figure(&model).expect("a sound model"),
        "another copy of the arrays is another picture"
    );
    let mut other = scene.clone();
    other.parts[1].highlighted = true;
    assert_ne!(scene, other, "a flag is seen");
}

#[test]
fn the_same_figure_gives_the_same_arrays_again() {
    let (model, other) = (Arc::new(small_figure()), Arc::new(small_figure()));
    let mut figures = Figures::default();
    let scene = figures.scene(&model).expect("a sound model");
    assert_eq!(
        scene,
        figures.scene(&model).expect("a sound model"),
        "nothing is copied"
    );
    assert_ne!(
        scene,
        figures.scene(&other).expect("a sound model"),
        "another figure has its own"
    );
    let mut broken = small_figure();
    broken.triangles[0] = [0, 1, 999];
    assert!(
        figures.scene(&Arc::new(broken)).is_err(),
        "as of_figure has it"
    );
}

#[test]
fn bones_are_lines_from_parent_to_child() {
    let skeleton = Skeleton::of_figure(&small_figure());
    assert_eq!(skeleton.joints.len(), 3, "one joint a bone");
    assert_eq!(skeleton.link(0), None, "roots hang on nothing");
    assert_eq!(
        skeleton.link(2),
        Some((1, Vec3::new(-0.2, 1.2, 0.0), Vec3::new(-0.5, 0.9, 0.0))),
        "from the arm to the wrist"
    );
    assert_eq!(skeleton.link(3), None, "past the end");
}

#[test]
fn the_ground_suits_what_stands_on_it() {
    let bounds = |size: f32| {
        front_quad(Vec2::ZERO, Vec2::splat(size), 0.0)
            .bounds()
            .expect("triangles")
    };
    assert!(
        (Ground::under(bounds(1.6)).spacing_m - 0.1).abs() < 1e-6,
        "a person: 10 cm"
    );
    assert!(
        (Ground::under(bounds(16.0)).spacing_m - 1.0).abs() < 1e-5,
        "a house: 1 m"
    );
    assert!(Ground::under(bounds(1.6)).reach_m > 3.0, "well around it");
}

//! Pictures drawn without a window, looked at pixel by pixel with some tolerance.
#![expect(
    clippy::expect_used,
    reason = "EGL and OpenGL 3.3 are there, or nothing can be tested"
)]

use super::figures::{
    EXACT, bowl, front_quad, image_of, plain, scene_of, small_figure, square_camera, turned_over,
};
use bem_studio::model::image::Image;
use bem_studio::preview::camera::framing::{DEFAULT_MARGIN, View};
use bem_studio::preview::camera::{Camera, ViewSize};
use bem_studio::preview::gpu::{GpuError, Offscreen, OffscreenError, Picture};
use bem_studio::preview::look::{Background, Look, Shading, Smoothing};
use bem_studio::preview::scene::Scene;
use bem_studio::preview::scene::figure::of_figure;
use bem_studio::preview::scene::ground::Ground;
use bem_studio::preview::scene::part::{AlphaMode, Part, PartTexture};
use bem_studio::preview::scene::skeleton::Skeleton;
use bem_studio::preview::scene::surface::Surface;
use glam::{Vec2, Vec3};
use std::sync::Arc;

const SIDE: u32 = 64;
fn drawn(scene: &Scene, camera: &Camera, look: &Look) -> Image {
    let picture = Picture {
        scene,
        camera,
        look,
    };
    Offscreen::new()
        .and_then(|mut offscreen| offscreen.image(&picture, (SIDE, SIDE)))
        .expect("EGL and OpenGL 3.3 are there")
}

fn drawn_square(parts: impl IntoIterator<Item = Part>) -> Image {
    drawn(&scene_of(parts), &square_camera(), &EXACT)
}

fn full_quad(z: f32) -> Surface {
    front_quad(Vec2::splat(-1.0), Vec2::ONE, z)
}

#[track_caller]
fn assert_pixel(image: &Image, (x, y): (u32, u32), wanted: [u8; 3]) {
    let [r, g, b, a] = image.pixel(x, y);
    let is_near = [r, g, b]
        .iter()
        .zip(wanted)
        .all(|(value, wanted)| value.abs_diff(wanted) <= 2);
    assert!(
        is_near && a == 255,
        "pixel {x}, {y} is {:?}, not {wanted:?}",
        [r, g, b, a]
    );
}

/// Mean difference of all channels of two pictures of one size, 0..=255.
fn difference(one: &Image, other: &Image) -> f64 {
    let sum: u64 = one
        .pixels
        .iter()
        .zip(&other.pixels)
        .map(|(one, other)| u64::from(one.abs_diff(*other)))
        .sum();
    sum as f64 / one.pixels.len() as f64
}

#[test]
fn a_textured_quad_shows_its_texture_upright_and_not_mirrored() {
    let (red, green) = ([255, 0, 0, 255], [0, 255, 0, 255]);
    let (blue, sand) = ([0, 0, 255, 255], [200, 100, 50, 255]);
    // Sixteen texels a colour, so that filtering leaves the middles alone.
    let (top, bottom) = (
        [[red; 16], [green; 16]].concat(),
        [[blue; 16], [sand; 16]].concat(),
    );
    let mut rows: Vec<&[[u8; 4]]> = vec![&top; 16];
    rows.extend(vec![bottom.as_slice(); 16]);
    let mut part = plain(full_quad(0.0), [255; 3]);
    part.texture = PartTexture::Picture(image_of(&rows));
    let image = drawn_square([part]);
    assert_pixel(&image, (16, 16), [255, 0, 0]);
    assert_pixel(&image, (48, 16), [0, 255, 0]);
    assert_pixel(&image, (16, 48), [0, 0, 255]);
    assert_pixel(&image, (48, 48), [200, 100, 50]);
}

#[test]
fn a_figure_is_not_mirrored() {
    let scene = of_figure(&small_figure()).expect("a sound model");
    let camera = Camera::default().framed(scene.bounds().expect("triangles"), 1.0, DEFAULT_MARGIN);
    let image = drawn(&scene, &camera, &EXACT);
    let size = ViewSize {
        width_px: SIDE as f32,
        height_px: SIDE as f32,
    };
    let red_columns: Vec<u32> = (0..SIDE)
        .filter(|&x| (0..SIDE).any(|y| image.pixel(x, y) == [255, 0, 0, 255]))
        .collect();
    let hand_x = camera
        .project(Vec3::new(-0.5, 0.9, 0.0), size)
        .expect("before the eye")
        .at_px
        .x;
    assert!(
        red_columns.iter().all(|&x| x > SIDE / 2),
        "the left hand is on the right: {red_columns:?}"
    );
    assert!(
        red_columns
            .iter()
            .any(|&x| (x as f32 + 0.5 - hand_x).abs() < 1.0),
        "where the camera says it is"
    );
}

#[test]
fn what_is_see_through_shows_what_lies_behind_it() {
    let behind = plain(full_quad(-0.5), [0, 0, 200]);
    let mut before = plain(full_quad(0.0), [200, 0, 0]);
    before.alpha = AlphaMode::Blended;
    before.base_color[3] = 0.5;
    let image = drawn_square([behind, before]);
    assert_pixel(&image, (32, 32), [100, 0, 100]);
}

#[test]
fn parts_are_drawn_in_their_order_and_hide_what_comes_later_behind_them() {
    let behind = plain(full_quad(-0.5), [0, 0, 200]);
    let mut before = plain(full_quad(0.0), [200, 0, 0]);
    before.alpha = AlphaMode::Blended;
    before.base_color[3] = 0.5;
    // The see-through part comes first: it is drawn over black and its depth stays.
    let image = drawn_square([before, behind]);
    assert_pixel(&image, (32, 32), [100, 0, 0]);
}

#[test]
fn clear_texels_leave_no_depth() {
    let mut lace = plain(full_quad(0.0), [255; 3]);
    lace.alpha = AlphaMode::Blended;
    lace.texture = PartTexture::Picture(image_of(&[&[[9, 9, 9, 0]]]));
    let image = drawn_square([lace, plain(full_quad(-0.5), [0, 90, 0])]);
    assert_pixel(&image, (32, 32), [0, 90, 0]);
}

#[test]
fn opaque_parts_have_holes_where_their_texture_is_clear() {
    let clear = [[9, 9, 9, 0]; 16];
    let solid = [[90, 90, 90, 200]; 16];
    let row = [clear, solid].concat();
    let rows = vec![row.as_slice(); 32];
    let mut part = plain(full_quad(0.0), [255; 3]);
    part.texture = PartTexture::Picture(image_of(&rows));
    let image = drawn_square([part]);
    assert_pixel(&image, (16, 32), [0, 0, 0]);
    assert_pixel(&image, (48, 32), [90, 90, 90]);
}

#[test]
fn backs_are_left_out_unless_a_part_is_two_sided() {
    let back = turned_over(&full_quad(0.0));
    let mut part = plain(back, [10, 200, 10]);
    let culled = drawn_square([part.clone()]);
    assert_pixel(&culled, (32, 32), [0, 0, 0]);
    part.two_sided = true;
    let shown = drawn_square([part]);
    assert_pixel(&shown, (32, 32), [10, 200, 10]);
}

#[test]
fn hidden_parts_are_absent() {
    let mut part = plain(full_quad(0.0), [200, 0, 0]);
    part.visible = false;
    assert_pixel(&drawn_square([part]), (32, 32), [0, 0, 0]);
}

#[test]
fn nearer_parts_cover_farther_ones_in_either_order() {
    let near = || plain(full_quad(0.0), [200, 0, 0]);
    let far = || plain(full_quad(-0.5), [0, 0, 200]);
    assert_pixel(&drawn_square([near(), far()]), (32, 32), [200, 0, 0]);
    assert_pixel(&drawn_square([far(), near()]), (32, 32), [200, 0, 0]);
}

#[test]
fn a_highlighted_part_stands_out() {
    let mut part = plain(full_quad(0.0), [60, 60, 60]);
    let plain_image = drawn_square([part.clone()]);
    part.highlighted = true;
    let image = drawn_square([part]);
    let [r, _, b, _] = image.pixel(32, 32);
    assert!(r > b + 40, "tinted orange: {:?}", image.pixel(32, 32));
    assert!(difference(&image, &plain_image) > 10.0, "clearly");
}

#[test]
fn a_missing_texture_shows_a_grey_checker() {
    let mut part = plain(full_quad(0.0), [255; 3]);
    part.texture = PartTexture::Missing;
    let image = drawn_square([part]);
    // Sixteen squares over 64 pixels: each four wide.
    assert_pixel(&image, (2, 2), [118; 3]);
    assert_pixel(&image, (6, 2), [168; 3]);
    assert_pixel(&image, (6, 6), [118; 3]);
}

#[test]
fn light_comes_from_above_whatever_side_the_camera_is_on() {
    let look = Look {
        shading: Shading::Lit,
        ..EXACT
    };
    // A roof and a slanted floor: normals up and down, both facing the front as well.
    let slope = |up: f32| {
        let mut columns = full_quad(0.0).columns().clone();
        columns.normals = vec![Vec3::new(0.0, up, 1.0).normalize(); 4].into();
        Surface::new(columns, Arc::clone(full_quad(0.0).triangles())).expect("a sound surface")
    };
    let brightness = |up: f32| {
        let scene = scene_of([plain(slope(up), [128; 3])]);
        drawn(&scene, &square_camera(), &look).pixel(32, 32)[0]
    };
    assert!(
        brightness(1.0) > brightness(-1.0) + 20,
        "{} and {}",
        brightness(1.0),
        brightness(-1.0)
    );
}

#[test]
fn a_two_sided_part_is_lit_alike_from_both_sides() {
    let look = Look {
        shading: Shading::Toon,
        ..EXACT
    };
    let mut part = plain(full_quad(0.0), [200; 3]);
    part.two_sided = true;
    let scene = scene_of([part]);
    let front = drawn(&scene, &square_camera(), &look).pixel(32, 32);
    let back = drawn(&scene, &square_camera().seen_from(View::Back), &look).pixel(32, 32);
    assert!(front[0].abs_diff(back[0]) <= 2, "{front:?} and {back:?}");
}

#[test]
fn zero_normals_are_replaced_by_those_of_the_triangles() {
    let look = Look {
        shading: Shading::Lit,
        ..EXACT
    };
    let quad = full_quad(0.0);
    let mut columns = quad.columns().clone();
    columns.normals = vec![Vec3::ZERO; 4].into();
    let flat = Surface::new(columns, Arc::clone(quad.triangles())).expect("a sound surface");
    let brightness = |surface| {
        drawn(
            &scene_of([plain(surface, [200; 3])]),
            &square_camera(),
            &look,
        )
        .pixel(40, 20)[0]
    };
    assert!(
        brightness(flat).abs_diff(brightness(quad)) <= 2,
        "as good as the true normal"
    );
}

#[test]
fn the_background_runs_from_its_top_to_its_bottom_colour() {
    let look = Look {
        background: Background::Gradient {
            top: [200, 10, 10],
            bottom: [10, 10, 200],
        },
        ..EXACT
    };
    let image = drawn(&Scene::default(), &square_camera(), &look);
    assert_pixel(&image, (32, 0), [200, 10, 10]);
    assert_pixel(&image, (32, 63), [10, 10, 200]);
}

#[test]
fn without_a_background_the_picture_is_clear_around_the_figure() {
    let look = Look {
        background: Background::Transparent,
        ..EXACT
    };
    let mut part = plain(
        front_quad(Vec2::new(-1.0, -1.0), Vec2::new(0.0, 1.0), 0.0),
        [200, 100, 40],
    );
    part.alpha = AlphaMode::Blended;
    part.base_color[3] = 0.5;
    let image = drawn(&scene_of([part]), &square_camera(), &look);
    assert_eq!(image.pixel(16, 32)[3], 0, "nothing on the left");
    let [r, g, b, a] = image.pixel(48, 32);
    assert!(a.abs_diff(128) <= 1, "half clear: {a}");
    assert!(
        r.abs_diff(200) <= 2 && g.abs_diff(100) <= 2 && b.abs_diff(40) <= 2,
        "its own colour, not darkened: {r} {g} {b}"
    );
}

#[test]
fn overlays_leave_their_marks() {
    let figure = small_figure();
    let mut scene = of_figure(&figure).expect("a sound model");
    let camera = Camera::default()
        .orbited(
            Vec2::new(100.0, 80.0),
            ViewSize {
                width_px: 600.0,
                height_px: 600.0,
            },
        )
        .framed(scene.bounds().expect("triangles"), 1.0, DEFAULT_MARGIN);
    let plain_image = drawn(&scene, &camera, &Look::LIGHT);
    scene.ground = Some(Ground::default());
    let with_ground = drawn(&scene, &camera, &Look::LIGHT);
    assert!(
        difference(&plain_image, &with_ground) > 0.3,
        "the grid is there"
    );
    scene.ground = None;
    scene.skeleton = Some(Skeleton {
        highlighted: vec![2],
        ..Skeleton::of_figure(&figure)
    });
    let with_bones = drawn(&scene, &camera, &Look::LIGHT);
    assert!(
        difference(&plain_image, &with_bones) > 0.3,
        "the bones are there"
    );
}

#[test]
fn the_same_input_gives_the_same_picture() {
    let scene = of_figure(&small_figure()).expect("a sound model");
    let look = Look {
        smoothing: Smoothing::On,
        ..Look::DARK
    };
    let one = drawn(&scene, &Camera::default(), &look);
    let other = drawn(&scene, &Camera::default(), &look);
    assert_eq!(one.pixels, other.pixels, "to the last bit");
}

#[test]
fn smoothing_softens_slanted_outlines() {
    let scene = scene_of([plain(bowl(4), [255; 3])]);
    let camera = Camera {
        yaw_rad: 0.5,
        pitch_rad: 0.4,
        distance_m: 8.0,
        ..square_camera()
    };
    let n_grey = |smoothing| {
        let image = drawn(&scene, &camera, &Look { smoothing, ..EXACT });
        image
            .pixels
            .as_chunks::<4>()
            .0
            .iter()
            .filter(|[r, ..]| (20..235).contains(r))
            .count()
    };
    assert_eq!(n_grey(Smoothing::Off), 0, "hard edges");
    assert!(n_grey(Smoothing::On) > 10, "soft edges");
}

#[test]
fn one_context_draws_many_pictures_and_forgets_what_is_gone() {
    let mut offscreen = Offscreen::new().expect("EGL and OpenGL 3.3 are there");
    let camera = square_camera();
    for step in 0..20_u8 {
        let color = [step * 10, 100, 200 - step * 10];
        let scene = scene_of([plain(full_quad(0.0), color)]);
        let picture = Picture {
            scene: &scene,
            camera: &camera,
            look: &EXACT,
        };
        let size = (SIDE + u32::from(step), SIDE);
        let image = offscreen.image(&picture, size).expect("a picture");
        assert_eq!((image.width, image.height), size, "its own size");
        assert_pixel(&image, (32, 32), color);
    }
}

#[test]
fn two_contexts_on_one_thread_do_not_disturb_each_other() {
    let camera = square_camera();
    let scene = scene_of([plain(full_quad(0.0), [1, 200, 3])]);
    let picture = Picture {
        scene: &scene,
        camera: &camera,
        look: &EXACT,
    };
    let mut one = Offscreen::new().expect("a context");
    let mut other = Offscreen::new().expect("another");
    for _ in 0..2 {
        let image = one.image(&picture, (SIDE, SIDE)).expect("a picture");
        assert_pixel(&image, (32, 32), [1, 200, 3]);
        let image = other.image(&picture, (SIDE, SIDE)).expect("a picture");
        assert_pixel(&image, (32, 32), [1, 200, 3]);
    }
    drop(other);
    let image = one.image(&picture, (SIDE, SIDE)).expect("a picture");
    assert_pixel(&image, (32, 32), [1, 200, 3]);
}

#[test]
fn pictures_without_area_or_beyond_the_gpu_are_refused_in_words() {
    let mut offscreen = Offscreen::new().expect("a context");
    let scene = Scene::default();
    let camera = square_camera();
    let picture = Picture {
        scene: &scene,
        camera: &camera,
        look: &EXACT,
    };
    for size in [(0, 64), (64, 0), (1_000_000, 64)] {
        let error = offscreen
            .image(&picture, size)
            .expect_err("no such picture");
        assert!(
            matches!(error, OffscreenError::Gpu(GpuError::Size { .. })),
            "{size:?}: {error}"
        );
        for language in bem_studio::base::text::Language::ALL {
            let text = error.message().text(language);
            assert!(!text.contains('{'), "all filled in: {text}");
        }
    }
}

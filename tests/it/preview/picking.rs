//! What lies under a pixel.

use super::figures::{bowl, front_quad, image_of, plain, scene_of, small_figure, turned_over};
use bem_studio::preview::camera::framing::{DEFAULT_MARGIN, View};
use bem_studio::preview::camera::{Camera, Ray, ViewSize};
use bem_studio::preview::picking::{hit, nearest_bone};
use bem_studio::preview::scene::figure::of_figure;
use bem_studio::preview::scene::part::{AlphaMode, PartTexture};
use bem_studio::preview::scene::skeleton::Skeleton;
use glam::{Vec2, Vec3};

const SIZE: ViewSize = ViewSize {
    width_px: 400.0,
    height_px: 400.0,
};

fn from_front(x: f32, y: f32) -> Ray {
    Ray {
        origin: Vec3::new(x, y, 10.0),
        direction: Vec3::NEG_Z,
    }
}

#[test]
fn the_nearest_of_several_parts_is_hit() {
    let quad = |z| plain(front_quad(Vec2::splat(-1.0), Vec2::ONE, z), [255; 3]);
    let scene = scene_of([quad(0.0), quad(2.0), quad(1.0)]);
    let hit = hit(&scene, from_front(0.5, 0.25)).expect("something is there");
    assert_eq!(hit.part, 1, "the one nearest to the front");
    assert!((hit.distance_m - 8.0).abs() < 1e-5, "{}", hit.distance_m);
    assert!(
        hit.position.distance(Vec3::new(0.5, 0.25, 2.0)) < 1e-5,
        "{}",
        hit.position
    );
    assert!((hit.weights.element_sum() - 1.0).abs() < 1e-5, "weights");
}

#[test]
fn triangle_and_nearest_vertex_are_named() {
    let scene = scene_of([plain(
        front_quad(Vec2::splat(-1.0), Vec2::ONE, 0.0),
        [255; 3],
    )]);
    // Corners: 0 at (+, +), 1 at (-, +), 2 at (-, -), 3 at (+, -).
    for (x, y, triangle, vertex) in [
        (0.9, 0.95, 0, 0),
        (-0.9, 0.9, 0, 1),
        (-0.9, -0.8, 0, 2),
        (0.9, -0.9, 1, 3),
    ] {
        let hit = hit(&scene, from_front(x, y)).expect("on the quad");
        assert_eq!(
            (hit.triangle, hit.vertex),
            (triangle, vertex),
            "at {x}, {y}"
        );
    }
    assert_eq!(hit(&scene, from_front(1.1, 0.0)), None, "beside it");
}

#[test]
fn backs_are_hit_only_where_they_are_drawn() {
    let back = turned_over(&front_quad(Vec2::splat(-1.0), Vec2::ONE, 0.0));
    let mut scene = scene_of([plain(back, [255; 3])]);
    assert_eq!(hit(&scene, from_front(0.0, 0.1)), None, "one-sided");
    scene.parts[0].two_sided = true;
    assert!(hit(&scene, from_front(0.0, 0.1)).is_some(), "two-sided");
}

#[test]
fn hidden_parts_are_not_hit() {
    let mut scene = scene_of([plain(
        front_quad(Vec2::splat(-1.0), Vec2::ONE, 0.0),
        [255; 3],
    )]);
    scene.parts[0].visible = false;
    assert_eq!(
        hit(&scene, from_front(0.0, 0.1)),
        None,
        "nothing to be seen"
    );
}

#[test]
fn clear_texels_let_the_ray_through() {
    // Left half clear, right half solid.
    let texture = image_of(&[&[[0, 0, 0, 0], [9, 9, 9, 255]]]);
    let mut lace = plain(front_quad(Vec2::splat(-1.0), Vec2::ONE, 1.0), [255; 3]);
    lace.texture = PartTexture::Picture(texture);
    lace.alpha = AlphaMode::Blended;
    let skin = plain(front_quad(Vec2::splat(-1.0), Vec2::ONE, 0.0), [255; 3]);
    let scene = scene_of([lace, skin]);
    let part_at = |x| hit(&scene, from_front(x, 0.1)).map(|hit| hit.part);
    assert_eq!(part_at(0.5), Some(1), "through the clear half, +X is left");
    assert_eq!(part_at(-0.5), Some(0), "the solid half");
}

#[test]
fn what_is_behind_the_eye_is_not_hit() {
    let scene = scene_of([plain(
        front_quad(Vec2::splat(-1.0), Vec2::ONE, 20.0),
        [255; 3],
    )]);
    assert_eq!(hit(&scene, from_front(0.0, 0.1)), None, "it lies behind");
}

#[test]
fn every_pixel_of_a_framed_bowl_hits_it_where_it_is_shown() {
    let scene = scene_of([plain(bowl(30), [255; 3])]);
    let camera = Camera::default().framed(scene.bounds().expect("triangles"), 1.0, 0.0);
    for step in 1..20 {
        let cursor = Vec2::new(step as f32 * 20.0, 130.0 + step as f32 * 7.0);
        let hit = hit(&scene, camera.ray(cursor, SIZE)).expect("the bowl fills the picture");
        let shown = camera.project(hit.position, SIZE).expect("before the eye");
        assert!(
            shown.at_px.distance(cursor) < 0.1,
            "{} at {cursor}",
            shown.at_px
        );
    }
}

#[test]
fn the_left_hand_is_picked_on_the_right_of_the_front_view() {
    let scene = of_figure(&small_figure()).expect("a sound model");
    let camera = Camera::default().framed(scene.bounds().expect("triangles"), 1.0, DEFAULT_MARGIN);
    let at = camera
        .project(Vec3::new(-0.5, 0.9, 0.0), SIZE)
        .expect("before the eye")
        .at_px;
    assert!(at.x > 200.0, "the hand is on the right");
    let hit = hit(&scene, camera.ray(at, SIZE)).expect("the hand");
    assert_eq!(scene.parts[hit.part].label, "左手", "its name");
}

#[test]
fn the_bone_under_the_cursor_is_the_nearest_joint_or_line() {
    let model = small_figure();
    let skeleton = Skeleton::of_figure(&model);
    let camera = Camera::default().seen_from(View::Front);
    let at = |point| camera.project(point, SIZE).expect("before the eye").at_px;
    let pick = |cursor| nearest_bone(&skeleton, &camera, cursor, SIZE, 8.0);
    let wrist = model.bones[2].position;
    let arm = model.bones[1].position;
    assert_eq!(pick(at(wrist) + Vec2::new(3.0, 2.0)), Some(2), "the wrist");
    assert_eq!(
        pick(at(wrist.lerp(arm, 0.5))),
        Some(1),
        "the line to the wrist belongs to the arm"
    );
    assert_eq!(pick(Vec2::new(5.0, 5.0)), None, "far from all");
}

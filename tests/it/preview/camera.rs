//! Where the camera stands and what it sees, without any GPU.
#![expect(
    clippy::expect_used,
    reason = "points before the eye are projected, or the test is broken"
)]

use bem_studio::geom::bounds::Bounds;
use bem_studio::preview::camera::framing::{DEFAULT_MARGIN, View};
use bem_studio::preview::camera::navigation::DISTANCE_RANGE_M;
use bem_studio::preview::camera::{Camera, DepthRange, ViewSize};
use glam::{Vec2, Vec3};
use proptest::prelude::*;
use std::f32::consts::{FRAC_PI_2, PI};

const SIZE: ViewSize = ViewSize {
    width_px: 800.0,
    height_px: 600.0,
};
const MIDDLE: Vec2 = Vec2::new(400.0, 300.0);

fn x_of(camera: &Camera, point: Vec3) -> f32 {
    camera.project(point, SIZE).expect("before the eye").at_px.x
}

fn y_of(camera: &Camera, point: Vec3) -> f32 {
    camera.project(point, SIZE).expect("before the eye").at_px.y
}

fn any_camera() -> impl Strategy<Value = Camera> {
    (
        prop::array::uniform3(-5.0_f32..5.0),
        -PI..PI,
        -FRAC_PI_2..=FRAC_PI_2,
        0.1_f32..50.0,
        0.2_f32..1.5,
    )
        .prop_map(
            |(target, yaw_rad, pitch_rad, distance_m, fov_y_rad)| Camera {
                target: Vec3::from_array(target),
                yaw_rad,
                pitch_rad,
                distance_m,
                fov_y_rad,
            },
        )
}

#[test]
fn the_front_view_shows_the_left_hand_on_the_right_like_a_person_facing_you() {
    let camera = Camera::default();
    let (left_hand, right_hand) = (Vec3::new(-0.6, 1.2, 0.0), Vec3::new(0.6, 1.2, 0.0));
    assert!(camera.eye().z > 0.0, "it stands before the face");
    assert!(
        x_of(&camera, left_hand) > MIDDLE.x,
        "left hand on the right"
    );
    assert!(
        x_of(&camera, right_hand) < MIDDLE.x,
        "right hand on the left"
    );
    assert!(
        y_of(&camera, Vec3::new(0.0, 1.6, 0.0)) < y_of(&camera, Vec3::ZERO),
        "head above feet"
    );
}

#[test]
fn the_standard_views_look_from_their_sides() {
    let at = |view| Camera::default().seen_from(view);
    let (nose, left_hand) = (Vec3::new(0.0, 0.8, 1.0), Vec3::new(-1.0, 0.8, 0.0));
    let is_from = |view: View, axis: Vec3| {
        let camera = at(view);
        (camera.eye() - camera.target).normalize().dot(axis) > 0.999
    };
    assert!(is_from(View::Front, Vec3::Z), "front");
    assert!(is_from(View::Back, Vec3::NEG_Z), "back");
    assert!(is_from(View::Left, Vec3::NEG_X), "its own left");
    assert!(is_from(View::Right, Vec3::X), "its own right");
    assert!(is_from(View::Top, Vec3::Y), "top");
    assert!(is_from(View::Bottom, Vec3::NEG_Y), "bottom");
    assert!(
        x_of(&at(View::Left), nose) < MIDDLE.x,
        "seen from its left, a figure looks to the left of the picture"
    );
    assert!(
        x_of(&at(View::Back), left_hand) < MIDDLE.x,
        "seen from behind, its left is our left"
    );
    assert!(
        y_of(&at(View::Top), nose) > MIDDLE.y,
        "seen from above, it looks down the picture"
    );
    assert!(
        x_of(&at(View::Top), left_hand) > MIDDLE.x,
        "from above as from the front"
    );
}

#[test]
fn the_axes_are_a_left_handed_frame() {
    for view in View::ALL {
        let axes = Camera::default().seen_from(view).axes();
        let along_up = axes.forward.cross(axes.right).dot(axes.up);
        assert!((along_up - 1.0).abs() < 1e-5, "{view:?}: {along_up}");
        assert!(axes.right.dot(axes.forward).abs() < 1e-5, "{view:?}");
    }
}

#[test]
fn the_planes_of_the_depth_range_end_at_minus_one_and_one() {
    let range = DepthRange {
        near_m: 0.5,
        far_m: 20.0,
    };
    let clip_from_view = Camera::default().clip_from_view(1.5, range);
    let depth = |z: f32| clip_from_view.project_point3(Vec3::new(0.0, 0.0, z)).z;
    assert!((depth(0.5) + 1.0).abs() < 1e-5, "near");
    assert!((depth(20.0) - 1.0).abs() < 1e-5, "far");
    assert!(depth(3.0) < depth(4.0), "farther is more");
}

#[test]
fn the_depth_range_holds_the_bounds_with_the_eye_inside_or_outside() {
    let bounds = Bounds {
        min: Vec3::splat(-1.0),
        max: Vec3::splat(1.0),
    };
    for distance_m in [0.05, 1.0, 5.0, 500.0] {
        let camera = Camera {
            target: Vec3::ZERO,
            distance_m,
            ..Camera::default()
        };
        let range = camera.depth_range(Some(bounds));
        assert!(
            0.0 < range.near_m && range.near_m < range.far_m,
            "{distance_m}: {range:?}"
        );
        assert!(
            range.far_m >= distance_m + 3_f32.sqrt(),
            "{distance_m}: far"
        );
        assert!(
            range.near_m <= (distance_m - 3_f32.sqrt()).max(range.far_m / 3999.0),
            "{distance_m}: near"
        );
    }
}

#[test]
fn a_drag_to_the_right_turns_what_is_near_to_the_right() {
    let camera = Camera::default();
    let near = camera.target + Vec3::Z * 0.3;
    let turned = camera.orbited(Vec2::new(40.0, 0.0), SIZE);
    assert!(
        x_of(&turned, near) > MIDDLE.x + 1.0,
        "it follows the cursor"
    );
    let lowered = camera.orbited(Vec2::new(0.0, 40.0), SIZE);
    assert!(y_of(&lowered, near) > MIDDLE.y + 1.0, "downwards, too");
}

#[test]
fn turning_up_slows_and_ends_straight_above() {
    let mut camera = Camera::default();
    let mut steps = Vec::new();
    for _ in 0..200 {
        let next = camera.orbited(Vec2::new(0.0, 10.0), SIZE);
        steps.push(next.pitch_rad - camera.pitch_rad);
        camera = next;
    }
    assert!(camera.pitch_rad <= FRAC_PI_2, "never past the top");
    assert!(camera.pitch_rad > FRAC_PI_2 - 0.01, "but as good as there");
    assert!(
        steps.is_sorted_by(|step, next| step >= &(next - 1e-6)),
        "each step is at most as large as the one before"
    );
    let back = camera.orbited(Vec2::new(0.0, -10.0), SIZE);
    assert!(
        camera.pitch_rad - back.pitch_rad > 0.04,
        "back at full speed"
    );
}

#[test]
fn the_point_under_the_cursor_follows_a_pan() {
    let camera = Camera::default().orbited(Vec2::new(130.0, 60.0), SIZE);
    let (from, drag) = (Vec2::new(200.0, 420.0), Vec2::new(33.0, -71.0));
    let ray = camera.ray(from, SIZE);
    let depth = camera.distance_m / ray.direction.dot(camera.axes().forward);
    let grabbed = ray.at(depth);
    let moved = camera.panned(drag, SIZE);
    let now = moved.project(grabbed, SIZE).expect("before the eye").at_px;
    assert!(
        now.distance(from + drag) < 0.05,
        "{now} is not {}",
        from + drag
    );
}

#[test]
fn the_point_under_the_cursor_stays_while_zooming() {
    let camera = Camera::default().orbited(Vec2::new(-90.0, 30.0), SIZE);
    let cursor = Vec2::new(610.0, 130.0);
    let ray = camera.ray(cursor, SIZE);
    let kept = ray.at(camera.distance_m / ray.direction.dot(camera.axes().forward));
    for factor in [0.5, 0.9, 1.3, 3.0] {
        let zoomed = camera.zoomed(factor, cursor, SIZE);
        let now = zoomed.project(kept, SIZE).expect("before the eye").at_px;
        assert!(now.distance(cursor) < 0.05, "{factor}: {now}");
        assert!(
            (zoomed.distance_m / camera.distance_m - factor).abs() < 1e-3,
            "{factor}: {}",
            zoomed.distance_m
        );
    }
}

#[test]
fn zooming_for_ever_stays_within_the_range() {
    for factor in [0.7, 1.4] {
        let mut camera = Camera::default();
        for _ in 0..500 {
            camera = camera.zoomed(factor, MIDDLE, SIZE);
        }
        assert!(
            DISTANCE_RANGE_M.contains(&camera.distance_m),
            "{}",
            camera.distance_m
        );
        assert!(camera.target.is_finite(), "{}", camera.target);
    }
}

#[test]
fn nonsense_from_a_device_leaves_the_camera_alone() {
    let camera = Camera::default();
    assert_eq!(camera.orbited(Vec2::NAN, SIZE), camera, "orbit");
    assert_eq!(camera.panned(Vec2::INFINITY, SIZE), camera, "pan");
    for factor in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(camera.zoomed(factor, MIDDLE, SIZE), camera, "zoom {factor}");
    }
    let empty = ViewSize {
        width_px: 0.0,
        height_px: 0.0,
    };
    assert!(
        camera.ray(Vec2::ZERO, empty).direction.is_finite(),
        "a picture without area"
    );
}

#[test]
fn a_framed_box_touches_the_margin_and_no_more() {
    let bounds = Bounds {
        min: Vec3::new(-0.7, 0.0, -0.2),
        max: Vec3::new(0.7, 1.6, 0.3),
    };
    for view in View::ALL {
        for (width_px, height_px) in [(1280.0, 800.0), (300.0, 900.0)] {
            let size = ViewSize {
                width_px,
                height_px,
            };
            let camera =
                Camera::default()
                    .seen_from(view)
                    .framed(bounds, size.aspect(), DEFAULT_MARGIN);
            let mut widest: f32 = 0.0;
            for corner in corners(bounds) {
                let at = camera.project(corner, size).expect("before the eye").at_px;
                let from_middle = (at * 2.0 / Vec2::new(width_px, height_px) - 1.0).abs();
                widest = widest.max(from_middle.max_element());
            }
            let wanted = 1.0 - 2.0 * DEFAULT_MARGIN;
            assert!(
                (widest - wanted).abs() < 0.01,
                "{view:?} {width_px} x {height_px}: {widest} is not {wanted}"
            );
        }
    }
}

#[test]
fn points_are_framed_closer_than_their_box() {
    // A standing figure with its arms stretched out, seen from a corner: the box has corners where nothing is.
    let points = [
        Vec3::ZERO,
        Vec3::new(0.0, 1.6, 0.0),
        Vec3::new(-0.8, 1.3, 0.0),
        Vec3::new(0.8, 1.3, 0.0),
        Vec3::new(0.0, 0.8, 0.4),
    ];
    let bounds = Bounds::around(points).expect("points");
    let turned = Camera::default().turned(0.7, 0.4);
    let by_box = turned.framed(bounds, SIZE.aspect(), DEFAULT_MARGIN);
    let by_points = turned.framed_around(points, SIZE.aspect(), DEFAULT_MARGIN);
    assert!(by_points.distance_m < by_box.distance_m, "nearer");
    let free = Vec2::new(SIZE.width_px, SIZE.height_px) * DEFAULT_MARGIN;
    for point in points {
        let at = by_points
            .project(point, SIZE)
            .expect("before the eye")
            .at_px;
        assert!(
            at.cmpge(free - 0.1).all()
                && at
                    .cmple(Vec2::new(SIZE.width_px, SIZE.height_px) - free + 0.1)
                    .all(),
            "{point} is shown at {at}"
        );
    }
    let across: Vec<f32> = points
        .iter()
        .map(|point| x_of(&by_points, *point) - MIDDLE.x)
        .collect();
    let (least, most) = (
        across.iter().copied().fold(f32::INFINITY, f32::min),
        across.iter().copied().fold(f32::NEG_INFINITY, f32::max),
    );
    assert!(
        (least + most).abs() < 4.0,
        "in the middle: {least} to {most}"
    );
    assert_eq!(
        turned.framed_around([], 1.0, DEFAULT_MARGIN),
        turned,
        "nothing to frame"
    );
}

#[test]
fn a_single_point_can_be_framed() {
    let point = Bounds {
        min: Vec3::ONE,
        max: Vec3::ONE,
    };
    let camera = Camera::default().framed(point, 1.0, DEFAULT_MARGIN);
    assert!(camera.distance_m > 0.0, "a little away");
    assert!(
        camera.target.distance(Vec3::ONE) < 1e-5,
        "looking at it: {}",
        camera.target
    );
}

#[test]
fn easing_arrives_and_turns_the_short_way_round() {
    let from = Camera {
        yaw_rad: PI - 0.2,
        ..Camera::default()
    };
    let goal = Camera {
        yaw_rad: -PI + 0.2,
        distance_m: 1.0,
        target: Vec3::ONE,
        ..from
    };
    let halfway = from.eased_toward(goal, 0.1, 0.1);
    assert!(
        halfway.yaw_rad.abs() > PI - 1e-3,
        "over the back: {}",
        halfway.yaw_rad
    );
    assert!(
        (halfway.distance_m - 2.0).abs() < 1e-3,
        "halfway between 4 and 1 in factors: {}",
        halfway.distance_m
    );
    let mut camera = from;
    for _ in 0..100 {
        camera = camera.eased_toward(goal, 0.016, 0.08);
    }
    assert_eq!(camera, goal, "exactly there in the end");
}

proptest! {
    #[test]
    fn a_ray_meets_the_point_its_pixel_shows(
        camera in any_camera(),
        cursor in prop::array::uniform2(0.0_f32..600.0),
        share in 0.2_f32..3.0,
    ) {
        let cursor = Vec2::from_array(cursor);
        let point = camera.ray(cursor, SIZE).at(camera.distance_m * share);
        let shown = camera.project(point, SIZE).expect("before the eye").at_px;
        prop_assert!(shown.distance(cursor) < 0.5, "{shown} is not {cursor}");
    }

    #[test]
    fn the_matrices_and_the_projection_agree(
        camera in any_camera(),
        cursor in prop::array::uniform2(0.0_f32..600.0),
    ) {
        let point = camera.ray(Vec2::from_array(cursor), SIZE).at(camera.distance_m);
        let range = camera.depth_range(None);
        let clip_from_world = camera.clip_from_view(SIZE.aspect(), range) * camera.view_from_world();
        let ndc = clip_from_world.project_point3(point);
        let shown = camera.project(point, SIZE).expect("before the eye").at_px;
        let by_matrix = Vec2::new(
            (ndc.x + 1.0) * 0.5 * SIZE.width_px,
            (1.0 - ndc.y) * 0.5 * SIZE.height_px,
        );
        prop_assert!(by_matrix.distance(shown) < 0.5, "{by_matrix} is not {shown}");
        prop_assert!(ndc.z.abs() <= 1.0, "depth {}", ndc.z);
    }

    #[test]
    fn the_view_mirrors_nothing(camera in any_camera()) {
        let determinant = camera.view_from_world().determinant();
        prop_assert!((determinant - 1.0).abs() < 1e-3, "{determinant}");
    }
}

fn corners(bounds: Bounds) -> impl Iterator<Item = Vec3> {
    [bounds.min, bounds.max].into_iter().flat_map(move |x| {
        [bounds.min, bounds.max].into_iter().flat_map(move |y| {
            [bounds.min, bounds.max]
                .into_iter()
                .map(move |z| Vec3::new(x.x, y.y, z.z))
        })
    })
}

#[test]
fn a_shift_moves_by_metres_in_the_plane_of_the_picture() {
    let camera = Camera::default().seen_from(View::Left);
    let shifted = camera.shifted(Vec2::new(0.3, -0.2));
    let moved = shifted.target - camera.target;
    assert!(
        moved.distance(Vec3::new(0.0, -0.2, -0.3)) < 1e-5,
        "right in the picture is backwards for the figure: {moved}"
    );
    let px = camera.meters_per_px(SIZE);
    assert!(
        (x_of(&camera, camera.target + camera.axes().right * px) - MIDDLE.x - 1.0).abs() < 1e-2,
        "one pixel at the target"
    );
}

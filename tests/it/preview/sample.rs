//! The sample figure, from its file to its picture.
#![expect(
    clippy::expect_used,
    reason = "the sample is sound and EGL is there, or nothing can be tested"
)]

use bem_studio::base::files::{list_tree, read_capped};
use bem_studio::formats::pmx;
use bem_studio::import;
use bem_studio::model::figure::Model;
use bem_studio::model::image::Image;
use bem_studio::preview::camera::framing::{DEFAULT_MARGIN, View};
use bem_studio::preview::camera::{Camera, ViewSize};
use bem_studio::preview::gpu::{Offscreen, Picture};
use bem_studio::preview::look::{Background, Look, Smoothing};
use bem_studio::preview::picking;
use bem_studio::preview::scene::Scene;
use bem_studio::preview::scene::figure::of_figure;
use bem_studio::preview::scene::part::{AlphaMode, PartTexture};
use bem_studio::preview::scene::skeleton::Skeleton;
use glam::Vec2;
use std::collections::BTreeMap;
use std::path::Path;

const WIDTH: u32 = 320;
const HEIGHT: u32 = 200;
const SIZE: ViewSize = ViewSize {
    width_px: WIDTH as f32,
    height_px: HEIGHT as f32,
};
const CLEAR: Look = Look {
    background: Background::Transparent,
    smoothing: Smoothing::Off,
    ..Look::DARK
};

fn sample() -> Model {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/sample");
    let read = |name: &str| read_capped(&root.join(name), 1 << 20);
    let file = pmx::read(read("humanoid.pmx").expect("the sample")).expect("it reads");
    let written: Vec<String> = file
        .textures()
        .iter()
        .map(|path| path.view().into_owned())
        .collect();
    let files = list_tree(&root).expect("its folder");
    let loaded = import::textures::load(&written, &files, &BTreeMap::new(), read);
    let settings = import::pmx::Settings::default();
    import::pmx::import(&file, loaded.textures, &settings).model
}

fn drawn(scene: &Scene, camera: &Camera) -> Image {
    let picture = Picture {
        scene,
        camera,
        look: &CLEAR,
    };
    Offscreen::new()
        .and_then(|mut offscreen| offscreen.image(&picture, (WIDTH, HEIGHT)))
        .expect("EGL and OpenGL 3.3 are there")
}

fn framed(scene: &Scene, view: View) -> Camera {
    Camera::default()
        .seen_from(view)
        .framed_around(scene.corners(), SIZE.aspect(), DEFAULT_MARGIN)
}

#[test]
fn its_parts_are_its_materials() {
    let scene = of_figure(&sample()).expect("a sound model");
    let labels: Vec<&str> = scene.parts.iter().map(|part| part.label.as_str()).collect();
    assert_eq!(
        labels,
        ["肌", "顔", "髪", "服", "金具", "目"],
        "in file order"
    );
    assert_eq!(
        scene.parts[4].texture,
        PartTexture::Missing,
        "tex/metal.png is not there"
    );
    assert_eq!(
        scene.parts[5].alpha,
        AlphaMode::Blended,
        "the eyes let light through"
    );
    assert_eq!(
        scene.parts[2].alpha,
        AlphaMode::Opaque,
        "the hair's alpha channel is opaque where it is used"
    );
}

#[test]
fn its_picture_fills_the_frame_but_for_the_margin() {
    let scene = of_figure(&sample()).expect("a sound model");
    for view in [View::Front, View::Left, View::Back] {
        let image = drawn(&scene, &framed(&scene, view));
        let is_free = |x: u32, y: u32| image.pixel(x, y)[3] == 0;
        let row_is_free = |y: u32| (0..WIDTH).all(|x| is_free(x, y));
        let margin = 14; // 7 % of 200
        assert!(
            (0..margin - 1).all(|y| row_is_free(y) && row_is_free(HEIGHT - 1 - y)),
            "{view:?}: free above and below"
        );
        let touched = (margin - 2..margin + 3).any(|y| !row_is_free(y));
        assert!(touched, "{view:?}: the head touches the margin");
    }
}

#[test]
fn what_is_picked_is_what_is_shown() {
    let model = sample();
    let scene = of_figure(&model).expect("a sound model");
    let camera = framed(&scene, View::Front);
    let image = drawn(&scene, &camera);
    let mut n_wrong = 0;
    for y in (0..HEIGHT).step_by(3) {
        for x in (0..WIDTH).step_by(3) {
            let middle = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let is_hit = picking::hit(&scene, camera.ray(middle, SIZE)).is_some();
            n_wrong += i32::from(is_hit != (image.pixel(x, y)[3] > 0));
        }
    }
    // Pixels on an outline may fall either way.
    assert!(n_wrong <= 12, "{n_wrong} pixels differ");
}

#[test]
fn its_left_wrist_is_on_the_right_and_can_be_picked() {
    let model = sample();
    let camera = framed(&of_figure(&model).expect("a sound model"), View::Front);
    let wrist = model
        .bones
        .iter()
        .position(|bone| bone.name.local == "左手首")
        .expect("the left wrist");
    let at = camera
        .project(model.bones[wrist].position, SIZE)
        .expect("before the eye")
        .at_px;
    assert!(at.x > SIZE.width_px * 0.5, "a person facing you: {at}");
    let skeleton = Skeleton::of_figure(&model);
    assert_eq!(
        picking::nearest_bone(&skeleton, &camera, at, SIZE, 6.0),
        u32::try_from(wrist).ok(),
        "its own joint"
    );
}

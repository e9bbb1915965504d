//! A figure from an MDL in the one space, and its whole way: project, reopened, package.

use super::bench::{CULL_LEFT, Part, Strip, bytes_of, file_of, folder, one_strip};
use bem_studio::base::cancel::Cancel;
use bem_studio::base::files;
use bem_studio::base::progress::Progress;
use bem_studio::formats::image::encode_png;
use bem_studio::formats::mdl;
use bem_studio::import::mdl::{Imported, Settings, import};
use bem_studio::model::figure::{Model, Orientation, Turn};
use bem_studio::session::intake::{self, Figure, FileKind, Reading};
use bem_studio::session::{compose, release, storage};
use glam::{DVec3, Quat, Vec3};
use std::path::{Path, PathBuf};

fn imported(bytes: &[u8], settings: &Settings) -> Imported {
    let file = mdl::read(bytes).expect("it reads");
    import(&file, Vec::new(), settings)
}

fn model(bytes: &[u8]) -> Model {
    imported(bytes, &Settings::default()).model
}

/// Six times the volume by the one space's convention: positive when faces point outward.
fn volume(model: &Model) -> f64 {
    let at = |corner: u32| model.vertices.positions[corner as usize].as_dvec3();
    let of = |[a, b, c]: &[u32; 3]| at(*a).dot(at(*b).cross(at(*c)));
    model.triangles.iter().map(of).sum()
}

#[test]
fn a_cube_arrives_in_metres_with_faces_and_normals_outward() {
    let made = model(&bytes_of("good/cube.mdl"));
    assert!(
        (volume(&made) - 0.006).abs() < 1e-9,
        "0.1 m a side: {}",
        volume(&made)
    );
    for triangle in &made.triangles {
        let [a, b, c] = triangle.map(|corner| made.vertices.positions[corner as usize]);
        let face = (b - a).cross(c - a).normalize();
        for corner in triangle {
            let normal = made.vertices.normals[*corner as usize];
            assert!(face.dot(normal) > 0.99, "a face looks where its normals do");
        }
    }
}

#[test]
fn bones_are_objects_at_their_sums_of_translations() {
    let made = model(&bytes_of("good/chain3.mdl"));
    let names: Vec<&str> = made.bones.iter().map(|it| it.name.local.as_str()).collect();
    assert_eq!(
        names,
        ["object_00", "object_01", "object_02"],
        "named by number"
    );
    let last = made.bones[2].position;
    assert!(
        (last - Vec3::new(-0.01, 0.43, -0.005)).length() < 1e-6,
        "{last}"
    );
    assert_eq!(made.bones[2].parent, Some(1), "its parent");
}

/// Linear skinning with rest-pose inverse binds, in the file's space.
fn posed(made: &Model, bone: u32, turn: Quat) -> Vec<Vec3> {
    let vertices = &made.vertices;
    let rest = vertices.positions.iter().zip(&vertices.influences);
    rest.map(|(position, influences)| {
        let place = influences.lanes().map(|(by, weight)| {
            let pivot = made.bones[by as usize].position;
            let moved = if by == bone {
                pivot + turn * (*position - pivot)
            } else {
                *position
            };
            moved * weight
        });
        let place: Vec3 = place.sum();
        Vec3::new(-place.x, place.y, place.z) * 1000.0
    })
    .collect()
}

#[test]
fn an_envelope_bends_as_the_worked_example_says() {
    let made = model(&bytes_of("good/two_envelope.mdl"));
    // The mirror of X turns the sense of a rotation about Z round.
    let turned = posed(
        &made,
        1,
        Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2),
    );
    for expected in [
        Vec3::new(-10.0, 110.0, 0.0),
        Vec3::new(10.0, 110.0, 0.0),
        Vec3::new(-30.0, 130.0, 0.0),
        Vec3::new(-50.0, 120.0, 0.0),
    ] {
        assert!(
            turned.iter().any(|place| place.distance(expected) < 1e-3),
            "{expected} in {turned:?}"
        );
    }
}

#[test]
fn a_vertex_of_weight_zero_follows_the_parent_and_stays_where_it_rests() {
    let mut strip = Strip::zigzag(CULL_LEFT | 1, "SSD", [0, 0, 0x1000]);
    strip.vertices = vec![[0, 0, 0, 0], [10, 0, 0, -5], [0, 10, 0, 0x2000]];
    let child = Part {
        translation: [0.0, 100.0, 0.0],
        parent: 0,
        strips: vec![strip],
        ..Part::default()
    };
    let root = Part {
        translation: [0.0, 7.0, 0.0],
        ..Part::default()
    };
    let made = imported(&file_of(2, 0, &[root, child]), &Settings::default());
    let vertices = &made.model.vertices;
    let bones: Vec<u32> = vertices.influences.iter().map(|it| it.bones[0]).collect();
    assert_eq!(bones, [0, 0, 1], "parent, parent, own");
    let off = vertices.positions[0].distance(Vec3::new(0.0, 0.107, 0.0));
    assert!(off < 1e-6, "at rest");
    assert_eq!(made.report.count_of("envelope-weight-range"), 2, "clamped");
}

#[test]
fn a_root_keeps_its_vertices_whatever_their_envelope_says() {
    let mut strip = Strip::zigzag(CULL_LEFT | 1, "SSD", [0, 0, 0x1000]);
    for vertex in &mut strip.vertices {
        vertex[3] = 0x0800;
    }
    let made = model(&one_strip(strip));
    let alone = |weights: [f32; 4]| weights[0] >= 1.0;
    assert!(
        made.vertices.influences.iter().all(|it| alone(it.weights)),
        "there is no parent"
    );
}

#[test]
fn equal_vertices_are_welded_and_the_counts_are_told() {
    // The second strip goes on where the first ends; the third is the first once more.
    let first = Strip::zigzag(CULL_LEFT, "SSDD", [0, 0, 0x1000]);
    let mut second = Strip::zigzag(CULL_LEFT, "SSDDDD", [0, 0, 0x1000]);
    second.vertices.drain(..2);
    second.normals.drain(..2);
    let part = Part {
        strips: vec![first.clone(), second, first],
        ..Part::default()
    };
    let made = imported(&file_of(1, 0, &[part]), &Settings::default());
    assert_eq!(made.model.vertices.positions.len(), 6, "of twelve");
    assert_eq!(made.report.count_of("vertices-welded"), 6, "told");
    let told = made.report.findings.iter().map(|it| it.message.to_string());
    assert!(
        told.into_iter().any(|it| it.contains("12 / 6")),
        "before and after"
    );
    let cube = model(&bytes_of("good/cube.mdl"));
    assert_eq!(cube.vertices.positions.len(), 24, "hard edges stay");
}

#[test]
fn a_zero_normal_becomes_that_of_its_face() {
    let strip = Strip::zigzag(CULL_LEFT, "SSDD", [0, 0, 0]);
    let made = imported(&one_strip(strip), &Settings::default());
    assert_eq!(made.report.count_of("normal-from-faces"), 4, "all four");
    // The zigzag starts clockwise seen from +Z.
    let away = |normal: &Vec3| (*normal - Vec3::NEG_Z).length() < 1e-6;
    assert!(made.model.vertices.normals.iter().all(away), "the face's");
}

#[test]
fn an_inside_out_cube_is_suggested_and_the_switch_mends_it() {
    let mut bytes = bytes_of("good/cube.mdl");
    bytes[96..100].copy_from_slice(&0x0001_0000_u32.to_le_bytes());
    let literal = imported(&bytes, &Settings::default());
    assert!(volume(&literal.model) < 0.0, "literal by default");
    assert_eq!(
        literal.report.count_of("inside-out-suggested"),
        1,
        "suggested"
    );
    let settings = Settings {
        orientation: Orientation {
            inside_out: true,
            ..Orientation::default()
        },
        ..Settings::default()
    };
    let mended = imported(&bytes, &settings);
    assert!(volume(&mended.model) > 0.0, "turned");
    assert_eq!(mended.report.count_of("inside-out-suggested"), 0, "no more");
    let flipped = literal
        .model
        .vertices
        .normals
        .iter()
        .zip(&mended.model.vertices.normals);
    assert!(flipped.into_iter().all(|(a, b)| *a == -*b), "normals too");
}

#[test]
fn scale_and_turn_are_settings() {
    let bytes = bytes_of("good/two_envelope.mdl");
    let plain = model(&bytes);
    for (turn, turned) in [
        (Turn::Quarter, Vec3::new(0.0, 0.11, -0.01)),
        (Turn::Half, Vec3::new(-0.01, 0.11, 0.0)),
        (Turn::ThreeQuarters, Vec3::new(0.0, 0.11, 0.01)),
    ] {
        let settings = Settings {
            meters_per_unit: 0.01,
            orientation: Orientation {
                turn,
                inside_out: false,
            },
        };
        let made = imported(&bytes, &settings).model;
        let at = plain
            .vertices
            .positions
            .iter()
            .position(|it| (*it - Vec3::new(0.01, 0.11, 0.0)).length() < 1e-6)
            .expect("a vertex of the sample");
        let found = made.vertices.positions[at];
        assert!((found - turned * 10.0).length() < 1e-5, "{turn:?}: {found}");
    }
}

#[test]
fn materials_are_textures_and_ways_of_drawing() {
    let strip = |tex_id| Strip {
        tex_id,
        ..Strip::zigzag(CULL_LEFT, "SSD", [0, 0, 0x1000])
    };
    let part = |type_bits, ids: [u32; 2]| Part {
        type_bits,
        strips: ids.map(strip).to_vec(),
        ..Part::default()
    };
    let made = model(&file_of(
        3,
        0,
        &[
            part(1, [0xf2_71f8, 0]),
            part(0x403, [0xf2_71f8; 2]),
            part(0x401, [0; 2]),
        ],
    ));
    let seen: Vec<(&str, bool, u32)> = made
        .materials
        .iter()
        .map(|it| (it.name.local.as_str(), it.transparent, it.n_triangles))
        .collect();
    assert_eq!(
        seen,
        [
            ("tex_00f271f8", false, 1),
            ("untextured", false, 3),
            ("tex_00f271f8", true, 2)
        ],
        "0x0400 alone decides nothing, translucence does"
    );
    assert!(made.materials.iter().all(|it| !it.two_sided), "one-sided");
}

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("resources/sample")
        .join(name)
}

fn load(path: &Path, reading: Reading) -> Figure {
    let figure = intake::load_figure(path, Some(reading), &Cancel::new(), &Progress::new());
    figure.expect("the figure")
}

/// A textured cube in a folder of its own, under a name that says nothing.
fn cube_folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bytes = bytes_of("good/cube.mdl");
    bytes[104..108].copy_from_slice(&0xf2_71f8_u32.to_le_bytes());
    let path = folder.path().join("figure.bin");
    files::write_atomic(&path, &bytes).expect("written");
    let pixels = [200, 30, 40, 255].repeat(16);
    let picture = encode_png(4, 4, &pixels).expect("a picture");
    files::make_folder(&folder.path().join("tex")).expect("a folder");
    files::write_atomic(&folder.path().join("tex/player.png"), &picture).expect("written");
    (folder, path)
}

#[test]
fn an_mdl_is_known_by_its_content_and_its_texture_by_the_hash() {
    let (_folder, path) = cube_folder();
    assert_eq!(
        intake::kind_of(&path),
        Ok(FileKind::Figure),
        "whatever it is called"
    );
    let figure = load(&path, Reading::default());
    let texture = &figure.model.textures[0];
    assert_eq!(texture.written, "tex_00f271f8", "shown by its hash");
    assert_eq!(texture.file.as_deref(), Some("tex/player.png"), "and found");
    assert!(texture.image.is_some(), "and decoded");
    assert_eq!(figure.model.materials[0].name.english, "player", "named");
    assert!(figure.findings.is_empty(), "{:?}", figure.findings);
}

#[test]
fn samples_are_told_apart_on_the_way_in() {
    for name in ["good/quad.mdl", "good/chain3.mdl", "bad/bbox_swapped.mdl"] {
        let kind = intake::kind_of(&folder().join(name));
        assert_eq!(kind, Ok(FileKind::Figure), "{name}");
    }
    let quake = folder().join("foreign/quake.mdl");
    let refused = intake::load_figure(&quake, None, &Cancel::new(), &Progress::new());
    let text = refused.expect_err("it is foreign").to_string();
    assert!(text.contains("This is a Quake MDL file"), "{text}");
}

#[test]
fn a_figure_goes_the_whole_way_and_the_project_remembers_how_it_was_read() {
    let (work, path) = cube_folder();
    let reading = Reading {
        meters_per_unit: Some(0.02),
        turn_degrees: 90,
        inside_out: true,
    };
    let figure = load(&path, reading);
    let target = intake::load_catalog(&sample("sample.catalog.json")).expect("the character");
    let document = compose::imported(&figure, &target).expect("placed");
    let project = work.path().join("p.bemstudio");
    storage::save(&document, &project).expect("saved");
    let opened = storage::open(&project, &Cancel::new(), &Progress::new()).expect("opened");
    assert_eq!(
        opened.document, document,
        "equal, with scale, turn and inside out"
    );
    assert!(opened.warnings.is_empty(), "{:?}", opened.warnings);
    let source = opened.document.sources.values().next().expect("a source");
    assert_eq!(source.model.orientation.turn, Turn::Quarter, "remembered");
    assert_eq!(source.model.meters_per_unit, 0.02, "remembered");
    let package = work.path().join("p.bem");
    let exported = release::export(
        &opened.document,
        Some(&opened.path),
        &package,
        &Cancel::new(),
        &Progress::new(),
    );
    let exported = exported.map_err(|failure| failure.message.to_string());
    let exported = exported.expect("exported");
    assert!(exported.n_payloads > 2, "vertices, indices, a texture");
    assert_eq!(
        intake::kind_of(&package),
        Ok(FileKind::Package),
        "a package"
    );
}

#[test]
fn an_object_far_down_a_chain_rests_at_the_sum() {
    let n = 3000;
    let parts: Vec<Part> = (0..n)
        .map(|index| Part {
            translation: [0.0, 1.0, 0.5],
            parent: index - 1,
            ..Part::default()
        })
        .collect();
    let file = mdl::read(&file_of(n, 0, &parts)).expect("it reads");
    let facts = bem_studio::import::mdl::facts(&file);
    let last = DVec3::from_array(*facts.world_t.last().expect("an object"));
    assert_eq!(last, DVec3::new(0.0, 3000.0, 1500.0), "the sum");
}

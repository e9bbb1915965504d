//! Packages as scenes: states, sliders, textures, faults; the sample live and exported; pictures without a window.
#![expect(
    clippy::expect_used,
    reason = "fixtures are sound and EGL is there, or nothing can be tested"
)]

use super::figures::EXACT;
use bem_studio::base::cancel::Cancel;
use bem_studio::base::files::{list_tree, read_capped};
use bem_studio::base::progress::Progress;
use bem_studio::base::text::Language;
use bem_studio::convert::fit::{Fit, FitSettings};
use bem_studio::convert::texture::Quality;
use bem_studio::document::parts::Document;
use bem_studio::export::build::{Built, build};
use bem_studio::formats::bem::check::{Purpose, open};
use bem_studio::formats::bem::manifest::Manifest;
use bem_studio::formats::bem::package::Package;
use bem_studio::model::image::Image;
use bem_studio::model::target::GeometryPreset;
use bem_studio::preview::gpu::{Offscreen, Picture};
use bem_studio::preview::scene::Scene;
use bem_studio::preview::scene::figure::of_figure;
use bem_studio::preview::scene::package::{
    Numbered, PackageScene, PackageScenes, PackageSource, PayloadAccess,
};
use bem_studio::preview::scene::part::{AlphaMode, PartTexture};
use bem_studio::runtime::plan::plan;
use bem_studio::runtime::selection::Selection;
use bem_studio::session::package_picture::{self, State};
use bem_studio::session::picture::framed;
use bem_studio::session::{compose, intake};
use glam::Vec3;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn cases() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/bem")
}

fn fixture(name: &str) -> Package {
    let bytes = read_capped(&cases().join(format!("{name}.bem")), 1 << 20).expect("it reads");
    Package::read(bytes).expect("a package")
}

fn shown_at(
    package: (&Manifest, &dyn PayloadAccess),
    selection: &Selection,
    scenes: &mut PackageScenes,
) -> PackageScene {
    let (manifest, payloads) = package;
    let plan = plan(manifest, selection).expect("it can be planned");
    scenes.scene(PackageSource { manifest, payloads }, &plan)
}

fn shown(package: &Package, choices: &[(&str, &str)], scenes: &mut PackageScenes) -> PackageScene {
    let selection = Selection::with_choices(&package.manifest, choices).expect("the choices exist");
    shown_at((&package.manifest, &package.payloads), &selection, scenes)
}

fn scenes() -> PackageScenes {
    PackageScenes::new(GeometryPreset::Efmi)
}

fn drawn(scene: &Scene, side: u32) -> Image {
    let camera = framed(scene, side, side);
    let picture = Picture {
        scene,
        camera: &camera,
        look: &EXACT,
    };
    Offscreen::new()
        .and_then(|mut offscreen| offscreen.image(&picture, (side, side)))
        .expect("EGL and OpenGL 3.3 are there")
}

#[test]
fn a_state_shows_its_draws_its_kept_and_its_hidden_components() {
    let package = fixture("F11");
    let mut scenes = scenes();
    let a = shown(&package, &[("outfit", "a")], &mut scenes);
    let labels: Vec<&str> = a
        .scene
        .parts
        .iter()
        .map(|part| part.label.as_str())
        .collect();
    assert_eq!(labels, ["material0"], "the draw of a");
    assert_eq!(a.owners[0].draw_idx, 0, "the first draw");
    assert_eq!(a.owners[0].texture, Some(0), "its texture");
    assert_eq!(a.kept.len(), 1, "the other component stays");
    assert_eq!(a.kept[0].component_idx, 1, "the second one");
    assert_eq!(
        a.kept[0].name, package.manifest.target.components[1].mesh_name,
        "its name"
    );
    assert!(a.faults.is_empty() && a.hidden.is_empty(), "nothing else");
    let part = &a.scene.parts[0];
    assert!(matches!(part.texture, PartTexture::Picture(_)), "a picture");
    assert_eq!(part.alpha, AlphaMode::Opaque, "opaque");
    let off = shown(&package, &[("outfit", "b"), ("part", "off")], &mut scenes);
    assert_eq!(off.hidden, [1], "hidden");
    assert!(off.kept.is_empty(), "not kept");
    assert_eq!(off.scene.parts[0].label, "material1", "the draw of b");
}

#[test]
fn fixed_appearances_show_their_parts_of_the_one_index_list() {
    let package = fixture("F10");
    let mut scenes = scenes();
    let first = Selection::defaults(&package.manifest);
    let first = shown_at((&package.manifest, &package.payloads), &first, &mut scenes);
    assert_eq!(first.scene.parts.len(), 2, "two draws");
    let triangles = |part: usize| first.scene.parts[part].surface.triangles().to_vec();
    assert_eq!(
        (triangles(0).len(), triangles(1).len()),
        (1, 1),
        "one triangle each"
    );
    assert_ne!(triangles(0), triangles(1), "its own part of the list");
    let hidden = Selection::with_appearance(&package.manifest, "hidden").expect("it exists");
    let hidden = shown_at((&package.manifest, &package.payloads), &hidden, &mut scenes);
    assert!(hidden.scene.parts.is_empty(), "nothing drawn");
    assert_eq!(hidden.hidden, [0], "hidden");
}

#[test]
fn there_and_back_again_is_the_same_scene_and_the_same_picture() {
    let package = fixture("F13");
    let mut scenes = scenes();
    let mut selection = Selection::defaults(&package.manifest);
    let at = |selection: &Selection, scenes: &mut PackageScenes| {
        shown_at((&package.manifest, &package.payloads), selection, scenes)
    };
    let a = at(&selection, &mut scenes);
    let before = drawn(&a.scene, 64);
    selection
        .choose(&package.manifest, "outfit", "b")
        .expect("it exists");
    selection
        .set_tick(&package.manifest, "sleeve_length", 700)
        .expect("a tick");
    let b = at(&selection, &mut scenes);
    assert_ne!(a.scene, b.scene, "another state");
    let moved_again = at(&selection, &mut scenes);
    assert_eq!(b, moved_again, "moved positions are the very same");
    selection
        .choose(&package.manifest, "outfit", "a")
        .expect("it exists");
    selection
        .set_tick(&package.manifest, "sleeve_length", 0)
        .expect("a tick");
    let back = at(&selection, &mut scenes);
    assert_eq!(a, back, "the very same arrays and pictures");
    assert_eq!(before, drawn(&back.scene, 64), "the same pixels");
}

#[test]
fn sliders_move_positions_and_nothing_else() {
    let package = fixture("F13");
    let mut scenes = scenes();
    let mut selection = Selection::defaults(&package.manifest);
    let mut at = |tick: u32| {
        let set = selection.set_tick(&package.manifest, "sleeve_length", tick);
        set.expect("a tick");
        let shown = shown_at(
            (&package.manifest, &package.payloads),
            &selection,
            &mut scenes,
        );
        assert!(shown.faults.is_empty(), "{:?}", shown.faults);
        shown.scene.parts[0].surface.clone()
    };
    let (base, half, full) = (at(0), at(500), at(1000));
    // The records of the rulebook: vertex 0 by (2, 4, -2), vertex 2 by (-1, 0, 3).
    let offsets = [
        Vec3::new(2.0, 4.0, -2.0),
        Vec3::ZERO,
        Vec3::new(-1.0, 0.0, 3.0),
    ];
    for (surface, share) in [(&half, 0.5), (&full, 1.0)] {
        let base = base.columns();
        let moved = surface.columns();
        for (vertex, offset) in offsets.iter().enumerate() {
            let wanted = base.positions[vertex] + *offset * share;
            assert_eq!(
                moved.positions[vertex], wanted,
                "vertex {vertex} at {share}"
            );
        }
        assert!(Arc::ptr_eq(&base.normals, &moved.normals), "normals stay");
        assert!(
            Arc::ptr_eq(&base.uvs, &moved.uvs),
            "texture coordinates stay"
        );
        assert!(
            Arc::ptr_eq(surface.triangles(), at(0).triangles()),
            "triangles stay"
        );
    }
}

#[test]
fn slots_put_their_texture_on_the_draw_or_leave_the_original() {
    let package = fixture("F12S");
    let mut scenes = scenes();
    let mut texture = |choice: &str| {
        let shown = shown(&package, &[("colour", choice)], &mut scenes);
        (
            shown.owners[0].texture,
            shown.scene.parts[0].texture.clone(),
        )
    };
    assert_eq!(texture("c0"), (None, PartTexture::Plain), "the game's own");
    let (idx, first) = texture("c1");
    assert_eq!(idx, Some(1), "the first replacement");
    let (idx, second) = texture("c2");
    assert_eq!(idx, Some(2), "the second");
    assert_ne!(first, second, "two pictures");
    assert_eq!(texture("c1").1, first, "the very same again");
}

#[test]
fn one_broken_thing_hides_nothing_else() {
    let package = fixture("F14");
    let mut broken: Vec<Vec<u8>> = (0..package.payloads.len())
        .map(|id| {
            package
                .payload(u32::try_from(id).expect("few"))
                .expect("it decodes")
                .into_owned()
        })
        .collect();
    // The first and the second mesh share their streams: an own, broken one for the second.
    let mut manifest = package.manifest.clone();
    let stream = usize::try_from(manifest.meshes[1].streams[0].payload).expect("few");
    let mut bytes = broken[stream].clone();
    bytes[4..8].copy_from_slice(&f32::INFINITY.to_le_bytes());
    broken.push(bytes);
    manifest.meshes[1].streams[0].payload = u32::try_from(broken.len() - 1).expect("few");
    let mut scenes = scenes();
    let selection = Selection::defaults(&manifest);
    let shown = shown_at(
        (&manifest, &Numbered(broken.as_slice())),
        &selection,
        &mut scenes,
    );
    assert_eq!(shown.scene.parts.len(), 2, "the other two are shown");
    assert_eq!(shown.faults.len(), 1, "one fault");
    assert_eq!(shown.faults[0].rule, "preview-mesh", "of a mesh");
    assert_eq!(shown.faults[0].place.to_string(), "/meshes/1", "this one");
    for language in Language::ALL {
        let text = shown.faults[0].message.text(language);
        assert!(!text.contains('{'), "an empty place: {text}");
    }
    let again = shown_at(
        (&manifest, &Numbered(broken.as_slice())),
        &selection,
        &mut scenes,
    );
    assert_eq!(shown, again, "told again, made once");
}

#[test]
fn every_accepted_case_is_a_scene_and_no_case_panics() {
    let (mut n_shown, mut n_refused) = (0, 0);
    for file in list_tree(&cases()).expect("the cases") {
        let is_package = [".bem", ".zip"].iter().any(|ending| file.ends_with(ending));
        if !is_package {
            continue;
        }
        let bytes = read_capped(&cases().join(&file), 1 << 30).expect("it reads");
        let checked = open(bytes, Purpose::Read);
        let is_valid = checked.is_valid();
        let Some(package) = checked.package else {
            assert!(file.contains("-reject"), "{file}: no package");
            continue;
        };
        let manifest = &package.manifest;
        let mut selections = vec![Selection::defaults(manifest)];
        for group in manifest.option_groups.iter().flatten().take(4) {
            for choice in group.choices.iter().take(3) {
                let choices = [(group.id.as_str(), choice.id.as_str())];
                selections.extend(Selection::with_choices(manifest, &choices));
            }
        }
        for appearance in manifest
            .appearances
            .iter()
            .flat_map(|all| &all.appearances)
            .take(4)
        {
            selections.extend(Selection::with_appearance(manifest, &appearance.id));
        }
        let mut scenes = scenes();
        for selection in selections {
            let Ok(plan) = plan(manifest, &selection) else {
                n_refused += 1;
                continue;
            };
            let source = PackageSource {
                manifest,
                payloads: &package.payloads,
            };
            let shown = scenes.scene(source, &plan);
            assert_eq!(
                shown.scene.parts.len(),
                shown.owners.len(),
                "{file}: owners"
            );
            if is_valid {
                let told: Vec<String> = shown
                    .faults
                    .iter()
                    .map(|fault| fault.message.text(Language::En))
                    .collect();
                let has_positions = manifest.meshes.iter().all(|mesh| {
                    mesh.attributes
                        .iter()
                        .any(|attribute| attribute.semantic == 0)
                });
                assert!(told.is_empty() || !has_positions, "{file}: {told:?}");
                n_shown += 1;
            }
        }
    }
    assert!(n_shown > 300, "only {n_shown} states were shown");
    assert!(n_refused > 10, "only {n_refused} states were refused");
}

/// The sample on its character, as importing makes it.
fn sample() -> Document {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/sample");
    let (cancel, progress) = (Cancel::new(), Progress::new());
    let figure = intake::load_figure(&root.join("humanoid.pmx"), None, &cancel, &progress);
    let target = intake::load_catalog(&root.join("sample.catalog.json")).expect("a catalogue");
    compose::imported(&figure.expect("the sample"), &target).expect("a document")
}

fn built(document: &Document) -> Built {
    build(document, Quality::Normal, &Cancel::new(), &Progress::new()).expect("a package")
}

/// The figure in the target's rest pose, as documents show their figures; with the pictures alone, since the colours of
/// its materials stay in the game.
fn live(document: &Document) -> Scene {
    let source = document.sources.values().next().expect("a figure");
    let profile = document.profile().expect("a character");
    let fit = Fit::new(
        &source.model,
        &source.bone_map,
        profile,
        FitSettings::default(),
    );
    let fitted = fit.expect("it fits").apply(&source.model);
    let mut model = (*source.model).clone();
    model.vertices.positions = fitted.positions;
    model.vertices.normals = fitted.normals;
    let mut scene = of_figure(&model).expect("a sound model");
    for (part, place) in scene.parts.iter_mut().zip(&source.places) {
        part.visible &= place.is_some();
        part.base_color = [1.0; 4];
    }
    scene
}

/// Share of pixels that differ by more than a shade, 0..=1.
fn share_of_other_pixels(one: &Image, other: &Image) -> f64 {
    let both = one.pixels.chunks(4).zip(other.pixels.chunks(4));
    let n_other = both
        .filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 8))
        .count();
    n_other as f64 / f64::from(one.width * one.height)
}

#[test]
fn the_sample_looks_the_same_live_and_exported() {
    let document = sample();
    let built = built(&document);
    let selection = Selection::defaults(&built.manifest);
    let exported = shown_at(
        (&built.manifest, &Numbered(&built.payloads)),
        &selection,
        &mut scenes(),
    );
    assert!(exported.faults.is_empty(), "{:?}", exported.faults);
    let mut exported = exported.scene;
    let mut live = live(&document);
    // The metal's picture is missing: each way has a placeholder of its own.
    let metal = live
        .parts
        .iter()
        .position(|part| part.texture == PartTexture::Missing);
    live.parts[metal.expect("metal")].visible = false;
    for part in &mut exported.parts {
        part.visible = !part.label.contains("metal");
    }
    assert_eq!(
        live.n_visible_triangles(),
        exported.n_visible_triangles(),
        "all of it"
    );
    let (one, other) = (drawn(&live, 256), drawn(&exported, 256));
    let share = share_of_other_pixels(&one, &other);
    assert!(share < 0.01, "{share} of the pixels differ");
    let silhouette = |image: &Image| -> Vec<bool> {
        image
            .pixels
            .chunks(4)
            .map(|pixel| pixel[..3] != [0; 3])
            .collect()
    };
    let (one, other) = (silhouette(&one), silhouette(&other));
    let n_other = one.iter().zip(&other).filter(|(a, b)| a != b).count();
    assert!(n_other < 40, "{n_other} pixels of the silhouette differ");
}

#[test]
fn plain_and_efmi_packages_of_the_sample_show_the_same() {
    let document = sample();
    let mut plain = document.clone();
    let mut target = (**document.target.as_ref().expect("a character")).clone();
    let mut profile = (*target.profile).clone();
    profile.geometry = GeometryPreset::Plain;
    target.profile = Arc::new(profile);
    plain.target = Some(Arc::new(target));
    let pictures: Vec<Image> = [
        (document, GeometryPreset::Efmi),
        (plain, GeometryPreset::Plain),
    ]
    .iter()
    .map(|(document, geometry)| {
        let built = built(document);
        let selection = Selection::defaults(&built.manifest);
        let mut scenes = PackageScenes::new(*geometry);
        drawn(
            &shown_at(
                (&built.manifest, &Numbered(&built.payloads)),
                &selection,
                &mut scenes,
            )
            .scene,
            128,
        )
    })
    .collect();
    let share = share_of_other_pixels(&pictures[0], &pictures[1]);
    assert!(share < 0.01, "{share} of the pixels differ");
}

#[test]
fn a_package_is_rendered_in_the_state_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let to = |name: &str| folder.path().join(name);
    let render = |file: &str, options: &str, sliders: &str, to: &Path| {
        let state = State { options, sliders };
        package_picture::render(&cases().join(file), state, (to, (64, 48)), &Cancel::new())
    };
    let rendered =
        render("F13.bem", "outfit:b", "sleeve_length:500", &to("b.png")).expect("a picture");
    assert_eq!(rendered.options, "outfit:b&part:on", "the whole selection");
    assert_eq!(rendered.sliders, "sleeve_length:500", "all sliders");
    assert_eq!(rendered.n_triangles, 1, "one triangle");
    assert_eq!(rendered.kept.len(), 1, "one original stays");
    render("F13.bem", "", "", &to("a.png")).expect("defaults");
    let bytes = |name: &str| read_capped(&to(name), 1 << 20).expect("it was written");
    assert!(bytes("a.png").starts_with(b"\x89PNG"), "a PNG");
    assert_ne!(bytes("a.png"), bytes("b.png"), "two states");
    let zip = list_tree(&cases()).expect("the cases");
    let zip = zip
        .iter()
        .find(|file| file.ends_with("-ok.zip"))
        .expect("a ZIP");
    render(zip, "", "", &to("zip.png")).expect("a package in a ZIP");
    for (options, sliders) in [
        ("outfit:c", ""),
        ("outfit", ""),
        ("", "sleeve_length:1001"),
        ("", "x:1"),
    ] {
        let refused =
            render("F13.bem", options, sliders, &to("no.png")).expect_err("no such state");
        assert!(!refused.findings.is_empty(), "{options} {sliders}: why");
    }
    render("CON-01-1-reject.bem", "", "", &to("no.png")).expect_err("no package");
    render("F13.bem", "", "", &to("no.bem")).expect_err("no place for a picture");
    assert!(!to("no.png").exists(), "nothing is left behind");
}

#[test]
fn a_project_is_rendered_as_the_package_it_would_become() {
    let folder = tempfile::tempdir().expect("a folder");
    let to = |name: &str| folder.path().join(name);
    let document = sample();
    let watch = (&Cancel::new(), &Progress::new());
    let render = |document: &Document, options: &str, place: &Path| {
        let state = State {
            options,
            sliders: "",
        };
        package_picture::render_document(document, state, (place, (96, 64)), watch)
    };
    let rendered = render(&document, "default", &to("sample.png")).expect("a picture");
    assert_eq!(rendered.n_triangles, 4580, "all of the sample");
    let refused = render(&document, "other", &to("no.png")).expect_err("no such state");
    assert!(!refused.findings.is_empty(), "why");
    let refused = render(&Document::default(), "", &to("no.png")).expect_err("no character");
    assert!(!refused.findings.is_empty(), "why");
    assert!(!to("no.png").exists(), "nothing is left behind");
}

#[test]
fn packages_with_a_wrong_byte_are_shown_or_told_and_never_panic() {
    let mut word = 1_u64;
    let mut dice = |end: usize| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(word >> 33).expect("31 bits") % end
    };
    let (mut n_shown, mut n_told, mut n_unread) = (0, 0, 0);
    for name in ["F10", "F12S", "F13", "F14"] {
        let sound = read_capped(&cases().join(format!("{name}.bem")), 1 << 20).expect("it reads");
        for _ in 0..1500 {
            let mut bytes = sound.clone();
            let at = dice(bytes.len());
            // Digits become digits, so that manifests stay readable and numbers wrong.
            bytes[at] = if bytes[at].is_ascii_digit() {
                b'0' + u8::try_from(dice(10)).expect("a digit")
            } else {
                u8::try_from(dice(256)).expect("a byte")
            };
            let Ok(package) = Package::read(bytes) else {
                n_unread += 1;
                continue;
            };
            let mut selection = Selection::defaults(&package.manifest);
            // The slider's id may be the wrong byte.
            drop(selection.set_tick(&package.manifest, "sleeve_length", 500));
            let Ok(plan) = plan(&package.manifest, &selection) else {
                n_told += 1;
                continue;
            };
            let source = PackageSource {
                manifest: &package.manifest,
                payloads: &package.payloads,
            };
            let shown = scenes().scene(source, &plan);
            n_shown += i32::from(shown.faults.is_empty());
            n_told += i32::from(!shown.faults.is_empty());
        }
    }
    assert!(
        n_shown > 500 && n_told > 100 && n_unread > 100,
        "{n_shown} shown, {n_told} told, {n_unread} unread"
    );
}

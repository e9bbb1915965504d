//! What the window looks like: every page has content, the figure is in its view, nothing is clipped away.
//!
//! With `BEM_STUDIO_PICTURES` set to a folder, every picture taken is written there as PNG, to be looked at.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pixel counts of a window are small and not negative"
)]

use super::camera::Camera;
use super::desk::Desk;
use bem_studio::base::files;
use bem_studio::base::text::Language;
use bem_studio::model::image::Image;
use bem_studio::session::action::Action;
use bem_studio::session::selection::Selection;
use bem_studio::session::settings::Theme;
use egui_kittest::kittest::Queryable as _;
use std::collections::BTreeSet;
use std::path::PathBuf;

fn take(desk: &mut Desk, camera: &Camera, name: &str) -> Image {
    desk.settle();
    let image = camera.picture(&desk.harness.ctx.clone(), desk.harness.output());
    if let Some(folder) = std::env::var_os("BEM_STUDIO_PICTURES") {
        let png = bem_studio::formats::image::encode_png(image.width, image.height, &image.pixels)
            .expect("a PNG");
        files::write_atomic(&PathBuf::from(folder).join(format!("{name}.png")), &png)
            .expect("written");
    }
    image
}

/// How many different colours a part of the picture has, on a coarse scale.
fn n_colors(image: &Image, rect: egui::Rect) -> usize {
    let mut seen = BTreeSet::new();
    for y in (rect.top() as u32..rect.bottom() as u32).step_by(3) {
        for x in (rect.left() as u32..rect.right() as u32).step_by(3) {
            let [red, green, blue, _] =
                image.pixel(x.min(image.width - 1), y.min(image.height - 1));
            seen.insert((red / 16, green / 16, blue / 16));
        }
    }
    seen.len()
}

fn pages(desk: &Desk) -> Vec<(&'static str, Selection)> {
    let document = desk.session().document().expect("open");
    let id = *document.sources.keys().next().expect("a figure");
    vec![
        ("package", Selection::Package),
        ("target", Selection::Target),
        ("figure", Selection::Source(id)),
        ("bones", Selection::Bones(id, Some(15))),
        ("materials", Selection::Materials(id, Some(2))),
        ("component", Selection::Component(2)),
        (
            "texture",
            Selection::Texture(*document.textures.keys().last().expect("a texture")),
        ),
        (
            "group",
            Selection::Group(document.groups.first().expect("a group").id),
        ),
    ]
}

fn add_group(desk: &mut Desk) {
    let edit = bem_studio::document::edit::Edit::AddGroup {
        name: "衣装".to_owned(),
        choices: vec!["昼".to_owned(), "夜".to_owned()],
    };
    desk.act(Action::Edit(Box::new(edit), None));
}

#[test]
fn the_figure_is_in_its_view_and_every_page_has_content() {
    let camera = Camera::new().expect("an off-screen context");
    let mut desk = Desk::with_camera(1280.0, 800.0, &camera);
    let start = take(&mut desk, &camera, "start-en-dark");
    assert!(
        n_colors(
            &start,
            egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 800.0))
        ) > 6,
        "start page"
    );
    desk.open_sample();
    add_group(&mut desk);
    for (language, theme) in [
        (Language::En, Theme::Dark),
        (Language::Zh, Theme::Light),
        (Language::Ja, Theme::Dark),
    ] {
        desk.act(Action::SetLanguage(language));
        desk.act(Action::SetTheme(theme));
        for (name, page) in pages(&desk) {
            desk.act(Action::Select(page));
            let image = take(
                &mut desk,
                &camera,
                &format!("{name}-{}-{theme:?}", language.code()),
            );
            let view = desk.harness.get_by_role(egui::Role::Canvas).rect();
            assert!(
                n_colors(&image, view) > 12,
                "{name}: the figure is drawn in {view}"
            );
            assert!(
                view.width() > 300.0 && view.height() > 300.0,
                "{name}: the view keeps room: {view}"
            );
        }
    }
}

#[test]
fn large_windows_and_large_type_keep_every_panel() {
    let camera = Camera::new().expect("an off-screen context");
    for (name, width, height, scale) in [
        ("wide", 1920.0, 1080.0, 1.0),
        ("double", 1280.0, 800.0, 2.0),
        ("small", 1280.0, 800.0, 0.75),
    ] {
        let mut desk = Desk::with_camera(width, height, &camera);
        desk.open_sample();
        add_group(&mut desk);
        desk.act(Action::SetUiScale(scale));
        for (page, selection) in pages(&desk) {
            desk.act(Action::Select(selection));
            take(&mut desk, &camera, &format!("{name}-{page}"));
            let view = desk.harness.get_by_role(egui::Role::Canvas).rect();
            assert!(view.width() > 100.0, "{name}, {page}: the view is {view}");
        }
    }
}

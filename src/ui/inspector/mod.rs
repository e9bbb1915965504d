//! The inspector: the properties of what is selected, ready to be changed.

mod bones;
mod component;
mod field;
mod figure;
mod group;
mod materials;
mod mesh;
mod motion;
mod options;
mod package;
mod proofs;
mod target;
mod texture;

pub(super) use package::export_button_ui;

use crate::session::selection::Selection;
use crate::session::state::Session;
use crate::ui::view::{View, Wishes};

/// The inspector.
pub(super) fn inspector_ui(
    ui: &mut egui::Ui,
    session: &Session,
    view: &mut View,
    wishes: &mut Wishes,
) {
    let Some(document) = session.document() else {
        return;
    };
    match session.selection() {
        Selection::Package => scroll(ui, |ui| {
            package::package_ui(ui, session, document, view, wishes);
        }),
        Selection::Target => scroll(ui, |ui| {
            target::target_ui(ui, session, document, view, wishes);
        }),
        Selection::Source(id) => {
            scroll(ui, |ui| {
                figure::figure_ui(ui, (session, document), id, view, wishes);
            });
        }
        Selection::Bones(id, bone) => wide(ui, |ui| {
            bones::bones_ui(ui, document, (id, bone), view, wishes);
        }),
        Selection::Materials(id, material) => wide(ui, |ui| {
            materials::materials_ui(ui, document, (id, material), view, wishes);
        }),
        Selection::Component(at) => scroll(ui, |ui| {
            component::component_ui(ui, document, at, view, wishes);
        }),
        Selection::Texture(id) => {
            scroll(ui, |ui| texture::texture_ui(ui, document, id, view, wishes));
        }
        Selection::Group(id) => scroll(ui, |ui| group::group_ui(ui, document, id, view, wishes)),
        Selection::Constraints => scroll(ui, |ui| {
            options::constraints_ui(ui, document, view, wishes);
        }),
        Selection::Appearances => scroll(ui, |ui| {
            options::appearances_ui(ui, document, view, wishes);
        }),
        Selection::Mesh(id) => scroll(ui, |ui| mesh::mesh_ui(ui, document, id, view, wishes)),
        Selection::Slot(id) => scroll(ui, |ui| motion::slot_ui(ui, document, id, view, wishes)),
        Selection::Parameter(id) => scroll(ui, |ui| {
            motion::slider_ui(ui, document, id, view, wishes);
        }),
        Selection::RootOffset => scroll(ui, |ui| {
            motion::root_offset_ui(ui, document, view, wishes);
        }),
        Selection::Driver(id) => scroll(ui, |ui| {
            motion::driver_ui(ui, document, id, view, wishes);
        }),
    }
}

fn scroll(ui: &mut egui::Ui, add: impl FnOnce(&mut egui::Ui)) {
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, add);
}

/// Tables keep a width that can be read; narrow panels scroll sideways.
fn wide(ui: &mut egui::Ui, add: impl FnOnce(&mut egui::Ui)) {
    egui::ScrollArea::horizontal()
        .auto_shrink(false)
        .show(ui, add);
}

/// The heading of an inspector page.
fn heading_ui(ui: &mut egui::Ui, title: &str, kind: &str) {
    ui.label(
        egui::RichText::new(kind)
            .small()
            .color(crate::ui::theme::palette(ui).weak),
    );
    ui.add(egui::Label::new(egui::RichText::new(title).size(18.0).strong()).wrap());
    ui.add_space(crate::ui::theme::GAP * 0.5);
}

/// A fact: its name, and its value below, wrapped to the width of the panel.
fn fact_ui(ui: &mut egui::Ui, name: &str, value: impl Into<String>) {
    let palette = crate::ui::theme::palette(ui);
    ui.label(egui::RichText::new(name).small().color(palette.weak));
    ui.add(egui::Label::new(value.into()).wrap().selectable(true));
    ui.add_space(2.0);
}

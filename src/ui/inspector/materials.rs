//! The material table of a figure: which original material each one stands in for.

use super::heading_ui;
use crate::base::numbers::u32_of;
use crate::base::text;
use crate::document::edit::Edit;
use crate::document::ids::SourceId;
use crate::document::parts::{Document, MaterialPlace};
use crate::model::target::TargetProfile;
use crate::session::action::Action;
use crate::session::selection::Selection;
use crate::ui::view::{View, Wishes};
use crate::ui::{theme, words};
use egui_extras::{Column, TableBuilder};

/// The page of the materials of one figure; `material` is the line that is meant.
pub(super) fn materials_ui(
    ui: &mut egui::Ui,
    document: &Document,
    (id, material): (SourceId, Option<u32>),
    view: &View,
    wishes: &mut Wishes,
) {
    let Some(source) = document.sources.get(&id) else {
        return;
    };
    heading_ui(ui, &source.name, view.text(&words::MATERIALS));
    let Some(profile) = document.profile() else {
        ui.add(egui::Label::new(view.text(&words::CHOOSE_CHARACTER_FIRST)).wrap());
        return;
    };
    TableBuilder::new(ui)
        .id_salt(("materials", id))
        .striped(true)
        .sense(egui::Sense::click())
        .cell_layout(egui::Layout::left_to_right(egui::Align::Center))
        .column(
            Column::initial(96.0)
                .at_least(60.0)
                .clip(true)
                .resizable(true),
        )
        .column(Column::initial(64.0).at_least(50.0).clip(true))
        .column(Column::remainder().at_least(120.0).clip(true))
        .header(theme::ROW_HEIGHT, |mut header| {
            for title in [
                &words::COL_MATERIAL,
                &words::COL_TRIANGLES,
                &words::COL_PLACE,
            ] {
                header.col(|ui| {
                    ui.strong(view.text(title));
                });
            }
        })
        .body(|body| {
            body.rows(
                theme::ROW_HEIGHT,
                source.model.materials.len(),
                |mut line| {
                    let at = line.index();
                    let material_idx = u32_of(at);
                    let here = &source.model.materials[at];
                    line.set_selected(material == Some(material_idx));
                    line.col(|ui| {
                        ui.label(&here.name.local);
                    });
                    line.col(|ui| {
                        ui.label(text::grouped(here.n_triangles));
                    });
                    line.col(|ui| {
                        let entry = Entry {
                            id,
                            material: material_idx,
                            name: &here.name.local,
                            place: source.places[at],
                        };
                        place_ui(ui, profile, &entry, view, wishes);
                    });
                    if line.response().clicked() {
                        wishes.act(Action::Select(Selection::Materials(id, Some(material_idx))));
                    }
                },
            );
        });
}

/// One line's material and where it goes.
struct Entry<'a> {
    id: SourceId,
    material: u32,
    name: &'a str,
    place: Option<MaterialPlace>,
}

/// The list of original materials for one material.
fn place_ui(
    ui: &mut egui::Ui,
    profile: &TargetProfile,
    entry: &Entry<'_>,
    view: &View,
    wishes: &mut Wishes,
) {
    let shown = entry.place.and_then(|place| place_name(profile, place));
    let shown = shown.unwrap_or_else(|| view.text(&words::LEFT_OUT).to_owned());
    let mut chosen: Option<Option<MaterialPlace>> = None;
    let response = egui::ComboBox::from_id_salt(("place", entry.id, entry.material))
        .selected_text(shown)
        .width(ui.available_width() - 4.0)
        .truncate()
        .show_ui(ui, |ui| {
            if ui
                .selectable_label(entry.place.is_none(), view.text(&words::LEFT_OUT))
                .clicked()
            {
                chosen = Some(None);
            }
            for component in &profile.components {
                ui.label(
                    egui::RichText::new(&component.mesh_name)
                        .small()
                        .color(theme::palette(ui).weak),
                );
                for (slot, name) in (0_u32..).zip(&component.materials) {
                    let place = MaterialPlace {
                        component: component.id,
                        slot,
                    };
                    if ui
                        .selectable_label(entry.place == Some(place), name)
                        .clicked()
                    {
                        chosen = Some(Some(place));
                    }
                }
            }
        });
    let label = format!("{} {}", view.text(&words::COL_PLACE), entry.name);
    response
        .response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
    if let Some(place) = chosen {
        let edit = Edit::PlaceMaterial {
            source: entry.id,
            material: entry.material,
            place,
        };
        wishes.act(Action::Edit(Box::new(edit), None));
    }
}

/// The name of an original material.
pub(super) fn place_name(profile: &TargetProfile, place: MaterialPlace) -> Option<String> {
    let component = profile.components.get(place.component as usize)?;
    component.materials.get(place.slot as usize).cloned()
}

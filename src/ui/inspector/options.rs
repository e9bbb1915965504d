//! What every selection satisfies, and the fixed appearances of an opened package.

use super::heading_ui;
use crate::document::edit::Edit;
use crate::document::parts::Document;
use crate::session::action::Action;
use crate::ui::outline::operation_word;
use crate::ui::view::{View, Wishes};
use crate::ui::{conditions, theme, words};

/// The page of the constraints.
pub(super) fn constraints_ui(
    ui: &mut egui::Ui,
    document: &Document,
    view: &View,
    wishes: &mut Wishes,
) {
    let title = view.text(&words::CONSTRAINTS);
    heading_ui(ui, title, view.text(&words::PACKAGE));
    ui.add(egui::Label::new(view.text(&words::CONSTRAINTS_HELP)).wrap());
    for (at, constraint) in document.constraints.iter().enumerate() {
        ui.horizontal_wrapped(|ui| {
            let label = view.text(&words::REMOVE);
            if ui.small_button("✖").on_hover_text(label).clicked() {
                let mut kept = document.constraints.clone();
                kept.remove(at);
                let edit = Edit::SetConstraints(kept);
                wishes.act(Action::Edit(Box::new(edit), None));
            }
            ui.label(conditions::text(document, Some(constraint), view));
        });
    }
}

/// The page of the fixed appearances.
pub(super) fn appearances_ui(
    ui: &mut egui::Ui,
    document: &Document,
    view: &View,
    wishes: &mut Wishes,
) {
    let title = view.text(&words::APPEARANCES);
    heading_ui(ui, title, view.text(&words::PACKAGE));
    let Some(fixed) = &document.appearances else {
        return;
    };
    ui.add(egui::Label::new(view.text(&words::APPEARANCES_HELP)).wrap());
    if ui.button(view.text(&words::CONVERT_APPEARANCES)).clicked() {
        wishes.act(Action::Edit(Box::new(Edit::ConvertAppearances), None));
    }
    ui.add_space(theme::GAP);
    for appearance in &fixed.all {
        let is_default = appearance.id == fixed.default;
        let mark = if is_default {
            view.text(&words::GROUP_DEFAULT)
        } else {
            ""
        };
        ui.strong(format!("{} {mark}", appearance.name));
        let components = document.profile().map(|profile| &profile.components);
        let components = components.into_iter().flatten();
        for (component, (operation, _)) in components.zip(&appearance.operations) {
            let word = view.text(operation_word(operation));
            ui.label(format!("{}: {word}", component.mesh_name));
        }
    }
}

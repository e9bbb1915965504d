//! Which state of the document the 3D view shows: choices, appearance and sliders, as a player would set them.

use crate::document::parts::{Document, OptionGroup, Parameter};
use crate::session::action::Action;
use crate::session::showing::ShownState;
use crate::session::state::Session;
use crate::ui::view::{View, Wishes};
use crate::ui::{theme, words};

/// The menu over the view; nothing while there is nothing to choose.
pub(super) fn menu_ui(
    ui: &mut egui::Ui,
    session: &Session,
    document: &Document,
    view: &View,
    wishes: &mut Wishes,
) {
    let has_choices = document.appearances.is_some()
        || !document.groups.is_empty()
        || !document.parameters.is_empty();
    if !has_choices {
        return;
    }
    let config = egui::containers::menu::MenuConfig::new()
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    egui::containers::menu::MenuButton::new(view.text(&words::SHOWN_STATE))
        .config(config)
        .ui(ui, |ui| {
            ui.set_min_width(260.0);
            egui::ScrollArea::vertical()
                .max_height(420.0)
                .show(ui, |ui| {
                    let before = session.shown_state();
                    let mut state = before.clone();
                    state_ui(ui, document, &mut state, view);
                    if *before != state {
                        wishes.act(Action::Show(state));
                    }
                });
        });
}

fn state_ui(ui: &mut egui::Ui, document: &Document, state: &mut ShownState, view: &View) {
    if ui.button(view.text(&words::SHOWN_DEFAULTS)).clicked() {
        *state = ShownState::default();
    }
    if let Some(fixed) = &document.appearances {
        let chosen = state.appearance.unwrap_or(fixed.default);
        for appearance in &fixed.all {
            let is_on = appearance.id == chosen;
            if ui.selectable_label(is_on, &appearance.name).clicked() {
                state.appearance = Some(appearance.id);
            }
        }
    }
    for group in &document.groups {
        group_ui(ui, group, state);
    }
    for parameter in &document.parameters {
        slider_ui(ui, parameter, state);
    }
}

fn group_ui(ui: &mut egui::Ui, group: &OptionGroup, state: &mut ShownState) {
    let weak = theme::palette(ui).weak;
    ui.label(egui::RichText::new(&group.name).color(weak));
    ui.horizontal_wrapped(|ui| {
        let chosen = state.choices.get(&group.id).copied();
        let chosen = chosen.unwrap_or(group.default);
        for choice in &group.choices {
            let is_on = choice.id == chosen;
            let label = ui.selectable_label(is_on, &choice.name);
            let name = format!("{}: {}", group.name, choice.name);
            label.widget_info(|| {
                egui::WidgetInfo::selected(egui::Role::RadioButton, true, is_on, &name)
            });
            if label.clicked() {
                state.choices.insert(group.id, choice.id);
            }
        }
    });
}

fn slider_ui(ui: &mut egui::Ui, parameter: &Parameter, state: &mut ShownState) {
    let weak = theme::palette(ui).weak;
    let caption = ui.label(egui::RichText::new(&parameter.name).color(weak));
    let ticks = parameter.ticks;
    let before = state.ticks.get(&parameter.id).copied();
    let mut tick = before.unwrap_or(ticks.default);
    let slider = egui::Slider::new(&mut tick, ticks.min..=ticks.max)
        .step_by(f64::from(ticks.step))
        .clamping(egui::SliderClamping::Always);
    if ui.add(slider).labelled_by(caption.id).changed() {
        let steps = (tick - ticks.min) / ticks.step;
        state
            .ticks
            .insert(parameter.id, ticks.min + steps * ticks.step);
    }
}

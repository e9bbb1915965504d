//! An option group: its name and its choices. Ids are generated and shown, never asked for.

use super::field::text_field_ui;
use super::{fact_ui, heading_ui};
use crate::document::edit::Edit;
use crate::document::ids::GroupId;
use crate::document::parts::Document;
use crate::session::action::Action;
use crate::ui::view::{View, Wishes};
use crate::ui::{theme, words};

static REMOVE: crate::base::text::Phrase = crate::base::text::Phrase::new(
    "删除此选项组",
    "このオプション群を削除",
    "Remove this group",
);

/// The page of one option group.
pub(super) fn group_ui(
    ui: &mut egui::Ui,
    document: &Document,
    id: GroupId,
    view: &mut View,
    wishes: &mut Wishes,
) {
    let Some(group) = document.group(id) else {
        return;
    };
    heading_ui(ui, &group.name, view.text(&words::GROUPS));
    let mut name = group.name.clone();
    let mut choices: Vec<String> = group
        .choices
        .iter()
        .map(|choice| choice.name.clone())
        .collect();
    if let Some(text) = text_field_ui(ui, view.text(&words::FIELD_NAME), &group.name, view) {
        name = text;
    }
    ui.add_space(theme::GAP);
    ui.strong(view.text(&words::GROUP_CHOICES));
    for (number, choice) in group.choices.iter().enumerate() {
        let mark = if choice.id == group.default {
            view.text(&words::GROUP_DEFAULT)
        } else {
            ""
        };
        let label = format!("{} {mark}", number + 1);
        if let Some(text) = text_field_ui(ui, label.trim_end(), &choice.name, view) {
            choices[number] = text;
        }
    }
    if name != group.name
        || choices
            .iter()
            .zip(&group.choices)
            .any(|(name, choice)| *name != choice.name)
    {
        let edit = Edit::RenameGroup {
            group: id,
            name,
            choices,
        };
        wishes.act(Action::Edit(Box::new(edit), None));
    }
    ui.add_space(theme::GAP);
    egui::Grid::new("group").num_columns(2).show(ui, |ui| {
        fact_ui(ui, view.text(&words::GROUP_ID), group.export_id.clone());
    });
    ui.add_space(theme::GAP);
    if ui.button(view.text(&REMOVE)).clicked() {
        wishes.act(Action::Edit(Box::new(Edit::RemoveGroup(id)), None));
    }
}

//! An option group: its name and its choices. Ids are generated and shown, never asked for.

use super::field::{Field, text_field_ui};
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
    let choices: Vec<String> = group
        .choices
        .iter()
        .map(|choice| choice.name.clone())
        .collect();
    let renamed = |name: String, choices: Vec<String>| Edit::RenameGroup {
        group: id,
        name,
        choices,
    };
    let name = Field {
        label: view.text(&words::FIELD_NAME),
        value: &group.name,
        document,
    };
    text_field_ui(ui, name, view, wishes, |name| {
        renamed(name, choices.clone())
    });
    ui.add_space(theme::GAP);
    ui.strong(view.text(&words::GROUP_CHOICES));
    for (number, choice) in group.choices.iter().enumerate() {
        let is_default = choice.id == group.default;
        let mark = if is_default {
            view.text(&words::GROUP_DEFAULT)
        } else {
            ""
        };
        let label = format!("{} {mark}", number + 1);
        let field = Field {
            label: label.trim_end(),
            value: &choice.name,
            document,
        };
        text_field_ui(ui, field, view, wishes, |text| {
            let mut choices = choices.clone();
            choices[number] = text;
            renamed(group.name.clone(), choices)
        });
    }
    ui.add_space(theme::GAP);
    fact_ui(ui, view.text(&words::GROUP_ID), group.export_id.clone());
    ui.add_space(theme::GAP);
    if ui.button(view.text(&REMOVE)).clicked() {
        wishes.act(Action::Edit(Box::new(Edit::RemoveGroup(id)), None));
    }
}

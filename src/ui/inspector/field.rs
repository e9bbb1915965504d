//! A text field that changes the document while it is typed into: one step of the history a visit. What would be refused
//! stays in the field with the reason below it.

use crate::document::edit::Edit;
use crate::document::parts::Document;
use crate::session::action::Action;
use crate::ui::theme;
use crate::ui::view::{Draft, View, Wishes};

/// A field and what it shows now.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) label: &'a str,
    pub(super) value: &'a str,
    pub(super) document: &'a Document,
}

/// A labelled text field; `edit` makes the edit for a text.
pub(super) fn text_field_ui(
    ui: &mut egui::Ui,
    field: Field<'_>,
    view: &mut View,
    wishes: &mut Wishes,
    edit: impl FnOnce(String) -> Edit,
) {
    let id = ui.scope_id().with(("field", field.label));
    let caption = ui.label(egui::RichText::new(field.label).color(theme::palette(ui).weak));
    let draft = view.draft.as_ref().filter(|draft| draft.field == id);
    let refused = draft.and_then(|draft| draft.refused.clone());
    let mut text = match draft {
        Some(draft) if refused.is_some() => draft.text.clone(),
        _ => field.value.to_owned(),
    };
    let input = egui::TextEdit::singleline(&mut text)
        .id(id)
        .desired_width(f32::INFINITY);
    let response = ui.add(input).labelled_by(caption.id);
    if response.gained_focus() {
        view.n_visits += 1;
    }
    if response.changed() {
        let edit = edit(text.clone());
        match edit.apply(field.document) {
            Ok(_) => {
                view.draft = None;
                wishes.act(Action::Edit(Box::new(edit), Some(view.n_visits)));
            }
            Err(why) => {
                view.draft = Some(Draft {
                    field: id,
                    text,
                    refused: Some(why.0),
                });
            }
        }
    }
    if let Some(why) = refused {
        let palette = theme::palette(ui);
        let sentence = egui::RichText::new(why.text(view.language))
            .small()
            .color(palette.error);
        ui.add(egui::Label::new(sentence).wrap());
        if response.lost_focus() {
            view.draft = None;
        }
    }
}

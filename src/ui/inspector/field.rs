//! A text field that becomes an edit when the focus leaves it or Enter is pressed: one step of the history a visit.

use crate::ui::view::View;

/// A labelled text field. Returns the new text once the author is done with it and it differs.
pub(super) fn text_field_ui(
    ui: &mut egui::Ui,
    label: &str,
    value: &str,
    view: &mut View,
) -> Option<String> {
    let id = ui.scope_id().with(("field", label));
    let caption = ui.label(egui::RichText::new(label).color(crate::ui::theme::palette(ui).weak));
    let is_drafting = view.draft.field == Some(id);
    let mut text = if is_drafting {
        view.draft.text.clone()
    } else {
        value.to_owned()
    };
    let response = ui
        .add(
            egui::TextEdit::singleline(&mut text)
                .id(id)
                .desired_width(f32::INFINITY),
        )
        .labelled_by(caption.id);
    if response.has_focus() || response.changed() {
        view.draft.field = Some(id);
        view.draft.text.clone_from(&text);
    }
    if response.lost_focus() && view.draft.field == Some(id) {
        view.draft.field = None;
        let is_given_up = ui.input(|input| input.key_pressed(egui::Key::Escape));
        return (!is_given_up && text != value).then_some(text);
    }
    None
}

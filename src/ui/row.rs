//! A row of a list: one widget with one name, drawn as text with a note and signs at its right end.

use crate::ui::theme;
use egui::{Align2, Color32, Response, TextStyle, TextWrapMode, Ui, WidgetInfo, WidgetText};

/// What a row shows.
#[derive(Debug)]
pub(super) struct Row<'a> {
    /// Its text and its accessible name.
    pub(super) text: &'a str,
    /// Points the text is moved to the right by.
    pub(super) indent: f32,
    /// A sign before the text, with its colour.
    pub(super) sign: Option<(&'static str, Color32)>,
    /// A quiet note at the right end.
    pub(super) note: &'a str,
    /// A sign behind the note, with its colour.
    pub(super) badge: Option<(&'static str, Color32)>,
    /// Whether it is the selected one.
    pub(super) is_selected: bool,
    /// Points left free at the right end for a widget of the caller's.
    pub(super) reserve: f32,
}

/// Draws a row over the whole width.
pub(super) fn row_ui(ui: &mut Ui, row: &Row<'_>) -> Response {
    let palette = theme::palette(ui);
    let size = egui::vec2(ui.available_width(), theme::ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response
        .widget_info(|| WidgetInfo::selected(egui::Role::Button, true, row.is_selected, row.text));
    if row.is_selected {
        ui.painter()
            .rect_filled(rect, 4.0, ui.visuals().selection.bg_fill);
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 4.0, palette.card);
    }
    let inner = rect.shrink2(egui::vec2(6.0, 0.0));
    let mut right = inner.right() - row.reserve;
    let small = TextStyle::Small.resolve(ui.style());
    let body = TextStyle::Body.resolve(ui.style());
    if let Some((sign, color)) = row.badge {
        let at = egui::pos2(right, inner.center().y);
        right = ui
            .painter()
            .text(at, Align2::RIGHT_CENTER, sign, small.clone(), color)
            .left()
            - 6.0;
    }
    if !row.note.is_empty() {
        let at = egui::pos2(right, inner.center().y);
        right = ui
            .painter()
            .text(at, Align2::RIGHT_CENTER, row.note, small, palette.weak)
            .left()
            - 6.0;
    }
    let mut left = inner.left() + row.indent;
    if let Some((sign, color)) = row.sign {
        let at = egui::pos2(left, inner.center().y);
        left = ui
            .painter()
            .text(at, Align2::LEFT_CENTER, sign, body, color)
            .right()
            + 8.0;
    }
    let text = WidgetText::from(row.text);
    let width = (right - left).max(0.0);
    let galley = text.into_galley(ui, Some(TextWrapMode::Truncate), width, TextStyle::Body);
    let is_cut = galley.elided;
    let at = egui::pos2(left, inner.center().y - galley.size().y * 0.5);
    ui.painter().galley(at, galley, ui.visuals().text_color());
    if is_cut {
        response.on_hover_text(row.text)
    } else {
        response
    }
}

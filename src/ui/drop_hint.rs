//! What dropping files would do, told while they hover over the window.

use crate::base::text::Message;
use crate::ui::view::View;
use crate::ui::{theme, words};

/// Says in words what dropping would do while files hover over the window.
pub(super) fn drop_hint_ui(ui: &egui::Ui, view: &View) {
    let names: Vec<String> = ui.input(|input| {
        let paths = input
            .raw
            .hovered_files
            .iter()
            .filter_map(|file| file.path.as_ref());
        paths
            .filter_map(|path| path.file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    });
    if names.is_empty() {
        return;
    }
    let text = Message::new(&words::DROP_HINT)
        .with("names", names.join(", "))
        .text(view.language);
    let palette = theme::palette(ui);
    let painter = ui.ctx().layer_painter(egui::LayerId::new(
        egui::Order::Foreground,
        egui::Id::unique("drop hint"),
    ));
    let rect = ui.ctx().content_rect();
    painter.rect_filled(rect, 0.0, palette.veil);
    painter.text(
        rect.center(),
        egui::Align2::CENTER_CENTER,
        text,
        egui::FontId::proportional(24.0),
        palette.on_veil,
    );
}

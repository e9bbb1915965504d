//! The start page: four ways to begin, and what was open last.

use crate::session::action::Action;
use crate::session::state::Session;
use crate::ui::commands::Command;
use crate::ui::view::{View, Wishes};
use crate::ui::{recovery, theme, words};

/// Width of the page's column, points.
const COLUMN: f32 = 720.0;

/// The start page.
pub(super) fn start_ui(ui: &mut egui::Ui, session: &Session, view: &View, wishes: &mut Wishes) {
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            let width = COLUMN.min(ui.available_width() - 2.0 * theme::GAP);
            ui.vertical_centered(|ui| {
                ui.set_max_width(width);
                ui.add_space((ui.available_height() * 0.08).clamp(theme::GAP, 90.0));
                ui.label(
                    egui::RichText::new(view.text(&words::APP_NAME))
                        .size(34.0)
                        .strong(),
                );
                ui.label(egui::RichText::new(view.text(&words::START_TITLE)).size(17.0));
                ui.add_space(4.0);
                ui.label(
                    egui::RichText::new(view.text(&words::START_LEAD))
                        .color(theme::palette(ui).weak),
                );
                ui.add_space(2.0 * theme::GAP);
            });
            centered(ui, width, |ui| {
                recovery::recovery_ui(ui, session, view, wishes);
                ways_ui(ui, session, view, wishes);
                ui.add_space(2.0 * theme::GAP);
                recent_ui(ui, session, view, wishes);
                ui.add_space(theme::GAP);
            });
        });
}

fn centered(ui: &mut egui::Ui, width: f32, add: impl FnOnce(&mut egui::Ui)) {
    ui.horizontal(|ui| {
        ui.add_space(((ui.available_width() - width) * 0.5).max(0.0));
        ui.vertical(|ui| {
            ui.set_width(width);
            add(ui);
        });
    });
}

fn ways_ui(ui: &mut egui::Ui, session: &Session, view: &View, wishes: &mut Wishes) {
    let ways = [
        (Command::OpenSample, None, &words::START_SAMPLE),
        (Command::ImportFigure, None, &words::START_FIGURE),
        (
            Command::Open,
            Some(&words::START_OPEN),
            &words::START_PROJECT,
        ),
        (Command::OpenPackage, None, &words::START_PACKAGE),
    ];
    let card_width = (ui.available_width() - theme::GAP) * 0.5;
    egui::Grid::new("ways")
        .spacing([theme::GAP, theme::GAP])
        .show(ui, |ui| {
            for (at, (command, title, help)) in ways.into_iter().enumerate() {
                let title =
                    title.map_or_else(|| command.label(view.language), |title| view.text(title));
                way_ui(
                    ui,
                    card_width,
                    command,
                    (title, view.text(help)),
                    session,
                    wishes,
                );
                if at % 2 == 1 {
                    ui.end_row();
                }
            }
        });
}

fn way_ui(
    ui: &mut egui::Ui,
    width: f32,
    command: Command,
    (label, help): (&str, &str),
    session: &Session,
    wishes: &mut Wishes,
) {
    let palette = theme::palette(ui);
    let because = command.disabled_because(session);
    let margin = 14.0;
    let size = egui::vec2(width, 92.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    let enabled = because.is_none();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, label));
    let is_hot = (response.hovered() || response.has_focus()) && enabled;
    let stroke = if is_hot {
        egui::Stroke::new(2.0, palette.accent)
    } else {
        ui.visuals().window_stroke
    };
    ui.painter()
        .rect(rect, 8.0, palette.card, stroke, egui::StrokeKind::Inside);
    let strength = if enabled {
        palette.accent
    } else {
        palette.weak
    };
    let inner = rect.shrink(margin);
    let title = egui::WidgetText::from(egui::RichText::new(label).size(17.0));
    let title = title.into_galley(
        ui,
        Some(egui::TextWrapMode::Truncate),
        inner.width(),
        egui::TextStyle::Body,
    );
    let below = inner.min + egui::vec2(0.0, title.size().y + 6.0);
    ui.painter()
        .galley_with_override_text_color(inner.min, title, strength);
    let help = egui::WidgetText::from(help);
    let help = help.into_galley(
        ui,
        Some(egui::TextWrapMode::Wrap),
        inner.width(),
        egui::TextStyle::Body,
    );
    ui.painter()
        .galley_with_override_text_color(below, help, palette.weak);
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    if response.clicked() && enabled {
        wishes.command(command);
    }
}

fn recent_ui(ui: &mut egui::Ui, session: &Session, view: &View, wishes: &mut Wishes) {
    ui.label(
        egui::RichText::new(view.text(&words::RECENT))
            .size(16.0)
            .strong(),
    );
    let recent = &session.settings().recent;
    if recent.is_empty() {
        ui.label(
            egui::RichText::new(view.text(&words::RECENT_NONE)).color(theme::palette(ui).weak),
        );
    }
    for path in recent {
        ui.horizontal(|ui| {
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            let folder = path
                .parent()
                .map(|folder| folder.display().to_string())
                .unwrap_or_default();
            if ui
                .link(name)
                .on_hover_text(path.display().to_string())
                .clicked()
            {
                wishes.act(Action::Open(path.clone()));
            }
            ui.label(
                egui::RichText::new(folder)
                    .color(theme::palette(ui).weak)
                    .small(),
            );
            if ui
                .small_button("✖")
                .on_hover_text(view.text(&words::FORGET))
                .clicked()
            {
                wishes.act(Action::ForgetRecent(path.clone()));
            }
        });
    }
}

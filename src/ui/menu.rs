//! The menu bar and the row of main buttons under it.

use crate::base::text::{self, Language, Message, Phrase};
use crate::session::action::Action;
use crate::session::settings::Theme;
use crate::session::state::Session;
use crate::ui::commands::Command;
use crate::ui::inspector::export_button_ui;
use crate::ui::view::{View, Wishes};
use crate::ui::{theme, words};
use egui::containers::menu::MenuBar;

/// The menu bar.
pub(super) fn menu_ui(ui: &mut egui::Ui, session: &Session, view: &View, wishes: &mut Wishes) {
    MenuBar::new().ui(ui, |ui| {
        ui.menu_button(view.text(&words::MENU_FILE), |ui| {
            file_ui(ui, session, view, wishes);
        });
        ui.menu_button(view.text(&words::MENU_EDIT), |ui| {
            edit_ui(ui, session, view, wishes);
        });
        ui.menu_button(view.text(&words::MENU_VIEW), |ui| {
            view_ui(ui, session, view, wishes);
        });
        ui.menu_button(view.text(&words::MENU_PACKAGE), |ui| {
            for command in [
                Command::ChooseCatalog,
                Command::AddGroup,
                Command::NextProblem,
                Command::PreviousProblem,
            ] {
                item_ui(ui, command, session, view, wishes);
            }
        });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            title_ui(ui, session, view, wishes);
        });
    });
}

fn file_ui(ui: &mut egui::Ui, session: &Session, view: &View, wishes: &mut Wishes) {
    for command in [
        Command::OpenSample,
        Command::Open,
        Command::OpenPackage,
        Command::ImportFigure,
    ] {
        item_ui(ui, command, session, view, wishes);
    }
    ui.menu_button(view.text(&words::MENU_RECENT), |ui| {
        let recent = &session.settings().recent;
        if recent.is_empty() {
            ui.weak(view.text(&words::RECENT_NONE));
        }
        for path in recent {
            if ui.button(path.display().to_string()).clicked() {
                wishes.act(Action::Open(path.clone()));
                ui.close();
            }
        }
    });
    ui.separator();
    for command in [Command::Save, Command::SaveAs, Command::Export] {
        item_ui(ui, command, session, view, wishes);
    }
    ui.separator();
    for command in [Command::Close, Command::Quit] {
        item_ui(ui, command, session, view, wishes);
    }
}

fn edit_ui(ui: &mut egui::Ui, session: &Session, view: &View, wishes: &mut Wishes) {
    step_ui(
        ui,
        Command::Undo,
        session.undo_label(),
        session,
        view,
        wishes,
    );
    step_ui(
        ui,
        Command::Redo,
        session.redo_label(),
        session,
        view,
        wishes,
    );
    ui.separator();
    ui.menu_button(view.text(&words::HISTORY), |ui| {
        egui::ScrollArea::vertical().max_height(360.0).show_rows(
            ui,
            theme::ROW_HEIGHT,
            session.steps().len(),
            |ui, rows| history_ui(ui, rows, session, view, wishes),
        );
    });
}

/// The steps in `rows`, the newest first; a click goes there.
fn history_ui(
    ui: &mut egui::Ui,
    rows: std::ops::Range<usize>,
    session: &Session,
    view: &View,
    wishes: &mut Wishes,
) {
    let steps = session.steps();
    for at in rows.map(|row| steps.len() - 1 - row) {
        let Some(step) = steps.get(at) else { continue };
        let start = Message::new(&words::HISTORY_START);
        let label = step.label.unwrap_or(&start).text(view.language);
        if ui.radio(step.is_present, label).clicked() {
            wishes.act(Action::JumpTo(at));
            ui.close();
        }
    }
}

/// Undo and redo name what they would take back or do again.
fn step_ui(
    ui: &mut egui::Ui,
    command: Command,
    label: Option<&Message>,
    session: &Session,
    view: &View,
    wishes: &mut Wishes,
) {
    let name = label
        .map(|label| label.text(view.language))
        .unwrap_or_default();
    let text = format!("{} {name}", command.label(view.language));
    entry_ui(ui, command, text.trim_end(), session, view, wishes);
}

fn view_ui(ui: &mut egui::Ui, session: &Session, view: &View, wishes: &mut Wishes) {
    for command in [
        Command::FrameAll,
        Command::ViewFront,
        Command::ViewSide,
        Command::ViewTop,
    ] {
        item_ui(ui, command, session, view, wishes);
    }
    ui.separator();
    ui.menu_button(view.text(&words::MENU_LANGUAGE), |ui| {
        for language in Language::ALL {
            if ui
                .radio(session.language() == language, language.own_name())
                .clicked()
            {
                wishes.act(Action::SetLanguage(language));
                ui.close();
            }
        }
    });
    ui.menu_button(view.text(&words::MENU_THEME), |ui| {
        let themes: [(Theme, &Phrase); 3] = [
            (Theme::System, &words::THEME_SYSTEM),
            (Theme::Light, &words::THEME_LIGHT),
            (Theme::Dark, &words::THEME_DARK),
        ];
        for (theme, label) in themes {
            if ui
                .radio(session.settings().theme == theme, view.text(label))
                .clicked()
            {
                wishes.act(Action::SetTheme(theme));
                ui.close();
            }
        }
    });
    ui.menu_button(view.text(&words::MENU_SCALE), |ui| {
        for percent in [75_u8, 100, 125, 150, 200] {
            let scale = f32::from(percent) / 100.0;
            let is_on = (session.settings().ui_scale.unwrap_or(1.0) - scale).abs() < 0.01;
            if ui.radio(is_on, format!("{percent} %")).clicked() {
                wishes.act(Action::SetUiScale(scale));
                ui.close();
            }
        }
    });
}

/// A menu entry for a command.
fn item_ui(
    ui: &mut egui::Ui,
    command: Command,
    session: &Session,
    view: &View,
    wishes: &mut Wishes,
) {
    entry_ui(
        ui,
        command,
        command.label(view.language),
        session,
        view,
        wishes,
    );
}

fn entry_ui(
    ui: &mut egui::Ui,
    command: Command,
    text: &str,
    session: &Session,
    view: &View,
    wishes: &mut Wishes,
) {
    let because = command.disabled_because(session);
    let mut button = egui::Button::new(text);
    if let Some(shortcut) = command.row().shortcut {
        button = button.shortcut_text(ui.ctx().format_shortcut(&shortcut));
    }
    let response = ui.add_enabled(because.is_none(), button);
    let response = match because {
        Some(because) => response.on_disabled_hover_text(view.text(because)),
        None => response,
    };
    if response.clicked() {
        wishes.command(command);
        ui.close();
    }
}

/// A plain button for a command; its reason shows when it is disabled.
pub(super) fn button_ui(
    ui: &mut egui::Ui,
    command: Command,
    session: &Session,
    view: &View,
    wishes: &mut Wishes,
) {
    let because = command.disabled_because(session);
    let response = ui.add_enabled(
        because.is_none(),
        egui::Button::new(command.label(view.language)),
    );
    let response = match because {
        Some(because) => response.on_disabled_hover_text(view.text(because)),
        None => response,
    };
    if response.clicked() {
        wishes.command(command);
    }
}

/// Name of the document, with a mark and a word when it is not saved, and the button that exports it.
fn title_ui(ui: &mut egui::Ui, session: &Session, view: &View, wishes: &mut Wishes) {
    if session.document().is_some() {
        export_button_ui(ui, &export_label(session, view), session, view, wishes);
    }
    if session.is_dirty() {
        let palette = theme::palette(ui);
        ui.colored_label(palette.warning, format!("● {}", view.text(&words::UNSAVED)));
    }
    if !session.is_start() {
        let name = document_name(session, view);
        ui.add(egui::Label::new(egui::RichText::new(name).strong()).truncate());
    }
}

/// What the export button says: version and size, or how much is in the way.
fn export_label(session: &Session, view: &View) -> String {
    let Some(check) = session.check() else {
        return Command::Export.label(view.language).to_owned();
    };
    let n_blocking = check.n_blocking();
    match &check.forecast {
        Some(forecast) if n_blocking == 0 => Message::new(&words::EXPORT_BUTTON)
            .with("minor", format!("1.{}", forecast.minor))
            .with("size", text::bytes(forecast.size_bytes))
            .text(view.language),
        _ => Message::new(&words::EXPORT_BLOCKED)
            .with("n", n_blocking)
            .text(view.language),
    }
}

/// What the open document is called.
pub(super) fn document_name(session: &Session, view: &View) -> String {
    let file = session
        .project_path()
        .or_else(|| session.package().map(|package| package.path.as_path()));
    let from_file = file
        .and_then(|path| path.file_name())
        .map(|name| name.to_string_lossy().into_owned());
    let from_package = session
        .document()
        .map(|document| document.package.name.clone());
    from_file
        .or(from_package)
        .unwrap_or_else(|| view.text(&words::UNTITLED).to_owned())
}

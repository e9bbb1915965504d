//! The window in which a path is typed when the system has no file dialog. It opens and writes nothing itself.

use crate::base::files;
use crate::ui::dialogs::{Answer, Purpose, Question, with_ending};
use crate::ui::view::View;
use crate::ui::{theme, words};
use std::path::PathBuf;

/// The window and what is typed in it.
#[derive(Debug, Default)]
pub struct TypedPath {
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    question: Question,
    text: String,
    /// The field has been given the focus.
    is_focused: bool,
}

impl TypedPath {
    /// Opens the window.
    pub fn open(&mut self, question: Question) {
        let folder = question.folder.clone().unwrap_or_default();
        let start = folder.join(question.file_name.clone().unwrap_or_default());
        self.open = Some(Open {
            question,
            text: start.display().to_string(),
            is_focused: false,
        });
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Draws it. Returns the answer when there is one.
    pub(super) fn typed_path_ui(&mut self, ctx: &egui::Context, view: &View) -> Option<Answer> {
        let open = self.open.as_mut()?;
        let purpose = open.question.purpose;
        let mut answer = None;
        let modal = egui::Modal::new(egui::Id::unique("typed path")).show(ctx, |ui| {
            ui.set_width(520.0_f32.min(ui.ctx().content_rect().width() - 60.0));
            ui.heading(view.text(title(purpose)));
            let help = if purpose.is_saving() {
                &words::PATH_NO_DIALOG_SAVE
            } else {
                &words::PATH_NO_DIALOG
            };
            ui.add(egui::Label::new(view.text(help)).wrap());
            ui.add_space(theme::GAP);
            let is_entered = field_ui(ui, open, view);
            let path = typed(purpose, &open.text);
            let obstacle = path.as_ref().and_then(|path| obstacle(purpose, path));
            if let Some(obstacle) = obstacle {
                let palette = theme::palette(ui);
                ui.colored_label(palette.warning, view.text(obstacle));
            }
            ui.horizontal(|ui| {
                let is_missing = !purpose.is_saving() && obstacle.is_some();
                let replaces = purpose.is_saving() && obstacle.is_some();
                let word = if replaces {
                    &words::PATH_REPLACE
                } else {
                    &words::PATH_OK
                };
                let ok = ui.add_enabled(
                    path.is_some() && !is_missing,
                    egui::Button::new(view.text(word)),
                );
                if ok.clicked() || (is_entered && ok.enabled() && !replaces) {
                    answer = path.map(|path| Answer::Path(purpose, path));
                }
                if ui.button(view.text(&words::CANCEL)).clicked() {
                    answer = Some(Answer::Cancelled(purpose));
                }
            });
        });
        if modal.should_close() {
            answer = answer.or(Some(Answer::Cancelled(purpose)));
        }
        if answer.is_some() {
            self.open = None;
        }
        answer
    }
}

/// The text field. True when Enter was pressed in it.
fn field_ui(ui: &mut egui::Ui, open: &mut Open, view: &View) -> bool {
    let caption = ui.label(view.text(&words::PATH_FIELD));
    let mut output = egui::TextEdit::singleline(&mut open.text)
        .desired_width(f32::INFINITY)
        .show(ui);
    let field = output.response.response.clone().labelled_by(caption.id);
    let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if !open.is_focused {
        open.is_focused = true;
        field.request_focus();
        // What is suggested is replaced by typing.
        let all = egui::text::CCursorRange::two(
            egui::text::CCursor::default(),
            egui::text::CCursor::new(open.text.chars().count()),
        );
        output.state.cursor.set_char_range(Some(all));
        output.state.store(ui.ctx(), field.id);
    }
    is_entered
}

/// The path that is meant: quotes around it, as some systems copy paths, are not part of it.
fn typed(purpose: Purpose, text: &str) -> Option<PathBuf> {
    let plain = text.trim().trim_matches('"').trim();
    (!plain.is_empty()).then(|| with_ending(purpose, PathBuf::from(plain)))
}

/// What the author should know of this path before going on.
fn obstacle(
    purpose: Purpose,
    path: &std::path::Path,
) -> Option<&'static crate::base::text::Phrase> {
    match (purpose.is_saving(), files::is_file(path)) {
        (true, true) => Some(&words::PATH_EXISTS),
        (false, false) if !files::is_folder(path) => Some(&words::PATH_MISSING),
        _ => None,
    }
}

const fn title(purpose: Purpose) -> &'static crate::base::text::Phrase {
    match purpose {
        Purpose::ImportFigure => &words::PATH_IMPORT,
        Purpose::ChooseCatalog => &words::PATH_CATALOG,
        Purpose::Open => &words::PATH_OPEN,
        Purpose::OpenPackage => &words::PATH_PACKAGE,
        Purpose::SaveProject => &words::PATH_SAVE,
        Purpose::ExportPackage => &words::PATH_EXPORT,
    }
}

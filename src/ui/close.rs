//! The question before something unsaved is closed: save, don't save, cancel.

use crate::base::text::Message;
use crate::session::action::Action;
use crate::session::state::Session;
use crate::ui::commands::Command;
use crate::ui::menu;
use crate::ui::view::{View, Wishes};
use crate::ui::words;

/// What is being closed, and how far the question is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Closing {
    /// Nothing.
    #[default]
    No,
    /// The author is asked; then this is done.
    Asking(Then),
    /// The author said save; when that is done, this is done.
    Saving(Then),
    /// The window may go.
    Granted,
}

/// What follows once the document may go.
#[derive(Clone, Debug, PartialEq)]
pub enum Then {
    /// Back to the start page.
    Start,
    /// The program ends.
    Quit,
    /// Something else is put on the desk.
    Do(Box<Action>),
}

/// Asks before `then` if something is unsaved; otherwise does it at once.
pub(super) fn ask(session: &Session, view: &mut View, wishes: &mut Wishes, then: Then) {
    if session.is_dirty() {
        view.closing = Closing::Asking(then);
    } else {
        go(view, wishes, then);
    }
}

fn go(view: &mut View, wishes: &mut Wishes, then: Then) {
    view.closing = Closing::No;
    match then {
        Then::Start => wishes.act(Action::Close),
        Then::Quit => view.closing = Closing::Granted,
        Then::Do(action) => wishes.granted.push(*action),
    }
}

/// Draws the question while there is one, and goes on when saving is done.
pub(super) fn close_ui(ui: &egui::Ui, session: &Session, view: &mut View, wishes: &mut Wishes) {
    match view.closing.clone() {
        Closing::Saving(then) if !session.is_dirty() => go(view, wishes, then),
        Closing::Saving(then) if session.jobs().is_empty() && view.dialog_is_closed => {
            // Saving failed or the dialog was cancelled: the question stands again.
            view.closing = Closing::Asking(then);
        }
        Closing::Asking(then) => question_ui(ui, session, view, wishes, &then),
        _ => {}
    }
}

fn question_ui(
    ui: &egui::Ui,
    session: &Session,
    view: &mut View,
    wishes: &mut Wishes,
    then: &Then,
) {
    let modal = egui::Modal::new(egui::Id::unique("close question")).show(ui.ctx(), |ui| {
        ui.set_width(420.0);
        ui.heading(view.text(&words::CLOSE_TITLE));
        let name = menu::document_name(session, view);
        ui.label(
            Message::new(&words::CLOSE_TEXT)
                .with("name", name)
                .text(view.language),
        );
        ui.add_space(crate::ui::theme::GAP);
        ui.horizontal(|ui| {
            let save = ui.button(view.text(&words::CLOSE_SAVE));
            if ui.memory(|memory| memory.focused().is_none()) {
                save.request_focus();
            }
            let discard = ui.button(view.text(&words::CLOSE_DISCARD));
            let cancel = ui.button(view.text(&words::CLOSE_CANCEL));
            if save.clicked() {
                view.closing = Closing::Saving(then.clone());
                wishes.command(Command::Save);
            } else if discard.clicked() {
                go(view, wishes, then.clone());
            } else if cancel.clicked() {
                view.closing = Closing::No;
            }
        });
    });
    if modal.should_close() {
        view.closing = Closing::No;
    }
}

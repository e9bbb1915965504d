//! What crashes left, on the start page: open it, compare it, open what was saved instead, or decide later.

use crate::base::text::{Message, Phrase};
use crate::session::action::Action;
use crate::session::journal::Found;
use crate::session::state::Session;
use crate::ui::view::{View, Wishes};
use crate::ui::{theme, words};

/// The section; nothing when there is nothing to recover.
pub(super) fn recovery_ui(ui: &mut egui::Ui, session: &Session, view: &View, wishes: &mut Wishes) {
    if session.recoverable().is_empty() {
        return;
    }
    let title = view.text(&words::RECOVERY_TITLE);
    ui.label(egui::RichText::new(title).size(16.0).strong());
    let weak = theme::palette(ui).weak;
    ui.label(egui::RichText::new(view.text(&words::RECOVERY_LEAD)).color(weak));
    for found in session.recoverable() {
        ui.push_id(&found.folder, |ui| {
            found_ui(ui, session, view, wishes, found);
        });
    }
    if ui.button(view.text(&words::RECOVERY_LATER)).clicked() {
        wishes.act(Action::DecideLater);
    }
    ui.add_space(2.0 * theme::GAP);
}

fn found_ui(ui: &mut egui::Ui, session: &Session, view: &View, wishes: &mut Wishes, found: &Found) {
    ui.horizontal_wrapped(|ui| {
        let name = if found.name.is_empty() {
            view.text(&words::UNTITLED)
        } else {
            &found.name
        };
        ui.strong(name);
        let about = about(found).text(view.language);
        ui.label(egui::RichText::new(about).color(theme::palette(ui).weak));
    });
    ui.horizontal_wrapped(|ui| {
        let is_free = session.jobs().is_empty();
        let mut button = |text: &Phrase, action: Action| {
            let button = egui::Button::new(view.text(text));
            if ui.add_enabled(is_free, button).clicked() {
                wishes.act(action);
            }
        };
        button(
            &words::RECOVERY_OPEN,
            Action::OpenRecovered(found.folder.clone()),
        );
        if let Some(project) = &found.project {
            button(
                &words::RECOVERY_COMPARE,
                Action::CompareRecovered(found.folder.clone()),
            );
            button(&words::RECOVERY_SAVED, Action::Open(project.clone()));
        }
        ui.menu_button(view.text(&words::RECOVERY_DISCARD), |ui| {
            if ui.button(view.text(&words::RECOVERY_DISCARD_NOW)).clicked() {
                wishes.act(Action::DiscardRecovered(found.folder.clone()));
                ui.close();
            }
        });
    });
    if let Some((_, rows)) = session
        .comparison()
        .filter(|(folder, _)| *folder == found.folder)
    {
        for row in rows {
            ui.label(row.text(view.language));
        }
    }
    ui.add_space(theme::GAP);
}

/// Where it belongs, how much there is, how old it is.
fn about(found: &Found) -> Message {
    let place = match &found.project {
        Some(project) => Message::new(&words::RECOVERY_OF).with("path", project.display()),
        None => Message::new(&words::RECOVERY_UNNAMED),
    };
    Message::new(&words::RECOVERY_ABOUT)
        .with_message("place", place)
        .with("n", found.n_steps)
        .with_message("age", age(found))
}

fn age(found: &Found) -> Message {
    let Some(age) = found.age else {
        return Message::new(&words::AGE_UNKNOWN);
    };
    let minutes = age.as_secs() / 60;
    match minutes {
        0 => Message::new(&words::AGE_NOW),
        1..120 => Message::new(&words::AGE_MINUTES).with("n", minutes),
        120..2880 => Message::new(&words::AGE_HOURS).with("n", minutes / 60),
        _ => Message::new(&words::AGE_DAYS).with("n", minutes / 1440),
    }
}

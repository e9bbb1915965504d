//! The package: its identity, what an export would be, and the button for it.

use super::field::{Field, text_field_ui};
use super::{heading_ui, proofs};
use crate::base::text::{self, Message};
use crate::document::edit::Edit;
use crate::document::parts::{Document, PackageFacts};
use crate::session::state::Session;
use crate::ui::commands::Command;
use crate::ui::view::{View, Wishes};
use crate::ui::{theme, words};

/// The page of the package.
pub(super) fn package_ui(
    ui: &mut egui::Ui,
    session: &Session,
    document: &Document,
    view: &mut View,
    wishes: &mut Wishes,
) {
    heading_ui(ui, &document.package.name, view.text(&words::PACKAGE));
    let facts = &document.package;
    let set = |facts: PackageFacts| Edit::SetPackage(facts);
    let name = Field {
        label: view.text(&words::FIELD_NAME),
        value: &facts.name,
        document,
    };
    text_field_ui(ui, name, view, wishes, |name| {
        set(PackageFacts {
            name,
            ..facts.clone()
        })
    });
    let author = Field {
        label: view.text(&words::FIELD_AUTHOR),
        value: &facts.author,
        document,
    };
    text_field_ui(ui, author, view, wishes, |author| {
        set(PackageFacts {
            author,
            ..facts.clone()
        })
    });
    let version = Field {
        label: view.text(&words::FIELD_VERSION),
        value: &facts.version,
        document,
    };
    text_field_ui(ui, version, view, wishes, |version| {
        set(PackageFacts {
            version,
            ..facts.clone()
        })
    });
    let id = Field {
        label: view.text(&words::FIELD_ID),
        value: &facts.id,
        document,
    };
    text_field_ui(ui, id, view, wishes, |id| {
        set(PackageFacts {
            id,
            ..facts.clone()
        })
    });
    let help = egui::RichText::new(view.text(&words::FIELD_ID_HELP)).small();
    ui.add(egui::Label::new(help.color(theme::palette(ui).weak)).wrap());
    ui.add_space(theme::GAP);
    export_ui(ui, session, view, wishes);
    proofs::proofs_ui(ui, session, document, view, wishes);
}

/// What an export would write, and the button that writes it.
fn export_ui(ui: &mut egui::Ui, session: &Session, view: &View, wishes: &mut Wishes) {
    ui.label(egui::RichText::new(export_line(session, view)).color(theme::palette(ui).weak));
    let label = Command::Export.label(view.language);
    export_button_ui(ui, label, session, view, wishes);
}

/// The button that exports. Where something is in the way it says what.
pub(in crate::ui) fn export_button_ui(
    ui: &mut egui::Ui,
    label: &str,
    session: &Session,
    view: &View,
    wishes: &mut Wishes,
) {
    let palette = theme::palette(ui);
    let because = Command::Export.disabled_because(session);
    let text = egui::RichText::new(label).color(palette.on_accent).strong();
    let button = egui::Button::new(text).fill(palette.accent);
    let response = ui.add_enabled(because.is_none(), button);
    let response = match because {
        Some(because) => response.on_disabled_hover_ui(|ui| {
            ui.label(view.text(because));
            let blocking = session
                .problems()
                .iter()
                .filter(|problem| problem.is_blocking());
            for problem in blocking.take(5) {
                ui.label(format!("• {}", problem.finding.message.text(view.language)));
            }
        }),
        None => response,
    };
    if response.clicked() {
        wishes.command(Command::Export);
    }
}

/// One line that names version, size and states, or what is in the way.
pub(in crate::ui) fn export_line(session: &Session, view: &View) -> String {
    let Some(check) = session.check() else {
        return view.text(&words::EXPORT_CHECKING).to_owned();
    };
    let n_blocking = check.n_blocking();
    if n_blocking > 0 {
        return Message::new(&words::EXPORT_BLOCKED)
            .with("n", n_blocking)
            .text(view.language);
    }
    match &check.forecast {
        Some(forecast) => Message::new(&words::EXPORT_AS)
            .with("minor", format!("1.{}", forecast.minor))
            .with("size", text::bytes(forecast.size_bytes))
            .with("states", text::grouped(&forecast.n_states))
            .text(view.language),
        None => view.text(&words::EXPORT_CHECKING).to_owned(),
    }
}

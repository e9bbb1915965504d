//! The character the package is made for.

use super::{fact_ui, heading_ui};
use crate::base::text;
use crate::document::parts::Document;
use crate::session::state::Session;
use crate::ui::commands::Command;
use crate::ui::view::{View, Wishes};
use crate::ui::{menu, theme, words};

/// The page of the character.
pub(super) fn target_ui(
    ui: &mut egui::Ui,
    session: &Session,
    document: &Document,
    view: &View,
    wishes: &mut Wishes,
) {
    let Some(target) = &document.target else {
        heading_ui(
            ui,
            view.text(&words::NO_CHARACTER),
            view.text(&words::CHARACTER),
        );
        ui.add(egui::Label::new(view.text(&words::EMPTY_COMPONENTS)).wrap());
        ui.add_space(theme::GAP);
        menu::button_ui(ui, Command::ChooseCatalog, session, view, wishes);
        return;
    };
    let profile = &target.profile;
    heading_ui(ui, &profile.name, view.text(&words::CHARACTER));
    fact_ui(ui, "character_id", profile.character_id.clone());
    fact_ui(ui, "profile_id", profile.profile_id.clone());
    fact_ui(ui, "revision", profile.revision.clone());
    fact_ui(
        ui,
        view.text(&words::COMPONENTS),
        text::grouped(profile.components.len()),
    );
    fact_ui(
        ui,
        view.text(&words::BONES),
        text::grouped(profile.bone_names().len()),
    );
    let origin = target.path().map(|path| path.display().to_string());
    fact_ui(
        ui,
        view.text(&words::SOURCE_FILE),
        origin.unwrap_or_else(|| view.text(&words::OPENED_PACKAGE).to_owned()),
    );
    ui.add_space(theme::GAP);
    menu::button_ui(ui, Command::ChooseCatalog, session, view, wishes);
}

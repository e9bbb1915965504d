//! A figure: where it came from, what the import kept, converted and dropped, and its maker's words.

use super::{fact_ui, heading_ui};
use crate::base::text;
use crate::document::edit::Edit;
use crate::document::ids::SourceId;
use crate::document::parts::Document;
use crate::session::action::Action;
use crate::session::intake::Figure;
use crate::session::state::Session;
use crate::ui::view::{View, Wishes};
use crate::ui::{theme, words};

/// The page of one figure.
pub(super) fn figure_ui(
    ui: &mut egui::Ui,
    (session, document): (&Session, &Document),
    id: SourceId,
    view: &View,
    wishes: &mut Wishes,
) {
    let Some(source) = document.sources.get(&id) else {
        return;
    };
    heading_ui(ui, &source.name, view.text(&words::FIGURES));
    fact_ui(
        ui,
        view.text(&words::SOURCE_FILE),
        source.path.display().to_string(),
    );
    ui.add_space(theme::GAP);
    if let Some(figure) = session.figure(id) {
        report_ui(ui, figure, view);
    }
    if ui.button(view.text(&words::REMOVE_FIGURE)).clicked() {
        wishes.act(Action::Edit(Box::new(Edit::RemoveSource(id)), None));
    }
    let comment = &source.model.comment;
    let terms = if comment.local.trim().is_empty() {
        &comment.english
    } else {
        &comment.local
    };
    if !terms.trim().is_empty() {
        ui.add_space(theme::GAP);
        ui.strong(view.text(&words::TERMS));
        ui.add(
            egui::Label::new(terms.replace('\r', ""))
                .wrap()
                .selectable(true),
        );
    }
}

fn report_ui(ui: &mut egui::Ui, figure: &Figure, view: &View) {
    let palette = theme::palette(ui);
    ui.strong(view.text(&words::REPORT));
    egui::Grid::new("report")
        .num_columns(4)
        .striped(true)
        .spacing([18.0, 4.0])
        .show(ui, |ui| {
            for title in [
                &words::REPORT_SECTION,
                &words::REPORT_CONVERTED,
                &words::REPORT_KEPT,
                &words::REPORT_DROPPED,
            ] {
                ui.label(egui::RichText::new(view.text(title)).color(palette.weak));
            }
            ui.end_row();
            for entry in figure
                .report
                .sections
                .iter()
                .filter(|entry| entry.n_total() > 0)
            {
                ui.label(view.text(entry.section.label()));
                for count in [entry.n_converted, entry.n_kept, entry.n_dropped] {
                    let text = if count == 0 {
                        "–".to_owned()
                    } else {
                        text::grouped(count)
                    };
                    ui.label(text);
                }
                ui.end_row();
            }
        });
    ui.add_space(theme::GAP * 0.5);
    for finding in figure.findings.iter().chain(&figure.report.findings) {
        ui.horizontal_wrapped(|ui| {
            ui.colored_label(
                theme::severity_color(ui, finding.severity),
                theme::severity_sign(finding.severity),
            );
            ui.label(finding.message.text(view.language));
        });
    }
}

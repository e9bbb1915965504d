//! A package that is open for looking: what it is, whether it holds, and every finding.

use super::view::View;
use super::{theme, words};
use crate::base::text;
use crate::session::package::PackageView;

/// The page of an opened package.
pub(super) fn package_ui(ui: &mut egui::Ui, package: &PackageView, view: &View) {
    let palette = theme::palette(ui);
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.add_space(theme::GAP);
            ui.label(egui::RichText::new(&package.name).size(24.0).strong());
            ui.label(egui::RichText::new(package.path.display().to_string()).color(palette.weak));
            ui.add_space(theme::GAP * 0.5);
            let (sign, color, verdict) = if package.report.is_rejected() {
                ("✖", palette.error, &words::PACKAGE_VERDICT_BAD)
            } else {
                ("✔", palette.good, &words::PACKAGE_VERDICT_OK)
            };
            ui.label(
                egui::RichText::new(format!("{sign} {}", view.text(verdict)))
                    .size(17.0)
                    .color(color),
            );
            ui.label(egui::RichText::new(view.text(&words::PACKAGE_READ_ONLY)).color(palette.weak));
            ui.add_space(theme::GAP);
            egui::Grid::new("package")
                .num_columns(2)
                .spacing([24.0, 6.0])
                .show(ui, |ui| {
                    let minor = package.report.minor.map(|minor| format!("1.{minor}"));
                    fact_ui(
                        ui,
                        view.text(&words::PACKAGE_MINOR),
                        minor.unwrap_or_default(),
                    );
                    fact_ui(
                        ui,
                        view.text(&words::SOURCE_FILE),
                        text::bytes(package.size_bytes),
                    );
                    fact_ui(ui, view.text(&words::FIELD_AUTHOR), package.author.clone());
                    fact_ui(
                        ui,
                        view.text(&words::FIELD_VERSION),
                        package.version.clone(),
                    );
                    fact_ui(ui, view.text(&words::FIELD_ID), package.package_id.clone());
                    fact_ui(ui, view.text(&words::CHARACTER), package.character.clone());
                    fact_ui(
                        ui,
                        view.text(&words::COMPONENTS),
                        text::grouped(package.n_components),
                    );
                    fact_ui(
                        ui,
                        view.text(&words::PACKAGE_MESHES),
                        text::grouped(package.n_meshes),
                    );
                    fact_ui(
                        ui,
                        view.text(&words::TEXTURES),
                        text::grouped(package.n_textures),
                    );
                    fact_ui(
                        ui,
                        view.text(&words::GROUPS),
                        text::grouped(package.n_groups),
                    );
                    fact_ui(
                        ui,
                        view.text(&words::PACKAGE_PAYLOADS),
                        text::grouped(package.n_payloads),
                    );
                    fact_ui(
                        ui,
                        view.text(&words::PACKAGE_STATES),
                        package.n_states.clone(),
                    );
                });
            ui.add_space(theme::GAP);
            ui.strong(view.text(&words::PROBLEMS));
            if package.report.findings.is_empty() {
                ui.label(egui::RichText::new(view.text(&words::PROBLEMS_NONE)).color(palette.weak));
            }
            for finding in &package.report.findings {
                ui.horizontal_wrapped(|ui| {
                    ui.colored_label(
                        theme::severity_color(ui, finding.severity),
                        theme::severity_sign(finding.severity),
                    );
                    ui.label(egui::RichText::new(finding.rule.as_ref()).monospace());
                    ui.label(finding.message.text(view.language));
                    ui.label(
                        egui::RichText::new(finding.place.to_string())
                            .small()
                            .color(palette.weak),
                    );
                });
            }
        });
}

fn fact_ui(ui: &mut egui::Ui, name: &str, value: String) {
    ui.label(egui::RichText::new(name).color(theme::palette(ui).weak));
    ui.add(egui::Label::new(value).selectable(true));
    ui.end_row();
}

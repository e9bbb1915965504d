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
            verdict_ui(ui, package, view);
            ui.add_space(theme::GAP);
            facts_ui(ui, package, view);
            ui.add_space(theme::GAP);
            findings_ui(ui, package, view);
        });
}

fn verdict_ui(ui: &mut egui::Ui, package: &PackageView, view: &View) {
    let palette = theme::palette(ui);
    let (sign, color, verdict) = if package.report.is_rejected() {
        ("✖", palette.error, &words::PACKAGE_VERDICT_BAD)
    } else {
        ("✔", palette.good, &words::PACKAGE_VERDICT_OK)
    };
    let text = format!("{sign} {}", view.text(verdict));
    ui.label(egui::RichText::new(text).size(17.0).color(color));
    let note = view.text(&words::PACKAGE_READ_ONLY);
    ui.label(egui::RichText::new(note).color(palette.weak));
}

fn facts_ui(ui: &mut egui::Ui, package: &PackageView, view: &View) {
    let minor = package.report.minor.map(|minor| format!("1.{minor}"));
    let facts = [
        (&words::PACKAGE_MINOR, minor.unwrap_or_default()),
        (&words::FILE_SIZE, text::bytes(package.size_bytes)),
        (&words::FIELD_AUTHOR, package.author.clone()),
        (&words::FIELD_VERSION, package.version.clone()),
        (&words::FIELD_ID, package.package_id.clone()),
        (&words::CHARACTER, package.character.clone()),
        (&words::COMPONENTS, text::grouped(package.n_components)),
        (&words::PACKAGE_MESHES, text::grouped(package.n_meshes)),
        (&words::TEXTURES, text::grouped(package.n_textures)),
        (&words::GROUPS, text::grouped(package.n_groups)),
        (&words::PACKAGE_PAYLOADS, text::grouped(package.n_payloads)),
        (&words::PACKAGE_STATES, text::grouped(&package.n_states)),
    ];
    egui::Grid::new("package")
        .num_columns(2)
        .spacing([24.0, 6.0])
        .show(ui, |ui| {
            for (name, value) in facts {
                ui.label(egui::RichText::new(view.text(name)).color(theme::palette(ui).weak));
                ui.add(egui::Label::new(value).selectable(true));
                ui.end_row();
            }
        });
}

fn findings_ui(ui: &mut egui::Ui, package: &PackageView, view: &View) {
    let palette = theme::palette(ui);
    ui.strong(view.text(&words::PROBLEMS));
    if package.report.findings.is_empty() {
        ui.label(egui::RichText::new(view.text(&words::PROBLEMS_NONE)).color(palette.weak));
    }
    for finding in &package.report.findings {
        ui.horizontal_wrapped(|ui| {
            let severity = finding.severity;
            ui.colored_label(
                theme::severity_color(ui, severity),
                theme::severity_sign(severity),
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
}

//! The line at the bottom: what runs, how far it is, and the last thing that happened.

use crate::base::findings::Severity;
use crate::session::action::Action;
use crate::session::jobs::JobView;
use crate::session::state::Session;
use crate::ui::view::{View, Wishes};
use crate::ui::{theme, words};

/// The status line.
pub(super) fn status_ui(ui: &mut egui::Ui, session: &Session, view: &View, wishes: &mut Wishes) {
    ui.horizontal(|ui| {
        ui.set_min_height(theme::ROW_HEIGHT);
        for job in session.jobs() {
            job_ui(ui, job, view, wishes);
        }
        if let Some(notice) = session.notices().last() {
            let color = match notice.severity {
                Severity::Hint => theme::palette(ui).good,
                severity => theme::severity_color(ui, severity),
            };
            let sign = if notice.severity == Severity::Hint {
                "✔"
            } else {
                theme::severity_sign(notice.severity)
            };
            ui.colored_label(color, sign);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let dismiss = ui
                    .small_button("✖")
                    .on_hover_text(view.text(&words::DISMISS));
                dismiss.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, view.text(&words::DISMISS))
                });
                if dismiss.clicked() {
                    wishes.act(Action::DismissNotice(notice.number));
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let text = notice.message.text(view.language);
                    ui.add(egui::Label::new(&text).truncate().selectable(true))
                        .on_hover_text(text);
                });
            });
        }
    });
}

fn job_ui(ui: &mut egui::Ui, job: JobView, view: &View, wishes: &mut Wishes) {
    ui.add(egui::Spinner::new().size(14.0));
    let stage = job.reading.stage.unwrap_or(job.label);
    ui.label(view.text(stage));
    if job.reading.n_total > 0 {
        let share = job.reading.n_done as f32 / job.reading.n_total as f32;
        ui.add(
            egui::ProgressBar::new(share)
                .desired_width(120.0)
                .show_percentage(),
        );
    }
    if job.is_cancelled {
        ui.weak(view.text(&words::CANCELLING));
    } else if ui.small_button(view.text(&words::CANCEL)).clicked() {
        wishes.act(Action::CancelJob(job.number));
    }
    ui.separator();
}

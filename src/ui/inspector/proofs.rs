//! What is proved about the package: its states, its worst cases against the limits, and the two lights.

use crate::analysis::{Maximum, Metric, Verdict};
use crate::base::text::{self, Message, Phrase};
use crate::document::parts::Document;
use crate::session::action::Action;
use crate::session::deepening::Deep;
use crate::session::problems::shown_state;
use crate::session::state::Session;
use crate::ui::view::{View, Wishes};
use crate::ui::{theme, words};

/// Worst cases and lights of the last check; grey while a newer one runs.
pub(super) fn proofs_ui(
    ui: &mut egui::Ui,
    session: &Session,
    document: &Document,
    view: &View,
    wishes: &mut Wishes,
) {
    let Some(check) = session.check() else {
        return;
    };
    let Some(quick) = &check.summary else {
        return;
    };
    let summary = session.deep().map_or(quick, |deep| &deep.summary);
    if summary.maxima.is_empty() {
        return;
    }
    let is_stale = session.revision() != Some(check.revision);
    ui.add_space(theme::GAP);
    ui.strong(view.text(&words::PROOFS));
    ui.scope(|ui| {
        if is_stale {
            ui.set_opacity(0.5);
        }
        egui::Grid::new("maxima")
            .num_columns(3)
            .spacing([12.0, 4.0])
            .show(ui, |ui| {
                for maximum in &summary.maxima {
                    maximum_ui(ui, document, maximum, view, wishes);
                    ui.end_row();
                }
            });
        light_ui(ui, check.n_blocking() == 0, &words::LIGHT_FORMAT, view);
        if let Some(deep) = session.deep() {
            tool_ui(ui, document, deep, view);
        } else {
            let weak = theme::palette(ui).weak;
            let waiting = view.text(&words::EXPORT_CHECKING);
            ui.label(egui::RichText::new(waiting).small().color(weak));
        }
    });
}

/// The second light, and why it is red.
fn tool_ui(ui: &mut egui::Ui, document: &Document, deep: &Deep, view: &View) {
    light_ui(ui, deep.published.is_accepted(), &words::LIGHT_TOOL, view);
    let Some(refusal) = deep.refusal() else {
        return;
    };
    let groups = refusal.groups.iter().take(3);
    let names: Vec<&str> = groups
        .filter_map(|at| document.groups.get(*at))
        .map(|group| group.name.as_str())
        .collect();
    let message = Message::new(&words::LIGHT_TOOL_WHY)
        .with("rule", refusal.rule)
        .with("limit", text::grouped(refusal.limit))
        .with("groups", names.join(", "));
    let sentence = egui::RichText::new(message.text(view.language)).small();
    ui.add(egui::Label::new(sentence).wrap());
}

fn light_ui(ui: &mut egui::Ui, is_on: bool, phrase: &Phrase, view: &View) {
    let palette = theme::palette(ui);
    let (sign, color) = if is_on {
        ("✔", palette.good)
    } else {
        ("✖", palette.error)
    };
    ui.horizontal(|ui| {
        ui.colored_label(color, sign);
        ui.label(view.text(phrase));
    });
}

/// A worst case: its name, its value against the limit, and a button that shows the state.
fn maximum_ui(
    ui: &mut egui::Ui,
    document: &Document,
    maximum: &Maximum,
    view: &View,
    wishes: &mut Wishes,
) {
    let palette = theme::palette(ui);
    let (phrase, is_bytes) = match maximum.metric {
        Metric::Draws => (&words::MAX_DRAWS, false),
        Metric::Indices => (&words::MAX_INDICES, false),
        Metric::Textures => (&words::MAX_TEXTURES, false),
        Metric::DecodedBytes => (&words::MAX_DECODED, true),
        Metric::ResidentBytes => (&words::MAX_RESIDENT, true),
    };
    ui.label(egui::RichText::new(view.text(phrase)).color(palette.weak));
    let number = |value: u64| {
        if is_bytes {
            text::bytes(value)
        } else {
            text::grouped(value)
        }
    };
    let value = if maximum.is_exact() {
        number(maximum.lower)
    } else {
        format!("{} – {}", number(maximum.lower), number(maximum.upper))
    };
    let (color, note) = match maximum.verdict() {
        Verdict::Within => (palette.good, String::new()),
        Verdict::Exceeded => (palette.error, String::new()),
        Verdict::Open => (
            palette.warning,
            format!(" ({})", view.text(&words::NOT_PROVEN)),
        ),
    };
    ui.colored_label(color, format!("{value} / {}{note}", number(maximum.limit)));
    let shows = view.text(&words::SHOW_STATE);
    let name = format!("{}: {shows}", view.text(phrase));
    let button = ui.small_button("👁").on_hover_text(shows);
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    if button.clicked() {
        wishes.act(Action::Show(shown_state(document, &maximum.witness)));
    }
}

//! The problems panel: what is wrong, the worst first; a click goes there.

use crate::base::findings::Severity;
use crate::base::text::{self, Message};
use crate::session::action::Action;
use crate::session::deepening::Offer;
use crate::session::problems::Problem;
use crate::session::state::Session;
use crate::ui::view::{View, Wishes};
use crate::ui::{row, theme, words};

/// Width kept for the button that mends a problem, points.
const FIX_WIDTH: f32 = 150.0;

/// The list of problems.
pub(super) fn problems_ui(
    ui: &mut egui::Ui,
    session: &Session,
    view: &mut View,
    wishes: &mut Wishes,
) {
    let problems = session.problems();
    ui.horizontal(|ui| {
        ui.strong(view.text(&words::PROBLEMS));
        let count = ui
            .label(egui::RichText::new(count_text(problems, view)).color(theme::palette(ui).weak));
        count.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Label, true, count_text(problems, view))
        });
        if session.is_checking() {
            ui.add(egui::Spinner::new().size(12.0));
        }
    });
    if problems.is_empty() {
        let text = if session.check().is_some() {
            &words::PROBLEMS_NONE
        } else {
            &words::EXPORT_CHECKING
        };
        ui.label(egui::RichText::new(view.text(text)).color(theme::palette(ui).weak));
        return;
    }
    let height = theme::ROW_HEIGHT;
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        height,
        problems.len(),
        |ui, rows| {
            for at in rows {
                problem_ui(ui, session, &problems[at], view, wishes);
            }
        },
    );
}

fn count_text(problems: &[Problem], view: &View) -> String {
    let count = |severity| {
        problems
            .iter()
            .filter(|problem| problem.finding.severity == severity)
            .count()
    };
    Message::new(&words::PROBLEMS_COUNT)
        .with("errors", text::grouped(count(Severity::Error)))
        .with("warnings", text::grouped(count(Severity::Warning)))
        .with("hints", text::grouped(count(Severity::Hint)))
        .text(view.language)
}

fn problem_ui(
    ui: &mut egui::Ui,
    session: &Session,
    problem: &Problem,
    view: &mut View,
    wishes: &mut Wishes,
) {
    let severity = problem.finding.severity;
    let text = problem.finding.message.text(view.language);
    let fix_label = problem.fix.as_ref().map(|fix| view.text(fix.label));
    let offers = session.deep().map_or(&[][..], |deep| deep.offers(problem));
    let look = row::Row {
        text: &text,
        indent: 0.0,
        sign: Some((
            theme::severity_sign(severity),
            theme::severity_color(ui, severity),
        )),
        note: "",
        badge: None,
        is_selected: is_current(problem, view),
        reserve: if fix_label.is_some() || !offers.is_empty() {
            FIX_WIDTH
        } else {
            0.0
        },
    };
    let response = row::row_ui(ui, &look);
    if let (Some(fix), Some(label)) = (&problem.fix, fix_label) {
        let left = response.rect.right() - FIX_WIDTH;
        let rect = response.rect.with_min_x(left).shrink2(egui::vec2(4.0, 2.0));
        if ui.put(rect, egui::Button::new(label).small()).clicked() {
            wishes.act(fix.action.clone());
        }
    }
    if !offers.is_empty() {
        let left = response.rect.right() - FIX_WIDTH;
        let rect = response.rect.with_min_x(left).shrink2(egui::vec2(4.0, 2.0));
        let mut place = ui.new_child(egui::UiBuilder::new().max_rect(rect));
        offers_ui(&mut place, offers, view, wishes);
    }
    let response = response.on_hover_ui(|ui| {
        ui.set_max_width(520.0);
        ui.label(&text);
        let place = problem.finding.place.to_string();
        let code = format!("{}  {place}", problem.finding.rule);
        ui.label(
            egui::RichText::new(code)
                .small()
                .color(theme::palette(ui).weak),
        );
    });
    if response.clicked() {
        show(problem, view, wishes);
    }
}

/// The repairs of a problem, each with how many states fail before and after.
fn offers_ui(ui: &mut egui::Ui, offers: &[Offer], view: &View, wishes: &mut Wishes) {
    ui.menu_button(view.text(&words::MEND), |ui| {
        for offer in offers {
            let count = |count: &Option<String>| {
                count.as_ref().map_or_else(|| "?".to_owned(), text::grouped)
            };
            let counts = Message::new(&words::MEND_COUNTS)
                .with("before", count(&offer.failing.0))
                .with("after", count(&offer.failing.1));
            let label = offer.message.text(view.language);
            let button = ui.button(label);
            if button.on_hover_text(counts.text(view.language)).clicked() {
                wishes.act(Action::Edit(Box::new(offer.edit.clone()), None));
                ui.close();
            }
        }
    });
}

/// Whether a problem is the one that was walked to last.
fn is_current(problem: &Problem, view: &View) -> bool {
    let known = view.problem.as_ref();
    known.is_some_and(|(rule, place)| {
        *rule == problem.finding.rule && *place == problem.finding.place
    })
}

/// Where the problem that was walked to last stands now.
fn current(problems: &[Problem], view: &View) -> Option<usize> {
    problems
        .iter()
        .position(|problem| is_current(problem, view))
}

/// Goes to the part a problem speaks of.
fn show(problem: &Problem, view: &mut View, wishes: &mut Wishes) {
    view.problem = Some((
        problem.finding.rule.to_string(),
        problem.finding.place.clone(),
    ));
    view.scroll_to_selection = true;
    wishes.act(Action::Select(problem.selection));
    if let Some(state) = &problem.state {
        wishes.act(Action::Show(state.clone()));
    }
}

/// Walks to the next problem, or to the one before.
pub(super) fn walk(session: &Session, view: &mut View, wishes: &mut Wishes, forward: Walk) {
    let problems = session.problems();
    if problems.is_empty() {
        return;
    }
    let last = problems.len() - 1;
    let at = match (current(problems, view), forward) {
        (None, Walk::Next) => 0,
        (None, Walk::Previous) => last,
        (Some(at), Walk::Next) => (at + 1) % problems.len(),
        (Some(at), Walk::Previous) => at.checked_sub(1).unwrap_or(last),
    };
    view.scroll_to_problem = true;
    show(&problems[at], view, wishes);
}

/// Which way to walk through the problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// Down the list.
    Next,
    /// Up the list.
    Previous,
}

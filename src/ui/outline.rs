//! The outline: every part of the document as a row, with badges for what is wrong there.

use crate::base::findings::Severity;
use crate::base::text::{self, Phrase};
use crate::document::parts::{Document, Operation};
use crate::session::action::Action;
use crate::session::selection::Selection;
use crate::session::state::Session;
use crate::ui::commands::Command;
use crate::ui::view::{View, Wishes};
use crate::ui::{menu, row, theme, words};

/// One row: what it selects, its text, and a quiet note behind it.
struct Row {
    selection: Selection,
    text: String,
    note: String,
    /// Points to the right.
    indent: f32,
}

/// How far the tables of a figure stand to the right of it, points.
const INDENT: f32 = 14.0;

/// The outline.
pub(super) fn outline_ui(
    ui: &mut egui::Ui,
    session: &Session,
    view: &mut View,
    wishes: &mut Wishes,
) {
    let Some(document) = session.document() else {
        return;
    };
    let filter_label = view.text(&words::FILTER);
    let field = egui::TextEdit::singleline(&mut view.outline_filter)
        .hint_text(filter_label)
        .desired_width(f32::INFINITY);
    ui.add(field)
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, filter_label));
    ui.add_space(4.0);
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            row_ui(ui, session, wishes, &package_row(document, view));
            row_ui(ui, session, wishes, &target_row(document, view));
            let figures = Section {
                title: &words::FIGURES,
                rows: figure_rows(document, view),
                when_empty: None,
            };
            section_ui(ui, session, view, wishes, &figures);
            let components = Section {
                title: &words::COMPONENTS,
                rows: component_rows(document, view),
                when_empty: Some(&words::EMPTY_COMPONENTS),
            };
            section_ui(ui, session, view, wishes, &components);
            let groups = Section {
                title: &words::GROUPS,
                rows: group_rows(document),
                when_empty: Some(&words::EMPTY_GROUPS),
            };
            section_ui(ui, session, view, wishes, &groups);
            menu::button_ui(ui, Command::AddGroup, session, view, wishes);
            let textures = Section {
                title: &words::TEXTURES,
                rows: texture_rows(document),
                when_empty: Some(&words::EMPTY_TEXTURES),
            };
            section_ui(ui, session, view, wishes, &textures);
        });
}

fn package_row(document: &Document, view: &View) -> Row {
    Row {
        selection: Selection::Package,
        text: document.package.name.clone(),
        note: view.text(&words::PACKAGE).to_owned(),
        indent: 0.0,
    }
}

fn target_row(document: &Document, view: &View) -> Row {
    let name = document.profile().map(|profile| profile.name.clone());
    Row {
        selection: Selection::Target,
        text: name.unwrap_or_else(|| view.text(&words::NO_CHARACTER).to_owned()),
        note: view.text(&words::CHARACTER).to_owned(),
        indent: 0.0,
    }
}

fn figure_rows(document: &Document, view: &View) -> Vec<Row> {
    let mut rows = Vec::new();
    for (id, source) in &document.sources {
        let n_bones = source.model.bones.len();
        let n_materials = source.model.materials.len();
        rows.push(Row {
            selection: Selection::Source(*id),
            text: source.name.clone(),
            note: String::new(),
            indent: 0.0,
        });
        rows.push(Row {
            selection: Selection::Bones(*id, None),
            text: view.text(&words::BONES).to_owned(),
            indent: INDENT,
            note: text::grouped(n_bones),
        });
        rows.push(Row {
            selection: Selection::Materials(*id, None),
            text: view.text(&words::MATERIALS).to_owned(),
            indent: INDENT,
            note: text::grouped(n_materials),
        });
    }
    rows
}

fn component_rows(document: &Document, view: &View) -> Vec<Row> {
    let Some(profile) = document.profile() else {
        return Vec::new();
    };
    let rows = profile
        .components
        .iter()
        .zip(&document.rules)
        .map(|(component, rule)| {
            let note = if rule.branches.is_empty() {
                operation_word(rule.otherwise)
            } else {
                &words::RULE_BY_GROUP
            };
            Row {
                selection: Selection::Component(component.id),
                text: component.mesh_name.clone(),
                note: view.text(note).to_owned(),
                indent: 0.0,
            }
        });
    rows.collect()
}

/// What an operation is called.
pub(super) fn operation_word(operation: Operation) -> &'static Phrase {
    match operation {
        Operation::Keep => &words::OP_KEEP,
        Operation::Hide => &words::OP_HIDE,
        Operation::Replace(_) => &words::OP_REPLACE,
    }
}

fn group_rows(document: &Document) -> Vec<Row> {
    let row = |group: &std::sync::Arc<crate::document::parts::OptionGroup>| Row {
        selection: Selection::Group(group.id),
        text: group.name.clone(),
        note: text::grouped(group.choices.len()),
        indent: 0.0,
    };
    document.groups.iter().map(row).collect()
}

fn texture_rows(document: &Document) -> Vec<Row> {
    let rows = document.textures.iter().map(|(id, texture)| Row {
        selection: Selection::Texture(*id),
        text: texture.original_name.clone(),
        note: String::new(),
        indent: 0.0,
    });
    rows.collect()
}

/// A part of the outline with a title of its own.
struct Section {
    title: &'static Phrase,
    rows: Vec<Row>,
    /// What is said when there are no rows.
    when_empty: Option<&'static Phrase>,
}

fn section_ui(
    ui: &mut egui::Ui,
    session: &Session,
    view: &View,
    wishes: &mut Wishes,
    section: &Section,
) {
    ui.add_space(theme::GAP * 0.5);
    ui.label(egui::RichText::new(view.text(section.title)).strong());
    if section.rows.is_empty()
        && let Some(help) = section.when_empty
    {
        ui.label(egui::RichText::new(view.text(help)).color(theme::palette(ui).weak));
    }
    let filter = view.outline_filter.to_lowercase();
    let passes = |row: &&Row| filter.is_empty() || row.text.to_lowercase().contains(&filter);
    for row in section.rows.iter().filter(passes) {
        row_ui(ui, session, wishes, row);
    }
}

fn row_ui(ui: &mut egui::Ui, session: &Session, wishes: &mut Wishes, row: &Row) {
    let worst = worst_at(session, row.selection);
    let look = row::Row {
        text: &row.text,
        indent: row.indent,
        sign: None,
        note: &row.note,
        badge: worst.map(|worst| {
            (
                theme::severity_sign(worst),
                theme::severity_color(ui, worst),
            )
        }),
        is_selected: is_selected(session.selection(), row.selection),
        reserve: 0.0,
    };
    if row::row_ui(ui, &look).clicked() {
        wishes.act(Action::Select(row.selection));
    }
}

/// Whether a row stands for the selection: a table's row stands for each of its lines.
fn is_selected(selection: Selection, row: Selection) -> bool {
    match (selection, row) {
        (Selection::Bones(a, _), Selection::Bones(b, _))
        | (Selection::Materials(a, _), Selection::Materials(b, _)) => a == b,
        _ => selection == row,
    }
}

fn worst_at(session: &Session, row: Selection) -> Option<Severity> {
    let here = session
        .problems()
        .iter()
        .filter(|problem| is_selected(problem.selection, row));
    here.map(|problem| problem.finding.severity)
        .filter(|severity| *severity > Severity::Hint)
        .max()
}

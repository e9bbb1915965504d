//! The outline: every part of the document as a row, with badges for what is wrong there.

use crate::base::findings::Severity;
use crate::base::text::{self, Phrase};
use crate::document::parts::{Document, Operation};
use crate::session::action::Action;
use crate::session::selection::Selection;
use crate::session::state::Session;
use crate::ui::commands::Command;
use crate::ui::view::{View, Wishes};
use crate::ui::{menu, theme, words};

/// One row: what it selects, its text, and a quiet note behind it.
struct Row {
    selection: Selection,
    text: String,
    note: String,
}

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
    }
}

fn target_row(document: &Document, view: &View) -> Row {
    let name = document.profile().map(|profile| profile.name.clone());
    Row {
        selection: Selection::Target,
        text: name.unwrap_or_else(|| view.text(&words::NO_CHARACTER).to_owned()),
        note: view.text(&words::CHARACTER).to_owned(),
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
        });
        rows.push(Row {
            selection: Selection::Bones(*id, None),
            text: format!("    {}", view.text(&words::BONES)),
            note: text::grouped(n_bones),
        });
        rows.push(Row {
            selection: Selection::Materials(*id, None),
            text: format!("    {}", view.text(&words::MATERIALS)),
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
    };
    document.groups.iter().map(row).collect()
}

fn texture_rows(document: &Document) -> Vec<Row> {
    let rows = document.textures.iter().map(|(id, texture)| Row {
        selection: Selection::Texture(*id),
        text: texture.original_name.clone(),
        note: String::new(),
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
    let palette = theme::palette(ui);
    let is_selected = is_selected(session.selection(), row.selection);
    let (rect, response) = ui.allocate_exact_size(
        egui::vec2(ui.available_width(), theme::ROW_HEIGHT),
        egui::Sense::click(),
    );
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, is_selected, row.text.trim())
    });
    if is_selected {
        ui.painter()
            .rect_filled(rect, 4.0, ui.visuals().selection.bg_fill);
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 4.0, palette.card);
    }
    let inner = rect.shrink2(egui::vec2(6.0, 0.0));
    let mut right = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(inner)
            .layout(egui::Layout::right_to_left(egui::Align::Center)),
    );
    if let Some(worst) = worst_at(session, row.selection) {
        right.colored_label(
            theme::severity_color(ui, worst),
            theme::severity_sign(worst),
        );
    }
    right.label(egui::RichText::new(&row.note).color(palette.weak).small());
    let left_rect = inner.with_max_x(right.min_rect().left() - 4.0);
    let mut left = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(left_rect)
            .layout(egui::Layout::left_to_right(egui::Align::Center)),
    );
    left.add(egui::Label::new(&row.text).truncate());
    if response.clicked() {
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

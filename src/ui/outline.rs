//! The outline: every part of the document as a row, with badges for what is wrong there.

use crate::base::findings::Severity;
use crate::base::text::{self, Phrase};
use crate::document::ids::MeshId;
use crate::document::parts::{ComponentRule, Document, Operation};
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
            if document.appearances.is_none() {
                menu::button_ui(ui, Command::AddGroup, session, view, wishes);
            }
            let textures = Section {
                title: &words::TEXTURES,
                rows: texture_rows(document),
                when_empty: Some(&words::EMPTY_TEXTURES),
            };
            section_ui(ui, session, view, wishes, &textures);
            for section in opened_sections(document, view) {
                section_ui(ui, session, view, wishes, &section);
            }
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
            let note = match rule.as_ref() {
                _ if document.appearances.is_some() => &words::APPEARANCES,
                ComponentRule::Ordered(rule) if rule.branches.is_empty() => {
                    operation_word(&rule.otherwise)
                }
                ComponentRule::Candidates(rule) if rule.candidates.len() == 1 => {
                    let only = rule.candidates.first().map(|candidate| &candidate.then);
                    operation_word(only.unwrap_or(&Operation::Keep))
                }
                ComponentRule::Ordered(_) | ComponentRule::Candidates(_) => &words::RULE_BY_GROUP,
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
pub(super) const fn operation_word(operation: &Operation) -> &'static Phrase {
    match operation {
        Operation::Keep => &words::OP_KEEP,
        Operation::Retexture(_) => &words::OP_RETEXTURE,
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

/// A raw mesh after the component it stands in for, numbered where there are several.
pub(super) fn mesh_name(document: &Document, id: MeshId) -> String {
    let Some(mesh) = document.meshes.get(&id) else {
        return String::new();
    };
    let component = document
        .profile()
        .and_then(|profile| profile.components.get(mesh.component as usize));
    let name = component.map_or("", |component| component.mesh_name.as_str());
    let same = document
        .meshes
        .iter()
        .filter(|(_, other)| other.component == mesh.component);
    let mut same = same.map(|(other, _)| *other);
    match same.position(|other| other == id) {
        None | Some(0) => name.to_owned(),
        Some(at) => format!("{name} ({})", at + 1),
    }
}

/// Sections that are there only when the document has such parts.
fn opened_sections(document: &Document, view: &View) -> Vec<Section> {
    let row = |selection, text: String, note: String| Row {
        selection,
        text,
        note,
        indent: 0.0,
    };
    let raw = document.meshes.iter();
    let raw = raw.filter(|(_, mesh)| mesh.raw().is_some());
    let meshes = raw.map(|(id, mesh)| {
        let note = text::grouped(mesh.draws.len());
        row(Selection::Mesh(*id), mesh_name(document, *id), note)
    });
    let slots = document.slots.iter().map(|slot| {
        let note = text::grouped(slot.candidates.len());
        row(Selection::Slot(slot.id), slot.export_id.clone(), note)
    });
    let sliders = document.parameters.iter().map(|parameter| {
        let selection = Selection::Parameter(parameter.id);
        row(selection, parameter.name.clone(), String::new())
    });
    let drivers = document.drivers.iter().map(|driver| {
        let name = driver.name.as_ref().unwrap_or(&driver.export_id);
        row(Selection::Driver(driver.id), name.clone(), String::new())
    });
    let mut rest = Vec::new();
    let mut add = |is_there: bool, selection, word: &'static Phrase| {
        if is_there {
            rest.push(row(selection, view.text(word).to_owned(), String::new()));
        }
    };
    let has_constraints = !document.constraints.is_empty();
    let has_appearances = document.appearances.is_some();
    let has_offset = document.root_offset.is_some();
    add(has_appearances, Selection::Appearances, &words::APPEARANCES);
    add(has_constraints, Selection::Constraints, &words::CONSTRAINTS);
    add(has_offset, Selection::RootOffset, &words::ROOT_OFFSET);
    let section = |title, rows| Section {
        title,
        rows,
        when_empty: None,
    };
    let sections = [
        section(&words::PACKAGE_MESHES, meshes.collect::<Vec<Row>>()),
        section(&words::SLOTS, slots.collect()),
        section(&words::SLIDERS, sliders.collect()),
        section(&words::DRIVERS, drivers.collect()),
        section(&words::PACKAGE, rest),
    ];
    let sections = sections.into_iter();
    sections
        .filter(|section| !section.rows.is_empty())
        .collect()
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

//! A component of the character: keep, replace or hide it, always or by an option group.

use super::{fact_ui, heading_ui, materials::place_name};
use crate::base::text;
use crate::document::condition::Condition;
use crate::document::edit::Edit;
use crate::document::ids::GroupId;
use crate::document::parts::{Branch, ComponentRule, Document, Operation, OptionGroup};
use crate::session::action::Action;
use crate::ui::outline::operation_word;
use crate::ui::view::{View, Wishes};
use crate::ui::{theme, words};
use std::sync::Arc;

/// The page of one component.
pub(super) fn component_ui(
    ui: &mut egui::Ui,
    document: &Document,
    at: u32,
    view: &View,
    wishes: &mut Wishes,
) {
    let Some((component, rule)) = document
        .profile()
        .and_then(|profile| profile.components.get(at as usize))
        .zip(document.rules.get(at as usize))
    else {
        return;
    };
    heading_ui(ui, &component.mesh_name, view.text(&words::COMPONENTS));
    rule_ui(ui, document, at, rule, view, wishes);
    ui.add_space(theme::GAP);
    egui::Grid::new("component").num_columns(2).show(ui, |ui| {
        fact_ui(
            ui,
            view.text(&words::INDEX_COUNT),
            text::grouped(component.original_index_count),
        );
        fact_ui(
            ui,
            view.text(&words::BONES),
            text::grouped(component.bone_names.len()),
        );
        fact_ui(
            ui,
            view.text(&words::MATERIALS),
            component.materials.join(", "),
        );
    });
    ui.add_space(theme::GAP);
    ui.strong(view.text(&words::MATERIALS_HERE));
    let Some((_, mesh)) = document.mesh_of(at) else {
        ui.label(egui::RichText::new(view.text(&words::NONE)).color(theme::palette(ui).weak));
        return;
    };
    let source = document.sources.get(&mesh.source);
    for draw in &mesh.draws {
        let material = source.and_then(|source| source.model.materials.get(draw.material as usize));
        let donor = document
            .profile()
            .and_then(|profile| place_name(profile, draw.donor));
        if let (Some(material), Some(donor)) = (material, donor) {
            ui.label(format!("{} → {donor}", material.name.local));
        }
    }
}

/// The rule: one operation always, or one for each choice of a group.
fn rule_ui(
    ui: &mut egui::Ui,
    document: &Document,
    at: u32,
    rule: &ComponentRule,
    view: &View,
    wishes: &mut Wishes,
) {
    let mut next: Option<ComponentRule> = None;
    let group = rule
        .branches
        .first()
        .and_then(|branch| branch.when.atoms().first().map(|(group, _)| *group));
    if !document.groups.is_empty() {
        group_chooser_ui(ui, document, at, rule, group, view, &mut next);
    }
    match group.and_then(|group| document.group(group)) {
        Some(group) => {
            for (number, branch) in rule.branches.iter().enumerate() {
                let label = branch_label(group, branch, view);
                if let Some(then) =
                    operation_ui(ui, document, at, (number, &label), branch.then, view)
                {
                    let mut changed = rule.clone();
                    changed.branches[number].then = then;
                    next = Some(changed);
                }
            }
            let label = view.text(&words::RULE_OTHERWISE);
            if let Some(then) =
                operation_ui(ui, document, at, (usize::MAX, label), rule.otherwise, view)
            {
                next = Some(ComponentRule {
                    otherwise: then,
                    ..rule.clone()
                });
            }
        }
        None => {
            let label = view.text(&words::RULE_ALWAYS);
            if let Some(then) =
                operation_ui(ui, document, at, (usize::MAX, label), rule.otherwise, view)
            {
                next = Some(ComponentRule {
                    branches: Vec::new(),
                    otherwise: then,
                });
            }
        }
    }
    if let Some(rule) = next {
        let edit = Edit::SetRule {
            component: at,
            rule: Arc::new(rule),
        };
        wishes.act(Action::Edit(Box::new(edit), None));
    }
}

fn branch_label(group: &OptionGroup, branch: &Branch, view: &View) -> String {
    let atoms = branch.when.atoms();
    let choice = atoms
        .first()
        .and_then(|(_, id)| group.choices.iter().find(|choice| choice.id == *id));
    choice.map_or_else(
        || view.text(&words::RULE_OTHERWISE).to_owned(),
        |choice| format!("{} = {}", group.name, choice.name),
    )
}

/// Which group decides, if any.
fn group_chooser_ui(
    ui: &mut egui::Ui,
    document: &Document,
    at: u32,
    rule: &ComponentRule,
    group: Option<GroupId>,
    view: &View,
    next: &mut Option<ComponentRule>,
) {
    let shown = group.and_then(|group| document.group(group));
    let shown = shown.map_or_else(
        || view.text(&words::RULE_ALWAYS).to_owned(),
        |group| group.name.clone(),
    );
    let caption = ui.label(view.text(&words::RULE_BY_GROUP));
    let response = egui::ComboBox::from_id_salt(("rule group", at))
        .selected_text(shown)
        .show_ui(ui, |ui| {
            if ui
                .selectable_label(group.is_none(), view.text(&words::RULE_ALWAYS))
                .clicked()
            {
                *next = Some(ComponentRule {
                    branches: Vec::new(),
                    otherwise: rule.otherwise,
                });
            }
            for candidate in &document.groups {
                if ui
                    .selectable_label(group == Some(candidate.id), &candidate.name)
                    .clicked()
                {
                    *next = Some(by_group(candidate, rule.otherwise));
                }
            }
        });
    response.response.labelled_by(caption.id);
    ui.add_space(4.0);
}

/// A rule with a branch for every choice: the default does what was done before, the others keep the original.
fn by_group(group: &OptionGroup, before: Operation) -> ComponentRule {
    let branch = |choice: &crate::document::parts::Choice| Branch {
        when: Condition::Is {
            group: group.id,
            choice: choice.id,
        },
        then: if choice.id == group.default {
            before
        } else {
            Operation::Keep
        },
    };
    ComponentRule {
        branches: group.choices.iter().map(branch).collect(),
        otherwise: Operation::Keep,
    }
}

/// Keep, replace or hide as three buttons. Returns what was chosen anew.
fn operation_ui(
    ui: &mut egui::Ui,
    document: &Document,
    at: u32,
    (number, label): (usize, &str),
    now: Operation,
    view: &View,
) -> Option<Operation> {
    let mut chosen = None;
    ui.push_id(("operation", number), |ui| {
        ui.label(egui::RichText::new(label).color(theme::palette(ui).weak));
        ui.horizontal(|ui| {
            let mesh = document.mesh_of(at).map(|(id, _)| id);
            let replace = mesh.map(Operation::Replace);
            let entries = [
                (Some(Operation::Keep), &words::OP_KEEP),
                (replace, &words::OP_REPLACE),
                (Some(Operation::Hide), &words::OP_HIDE),
            ];
            for (operation, word) in entries {
                let is_on = operation_word(now) == word;
                let button = egui::Button::selectable(is_on, view.text(word))
                    .min_size(egui::vec2(72.0, 26.0));
                let response = ui.add_enabled(operation.is_some(), button);
                let name = format!("{label}: {}", view.text(word));
                response.widget_info(|| {
                    egui::WidgetInfo::selected(
                        egui::Role::Button,
                        operation.is_some(),
                        is_on,
                        &name,
                    )
                });
                let response = response.on_disabled_hover_text(view.text(&words::OP_REPLACE_NEEDS));
                if response.clicked() && !is_on {
                    chosen = operation;
                }
            }
        });
    });
    chosen
}

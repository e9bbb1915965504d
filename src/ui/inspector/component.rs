//! A component of the character: keep, replace or hide it, always or by an option group.

use super::{fact_ui, heading_ui, materials::place_name, mesh};
use crate::base::text;
use crate::document::condition::Condition;
use crate::document::edit::Edit;
use crate::document::parts::{
    Branch, CandidateRule, ComponentRule, Document, Operation, OptionGroup, OrderedRule,
};
use crate::session::action::Action;
use crate::ui::conditions;
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
    match rule.as_ref() {
        _ if document.appearances.is_some() => {
            let note = view.text(&words::RULE_BY_APPEARANCE);
            ui.add(egui::Label::new(note).wrap());
        }
        ComponentRule::Ordered(rule) => {
            let ruled = Ruled {
                document,
                component: at,
                rule,
            };
            rule_ui(ui, ruled, view, wishes);
        }
        ComponentRule::Candidates(stated) => {
            candidates_ui(ui, document, (at, rule, stated), view, wishes);
        }
    }
    ui.add_space(theme::GAP);
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
    ui.add_space(theme::GAP);
    ui.strong(view.text(&words::MATERIALS_HERE));
    let Some((id, mesh)) = document.mesh_of(at) else {
        ui.label(egui::RichText::new(view.text(&words::NONE)).color(theme::palette(ui).weak));
        return;
    };
    if mesh.raw().is_some() {
        mesh::draws_ui(ui, document, id, view);
        return;
    }
    let source = mesh.source().and_then(|id| document.sources.get(&id));
    for draw in &mesh.draws {
        let material = source
            .zip(draw.material())
            .and_then(|(source, material)| source.model.materials.get(material as usize));
        let donor = document
            .profile()
            .and_then(|profile| place_name(profile, draw.donor));
        if let (Some(material), Some(donor)) = (material, donor) {
            ui.label(format!("{} → {donor}", material.name.local));
        }
    }
}

/// The component a rule belongs to.
#[derive(Clone, Copy)]
struct Ruled<'a> {
    document: &'a Document,
    component: u32,
    rule: &'a OrderedRule,
}

/// Candidates as an opened package states them: shown, and on wish made an ordered list.
fn candidates_ui(
    ui: &mut egui::Ui,
    document: &Document,
    (component, rule, stated): (u32, &ComponentRule, &CandidateRule),
    view: &View,
    wishes: &mut Wishes,
) {
    let palette = theme::palette(ui);
    ui.add(egui::Label::new(view.text(&words::RULE_CANDIDATES)).wrap());
    for candidate in &stated.candidates {
        let when = conditions::text(document, candidate.when.as_ref(), view);
        ui.horizontal_wrapped(|ui| {
            ui.strong(view.text(operation_word(&candidate.then)));
            ui.label(egui::RichText::new(when).color(palette.weak));
        });
    }
    let button = ui.button(view.text(&words::RULE_TO_ORDERED));
    if button
        .on_hover_text(view.text(&words::RULE_TO_ORDERED_HELP))
        .clicked()
    {
        let edit = Edit::SetRule {
            component,
            rule: Arc::new(rule.to_ordered().into()),
        };
        wishes.act(Action::Edit(Box::new(edit), None));
    }
}

/// The rule: one operation always, or one for each choice of a group.
fn rule_ui(ui: &mut egui::Ui, ruled: Ruled<'_>, view: &View, wishes: &mut Wishes) {
    let group = ruled.group();
    let mut next: Option<OrderedRule> = None;
    if !ruled.document.groups.is_empty() {
        next = group_chooser_ui(ui, ruled, group, view);
    }
    let rule = ruled.rule;
    for (number, branch) in rule.branches.iter().enumerate() {
        let label = branch_label(group, branch, view);
        if let Some(then) = operation_ui(ui, ruled, (number, &label), &branch.then, view) {
            let mut changed = rule.clone();
            changed.branches[number].then = then;
            next = Some(changed);
        }
    }
    // Where every choice has its branch there is no other case.
    if group.is_none_or(|group| group.choices.len() > rule.branches.len()) {
        let label = if rule.branches.is_empty() {
            &words::RULE_ALWAYS
        } else {
            &words::RULE_OTHERWISE
        };
        let label = view.text(label);
        if let Some(then) = operation_ui(ui, ruled, (usize::MAX, label), &rule.otherwise, view) {
            next = Some(OrderedRule {
                otherwise: then,
                ..rule.clone()
            });
        }
    }
    if let Some(rule) = next {
        let edit = Edit::SetRule {
            component: ruled.component,
            rule: Arc::new(rule.into()),
        };
        wishes.act(Action::Edit(Box::new(edit), None));
    }
}

impl<'a> Ruled<'a> {
    /// The group that decides, if any.
    fn group(self) -> Option<&'a OptionGroup> {
        let branch = self.rule.branches.first()?;
        let (group, _) = branch.when.atoms().first().copied()?;
        self.document.group(group)
    }
}

fn branch_label(group: Option<&OptionGroup>, branch: &Branch, view: &View) -> String {
    let atoms = branch.when.atoms();
    let named = group.zip(atoms.first()).and_then(|(group, (_, id))| {
        let choice = group.choices.iter().find(|choice| choice.id == *id)?;
        Some(format!("{} = {}", group.name, choice.name))
    });
    named.unwrap_or_else(|| view.text(&words::RULE_OTHERWISE).to_owned())
}

/// Which group decides, if any. Returns the new rule when another one is chosen.
fn group_chooser_ui(
    ui: &mut egui::Ui,
    ruled: Ruled<'_>,
    group: Option<&OptionGroup>,
    view: &View,
) -> Option<OrderedRule> {
    let always = view.text(&words::RULE_ALWAYS);
    let mut next = None;
    let caption = ui.label(view.text(&words::RULE_BY_GROUP));
    let response = egui::ComboBox::from_id_salt(("rule group", ruled.component))
        .selected_text(group.map_or(always, |group| group.name.as_str()))
        .show_ui(ui, |ui| {
            if ui.selectable_label(group.is_none(), always).clicked() {
                let otherwise = replacing(ruled);
                next = Some(OrderedRule {
                    branches: Vec::new(),
                    otherwise,
                });
            }
            for candidate in &ruled.document.groups {
                let is_on = group.is_some_and(|group| group.id == candidate.id);
                if ui.selectable_label(is_on, &candidate.name).clicked() && !is_on {
                    next = Some(by_group(candidate, &replacing(ruled)));
                }
            }
        });
    response.response.labelled_by(caption.id);
    ui.add_space(4.0);
    next
}

/// What the rule does by default: what its first branch does, or what it always does.
fn replacing(ruled: Ruled<'_>) -> Operation {
    ruled
        .rule
        .branches
        .first()
        .map_or(&ruled.rule.otherwise, |branch| &branch.then)
        .clone()
}

/// A rule with a branch for every choice: the default does what was done before, the others keep the original.
fn by_group(group: &OptionGroup, before: &Operation) -> OrderedRule {
    let branch = |choice: &crate::document::parts::Choice| Branch {
        when: Condition::Is {
            group: group.id,
            choice: choice.id,
        },
        then: if choice.id == group.default {
            before.clone()
        } else {
            Operation::Keep
        },
    };
    OrderedRule {
        branches: group.choices.iter().map(branch).collect(),
        otherwise: Operation::Keep,
    }
}

/// Keep, replace or hide as three buttons. Returns what was chosen anew.
fn operation_ui(
    ui: &mut egui::Ui,
    ruled: Ruled<'_>,
    (number, label): (usize, &str),
    now: &Operation,
    view: &View,
) -> Option<Operation> {
    let mut chosen = None;
    ui.push_id(("operation", number), |ui| {
        ui.label(egui::RichText::new(label).color(theme::palette(ui).weak));
        ui.horizontal(|ui| {
            let mesh = ruled.document.mesh_of(ruled.component).map(|(id, _)| id);
            let entries = [
                (Some(Operation::Keep), &words::OP_KEEP),
                (mesh.map(Operation::Replace), &words::OP_REPLACE),
                (Some(Operation::Hide), &words::OP_HIDE),
            ];
            for (operation, word) in entries {
                let is_on = operation_word(now) == word;
                let button = egui::Button::selectable(is_on, view.text(word))
                    .min_size(egui::vec2(72.0, 26.0));
                let response = ui.add_enabled(operation.is_some(), button);
                let name = format!("{label}: {}", view.text(word));
                let is_enabled = operation.is_some();
                response.widget_info(|| {
                    egui::WidgetInfo::selected(egui::Role::Button, is_enabled, is_on, &name)
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

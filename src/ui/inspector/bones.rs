//! The bone table of a figure: which game bone each bone's weight goes to.

use super::heading_ui;
use crate::base::numbers::usize_of;
use crate::base::text::Phrase;
use crate::document::edit::Edit;
use crate::document::ids::SourceId;
use crate::document::parts::{Document, Source};
use crate::model::bone_map::MappedBy;
use crate::session::action::Action;
use crate::session::selection::Selection;
use crate::ui::view::{BoneRows, View, Wishes};
use crate::ui::{theme, words};
use egui_extras::{Column, TableBuilder};

/// The page of the bones of one figure; `bone` is the line that is meant.
pub(super) fn bones_ui(
    ui: &mut egui::Ui,
    document: &Document,
    (id, bone): (SourceId, Option<u32>),
    view: &mut View,
    wishes: &mut Wishes,
) {
    let Some(source) = document.sources.get(&id) else {
        return;
    };
    heading_ui(ui, &source.name, view.text(&words::BONES));
    filter_ui(ui, view);
    let weights = weight_per_bone(source);
    let rows = rows_of(source, &weights, bone, view);
    let targets = document
        .profile()
        .map(|profile| profile.bone_names())
        .unwrap_or_default();
    let mut table = TableBuilder::new(ui)
        .id_salt(("bones", id))
        .striped(true)
        .sense(egui::Sense::click())
        .cell_layout(egui::Layout::left_to_right(egui::Align::Center))
        .column(
            Column::initial(110.0)
                .at_least(60.0)
                .clip(true)
                .resizable(true),
        )
        .column(
            Column::initial(150.0)
                .at_least(90.0)
                .clip(true)
                .resizable(true),
        )
        .column(Column::initial(56.0).at_least(40.0).clip(true))
        .column(Column::remainder().at_least(50.0).clip(true));
    let meant = rows.iter().position(|row| Some(*row) == bone);
    if let Some(meant) = meant.filter(|_| view.scroll_to_selection) {
        table = table.scroll_to_row(meant, Some(egui::Align::Center));
        view.scroll_to_selection = false;
    }
    let titles = [
        &words::COL_BONE,
        &words::COL_TARGET_BONE,
        &words::COL_WEIGHT,
        &words::COL_HOW,
    ];
    let table = table.header(theme::ROW_HEIGHT, |mut header| {
        for title in titles {
            header.col(|ui| {
                ui.strong(view.text(title));
            });
        }
    });
    table.body(|body| {
        body.rows(theme::ROW_HEIGHT, rows.len(), |mut line| {
            let at = rows[line.index()];
            line.set_selected(bone == Some(at));
            let (name, entry) = (
                &source.model.bones[usize_of(at)].name.local,
                &source.bone_map.targets[usize_of(at)],
            );
            line.col(|ui| {
                ui.label(name);
            });
            line.col(|ui| target_ui(ui, source, (id, at), &targets, view, wishes));
            line.col(|ui| {
                ui.label(format!("{:.1}", weights[usize_of(at)]));
            });
            line.col(|ui| {
                ui.label(
                    egui::RichText::new(view.text(how_word(entry.by)))
                        .color(theme::palette(ui).weak),
                );
            });
            if line.response().clicked() {
                wishes.act(Action::Select(Selection::Bones(id, Some(at))));
            }
        });
    });
}

/// The bones that are listed: those that pass the filters, and the one that is meant.
fn rows_of(source: &Source, weights: &[f64], meant: Option<u32>, view: &View) -> Vec<u32> {
    let filter = view.bone_filter.to_lowercase();
    let bones = (0_u32..).zip(&source.model.bones).zip(weights);
    bones
        .filter(|((at, _), weight)| {
            view.bone_rows == BoneRows::All || **weight > 0.0 || meant == Some(*at)
        })
        .filter(|((_, bone), _)| {
            filter.is_empty() || bone.name.local.to_lowercase().contains(&filter)
        })
        .map(|((at, _), _)| at)
        .collect()
}

fn filter_ui(ui: &mut egui::Ui, view: &mut View) {
    ui.horizontal(|ui| {
        let label = view.text(&words::FILTER);
        let field = egui::TextEdit::singleline(&mut view.bone_filter)
            .hint_text(label)
            .desired_width(140.0);
        ui.add(field)
            .widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, label));
        let mut only = view.bone_rows == BoneRows::Weighted;
        if ui
            .checkbox(&mut only, view.text(&words::ONLY_WEIGHTED))
            .changed()
        {
            view.bone_rows = if only {
                BoneRows::Weighted
            } else {
                BoneRows::All
            };
        }
    });
    ui.add_space(4.0);
}

/// The list of game bones for one bone.
fn target_ui(
    ui: &mut egui::Ui,
    source: &Source,
    (id, bone): (SourceId, u32),
    targets: &[&str],
    view: &View,
    wishes: &mut Wishes,
) {
    let entry = &source.bone_map.targets[bone as usize];
    let shown = entry
        .target
        .as_deref()
        .unwrap_or_else(|| view.text(&words::NONE));
    let name = &source.model.bones[bone as usize].name.local;
    let response = egui::ComboBox::from_id_salt(("target bone", id, bone))
        .selected_text(shown)
        .width(ui.available_width() - 4.0)
        .truncate()
        .show_ui(ui, |ui| {
            if ui
                .selectable_label(entry.by == MappedBy::Parent, view.text(&words::TO_PARENT))
                .clicked()
            {
                wishes.act(Action::Edit(
                    Box::new(Edit::MapBone {
                        source: id,
                        bone,
                        target: None,
                    }),
                    None,
                ));
            }
            for target in targets {
                if ui
                    .selectable_label(entry.target.as_deref() == Some(*target), *target)
                    .clicked()
                {
                    let target = Some((*target).to_owned());
                    wishes.act(Action::Edit(
                        Box::new(Edit::MapBone {
                            source: id,
                            bone,
                            target,
                        }),
                        None,
                    ));
                }
            }
        });
    let label = format!("{} {name}", view.text(&words::COL_TARGET_BONE));
    response
        .response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
}

const fn how_word(by: MappedBy) -> &'static Phrase {
    match by {
        MappedBy::Nobody => &words::BY_NOBODY,
        MappedBy::Name => &words::BY_NAME,
        MappedBy::Append => &words::BY_APPEND,
        MappedBy::Parent => &words::BY_PARENT,
        MappedBy::Root => &words::BY_ROOT,
        MappedBy::Author => &words::BY_AUTHOR,
    }
}

/// Sum of weights per bone, in vertices.
fn weight_per_bone(source: &Source) -> Vec<f64> {
    let mut weights = vec![0.0; source.model.bones.len()];
    for influences in &source.model.vertices.influences {
        for (bone, weight) in influences.lanes() {
            weights[bone as usize] += f64::from(weight);
        }
    }
    weights
}

//! A raw mesh: what it is and what it draws.

use super::{fact_ui, heading_ui, materials::place_name};
use crate::base::text;
use crate::document::edit::Edit;
use crate::document::ids::MeshId;
use crate::document::parts::{Document, Triangles};
use crate::session::action::Action;
use crate::ui::outline::mesh_name;
use crate::ui::view::{View, Wishes};
use crate::ui::{conditions, theme, words};

/// The page of one raw mesh.
pub(super) fn mesh_ui(
    ui: &mut egui::Ui,
    document: &Document,
    id: MeshId,
    view: &View,
    wishes: &mut Wishes,
) {
    let Some(mesh) = document.meshes.get(&id) else {
        return;
    };
    let name = mesh_name(document, id);
    heading_ui(ui, &name, view.text(&words::PACKAGE_MESHES));
    if let Some(raw) = mesh.raw() {
        let strides: Vec<String> = raw
            .streams
            .iter()
            .map(|stream| stream.stride.to_string())
            .collect();
        let facts = [
            (&words::VERTICES, text::grouped(raw.vertex_count)),
            (&words::MESH_STRIDES, strides.join(" + ")),
            (&words::MESH_PALETTE, text::grouped(raw.bones.len())),
        ];
        for (name, value) in facts {
            fact_ui(ui, view.text(name), value);
        }
    }
    ui.add_space(theme::GAP);
    ui.strong(view.text(&words::MESH_DRAWS));
    draws_ui(ui, document, id, view);
    ui.add_space(theme::GAP);
    if mesh.raw().is_some() && ui.button(view.text(&words::MESH_REMOVE)).clicked() {
        wishes.act(Action::Edit(Box::new(Edit::RemoveMesh(id)), None));
    }
}

/// The draws of a mesh, a line each: number of indices, material, when.
pub(super) fn draws_ui(ui: &mut egui::Ui, document: &Document, id: MeshId, view: &View) {
    let Some(mesh) = document.meshes.get(&id) else {
        return;
    };
    for draw in &mesh.draws {
        let count = match &draw.triangles {
            Triangles::Raw { count, .. } => text::grouped(count),
            Triangles::Figure { .. } => String::new(),
        };
        let donor = document
            .profile()
            .and_then(|profile| place_name(profile, draw.donor));
        ui.label(format!("{count} → {}", donor.unwrap_or_default()));
        if draw.when.is_some() {
            let when = conditions::text(document, draw.when.as_ref(), view);
            let when = egui::RichText::new(when).small();
            ui.add(egui::Label::new(when.color(theme::palette(ui).weak)).wrap());
        }
    }
}

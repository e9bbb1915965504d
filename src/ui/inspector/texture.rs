//! A texture of the package: what it replaces and how it is stored.

use super::{fact_ui, heading_ui};
use crate::document::edit::Edit;
use crate::document::ids::TextureId;
use crate::document::parts::{Document, Mips, Picture, TextureFormat};
use crate::session::action::Action;
use crate::ui::view::{View, Wishes};
use crate::ui::{theme, words};

/// The page of one texture.
pub(super) fn texture_ui(
    ui: &mut egui::Ui,
    document: &Document,
    id: TextureId,
    view: &View,
    wishes: &mut Wishes,
) {
    let Some(texture) = document.textures.get(&id) else {
        return;
    };
    heading_ui(ui, &texture.original_name, view.text(&words::TEXTURES));
    picture_ui(ui, document, texture.picture, view);
    ui.add_space(theme::GAP);
    let (mut format, mut mips) = (texture.format, texture.mips);
    egui::Grid::new("texture")
        .num_columns(2)
        .spacing([theme::GAP, 8.0])
        .show(ui, |ui| {
            ui.label(view.text(&words::TEXTURE_FORMAT));
            ui.horizontal(|ui| {
                ui.selectable_value(&mut format, TextureFormat::Bc7, "BC7");
                ui.selectable_value(&mut format, TextureFormat::Rgba32, "RGBA32");
            });
            ui.end_row();
            ui.label(view.text(&words::TEXTURE_MIPS));
            ui.horizontal(|ui| {
                ui.selectable_value(&mut mips, Mips::Full, view.text(&words::MIPS_FULL));
                ui.selectable_value(&mut mips, Mips::Single, view.text(&words::MIPS_SINGLE));
            });
            ui.end_row();
        });
    if (format, mips) != (texture.format, texture.mips) {
        wishes.act(Action::Edit(
            Box::new(Edit::SetTexture {
                texture: id,
                format,
                mips,
            }),
            None,
        ));
    }
}

fn picture_ui(ui: &mut egui::Ui, document: &Document, picture: Picture, view: &View) {
    let Picture::Figure { source, texture } = picture else {
        ui.label(view.text(&words::TEXTURE_PLAIN));
        return;
    };
    let entry = document
        .sources
        .get(&source)
        .and_then(|source| source.model.textures.get(texture as usize));
    let Some(entry) = entry else { return };
    fact_ui(ui, view.text(&words::SOURCE_FILE), entry.written.clone());
    if let Some(image) = &entry.image {
        fact_ui(
            ui,
            view.text(&words::TEXTURE_SIZE),
            format!("{} × {}", image.width, image.height),
        );
    }
    if entry.image.is_none() {
        let palette = theme::palette(ui);
        ui.add(
            egui::Label::new(
                egui::RichText::new(view.text(&words::TEXTURE_MISSING)).color(palette.warning),
            )
            .wrap(),
        );
    }
}

//! A texture of the package: what it replaces and how it is stored.

use super::{fact_ui, heading_ui};
use crate::base::text;
use crate::document::edit::Edit;
use crate::document::ids::TextureId;
use crate::document::parts::{Document, Mips, Picture, RawTexture, TextureFormat};
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
    picture_ui(ui, document, &texture.picture, view);
    ui.add_space(theme::GAP);
    if matches!(texture.picture, Picture::Raw(_)) {
        if ui.button(view.text(&words::REMOVE)).clicked() {
            wishes.act(Action::Edit(Box::new(Edit::RemoveTexture(id)), None));
        }
        return;
    }
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

fn picture_ui(ui: &mut egui::Ui, document: &Document, picture: &Picture, view: &View) {
    let (source, texture) = match picture {
        Picture::Figure { source, texture } => (source, texture),
        Picture::Plain(_) => {
            ui.label(view.text(&words::TEXTURE_PLAIN));
            return;
        }
        Picture::Raw(raw) => {
            raw_picture_ui(ui, raw, view);
            return;
        }
    };
    let entry = document
        .sources
        .get(source)
        .and_then(|source| source.model.textures.get(*texture as usize));
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

/// Levels as an opened package had them.
fn raw_picture_ui(ui: &mut egui::Ui, raw: &RawTexture, view: &View) {
    let size = format!("{} × {}", raw.width, raw.height);
    fact_ui(ui, view.text(&words::TEXTURE_SIZE), size);
    let levels = text::grouped(raw.mips);
    fact_ui(ui, view.text(&words::TEXTURE_MIPS), levels);
    let format = format_name(raw.format);
    fact_ui(ui, view.text(&words::TEXTURE_FORMAT), format);
    let bytes = text::bytes(raw.bytes.size_bytes());
    fact_ui(ui, view.text(&words::FILE_SIZE), bytes);
}

/// A format by its number (bem.md ch. 10).
fn format_name(number: u32) -> String {
    let known = match number {
        4 => "RGBA32",
        10 => "BC1",
        12 => "BC3",
        25 => "BC7",
        26 => "BC4",
        27 => "BC5",
        48 => "ASTC 4 × 4",
        49 => "ASTC 5 × 5",
        50 => "ASTC 6 × 6",
        63 => "R8",
        _ => return number.to_string(),
    };
    known.to_owned()
}

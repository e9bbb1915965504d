//! Texture slots, sliders, the root offset and drivers.

use super::field::{Field, text_field_ui};
use super::{fact_ui, heading_ui};
use crate::base::text;
use crate::document::edit::Edit;
use crate::document::ids::{DriverId, ParameterId, SlotId};
use crate::document::parts::{Document, Driver, Parameter, Playback, Waveform};
use crate::session::action::Action;
use crate::ui::outline::mesh_name;
use crate::ui::view::{View, Wishes};
use crate::ui::{conditions, theme, words};
use std::sync::Arc;

/// The page of a texture slot.
pub(super) fn slot_ui(
    ui: &mut egui::Ui,
    document: &Document,
    id: SlotId,
    view: &View,
    wishes: &mut Wishes,
) {
    let Some(slot) = document.slot(id) else {
        return;
    };
    heading_ui(ui, &slot.export_id, view.text(&words::SLOTS));
    for candidate in &slot.candidates {
        let texture = candidate
            .texture
            .and_then(|texture| document.textures.get(&texture));
        let name = match texture {
            Some(texture) => texture.original_name.as_str(),
            None => view.text(&words::OP_KEEP),
        };
        ui.horizontal_wrapped(|ui| {
            ui.strong(name);
            let when = conditions::text(document, candidate.when.as_ref(), view);
            ui.label(egui::RichText::new(when).color(theme::palette(ui).weak));
        });
    }
    remove_ui(ui, Edit::RemoveSlot(id), view, wishes);
}

fn remove_ui(ui: &mut egui::Ui, edit: Edit, view: &View, wishes: &mut Wishes) {
    ui.add_space(theme::GAP);
    if ui.button(view.text(&words::REMOVE)).clicked() {
        wishes.act(Action::Edit(Box::new(edit), None));
    }
}

/// The page of a slider.
pub(super) fn slider_ui(
    ui: &mut egui::Ui,
    document: &Document,
    id: ParameterId,
    view: &mut View,
    wishes: &mut Wishes,
) {
    let Some(parameter) = document.parameter(id) else {
        return;
    };
    heading_ui(ui, &parameter.name, view.text(&words::SLIDERS));
    let name = Field {
        label: view.text(&words::FIELD_NAME),
        value: &parameter.name,
        document,
    };
    text_field_ui(ui, name, view, wishes, |name| {
        Edit::SetParameter(Arc::new(Parameter {
            name,
            ..parameter.clone()
        }))
    });
    let ticks = parameter.ticks;
    let way = format!("{} – {} ({})", ticks.min, ticks.max, ticks.step);
    fact_ui(ui, view.text(&words::SLIDER_WAY), way);
    let rest = format!("{} / {}", ticks.neutral, ticks.default);
    fact_ui(ui, view.text(&words::SLIDER_REST), rest);
    let when = conditions::text(document, parameter.available_when.as_ref(), view);
    fact_ui(ui, view.text(&words::AVAILABLE), when);
    fact_ui(ui, view.text(&words::FIELD_ID), parameter.export_id.clone());
    ui.add_space(theme::GAP);
    ui.strong(view.text(&words::SLIDER_SHAPES));
    let channels = document.channels.iter();
    for channel in channels.filter(|channel| channel.parameter == id) {
        let values: Vec<String> = channel
            .frames
            .iter()
            .map(|frame| frame.value.to_string())
            .collect();
        let mesh = mesh_name(document, channel.mesh);
        ui.label(format!("{mesh}: {}", values.join(" · ")));
    }
    remove_ui(ui, Edit::RemoveParameter(id), view, wishes);
}

/// The page of the root offset.
pub(super) fn root_offset_ui(
    ui: &mut egui::Ui,
    document: &Document,
    view: &View,
    wishes: &mut Wishes,
) {
    let Some(offset) = &document.root_offset else {
        return;
    };
    let title = view.text(&words::ROOT_OFFSET);
    heading_ui(ui, title, view.text(&words::PACKAGE));
    fact_ui(ui, view.text(&words::ROOT_OFFSET_BONE), offset.path.clone());
    let [x, y, z] = offset.translation;
    let meters = format!("{x} · {y} · {z} m");
    fact_ui(ui, view.text(&words::ROOT_OFFSET_SHIFT), meters);
    remove_ui(ui, Edit::SetRootOffset(None), view, wishes);
}

/// The page of a driver.
pub(super) fn driver_ui(
    ui: &mut egui::Ui,
    document: &Document,
    id: DriverId,
    view: &mut View,
    wishes: &mut Wishes,
) {
    let Some(driver) = document.drivers.iter().find(|driver| driver.id == id) else {
        return;
    };
    let shown = driver.name.as_deref().unwrap_or(&driver.export_id);
    heading_ui(ui, shown, view.text(&words::DRIVERS));
    let name = Field {
        label: view.text(&words::FIELD_NAME),
        value: shown,
        document,
    };
    text_field_ui(ui, name, view, wishes, |name| {
        Edit::SetDriver(Arc::new(Driver {
            name: Some(name),
            ..driver.as_ref().clone()
        }))
    });
    let wave = view.text(waveform_word(driver.waveform));
    fact_ui(ui, view.text(&words::DRIVER_WAVE), wave);
    let playback = match driver.playback {
        Playback::Loop => &words::DRIVER_LOOP,
        Playback::Once => &words::DRIVER_ONCE,
        Playback::Unknown => &words::UNKNOWN,
    };
    fact_ui(ui, view.text(&words::DRIVER_RUN), view.text(playback));
    let speed = driver.speed_multiplier.unwrap_or(1.0);
    let hertz = format!("{} Hz × {speed}", driver.base_frequency);
    fact_ui(ui, view.text(&words::DRIVER_SPEED), hertz);
    let n_bindings = text::grouped(driver.bindings.len());
    fact_ui(ui, view.text(&words::DRIVER_BINDINGS), n_bindings);
    if let Some(sound) = &driver.sound {
        let size = text::bytes(sound.bytes.size_bytes());
        let format = sound.format.as_deref().unwrap_or_default();
        fact_ui(
            ui,
            view.text(&words::DRIVER_SOUND),
            format!("{format} {size}"),
        );
    }
    fact_ui(ui, view.text(&words::FIELD_ID), driver.export_id.clone());
    remove_ui(ui, Edit::RemoveDriver(id), view, wishes);
}

const fn waveform_word(waveform: Waveform) -> &'static text::Phrase {
    match waveform {
        Waveform::Pingpong => &words::WAVE_PINGPONG,
        Waveform::Sine => &words::WAVE_SINE,
        Waveform::Jitter => &words::WAVE_JITTER,
        Waveform::Sawtooth => &words::WAVE_SAWTOOTH,
        Waveform::Step => &words::WAVE_STEP,
        Waveform::Unknown => &words::UNKNOWN,
    }
}

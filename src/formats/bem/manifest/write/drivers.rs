//! Typed root offset, drivers, bindings and sounds to JSON. It judges nothing.

use crate::formats::bem::json::Value;
use crate::formats::bem::manifest::write::{Fields, Writer, floats};
use crate::formats::bem::manifest::{
    Binding, BindingEffect, Driver, Kind, MaterialPlace, Playback, RootOffset, Sound, Waveform,
};

pub(super) fn root_offset(writer: Writer<'_>, offset: &RootOffset) -> Value {
    let mut fields = Fields::default();
    fields.text("path", &offset.path);
    fields.put("translation", floats(&offset.translation));
    fields.finish(writer, Kind::RootOffset, &offset.extra)
}

pub(super) fn driver(writer: Writer<'_>, driver: &Driver) -> Value {
    let mut fields = Fields::default();
    fields.text("id", &driver.id);
    fields.optional_text("name", driver.name.as_deref());
    fields.optional_text("waveform", waveform(driver.waveform));
    fields.optional_text("playback", playback(driver.playback));
    fields.put("default_playing", Value::Bool(driver.default_playing));
    fields.put("base_frequency", Value::Float(driver.base_frequency));
    fields.optional_float("speed_multiplier", driver.speed_multiplier);
    fields.full_list("bindings", &driver.bindings, |entry| binding(writer, entry));
    if let Some(entry) = &driver.sound {
        fields.put("sound", sound(writer, entry));
    }
    fields.finish(writer, Kind::Driver, &driver.extra)
}

/// The word for a waveform; an unknown one lies in `extra`.
const fn waveform(waveform: Waveform) -> Option<&'static str> {
    match waveform {
        Waveform::Pingpong => Some("pingpong"),
        Waveform::Sine => Some("sine"),
        Waveform::Jitter => Some("jitter"),
        Waveform::Sawtooth => Some("sawtooth"),
        Waveform::Step => Some("step"),
        Waveform::Unknown => None,
    }
}

const fn playback(playback: Playback) -> Option<&'static str> {
    match playback {
        Playback::Loop => Some("loop"),
        Playback::Once => Some("once"),
        Playback::Unknown => None,
    }
}

fn binding(writer: Writer<'_>, binding: &Binding) -> Value {
    let mut fields = Fields::default();
    match &binding.effect {
        BindingEffect::MorphParameter { target, range } => {
            fields.text("type", "morph_parameter");
            fields.text("target", target);
            fields.put("range", floats(range));
        }
        BindingEffect::MaterialFloat {
            material,
            property,
            range,
        } => {
            fields.text("type", "material_float");
            material_place(&mut fields, *material);
            fields.text("property", property);
            fields.put("range", floats(range));
        }
        BindingEffect::MaterialColor {
            material,
            property,
            colors,
        } => {
            fields.text("type", "material_color");
            material_place(&mut fields, *material);
            fields.text("property", property);
            fields.list("colors", colors, |color| floats(color));
        }
        BindingEffect::MaterialKeyword {
            material,
            keyword,
            threshold,
        } => {
            fields.text("type", "material_keyword");
            material_place(&mut fields, *material);
            fields.text("keyword", keyword);
            fields.optional_float("threshold", *threshold);
        }
        BindingEffect::Unknown => {}
    }
    fields.finish(writer, Kind::Binding, &binding.extra)
}

fn material_place(fields: &mut Fields, material: MaterialPlace) {
    fields.integer("component", material.component);
    fields.integer("material_slot", material.material_slot);
}

fn sound(writer: Writer<'_>, sound: &Sound) -> Value {
    let mut fields = Fields::default();
    fields.integer("payload", sound.payload);
    fields.optional_text("format", sound.format.as_deref());
    fields.optional_float("gain", sound.gain);
    if let Some(looping) = sound.looping {
        fields.put("loop", Value::Bool(looping));
    }
    fields.optional_float("offset_seconds", sound.offset_seconds);
    fields.finish(writer, Kind::Sound, &sound.extra)
}

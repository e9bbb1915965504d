//! JSON to typed root offset, drivers, bindings and sounds. It judges nothing; missing members get the defaults of
//! bem.md ch. 15.

use crate::formats::bem::json::{Value, find};
use crate::formats::bem::manifest::read::{Reader, number, numbers, set, set_some, text};
use crate::formats::bem::manifest::{
    Binding, BindingEffect, Driver, Kind, MaterialPlace, Playback, RootOffset, Sound, Waveform,
};

pub(super) fn root_offset(reader: &mut Reader, value: &Value) -> Option<RootOffset> {
    let mut out = RootOffset::default();
    let extra = reader.object(Kind::RootOffset, value, |_, key, value| match key {
        "path" => set(&mut out.path, text(value)),
        "translation" => set(&mut out.translation, numbers(value)),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

pub(super) fn driver(reader: &mut Reader, value: &Value) -> Option<Driver> {
    let mut out = Driver::default();
    let extra = reader.object(Kind::Driver, value, |reader, key, value| match key {
        "id" => set(&mut out.id, text(value)),
        "name" => set_some(&mut out.name, text(value)),
        "waveform" => {
            out.waveform = waveform(value).unwrap_or(Waveform::Unknown);
            out.waveform != Waveform::Unknown
        }
        "playback" => {
            out.playback = playback(value).unwrap_or(Playback::Unknown);
            out.playback != Playback::Unknown
        }
        "default_playing" => set(&mut out.default_playing, value.truth()),
        "base_frequency" => set(&mut out.base_frequency, number(value)),
        "speed_multiplier" => set_some(&mut out.speed_multiplier, number(value)),
        "bindings" => set(&mut out.bindings, reader.list(value, binding)),
        "sound" => set_some(&mut out.sound, sound(reader, value)),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

fn waveform(value: &Value) -> Option<Waveform> {
    match value.text()? {
        "pingpong" => Some(Waveform::Pingpong),
        "sine" => Some(Waveform::Sine),
        "jitter" => Some(Waveform::Jitter),
        "sawtooth" => Some(Waveform::Sawtooth),
        "step" => Some(Waveform::Step),
        _ => None,
    }
}

fn playback(value: &Value) -> Option<Playback> {
    match value.text()? {
        "loop" => Some(Playback::Loop),
        "once" => Some(Playback::Once),
        _ => None,
    }
}

fn binding(reader: &mut Reader, value: &Value) -> Option<Binding> {
    let effect = binding_effect(value).unwrap_or(BindingEffect::Unknown);
    let is_known = effect != BindingEffect::Unknown;
    let is_morph = matches!(effect, BindingEffect::MorphParameter { .. });
    let extra = reader.object(Kind::Binding, value, |_, key, _| {
        is_known
            && match key {
                "type" => true,
                "target" => is_morph,
                "component" | "material_slot" => !is_morph,
                "range" => !matches!(
                    effect,
                    BindingEffect::MaterialColor { .. } | BindingEffect::MaterialKeyword { .. }
                ),
                "property" => matches!(
                    effect,
                    BindingEffect::MaterialFloat { .. } | BindingEffect::MaterialColor { .. }
                ),
                "colors" => matches!(effect, BindingEffect::MaterialColor { .. }),
                "keyword" | "threshold" => matches!(effect, BindingEffect::MaterialKeyword { .. }),
                _ => false,
            }
    })?;
    Some(Binding { effect, extra })
}

/// What a binding moves; none if its type is unknown or one of its members cannot be read.
fn binding_effect(value: &Value) -> Option<BindingEffect> {
    let members = value.members()?;
    let range = || find(members, "range").map_or(Some([0.0, 1.0]), numbers);
    let material = || {
        Some(MaterialPlace {
            component: find(members, "component").map_or(Some(0), Value::u32)?,
            material_slot: find(members, "material_slot").map_or(Some(0), Value::u32)?,
        })
    };
    match find(members, "type")?.text()? {
        "morph_parameter" | "blend_shape" => Some(BindingEffect::MorphParameter {
            target: text(find(members, "target")?)?,
            range: range()?,
        }),
        "material_float" => Some(BindingEffect::MaterialFloat {
            material: material()?,
            property: text(find(members, "property")?)?,
            range: range()?,
        }),
        "material_color" => {
            let [from, to] = find(members, "colors")?.list()? else {
                return None;
            };
            Some(BindingEffect::MaterialColor {
                material: material()?,
                property: text(find(members, "property")?)?,
                colors: [numbers(from)?, numbers(to)?],
            })
        }
        "material_keyword" => Some(BindingEffect::MaterialKeyword {
            material: material()?,
            keyword: text(find(members, "keyword")?)?,
            threshold: match find(members, "threshold") {
                Some(value) => Some(number(value)?),
                None => None,
            },
        }),
        _ => None,
    }
}

fn sound(reader: &mut Reader, value: &Value) -> Option<Sound> {
    let mut out = Sound::default();
    let extra = reader.object(Kind::Sound, value, |_, key, value| match key {
        "payload" => set(&mut out.payload, value.u32()),
        "format" => set_some(&mut out.format, text(value)),
        "gain" => set_some(&mut out.gain, number(value)),
        "loop" => set_some(&mut out.looping, value.truth()),
        "offset_seconds" => set_some(&mut out.offset_seconds, number(value)),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

//! Sliders, root offset and drivers of the manifest (bem.md ch. 12, 14, 15).

use super::metadata::members;
use super::{Payloads, Scope};
use crate::document::parts::{
    BindingEffect, Channel, Document, Driver, Frame, FrameShape, MaterialPlace, Parameter,
    Playback, Sound, Waveform,
};
use crate::export::conditions;
use crate::formats::bem::manifest;

/// The only encoding of deltas (PAR-11).
const DELTA_ENCODING: &str = "sparse-position-f32";

pub(super) fn parameters_of(from: Scope<'_>) -> Vec<manifest::Parameter> {
    let parameter = |parameter: &Parameter| manifest::Parameter {
        id: parameter.export_id.clone(),
        name: parameter.name.clone(),
        min: parameter.ticks.min,
        max: parameter.ticks.max,
        neutral: parameter.ticks.neutral,
        default: parameter.ticks.default,
        step: parameter.ticks.step,
        available_when: parameter
            .available_when
            .as_ref()
            .map(|when| conditions::exported(from.document, when)),
    };
    let parameters = from.document.parameters.iter();
    parameters.map(|one| parameter(one)).collect()
}

/// Channels of meshes that stay out of the package stay out too.
pub(super) fn channels_of(from: Scope<'_>, payloads: &mut Payloads) -> Vec<manifest::Channel> {
    let channels = from.document.channels.iter();
    channels
        .filter_map(|channel| channel_of(from, channel, payloads))
        .collect()
}

fn channel_of(
    from: Scope<'_>,
    channel: &Channel,
    payloads: &mut Payloads,
) -> Option<manifest::Channel> {
    let mesh = from.order.mesh_index(channel.mesh)?;
    let parameter = from.document.parameter(channel.parameter)?;
    let frame = |frame: &Frame| manifest::Frame {
        value: frame.value,
        deltas: match &frame.shape {
            FrameShape::Neutral => None,
            FrameShape::Raw { count, deltas } => Some(manifest::FrameDeltas {
                payload: payloads.add_blob(deltas),
                count: *count,
                encoding: DELTA_ENCODING.to_owned(),
            }),
        },
    };
    Some(manifest::Channel {
        mesh,
        parameter: parameter.export_id.clone(),
        frames: channel.frames.iter().map(frame).collect(),
    })
}

pub(super) fn root_offset_of(document: &Document) -> Option<manifest::RootOffset> {
    let offset = document.root_offset.as_ref()?;
    Some(manifest::RootOffset {
        path: offset.path.clone(),
        translation: offset.translation,
        extra: members(&offset.metadata),
    })
}

pub(super) fn drivers_of(from: Scope<'_>, payloads: &mut Payloads) -> Vec<manifest::Driver> {
    let drivers = from.document.drivers.iter();
    drivers
        .map(|driver| driver_of(from.document, driver, payloads))
        .collect()
}

fn driver_of(document: &Document, driver: &Driver, payloads: &mut Payloads) -> manifest::Driver {
    let bindings = driver.bindings.iter();
    let bindings = bindings.filter_map(|binding| {
        Some(manifest::Binding {
            effect: effect_of(document, &binding.effect)?,
            extra: members(&binding.metadata),
        })
    });
    manifest::Driver {
        id: driver.export_id.clone(),
        name: driver.name.clone(),
        waveform: waveform_of(driver.waveform),
        playback: match driver.playback {
            Playback::Loop => manifest::Playback::Loop,
            Playback::Once => manifest::Playback::Once,
            Playback::Unknown => manifest::Playback::Unknown,
        },
        default_playing: false,
        base_frequency: driver.base_frequency,
        speed_multiplier: driver.speed_multiplier,
        bindings: bindings.collect(),
        sound: driver.sound.as_ref().map(|sound| sound_of(sound, payloads)),
        extra: members(&driver.metadata),
    }
}

const fn waveform_of(waveform: Waveform) -> manifest::Waveform {
    match waveform {
        Waveform::Pingpong => manifest::Waveform::Pingpong,
        Waveform::Sine => manifest::Waveform::Sine,
        Waveform::Jitter => manifest::Waveform::Jitter,
        Waveform::Sawtooth => manifest::Waveform::Sawtooth,
        Waveform::Step => manifest::Waveform::Step,
        Waveform::Unknown => manifest::Waveform::Unknown,
    }
}

/// A binding to a slider that is gone moves nothing and is left out.
fn effect_of(document: &Document, effect: &BindingEffect) -> Option<manifest::BindingEffect> {
    Some(match effect {
        BindingEffect::MorphParameter { target, range } => {
            let target = document.parameter(*target)?.export_id.clone();
            manifest::BindingEffect::MorphParameter {
                target,
                range: *range,
            }
        }
        BindingEffect::MaterialFloat {
            material,
            property,
            range,
        } => manifest::BindingEffect::MaterialFloat {
            material: place_of(*material),
            property: property.clone(),
            range: *range,
        },
        BindingEffect::MaterialColor {
            material,
            property,
            colors,
        } => manifest::BindingEffect::MaterialColor {
            material: place_of(*material),
            property: property.clone(),
            colors: *colors,
        },
        BindingEffect::MaterialKeyword {
            material,
            keyword,
            threshold,
        } => manifest::BindingEffect::MaterialKeyword {
            material: place_of(*material),
            keyword: keyword.clone(),
            threshold: *threshold,
        },
        BindingEffect::Unknown => manifest::BindingEffect::Unknown,
    })
}

const fn place_of(place: MaterialPlace) -> manifest::MaterialPlace {
    manifest::MaterialPlace {
        component: place.component,
        material_slot: place.slot,
    }
}

fn sound_of(sound: &Sound, payloads: &mut Payloads) -> manifest::Sound {
    manifest::Sound {
        payload: payloads.add_blob(&sound.bytes),
        format: sound.format.clone(),
        gain: sound.gain,
        looping: sound.looping,
        offset_seconds: sound.offset_seconds,
        extra: members(&sound.metadata),
    }
}

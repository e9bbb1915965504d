//! Sliders, root offset and drivers.

use super::options::condition_of;
use super::{blob_of, metadata_of};
use crate::document::parts::{
    BindingEffect, Channel, Document, Driver, FrameShape, Playback, RootOffset, Sound, Waveform,
};
use crate::project::file;

pub(super) fn parameters_of(document: &Document) -> Vec<file::Parameter> {
    let parameters = document.parameters.iter();
    parameters
        .map(|parameter| file::Parameter {
            id: parameter.id.0,
            export_id: parameter.export_id.clone(),
            name: parameter.name.clone(),
            min: parameter.ticks.min,
            max: parameter.ticks.max,
            neutral: parameter.ticks.neutral,
            default: parameter.ticks.default,
            step: parameter.ticks.step,
            available_when: parameter.available_when.as_ref().map(condition_of),
        })
        .collect()
}

pub(super) fn channels_of(document: &Document) -> Vec<file::Channel> {
    let channels = document.channels.iter();
    channels.map(|channel| channel_of(channel)).collect()
}

fn channel_of(channel: &Channel) -> file::Channel {
    let frames = channel.frames.iter().map(|frame| file::Frame {
        value: frame.value,
        deltas: match &frame.shape {
            FrameShape::Neutral => None,
            FrameShape::Raw { count, deltas } => Some(file::RawDeltas {
                count: *count,
                blob: blob_of(deltas),
            }),
        },
    });
    file::Channel {
        mesh: channel.mesh.0,
        parameter: channel.parameter.0,
        frames: frames.collect(),
    }
}

pub(super) fn root_offset_of(offset: &RootOffset) -> file::RootOffset {
    file::RootOffset {
        path: offset.path.clone(),
        translation: offset.translation,
        metadata: metadata_of(&offset.metadata),
    }
}

pub(super) fn drivers_of(document: &Document) -> Vec<file::Driver> {
    let drivers = document.drivers.iter();
    drivers.map(|driver| driver_of(driver)).collect()
}

fn driver_of(driver: &Driver) -> file::Driver {
    let bindings = driver.bindings.iter().map(|binding| file::Binding {
        effect: effect_of(&binding.effect),
        metadata: metadata_of(&binding.metadata),
    });
    file::Driver {
        id: driver.id.0,
        export_id: driver.export_id.clone(),
        name: driver.name.clone(),
        waveform: waveform_word(driver.waveform).to_owned(),
        playback: playback_word(driver.playback).to_owned(),
        base_frequency: driver.base_frequency,
        speed_multiplier: driver.speed_multiplier,
        bindings: bindings.collect(),
        sound: driver.sound.as_ref().map(sound_of),
        metadata: metadata_of(&driver.metadata),
    }
}

pub(in crate::project) const fn waveform_word(waveform: Waveform) -> &'static str {
    match waveform {
        Waveform::Pingpong => "pingpong",
        Waveform::Sine => "sine",
        Waveform::Jitter => "jitter",
        Waveform::Sawtooth => "sawtooth",
        Waveform::Step => "step",
        Waveform::Unknown => "unknown",
    }
}

pub(in crate::project) const fn playback_word(playback: Playback) -> &'static str {
    match playback {
        Playback::Loop => "loop",
        Playback::Once => "once",
        Playback::Unknown => "unknown",
    }
}

fn effect_of(effect: &BindingEffect) -> file::Effect {
    match effect {
        BindingEffect::MorphParameter { target, range } => file::Effect::Slider {
            parameter: target.0,
            range: *range,
        },
        BindingEffect::MaterialFloat {
            material,
            property,
            range,
        } => file::Effect::Float {
            component: material.component,
            slot: material.slot,
            property: property.clone(),
            range: *range,
        },
        BindingEffect::MaterialColor {
            material,
            property,
            colors,
        } => file::Effect::Color {
            component: material.component,
            slot: material.slot,
            property: property.clone(),
            colors: *colors,
        },
        BindingEffect::MaterialKeyword {
            material,
            keyword,
            threshold,
        } => file::Effect::Keyword {
            component: material.component,
            slot: material.slot,
            keyword: keyword.clone(),
            threshold: *threshold,
        },
        BindingEffect::Unknown => file::Effect::Unknown,
    }
}

fn sound_of(sound: &Sound) -> file::Sound {
    file::Sound {
        blob: blob_of(&sound.bytes),
        format: sound.format.clone(),
        gain: sound.gain,
        looping: sound.looping,
        offset_seconds: sound.offset_seconds,
        metadata: metadata_of(&sound.metadata),
    }
}

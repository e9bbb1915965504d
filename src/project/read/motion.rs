//! Sliders, root offset and drivers.

use super::options::condition_of;
use super::{Loaded, metadata_of, unknown_word};
use crate::document::ids::{DriverId, MeshId, ParameterId};
use crate::document::parts::{
    Binding, BindingEffect, Channel, Driver, Frame, FrameShape, MaterialPlace, Parameter, Playback,
    RootOffset, Sound, Ticks, Waveform,
};
use crate::project::error::ProjectError;
use crate::project::file;
use crate::project::write::{playback_word, waveform_word};
use std::sync::Arc;

const WAVEFORMS: [Waveform; 6] = [
    Waveform::Pingpong,
    Waveform::Sine,
    Waveform::Jitter,
    Waveform::Sawtooth,
    Waveform::Step,
    Waveform::Unknown,
];
const PLAYBACKS: [Playback; 3] = [Playback::Loop, Playback::Once, Playback::Unknown];

pub(super) fn parameters_of(stored: &[file::Parameter]) -> Vec<Arc<Parameter>> {
    let one = |parameter: &file::Parameter| {
        Arc::new(Parameter {
            id: ParameterId(parameter.id),
            export_id: parameter.export_id.clone(),
            name: parameter.name.clone(),
            ticks: Ticks {
                min: parameter.min,
                max: parameter.max,
                neutral: parameter.neutral,
                default: parameter.default,
                // A step of 0 has no meaning.
                step: parameter.step.max(1),
            },
            available_when: parameter.available_when.as_ref().map(condition_of),
        })
    };
    stored.iter().map(one).collect()
}

pub(super) fn channels_of(
    stored: &[file::Channel],
    loaded: &Loaded<'_>,
) -> Result<Vec<Arc<Channel>>, ProjectError> {
    let one = |channel: &file::Channel| {
        let frame = |frame: &file::Frame| {
            let shape = match &frame.deltas {
                None => FrameShape::Neutral,
                Some(raw) => FrameShape::Raw {
                    count: raw.count,
                    deltas: loaded.blob(&raw.blob)?,
                },
            };
            Ok(Frame {
                value: frame.value,
                shape,
            })
        };
        let frames: Result<Vec<Frame>, ProjectError> = channel.frames.iter().map(frame).collect();
        Ok(Arc::new(Channel {
            mesh: MeshId(channel.mesh),
            parameter: ParameterId(channel.parameter),
            frames: frames?,
        }))
    };
    stored.iter().map(one).collect()
}

pub(super) fn root_offset_of(stored: &file::RootOffset) -> RootOffset {
    RootOffset {
        path: stored.path.clone(),
        translation: stored.translation,
        metadata: metadata_of(&stored.metadata),
    }
}

pub(super) fn drivers_of(
    stored: &[file::Driver],
    loaded: &Loaded<'_>,
) -> Result<Vec<Arc<Driver>>, ProjectError> {
    let one = |driver: &file::Driver| Ok(Arc::new(driver_of(driver, loaded)?));
    stored.iter().map(one).collect()
}

fn driver_of(driver: &file::Driver, loaded: &Loaded<'_>) -> Result<Driver, ProjectError> {
    let waveform = WAVEFORMS
        .into_iter()
        .find(|waveform| waveform_word(*waveform) == driver.waveform)
        .ok_or_else(|| unknown_word("drivers/waveform", &driver.waveform))?;
    let playback = PLAYBACKS
        .into_iter()
        .find(|playback| playback_word(*playback) == driver.playback)
        .ok_or_else(|| unknown_word("drivers/playback", &driver.playback))?;
    let bindings = driver.bindings.iter().map(|binding| Binding {
        effect: effect_of(&binding.effect),
        metadata: metadata_of(&binding.metadata),
    });
    let sound = driver.sound.as_ref().map(|sound| sound_of(sound, loaded));
    Ok(Driver {
        id: DriverId(driver.id),
        export_id: driver.export_id.clone(),
        name: driver.name.clone(),
        waveform,
        playback,
        base_frequency: driver.base_frequency,
        speed_multiplier: driver.speed_multiplier,
        bindings: bindings.collect(),
        sound: sound.transpose()?,
        metadata: metadata_of(&driver.metadata),
    })
}

fn effect_of(stored: &file::Effect) -> BindingEffect {
    let place = |component: u32, slot: u32| MaterialPlace { component, slot };
    match stored {
        file::Effect::Slider { parameter, range } => BindingEffect::MorphParameter {
            target: ParameterId(*parameter),
            range: *range,
        },
        file::Effect::Float {
            component,
            slot,
            property,
            range,
        } => BindingEffect::MaterialFloat {
            material: place(*component, *slot),
            property: property.clone(),
            range: *range,
        },
        file::Effect::Color {
            component,
            slot,
            property,
            colors,
        } => BindingEffect::MaterialColor {
            material: place(*component, *slot),
            property: property.clone(),
            colors: *colors,
        },
        file::Effect::Keyword {
            component,
            slot,
            keyword,
            threshold,
        } => BindingEffect::MaterialKeyword {
            material: place(*component, *slot),
            keyword: keyword.clone(),
            threshold: *threshold,
        },
        file::Effect::Unknown => BindingEffect::Unknown,
    }
}

fn sound_of(stored: &file::Sound, loaded: &Loaded<'_>) -> Result<Sound, ProjectError> {
    Ok(Sound {
        bytes: loaded.blob(&stored.blob)?,
        format: stored.format.clone(),
        gain: stored.gain,
        looping: stored.looping,
        offset_seconds: stored.offset_seconds,
        metadata: metadata_of(&stored.metadata),
    })
}

//! Sliders, root offset and drivers of a package.

use super::{OpenError, Opening, dangling, metadata_of};
use crate::document::blob::Blob;
use crate::document::ids::DriverId;
use crate::document::parts::{
    Binding, BindingEffect, Channel, Driver, Frame, FrameShape, MaterialPlace, Parameter, Playback,
    RootOffset, Sound, Ticks, Waveform,
};
use crate::formats::bem::manifest;
use std::sync::Arc;

pub(super) fn parameters_of(opening: &Opening<'_>) -> Result<Vec<Arc<Parameter>>, OpenError> {
    let parameters = opening.manifest.parameters.iter();
    parameters
        .map(|parameter| {
            Ok(Arc::new(Parameter {
                id: opening.parameter(&parameter.id)?,
                export_id: parameter.id.clone(),
                name: parameter.name.clone(),
                ticks: Ticks {
                    min: parameter.min,
                    max: parameter.max,
                    neutral: parameter.neutral,
                    default: parameter.default,
                    step: parameter.step,
                },
                available_when: opening.when(parameter.available_when.as_ref())?,
            }))
        })
        .collect()
}

pub(super) fn channels_of(opening: &Opening<'_>) -> Result<Vec<Arc<Channel>>, OpenError> {
    let channels = opening.manifest.mesh_deformations.iter();
    channels
        .map(|channel| {
            let frames = channel.frames.iter().map(|frame| {
                let shape = match &frame.deltas {
                    None => FrameShape::Neutral,
                    Some(deltas) => FrameShape::Raw {
                        count: deltas.count,
                        deltas: opening.blob(deltas.payload)?,
                    },
                };
                Ok(Frame {
                    value: frame.value,
                    shape,
                })
            });
            Ok(Arc::new(Channel {
                mesh: opening.mesh(channel.mesh)?,
                parameter: opening.parameter(&channel.parameter)?,
                frames: frames.collect::<Result<_, OpenError>>()?,
            }))
        })
        .collect()
}

pub(super) fn root_offset_of(offset: &manifest::RootOffset) -> RootOffset {
    RootOffset {
        path: offset.path.clone(),
        translation: offset.translation,
        metadata: metadata_of(&offset.extra),
    }
}

pub(super) fn drivers_of(opening: &mut Opening<'_>) -> Result<Vec<Arc<Driver>>, OpenError> {
    let drivers = opening.manifest.drivers.iter();
    drivers
        .map(|driver| {
            let id = DriverId(opening.take_id());
            Ok(Arc::new(driver_of(opening, driver, id)?))
        })
        .collect()
}

fn driver_of(
    opening: &Opening<'_>,
    driver: &manifest::Driver,
    id: DriverId,
) -> Result<Driver, OpenError> {
    let bindings = driver.bindings.iter().map(|binding| {
        Ok(Binding {
            effect: effect_of(opening, &binding.effect)?,
            metadata: metadata_of(&binding.extra),
        })
    });
    let sound = driver.sound.as_ref().map(|sound| sound_of(opening, sound));
    Ok(Driver {
        id,
        export_id: driver.id.clone(),
        name: driver.name.clone(),
        waveform: match driver.waveform {
            manifest::Waveform::Pingpong => Waveform::Pingpong,
            manifest::Waveform::Sine => Waveform::Sine,
            manifest::Waveform::Jitter => Waveform::Jitter,
            manifest::Waveform::Sawtooth => Waveform::Sawtooth,
            manifest::Waveform::Step => Waveform::Step,
            manifest::Waveform::Unknown => Waveform::Unknown,
        },
        playback: match driver.playback {
            manifest::Playback::Loop => Playback::Loop,
            manifest::Playback::Once => Playback::Once,
            manifest::Playback::Unknown => Playback::Unknown,
        },
        base_frequency: driver.base_frequency,
        speed_multiplier: driver.speed_multiplier,
        bindings: bindings.collect::<Result<_, OpenError>>()?,
        sound: sound.transpose()?,
        metadata: metadata_of(&driver.extra),
    })
}

fn effect_of(
    opening: &Opening<'_>,
    effect: &manifest::BindingEffect,
) -> Result<BindingEffect, OpenError> {
    Ok(match effect {
        manifest::BindingEffect::MorphParameter { target, range } => {
            BindingEffect::MorphParameter {
                target: opening
                    .parameter(target)
                    .map_err(|_unknown| dangling("/drivers"))?,
                range: *range,
            }
        }
        manifest::BindingEffect::MaterialFloat {
            material,
            property,
            range,
        } => BindingEffect::MaterialFloat {
            material: place_of(*material),
            property: property.clone(),
            range: *range,
        },
        manifest::BindingEffect::MaterialColor {
            material,
            property,
            colors,
        } => BindingEffect::MaterialColor {
            material: place_of(*material),
            property: property.clone(),
            colors: *colors,
        },
        manifest::BindingEffect::MaterialKeyword {
            material,
            keyword,
            threshold,
        } => BindingEffect::MaterialKeyword {
            material: place_of(*material),
            keyword: keyword.clone(),
            threshold: *threshold,
        },
        manifest::BindingEffect::Unknown => BindingEffect::Unknown,
    })
}

const fn place_of(place: manifest::MaterialPlace) -> MaterialPlace {
    MaterialPlace {
        component: place.component,
        slot: place.material_slot,
    }
}

fn sound_of(opening: &Opening<'_>, sound: &manifest::Sound) -> Result<Sound, OpenError> {
    let bytes = opening.blob(sound.payload)?;
    Ok(Sound {
        format: sound.format.clone().or_else(|| kind_of_sound(&bytes)),
        bytes,
        gain: sound.gain,
        looping: sound.looping,
        offset_seconds: sound.offset_seconds,
        metadata: metadata_of(&sound.extra),
    })
}

/// The kind of a sound that does not state it, by how it begins: written packages always do (SND-03).
fn kind_of_sound(bytes: &Blob) -> Option<String> {
    let bytes = bytes.read().ok()?;
    let kinds: [(usize, &[u8], &str); 6] = [
        (0, b"OggS", "ogg"),
        (8, b"WAVE", "wav"),
        (0, b"fLaC", "flac"),
        (0, b"ID3", "mp3"),
        (4, b"ftypM4A", "m4a"),
        (4, b"ftyp", "mp4"),
    ];
    let begins = |(at, mark, _): &&(usize, &[u8], &str)| {
        bytes.get(*at..).is_some_and(|rest| rest.starts_with(mark))
    };
    kinds
        .iter()
        .find(begins)
        .map(|(_, _, kind)| (*kind).to_owned())
}

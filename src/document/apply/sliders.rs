//! Sliders and what they do to meshes.

use super::package::{check_id, check_text};
use super::refusals::{BAD_FRAMES, BAD_TICKS, SLIDER_COUNT, TWICE, no_such_part, refused};
use super::{known, take_id};
use crate::base::text::Message;
use crate::document::edit::EditError;
use crate::document::ids::{MeshId, ParameterId};
use crate::document::naming;
use crate::document::parts::{
    Binding, BindingEffect, Channel, Document, FrameShape, Parameter, Ticks,
};
use std::sync::Arc;

/// The most sliders of a package (PAR-01).
const MOST: usize = 64;
/// The most frames of a channel (PAR-07).
const MOST_FRAMES: usize = 64;

pub(super) fn add(next: &mut Document, name: &str, ticks: Ticks) -> Result<(), EditError> {
    check_text("name", name)?;
    check_ticks(ticks)?;
    if next.parameters.len() >= MOST {
        return Err(refused(Message::new(&SLIDER_COUNT)));
    }
    let taken = |id: &str| next.parameters.iter().any(|known| known.export_id == id);
    let export_id = naming::export_id(name, "slider", taken);
    let id = ParameterId(take_id(next));
    next.parameters.push(Arc::new(Parameter {
        id,
        export_id,
        name: name.to_owned(),
        ticks,
        available_when: None,
    }));
    Ok(())
}

/// The way of a slider as the format allows it (PAR-03, PAR-04).
fn check_ticks(ticks: Ticks) -> Result<(), EditError> {
    let Ticks {
        min,
        max,
        neutral,
        default,
        step,
    } = ticks;
    let is_good = min < max
        && max <= 1000
        && (1..=1000).contains(&step)
        && [max, neutral, default]
            .iter()
            .all(|value| is_on(ticks, *value));
    if is_good {
        return Ok(());
    }
    Err(refused(Message::new(&BAD_TICKS)))
}

/// Whether a tick lies on the way of a slider.
const fn is_on(ticks: Ticks, value: u32) -> bool {
    ticks.min <= value && value <= ticks.max && (value - ticks.min).is_multiple_of(ticks.step)
}

pub(super) fn set(next: &mut Document, parameter: &Arc<Parameter>) -> Result<(), EditError> {
    check_text("name", &parameter.name)?;
    check_id(&parameter.export_id)?;
    check_ticks(parameter.ticks)?;
    if let Some(when) = &parameter.available_when {
        known::condition(next, when)?;
    }
    let id = parameter.id;
    let mut others = next.parameters.iter().filter(|other| other.id != id);
    if others.any(|other| other.export_id == parameter.export_id) {
        let message = Message::new(&TWICE).with("id", &parameter.export_id);
        return Err(refused(message));
    }
    let entry = next.parameters.iter_mut().find(|known| known.id == id);
    *entry.ok_or_else(|| no_such_part(id))? = Arc::clone(parameter);
    let channels = next.channels.iter();
    channels
        .filter(|channel| channel.parameter == id)
        .try_for_each(|channel| check_frames(parameter, channel))
}

/// Frames as the format allows them (PAR-07 to PAR-09).
fn check_frames(parameter: &Parameter, channel: &Channel) -> Result<(), EditError> {
    let ticks = parameter.ticks;
    let frames = &channel.frames;
    let values: Vec<u32> = frames.iter().map(|frame| frame.value).collect();
    let neutral = |frame: &&crate::document::parts::Frame| frame.shape == FrameShape::Neutral;
    let is_good = (2..=MOST_FRAMES).contains(&frames.len())
        && values.is_sorted_by(|a, b| a < b)
        && values.iter().all(|value| is_on(ticks, *value))
        && values.first() == Some(&ticks.min)
        && values.last() == Some(&ticks.max)
        && frames.iter().filter(neutral).count() == 1
        && frames
            .iter()
            .find(neutral)
            .is_some_and(|frame| frame.value == ticks.neutral);
    if is_good {
        return Ok(());
    }
    Err(refused(
        Message::new(&BAD_FRAMES).with("name", &parameter.name),
    ))
}

pub(super) fn remove(next: &mut Document, id: ParameterId) -> Result<(), EditError> {
    let at = next.parameters.iter().position(|known| known.id == id);
    next.parameters.remove(at.ok_or_else(|| no_such_part(id))?);
    next.channels.retain(|channel| channel.parameter != id);
    let moves_it = |binding: &Binding| matches!(&binding.effect, BindingEffect::MorphParameter { target, .. } if *target == id);
    for driver in &mut next.drivers {
        if driver.bindings.iter().any(moves_it) {
            let driver = Arc::make_mut(driver);
            driver.bindings.retain(|binding| !moves_it(binding));
        }
    }
    Ok(())
}

pub(super) fn set_channel(next: &mut Document, channel: &Arc<Channel>) -> Result<(), EditError> {
    if !next.meshes.contains_key(&channel.mesh) {
        return Err(no_such_part(channel.mesh));
    }
    let parameter = next.parameter(channel.parameter);
    let parameter = parameter.ok_or_else(|| no_such_part(channel.parameter))?;
    check_frames(parameter, channel)?;
    let is_it =
        |known: &Arc<Channel>| known.mesh == channel.mesh && known.parameter == channel.parameter;
    match next.channels.iter_mut().find(|known| is_it(known)) {
        Some(known) => *known = Arc::clone(channel),
        None => next.channels.push(Arc::clone(channel)),
    }
    Ok(())
}

pub(super) fn remove_channel(
    next: &mut Document,
    mesh: MeshId,
    parameter: ParameterId,
) -> Result<(), EditError> {
    let mut channels = next.channels.iter();
    let at = channels.position(|known| known.mesh == mesh && known.parameter == parameter);
    next.channels
        .remove(at.ok_or_else(|| no_such_part(format!("{mesh}/{parameter}")))?);
    Ok(())
}

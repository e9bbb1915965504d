//! The written form of a manifest: floats rounded, container hints and `null` metadata left out (WRT-04, WRT-05).
//! It repairs no rule that reading would reject.

use crate::formats::bem::json::{Members, Value};
use crate::formats::bem::manifest::{BindingEffect, Driver, Manifest};

/// A float as it is written: at most six decimals, never `-0`. The one place where manifest floats are rounded.
fn rounded(number: f64) -> f64 {
    const STEPS: f64 = 1e6;
    let scaled = (number * STEPS).round();
    // Beyond 2^53 there are no decimals left to round.
    let out = if scaled.abs() < 9_007_199_254_740_992.0 {
        scaled / STEPS
    } else {
        number
    };
    if out == 0.0 { 0.0 } else { out }
}

/// The manifest as [`super::write_to`] writes it, payload numbers aside.
pub fn normalise(manifest: &Manifest) -> Manifest {
    let mut out = manifest.clone();
    out.extra
        .retain(|(key, _)| key != "format_version" && key != "android_install");
    for mesh in &mut out.meshes {
        for draw in &mut mesh.draws {
            if let Some(overrides) = &mut draw.material_overrides {
                overrides
                    .floats
                    .iter_mut()
                    .for_each(|(_, value)| *value = rounded(*value));
                let four = overrides.colors.iter_mut().chain(&mut overrides.vectors);
                four.flat_map(|(_, values)| values)
                    .for_each(|value| *value = rounded(*value));
            }
        }
    }
    if let Some(offset) = &mut out.root_offset {
        offset.translation = offset.translation.map(rounded);
    }
    out.drivers.iter_mut().for_each(round_driver);
    for_each_extra(&mut out, drop_nulls);
    out
}

fn round_driver(driver: &mut Driver) {
    driver.base_frequency = rounded(driver.base_frequency);
    driver.speed_multiplier = driver.speed_multiplier.map(rounded);
    for binding in &mut driver.bindings {
        match &mut binding.effect {
            BindingEffect::MorphParameter { range, .. }
            | BindingEffect::MaterialFloat { range, .. } => *range = range.map(rounded),
            BindingEffect::MaterialColor { colors, .. } => {
                *colors = colors.map(|color| color.map(rounded));
            }
            BindingEffect::MaterialKeyword { threshold, .. } => {
                *threshold = threshold.map(rounded);
            }
            BindingEffect::Unknown => {}
        }
    }
    if let Some(sound) = &mut driver.sound {
        sound.gain = sound.gain.map(rounded);
        sound.offset_seconds = sound.offset_seconds.map(rounded);
    }
}

fn drop_nulls(members: &mut Members) {
    members.retain(|(_, value)| *value != Value::Null);
    for (_, value) in members {
        drop_inner_nulls(value);
    }
}

/// Recursion ends with the depth of the JSON.
fn drop_inner_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => drop_nulls(members),
        Value::List(elements) => elements.iter_mut().for_each(drop_inner_nulls),
        _ => {}
    }
}

/// Visits the metadata of every object that can have any.
fn for_each_extra(manifest: &mut Manifest, visit: impl Fn(&mut Members)) {
    visit(&mut manifest.extra);
    visit(&mut manifest.target.extra);
    for component in &mut manifest.target.components {
        visit(&mut component.extra);
    }
    for mesh in &mut manifest.meshes {
        visit(&mut mesh.extra);
        mesh.streams
            .iter_mut()
            .for_each(|stream| visit(&mut stream.extra));
        mesh.bones
            .iter_mut()
            .for_each(|bone| visit(&mut bone.extra));
        for draw in &mut mesh.draws {
            visit(&mut draw.extra);
            if let Some(overrides) = &mut draw.material_overrides {
                visit(&mut overrides.extra);
            }
        }
    }
    for texture in &mut manifest.textures {
        visit(&mut texture.extra);
    }
    if let Some(fixed) = &mut manifest.appearances {
        for appearance in &mut fixed.appearances {
            visit(&mut appearance.extra);
            appearance
                .components
                .iter_mut()
                .for_each(|component| visit(&mut component.extra));
        }
    }
    for group in manifest.option_groups.iter_mut().flatten() {
        visit(&mut group.extra);
        group
            .choices
            .iter_mut()
            .for_each(|choice| visit(&mut choice.extra));
    }
    for rule in &mut manifest.component_rules {
        visit(&mut rule.extra);
        for candidate in &mut rule.candidates {
            visit(&mut candidate.extra);
            candidate
                .material_overrides
                .iter_mut()
                .for_each(|entry| visit(&mut entry.extra));
        }
    }
    if let Some(offset) = &mut manifest.root_offset {
        visit(&mut offset.extra);
    }
    for driver in &mut manifest.drivers {
        visit(&mut driver.extra);
        driver
            .bindings
            .iter_mut()
            .for_each(|binding| visit(&mut binding.extra));
        if let Some(sound) = &mut driver.sound {
            visit(&mut sound.extra);
        }
    }
}

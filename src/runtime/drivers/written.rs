//! What the drivers of a package write in one frame (bem.md 15.3). It depends on their phases, the plan and nothing else.

use super::{
    Drivers, MaterialTarget, StaticMaterial, StaticValue, TargetName, renderer_material, weight,
};
use crate::base::numbers::u32_of_floor;
use crate::formats::bem::manifest::{BindingEffect, Manifest, MaterialPlace, Parameter};
use crate::runtime::plan::Plan;
use std::collections::BTreeMap;

/// All that is written in one frame. What is not in it counts as released (bem.md 15.4).
///
/// Of several bindings with one target the last of the last driver wins (DRV-17, DEC-40).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Written {
    /// Parameter index -> tick, between steps too. Parameters that are not available are not driven (DEC-11).
    pub ticks: BTreeMap<usize, u32>,
    /// Targets that hit a material.
    pub materials: BTreeMap<MaterialTarget, MaterialWrite>,
}

/// A value for a material, and the one that stands there once it is no longer written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaterialWrite {
    /// This frame's value.
    pub value: MaterialValue,
    /// The static value of the draw if it sets one of this kind, else the low end of the binding, else off.
    pub released: MaterialValue,
}

/// A value of a material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MaterialValue {
    /// As by `SetFloat`.
    Float(f64),
    /// As by `SetColor`: R, G, B, A.
    Color([f64; 4]),
    /// Keyword on or off.
    Keyword(bool),
}

impl Written {
    /// What `drivers` write now, in the selection of `plan`.
    pub fn by(manifest: &Manifest, plan: &Plan, drivers: &Drivers) -> Self {
        let mut written = Self::default();
        for (driver_idx, phase) in drivers.delivering() {
            let Some(driver) = manifest.drivers.get(driver_idx) else {
                continue;
            };
            let weight = weight(driver.waveform, phase);
            for binding in &driver.bindings {
                written.write(manifest, plan, &binding.effect, weight);
            }
        }
        written
    }

    /// `ticks[parameter]` of this frame: driven ones by their driver, all others as planned.
    pub fn ticks(&self, plan: &Plan) -> Vec<u32> {
        let planned = plan.ticks.iter().enumerate();
        planned
            .map(|(parameter_idx, tick)| self.ticks.get(&parameter_idx).unwrap_or(tick))
            .copied()
            .collect()
    }

    fn write(&mut self, manifest: &Manifest, plan: &Plan, effect: &BindingEffect, weight: f64) {
        match effect {
            BindingEffect::MorphParameter { target, range } => {
                let mut parameters = manifest.parameters.iter().enumerate();
                let found = parameters.find(|(_, parameter)| parameter.id == *target);
                if let Some((idx, parameter)) = found
                    && plan.available_parameters.get(idx) == Some(&true)
                {
                    self.ticks.insert(idx, tick(parameter, *range, weight));
                }
            }
            BindingEffect::MaterialFloat {
                material,
                property,
                range: [low, high],
            } => {
                let value = MaterialValue::Float(mix(*low, *high, weight));
                let released =
                    |found: &StaticMaterial<'_>| match found.properties.get(property.as_str()) {
                        Some(StaticValue::Float(value)) => MaterialValue::Float(*value),
                        _ => MaterialValue::Float(*low),
                    };
                let name = TargetName::Property(property.clone());
                self.write_material((manifest, plan), *material, name, value, released);
            }
            BindingEffect::MaterialColor {
                material,
                property,
                colors: [from, to],
            } => {
                let mut value = *from;
                for (value, to) in value.iter_mut().zip(to) {
                    *value = mix(*value, *to, weight);
                }
                let released =
                    |found: &StaticMaterial<'_>| match found.properties.get(property.as_str()) {
                        Some(StaticValue::Color(value)) => MaterialValue::Color(*value),
                        _ => MaterialValue::Color(*from),
                    };
                let name = TargetName::Property(property.clone());
                let value = MaterialValue::Color(value);
                self.write_material((manifest, plan), *material, name, value, released);
            }
            BindingEffect::MaterialKeyword {
                material,
                keyword,
                threshold,
            } => {
                let value = MaterialValue::Keyword(weight > threshold.unwrap_or(0.5));
                let released = |found: &StaticMaterial<'_>| {
                    let is_on = found.keywords.get(keyword.as_str()) == Some(&true);
                    MaterialValue::Keyword(is_on)
                };
                let name = TargetName::Keyword(keyword.clone());
                self.write_material((manifest, plan), *material, name, value, released);
            }
            BindingEffect::Unknown => {}
        }
    }

    fn write_material(
        &mut self,
        (manifest, plan): (&Manifest, &Plan),
        place: MaterialPlace,
        name: TargetName,
        value: MaterialValue,
        released: impl Fn(&StaticMaterial<'_>) -> MaterialValue,
    ) {
        let Some(material) = renderer_material(manifest, plan, place) else {
            return;
        };
        let write = MaterialWrite {
            value,
            released: released(&StaticMaterial::at(manifest, material)),
        };
        self.materials.insert(MaterialTarget { place, name }, write);
    }
}

fn mix(low: f64, high: f64, weight: f64) -> f64 {
    low + (high - low) * weight
}

/// The tick a weight puts a slider on (bem.md 15.3).
fn tick(parameter: &Parameter, [low, high]: [f64; 2], weight: f64) -> u32 {
    let way = f64::from(parameter.max.saturating_sub(parameter.min));
    let x = f64::from(parameter.min) + mix(low, high, weight) * way;
    u32_of_floor(x + 0.5).max(parameter.min).min(parameter.max)
}

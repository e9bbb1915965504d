//! The values materials have: what a draw sets for good (bem.md ch. 13), and what drivers set and leave (15.4).

use super::{MaterialTarget, MaterialValue, MaterialWrite, RendererMaterial, Written};
use crate::base::numbers::usize_of;
use crate::formats::bem::manifest::{Manifest, MaterialOverrides};
use std::collections::BTreeMap;

/// What a draw's static overrides come to, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StaticMaterial<'m> {
    /// Properties. A name in several lists counts in the last of floats, colours, vectors (MAT-09).
    pub properties: BTreeMap<&'m str, StaticValue>,
    /// Keywords: on or off. A name in both lists is on (MAT-08).
    pub keywords: BTreeMap<&'m str, bool>,
}

/// The value of a property.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StaticValue {
    /// A number.
    Float(f64),
    /// R, G, B, A.
    Color([f64; 4]),
    /// x, y, z, w.
    Vector([f64; 4]),
}

impl<'m> StaticMaterial<'m> {
    /// The overrides of a draw.
    pub fn of(overrides: &'m MaterialOverrides) -> Self {
        let mut material = Self::default();
        let floats = overrides.floats.iter();
        let colors = overrides.colors.iter();
        let vectors = overrides.vectors.iter();
        material.properties.extend(
            floats
                .map(|(name, value)| (name.as_str(), StaticValue::Float(*value)))
                .chain(colors.map(|(name, value)| (name.as_str(), StaticValue::Color(*value))))
                .chain(vectors.map(|(name, value)| (name.as_str(), StaticValue::Vector(*value)))),
        );
        let off = overrides.disable_keywords.iter();
        let on = overrides.enable_keywords.iter();
        material.keywords.extend(
            off.map(|name| (name.as_str(), false))
                .chain(on.map(|name| (name.as_str(), true))),
        );
        material
    }

    /// The overrides of a renderer's material; empty for originals, which no draw touches.
    pub fn at(manifest: &'m Manifest, material: RendererMaterial) -> Self {
        let RendererMaterial::Draw { mesh, draw_idx } = material else {
            return Self::default();
        };
        let mesh = manifest.meshes.get(usize_of(mesh));
        let draw = mesh.and_then(|mesh| mesh.draws.get(draw_idx));
        draw.and_then(|draw| draw.material_overrides.as_ref())
            .map_or_else(Self::default, Self::of)
    }
}

/// What drivers have set in the materials of the current selection, and what they left there.
///
/// Another selection, or another package, gets fresh copies of the materials: start with a new one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Materials {
    set: BTreeMap<MaterialTarget, MaterialWrite>,
}

impl Materials {
    /// Takes over a frame: written targets get their values, those that are no longer written are released (15.4).
    pub fn update(&mut self, written: &Written) {
        for (target, write) in &mut self.set {
            if !written.materials.contains_key(target) {
                write.value = write.released;
            }
        }
        for (target, write) in &written.materials {
            self.set.insert(target.clone(), *write);
        }
    }

    /// Every target a driver has ever written, with the value it has now. All others keep what the material and its
    /// draw's static overrides say.
    pub fn values(&self) -> impl Iterator<Item = (&MaterialTarget, MaterialValue)> {
        self.set.iter().map(|(target, write)| (target, write.value))
    }

    /// The value of a target, if a driver has ever written it.
    pub fn value(&self, target: &MaterialTarget) -> Option<MaterialValue> {
        self.set.get(target).map(|write| write.value)
    }
}

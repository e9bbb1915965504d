//! Morphs as `sparse-position-f32` payloads (bem.md ch. 12). Parameters and frames are the exporter's.

use crate::base::numbers::usize_of;
use crate::model::figure::{Model, MorphEffect};
use glam::Vec3;
use std::collections::BTreeMap;

/// Name of the encoding in frames and payloads (PAR-11).
pub const ENCODING: &str = "sparse-position-f32";

/// Offsets that cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeltaError {
    /// PAR-17 wants finite numbers.
    #[error("the offset of vertex {vertex} is not finite")]
    NotFinite {
        /// The vertex.
        vertex: u32,
    },
}

/// The vertex offsets of a morph at value 1, ascending, each vertex once.
///
/// They are its own, or those of a group's members times their ratios (PMX-78, PMX-82). `None` when the figure has no
/// such morph or it moves no vertices by its kind.
pub fn of_morph(model: &Model, morph: u32) -> Option<Vec<(u32, Vec3)>> {
    let effect = |morph: u32| Some(&model.morphs.get(usize_of(morph))?.effect);
    match effect(morph)? {
        MorphEffect::Vertex(deltas) => Some(summed(deltas.iter().copied())),
        MorphEffect::Group(members) => {
            let parts = members.iter().flat_map(|(member, ratio)| {
                let deltas: &[(u32, Vec3)] = match effect(*member) {
                    Some(MorphEffect::Vertex(deltas)) => deltas,
                    _ => &[],
                };
                deltas
                    .iter()
                    .map(move |(vertex, delta)| (*vertex, *delta * *ratio))
            });
            Some(summed(parts))
        }
        MorphEffect::NotExported { .. } => None,
    }
}

/// The offsets that a mesh can carry, on its own vertices; those of other vertices are left out.
///
/// `source_vertices` is [`crate::convert::mesh::ConvertedMesh::source_vertices`].
pub fn on_mesh(source_vertices: &[u32], deltas: &[(u32, Vec3)]) -> Vec<(u32, Vec3)> {
    let own = deltas.iter().filter_map(|(vertex, delta)| {
        let place = source_vertices.binary_search(vertex).ok()?;
        Some((crate::base::numbers::u32_of(place), *delta))
    });
    summed(own)
}

/// The payload, and its number of records: the frame's `count`.
///
/// Length of the JSON, the JSON, then `u32 vertex, f32 dx, dy, dz` a record, ascending; offsets of a vertex that is named
/// twice add up. None at all gives a legal payload without records.
///
/// # Errors
///
/// A sum of offsets that is not finite.
pub fn payload(deltas: &[(u32, Vec3)]) -> Result<(Vec<u8>, u32), DeltaError> {
    let records = summed(deltas.iter().copied());
    if let Some((vertex, _)) = records.iter().find(|(_, delta)| !delta.is_finite()) {
        return Err(DeltaError::NotFinite { vertex: *vertex });
    }
    let count = crate::base::numbers::u32_of(records.len());
    let json = format!("{{\"count\":{count},\"encoding\":\"{ENCODING}\"}}");
    let mut bytes = Vec::with_capacity(4 + json.len() + 16 * records.len());
    bytes.extend(crate::base::numbers::u32_of(json.len()).to_le_bytes());
    bytes.extend(json.as_bytes());
    for (vertex, delta) in records {
        bytes.extend(vertex.to_le_bytes());
        bytes.extend(
            delta
                .to_array()
                .iter()
                .flat_map(|value| value.to_le_bytes()),
        );
    }
    Ok((bytes, count))
}

fn summed(deltas: impl Iterator<Item = (u32, Vec3)>) -> Vec<(u32, Vec3)> {
    let mut sums: BTreeMap<u32, Vec3> = BTreeMap::new();
    for (vertex, delta) in deltas {
        let sum = sums.entry(vertex).or_insert(Vec3::ZERO);
        *sum += delta;
    }
    sums.into_iter().collect()
}

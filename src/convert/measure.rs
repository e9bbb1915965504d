//! What a mesh or texture will be, without making it: counts, palette and sizes for a manifest that is only checked.

use crate::base::limits;
use crate::base::numbers::u32_of;
use crate::convert::error::ConvertError;
use crate::convert::mesh::{self, MeshSource};
use crate::convert::texture::format::full_chain;
use crate::convert::texture::{MipChain, TextureSettings};
use crate::formats::bem::manifest::PaletteBone;

/// What [`mesh::convert`] would state of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshMeasure {
    /// Number of vertices.
    pub vertex_count: u32,
    /// 2 or 4 bytes.
    pub index_size: u32,
    /// The palette, equal to that of the conversion.
    pub palette: Vec<PaletteBone>,
    /// Number of indices by draw.
    pub counts: Vec<u32>,
}

/// Measures a mesh. [`MeshSource::fitted`] is not looked at: the fit moves vertices, it makes none.
///
/// # Errors
///
/// Those of [`mesh::convert`] that do not come from the fit.
pub fn measure_mesh(source: &MeshSource<'_>) -> Result<MeshMeasure, ConvertError> {
    let component = mesh::component_of(source)?;
    let draws = mesh::draws_of(source)?;
    let vertices = mesh::used_vertices(source.model.vertices.positions.len(), &draws);
    if vertices.len() > limits::MESH_VERTICES {
        return Err(ConvertError::TooManyVertices {
            n_vertices: vertices.len(),
        });
    }
    let skin = mesh::skin_of(source, component, &vertices)?;
    Ok(MeshMeasure {
        vertex_count: u32_of(vertices.len()),
        index_size: mesh::index_size(vertices.len()),
        palette: skin
            .palette
            .iter()
            .map(|bone| bone.palette_bone(source.target))
            .collect(),
        counts: draws
            .iter()
            .map(|triangles| u32_of(triangles.len()).saturating_mul(3))
            .collect(),
    })
}

/// Width, height and levels that [`crate::convert::texture::encode`] would store for a picture of this size.
pub fn measure_texture((width, height): (u32, u32), settings: &TextureSettings) -> (u32, u32, u32) {
    let stored = |side: u32| {
        if settings.format.wants_multiples_of_4() {
            side.next_multiple_of(4)
        } else {
            side
        }
    };
    let (width, height) = (stored(width), stored(height));
    let mips = match settings.mips {
        MipChain::Full => full_chain(width, height),
        MipChain::Single => 1,
    };
    (width, height, mips)
}

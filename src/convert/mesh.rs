//! One mesh out of draws of a fitted figure: streams, palette, index payloads. Which draws go into which mesh is decided
//! by the caller; payloads get their numbers elsewhere.

use crate::base::limits;
use crate::base::numbers::{u32_of, usize_of};
use crate::convert::donors::BoneRefs;
use crate::convert::error::ConvertError;
use crate::convert::fit::FittedFigure;
use crate::convert::layout::{Layout, SkinStream};
use crate::convert::skin::{self, Skin};
use crate::convert::streams::{self, Columns};
use crate::formats::bem::manifest::{Attribute, PaletteBone};
use crate::geom::tangents::{self, Surface, Tangent};
use crate::model::bone_map::BoneMap;
use crate::model::figure::Model;
use crate::model::target::{GeometryPreset, TargetComponent, TargetProfile};
use glam::Vec2;
use std::ops::Range;

/// Triangles of one material: what one draw shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawSource {
    /// Index into the figure's materials.
    pub material: u32,
    /// Which of its triangles, counted within the material, in file order.
    pub triangles: Range<u32>,
}

impl DrawSource {
    /// All triangles of a material; none when the figure has no such material.
    pub fn whole(model: &Model, material: u32) -> Self {
        let known = model.materials.get(usize_of(material));
        Self {
            material,
            triangles: 0..known.map_or(0, |known| known.n_triangles),
        }
    }

    /// The corner indices in the figure, three a triangle.
    pub(super) fn corners<'a>(
        &self,
        model: &'a Model,
        draw: usize,
    ) -> Result<&'a [[u32; 3]], ConvertError> {
        let missing = || ConvertError::NoTriangles {
            draw,
            material: self.material,
            first: self.triangles.start,
            end: self.triangles.end,
        };
        let material = model.materials.get(usize_of(self.material));
        let owned = material
            .and_then(|material| model.triangles.get(material.triangle_range()))
            .ok_or_else(missing)?;
        let range = usize_of(self.triangles.start)..usize_of(self.triangles.end);
        let triangles = owned.get(range).ok_or_else(missing)?;
        if triangles.is_empty() {
            return Err(ConvertError::EmptyDraw { draw });
        }
        Ok(triangles)
    }
}

/// What a mesh is made from.
#[derive(Clone, Copy, Debug)]
pub struct MeshSource<'a> {
    /// The figure, for texture coordinates, weights and triangles.
    pub model: &'a Model,
    /// Its vertices in the target's rest pose.
    pub fitted: &'a FittedFigure,
    /// Where each bone's weight goes.
    pub map: &'a BoneMap,
    /// The target, for bone tables and geometry settings.
    pub target: &'a TargetProfile,
    /// The component that the mesh takes the place of.
    pub component: u32,
    /// How vertices are laid out, usually [`Layout::of`] that component.
    pub layout: &'a Layout,
    /// The draws in order.
    pub draws: &'a [DrawSource],
}

/// A mesh ready to be packed. Bytes are little-endian.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConvertedMesh {
    /// Number of vertices, 1..=1,048,576.
    pub vertex_count: u32,
    /// 2 up to 65,536 vertices, else 4 bytes.
    pub index_size: u32,
    /// (stride in bytes, `vertex_count * stride` bytes) by stream.
    pub streams: Vec<(u32, Vec<u8>)>,
    /// Vertex declaration.
    pub attributes: Vec<Attribute>,
    /// At most 256 bones; empty for a static mesh.
    pub palette: Vec<PaletteBone>,
    /// One for each draw asked for, in order.
    pub draws: Vec<DrawIndices>,
    /// `source_vertices[vertex]`, the figure's vertex; ascending.
    pub source_vertices: Vec<u32>,
}

/// Index payload of one draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawIndices {
    /// `count * index_size` bytes.
    pub bytes: Vec<u8>,
    /// Number of indices, a multiple of 3.
    pub count: u32,
}

/// Builds one mesh.
///
/// Its vertices are those that the draws use, in the figure's order, never merged or split. Texture coordinates and
/// tangents follow the target's [`GeometryPreset`] as bem.md 22.4 tells it for an editor whose v runs up: v = 0 of the
/// stored coordinates addresses the first stored row of the texture, so with top rows first (EFMI) the figure's v, which
/// runs down, is stored as it is, and with bottom rows first (plain) as 1 - v.
///
/// # Errors
///
/// Inputs that do not belong together, draws without triangles, and what the format cannot hold: see [`ConvertError`].
pub fn convert(source: &MeshSource<'_>) -> Result<ConvertedMesh, ConvertError> {
    let model = source.model;
    let n_vertices = model.vertices.positions.len();
    let n_fitted = source
        .fitted
        .positions
        .len()
        .min(source.fitted.normals.len());
    if n_fitted != n_vertices {
        return Err(ConvertError::FitOfOtherFigure {
            n_vertices,
            n_fitted,
        });
    }
    let component = component_of(source)?;
    let draws = draws_of(source)?;
    let vertices = used_vertices(n_vertices, &draws);
    if vertices.len() > limits::MESH_VERTICES {
        return Err(ConvertError::TooManyVertices {
            n_vertices: vertices.len(),
        });
    }
    let renumbered = renumber(n_vertices, &vertices, &draws);
    let skin = skin_of(source, component, &vertices)?;
    let palette = skin.palette.iter();
    let palette = palette
        .map(|bone| bone.palette_bone(source.target))
        .collect();
    let columns = columns(source, &vertices, &renumbered, skin);
    let index_size = index_size(vertices.len());
    Ok(ConvertedMesh {
        vertex_count: u32_of(vertices.len()),
        index_size,
        streams: streams::write(source.layout, &columns),
        attributes: source.layout.attributes().to_vec(),
        palette,
        draws: renumbered
            .iter()
            .map(|triangles| indices(triangles, index_size))
            .collect(),
        source_vertices: vertices,
    })
}

/// Most bones a vertex may follow in this layout and component (GEO-01); 4 when that is not known.
pub(super) fn max_influences(component: &TargetComponent, layout: &Layout) -> usize {
    match layout.skin() {
        SkinStream::Rigid => 1,
        _ => component.max_influences.map_or(4, usize_of).clamp(1, 4),
    }
}

/// The component that the mesh takes the place of.
pub(super) fn component_of<'a>(
    source: &MeshSource<'a>,
) -> Result<&'a TargetComponent, ConvertError> {
    let component = source.target.components.get(usize_of(source.component));
    component.ok_or(ConvertError::NoComponent {
        component: source.component,
    })
}

/// Bytes of an index into so many vertices.
pub(super) fn index_size(n_vertices: usize) -> u32 {
    if n_vertices <= 65_536 { 2 } else { 4 }
}

/// The corners of every draw.
pub(super) fn draws_of<'a>(source: &MeshSource<'a>) -> Result<Vec<&'a [[u32; 3]]>, ConvertError> {
    if source.draws.is_empty() {
        return Err(ConvertError::EmptyDraw { draw: 0 });
    }
    let draws = source.draws.iter().enumerate().map(|(draw, wanted)| {
        let triangles = wanted.corners(source.model, draw)?;
        let n_indices = triangles.len().saturating_mul(3);
        if n_indices > limits::DRAW_INDICES {
            return Err(ConvertError::DrawTooLong { draw, n_indices });
        }
        Ok(triangles)
    });
    draws.collect()
}

/// The vertices that some draw uses, ascending.
pub(super) fn used_vertices(n_vertices: usize, draws: &[&[[u32; 3]]]) -> Vec<u32> {
    let mut used = vec![false; n_vertices];
    for corner in draws.iter().copied().flatten().flatten() {
        if let Some(flag) = used.get_mut(usize_of(*corner)) {
            *flag = true;
        }
    }
    let numbered = used.into_iter().zip(0_u32..);
    numbered
        .filter_map(|(used, vertex)| used.then_some(vertex))
        .collect()
}

/// The draws with the mesh's own vertex numbers.
fn renumber(n_vertices: usize, vertices: &[u32], draws: &[&[[u32; 3]]]) -> Vec<Vec<[u32; 3]>> {
    let mut numbers = vec![0; n_vertices];
    for (number, vertex) in (0_u32..).zip(vertices) {
        numbers[usize_of(*vertex)] = number;
    }
    let renumbered = |corner: u32| numbers.get(usize_of(corner)).copied().unwrap_or(0);
    let draws = draws.iter().map(|triangles| {
        let triangles = triangles.iter();
        triangles.map(|corners| corners.map(renumbered)).collect()
    });
    draws.collect()
}

pub(super) fn skin_of(
    source: &MeshSource<'_>,
    component: &TargetComponent,
    vertices: &[u32],
) -> Result<Skin, ConvertError> {
    if source.layout.skin() == SkinStream::None {
        return Ok(Skin::default());
    }
    let refs = BoneRefs::new(source.model, source.map, source.target, source.component)?;
    let max = max_influences(component, source.layout);
    skin::skin(source.model, &refs, source.component, max, vertices)
}

/// The vertices as they are stored.
fn columns(
    source: &MeshSource<'_>,
    vertices: &[u32],
    draws: &[Vec<[u32; 3]>],
    skin: Skin,
) -> Columns {
    let pick = || vertices.iter().map(|vertex| usize_of(*vertex));
    let uvs_down: Vec<Vec2> = pick()
        .map(|v| {
            source
                .model
                .vertices
                .uvs
                .get(v)
                .copied()
                .unwrap_or_default()
        })
        .collect();
    let uvs_up: Vec<Vec2> = uvs_down
        .iter()
        .map(|uv| Vec2::new(uv.x, 1.0 - uv.y))
        .collect();
    let mut columns = Columns {
        positions: pick().map(|v| source.fitted.positions[v]).collect(),
        normals: pick().map(|v| source.fitted.normals[v]).collect(),
        uvs: Vec::new(),
        tangents: Vec::new(),
        lanes: skin.lanes,
    };
    let needs_tangents = |attribute: &Attribute| {
        attribute.semantic == 2 || attribute.semantic == 1 && attribute.dimension == 1
    };
    if source.layout.attributes().iter().any(needs_tangents) {
        columns.tangents = tangents::of_vertices(&Surface {
            positions: &columns.positions,
            normals: &columns.normals,
            uvs: &uvs_up,
            triangles: &draws.concat(),
        });
    }
    match source.target.geometry {
        GeometryPreset::Plain => columns.uvs = uvs_up,
        GeometryPreset::Efmi => {
            columns.uvs = uvs_down;
            for tangent in &mut columns.tangents {
                *tangent = Tangent {
                    direction: -tangent.direction,
                    bitangent: tangent.bitangent.inverted(),
                };
            }
        }
    }
    columns
}

fn indices(triangles: &[[u32; 3]], index_size: u32) -> DrawIndices {
    let corners = triangles.iter().flatten();
    let bytes = if index_size == 2 {
        corners
            .flat_map(|corner| u16::try_from(*corner).unwrap_or(u16::MAX).to_le_bytes())
            .collect()
    } else {
        corners.flat_map(|corner| corner.to_le_bytes()).collect()
    };
    DrawIndices {
        bytes,
        count: u32_of(triangles.len()).saturating_mul(3),
    }
}

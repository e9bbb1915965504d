//! Why draws of a figure cannot become a mesh. Wording for people and what to do about it are the caller's.

use crate::base::limits;

/// A mesh cannot be built; every variant is the caller's or the figure's doing, none the machine's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConvertError {
    /// The bone map is not one of this figure.
    #[error("the bone map has {n_targets} entries, the figure {n_bones} bones")]
    MapOfOtherFigure {
        /// Bones of the figure.
        n_bones: usize,
        /// Entries of the map.
        n_targets: usize,
    },
    /// The fitted vertices are not those of this figure.
    #[error("{n_fitted} fitted vertices for a figure of {n_vertices}")]
    FitOfOtherFigure {
        /// Vertices of the figure.
        n_vertices: usize,
        /// Vertices that were fitted.
        n_fitted: usize,
    },
    /// The target has no such component.
    #[error("the target has no component {component}")]
    NoComponent {
        /// The component asked for.
        component: u32,
    },
    /// The figure has no such material, or the material not so many triangles.
    #[error(
        "draw {draw} asks for triangles {first}..{end} of material {material}, which are not there"
    )]
    NoTriangles {
        /// Place in the list of draws.
        draw: usize,
        /// The material asked for.
        material: u32,
        /// First triangle asked for, counted within the material.
        first: u32,
        /// End of the triangles asked for.
        end: u32,
    },
    /// There is nothing to draw: no draws, or one without a triangle (MESH-17).
    #[error("draw {draw} has no triangle")]
    EmptyDraw {
        /// Place in the list of draws.
        draw: usize,
    },
    /// More indices than a draw may have (MESH-17).
    #[error("draw {draw} has {n_indices} indices, at most {max} are allowed", max = limits::DRAW_INDICES)]
    DrawTooLong {
        /// Place in the list of draws.
        draw: usize,
        /// Its indices.
        n_indices: usize,
    },
    /// More vertices than a mesh may have (MESH-01).
    #[error("{n_vertices} vertices, a mesh has at most {max}", max = limits::MESH_VERTICES)]
    TooManyVertices {
        /// Vertices that the draws use.
        n_vertices: usize,
    },
    /// A vertex that follows no bone.
    #[error("vertex {vertex} of the figure follows no bone")]
    NoWeight {
        /// The figure's vertex.
        vertex: u32,
    },
    /// Bones with weight go nowhere.
    #[error("{n} bones with weight have no target bone, the first is bone {first}", n = .bones.len(), first = .bones.first().copied().unwrap_or(0))]
    BonesUnmapped {
        /// Indices of the figure's bones, ascending.
        bones: Vec<u32>,
    },
    /// No component of the target has these bones in its table.
    #[error("no component of the target has these bones: {}", .names.join(", "))]
    BonesNotInTarget {
        /// Names as the bone map has them, each once, in byte order.
        names: Vec<String>,
    },
    /// The palette overflows (MESH-11, PMX-99); [`crate::convert::split::propose`] says how to cut the draws.
    #[error("the mesh needs {n_bones} bones, a palette has at most {max}", max = limits::PALETTE_BONES)]
    TooManyBones {
        /// Bones of the target that the mesh needs.
        n_bones: usize,
    },
}

//! Triangles with their vertices: shared arrays, checked once. It has no colour.

use crate::base::text::{Message, Phrase};
use crate::geom::bounds::Bounds;
use glam::{Vec2, Vec3};
use std::sync::Arc;

/// Vertex columns that several surfaces may share. Space and units: [`crate::geom`].
#[derive(Clone, Debug)]
pub struct Columns {
    /// `positions[vertex]`, metres.
    pub positions: Arc<[Vec3]>,
    /// `normals[vertex]`, outward; a zero normal is replaced by the triangle's own when drawn.
    pub normals: Arc<[Vec3]>,
    /// `uvs[vertex]`, (0, 0) top left.
    pub uvs: Arc<[Vec2]>,
}

/// Vertices and the triangles between them. Columns have one length and no index dangles.
#[derive(Clone, Debug)]
pub struct Surface {
    columns: Columns,
    triangles: Arc<[[u32; 3]]>,
    bounds: Option<Bounds>,
}

/// Arrays that are no surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SurfaceError {
    /// The columns are not of one length.
    #[error("{n_positions} positions, {n_normals} normals, {n_uvs} texture coordinates")]
    ColumnLength {
        /// Length of the positions.
        n_positions: usize,
        /// Length of the normals.
        n_normals: usize,
        /// Length of the texture coordinates.
        n_uvs: usize,
    },
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle} names vertex {vertex}, there are {n_vertices}")]
    DanglingVertex {
        /// Index of the triangle.
        triangle: usize,
        /// The vertex it names.
        vertex: u32,
        /// How many there are.
        n_vertices: usize,
    },
    /// A material owns triangles that are not there.
    #[error("material {material} owns triangles up to {end}, there are {n_triangles}")]
    DanglingTriangles {
        /// Index of the material.
        material: usize,
        /// One past the last triangle it owns.
        end: usize,
        /// How many there are.
        n_triangles: usize,
    },
}

static COLUMN_LENGTH: Phrase = Phrase::new(
    "位置 {positions} 个，法线 {normals} 个，贴图坐标 {uvs} 个",
    "位置 {positions} 個、法線 {normals} 個、テクスチャ座標 {uvs} 個",
    "positions: {positions}, normals: {normals}, texture coordinates: {uvs}",
);
static DANGLING_VERTEX: Phrase = Phrase::new(
    "三角形 {triangle} 使用顶点 {vertex}，顶点却只有 {count} 个",
    "三角形 {triangle} が頂点 {vertex} を使っていますが、頂点は {count} 個です",
    "triangle {triangle} names vertex {vertex}; vertices: {count}",
);
static DANGLING_TRIANGLES: Phrase = Phrase::new(
    "材质 {material} 的三角形到 {end} 为止，三角形却只有 {count} 个",
    "材質 {material} の三角形は {end} までですが、三角形は {count} 個です",
    "material {material} owns triangles up to {end}; triangles: {count}",
);
static NOT_SHOWN: Phrase = Phrase::new(
    "这个模型的数据前后不一致（{detail}），无法显示。请重新导入源文件。",
    "モデルのデータに食い違いがあるため（{detail}）、表示できません。元のファイルを読み込み直してください。",
    "The model's data contradict each other ({detail}), so it cannot be shown. Import the source file again.",
);

impl SurfaceError {
    /// The sentence for people.
    pub fn message(&self) -> Message {
        Message::new(&NOT_SHOWN).with_message("detail", self.detail())
    }

    fn detail(&self) -> Message {
        match self {
            Self::ColumnLength {
                n_positions,
                n_normals,
                n_uvs,
            } => Message::new(&COLUMN_LENGTH)
                .with("positions", n_positions)
                .with("normals", n_normals)
                .with("uvs", n_uvs),
            Self::DanglingVertex {
                triangle,
                vertex,
                n_vertices,
            } => Message::new(&DANGLING_VERTEX)
                .with("triangle", triangle)
                .with("vertex", vertex)
                .with("count", n_vertices),
            Self::DanglingTriangles {
                material,
                end,
                n_triangles,
            } => Message::new(&DANGLING_TRIANGLES)
                .with("material", material)
                .with("end", end)
                .with("count", n_triangles),
        }
    }
}

impl Surface {
    /// A surface of these arrays.
    ///
    /// # Errors
    ///
    /// [`SurfaceError::ColumnLength`] and [`SurfaceError::DanglingVertex`].
    pub fn new(columns: Columns, triangles: Arc<[[u32; 3]]>) -> Result<Self, SurfaceError> {
        check_lengths(&columns)?;
        let n_vertices = columns.positions.len();
        for (triangle, corners) in triangles.iter().enumerate() {
            for vertex in *corners {
                if vertex as usize >= n_vertices {
                    return Err(SurfaceError::DanglingVertex {
                        triangle,
                        vertex,
                        n_vertices,
                    });
                }
            }
        }
        let bounds = bounds_of(&columns.positions, &triangles);
        Ok(Self {
            columns,
            triangles,
            bounds,
        })
    }

    /// The same triangles, its vertices moved; what a morph or a fit asks for.
    ///
    /// # Errors
    ///
    /// [`SurfaceError::ColumnLength`].
    pub fn moved(&self, positions: Arc<[Vec3]>) -> Result<Self, SurfaceError> {
        let columns = Columns {
            positions,
            ..self.columns.clone()
        };
        check_lengths(&columns)?;
        Ok(Self {
            bounds: bounds_of(&columns.positions, &self.triangles),
            columns,
            triangles: Arc::clone(&self.triangles),
        })
    }

    /// The vertices.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Corner indices, three a triangle; front faces are clockwise.
    pub fn triangles(&self) -> &Arc<[[u32; 3]]> {
        &self.triangles
    }

    /// The box around all corners; `None` without triangles.
    pub fn bounds(&self) -> Option<Bounds> {
        self.bounds
    }

    /// The corners of all triangles, metres, three a triangle.
    pub fn corners(&self) -> impl Iterator<Item = Vec3> + Clone {
        self.triangles
            .iter()
            .flatten()
            .map(|&vertex| position(&self.columns.positions, vertex))
    }
}

impl PartialEq for Surface {
    /// The very same arrays.
    fn eq(&self, other: &Self) -> bool {
        self.columns == other.columns && Arc::ptr_eq(&self.triangles, &other.triangles)
    }
}

impl PartialEq for Columns {
    /// The very same arrays.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.positions, &other.positions)
            && Arc::ptr_eq(&self.normals, &other.normals)
            && Arc::ptr_eq(&self.uvs, &other.uvs)
    }
}

fn check_lengths(columns: &Columns) -> Result<(), SurfaceError> {
    let (n_positions, n_normals, n_uvs) = (
        columns.positions.len(),
        columns.normals.len(),
        columns.uvs.len(),
    );
    if n_positions == n_normals && n_positions == n_uvs {
        Ok(())
    } else {
        Err(SurfaceError::ColumnLength {
            n_positions,
            n_normals,
            n_uvs,
        })
    }
}

fn bounds_of(positions: &[Vec3], triangles: &[[u32; 3]]) -> Option<Bounds> {
    Bounds::around(
        triangles
            .iter()
            .flatten()
            .map(|&vertex| position(positions, vertex)),
    )
}

fn position(positions: &[Vec3], vertex: u32) -> Vec3 {
    positions.get(vertex as usize).copied().unwrap_or(Vec3::NAN)
}

//! Vertices of a PMX file as columns, and one vertex as a row for edits (pmx.md 1.3).
//! Numbers are the file's own bits: nothing is normalised, clamped or turned.

use crate::base::numbers::u32_of;
use crate::formats::pmx::header::IndexSize;

/// Fields of the bone lanes.
pub(super) const BONE_FIELDS: [&str; 4] = ["bone_0", "bone_1", "bone_2", "bone_3"];
/// Fields of the weight lanes.
pub(super) const WEIGHT_FIELDS: [&str; 4] = ["weight_0", "weight_1", "weight_2", "weight_3"];

/// All vertices, one column a field; `positions[vertex]` and so on, all of equal length but where noted.
///
/// Lanes that a deform kind does not store hold bone -1 and weight 0 here: BDEF1 has one bone and no weight, BDEF2 and
/// SDEF two bones and the first one's weight (the second is 1 - weight), BDEF4 and QDEF four of each.
#[derive(Clone, Debug, Default)]
pub struct Vertices {
    /// `positions[vertex]`, x y z.
    pub positions: Vec<[f32; 3]>,
    /// `normals[vertex]`, x y z, any length.
    pub normals: Vec<[f32; 3]>,
    /// `uvs[vertex]`, u v; (0, 0) is the top left corner.
    pub uvs: Vec<[f32; 2]>,
    /// `extra_uvs[vertex * n + set]`, n = [`crate::formats::pmx::Header::n_extra_uvs`].
    pub extra_uvs: Vec<[f32; 4]>,
    /// `deforms[vertex]`.
    pub deforms: Vec<DeformKind>,
    /// `bones[vertex]`: up to four bone indexes as stored, -1 is none.
    pub bones: Vec<[i32; 4]>,
    /// `weights[vertex]`: the weights as stored, one to a lane of `bones`.
    pub weights: Vec<[f32; 4]>,
    /// The points of the SDEF vertices only, ascending by vertex.
    pub sdefs: Vec<Sdef>,
    /// `edge_scales[vertex]`: factor on the outline's width.
    pub edge_scales: Vec<f32>,
}

impl Vertices {
    /// No vertices yet, with room for exactly `n_vertices`, which the caller has checked against the file (PMX-21).
    pub(super) fn with_room(n_vertices: usize, n_extra_uvs: u8) -> Self {
        let n_sets = n_vertices.saturating_mul(usize::from(n_extra_uvs));
        Self {
            positions: Vec::with_capacity(n_vertices),
            normals: Vec::with_capacity(n_vertices),
            uvs: Vec::with_capacity(n_vertices),
            extra_uvs: Vec::with_capacity(n_sets),
            deforms: Vec::with_capacity(n_vertices),
            bones: Vec::with_capacity(n_vertices),
            weights: Vec::with_capacity(n_vertices),
            sdefs: Vec::new(),
            edge_scales: Vec::with_capacity(n_vertices),
        }
    }

    /// Adds a vertex at the end.
    pub(super) fn push(&mut self, row: &Vertex) {
        let (bones, weights, points) = row.deform.lanes();
        if let Some([c, r0, r1]) = points {
            let vertex = u32_of(self.len());
            self.sdefs.push(Sdef { vertex, c, r0, r1 });
        }
        self.positions.push(row.position);
        self.normals.push(row.normal);
        self.uvs.push(row.uv);
        self.extra_uvs.extend_from_slice(&row.extra_uvs);
        self.deforms.push(row.deform.kind());
        self.bones.push(bones);
        self.weights.push(weights);
        self.edge_scales.push(row.edge_scale);
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The SDEF points of a vertex, if it has them.
    pub fn sdef(&self, vertex: u32) -> Option<&Sdef> {
        let place = self
            .sdefs
            .binary_search_by_key(&vertex, |sdef| sdef.vertex)
            .ok()?;
        self.sdefs.get(place)
    }

    /// One vertex as a row; none beyond the end. `n_extra_uvs` is the header's.
    pub fn get(&self, vertex: u32, n_extra_uvs: u8) -> Option<Vertex> {
        let idx = usize::try_from(vertex).ok()?;
        let n_sets = usize::from(n_extra_uvs);
        let kind = *self.deforms.get(idx)?;
        let points = match kind {
            DeformKind::Sdef => {
                let sdef = self.sdef(vertex)?;
                [sdef.c, sdef.r0, sdef.r1]
            }
            _ => [[0.0; 3]; 3],
        };
        let deform =
            Deform::from_lanes(kind, *self.bones.get(idx)?, *self.weights.get(idx)?, points);
        let first_set = idx.checked_mul(n_sets)?;
        Some(Vertex {
            position: *self.positions.get(idx)?,
            normal: *self.normals.get(idx)?,
            uv: *self.uvs.get(idx)?,
            extra_uvs: self.extra_uvs.get(first_set..)?.get(..n_sets)?.to_vec(),
            deform,
            edge_scale: *self.edge_scales.get(idx)?,
        })
    }
}

/// How a vertex follows its bones; stored as 0..=4 in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeformKind {
    /// One bone.
    #[default]
    Bdef1,
    /// Two bones.
    Bdef2,
    /// Four bones.
    Bdef4,
    /// Two bones, spherical.
    Sdef,
    /// Four bones, dual quaternions (2.1).
    Qdef,
}

impl DeformKind {
    /// All of them, by their stored number.
    pub const ALL: [Self; 5] = [
        Self::Bdef1,
        Self::Bdef2,
        Self::Bdef4,
        Self::Sdef,
        Self::Qdef,
    ];

    /// The kind for a stored number.
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Self::Bdef1),
            1 => Some(Self::Bdef2),
            2 => Some(Self::Bdef4),
            3 => Some(Self::Sdef),
            4 => Some(Self::Qdef),
            _ => None,
        }
    }

    /// The stored number.
    pub const fn byte(self) -> u8 {
        match self {
            Self::Bdef1 => 0,
            Self::Bdef2 => 1,
            Self::Bdef4 => 2,
            Self::Sdef => 3,
            Self::Qdef => 4,
        }
    }

    /// Lower-case name, as in summaries.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Bdef1 => "bdef1",
            Self::Bdef2 => "bdef2",
            Self::Bdef4 => "bdef4",
            Self::Sdef => "sdef",
            Self::Qdef => "qdef",
        }
    }

    /// Bones it stores.
    pub const fn n_bones(self) -> usize {
        match self {
            Self::Bdef1 => 1,
            Self::Bdef2 | Self::Sdef => 2,
            Self::Bdef4 | Self::Qdef => 4,
        }
    }

    /// Bytes between the kind and the edge scale, with bone indexes of this size.
    pub(super) const fn n_data_bytes(self, bone: IndexSize) -> usize {
        match (self, bone) {
            (Self::Bdef1, IndexSize::One) => 1,
            (Self::Bdef1, IndexSize::Two) => 2,
            (Self::Bdef1, IndexSize::Four) => 4,
            (Self::Bdef2, IndexSize::One) => 6,
            (Self::Bdef2, IndexSize::Two) => 8,
            (Self::Bdef2, IndexSize::Four) => 12,
            (Self::Bdef4 | Self::Qdef, IndexSize::One) => 20,
            (Self::Bdef4 | Self::Qdef, IndexSize::Two) => 24,
            (Self::Bdef4 | Self::Qdef, IndexSize::Four) => 32,
            (Self::Sdef, IndexSize::One) => 42,
            (Self::Sdef, IndexSize::Two) => 44,
            (Self::Sdef, IndexSize::Four) => 48,
        }
    }

    /// Weights it stores.
    pub const fn n_weights(self) -> usize {
        match self {
            Self::Bdef1 => 0,
            Self::Bdef2 | Self::Sdef => 1,
            Self::Bdef4 | Self::Qdef => 4,
        }
    }
}

/// The points of one SDEF vertex.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sdef {
    /// The vertex they belong to.
    pub vertex: u32,
    /// `sdef_c`.
    pub c: [f32; 3],
    /// `sdef_r0`.
    pub r0: [f32; 3],
    /// `sdef_r1`.
    pub r1: [f32; 3],
}

/// One vertex as a row.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// x y z.
    pub position: [f32; 3],
    /// x y z.
    pub normal: [f32; 3],
    /// u v.
    pub uv: [f32; 2],
    /// As many as the header says.
    pub extra_uvs: Vec<[f32; 4]>,
    /// Bones and weights.
    pub deform: Deform,
    /// Factor on the outline's width.
    pub edge_scale: f32,
}

/// Bones and weights of one vertex, as stored.
#[derive(Clone, Copy, Debug)]
pub enum Deform {
    /// One bone.
    Bdef1 {
        /// Bone index, -1 none.
        bone: i32,
    },
    /// Two bones.
    Bdef2 {
        /// Bone indexes, -1 none.
        bones: [i32; 2],
        /// Weight of the first; the second has 1 - weight.
        weight: f32,
    },
    /// Four bones; the weights need not sum to 1.
    Bdef4 {
        /// Bone indexes, -1 none.
        bones: [i32; 4],
        /// Their weights.
        weights: [f32; 4],
    },
    /// Two bones, spherical.
    Sdef {
        /// Bone indexes, -1 none.
        bones: [i32; 2],
        /// Weight of the first; the second has 1 - weight.
        weight: f32,
        /// `sdef_c`.
        c: [f32; 3],
        /// `sdef_r0`.
        r0: [f32; 3],
        /// `sdef_r1`.
        r1: [f32; 3],
    },
    /// Four bones, dual quaternions (2.1).
    Qdef {
        /// Bone indexes, -1 none.
        bones: [i32; 4],
        /// Their weights.
        weights: [f32; 4],
    },
}

impl Deform {
    /// Its kind.
    pub const fn kind(&self) -> DeformKind {
        match self {
            Self::Bdef1 { .. } => DeformKind::Bdef1,
            Self::Bdef2 { .. } => DeformKind::Bdef2,
            Self::Bdef4 { .. } => DeformKind::Bdef4,
            Self::Sdef { .. } => DeformKind::Sdef,
            Self::Qdef { .. } => DeformKind::Qdef,
        }
    }

    /// The deform of a kind from lanes, of which those that the kind does not store are ignored; `points` are c, r0
    /// and r1 of an SDEF.
    pub(super) const fn from_lanes(
        kind: DeformKind,
        bones: [i32; 4],
        weights: [f32; 4],
        points: [[f32; 3]; 3],
    ) -> Self {
        let ([bone_0, bone_1, ..], [weight, ..], [c, r0, r1]) = (bones, weights, points);
        match kind {
            DeformKind::Bdef1 => Self::Bdef1 { bone: bone_0 },
            DeformKind::Bdef2 => Self::Bdef2 {
                bones: [bone_0, bone_1],
                weight,
            },
            DeformKind::Bdef4 => Self::Bdef4 { bones, weights },
            DeformKind::Sdef => Self::Sdef {
                bones: [bone_0, bone_1],
                weight,
                c,
                r0,
                r1,
            },
            DeformKind::Qdef => Self::Qdef { bones, weights },
        }
    }

    /// Bones, weights and SDEF points as the columns of [`Vertices`] hold them.
    #[expect(
        clippy::type_complexity,
        reason = "three columns, named in the line above"
    )]
    pub(super) const fn lanes(&self) -> ([i32; 4], [f32; 4], Option<[[f32; 3]; 3]>) {
        match *self {
            Self::Bdef1 { bone } => ([bone, -1, -1, -1], [0.0; 4], None),
            Self::Bdef2 {
                bones: [a, b],
                weight,
            } => ([a, b, -1, -1], [weight, 0.0, 0.0, 0.0], None),
            Self::Bdef4 { bones, weights } | Self::Qdef { bones, weights } => {
                (bones, weights, None)
            }
            Self::Sdef {
                bones: [a, b],
                weight,
                c,
                r0,
                r1,
            } => ([a, b, -1, -1], [weight, 0.0, 0.0, 0.0], Some([c, r0, r1])),
        }
    }
}

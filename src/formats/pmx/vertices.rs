//! Vertices of a PMX file as columns, and one vertex as a row for edits (pmx.md 1.3).
//! Numbers are the file's own bits: nothing is normalised, clamped or turned.

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
        let bones = *self.bones.get(idx)?;
        let weights = *self.weights.get(idx)?;
        let ([bone_0, bone_1, ..], [weight_0, ..]) = (bones, weights);
        let deform = match self.deforms.get(idx)? {
            DeformKind::Bdef1 => Deform::Bdef1 { bone: bone_0 },
            DeformKind::Bdef2 => Deform::Bdef2 {
                bones: [bone_0, bone_1],
                weight: weight_0,
            },
            DeformKind::Bdef4 => Deform::Bdef4 { bones, weights },
            DeformKind::Sdef => {
                let sdef = self.sdef(vertex)?;
                Deform::Sdef {
                    bones: [bone_0, bone_1],
                    weight: weight_0,
                    c: sdef.c,
                    r0: sdef.r0,
                    r1: sdef.r1,
                }
            }
            DeformKind::Qdef => Deform::Qdef { bones, weights },
        };
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
}

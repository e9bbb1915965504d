//! Rigid bodies, joints and soft bodies of a PMX file (pmx.md 1.7). Kept, never simulated.

use crate::formats::pmx::text::Text;

/// Fields of [`SoftBody::config`].
pub(super) const CONFIG_FIELDS: [&str; 12] = [
    "VCF", "DP", "DG", "LF", "PR", "VC", "DF", "MT", "CHR", "KHR", "SHR", "AHR",
];
/// Fields of [`SoftBody::cluster_config`].
pub(super) const CLUSTER_FIELDS: [&str; 6] =
    ["SRHR", "SKHR", "SSHR", "SR_SPLT", "SK_SPLT", "SS_SPLT"];
/// Fields of [`SoftBody::iterations`].
pub(super) const ITERATION_FIELDS: [&str; 4] = ["V", "P", "D", "C"];
/// Fields of [`SoftBody::stiffness`].
pub(super) const STIFFNESS_FIELDS: [&str; 3] = ["LST", "AST", "VST"];

/// A rigid body.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Name.
    pub name: Text,
    /// English name.
    pub name_en: Text,
    /// Bone index, -1 none.
    pub bone: i32,
    /// Group it is in.
    pub group: u8,
    /// Groups it does not hit, one bit each.
    pub mask: u16,
    /// 0 sphere, 1 box, 2 capsule; others are kept.
    pub shape: u8,
    /// Size by shape.
    pub size: [f32; 3],
    /// x y z.
    pub position: [f32; 3],
    /// Radians.
    pub rotation: [f32; 3],
    /// Mass.
    pub mass: f32,
    /// Damping of movement.
    pub linear_damping: f32,
    /// Damping of turning.
    pub angular_damping: f32,
    /// Bounce.
    pub restitution: f32,
    /// Friction.
    pub friction: f32,
    /// 0 follows its bone, 1 physics, 2 physics kept on its bone; others are kept.
    pub mode: u8,
}

/// A joint between two rigid bodies. One layout whatever the kind (PMX-13).
#[derive(Clone, Debug, Default)]
pub struct Joint {
    /// Name.
    pub name: Text,
    /// English name.
    pub name_en: Text,
    /// 0 spring 6-DOF, 1 6-DOF, 2 point, 3 cone, 4..=6 slider or hinge; others are kept.
    pub kind: u8,
    /// Rigid-body index, -1 none.
    pub body_a: i32,
    /// Rigid-body index, -1 none.
    pub body_b: i32,
    /// x y z.
    pub position: [f32; 3],
    /// Radians.
    pub rotation: [f32; 3],
    /// Lower limit of movement.
    pub position_min: [f32; 3],
    /// Upper limit of movement.
    pub position_max: [f32; 3],
    /// Lower limit of turning, radians.
    pub rotation_min: [f32; 3],
    /// Upper limit of turning, radians.
    pub rotation_max: [f32; 3],
    /// Spring of movement.
    pub spring_position: [f32; 3],
    /// Spring of turning.
    pub spring_rotation: [f32; 3],
}

/// A soft body (2.1).
#[derive(Clone, Debug, Default)]
pub struct SoftBody {
    /// Name.
    pub name: Text,
    /// English name.
    pub name_en: Text,
    /// 0 mesh, 1 rope; others are kept.
    pub shape: u8,
    /// Material index, -1 none.
    pub material: i32,
    /// Group it is in.
    pub group: u8,
    /// Groups it does not hit, one bit each.
    pub mask: u16,
    /// 1 bending links, 2 clusters, 4 randomised links; other bits are kept.
    pub flags: u8,
    /// Distance of bending links.
    pub link_distance: i32,
    /// Number of clusters.
    pub clusters: i32,
    /// Total mass.
    pub mass: f32,
    /// Collision margin.
    pub margin: f32,
    /// Aerodynamic model, 0..=4.
    pub aero: i32,
    /// VCF DP DG LF PR VC DF MT CHR KHR SHR AHR.
    pub config: [f32; 12],
    /// SRHR SKHR SSHR `SR_SPLT` `SK_SPLT` `SS_SPLT`.
    pub cluster_config: [f32; 6],
    /// V P D C.
    pub iterations: [i32; 4],
    /// LST AST VST.
    pub stiffness: [f32; 3],
    /// Where it hangs on rigid bodies.
    pub anchors: Vec<Anchor>,
    /// `pin_vertex`: vertex index of each pin.
    pub pins: Vec<u32>,
}

/// Where a soft body hangs on a rigid body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Anchor {
    /// `anchor_body`: rigid-body index.
    pub body: i32,
    /// `anchor_vertex`: vertex index.
    pub vertex: u32,
    /// `anchor_near`: 1 near mode; others than 0 and 1 are kept.
    pub near: u8,
}

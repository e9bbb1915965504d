//! Bones of a PMX file with their optional blocks (pmx.md 1.5).

use crate::formats::pmx::text::Text;

/// One bone. A block is there exactly when its flag says so; writing refuses a bone where the two disagree.
#[derive(Clone, Debug, Default)]
pub struct Bone {
    /// Name; need not be unique.
    pub name: Text,
    /// English name.
    pub name_en: Text,
    /// x y z.
    pub position: [f32; 3],
    /// Bone index, -1 none.
    pub parent: i32,
    /// Order of evaluation.
    pub layer: i32,
    /// [`bone_flags`], all 16 bits as stored.
    pub flags: u16,
    /// Where it points; the variant is that of [`bone_flags::TAIL_IS_BONE`].
    pub tail: Tail,
    /// With [`bone_flags::APPEND_ROTATION`] or [`bone_flags::APPEND_TRANSLATION`].
    pub append: Option<Append>,
    /// x y z, with [`bone_flags::FIXED_AXIS`].
    pub fixed_axis: Option<[f32; 3]>,
    /// With [`bone_flags::LOCAL_AXES`].
    pub local_axes: Option<LocalAxes>,
    /// A number, not a bone index, with [`bone_flags::EXTERNAL_PARENT`].
    pub external_key: Option<i32>,
    /// With [`bone_flags::IK`].
    pub ik: Option<Box<Ik>>,
}

impl Bone {
    /// Whether any of these flag bits is set.
    pub const fn has(&self, bits: u16) -> bool {
        self.flags & bits != 0
    }
}

/// Where a bone points, for display.
#[derive(Clone, Copy, Debug)]
pub enum Tail {
    /// At a bone: its index, -1 none.
    Bone(i32),
    /// At a point: x y z from the bone.
    Offset([f32; 3]),
}

impl Default for Tail {
    fn default() -> Self {
        Self::Offset([0.0; 3])
    }
}

/// A share of another bone's movement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Append {
    /// Bone index, -1 none.
    pub parent: i32,
    /// The share; often outside 0..1.
    pub ratio: f32,
}

/// Axes for the user's hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalAxes {
    /// `local_x`.
    pub x: [f32; 3],
    /// `local_z`.
    pub z: [f32; 3],
}

/// Inverse kinematics of a bone.
#[derive(Clone, Debug, Default)]
pub struct Ik {
    /// Bone index of the bone that shall reach this one, -1 none.
    pub target: i32,
    /// Iterations.
    pub loops: i32,
    /// Largest turn of one iteration, radians.
    pub angle: f32,
    /// Bone index of each link, from the target up.
    pub links: Vec<i32>,
    /// Limits of the links that have them (`ik_limit` 1), ascending by link.
    pub limits: Vec<IkLimit>,
}

impl Ik {
    /// The limit of link `link`, if it has one.
    pub fn limit(&self, link: u32) -> Option<&IkLimit> {
        let place = self
            .limits
            .binary_search_by_key(&link, |limit| limit.link)
            .ok()?;
        self.limits.get(place)
    }
}

/// Angle limits of one IK link, radians.
#[derive(Clone, Copy, Debug, Default)]
pub struct IkLimit {
    /// Place of the link in [`Ik::links`].
    pub link: u32,
    /// `ik_min`.
    pub min: [f32; 3],
    /// `ik_max`.
    pub max: [f32; 3],
}

/// Bits of [`Bone::flags`].
pub mod bone_flags {
    /// The tail is a bone.
    pub const TAIL_IS_BONE: u16 = 0x0001;
    /// May be turned.
    pub const ROTATABLE: u16 = 0x0002;
    /// May be moved.
    pub const MOVABLE: u16 = 0x0004;
    /// Shown.
    pub const VISIBLE: u16 = 0x0008;
    /// May be used.
    pub const OPERABLE: u16 = 0x0010;
    /// Has IK.
    pub const IK: u16 = 0x0020;
    /// The append takes the parent's local transform.
    pub const APPEND_LOCAL: u16 = 0x0080;
    /// Takes a share of another bone's rotation.
    pub const APPEND_ROTATION: u16 = 0x0100;
    /// Takes a share of another bone's translation.
    pub const APPEND_TRANSLATION: u16 = 0x0200;
    /// Either append bit: one block even when both are set.
    pub const APPEND: u16 = APPEND_ROTATION | APPEND_TRANSLATION;
    /// Turns about a fixed axis only.
    pub const FIXED_AXIS: u16 = 0x0400;
    /// Has local axes.
    pub const LOCAL_AXES: u16 = 0x0800;
    /// Evaluated after physics.
    pub const AFTER_PHYSICS: u16 = 0x1000;
    /// Has an external parent key.
    pub const EXTERNAL_PARENT: u16 = 0x2000;
    /// Bits without a meaning; kept.
    pub const UNKNOWN: u16 = 0x0040 | 0x4000 | 0x8000;
}

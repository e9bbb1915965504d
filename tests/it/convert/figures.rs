//! Small figures, targets and numbers made for these tests.

use bem_studio::model::bone_map::{BoneMap, BoneTarget, MappedBy};
use bem_studio::model::figure::{Bone, Influences, Label, Material, Model, Vertices};
use bem_studio::model::target::{RestJoint, TargetComponent, TargetProfile};
use glam::{Vec2, Vec3};

/// Numbers that look random and are the same every time.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// 0..1.
    pub(super) fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u32 << 24) as f32
    }

    pub(super) fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    /// Spread evenly over the sphere.
    pub(super) fn direction(&mut self) -> Vec3 {
        loop {
            let at = Vec3::new(self.share(), self.share(), self.share()) * 2.0 - 1.0;
            if (0.01..=1.0).contains(&at.length_squared()) {
                return at.normalize();
            }
        }
    }
}

pub(super) fn label(name: &str) -> Label {
    Label {
        local: name.to_owned(),
        english: String::new(),
    }
}

pub(super) fn bone(name: &str, parent: Option<u32>, position: Vec3) -> Bone {
    Bone {
        name: label(name),
        parent,
        position,
        append: None,
    }
}

pub(super) fn mapped(target: &str, by: MappedBy) -> BoneTarget {
    BoneTarget {
        target: Some(target.to_owned()),
        by,
    }
}

pub(super) fn joint(parent: Option<&str>, position: Vec3) -> RestJoint {
    RestJoint {
        parent: parent.map(str::to_owned),
        position,
    }
}

/// Lanes from (bone, weight) pairs, as an importer leaves them.
pub(super) fn lanes(pairs: &[(u32, f32)]) -> Influences {
    let mut influences = Influences::default();
    for (place, (bone, weight)) in pairs.iter().enumerate() {
        influences.bones[place] = *bone;
        influences.weights[place] = *weight;
    }
    influences
}

/// A figure of `n` separate triangles, one material each, whose corners follow the bones that `bones_of(corner)` names.
/// Bone `i` is called `b<i>` and mapped to a target bone of that name.
pub(super) fn triangles(
    n: u32,
    n_bones: u32,
    bones_of: impl Fn(u32) -> Influences,
) -> (Model, BoneMap) {
    let n_vertices = n * 3;
    let mut vertices = Vertices::default();
    for corner in 0..n_vertices {
        let (triangle, place) = (corner / 3, corner % 3);
        let uv = [Vec2::ZERO, Vec2::X, Vec2::Y][place as usize];
        vertices
            .positions
            .push(Vec3::new(triangle as f32 + uv.x, 1.0 - uv.y, 0.0));
        vertices.normals.push(Vec3::Z);
        vertices.uvs.push(uv);
        vertices.influences.push(bones_of(corner));
        vertices.edge_scales.push(1.0);
    }
    let name = |bone: u32| format!("b{bone}");
    let model = Model {
        meters_per_unit: 0.08,
        vertices,
        triangles: (0..n).map(|t| [t * 3, t * 3 + 1, t * 3 + 2]).collect(),
        materials: (0..n)
            .map(|t| Material {
                first_triangle: t,
                n_triangles: 1,
                ..Material::default()
            })
            .collect(),
        bones: (0..n_bones)
            .map(|b| bone(&name(b), None, Vec3::ZERO))
            .collect(),
        ..Model::default()
    };
    let map = BoneMap {
        targets: (0..n_bones)
            .map(|b| mapped(&name(b), MappedBy::Author))
            .collect(),
    };
    (model, map)
}

/// A target without rest joints whose components have these bone tables.
pub(super) fn target(tables: &[&[&str]]) -> TargetProfile {
    let component = |(id, table): (u32, &&[&str])| TargetComponent {
        id,
        mesh_name: format!("mesh{id}"),
        bone_names: table.iter().map(|name| (*name).to_owned()).collect(),
        ..TargetComponent::default()
    };
    TargetProfile {
        components: (0..).zip(tables).map(component).collect(),
        ..TargetProfile::default()
    }
}

/// A target with one component whose table is `b0`, `b1`, ....
pub(super) fn numbered_target(n_bones: u32) -> TargetProfile {
    let names: Vec<String> = (0..n_bones).map(|b| format!("b{b}")).collect();
    let table: Vec<&str> = names.iter().map(String::as_str).collect();
    target(&[&table])
}

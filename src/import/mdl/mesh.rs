//! Vertices and triangles in the one space: positions, normals, UVs, weights; repeated vertices are welded (MDL-20..34).

use crate::base::numbers::{self, u32_of, usize_of};
use crate::base::text::grouped;
use crate::formats::mdl::{Mdl, Object, Packet, Vertex, packet_flags, type_bits};
use crate::import::mdl::strips::{self, Strip};
use crate::import::mdl::{causes, pose};
use crate::import::report::Tally;
use crate::import::vectors::{direction, finite_or_zero};
use crate::model::figure::{Influences, Vertices};
use glam::{DVec3, Vec2, Vec3};
use std::collections::BTreeMap;

/// Fractional bits of weights, normals and UVs: 1 is stored as this.
const ONE: i16 = 4096;

/// From the file's space into the one space: a mirror of X and a scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Space {
    meters_per_unit: f64,
}

impl Space {
    pub(super) fn new(meters_per_unit: f32) -> Self {
        Self {
            meters_per_unit: f64::from(meters_per_unit),
        }
    }

    /// A position in metres; a component that leaves binary32 by the scale becomes 0.
    #[expect(clippy::arithmetic_side_effects, reason = "vectors of floats")]
    pub(super) fn place(self, position: DVec3) -> Vec3 {
        let place = mirrored(position) * self.meters_per_unit;
        let parts = place.to_array().map(numbers::f32_of);
        Vec3::from_array(parts.map(finite_or_zero))
    }
}

const fn mirrored(DVec3 { x, y, z }: DVec3) -> DVec3 {
    DVec3::new(-x, y, z)
}

/// What makes triangles one material: texture, how they are drawn, and whether both sides are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Look {
    pub(super) tex_id: u32,
    /// Those type bits that say how a surface is drawn.
    pub(super) drawing: u32,
    pub(super) is_two_sided: bool,
}

impl Look {
    fn of(object: &Object, packet: &Packet) -> Self {
        const DRAWING: u32 =
            type_bits::TRANSLUCENT | type_bits::UNLIT | type_bits::RAISED | type_bits::SUNKEN;
        Self {
            tex_id: packet.tex_id,
            drawing: object.type_bits & DRAWING,
            is_two_sided: strips::is_two_sided(packet),
        }
    }
}

/// Triangles that share a look.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) look: Look,
    pub(super) triangles: Vec<[u32; 3]>,
    /// Every type bit and packet flag that occurs, known or not.
    pub(super) type_bits: u32,
    pub(super) flags: u32,
}

/// The whole mesh.
#[derive(Clone, Debug, Default)]
pub(super) struct Mesh {
    pub(super) vertices: Vertices,
    /// In order of first occurrence.
    pub(super) groups: Vec<Group>,
    /// Vertices of the file, before welding.
    pub(super) n_stored: usize,
    pub(super) n_degenerate: usize,
}

/// Builds the mesh. `origins[object]` is where an object rests, in units of the file.
pub(super) fn mesh(file: &Mdl, origins: &[DVec3], space: Space, tally: &mut Tally) -> Mesh {
    let mut weld = Weld::default();
    let mut groups: Vec<Group> = Vec::new();
    let mut group_by_look: BTreeMap<Look, usize> = BTreeMap::new();
    let mut n_degenerate = 0_usize;
    for ((index, object), origin) in (0_u32..).zip(&file.objects).zip(origins) {
        for (number, packet) in object.packets.iter().enumerate() {
            let shown = || format!("object {index}, packet {number}");
            let strip = strips::strip(packet);
            let at = Owner {
                object: index,
                parent: object.parent,
                rests_at: *origin,
                space,
            };
            let corners = weld.packet(packet, &strip, at, (tally, &shown));
            let look = Look::of(object, packet);
            if look.is_two_sided && !packet.vertices.is_empty() {
                tally.add(&causes::BY_NORMALS, || place(index, number), shown());
            }
            let n_groups = groups.len();
            let group = *group_by_look.entry(look).or_insert(n_groups);
            if group == n_groups {
                groups.push(Group {
                    look,
                    triangles: Vec::new(),
                    type_bits: 0,
                    flags: 0,
                });
            }
            let mut n_lost = strip.n_degenerate;
            if let Some(group) = groups.get_mut(group) {
                group.type_bits |= object.type_bits;
                group.flags |= packet.flags;
                n_lost = n_lost.saturating_add(draw(&strip, &corners, group));
            }
            n_degenerate = n_degenerate.saturating_add(n_lost);
            let times = numbers::u64_of(n_lost);
            let at = || place(index, number);
            tally.add_times(&causes::DEGENERATE, times, at, shown());
        }
    }
    weld.note(tally);
    Mesh {
        vertices: weld.vertices,
        groups,
        n_stored: weld.n_stored,
        n_degenerate,
    }
}

fn place(object: u32, packet: usize) -> String {
    format!("object:{object}/packet:{packet}")
}

/// Adds the triangles of a strip. The mirror turns winding round, so the last two corners change places. Returns how
/// many had two corners at one place after rounding.
fn draw(strip: &Strip, corners: &[u32], group: &mut Group) -> usize {
    let mut n_lost = 0_usize;
    for triangle in &strip.triangles {
        let [a, b, c] = triangle.map(|corner| corners.get(usize_of(corner)).copied());
        match (a, b, c) {
            (Some(a), Some(b), Some(c)) if a != b && b != c && a != c => {
                group.triangles.push([a, c, b]);
            }
            _ => n_lost = n_lost.saturating_add(1),
        }
    }
    n_lost
}

/// The object a packet belongs to.
#[derive(Clone, Copy)]
struct Owner {
    object: u32,
    parent: Option<u32>,
    rests_at: DVec3,
    space: Space,
}

/// Vertices so far, equal ones once.
#[derive(Default)]
struct Weld {
    vertices: Vertices,
    /// Bits of position, normal, UV, bones and weights -> vertex.
    known: BTreeMap<[u32; 12], u32>,
    n_stored: usize,
}

impl Weld {
    /// Adds the vertices of a packet. Returns the figure's vertex of each.
    fn packet(
        &mut self,
        packet: &Packet,
        strip: &Strip,
        at: Owner,
        (tally, shown): (&mut Tally, &dyn Fn() -> String),
    ) -> Vec<u32> {
        let faces = face_normals(packet, strip);
        let stored = packet.vertices.iter().zip(&packet.normals).zip(faces);
        let mut corners = Vec::with_capacity(packet.vertices.len());
        for (index, ((vertex, normal), face)) in stored.enumerate() {
            let name = || format!("{}, vertex {index}", shown());
            let part = || format!("object:{}", at.object);
            let own = DVec3::from_array(normal.direction.map(f64::from));
            let normal = direction(mirrored(own)).unwrap_or_else(|| {
                tally.add(&causes::NORMAL, part, name());
                direction(mirrored(face)).unwrap_or(Vec3::Y)
            });
            let uv = packet.uvs.as_ref().and_then(|uvs| uvs.get(index));
            let [u, v] = uv.copied().unwrap_or_default().map(fraction);
            let (influences, is_fine) = influences(packet, vertex, at);
            if !is_fine {
                tally.add(&causes::WEIGHT_RANGE, part, name());
            }
            let position = at.space.place(pose::rest(at.rests_at, vertex.position));
            let normal = Vec3::from_array(normal.to_array().map(finite_or_zero));
            corners.push(self.vertex(position, normal, Vec2::new(u, v), influences));
        }
        self.n_stored = self.n_stored.saturating_add(corners.len());
        corners
    }

    fn vertex(&mut self, position: Vec3, normal: Vec3, uv: Vec2, influences: Influences) -> u32 {
        let [x, y, z] = position.to_array().map(f32::to_bits);
        let [nx, ny, nz] = normal.to_array().map(f32::to_bits);
        let [u, v] = uv.to_array().map(f32::to_bits);
        let [first, second, ..] = influences.bones;
        let [weight, rest, ..] = influences.weights.map(f32::to_bits);
        let key = [x, y, z, nx, ny, nz, u, v, first, second, weight, rest];
        let next = u32_of(self.vertices.positions.len());
        let vertex = *self.known.entry(key).or_insert(next);
        if vertex == next {
            self.vertices.positions.push(position);
            self.vertices.normals.push(normal);
            self.vertices.uvs.push(uv);
            self.vertices.influences.push(influences);
            self.vertices.edge_scales.push(1.0);
        }
        vertex
    }

    /// Tells the count before and after (MDL-34).
    fn note(&self, tally: &mut Tally) {
        let n_after = self.vertices.positions.len();
        let n_merged = numbers::u64_of(self.n_stored.saturating_sub(n_after));
        let counts = format!("{} / {}", grouped(self.n_stored), grouped(n_after));
        tally.add_times(&causes::WELDED, n_merged, || "mesh".to_owned(), counts);
    }
}

fn fraction(stored: i16) -> f32 {
    f32::from(stored) / f32::from(ONE)
}

/// Own object and parent by the envelope (MDL-21). The second value says whether the stored weight lay within 0..1.
fn influences(packet: &Packet, vertex: &Vertex, at: Owner) -> (Influences, bool) {
    let whole = Influences {
        bones: [at.object, 0, 0, 0],
        weights: [1.0, 0.0, 0.0, 0.0],
    };
    let parent = at.parent.filter(|_| packet.has(packet_flags::ENVELOPE));
    let Some(parent) = parent else {
        return (whole, true);
    };
    let clamped = vertex.weight.clamp(0, ONE);
    let (own, rest) = (fraction(clamped), 1.0 - fraction(clamped));
    let influences = if rest <= 0.0 {
        whole
    } else if own <= 0.0 {
        Influences {
            bones: [parent, 0, 0, 0],
            weights: [1.0, 0.0, 0.0, 0.0],
        }
    } else if own >= rest {
        Influences {
            bones: [at.object, parent, 0, 0],
            weights: [own, rest, 0.0, 0.0],
        }
    } else {
        Influences {
            bones: [parent, at.object, 0, 0],
            weights: [rest, own, 0.0, 0.0],
        }
    };
    (influences, clamped == vertex.weight)
}

/// For every vertex the sum of its faces' normals, weighted by area, in the file's space; zero without a face.
#[expect(clippy::arithmetic_side_effects, reason = "vectors of floats")]
fn face_normals(packet: &Packet, strip: &Strip) -> Vec<DVec3> {
    let mut sums = vec![DVec3::ZERO; packet.vertices.len()];
    let at = |corner: u32| {
        let vertex = packet.vertices.get(usize_of(corner))?;
        Some(DVec3::from_array(vertex.position.map(f64::from)))
    };
    for triangle in &strip.triangles {
        let [a, b, c] = triangle.map(at);
        let (Some(a), Some(b), Some(c)) = (a, b, c) else {
            continue;
        };
        let normal = (b - a).cross(c - a);
        for corner in triangle {
            if let Some(sum) = sums.get_mut(usize_of(*corner)) {
                *sum += normal;
            }
        }
    }
    sums
}

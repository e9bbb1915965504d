//! What is in an MDL file, in numbers: counts, where objects rest, the volume, and a digest of the triangles.
//!
//! Triangles are counter-clockwise seen from outside, right-handed, in the rest pose, in units and axes of the file.

use crate::base::findings::Finding;
use crate::base::numbers::{u64_of, usize_of};
use crate::formats::mdl::{self, Mdl, Object, Packet};
use crate::import::mdl::{pose, strips};
use glam::DVec3;
use serde_json::{Map, Number, Value as Json, json};
use sha2::{Digest as _, Sha256};

/// A file in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// Size of the file.
    pub bytes: u64,
    /// Objects.
    pub objects: u64,
    /// Packets of all objects.
    pub packets: u64,
    /// Stored vertices, repeated ones included.
    pub vertices: u64,
    /// Drawn triangles that have three different corners.
    pub triangles: u64,
    /// Drawn triangles with two corners at one place, which are left out.
    pub degenerate_drawn: u64,
    /// `world_t[object]`: where each object rests.
    pub world_t: Vec<[f64; 3]>,
    /// Six times the volume that the triangles enclose; negative when they face inward.
    pub signed_volume_x6: f64,
    /// SHA-256 of the sorted lines `x,y,z;x,y,z;x,y,z` with a newline each, each triangle beginning with its smallest
    /// corner.
    pub triangle_digest: String,
    /// What is odd about the file.
    pub findings: Vec<Finding>,
}

/// Counts what is in a file.
pub fn facts(file: &Mdl) -> Facts {
    let origins = pose::origins(&file.objects);
    let mut lines = Vec::new();
    let mut n_degenerate = 0_usize;
    for (object, origin) in file.objects.iter().zip(&origins) {
        for packet in &object.packets {
            let strip = strips::strip(packet);
            n_degenerate = n_degenerate.saturating_add(strip.n_degenerate);
            let triangles = strip.triangles.iter();
            lines.extend(triangles.filter_map(|corners| {
                let corners = corners_of(packet, *origin, *corners)?;
                Some(line(corners))
            }));
        }
    }
    lines.sort_unstable();
    let mut digest = Sha256::new();
    for line in &lines {
        digest.update(line.as_bytes());
        digest.update(b"\n");
    }
    Facts {
        bytes: file.size_bytes,
        objects: u64_of(file.objects.len()),
        packets: u64_of(file.n_packets()),
        vertices: u64_of(file.n_vertices()),
        triangles: u64_of(lines.len()),
        degenerate_drawn: u64_of(n_degenerate),
        world_t: origins.iter().map(DVec3::to_array).collect(),
        signed_volume_x6: signed_volume_x6(file, &origins),
        triangle_digest: hex(&digest.finalize()),
        findings: mdl::findings(&file.warnings),
    }
}

impl Facts {
    /// As a JSON object, without the findings, whose sentences want a language.
    pub fn to_json(&self) -> Json {
        let places = self.world_t.iter();
        let places: Vec<Json> = places
            .map(|place| place.iter().map(|part| number(*part)).collect())
            .collect();
        let mut object = Map::new();
        let mut member = |name: &str, value| object.insert(name.to_owned(), value);
        member("format", json!("mdl"));
        member("bytes", json!(self.bytes));
        member("objects", json!(self.objects));
        member("packets", json!(self.packets));
        member("vertices", json!(self.vertices));
        member("triangles", json!(self.triangles));
        member("degenerate_drawn", json!(self.degenerate_drawn));
        member("world_t", Json::Array(places));
        member("signed_volume_x6", number(self.signed_volume_x6));
        member("triangle_digest", json!(self.triangle_digest));
        Json::Object(object)
    }
}

/// Whole numbers as such, others as floats.
fn number(value: f64) -> Json {
    let whole = format!("{:.0}", value + 0.0).parse::<i64>();
    match whole {
        Ok(whole) if value.fract() == 0.0 => Json::Number(Number::from(whole)),
        _ => json!(value),
    }
}

/// Six times the signed volume of the oriented mesh in the rest pose (MDL-16).
pub(super) fn signed_volume_x6(file: &Mdl, origins: &[DVec3]) -> f64 {
    let volume = |packet: &Packet, origin: DVec3| -> f64 {
        let strip = strips::strip(packet);
        let triangles = strip.triangles.iter();
        let corners = triangles.filter_map(|corners| corners_of(packet, origin, *corners));
        corners.map(|[a, b, c]| a.dot(b.cross(c))).sum()
    };
    let of_object = |(object, origin): (&Object, &DVec3)| -> f64 {
        let packets = object.packets.iter();
        packets.map(|packet| volume(packet, *origin)).sum()
    };
    file.objects.iter().zip(origins).map(of_object).sum::<f64>() + 0.0
}

/// The corners of a triangle in the rest pose.
fn corners_of(packet: &Packet, origin: DVec3, corners: [u32; 3]) -> Option<[DVec3; 3]> {
    let [a, b, c] = corners.map(|corner| {
        let vertex = packet.vertices.get(usize_of(corner))?;
        Some(pose::rest(origin, vertex.position))
    });
    Some([a?, b?, c?])
}

/// One triangle as a line of text, beginning with its smallest corner.
fn line([a, b, c]: [DVec3; 3]) -> String {
    let order = |left: DVec3, right: DVec3| {
        let parts = left.to_array().into_iter().zip(right.to_array());
        parts
            .map(|(left, right)| left.total_cmp(&right))
            .fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
    };
    let rotations = [[a, b, c], [b, c, a], [c, a, b]];
    let first = rotations
        .into_iter()
        .min_by(|[left, ..], [right, ..]| order(*left, *right))
        .unwrap_or([a, b, c]);
    // Adding zero takes the minus from a zero.
    let corner = |DVec3 { x, y, z }: DVec3| format!("{},{},{}", x + 0.0, y + 0.0, z + 0.0);
    first.map(corner).join(";")
}

fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(u32::from(digit), 16))
        .collect()
}

//! Strips become triangles (MDL-10..15), in the file's space and right-handed: the front is counter-clockwise.

use crate::formats::mdl::{Packet, packet_flags};

/// The triangles of one packet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Strip {
    /// Corner indices within the packet, counter-clockwise seen from the front; no two corners are at one place.
    pub(super) triangles: Vec<[u32; 3]>,
    /// Drawn triangles left out because two corners are at one place (MDL-15).
    pub(super) n_degenerate: usize,
}

/// Which way a strip starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    CounterClockwise,
    Clockwise,
    /// The packet says neither or both: the normals tell the front.
    Unsaid,
}

fn start(packet: &Packet) -> Start {
    let is_left = packet.has(packet_flags::CULL_LEFT);
    match (is_left, packet.has(packet_flags::CULL_RIGHT)) {
        (true, false) => Start::CounterClockwise,
        (false, true) => Start::Clockwise,
        _ => Start::Unsaid,
    }
}

/// Whether a packet leaves open which side is its front, so that both are drawn (MDL-14).
pub(super) fn is_two_sided(packet: &Packet) -> bool {
    start(packet) == Start::Unsaid
}

/// A vertex as a strip sees it.
#[derive(Clone, Copy)]
struct Corner {
    index: u32,
    position: [i16; 3],
    normal: [i16; 3],
    is_skipped: bool,
}

/// Walks the three-vertex window along a packet.
pub(super) fn strip(packet: &Packet) -> Strip {
    let winding = start(packet);
    let stored = packet.vertices.iter().zip(&packet.normals);
    let corners: Vec<Corner> = (0_u32..)
        .zip(stored)
        .map(|(index, (vertex, normal))| Corner {
            index,
            position: vertex.position,
            normal: normal.direction,
            is_skipped: normal.is_skipped(),
        })
        .collect();
    let mut strip = Strip::default();
    // Where parity counts from, and how many skipped vertices stand in a row (MDL-12, MDL-13).
    let mut restart = 0_u32;
    let mut run = 0_u32;
    for corner in corners.iter().take(2) {
        run = if corner.is_skipped {
            run.saturating_add(1)
        } else {
            0
        };
    }
    for (before, window) in (1_u32..).zip(corners.windows(3)) {
        let [a, b, c] = window else {
            continue;
        };
        if c.is_skipped {
            run = run.saturating_add(1);
            if run >= 2 {
                restart = before;
            }
            continue;
        }
        run = 0;
        if a.position == b.position || b.position == c.position || a.position == c.position {
            strip.n_degenerate = strip.n_degenerate.saturating_add(1);
            continue;
        }
        let is_odd = !c.index.abs_diff(restart).is_multiple_of(2);
        let (b, c) = if is_flipped(winding, is_odd, [a, b, c]) {
            (c, b)
        } else {
            (b, c)
        };
        strip.triangles.push([a.index, b.index, c.index]);
    }
    strip
}

/// Whether the last two corners change places (MDL-14).
fn is_flipped(winding: Start, is_odd: bool, [a, b, c]: [&Corner; 3]) -> bool {
    match winding {
        Start::CounterClockwise => is_odd,
        Start::Clockwise => !is_odd,
        Start::Unsaid => {
            let facing = facing([a, b, c]);
            let facing = if is_odd {
                facing.saturating_neg()
            } else {
                facing
            };
            is_odd != (facing < 0)
        }
    }
}

/// Face normal of the corners in this order, times the sum of their stored normals. Exact: 16-bit words fit.
fn facing([a, b, c]: [&Corner; 3]) -> i64 {
    let edge = |to: &Corner| {
        let [x, y, z] = to.position.map(i64::from);
        let [from_x, from_y, from_z] = a.position.map(i64::from);
        [
            x.saturating_sub(from_x),
            y.saturating_sub(from_y),
            z.saturating_sub(from_z),
        ]
    };
    let sums = [a, b, c].map(|corner| corner.normal.map(i64::from));
    let sum = sums
        .iter()
        .fold([0_i64; 3], |sum, normal| added(sum, *normal));
    let [sum_x, sum_y, sum_z] = sum;
    let [x, y, z] = cross(edge(b), edge(c));
    let parts = [(x, sum_x), (y, sum_y), (z, sum_z)];
    parts.into_iter().fold(0, |dot, (face, normal)| {
        dot.saturating_add(face.saturating_mul(normal))
    })
}

const fn added([a, b, c]: [i64; 3], [x, y, z]: [i64; 3]) -> [i64; 3] {
    [
        a.saturating_add(x),
        b.saturating_add(y),
        c.saturating_add(z),
    ]
}

const fn cross([ax, ay, az]: [i64; 3], [bx, by, bz]: [i64; 3]) -> [i64; 3] {
    [
        ay.saturating_mul(bz).saturating_sub(az.saturating_mul(by)),
        az.saturating_mul(bx).saturating_sub(ax.saturating_mul(bz)),
        ax.saturating_mul(by).saturating_sub(ay.saturating_mul(bx)),
    ]
}

//! One pass over the bytes of a stream or index payload, for each way of reading it. What a pass finds is compared with
//! meshes elsewhere.

use crate::base::text::{Message, Phrase, grouped};
use crate::formats::bem::check::report::{OnRead, Purpose, Rule};

const MESH_14: Rule = Rule::reject("MESH-14");
const MESH_15: Rule = Rule::reject("MESH-15");
const LOWEST: u32 = 64_880;
const HIGHEST: u32 = 66_190;
const FLOAT_LOWEST: f64 = 0.99;
const FLOAT_HIGHEST: f64 = 1.01;
/// Bit of a packed tangent frame that says it is one (bem.md 22.3).
const PACKED_BIT: u32 = 1 << 30;

static WRONG_SUM: Phrase = Phrase::new(
    "顶点 {vertex} 的骨骼权重之和为 {value}，应在 {low} 到 {high} 之间（共 {n} 个顶点有此问题）。",
    "頂点 {vertex} のボーンの重みの和は {value} ですが、{low}〜{high} でなければなりません（全 {n} 頂点）。",
    "The bone weights of vertex {vertex} add up to {value}; {low} to {high} are allowed (vertices: {n}).",
);
static NEGATIVE: Phrase = Phrase::new(
    "顶点 {vertex} 有负的骨骼权重（共 {n} 个顶点）。",
    "頂点 {vertex} に負のボーンの重みがあります（全 {n} 頂点）。",
    "Vertex {vertex} has a negative bone weight (vertices: {n}).",
);

/// The first vertex with a fault and how many have it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) first: Option<usize>,
    pub(super) n: usize,
}

impl Tally {
    /// Counts a vertex; says whether it is the first.
    fn add(&mut self, vertex: usize) -> bool {
        self.n = self.n.saturating_add(1);
        let is_first = self.first.is_none();
        if is_first {
            self.first = Some(vertex);
        }
        is_first
    }
}

/// A skin stream.
#[derive(Debug, Default)]
pub(super) struct Skin {
    /// Vertex, lane and value of the largest bone index, lanes of weight 0 included.
    pub(super) largest: Option<(usize, usize, u32)>,
    /// Faults of the weights.
    pub(super) weights: Vec<(Rule, Message)>,
}

/// Scans a skin stream of stride 4, 12 or 32.
pub(super) fn skin(bytes: &[u8], stride: u32, purpose: Purpose) -> Skin {
    match stride {
        4 => {
            let (vertices, _) = bytes.as_chunks::<4>();
            Skin {
                largest: largest_lane(vertices.iter().map(|lanes| lanes.map(u32::from))),
                weights: Vec::new(),
            }
        }
        12 => narrow_skin(bytes),
        _ => wide_skin(bytes, purpose),
    }
}

fn largest_lane(vertices: impl Iterator<Item = [u32; 4]>) -> Option<(usize, usize, u32)> {
    let mut largest: Option<(usize, usize, u32)> = None;
    for (vertex, lanes) in vertices.enumerate() {
        for (lane, value) in lanes.into_iter().enumerate() {
            if largest.is_none_or(|(_, _, so_far)| value > so_far) {
                largest = Some((vertex, lane, value));
            }
        }
    }
    largest
}

/// Four 16-bit weights, four 8-bit indices (MESH-14).
fn narrow_skin(bytes: &[u8]) -> Skin {
    let (vertices, _) = bytes.as_chunks::<12>();
    let lanes = vertices
        .iter()
        .map(|[.., a, b, c, d]| [*a, *b, *c, *d].map(u32::from));
    let mut wrong = Tally::default();
    let mut first_sum = 0;
    for (vertex, bytes) in vertices.iter().enumerate() {
        let (pairs, _) = bytes.as_chunks::<2>();
        let weights = pairs.iter().take(4);
        let sum: u32 = weights.map(|two| u32::from(u16::from_le_bytes(*two))).sum();
        if !(LOWEST..=HIGHEST).contains(&sum) && wrong.add(vertex) {
            first_sum = sum;
        }
    }
    let message = |vertex: usize| {
        Message::new(&WRONG_SUM)
            .with("vertex", vertex)
            .with("value", grouped(first_sum))
            .with("low", grouped(LOWEST))
            .with("high", grouped(HIGHEST))
            .with("n", grouped(wrong.n))
    };
    Skin {
        largest: largest_lane(lanes),
        weights: wrong
            .first
            .map(|vertex| (MESH_14, message(vertex)))
            .into_iter()
            .collect(),
    }
}

/// Four 32-bit weights, four 32-bit indices (MESH-15).
fn wide_skin(bytes: &[u8], purpose: Purpose) -> Skin {
    let (vertices, _) = bytes.as_chunks::<32>();
    let words = |vertex: &[u8; 32]| -> [[u8; 4]; 8] {
        let mut out = [[0; 4]; 8];
        let (words, _) = vertex.as_chunks::<4>();
        out.copy_from_slice(words);
        out
    };
    let lanes = vertices.iter().map(|vertex| {
        let [_, _, _, _, a, b, c, d] = words(vertex);
        [a, b, c, d].map(u32::from_le_bytes)
    });
    let mut wrong = Tally::default();
    let mut negative = Tally::default();
    let mut first_sum = 0.0;
    for (vertex, bytes) in vertices.iter().enumerate() {
        let [a, b, c, d, ..] = words(bytes);
        let weights = [a, b, c, d].map(f32::from_le_bytes);
        if !is_sum_fine(weights, purpose) {
            if wrong.add(vertex) {
                first_sum = weights.into_iter().map(f64::from).sum();
            }
        } else if weights.iter().any(|weight| *weight < 0.0) {
            negative.add(vertex);
        }
    }
    let mut faults = Vec::new();
    if let Some(vertex) = wrong.first {
        let message = Message::new(&WRONG_SUM)
            .with("vertex", vertex)
            .with("value", first_sum)
            .with("low", FLOAT_LOWEST)
            .with("high", FLOAT_HIGHEST)
            .with("n", grouped(wrong.n));
        faults.push((MESH_15, message));
    }
    if let Some(vertex) = negative.first {
        let message = Message::new(&NEGATIVE)
            .with("vertex", vertex)
            .with("n", grouped(negative.n));
        faults.push((MESH_15.on_read(OnRead::Warn), message));
    }
    Skin {
        largest: largest_lane(lanes),
        weights: faults,
    }
}

/// When reading, either precision may be right; what we write is right in both.
fn is_sum_fine(weights: [f32; 4], purpose: Purpose) -> bool {
    if !weights.iter().all(|weight| weight.is_finite()) {
        return false;
    }
    let exact: f64 = weights.into_iter().map(f64::from).sum();
    let single = f64::from(weights.into_iter().sum::<f32>());
    let is_inside = |sum: f64| (FLOAT_LOWEST..=FLOAT_HIGHEST).contains(&sum);
    match purpose {
        Purpose::Read => is_inside(exact) || is_inside(single),
        Purpose::Export => is_inside(exact) && is_inside(single),
    }
}

/// Place and value of the largest index; `size` is 2 or 4.
pub(super) fn largest_index(bytes: &[u8], size: u32) -> (usize, u32) {
    let mut largest = (0, 0);
    let mut look = |place: usize, value: u32| {
        if value > largest.1 {
            largest = (place, value);
        }
    };
    if size == 2 {
        let (pairs, _) = bytes.as_chunks();
        for (place, two) in pairs.iter().enumerate() {
            look(place, u32::from(u16::from_le_bytes(*two)));
        }
    } else {
        let (fours, _) = bytes.as_chunks();
        for (place, four) in fours.iter().enumerate() {
            look(place, u32::from_le_bytes(*four));
        }
    }
    largest
}

/// Vertices whose word at byte 12 is no packed tangent frame.
pub(super) fn unpacked_words(bytes: &[u8], stride: usize) -> Tally {
    let mut tally = Tally::default();
    for (vertex, bytes) in bytes.chunks_exact(stride).enumerate() {
        let word = bytes.get(12..).and_then(<[u8]>::first_chunk);
        if word.is_some_and(|word| u32::from_le_bytes(*word) & PACKED_BIT == 0) {
            tally.add(vertex);
        }
    }
    tally
}

/// Base positions.
#[derive(Debug, Default)]
pub(super) struct Position {
    pub(super) not_finite: Tally,
    /// Largest absolute coordinate of the finite ones.
    pub(super) reach: f32,
}

/// Scans positions of three floats at `offset` of each vertex.
pub(super) fn positions(bytes: &[u8], stride: usize, offset: usize) -> Position {
    let mut out = Position::default();
    for (vertex, bytes) in bytes.chunks_exact(stride).enumerate() {
        let position = three_floats(bytes.get(offset..).unwrap_or_default());
        if position.iter().all(|value| value.is_finite()) {
            out.reach = reach(out.reach, position);
        } else {
            out.not_finite.add(vertex);
        }
    }
    out
}

/// The larger of a reach and the absolute values.
pub(super) fn reach(so_far: f32, values: [f32; 3]) -> f32 {
    values
        .into_iter()
        .fold(so_far, |reach, value| reach.max(value.abs()))
}

/// Three 32-bit floats at the start of `bytes`; NaN where there are too few.
pub(super) fn three_floats(bytes: &[u8]) -> [f32; 3] {
    let (words, _) = bytes.as_chunks::<4>();
    let mut out = [f32::NAN; 3];
    for (value, word) in out.iter_mut().zip(words) {
        *value = f32::from_le_bytes(*word);
    }
    out
}

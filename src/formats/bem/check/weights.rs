//! Skin weights of the two layouts that have any (MESH-14, MESH-15).

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase, grouped};
use crate::formats::bem::check::report::{OnRead, Purpose, Report, Rule};

const MESH_14: Rule = Rule::reject("MESH-14");
const MESH_15: Rule = Rule::reject("MESH-15");
const LOWEST: u32 = 64_880;
const HIGHEST: u32 = 66_190;
const FLOAT_LOWEST: f64 = 0.99;
const FLOAT_HIGHEST: f64 = 1.01;

static WRONG_SUM: Phrase = Phrase::new(
    "顶点 {vertex} 的骨骼权重之和为 {value}，应在 {low} 到 {high} 之间（共 {n} 个顶点有此问题）。",
    "頂点 {vertex} のボーンの重みの和は {value} ですが、{low}〜{high} でなければなりません（全 {n} 頂点）。",
    "The bone weights of vertex {vertex} add up to {value}; {low} to {high} are allowed ({n} vertices in all).",
);
static NEGATIVE: Phrase = Phrase::new(
    "顶点 {vertex} 有负的骨骼权重（共 {n} 个顶点）。",
    "頂点 {vertex} に負のボーンの重みがあります（全 {n} 頂点）。",
    "Vertex {vertex} has a negative bone weight ({n} vertices in all).",
);

/// The first vertex with a fault and how many have it.
#[derive(Default)]
struct Tally<T> {
    first: Option<(usize, T)>,
    n: usize,
}

impl<T> Tally<T> {
    fn add(&mut self, vertex: usize, value: T) {
        self.n = self.n.saturating_add(1);
        if self.first.is_none() {
            self.first = Some((vertex, value));
        }
    }
}

/// Judges the weights of a skin stream of this stride, whose size is right.
pub(super) fn judge(bytes: &[u8], stride: u32, pointer: &str, report: &mut Report) {
    match stride {
        12 => narrow(bytes, pointer, report),
        32 => wide(bytes, pointer, report),
        _ => {}
    }
}

fn narrow(bytes: &[u8], pointer: &str, report: &mut Report) {
    let (vertices, _) = bytes.as_chunks::<12>();
    let mut wrong = Tally::default();
    for (vertex, bytes) in vertices.iter().enumerate() {
        let (pairs, _) = bytes.as_chunks::<2>();
        let weights = pairs.iter().take(4);
        let sum: u32 = weights.map(|two| u32::from(u16::from_le_bytes(*two))).sum();
        if !(LOWEST..=HIGHEST).contains(&sum) {
            wrong.add(vertex, sum);
        }
    }
    if let Some((vertex, sum)) = wrong.first {
        let message = Message::new(&WRONG_SUM)
            .with("vertex", vertex)
            .with("value", grouped(sum))
            .with("low", grouped(LOWEST))
            .with("high", grouped(HIGHEST))
            .with("n", grouped(wrong.n));
        report.add(MESH_14, Place::Pointer(pointer.to_owned()), message);
    }
}

fn wide(bytes: &[u8], pointer: &str, report: &mut Report) {
    let (vertices, _) = bytes.as_chunks::<32>();
    let mut wrong = Tally::default();
    let mut negative = Tally::default();
    for (vertex, bytes) in vertices.iter().enumerate() {
        let (words, _) = bytes.as_chunks::<4>();
        let mut weights = [0.0_f32; 4];
        for (weight, word) in weights.iter_mut().zip(words) {
            *weight = f32::from_le_bytes(*word);
        }
        if !is_sum_fine(weights, report.purpose()) {
            wrong.add(vertex, weights.into_iter().map(f64::from).sum::<f64>());
        } else if weights.iter().any(|weight| *weight < 0.0) {
            negative.add(vertex, ());
        }
    }
    let place = || Place::Pointer(pointer.to_owned());
    if let Some((vertex, sum)) = wrong.first {
        let message = Message::new(&WRONG_SUM)
            .with("vertex", vertex)
            .with("value", sum)
            .with("low", FLOAT_LOWEST)
            .with("high", FLOAT_HIGHEST)
            .with("n", grouped(wrong.n));
        report.add(MESH_15, place(), message);
    }
    if let Some((vertex, ())) = negative.first {
        let message = Message::new(&NEGATIVE)
            .with("vertex", vertex)
            .with("n", grouped(negative.n));
        report.add(MESH_15.on_read(OnRead::Warn), place(), message);
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
